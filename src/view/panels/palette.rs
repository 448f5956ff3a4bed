//! The palette: the tools, and the settings of the current one.

use super::key_hints::{key_of, told};
use super::places::Tab;
use super::tooltips::Explain;
use super::widgets::{ROUNDS_DOC, choose, choose_team, quiet, rounds_field, slider, wrapped};
use crate::combat::{Targets, UnitKind, Weapon};
use crate::grid::Ground;
use crate::scenario::{ObstacleKind, TeamId, is_team, living_teams};
use crate::sim::ArenaFacts;
use crate::view::document::intent::{Intent, ShowIntent, ToolIntent};
use crate::view::input::selection::Selection;
use crate::view::input::tools::{Armed, Tool, ToolOptions};
use crate::words::capitalised;
use bevy_egui::egui::{self, RichText, Ui};

/// Maximum height of the list of unit kinds, in logical pixels.
const MAX_OF_KINDS: f32 = 290.0;

/// Shows the palette and changes the options.
pub fn show(
    ui: &mut Ui,
    options: &mut ToolOptions,
    facts: &ArenaFacts,
    selection: &Selection,
) -> Vec<Intent> {
    let mut wanted = Vec::new();
    ui.label(RichText::new("Tools").strong());
    for tool in Tool::ALL {
        let button = egui::Button::new(tool.name())
            .shortcut_text(key(ui, ToolIntent::Take(tool)))
            .selected(options.tool == tool)
            .min_size(egui::vec2(ui.available_width(), 0.0));
        if ui.add(button).explain(told(ui.ctx(), tool.hint())).clicked() {
            wanted.push(Intent::Tool(ToolIntent::Take(tool)));
        }
    }
    ui.separator();
    match options.tool {
        Tool::Select => orders(ui, options, selection, &mut wanted),
        Tool::Paint => brush(ui, options),
        Tool::Place => obstacle(ui, options),
        Tool::Drop => units(ui, options, facts, &mut wanted),
        Tool::Goal => wrapped(ui, quiet("Names of goals stand in the Scenario tab.")),
    }
    wanted
}

/// The name of the key of an intent.
fn key(ui: &Ui, intent: ToolIntent) -> String {
    key_of(ui.ctx(), &Intent::Tool(intent)).unwrap_or_default()
}

fn orders(ui: &mut Ui, options: &mut ToolOptions, selection: &Selection, wanted: &mut Vec<Intent>) {
    ui.label(RichText::new("Orders").strong());
    let list = [
        (
            "Attack",
            "Then click an enemy to attack it, or the ground to attack-move there",
            ToolIntent::Arm(Armed::Attack),
        ),
        ("Patrol", "Then click the other end of the patrol", ToolIntent::Arm(Armed::Patrol)),
        ("Hold", "Stop and hold", ToolIntent::Hold),
        ("Delete", "Deletes the selection", ToolIntent::Delete),
    ];
    for (label, doc, intent) in list {
        let button = egui::Button::new(label)
            .shortcut_text(key(ui, intent.clone()))
            .min_size(egui::vec2(ui.available_width(), 0.0));
        let deletes = intent == ToolIntent::Delete
            && (selection.obstacle.is_some() || selection.goal.is_some());
        let response = ui.add_enabled(deletes || !selection.units.is_empty(), button);
        let missing = match intent {
            ToolIntent::Delete => "Select units, an obstacle or a goal first",
            _ => "Select units first",
        };
        if response.explain(doc).on_disabled_hover_text(missing).clicked() {
            wanted.push(Intent::Tool(intent));
        }
    }
    let select_all = egui::Button::new("Select all")
        .shortcut_text(key(ui, ToolIntent::SelectAll))
        .min_size(egui::vec2(ui.available_width(), 0.0));
    if ui.add(select_all).explain("Selects every unit").clicked() {
        wanted.push(Intent::Tool(ToolIntent::SelectAll));
    }
    ui.label(quiet("patrols"));
    ui.add(rounds_field(&mut options.patrol_rounds)).explain(ROUNDS_DOC);
}

fn brush(ui: &mut Ui, options: &mut ToolOptions) {
    ui.label(RichText::new("Brush").strong());
    let kinds = [
        (Ground::Wall, "Wall", "Blocks units"),
        (Ground::Trees, "Trees", "Block units"),
        (Ground::Water, "Water", "Blocks units"),
        (Ground::Swamp, "Swamp", "Units can walk there"),
        (Ground::Floor, "Floor", "Open ground; erases everything else"),
    ];
    if let Some(ground) = choose(ui, options.ground, &kinds) {
        options.ground = ground;
    }
    ui.label(quiet("diameter"));
    let range = 1..=ToolOptions::MAX_BRUSH;
    slider(ui, &mut options.brush, |size| egui::Slider::new(size, range).suffix(" cells"))
        .explain(told(ui.ctx(), "Diameter of the brush; `[` and `]` change it"));
}

