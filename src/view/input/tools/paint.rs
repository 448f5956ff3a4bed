//! The brush: paints ground, or erases it.
//!
//! A stroke paints the chosen ground. One that starts on that ground erases it, and nothing else: a stroke along a wall
//! never takes a river away. The hint line says which of the two it will be before it begins.

use super::hand::{Drag, Hand};
use super::preview::Preview;
use super::scene::Scene;
use super::shapes::{corner_of_square, stroke};
use crate::grid::{Cell, Ground, Terrain, disc};
use crate::scenario::Action;
use crate::view::document::history::Edit;
use crate::view::document::intent::{EditIntent, Intent};
use crate::view::input::events::{MouseAct, MouseStep};
use bevy::prelude::*;

/// Joins the parts of a stroke into one edit, see [`Edit::drag`].
const STROKE: &str = "stroke";

/// What a stroke does to the cells that it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stroke {
    /// They become this ground.
    Paint(Ground),
    /// Those of this ground become floor.
    Erase(Ground),
}

impl Stroke {
    /// What a stroke with the chosen ground does if it starts on `start`.
    fn of(chosen: Ground, start: Ground) -> Self {
        if chosen == start && chosen != Ground::Floor {
            Self::Erase(chosen)
        } else {
            Self::Paint(chosen)
        }
    }

    /// What becomes of a cell; `None` if it stays.
    fn change(self, now: Ground) -> Option<Ground> {
        match self {
            Self::Paint(ground) => (now != ground).then_some(ground),
            Self::Erase(ground) => (now == ground).then_some(Ground::Floor),
        }
    }

    /// The name of the edit.
    fn name(self) -> String {
        match self {
            Self::Paint(Ground::Floor) => "Clear ground".into(),
            Self::Paint(ground) => format!("Paint {}", word(ground)),
            Self::Erase(ground) => format!("Erase {}", word(ground)),
        }
    }

    /// What a drag does that starts on `start`, in one line.
    fn hint(self, start: Ground) -> String {
        match (self, start) {
            (Self::Paint(Ground::Floor), Ground::Water) => {
                "Drag to lay a bridge: water becomes floor".into()
            }
            (Self::Paint(Ground::Floor), _) => "Drag to clear the ground: all becomes floor".into(),
            (Self::Paint(ground), Ground::Floor) => {
                format!("Drag to paint {}; start on {0} to erase it", word(ground))
            }
            (Self::Paint(ground), start) => {
                format!("Drag to paint {} over {}", word(ground), word(start))
            }
            (Self::Erase(ground), _) => {
                format!("Drag to erase {}; all other ground stays", word(ground))
            }
        }
    }
}

/// The word for a kind of ground.
fn word(ground: Ground) -> &'static str {
    match ground {
        Ground::Floor => "floor",
        Ground::Swamp => "swamp",
        Ground::Wall => "wall",
        Ground::Trees => "trees",
        Ground::Water => "water",
    }
}

pub(super) fn take_step(
    hand: &mut Hand,
    step: &MouseStep,
    scene: &Scene,
    wanted: &mut Vec<Intent>,
) {
    match (step.what, hand.drag) {
        (MouseAct::Pressed(MouseButton::Left), _) if step.on_map => {
            let start = scene.facts.terrain.ground(Cell::containing(step.at));
            let stroke = Stroke::of(scene.options.ground, start);
            hand.drag = Some(Drag::Brush { stroke, last: step.at });
            wanted.push(Intent::Edit(EditIntent::Seal));
            wanted.extend(part(scene, stroke, step.at, step.at));
        }
        (MouseAct::Moved, Some(Drag::Brush { stroke, last })) => {
            hand.drag = Some(Drag::Brush { stroke, last: step.at });
            wanted.extend(part(scene, stroke, last, step.at));
        }
        (MouseAct::Released(MouseButton::Left), Some(Drag::Brush { stroke, last })) => {
            hand.drag = None;
            wanted.extend(part(scene, stroke, last, step.at));
            wanted.push(Intent::Edit(EditIntent::Seal));
        }
        _ => {}
    }
}

pub(super) fn preview(hand: &Hand, at: Option<Vec2>, scene: &Scene, preview: &mut Preview) {
    let Some(at) = at else { return };
    let terrain = scene.facts.terrain;
    let start = terrain.ground(Cell::containing(at));
    let stroke = match hand.drag {
        Some(Drag::Brush { stroke, .. }) => {
            preview.hint = Some(format!("{}; Esc takes the stroke back", stroke.name()));
            stroke
        }
        _ => {
            let stroke = Stroke::of(scene.options.ground, start);
            preview.hint = Some(format!("{}; `[` and `]` change the brush", stroke.hint(start)));
            stroke
        }
    };
    let corner = corner_of_square(at, scene.options.brush);
    preview.brush =
        disc(corner, scene.options.brush).filter(|&cell| terrain.bounds().contains(cell)).collect();
    preview.erases = matches!(stroke, Stroke::Erase(_) | Stroke::Paint(Ground::Floor));
}

fn part(scene: &Scene, stroke: Stroke, from: Vec2, to: Vec2) -> Option<Intent> {
    let cells = changes(scene.facts.terrain, stroke, from, to, scene.options.brush);
    (!cells.is_empty())
        .then(|| Intent::perform(Edit::part_of(STROKE, stroke.name(), vec![Action::Paint(cells)])))
}

/// The cells that a stroke changes.
fn changes(
    terrain: &Terrain,
    what: Stroke,
    from: Vec2,
    to: Vec2,
    size: u32,
) -> Vec<(Cell, Ground)> {
    stroke(terrain.bounds(), from, to, size)
        .into_iter()
        .filter_map(|cell| Some((cell, what.change(terrain.ground(cell))?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stroke_erases_only_the_ground_that_it_paints_and_starts_on() {
        use Ground::*;
        assert_eq!(Stroke::of(Wall, Floor), Stroke::Paint(Wall));
        assert_eq!(Stroke::of(Wall, Water), Stroke::Paint(Wall), "a river is not erased");
        let erase = Stroke::of(Wall, Wall);
        assert_eq!(erase, Stroke::Erase(Wall));
        assert_eq!((erase.change(Wall), erase.change(Water)), (Some(Floor), None));
        assert_eq!(Stroke::of(Swamp, Swamp), Stroke::Erase(Swamp));
        assert_eq!(Stroke::of(Floor, Floor), Stroke::Paint(Floor));
        assert_eq!(Stroke::of(Floor, Water).change(Water), Some(Floor));
    }

    #[test]
    fn the_hint_says_what_a_drag_will_do() {
        use Ground::*;
        let hint = |chosen, start| Stroke::of(chosen, start).hint(start);
        assert_eq!(hint(Wall, Floor), "Drag to paint wall; start on wall to erase it");
        assert_eq!(hint(Wall, Water), "Drag to paint wall over water");
        assert_eq!(hint(Wall, Wall), "Drag to erase wall; all other ground stays");
        assert_eq!(hint(Floor, Water), "Drag to lay a bridge: water becomes floor");
    }
}
