//! The brush: paints ground, or erases it.

use super::hand::{Drag, Hand};
use super::preview::Preview;
use super::scene::Scene;
use super::shapes::{corner_of_square, stroke};
use crate::grid::{Cell, Ground, disc};
use crate::scenario::{Action, Scenario};
use crate::view::document::history::Edit;
use crate::view::document::intent::{EditIntent, Intent};
use crate::view::input::events::{MouseAct, MouseStep};
use bevy::prelude::*;

/// Joins the parts of a stroke into one edit, see [`Edit::drag`].
const STROKE: &str = "stroke";

pub(super) fn take_step(
    hand: &mut Hand,
    step: &MouseStep,
    scene: &Scene,
    wanted: &mut Vec<Intent>,
) {
    match (step.what, hand.drag) {
        (MouseAct::Pressed(MouseButton::Left), _) if step.on_map => {
            let start = scene.scenario.terrain.ground(Cell::containing(step.at));
            let ground = ground_of_stroke(scene.options.ground, start);
            hand.drag = Some(Drag::Brush { ground, last: step.at });
            wanted.push(Intent::Edit(EditIntent::Seal));
            wanted.extend(part(scene, ground, step.at, step.at));
        }
        (MouseAct::Moved, Some(Drag::Brush { ground, last })) => {
            hand.drag = Some(Drag::Brush { ground, last: step.at });
            wanted.extend(part(scene, ground, last, step.at));
        }
        (MouseAct::Released(MouseButton::Left), Some(Drag::Brush { ground, last })) => {
            hand.drag = None;
            wanted.extend(part(scene, ground, last, step.at));
            wanted.push(Intent::Edit(EditIntent::Seal));
        }
        _ => {}
    }
}

pub(super) fn preview(hand: &Hand, at: Option<Vec2>, scene: &Scene, preview: &mut Preview) {
    let Some(at) = at else { return };
    let terrain = &scene.scenario.terrain;
    let ground = match hand.drag {
        Some(Drag::Brush { ground, .. }) => ground,
        _ => ground_of_stroke(scene.options.ground, terrain.ground(Cell::containing(at))),
    };
    let corner = corner_of_square(at, scene.options.brush);
    preview.brush =
        disc(corner, scene.options.brush).filter(|&cell| terrain.bounds().contains(cell)).collect();
    preview.erases = ground == Ground::Floor;
}

/// What a stroke paints. A stroke that starts on blocked ground erases, and so does one that starts on its own kind.
fn ground_of_stroke(chosen: Ground, start: Ground) -> Ground {
    let erases = if chosen.is_passable() { start == chosen } else { !start.is_passable() };
    if erases { Ground::Floor } else { chosen }
}

fn part(scene: &Scene, ground: Ground, from: Vec2, to: Vec2) -> Option<Intent> {
    let cells = changes(scene.scenario, ground, from, to, scene.options.brush);
    (!cells.is_empty()).then(|| {
        let name = match ground {
            Ground::Floor => "Erase",
            Ground::Swamp => "Paint swamp",
            Ground::Wall => "Paint wall",
            Ground::Trees => "Paint trees",
            Ground::Water => "Paint water",
        };
        Intent::perform(Edit::part_of(STROKE, name, vec![Action::Paint(cells)]))
    })
}

/// The cells that a stroke changes.
fn changes(
    scenario: &Scenario,
    ground: Ground,
    from: Vec2,
    to: Vec2,
    size: u32,
) -> Vec<(Cell, Ground)> {
    stroke(scenario.terrain.bounds(), from, to, size)
        .into_iter()
        .filter(|&cell| scenario.terrain.ground(cell) != ground)
        .map(|cell| (cell, ground))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stroke_that_starts_on_blocked_ground_erases() {
        assert_eq!(ground_of_stroke(Ground::Wall, Ground::Floor), Ground::Wall);
        assert_eq!(ground_of_stroke(Ground::Wall, Ground::Swamp), Ground::Wall);
        assert_eq!(ground_of_stroke(Ground::Wall, Ground::Wall), Ground::Floor);
        assert_eq!(ground_of_stroke(Ground::Water, Ground::Trees), Ground::Floor);
    }

    #[test]
    fn swamp_covers_walls_and_erases_only_itself() {
        assert_eq!(ground_of_stroke(Ground::Swamp, Ground::Wall), Ground::Swamp);
        assert_eq!(ground_of_stroke(Ground::Swamp, Ground::Swamp), Ground::Floor);
        assert_eq!(ground_of_stroke(Ground::Floor, Ground::Wall), Ground::Floor);
    }
}
