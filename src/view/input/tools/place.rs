//! Placing obstacles.

use super::preview::Preview;
use super::scene::Scene;
use super::shapes::rectangle_around;
use crate::grid::Rectangle;
use crate::scenario::{Action, ObstacleId, ObstacleKind, Scenario};
use crate::view::document::history::Edit;
use crate::view::document::intent::{Intent, ToolIntent};
use crate::view::input::events::{MouseAct, MouseStep};
use crate::view::input::selection::Selection;
use bevy::prelude::*;

pub(super) fn take_step(step: &MouseStep, scene: &Scene, wanted: &mut Vec<Intent>) {
    if step.what != MouseAct::Pressed(MouseButton::Left) || !step.on_map {
        return;
    }
    let area = rectangle_around(step.at, scene.options.obstacle_size);
    if !fits(scene.scenario, area, None) {
        return;
    }
    let kind = scene.options.obstacle;
    let id = scene.scenario.next_obstacle_id();
    let action = Action::PlaceObstacle { id, kind, area };
    wanted.push(Intent::perform(Edit::new(format!("Place {}", name(kind)), vec![action])));
    wanted.push(Intent::Tool(ToolIntent::Select(Selection::obstacle(id))));
}

pub(super) fn preview(at: Option<Vec2>, scene: &Scene, preview: &mut Preview) {
    preview.obstacle = at.map(|at| {
        let area = rectangle_around(at, scene.options.obstacle_size);
        (scene.options.obstacle, area, fits(scene.scenario, area, None))
    });
}

/// Whether an obstacle fits: inside the map, and on no obstacle other than `itself`.
pub(super) fn fits(scenario: &Scenario, area: Rectangle, itself: Option<ObstacleId>) -> bool {
    let bounds = scenario.terrain.bounds();
    let overlaps = |other: Rectangle| {
        area.at.x <= other.last().x
            && other.at.x <= area.last().x
            && area.at.y <= other.last().y
            && other.at.y <= area.last().y
    };
    bounds.contains(area.at)
        && bounds.contains(area.last())
        && !scenario.obstacles.iter().any(|o| Some(o.id) != itself && overlaps(o.area))
}

/// The name of a kind of obstacle.
fn name(kind: ObstacleKind) -> &'static str {
    match kind {
        ObstacleKind::Tree => "tree",
        ObstacleKind::Boulder => "boulder",
        ObstacleKind::Wall => "wall",
    }
}
