//! The ring around what a step points at.
//!
//! Panels announce controls by name with [`mark`]; nothing happens unless a step points at that name.

use super::course::{Course, Open, Progress};
use crate::learn::{Condition, Point};
use crate::scenario::UnitId;
use crate::sim::{Arena, Pace, Position, Roster};
use crate::view::document::Document;
use crate::view::input::camera::View;
use crate::view::overlays::Overlays;
use crate::view::panels::layout::PanelSystems;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show.after(PanelSystems));
}

/// Announces where a control is, under the name by which lessons point at it. If a new step points at it and it is out of
/// sight, what it lies in scrolls there.
pub fn mark(ui: &egui::Ui, rect: egui::Rect, name: &str) {
    if ui.is_rect_visible(rect) {
        let pass = ui.ctx().cumulative_pass_nr();
        let rect = rect.intersect(ui.clip_rect());
        ui.ctx().data_mut(|data| data.insert_temp(id(name), (rect, pass)));
    } else if ui.data(|data| data.get_temp::<String>(sought())).is_some_and(|own| own == name) {
        ui.scroll_to_rect(rect, Some(egui::Align::Center));
    }
}

/// Where the name of the control stands that is to be scrolled to.
fn sought() -> egui::Id {
    egui::Id::new("spotlight seeks")
}

fn id(name: &str) -> egui::Id {
    egui::Id::new(("spotlight", name))
}

/// Where a control was shown in this pass.
pub fn marked(context: &egui::Context, name: &str) -> Option<egui::Rect> {
    marked_in(context, name, context.cumulative_pass_nr())
}

/// Where a control was shown, if it was last shown in a pass.
pub(super) fn marked_in(context: &egui::Context, name: &str, pass: u64) -> Option<egui::Rect> {
    let (rect, last): (egui::Rect, u64) = context.data(|data| data.get_temp(id(name)))?;
    (last == pass).then_some(rect)
}

/// A square around a position on the map.
fn around(view: &View, position: Vec2) -> egui::Rect {
    let (at, side) = (view.screen_at(position), 1.8 / view.pixel());
    egui::Rect::from_center_size(egui::pos2(at.x, at.y), egui::Vec2::splat(side))
}

/// Seconds for one slow swell of the ring.
const SWELL: f64 = 2.4;
/// How often the ring swells at the beginning of a step. Then it stands still.
const SWELLS: f64 = 3.0;
/// Seconds after the beginning of a step in which panels scroll to what it points at.
const SEEKING: f64 = 1.5;

/// Whether the ring of a step swells, if it has one.
pub(super) fn swells(open: &Open, now: f64) -> bool {
    let points = open.step().is_some_and(|step| !step.point.is_empty());
    points && now - open.since < SWELLS * SWELL
}

/// What decides whether a control was used already.
#[derive(SystemParam)]
pub(super) struct Used<'w> {
    pace: Res<'w, Pace>,
    overlays: Res<'w, Overlays>,
    document: Res<'w, Document>,
}

impl Used<'_> {
    /// Whether the user did already what the control is for.
    pub(super) fn holds(&self, control: &str) -> bool {
        let is_on = |key: &str| self.overlays.rows.iter().any(|r| r.on && r.overlay.key == key);
        match control {
            "play" => self.pace.running || self.document.runs_then(),
            "compare" => self.document.run().arenas() > 1,
            _ => control.strip_prefix("overlay ").is_some_and(is_on),
        }
    }
}

fn show(
    mut contexts: EguiContexts,
    course: Res<Course>,
    used: Used,
    view: Res<View>,
    time: Res<Time<Real>>,
    rosters: Query<(&Arena, &Roster)>,
    positions: Query<&Position>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    context.data_mut(|data| data.remove::<String>(sought()));
    let Some(open) = course.open() else { return Ok(()) };
    let Some(step) = open.step().filter(|_| open.serial == used.document.serial()) else {
        return Ok(());
    };
    let waits = matches!(open.progress, Progress::New | Progress::Waiting);
    if !waits && step.until != Condition::Read {
        return Ok(());
    }
    let is_open = |point: &&Point| !matches!(point, Point::Control(name) if used.holds(name));
    if let Some(Point::Control(name)) = step.point.iter().find(is_open)
        && time.elapsed_secs_f64() - open.since < SEEKING
    {
        context.data_mut(|data| data.insert_temp(sought(), name.clone()));
    }
    let target = step.point.iter().filter(is_open).find_map(|point| match point {
        Point::Control(name) => marked(&context, name).map(|rect| rect.expand(3.0)),
        Point::Place(cell) => Some(around(&view, cell.center())),
        Point::Unit(number) => {
            let roster = rosters.iter().min_by_key(|(arena, _)| arena.index)?.1;
            let entity = *roster.units.get(&UnitId(*number))?;
            positions.get(entity).ok().map(|position| around(&view, position.0))
        }
    });
    if let Some(rect) = target {
        let now = time.elapsed_secs_f64();
        let turn = if swells(open, now) { (now - open.since) / SWELL } else { 0.0 };
        let phase = (turn * std::f64::consts::TAU).sin() as f32;
        let colour = context.global_style().visuals.hyperlink_color;
        // Over panels and legends, under windows and menus.
        let layer = egui::LayerId::new(egui::Order::Background, egui::Id::new("spotlight"));
        let stroke = egui::Stroke::new(2.0, colour.gamma_multiply(0.75 + 0.25 * phase));
        let rect = rect.expand(1.0 + phase);
        context.layer_painter(layer).rect_stroke(rect, 6.0, stroke, egui::StrokeKind::Outside);
    }
    Ok(())
}
