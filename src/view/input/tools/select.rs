//! Selecting units and obstacles, and dragging obstacles.

use super::goal;
use super::hand::{Drag, Hand};
use super::place::fits;
use super::preview::Preview;
use super::scene::{Scene, SeenUnit};
use crate::grid::{Cell, Rectangle};
use crate::scenario::{Action, MoveObstacle, ObstacleSpec, UnitId};
use crate::view::document::history::Edit;
use crate::view::document::intent::{Intent, ToolIntent};
use crate::view::input::events::{MouseAct, MouseStep};
use crate::view::input::selection::Selection;
use bevy::prelude::*;
use std::collections::BTreeSet;

/// Pixels between press and release that still count as a click.
pub(super) const CLICK_SLACK: f32 = 4.0;
/// Maximum time between the clicks of a double-click, in seconds.
const DOUBLE_CLICK: f64 = 0.4;

pub(super) fn take_step(
    hand: &mut Hand,
    step: &MouseStep,
    scene: &Scene,
    wanted: &mut Vec<Intent>,
) {
    goal::drag(hand, step, scene, wanted);
    match (step.what, hand.drag) {
        (MouseAct::Pressed(MouseButton::Left), _) if step.on_map => {
            let on_unit = scene.unit_at(step.at).is_some();
            if !on_unit && goal::take_up(hand, step, scene, wanted) {
                return;
            }
            let obstacle = scene.obstacle_at(step.at).filter(|_| !on_unit);
            hand.drag = Some(match obstacle {
                Some(&obstacle) => {
                    let selection = Selection::obstacle(obstacle.id).in_arena(step.arena);
                    wanted.push(Intent::Tool(ToolIntent::Select(selection)));
                    Drag::Obstacle { obstacle, from: step.at, to: step.at }
                }
                None => Drag::Box { from: step.at, to: step.at, screen: step.screen },
            });
        }
        (MouseAct::Moved, Some(Drag::Box { from, screen, .. })) => {
            hand.drag = Some(Drag::Box { from, to: step.at, screen });
        }
        (MouseAct::Moved, Some(Drag::Obstacle { obstacle, from, .. })) => {
            hand.drag = Some(Drag::Obstacle { obstacle, from, to: step.at });
        }
        (MouseAct::Released(MouseButton::Left), Some(Drag::Box { from, screen, .. })) => {
            hand.drag = None;
            let selection = if screen.distance(step.screen) <= CLICK_SLACK {
                click(hand, step, from, scene)
            } else {
                let inside = Rect::from_corners(from, step.at);
                let units = ids(scene.units.iter().filter(|u| inside.contains(u.at)));
                joined(&scene.selection, units, step.modifiers.command)
            };
            let selection = selection.in_arena(step.arena);
            wanted.push(Intent::Tool(ToolIntent::Select(selection)));
        }
        (MouseAct::Released(MouseButton::Left), Some(Drag::Obstacle { obstacle, from, .. })) => {
            hand.drag = None;
            let area = moved(scene, obstacle, from, step.at);
            if area != obstacle.area && fits(&scene.facts, area, Some(obstacle.id)) {
                let action = Action::MoveObstacle(MoveObstacle { id: obstacle.id, to: area.at });
                wanted.push(Intent::perform(Edit::new("Move obstacle", vec![action])));
            }
        }
        _ => {}
    }
}

pub(super) fn preview(hand: &Hand, scene: &Scene, preview: &mut Preview) {
    goal::preview(hand, None, scene, preview);
    match hand.drag {
        Some(Drag::Box { from, to, .. }) if from.distance(to) > CLICK_SLACK * scene.pixel => {
            preview.selection_box = Some((from, to));
        }
        Some(Drag::Obstacle { obstacle, from, to }) => {
            let area = moved(scene, obstacle, from, to);
            if area != obstacle.area {
                let may_stand = fits(&scene.facts, area, Some(obstacle.id));
                preview.obstacle = Some((obstacle.kind, area, may_stand));
            }
        }
        _ => {}
    }
}

/// The selection after a click: one unit, or after a double-click all visible units of its kind and team.
fn click(hand: &mut Hand, step: &MouseStep, at: Vec2, scene: &Scene) -> Selection {
    let Some(unit) = scene.unit_at(at) else {
        hand.last_click = None;
        return joined(&scene.selection, BTreeSet::new(), step.modifiers.command);
    };
    let again = hand
        .last_click
        .replace((unit.id, scene.time))
        .is_some_and(|(id, time)| id == unit.id && scene.time - time <= DOUBLE_CLICK);
    if !again {
        return joined(&scene.selection, [unit.id].into(), step.modifiers.command);
    }
    let alike =
        |u: &&SeenUnit| u.team == unit.team && u.kind == unit.kind && scene.visible.contains(u.at);
    let mut units = ids(scene.units.iter().filter(alike));
    if step.modifiers.command {
        units.extend(&scene.selection.units);
    }
    Selection::units(units)
}

/// A new selection. With Command, the units are added, or removed if all of them are selected already.
fn joined(old: &Selection, units: BTreeSet<UnitId>, command: bool) -> Selection {
    let units = match command {
        false => units,
        true if !units.is_empty() && units.is_subset(&old.units) => &old.units - &units,
        true => &old.units | &units,
    };
    Selection::units(units)
}

fn ids<'a>(units: impl Iterator<Item = &'a SeenUnit>) -> BTreeSet<UnitId> {
    units.map(|u| u.id).collect()
}

/// The area of an obstacle after a drag; it stays inside the map.
fn moved(scene: &Scene, obstacle: ObstacleSpec, from: Vec2, to: Vec2) -> Rectangle {
    let bounds = scene.facts.terrain.bounds();
    let shift = (to - from).round();
    let (width, height) = obstacle.area.size;
    let most = (
        (bounds.width as i32 - width as i32).max(0),
        (bounds.height as i32 - height as i32).max(0),
    );
    let at = Cell::new(
        (obstacle.area.at.x + shift.x as i32).clamp(0, most.0),
        (obstacle.area.at.y + shift.y as i32).clamp(0, most.1),
    );
    Rectangle::new(at, width, height)
}
