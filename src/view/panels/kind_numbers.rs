//! The numbers of a unit kind, its body and its weapons, as fields.

use super::parameters::written;
use super::tooltips::Explain;
use super::widgets::quiet;
use crate::combat::{KindDefinition, Targets, WeaponDefinition, limits};
use bevy_egui::egui::{self, RichText, Ui};
use std::ops::RangeInclusive;

/// Radius of a unit that was a building, in cells.
const RADIUS: f32 = 0.4;
/// Speed of a unit that was a building, in cells per second.
const SPEED: f32 = 2.0;
/// Why a body cannot change.
const IN_USE: &str = "Not while there are units of this kind: remove them first, or copy the kind";

/// Shows what can be changed. `in_use` says whether there are units of the kind. Returns whether a change has just ended.
pub fn show(ui: &mut Ui, kind: &mut KindDefinition, in_use: bool) -> bool {
    let limits = limits(kind);
    let range = |fields: &[&str]| {
        let limit = limits.iter().find(|limit| limit.fields == fields);
        limit.map_or(0.0..=1e6, |limit| limit.range.clone())
    };
    let mut rows = Rows { finished: false };
    egui::Grid::new("numbers of a kind").num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
        let mut row = |ui: &mut Ui, (label, doc, unit): Words, value: &mut f32, field| {
            rows.show(ui, (label, doc, unit), value, range(&[field]));
        };
        let words = ("Hit points", "At the start, and the maximum", "");
        row(ui, words, &mut kind.hit_points, "hit_points");
        let words = ("Regains", "Hit points that it regains in a second", " per s");
        row(ui, words, &mut kind.regeneration, "regeneration");
        row(ui, ("Armour", "Taken off every hit", ""), &mut kind.armour, "armour");
        if kind.size == 1 {
            row(ui, ("Speed", "Greatest speed", " cells/s"), &mut kind.speed, "speed");
            let words = ("Radius", "No other unit may come nearer", " cells");
            row(ui, words, &mut kind.radius, "radius");
        }
        row(ui, ("Sight", "How far it sees enemies", " cells"), &mut kind.sight, "sight");
        let doc = "How far its strength reaches on an influence map";
        row(ui, ("Influence", doc, " cells"), &mut kind.influence, "influence");
        if kind.energy > 0.0 {
            let doc = "The most that it can have, and what it starts with";
            row(ui, ("Energy", doc, ""), &mut kind.energy, "energy");
            let words = ("Energy regained", "In a second", " per s");
            row(ui, words, &mut kind.energy_regain, "energy_regain");
        }
        rows.finished |= body(ui, kind, in_use);
    });
    weapons(ui, kind, &mut rows, &range);
    if let Some(healing) = &mut kind.healing {
        ui.label(RichText::new("Healing").strong());
        egui::Grid::new("healing").num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
            let words = ("Heals", "Hit points in a second", " per s");
            rows.show(ui, words, &mut healing.rate, range(&["healing", "rate"]));
            let words = ("Range", "How far it reaches", " cells");
            rows.show(ui, words, &mut healing.range, range(&["healing", "range"]));
        });
    }
    rows.finished
}

/// Whether it flies, and the cells that it covers. Returns whether that has changed.
fn body(ui: &mut Ui, kind: &mut KindDefinition, in_use: bool) -> bool {
    let before = (kind.flying, kind.size);
    if kind.size == 1 {
        let doc = "Over walls and over units on the ground; has no effect in cell-step motion";
        let name = ui.label(quiet("Flies")).explain(doc);
        let switch = egui::Checkbox::without_text(&mut kind.flying);
        // Units in the air might be over a wall.
        let switch = ui.add_enabled(!(in_use && before.0), switch).labelled_by(name.id);
        switch.explain(doc).on_disabled_hover_text(IN_USE);
        ui.end_row();
    }
    let doc = "1: a unit, which covers no cell; 2 and more: a building, which blocks this many columns and rows and never moves";
    let name = ui.label(quiet("Size")).explain(doc);
    let unit = if kind.size == 1 { " cell" } else { " cells" };
    let field = egui::DragValue::new(&mut kind.size).range(1..=8).speed(0.05).suffix(unit);
    let field = ui.add_enabled(!in_use, field.update_while_editing(false)).labelled_by(name.id);
    field.explain(doc).on_disabled_hover_text(IN_USE);
    ui.end_row();
    match (before.1 > 1, kind.size > 1) {
        (false, true) => (kind.radius, kind.speed, kind.flying) = (0.0, 0.0, false),
        (true, false) => (kind.radius, kind.speed) = (RADIUS, SPEED),
        _ => {}
    }
    before != (kind.flying, kind.size)
}

