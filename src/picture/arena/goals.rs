//! The goals of the scenario: flags with their names.

use super::label::{Anchor, Label};
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
/// Least half size of a flag, in pixels.
const LEAST_FLAG: f32 = 22.0;

fn flag_size(pixel: f32) -> f32 {
    FLAG.max(LEAST_FLAG * pixel)
}

/// The name beside the flag of a goal; a pixel is `pixel` cells large.
pub fn goal_label(goal: &Goal, origin: Vec2, pixel: f32) -> Label {
    Label {
        text: goal.name.clone(),
        at: origin + goal.at.center() + Vec2::new(0.82, -0.7) * flag_size(pixel),
        anchor: Anchor::LeftMiddle,
        size: LETTERS,
    }
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
        floor.circle(at, 0.42, 1.6, Paint::new(palette::GOAL, 0.75));
        let mut painter = canvas.on(Layer::Things, origin);
        painter.glyph(Glyph::Flag, at, Vec2::splat(size), 0.0, palette::GOAL);
    }
}
