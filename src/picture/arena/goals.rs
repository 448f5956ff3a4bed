//! The goals of the scenario: flags with their names.

use super::label::{Anchor, Label};
use crate::grid::Bounds;
use crate::overlay::palette;
use crate::picture::canvas::{Canvas, Layer};
use crate::picture::glyphs::Glyph;
use crate::picture::paint::Paint;
use crate::scenario::Goal;
use bevy::math::Vec2;

/// Size of the letters, in pixels.
const LETTERS: f32 = 14.0;
/// Half the size of a flag, in cells.
const FLAG: f32 = 1.1;
/// Minimum half size of a flag, in pixels.
const MIN_FLAG: f32 = 22.0;

/// Half the size of a flag in cells, if a pixel is `pixel` cells large.
pub fn flag_size(pixel: f32) -> f32 {
    FLAG.max(MIN_FLAG * pixel)
}

/// Width of the dark rim around a flag, in pixels.
const RIM: f32 = 1.8;

/// Width of a letter as a fraction of its size; rather too wide.
const LETTER_WIDTH: f32 = 0.56;

/// The name beside the flag of a goal; a pixel is `pixel` cells large. It stands on the left if it would reach over the
/// right edge of the map.
pub fn goal_label(goal: &Goal, bounds: Bounds, origin: Vec2, pixel: f32) -> Label {
    let (flag, at) = (flag_size(pixel), goal.at.center());
    let width = goal.name.chars().count() as f32 * LETTER_WIDTH * LETTERS * pixel;
    let right = at.x + 0.82 * flag;
    let left = at.x - 0.45 * flag;
    let (x, anchor) = if right + width > bounds.width as f32 && left - width >= 0.0 {
        (left, Anchor::RightMiddle)
    } else {
        (right, Anchor::LeftMiddle)
    };
    let y = (at.y - 0.7 * flag).max(0.6 * LETTERS * pixel);
    Label { text: goal.name.clone(), at: origin + Vec2::new(x, y), anchor, size: LETTERS }
}

/// Paints the flags of goals.
pub fn draw_flags(canvas: &mut Canvas, goals: &[Goal], origin: Vec2) {
    for at in goals.iter().map(|goal| goal.at.center()) {
        let mut floor = canvas.on(Layer::Floor, origin);
        let size = flag_size(floor.pixel);
        if !floor.sees(at, 2.0 * size) {
            continue;
        }
        let foot = Vec2::new(0.30, 0.18) * size;
        floor.glyph(Glyph::Shadow, at, foot, 0.0, Paint::WHITE.fade(0.9));
        floor.rimmed_circle(at, 0.42, 1.8, palette::GOAL.into());
        let mut painter = canvas.on(Layer::Things, origin);
        // A dark rim keeps it readable on every overlay.
        for side in [Vec2::X, Vec2::NEG_X, Vec2::Y, Vec2::NEG_Y] {
            let rim = at + RIM * painter.pixel * side;
            painter.glyph(Glyph::Flag, rim, Vec2::splat(size), 0.0, Paint::BLACK.fade(0.8));
        }
        painter.glyph(Glyph::Flag, at, Vec2::splat(size), 0.0, palette::GOAL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::scenario::GoalId;

    #[test]
    fn names_of_goals_stay_on_the_map() {
        let label = |x, y| {
            let goal = Goal { id: GoalId(0), name: "far bank".into(), at: Cell::new(x, y) };
            goal_label(&goal, Bounds::new(40, 30), Vec2::new(100.0, 0.0), 0.05)
        };
        assert_eq!(label(3, 9).anchor, Anchor::LeftMiddle);
        let at_the_edge = label(39, 0);
        assert_eq!(at_the_edge.anchor, Anchor::RightMiddle);
        assert!(at_the_edge.at.x < 139.5 && at_the_edge.at.y > 0.0, "{at_the_edge:?}");
    }
}
