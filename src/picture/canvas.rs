//! The canvas: everything on the map that is not the ground or a picture per cell, as a list of simple marks.
//!
//! Both the window and pictures without a window paint arenas on a canvas, with the same functions. The window makes one
//! mesh of it; [`raster`](super::raster) makes pixels of it.

use super::glyphs::Glyph;
use super::paint::Paint;
use super::painter::Painter;
use bevy::math::{Rect, Vec2};
use std::ops::Range;

/// The layers of the canvas, lowest first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Layer {
    /// The edge of the map and the lines between cells.
    Grid,
    /// Occupied cells and slots.
    Cells,
    /// Planned paths.
    Paths,
    /// Shadows, rings and everything else on the ground.
    Floor,
    /// Obstacles and flags.
    Things,
    /// Units.
    Units,
    /// Arrows and marks above units.
    Marks,
    /// What the current tool would do.
    Tools,
}

impl Layer {
    const COUNT: usize = Self::Tools as usize + 1;
}

/// A simple shape. Places and sizes are in cells of the first arena.
#[derive(Clone, Debug, PartialEq)]
pub enum Mark {
    /// A glyph around a place, turned clockwise on screen.
    Glyph {
        /// Which one.
        glyph: Glyph,
        /// Its centre.
        at: Vec2,
        /// Half its size.
        half: Vec2,
        /// The direction of its x-axis, of length 1.
        turn: Vec2,
        /// Factor of its colours.
        tint: Paint,
    },
    /// A rectangle.
    Shade {
        /// Its upper left corner.
        min: Vec2,
        /// Its lower right corner.
        max: Vec2,
        /// The colours of its corners: upper left, upper right, lower right, lower left.
        corners: [Paint; 4],
    },
    /// A triangle of one colour.
    Triangle {
        /// Its corners.
        corners: [Vec2; 3],
        /// Its colour.
        paint: Paint,
    },
    /// A line that fades over one pixel at its edges.
    Line {
        /// Its joints, in [`Canvas::joints`].
        joints: Range<usize>,
        /// Its width, in pixels.
        width: f32,
        /// Its colour.
        paint: Paint,
    },
}

/// A point of a line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Joint {
    /// Where it is.
    pub at: Vec2,
    /// The direction across the line there, long enough that the line keeps its width.
    pub side: Vec2,
}

/// What has been painted in this frame.
#[derive(Clone, Debug, Default)]
pub struct Canvas {
    layers: [Vec<Mark>; Layer::COUNT],
    joints: Vec<Joint>,
    /// What is shown, in cells of the first arena.
    visible: Rect,
    /// Size of a pixel in cells.
    pixel: f32,
}

impl Canvas {
    /// Wipes the canvas.
    pub fn clear(&mut self, visible: Rect, pixel: f32) {
        self.layers.iter_mut().for_each(Vec::clear);
        self.joints.clear();
        self.visible = visible;
        self.pixel = pixel;
    }

    /// A painter for one layer of the arena whose upper left corner is drawn at `origin`.
    pub fn on(&mut self, layer: Layer, origin: Vec2) -> Painter<'_> {
        let visible = self.visible(origin);
        Painter {
            marks: &mut self.layers[layer as usize],
            joints: &mut self.joints,
            origin,
            visible,
            pixel: self.pixel,
        }
    }

    /// What is shown, in cells of the arena whose upper left corner is drawn at `origin`.
    pub fn visible(&self, origin: Vec2) -> Rect {
        Rect { min: self.visible.min - origin, max: self.visible.max - origin }
    }

    /// Size of a pixel in cells.
    pub fn pixel(&self) -> f32 {
        self.pixel
    }

    /// All marks, the lowest first.
    pub fn marks(&self) -> impl Iterator<Item = &Mark> {
        self.layers.iter().flatten()
    }

    /// The joints of all lines.
    pub fn joints(&self) -> &[Joint] {
        &self.joints
    }
}
