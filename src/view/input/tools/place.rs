//! Placing obstacles: a click places one of the chosen size, a drag one of any size.

use super::hand::{Drag, Hand};
use super::preview::Preview;
use super::scene::Scene;
use super::select::CLICK_SLACK;
use super::shapes::rectangle_around;
use crate::grid::{Bounds, Cell, Rectangle};
use crate::scenario::{Action, ObstacleId, ObstacleKind, PlaceObstacle};
use crate::sim::ArenaFacts;
use crate::view::document::history::Edit;
use crate::view::document::intent::{Intent, ToolIntent};
use crate::view::input::events::{MouseAct, MouseStep};
use crate::view::input::selection::Selection;
use bevy::prelude::*;

pub(super) fn take_step(
    hand: &mut Hand,
    step: &MouseStep,
    scene: &Scene,
    wanted: &mut Vec<Intent>,
) {
    match (step.what, hand.drag) {
        (MouseAct::Pressed(MouseButton::Left), _) if step.on_map => {
            hand.drag = Some(Drag::Area { from: step.at, to: step.at, screen: step.screen });
        }
        (MouseAct::Moved, Some(Drag::Area { from, screen, .. })) => {
            hand.drag = Some(Drag::Area { from, to: step.at, screen });
        }
        (MouseAct::Released(MouseButton::Left), Some(Drag::Area { from, screen, .. })) => {
            hand.drag = None;
            let clicked = screen.distance(step.screen) <= CLICK_SLACK;
            let area = if clicked { around(from, scene) } else { between(from, step.at, scene) };
            place(area, scene, wanted);
        }
        _ => {}
    }
}

pub(super) fn preview(hand: &Hand, at: Option<Vec2>, scene: &Scene, preview: &mut Preview) {
    let area = match hand.drag {
        Some(Drag::Area { from, to, .. }) if from.distance(to) > CLICK_SLACK * scene.pixel => {
            Some(between(from, to, scene))
        }
        Some(Drag::Area { from, .. }) => Some(around(from, scene)),
        _ => at.map(|at| around(at, scene)),
    };
    preview.obstacle =
        area.map(|area| (scene.options.obstacle, area, fits(&scene.facts, area, None)));
}

/// Places an obstacle, if it fits, and selects it.
fn place(area: Rectangle, scene: &Scene, wanted: &mut Vec<Intent>) {
    if !fits(&scene.facts, area, None) {
        return;
    }
    let kind = scene.options.obstacle;
    let id = scene.run.next_obstacle();
    let action = Action::PlaceObstacle(PlaceObstacle { id, kind, area });
    wanted.push(Intent::perform(Edit::new(format!("Place {}", name(kind)), vec![action])));
    wanted.push(Intent::Tool(ToolIntent::Select(Selection::obstacle(id))));
}

/// An obstacle of the chosen size around a position.
fn around(at: Vec2, scene: &Scene) -> Rectangle {
    rectangle_around(at, scene.options.obstacle_size)
}

/// The cells from one position to another, as far as they lie inside the map.
fn between(from: Vec2, to: Vec2, scene: &Scene) -> Rectangle {
    let bounds: Bounds = scene.facts.terrain.bounds();
    let [a, b] = [from, to].map(|at| bounds.clamp(Cell::containing(at)));
    let corner = Cell::new(a.x.min(b.x), a.y.min(b.y));
    Rectangle::new(corner, a.x.abs_diff(b.x) + 1, a.y.abs_diff(b.y) + 1)
}

/// Whether an obstacle fits: inside the map, and on no obstacle other than `itself`.
pub(crate) fn fits(facts: &ArenaFacts, area: Rectangle, itself: Option<ObstacleId>) -> bool {
    let bounds = facts.terrain.bounds();
    let overlaps = |other: Rectangle| {
        area.at.x <= other.last().x
            && other.at.x <= area.last().x
            && area.at.y <= other.last().y
            && other.at.y <= area.last().y
    };
    bounds.contains(area.at)
        && bounds.contains(area.last())
        && !facts.obstacles.iter().any(|o| Some(o.id) != itself && overlaps(o.area))
}

/// The name of a kind of obstacle.
fn name(kind: ObstacleKind) -> &'static str {
    match kind {
        ObstacleKind::Tree => "tree",
        ObstacleKind::Boulder => "boulder",
        ObstacleKind::Wall => "wall",
    }
}