fn obstacle(ui: &mut Ui, options: &mut ToolOptions) {
    ui.label(RichText::new("Obstacle").strong());
    let kinds = [
        (ObstacleKind::Tree, "Tree", "A tree"),
        (ObstacleKind::Boulder, "Boulder", "A boulder"),
        (ObstacleKind::Wall, "Wall", "A piece of wall"),
    ];
    if let Some(kind) = choose(ui, options.obstacle, &kinds) {
        options.obstacle = kind;
    }
    ui.label(quiet("columns"));
    slider(ui, &mut options.obstacle_size.0, side).explain("Columns, in cells");
    ui.label(quiet("rows"));
    slider(ui, &mut options.obstacle_size.1, side).explain("Rows, in cells");
}

fn units(ui: &mut Ui, options: &mut ToolOptions, facts: &ArenaFacts, wanted: &mut Vec<Intent>) {
    ui.label(RichText::new("Units").strong());
    let teams = facts.teams;
    if !is_team(teams, options.team) {
        options.team = living_teams(teams).map(|(team, _)| team).last().unwrap_or_default();
    }
    let now = usize::from(options.team.0);
    if let Some(team) = choose_team(ui, now, teams, "The team of the dropped units") {
        options.team = TeamId(team as u8);
    }
    let more = ui.small_button("Another team…");
    if more.explain("Opens the tab with the teams: add, name and colour them there").clicked() {
        wanted.push(Intent::Show(ShowIntent::Tab(Tab::Scenario)));
    }
    let now = options.unit_kind(facts).name;
    let list = egui::ScrollArea::vertical().id_salt("kinds").max_height(MAX_OF_KINDS);
    list.show(ui, |ui| {
        for (set, kinds) in by_set(facts.catalogue.kinds()) {
            ui.label(quiet(set)).explain("A set of unit kinds");
            let docs: Vec<String> = kinds.iter().map(|kind| figures(kind)).collect();
            let row: Vec<(&str, &str, &str)> =
                kinds.iter().zip(&docs).map(|(k, doc)| (k.name, k.name, doc.as_str())).collect();
            if let Some(name) = choose(ui, now, &row)
                && let Some(kind) = kinds.iter().find(|kind| kind.name == name)
            {
                options.kind = Some(kind.name);
            }
        }
    });
    ui.add_space(8.0);
    let kind = options.unit_kind(facts);
    if kind.weapon.is_none() && kind.healing.is_none() {
        wrapped(
            ui,
            quiet(format!(
                "{} is unarmed. For a fight choose an armed kind, such as Marine.",
                capitalised(kind.name)
            )),
        );
    }
    ui.label(quiet("how many"));
    let range = 1..=ToolOptions::MAX_UNITS;
    slider(ui, &mut options.count, |count| egui::Slider::new(count, range).logarithmic(true))
        .explain(told(ui.ctx(), "Units in the block; `[` and `]` change it"));
}

/// Unit kinds grouped by their set.
fn by_set<'a>(kinds: &[&'a UnitKind]) -> Vec<(&'a str, Vec<&'a UnitKind>)> {
    let mut sets: Vec<(&str, Vec<&UnitKind>)> = Vec::new();
    for &kind in kinds {
        let set = if kind.set.is_empty() { "others" } else { kind.set };
        match sets.iter_mut().find(|(name, _)| *name == set) {
            Some((_, members)) => members.push(kind),
            None => sets.push((set, vec![kind])),
        }
    }
    sets
}

/// The figures of a unit kind.
pub fn figures(kind: &UnitKind) -> String {
    let mut lines = vec![match kind.speed > 0.0 {
        true => format!("{} cells per second, radius {} cells", kind.speed, kind.radius),
        false => format!("never moves, covers {0} x {0} cells", kind.size),
    }];
    let mut body = format!("{} hit points", kind.hit_points);
    if kind.armour > 0.0 {
        body += &format!(", armour {}", kind.armour);
    }
    lines.push(format!("{body}, sees {} cells", kind.sight));
    lines.extend([&kind.weapon, &kind.air_weapon].into_iter().flatten().map(weapon_figures));
    match (&kind.weapon, &kind.healing) {
        (Some(_), _) => {}
        (None, Some(healing)) => {
            lines.push(format!("heals {} per second, range {} cells", healing.rate, healing.range))
        }
        (None, None) => lines.push("has no weapon".into()),
    }
    if kind.flying {
        lines.push("flies over walls".into());
    }
    lines.join("\n")
}

fn weapon_figures(weapon: &Weapon) -> String {
    let Weapon { damage, hits, cooldown, range, splash, .. } = weapon;
    let damage = damage * *hits as f32;
    let mut line = format!("damage {damage} every {cooldown} s, range {range} cells");
    if *splash > 0.0 {
        line += &format!(", splash {splash} cells");
    }
    line += match weapon.targets {
        Targets::Both => "",
        Targets::Ground => ", not against fliers",
        Targets::Air => ", only against fliers",
    };
    line
}

fn side(cells: &mut u32) -> egui::Slider<'_> {
    egui::Slider::new(cells, 1..=ToolOptions::MAX_OBSTACLE)
}
