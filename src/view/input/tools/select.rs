//! Selecting units and obstacles, and dragging obstacles.

use super::place::may_stand;
use super::{Drag, Hand, MouseAct, MouseStep, Scene, SeenUnit, select_intent};
use crate::grid::{Cell, Rectangle};
use crate::scenario::{Action, ObstacleSpec, UnitId};
use crate::view::document::history::Edit;
use crate::view::document::intent::Intent;
use crate::view::shared::{Preview, Selection};
use bevy::prelude::*;
use std::collections::BTreeSet;

/// Pixels that a click may stray.
const CLICK_SLACK: f32 = 4.0;
/// Seconds between the clicks of a double-click.
const DOUBLE_CLICK: f64 = 0.4;

pub(super) fn take_step(
    hand: &mut Hand,
    step: &MouseStep,
    scene: &Scene,
    wanted: &mut Vec<Intent>,
) {
    match (step.what, hand.drag) {
        (MouseAct::Pressed(MouseButton::Left), _) if step.on_map => {
            let obstacle = scene.obstacle_at(step.at).filter(|_| scene.unit_at(step.at).is_none());
            hand.drag = Some(match obstacle {
                Some(&obstacle) => {
                    let selection =
                        Selection { units: BTreeSet::new(), obstacle: Some(obstacle.id) };
                    wanted.push(select_intent(selection));
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
                joined(&scene.selection, units, step.ctrl)
            };
            wanted.push(select_intent(selection));
        }
        (MouseAct::Released(MouseButton::Left), Some(Drag::Obstacle { obstacle, from, .. })) => {
            hand.drag = None;
            let area = moved(scene, obstacle, from, step.at);
            if area != obstacle.area && may_stand(scene.scenario, area, Some(obstacle.id)) {
                let action = Action::MoveObstacle { id: obstacle.id, to: area.at };
                wanted.push(Intent::perform(Edit::new("Move obstacle", vec![action])));
            }
        }
        _ => {}
    }
}

pub(super) fn preview(hand: &Hand, scene: &Scene, preview: &mut Preview) {
    match hand.drag {
        Some(Drag::Box { from, to, .. }) if from.distance(to) > CLICK_SLACK * scene.pixel => {
            preview.selection_box = Some((from, to));
        }
        Some(Drag::Obstacle { obstacle, from, to }) => {
            let area = moved(scene, obstacle, from, to);
            if area != obstacle.area {
                let fits = may_stand(scene.scenario, area, Some(obstacle.id));
                preview.obstacle = Some((obstacle.kind, area, fits));
            }
        }
        _ => {}
    }
}

/// The selection after a click: one unit, or with a double-click all visible ones like it.
fn click(hand: &mut Hand, step: &MouseStep, at: Vec2, scene: &Scene) -> Selection {
    let Some(unit) = scene.unit_at(at) else {
        hand.last_click = None;
        return joined(&scene.selection, BTreeSet::new(), step.ctrl);
    };
    let again = hand
        .last_click
        .replace((unit.id, scene.time))
        .is_some_and(|(id, time)| id == unit.id && scene.time - time <= DOUBLE_CLICK);
    if !again {
        return joined(&scene.selection, [unit.id].into(), step.ctrl);
    }
    let alike =
        |u: &&SeenUnit| u.team == unit.team && u.kind == unit.kind && scene.visible.contains(u.at);
    let mut units = ids(scene.units.iter().filter(alike));
    if step.ctrl {
        units.extend(&scene.selection.units);
    }
    Selection { units, obstacle: None }
}

/// A new selection; with Ctrl, the units are added, or taken out if all of them are selected already.
fn joined(old: &Selection, units: BTreeSet<UnitId>, ctrl: bool) -> Selection {
    let units = match ctrl {
        false => units,
        true if !units.is_empty() && units.is_subset(&old.units) => &old.units - &units,
        true => &old.units | &units,
    };
    Selection { units, obstacle: None }
}

fn ids<'a>(units: impl Iterator<Item = &'a SeenUnit>) -> BTreeSet<UnitId> {
    units.map(|u| u.id).collect()
}

/// Where an obstacle comes to lie when it is dragged; it stays inside the map.
fn moved(scene: &Scene, obstacle: ObstacleSpec, from: Vec2, to: Vec2) -> Rectangle {
    let bounds = scene.scenario.terrain.bounds();
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
