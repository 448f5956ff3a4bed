//! The view of the camera: converts between points of the window and positions on the map.

use crate::grid::Bounds;
use crate::picture::ArenaGrid;
use bevy::prelude::*;

/// A centre point and a zoom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shot {
    /// The point in the centre of the map area, in cells.
    pub middle: Vec2,
    /// Logical pixels per cell.
    pub zoom: f32,
}

/// What the camera shows now, and what it glides to.
#[derive(Resource, Clone, Copy, Debug)]
pub struct View {
    /// What it shows now.
    pub now: Shot,
    /// What it glides to.
    pub goal: Shot,
    /// Whether it follows the selected units.
    pub following: bool,
    /// The part of the window that shows the map, in logical pixels.
    pub(super) area: Rect,
    /// Where arenas lie.
    grid: ArenaGrid,
    /// Whether it has seen an arena.
    has_arenas: bool,
    /// Size of the window, in logical pixels.
    window: Vec2,
    /// What it glided to when the map was fitted last. As long as that is still its goal, nobody has moved it, and it is fitted
    /// again when the window gets another size.
    fitted: Option<Shot>,
    /// Frames in which panels may still find their places after the map was fitted to a new scenario or another window.
    settling: u32,
}

/// Frames after which the panels around a new map have found their places.
const SETTLED: u32 = 6;

/// Largest zoom, in logical pixels per cell.
const CLOSEST: f32 = 128.0;
/// Free space around a fitted map, in logical pixels.
const FIT_MARGIN: f32 = 28.0;
/// How fast the camera glides: the remaining distance shrinks to 1/e in 1/`GLIDE_RATE` seconds.
const GLIDE_RATE: f32 = 16.0;

impl Default for View {
    fn default() -> Self {
        let shot = Shot { middle: Vec2::splat(16.0), zoom: 24.0 };
        let area = Rect::new(0.0, 0.0, 1440.0, 900.0);
        Self {
            now: shot,
            goal: shot,
            following: false,
            area,
            grid: ArenaGrid::best(1, Bounds::new(32, 32), area.size()),
            has_arenas: false,
            window: Vec2::ZERO,
            fitted: None,
            settling: 0,
        }
    }
}

impl View {
    /// The position under a point of the window, in cells.
    pub fn cells_at(&self, screen: Vec2) -> Vec2 {
        self.now.middle + (screen - self.area.center()) / self.now.zoom
    }

    /// The point of the window that shows a position, in logical pixels.
    pub fn screen_at(&self, cells: Vec2) -> Vec2 {
        self.area.center() + (cells - self.now.middle) * self.now.zoom
    }

    /// The visible part of the map, in cells.
    pub fn visible(&self) -> Rect {
        Rect::from_corners(self.cells_at(self.area.min), self.cells_at(self.area.max))
    }

    /// The size of all arenas together, in cells.
    pub fn map(&self) -> Vec2 {
        self.grid.size()
    }

    /// The upper left corner of an arena, in cells of the first arena.
    pub fn origin(&self, arena: u32) -> Vec2 {
        self.grid.origin(arena)
    }

    /// The arena that a position belongs to, and its upper left corner.
    pub fn arena_near(&self, position: Vec2) -> (u32, Vec2) {
        self.grid.near(position)
    }

    /// Size of a logical pixel, in cells.
    pub fn pixel(&self) -> f32 {
        1.0 / self.now.zoom
    }

    /// The size of the window and the part of it that shows the map, as last taken in.
    pub fn extent(&self) -> (Vec2, Rect) {
        (self.window, self.area)
    }

    /// Takes in how large the window is, and which part of it shows the map. Empty or infinite sizes are ignored.
    ///
    /// A panel that opens, closes or grows covers or uncovers a part of the map and moves nothing. Another size of the window
    /// fits the map again if nobody has moved it since it was fitted.
    pub fn set_extent(&mut self, window: Vec2, area: Rect) {
        let resized = window != self.window && self.is_fitted();
        self.window = window;
        let before = self.area;
        if area.min.is_finite()
            && area.max.is_finite()
            && area.width() >= 1.0
            && area.height() >= 1.0
        {
            self.area = area;
        }
        if resized {
            self.fit_at_once();
        } else if self.settling > 0 && self.is_fitted() {
            let left = self.settling - 1;
            if before != self.area {
                self.fit_at_once();
            }
            self.settling = left;
        } else {
            let was_fitted = self.is_fitted();
            let shift = self.area.center() - before.center();
            self.now.middle += shift / self.now.zoom;
            self.goal.middle += shift / self.goal.zoom;
            if was_fitted {
                self.fitted = Some(self.goal);
            }
        }
    }

