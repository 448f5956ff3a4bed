//! The unit kinds of the scenario: their numbers, which can be changed, and copies under a new name.
//!
//! A number is changed when its drag ends, not while it is dragged: every kind that ever was in use is kept in memory.

use super::widgets::{quiet, wrapped};
use crate::combat::{KindDefinition, UnitKind, WeaponDefinition, limits};
use crate::scenario::{Action, KindAction, Scenario};
use crate::view::document::history::Edit;
use crate::view::document::intent::Intent;
use bevy_egui::egui::{self, RichText, Ui};
use std::ops::RangeInclusive;

/// The set of kinds that were copied.
const OWN_SET: &str = "this scenario";

/// What the panel remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct KindsPanel {
    /// The name of the kind that is shown.
    chosen: Option<String>,
    /// The kind as it is, and as it is while a number is dragged.
    draft: Option<(KindDefinition, KindDefinition)>,
    /// The name of the next copy.
    copy: String,
}

/// Shows the kinds of a scenario.
pub fn show(ui: &mut Ui, panel: &mut KindsPanel, scenario: &Scenario) -> Vec<Intent> {
    let mut wanted = Vec::new();
    let Some(kind) = choose_kind(ui, panel, scenario) else { return wanted };
    let now = KindDefinition::of(kind);
    let mut new = match panel.draft.take() {
        Some((basis, draft)) if basis == now => draft,
        _ => now.clone(),
    };
    wrapped(ui, quiet(state(kind, scenario)));
    let finished = numbers(ui, &mut new);
    if finished && new != now {
        let name = format!("Change {}", now.name);
        wanted.push(perform(name, KindAction::Set(new)));
    } else if new != now {
        panel.draft = Some((now, new));
    }
    ui.add_space(4.0);
    reset(ui, kind, scenario, &mut wanted);
    copy(ui, panel, kind, scenario, &mut wanted);
    wanted
}

fn perform(name: String, action: KindAction) -> Intent {
    Intent::perform(Edit::new(name, vec![Action::Kind(action)]))
}

/// A list of all kinds, those in use first.
fn choose_kind(
    ui: &mut Ui,
    panel: &mut KindsPanel,
    scenario: &Scenario,
) -> Option<&'static UnitKind> {
    let in_use = |kind: &UnitKind| scenario.units.iter().any(|unit| unit.kind.name == kind.name);
    let mut kinds = scenario.catalogue.kinds().to_vec();
    kinds.sort_by_cached_key(|kind| !in_use(kind));
    let chosen = panel.chosen.as_deref().and_then(|name| scenario.catalogue.kind(name));
    let mut now = chosen.or(kinds.first().copied())?;
    let combo = egui::ComboBox::from_id_salt("kind of unit").width(220.0).selected_text(now.name);
    let list = combo.show_ui(ui, |ui| {
        for kind in &kinds {
            let used = if in_use(kind) { "●" } else { "  " };
            let label = format!("{used} {}  ({})", kind.name, kind.set);
            let doc = super::palette::figures(kind);
            if ui.selectable_label(now.name == kind.name, label).on_hover_text(doc).clicked() {
                now = kind;
                panel.chosen = Some(kind.name.into());
            }
        }
    });
    list.response.on_hover_text("The kind whose numbers are shown; ● marks kinds in use");
    Some(now)
}

/// Where the numbers come from, and how many units have them.
fn state(kind: &UnitKind, scenario: &Scenario) -> String {
    let units = match scenario.units.iter().filter(|unit| unit.kind.name == kind.name).count() {
        0 => "No unit is of this kind".to_string(),
        1 => "One unit is of this kind".into(),
        count => format!("{count} units are of this kind"),
    };
    let own = scenario.catalogue.own().iter().any(|own| own.name == kind.name);
    match (own, scenario.catalogue.original(kind.name)) {
        (false, _) => format!("{units}. A change is for this scenario only."),
        (true, Some(_)) => format!("{units}. Changed in this scenario."),
        (true, None) => format!("{units}. Defined in this scenario."),
    }
}

/// Numbers that can be changed. Returns whether a change has just ended.
fn numbers(ui: &mut Ui, kind: &mut KindDefinition) -> bool {
    let limits = limits(kind);
    let range = |fields: &[&str]| {
        let limit = limits.iter().find(|limit| limit.fields == fields);
        limit.map_or(0.0..=1e6, |limit| limit.range.clone())
    };
    let building = kind.size > 1;
    let mut rows = Rows { finished: false };
    egui::Grid::new("numbers of a kind").num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
        let mut row = |ui: &mut Ui, label, doc, unit, value: &mut f32, field| {
            rows.show(ui, label, doc, unit, value, range(&[field]));
        };
        row(
            ui,
            "Hit points",
            "At the start, and the most that it can have",
            "",
            &mut kind.hit_points,
            "hit_points",
        );
        row(
            ui,
            "Regains",
            "Hit points that it regains in a second",
            " per s",
            &mut kind.regeneration,
            "regeneration",
        );
        row(ui, "Armour", "Taken off every hit", "", &mut kind.armour, "armour");
        if !building {
            row(ui, "Speed", "Greatest speed", " cells/s", &mut kind.speed, "speed");
            row(
                ui,
                "Radius",
                "No other unit may come nearer",
                " cells",
                &mut kind.radius,
                "radius",
            );
        }
        row(ui, "Sight", "How far it sees enemies", " cells", &mut kind.sight, "sight");
        row(
            ui,
            "Influence",
            "How far its strength is felt on an influence map",
            " cells",
            &mut kind.influence,
            "influence",
        );
        if kind.energy > 0.0 {
            row(
                ui,
                "Energy",
                "The most that it can have, and what it starts with",
                "",
                &mut kind.energy,
                "energy",
            );
            row(
                ui,
                "Energy regained",
                "In a second",
                " per s",
                &mut kind.energy_regain,
                "energy_regain",
            );
        }
    });
    for (title, field, weapon) in [
        ("Weapon", "weapon", &mut kind.weapon),
        ("Weapon against fliers", "air_weapon", &mut kind.air_weapon),
    ] {
        if let Some(weapon) = weapon {
            ui.label(RichText::new(title).strong());
            let range = |number| range(&[field, number]);
            egui::Grid::new(title)
                .num_columns(2)
                .spacing([12.0, 4.0])
                .show(ui, |ui| weapon_numbers(ui, &mut rows, weapon, range));
        }
    }
    if let Some(healing) = &mut kind.healing {
        ui.label(RichText::new("Healing").strong());
        egui::Grid::new("healing").num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
            let rate = range(&["healing", "rate"]);
            rows.show(ui, "Heals", "Hit points in a second", " per s", &mut healing.rate, rate);
            let reach = range(&["healing", "range"]);
            rows.show(ui, "Range", "How far it reaches", " cells", &mut healing.range, reach);
        });
    }
    rows.finished
}

