//! The selected units, or the selected obstacle.

use super::key_hints::told;
use super::tooltips::Explain;
use super::widgets::{number_row, quiet, wrapped};
use crate::overlay::palette::distinct;
use crate::scenario::{ObstacleSpec, Order, TeamId, UnitId};
use crate::sim::{Controller, Status, WaitReason};
use crate::steering::Terms;
use crate::view::theme::egui_colour;
use crate::words::count;
use bevy::math::Vec2;
use bevy_egui::egui::{self, RichText, Ui};

/// A selected unit, as the panel shows it.
#[derive(Clone, Debug)]
pub struct SelectedUnit {
    /// Its number.
    pub id: UnitId,
    /// Its team.
    pub team: TeamId,
    /// The name of its kind.
    pub kind: &'static str,
    /// Its position, in cells.
    pub at: Vec2,
    /// Its speed, in cells per second.
    pub speed: f32,
    /// Its radius, in cells.
    pub radius: f32,
    /// What it is doing.
    pub status: Status,
    /// The number of units in its group, itself included.
    pub group: usize,
    /// Its current order and the queued ones.
    pub orders: Vec<Order>,
    /// Cells of its path that it has not reached yet.
    pub ahead: usize,
    /// Its hit points now and at full health; 0 for kinds that cannot be hurt.
    pub hit_points: (f32, f32),
    /// What controlled it in the last tick.
    pub controller: Controller,
    /// The terms of its steering, in cells per second.
    pub terms: Terms,
    /// The name of its team's doctrine.
    pub doctrine: String,
    /// The unit that it attacks or heals, and whether that is in range.
    pub target: Option<(UnitId, bool)>,
    /// What it waits for, in a few words.
    pub waits_for: Option<&'static str>,
}

/// A unit on its way that is slower than this stands, in cells per second.
const STANDS_BELOW: f32 = 0.05;

/// What a unit waits for. `turn`: whether the rules of traffic hold it at a passage; `failed`: its actions since its last step
/// from cell to cell; `speed` in cells per second.
pub(super) fn waits_for(
    status: Status,
    turn: bool,
    failed: u32,
    speed: f32,
) -> Option<&'static str> {
    match status {
        Status::Waiting(reason) => Some(match reason {
            WaitReason::WalledIn => "a path out: it is walled in",
            WaitReason::Unreachable => "a path to its goal: there is none",
            WaitReason::Blocked => "others to move out of its way",
            WaitReason::Buried => "a path out: it is under a wall",
            WaitReason::NoPath => "a path: its search finds none",
        }),
        Status::Planning => Some("its path"),
        Status::Walking if turn => Some("its turn at a narrow passage"),
        Status::Walking if failed > 0 => Some("the next cell to become free"),
        Status::Walking if speed < STANDS_BELOW => Some("units ahead of it to move on"),
        _ => None,
    }
}

/// Shows the selected units, or the selected obstacle.
pub fn show(
    ui: &mut Ui,
    units: &[SelectedUnit],
    obstacle: Option<&ObstacleSpec>,
    teams: &[String],
) {
    ui.spacing_mut().item_spacing.y = 2.0;
    if let Some(obstacle) = obstacle {
        let (width, height) = obstacle.area.size;
        number_row(ui, "obstacle", format!("{:?}", obstacle.kind), "Kind of obstacle");
        number_row(ui, "at", obstacle.area.at.to_string(), "Its upper left cell");
        number_row(ui, "size", format!("{width} x {height} cells"), "Columns and rows");
        let hint = told(ui.ctx(), "Drag it to move it; `Delete` removes it.");
        wrapped(ui, quiet(hint));
        return;
    }
    match units {
        [] => {
            let hint =
                "Nothing selected. Click a unit, obstacle or goal with the Select tool (`Q`).";
            wrapped(ui, quiet(told(ui.ctx(), hint)));
        }
        [unit] => one(ui, unit, teams),
        _ => many(ui, units, teams),
    }
}