    /// Takes in how many arenas there are, and their size. The first ones, another number or another size are arranged and
    /// fitted. A restart or an undo builds arenas of the same size, and the camera stays.
    pub fn set_arenas(&mut self, arenas: u32, bounds: Bounds) {
        if !self.has_arenas || !self.grid.is_for(arenas, bounds) {
            self.has_arenas = true;
            self.grid = ArenaGrid::best(arenas, bounds, self.room());
            self.fit_at_once();
        }
    }

    /// Ends the time in which panels may still find their places: from now on the user holds the map.
    pub fn settle(&mut self) {
        self.settling = 0;
    }

    /// Whether the next frame shows the map elsewhere, or may do so.
    pub fn is_moving(&self) -> bool {
        self.now != self.goal || (self.settling > 0 && self.is_fitted())
    }

    /// Whether it shows the whole map, and nobody has moved it since.
    fn is_fitted(&self) -> bool {
        self.fitted == Some(self.goal)
    }

    /// Glides to where the whole map is visible. Arenas that have room elsewhere move there first.
    pub fn fit(&mut self) {
        let grid = self.grid.rearranged(self.room());
        let arranged = std::mem::replace(&mut self.grid, grid) != grid;
        self.goal = Shot { middle: self.map() / 2.0, zoom: self.fitting_zoom() };
        self.keep_sane();
        self.fitted = Some(self.goal);
        self.following = false;
        if arranged {
            self.jump();
        }
    }

    /// Shows the whole map at once, and again while the panels around it find their places.
    pub fn fit_at_once(&mut self) {
        self.fit();
        self.jump();
        self.settling = SETTLED;
    }

    /// Reaches its goal at once.
    pub fn jump(&mut self) {
        self.now = self.goal;
    }

    /// Zooms by a factor. The position under a point of the window stays there.
    pub fn zoom_at(&mut self, screen: Vec2, factor: f32) {
        let from_middle = screen - self.area.center();
        let fixed = self.goal.middle + from_middle / self.goal.zoom;
        self.goal.zoom = self.legal_zoom(self.goal.zoom * factor);
        self.goal.middle = fixed - from_middle / self.goal.zoom;
        self.keep_sane();
    }

    /// Moves the map by a distance on the window, at once.
    pub fn drag(&mut self, pixels: Vec2) {
        let cells = pixels / self.now.zoom;
        self.now.middle -= cells;
        self.goal.middle -= cells;
        self.following = false;
        self.keep_sane();
    }

    /// Glides to a position.
    pub fn look_at(&mut self, position: Vec2) {
        self.goal.middle = position;
        self.keep_sane();
    }

    /// Moves closer to its goal.
    pub fn glide(&mut self, seconds: f32) {
        let seconds = if seconds.is_finite() { seconds.clamp(0.0, 1.0) } else { 1.0 };
        let part = 1.0 - (-seconds * GLIDE_RATE).exp();
        let pixel = 1.0 / self.now.zoom + (1.0 / self.goal.zoom - 1.0 / self.now.zoom) * part;
        self.now.middle += (self.goal.middle - self.now.middle) * part;
        self.now.zoom = 1.0 / pixel;
        let near = (self.now.zoom / self.goal.zoom - 1.0).abs() < 1e-3
            && (self.now.middle - self.goal.middle).length() * self.goal.zoom < 0.3;
        if near {
            self.now = self.goal;
        }
    }

    /// Width and height in which the map is fitted, in logical pixels.
    fn room(&self) -> Vec2 {
        (self.area.size() - 2.0 * FIT_MARGIN).max(Vec2::splat(16.0))
    }

    fn fitting_zoom(&self) -> f32 {
        (self.room() / self.map()).min_element().min(CLOSEST / 2.0)
    }

    pub(super) fn legal_zoom(&self, zoom: f32) -> f32 {
        let furthest = (self.fitting_zoom() * 0.5).min(8.0);
        if zoom.is_finite() { zoom.clamp(furthest, CLOSEST) } else { self.fitting_zoom() }
    }

    /// Keeps the centre on the map and all numbers finite, after the user has moved the map.
    fn keep_sane(&mut self) {
        let legal = |view: &Self, shot: Shot| Shot {
            middle: if shot.middle.is_finite() { shot.middle } else { view.map() / 2.0 }
                .clamp(Vec2::ZERO, view.map()),
            zoom: view.legal_zoom(shot.zoom),
        };
        self.now = legal(self, self.now);
        self.goal = legal(self, self.goal);
    }
}

#[cfg(test)]
#[path = "view_tests.rs"]
mod tests;
