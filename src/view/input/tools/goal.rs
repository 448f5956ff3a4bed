//! Placing goals, and dragging them.

use super::hand::{Drag, Hand};
use super::preview::Preview;
use super::scene::Scene;
use crate::grid::Cell;
use crate::scenario::{Action, Goal, GoalAction};
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
    if step.what != MouseAct::Pressed(MouseButton::Left) {
        drag(hand, step, scene, wanted);
    } else if step.on_map && !take_up(hand, step, scene, wanted) {
        let at = Cell::containing(step.at);
        if is_free(scene, at) {
            let name = new_name(scene.facts.goals);
            wanted.push(edit(GoalAction::Place { name: name.clone(), at }));
            wanted.push(Intent::Tool(ToolIntent::Select(Selection::goal(name))));
        }
    }
}

/// Selects the goal under the pointer and takes it up. Returns whether there is one.
pub(super) fn take_up(
    hand: &mut Hand,
    step: &MouseStep,
    scene: &Scene,
    wanted: &mut Vec<Intent>,
) -> bool {
    let Some((goal, found)) = scene.goal_at(step.at) else { return false };
    wanted.push(Intent::Tool(ToolIntent::Select(Selection::goal(found.name.clone()))));
    hand.drag = Some(Drag::Goal { goal, from: step.at, to: step.at });
    true
}

/// Moves the goal that was taken up.
pub(super) fn drag(hand: &mut Hand, step: &MouseStep, scene: &Scene, wanted: &mut Vec<Intent>) {
    let Some(Drag::Goal { goal, from, .. }) = hand.drag else { return };
    match step.what {
        MouseAct::Moved => hand.drag = Some(Drag::Goal { goal, from, to: step.at }),
        MouseAct::Released(MouseButton::Left) => {
            hand.drag = None;
            let Some(known) = scene.facts.goals.get(goal) else { return };
            let to = moved(known, from, step.at);
            if to != known.at && is_free(scene, to) {
                wanted.push(edit(GoalAction::Move { name: known.name.clone(), to }));
            }
        }
        _ => {}
    }
}

/// Shows where the goal would be.
pub(super) fn preview(hand: &Hand, at: Option<Vec2>, scene: &Scene, preview: &mut Preview) {
    let cell = match hand.drag {
        Some(Drag::Goal { goal, from, to }) => {
            let known = scene.facts.goals.get(goal);
            known.map(|known| moved(known, from, to)).filter(|to| known.map(|k| k.at) != Some(*to))
        }
        _ => {
            let places = scene.options.tool == super::Tool::Goal;
            at.filter(|&at| places && scene.goal_at(at).is_none()).map(Cell::containing)
        }
    };
    preview.goal = cell.map(|cell| (cell, is_free(scene, cell)));
}

fn moved(goal: &Goal, from: Vec2, to: Vec2) -> Cell {
    let shift = (to - from).round();
    Cell::new(goal.at.x + shift.x as i32, goal.at.y + shift.y as i32)
}

/// Whether a goal can be there: on open ground inside the map.
fn is_free(scene: &Scene, at: Cell) -> bool {
    let terrain = scene.facts.terrain;
    terrain.bounds().contains(at) && terrain.is_passable(at)
}

fn edit(action: GoalAction) -> Intent {
    Intent::perform(Edit::of(Action::Goal(action)))
}

/// The first of "goal 1", "goal 2" and so on that no goal has.
fn new_name(goals: &[Goal]) -> String {
    let named = |number: usize| format!("goal {number}");
    let is_free = |name: &String| goals.iter().all(|goal| goal.name != *name);
    (1..=goals.len() + 1).map(named).find(is_free).unwrap_or_else(|| named(goals.len() + 1))
}