/// The weapons, with buttons that add and remove one.
fn weapons(
    ui: &mut Ui,
    kind: &mut KindDefinition,
    rows: &mut Rows,
    range: &impl Fn(&[&str]) -> RangeInclusive<f32>,
) {
    let second = kind.weapon.as_ref().is_some_and(|weapon| weapon.targets == Targets::Ground);
    for (title, field) in [("Weapon", "weapon"), ("Weapon against fliers", "air_weapon")] {
        let is_first = field == "weapon";
        let weapon = if is_first { &mut kind.weapon } else { &mut kind.air_weapon };
        if weapon.is_none() && !is_first && !second {
            continue;
        }
        let had = weapon.is_some();
        ui.horizontal(|ui| {
            ui.label(RichText::new(title).strong());
            if had {
                let doc = "The kind no longer attacks with it";
                if ui.small_button("Remove").explain(doc).clicked() {
                    *weapon = None;
                }
            } else {
                let doc = "The kind gets a weapon like a rifle, whose numbers can be changed";
                if ui.small_button("Add").explain(doc).clicked() {
                    *weapon = Some(WeaponDefinition::first());
                }
            }
        });
        rows.finished |= had != weapon.is_some();
        if let Some(weapon) = weapon {
            egui::Grid::new(title).num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
                weapon_numbers(ui, rows, weapon, |number| range(&[field, number]));
                if is_first {
                    rows.finished |= targets(ui, weapon);
                }
            });
        }
    }
    // A weapon against fliers stands beside one that cannot hit them.
    if kind.weapon.as_ref().is_none_or(|weapon| weapon.targets != Targets::Ground) {
        kind.air_weapon = None;
    }
}

/// What a weapon can hit. Returns whether that has changed.
fn targets(ui: &mut Ui, weapon: &mut WeaponDefinition) -> bool {
    let before = weapon.targets;
    let doc =
        "What it can hit. One that hits the ground only can have another beside it, against fliers";
    let name = ui.label(quiet("Hits")).explain(doc);
    let words = |targets| match targets {
        Targets::Both => "everybody",
        Targets::Ground => "units on the ground",
        Targets::Air => "units that fly",
    };
    let list = egui::ComboBox::from_id_salt("targets").selected_text(words(before));
    let shown = list.show_ui(ui, |ui| {
        for option in [Targets::Both, Targets::Ground, Targets::Air] {
            ui.selectable_value(&mut weapon.targets, option, words(option));
        }
    });
    shown.response.labelled_by(name.id).explain(doc);
    ui.end_row();
    weapon.targets != before
}

fn weapon_numbers(
    ui: &mut Ui,
    rows: &mut Rows,
    weapon: &mut WeaponDefinition,
    range: impl Fn(&'static str) -> RangeInclusive<f32>,
) {
    let mut row = |ui: &mut Ui, words: Words, value: &mut f32, field| {
        rows.show(ui, words, value, range(field));
    };
    let words = ("Damage", "Mean damage of one hit, before armour", "");
    row(ui, words, &mut weapon.damage, "damage");
    row(ui, ("Range", "How far it reaches", " cells"), &mut weapon.range, "range");
    let words = ("Cooldown", "From one attack to the next", " s");
    row(ui, words, &mut weapon.cooldown, "cooldown");
    let doc = "How fast its shots fly; 0: they hit at once and never miss";
    row(ui, ("Shot speed", doc, " cells/s"), &mut weapon.shot_speed, "shot_speed");
    let doc = "Distance from where it strikes up to which others are hit too; 0: only one is hit";
    row(ui, ("Splash", doc, " cells"), &mut weapon.splash, "splash");
    let doc = "The most by which a hit differs from the mean, up or down";
    let mut variation = weapon.variation as f32;
    row(ui, ("Variation", doc, ""), &mut variation, "variation");
    weapon.variation = variation.round() as u32;
    let doc = "Hits in one attack, each of which armour counts against";
    let mut hits = weapon.hits as f32;
    row(ui, ("Hits per attack", doc, ""), &mut hits, "hits");
    weapon.hits = hits.round().max(1.0) as u32;
}

/// Label, tooltip and unit of a number.
type Words<'a> = (&'a str, &'a str, &'a str);

/// Rows of a grid with a number each.
struct Rows {
    /// Whether a change of a number has just ended.
    finished: bool,
}

impl Rows {
    fn show(
        &mut self,
        ui: &mut Ui,
        (label, doc, unit): Words,
        value: &mut f32,
        range: RangeInclusive<f32>,
    ) {
        let name = ui.label(quiet(label)).explain(doc);
        let speed = (value.abs() * 0.01).clamp(0.005, 10.0);
        let field = egui::DragValue::new(value)
            .range(range)
            .speed(speed)
            .max_decimals(3)
            .custom_formatter(|number, _| written(number))
            .suffix(unit)
            .update_while_editing(false);
        let response = ui.add(field).labelled_by(name.id).explain(doc);
        self.finished |= response.drag_stopped()
            || response.lost_focus()
            || response.changed() && !response.dragged();
        ui.end_row();
    }
}
