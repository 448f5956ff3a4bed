//! The palette: tools, and what the tool in hand is set to.

use super::widgets::{choose, choose_team, quiet};
use crate::combat::built_in;
use crate::grid::{CornerRule, Ground};
use crate::scenario::{Action, ObstacleKind, Team, TeamId};
use crate::view::history::Edit;
use crate::view::intent::{Intent, ToolIntent};
use crate::view::tools::{Armed, Tool, ToolOptions};
use bevy_egui::egui::{self, RichText, Ui};

/// Shows the palette and changes the options. Returns what else is wanted.
pub fn show(
    ui: &mut Ui,
    options: &mut ToolOptions,
    teams: &[Team],
    corners: CornerRule,
    units_selected: bool,
) -> Vec<Intent> {
    let mut wanted = Vec::new();
    ui.label(RichText::new("Tools").strong());
    for tool in Tool::ALL {
        let button = egui::Button::new(tool.name())
            .shortcut_text(tool.key())
            .selected(options.tool == tool)
            .min_size(egui::vec2(ui.available_width(), 0.0));
        if ui.add(button).on_hover_text(tool.hint()).clicked() {
            wanted.push(Intent::Tool(ToolIntent::Take(tool)));
        }
    }
    ui.separator();
    match options.tool {
        Tool::Select => orders(ui, units_selected, &mut wanted),
        Tool::Paint => brush(ui, options),
        Tool::Place => obstacle(ui, options),
        Tool::Drop => units(ui, options, teams),
    }
    ui.separator();
    map(ui, corners, &mut wanted);
    wanted
}

fn orders(ui: &mut Ui, units_selected: bool, wanted: &mut Vec<Intent>) {
    ui.label(RichText::new("Orders").strong());
    let list = [
        (
            "Attack-move",
            "A",
            "Then click: go there and fight on the way",
            ToolIntent::Arm(Armed::AttackMove),
        ),
        ("Patrol", "P", "Then click: go to and fro", ToolIntent::Arm(Armed::Patrol)),
        ("Hold", "H", "Stop and stay", ToolIntent::Hold),
        ("Delete", "Del", "Takes the selection away", ToolIntent::Delete),
    ];
    for (label, key, doc, intent) in list {
        let button = egui::Button::new(label)
            .shortcut_text(key)
            .min_size(egui::vec2(ui.available_width(), 0.0));
        let enabled = units_selected || intent == ToolIntent::Delete;
        let response = ui.add_enabled(enabled, button);
        if response.on_hover_text(doc).on_disabled_hover_text("Select units first").clicked() {
            wanted.push(Intent::Tool(intent));
        }
    }
    let everyone = egui::Button::new("Select all")
        .shortcut_text("Ctrl+A")
        .min_size(egui::vec2(ui.available_width(), 0.0));
    if ui.add(everyone).on_hover_text("Selects every unit").clicked() {
        wanted.push(Intent::Tool(ToolIntent::SelectAll));
    }
}

fn brush(ui: &mut Ui, options: &mut ToolOptions) {
    ui.label(RichText::new("Brush").strong());
    let kinds = [
        (Ground::Wall, "Wall", "Blocks"),
        (Ground::Trees, "Trees", "Block"),
        (Ground::Water, "Water", "Blocks"),
        (Ground::Swamp, "Swamp", "Units can walk there"),
        (Ground::Floor, "Floor", "Open ground: erases"),
    ];
    if let Some(ground) = choose(ui, options.ground, &kinds) {
        options.ground = ground;
    }
    ui.label(quiet("diameter"));
    let range = 1..=ToolOptions::LARGEST_BRUSH;
    ui.add(slider(&mut options.brush, range).suffix(" cells"))
        .on_hover_text("Diameter of the brush; [ and ] change it");
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
    let range = 1..=ToolOptions::LARGEST_OBSTACLE;
    ui.label(quiet("columns"));
    ui.add(slider(&mut options.obstacle_size.0, range.clone())).on_hover_text("Columns, in cells");
    ui.label(quiet("rows"));
    ui.add(slider(&mut options.obstacle_size.1, range)).on_hover_text("Rows, in cells");
}

fn units(ui: &mut Ui, options: &mut ToolOptions, teams: &[Team]) {
    ui.label(RichText::new("Units").strong());
    options.team = TeamId(options.team.0.min(teams.len().saturating_sub(1) as u8));
    let now = usize::from(options.team.0);
    if let Some(team) = choose_team(ui, now, teams, "The side they are on") {
        options.team = TeamId(team as u8);
    }
    let docs: Vec<String> = built_in()
        .iter()
        .map(|k| format!("{} cells a second, radius {} cells", k.speed, k.radius))
        .collect();
    let kinds: Vec<(usize, &str, &str)> =
        built_in().iter().enumerate().map(|(i, k)| (i, k.name, docs[i].as_str())).collect();
    if let Some(kind) = choose(ui, options.kind, &kinds) {
        options.kind = kind;
    }
    ui.label(quiet("how many"));
    ui.add(slider(&mut options.count, 1..=ToolOptions::MOST_UNITS).logarithmic(true))
        .on_hover_text("Units in the block; [ and ] change it");
}

fn slider(value: &mut u32, range: std::ops::RangeInclusive<u32>) -> egui::Slider<'_> {
    egui::Slider::new(value, range)
}

fn map(ui: &mut Ui, corners: CornerRule, wanted: &mut Vec<Intent>) {
    ui.label(RichText::new("Diagonal steps")).on_hover_text("When units may step diagonally");
    let rules = [
        (CornerRule::Free, "Always", "Corners may be cut, even between two blocked cells"),
        (
            CornerRule::NotBetweenTwo,
            "Not between two",
            "Unless both cells beside the step are blocked",
        ),
        (
            CornerRule::BothSidesFree,
            "Both sides free",
            "Only if both cells beside the step are free, as in MovingAI benchmarks",
        ),
    ];
    if let Some(rule) = choose(ui, corners, &rules) {
        wanted.push(Intent::perform(Edit::new(
            "Change diagonal steps",
            vec![Action::SetCorners(rule)],
        )));
    }
}