fn weapon_numbers(
    ui: &mut Ui,
    rows: &mut Rows,
    weapon: &mut WeaponDefinition,
    range: impl Fn(&'static str) -> RangeInclusive<f32>,
) {
    let mut row = |ui: &mut Ui, label, doc, unit, value: &mut f32, field| {
        rows.show(ui, label, doc, unit, value, range(field));
    };
    row(ui, "Damage", "Mean damage of one hit, before armour", "", &mut weapon.damage, "damage");
    row(ui, "Range", "How far it reaches", " cells", &mut weapon.range, "range");
    row(ui, "Cooldown", "From one attack to the next", " s", &mut weapon.cooldown, "cooldown");
    let doc = "How fast its shots fly; 0: they hit at once and never miss";
    row(ui, "Shot speed", doc, " cells/s", &mut weapon.shot_speed, "shot_speed");
    let doc = "Distance from where it strikes up to which others are hit too; 0: only one is hit";
    row(ui, "Splash", doc, " cells", &mut weapon.splash, "splash");
    let doc = "The most by which a hit differs from the mean, up or down";
    let mut variation = weapon.variation as f32;
    row(ui, "Variation", doc, "", &mut variation, "variation");
    weapon.variation = variation.round() as u32;
    let mut hits = weapon.hits as f32;
    row(
        ui,
        "Hits",
        "Hits in one attack, each of which armour counts against",
        "",
        &mut hits,
        "hits",
    );
    weapon.hits = hits.round().max(1.0) as u32;
}

/// Rows of a grid with a number each.
struct Rows {
    /// Whether a change of a number has just ended.
    finished: bool,
}

impl Rows {
    fn show(
        &mut self,
        ui: &mut Ui,
        label: &str,
        doc: &str,
        unit: &str,
        value: &mut f32,
        range: RangeInclusive<f32>,
    ) {
        let name = ui.label(quiet(label)).on_hover_text(doc);
        let speed = (value.abs() * 0.01).clamp(0.005, 10.0);
        let field = egui::DragValue::new(value)
            .range(range)
            .speed(speed)
            .max_decimals(3)
            .suffix(unit)
            .update_while_editing(false);
        let response = ui.add(field).labelled_by(name.id).on_hover_text(doc);
        self.finished |= response.drag_stopped()
            || response.lost_focus()
            || response.changed() && !response.dragged();
        ui.end_row();
    }
}

/// The button that takes changes back, or removes a kind of the scenario.
fn reset(ui: &mut Ui, kind: &UnitKind, scenario: &Scenario, wanted: &mut Vec<Intent>) {
    if !scenario.catalogue.own().iter().any(|own| own.name == kind.name) {
        return;
    }
    let used = scenario.units.iter().any(|unit| unit.kind.name == kind.name);
    let original = scenario.catalogue.original(kind.name);
    let (label, doc, enabled) = match original {
        Some(_) => ("Back to the original values", "As in the file that the kind comes from", true),
        None => ("Remove this kind", "Takes it out of the scenario", !used),
    };
    let button = ui.add_enabled(enabled, egui::Button::new(label)).on_hover_text(doc);
    if button.on_disabled_hover_text("Remove its units first").clicked() {
        let name = if original.is_some() { "Reset" } else { "Remove" };
        let action = KindAction::Reset(kind.name.into());
        wanted.push(perform(format!("{name} {}", kind.name), action));
    }
}

/// A field for a name, and a button that copies the kind under that name.
fn copy(
    ui: &mut Ui,
    panel: &mut KindsPanel,
    kind: &UnitKind,
    scenario: &Scenario,
    wanted: &mut Vec<Intent>,
) {
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(&mut panel.copy)
            .hint_text(format!("{} 2", kind.name))
            .char_limit(60)
            .desired_width(140.0);
        ui.add(field).on_hover_text("The name of the copy");
        let typed = panel.copy.trim();
        let name = if typed.is_empty() { format!("{} 2", kind.name) } else { typed.to_string() };
        let free = scenario.catalogue.kind(&name).is_none();
        let button = ui.add_enabled(free, egui::Button::new("Copy kind"));
        let doc =
            "Makes a kind of this name with the same numbers; drop its units with the unit tool";
        let taken = "There is a kind of this name; type another";
        if button.on_hover_text(doc).on_disabled_hover_text(taken).clicked() {
            let set = OWN_SET.to_string();
            let copy = KindDefinition { name: name.clone(), set, ..KindDefinition::of(kind) };
            wanted.push(perform(format!("Copy {}", kind.name), KindAction::Set(copy)));
            panel.chosen = Some(name);
            panel.copy.clear();
        }
    });
}