fn one(ui: &mut Ui, unit: &SelectedUnit, teams: &[String]) {
    let team = teams.get(usize::from(unit.team.0)).map_or("", String::as_str);
    number_row(
        ui,
        "unit",
        format!("{} ({} {})", unit.id.0, team, unit.kind),
        "Number, team and kind",
    );
    let order = unit.orders.first().map_or_else(|| "none".into(), order_name);
    number_row(ui, "order", order, "Its current order");
    for (index, order) in unit.orders.iter().skip(1).enumerate() {
        number_row(ui, &format!("then {}", index + 1), order_name(order), "A queued order");
    }
    number_row(ui, "status", status(unit.status), "What it is doing");
    if let Some(what) = unit.waits_for {
        number_row(ui, "waits for", what.into(), "Why it does not go on now");
    }
    number_row(ui, "doctrine", unit.doctrine.clone(), "How its team plans and moves");
    let doc = "What controlled it in the last tick: its path, a fight, or its engage rule";
    number_row(ui, "controlled", unit.controller.sentence(unit.status).into(), doc);
    if let Some((target, in_range)) = unit.target {
        let range = if in_range { "in range" } else { "out of range" };
        let value = format!("unit {}, {range}", target.0);
        number_row(ui, "target", value, "The unit that it attacks or heals");
    }
    if unit.hit_points.1 > 0.0 {
        let value = format!("{:.0} of {:.0}", unit.hit_points.0, unit.hit_points.1);
        number_row(ui, "hit points", value, "Now, and at full health");
    }
    if unit.group > 1 {
        number_row(ui, "group", count(unit.group as u64, "unit"), "Units in its group");
    }
    let ahead = count(unit.ahead as u64, "cell");
    let doc = "Cells of its path that it has not reached yet";
    number_row(ui, "path ahead", ahead, doc);
    number_row(ui, "speed", format!("{:.2} cells/s", unit.speed), "In the last tick");
    let at = format!("{:.2}, {:.2}", unit.at.x, unit.at.y);
    number_row(ui, "at", at, "Column and row, in cells");
    number_row(ui, "radius", format!("{:.2} cells", unit.radius), "No other unit may come nearer");
    for (index, (name, term)) in unit.terms.iter().enumerate() {
        steering_row(ui, index, name, term);
    }
}

/// A term of the steering, in the colour of its arrow on the map.
fn steering_row(ui: &mut Ui, index: usize, name: &str, term: Vec2) {
    let doc = "A term of its steering, in cells per second; \"Steering\" among the overlays draws it as an arrow";
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new("■").color(egui_colour(distinct(index))));
        ui.label(quiet(name)).explain(doc);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let value = format!("{:.2} cells/s", term.length());
            ui.label(RichText::new(value).monospace())
                .explain(format!("{doc}\nto the right {:+.2}, downwards {:+.2}", term.x, term.y));
        });
    });
}

fn many(ui: &mut Ui, units: &[SelectedUnit], teams: &[String]) {
    number_row(ui, "units", units.len().to_string(), "How many are selected");
    for (index, team) in teams.iter().enumerate() {
        let count = units.iter().filter(|u| usize::from(u.team.0) == index).count();
        if count > 0 {
            number_row(ui, &format!("of {team}"), count.to_string(), "Selected units of this team");
        }
    }
    let mut kinds: Vec<&str> = units.iter().map(|u| u.kind).collect();
    kinds.sort_unstable();
    for chunk in kinds.chunk_by(|a, b| a == b) {
        number_row(ui, chunk[0], chunk.len().to_string(), "Selected units of this kind");
    }
    let centre = units.iter().map(|u| u.at).sum::<Vec2>() / units.len() as f32;
    let spread = units.iter().map(|u| u.at.distance_squared(centre)).sum::<f32>();
    let spread = (spread / units.len() as f32).sqrt();
    number_row(
        ui,
        "spread",
        format!("{spread:.2} cells"),
        "Root mean square distance from their centre",
    );
    let walking = units.iter().filter(|u| u.status == Status::Walking).count();
    number_row(ui, "walking", walking.to_string(), "Selected units that are walking");
}

fn status(status: Status) -> String {
    match status {
        Status::Idle => "idle".into(),
        Status::Planning => "planning".into(),
        Status::Walking => "walking".into(),
        Status::Fighting => "fighting".into(),
        Status::Arrived => "arrived".into(),
        Status::Waiting(reason) => format!("waiting: {}", reason.sentence()),
    }
}

fn order_name(order: &Order) -> String {
    match order {
        Order::Move(to) => format!("move to {to}"),
        Order::AttackMove(to) => format!("attack-move to {to}"),
        Order::Attack(to) => format!("attack the unit at {to}"),
        Order::AttackUnit { unit, .. } => format!("attack unit {}", unit.0),
        Order::Patrol { to, .. } => format!("patrol to {to}"),
        Order::Hold => "hold".into(),
        Order::Stop => "stop".into(),
    }
}
