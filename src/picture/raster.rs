//! Makes pixels of marks, as a graphics card would: in linear light, a pixel belongs to a shape if its centre does.
//!
//! Glyphs and lines have their own antialiasing, see [`Mark`]; the heads of arrows are sampled 16 times per pixel, which the
//! window does not do. Only additions, multiplications, divisions and square roots of 32-bit floats are used, so the same
//! marks give the same bytes everywhere. Costs about 10 ns per pixel of a shape.

use super::canvas::{Canvas, Joint, Mark};
use super::glyphs::{self, Glyph, LEVELS, MARGIN, SIDE};
use super::image::Image;
use super::paint::{LINEAR, Paint, to_srgb};
use crate::overlay::{Picture, Rgb};
use bevy::math::{IRect, IVec2, Rect, Vec2};
use std::sync::LazyLock;

/// Where the first arena is drawn in a picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Viewport {
    /// The pixels that belong to the map and its surroundings.
    pub area: IRect,
    /// The pixel at the upper left corner of the first arena.
    pub origin: Vec2,
    /// Pixels per cell.
    pub zoom: f32,
}

impl Viewport {
    /// The pixel at a place in cells of the first arena.
    pub fn pixel_at(&self, at: Vec2) -> Vec2 {
        self.origin + at * self.zoom
    }

    /// What is shown, in cells of the first arena.
    pub fn visible(&self) -> Rect {
        let cell_at = |pixel: IVec2| (pixel.as_vec2() - self.origin) / self.zoom;
        Rect { min: cell_at(self.area.min), max: cell_at(self.area.max) }
    }
}

/// A picture in linear light.
#[derive(Clone, Debug, PartialEq)]
pub struct Raster {
    size: IVec2,
    /// Red, green and blue from 0 to 1, row by row.
    pixels: Vec<[f32; 3]>,
}

impl Raster {
    /// A picture of one colour.
    pub fn new(size: IVec2, colour: Rgb) -> Self {
        let Paint { red, green, blue, .. } = colour.into();
        Self { size, pixels: vec![[red, green, blue]; (size.x * size.y) as usize] }
    }

    /// Sets a pixel to an opaque colour.
    pub fn set(&mut self, x: i32, y: i32, colour: [u8; 3]) {
        let place = (y * self.size.x + x) as usize;
        self.pixels[place] = colour.map(|byte| LINEAR[usize::from(byte)]);
    }

    /// Paints everything on a canvas.
    pub fn draw(&mut self, canvas: &Canvas, view: &Viewport) {
        for mark in canvas.marks() {
            match mark {
                &Mark::Glyph { glyph, at, half, turn, tint } => {
                    let half = half * MARGIN * view.zoom;
                    self.glyph(view.area, glyph, view.pixel_at(at), half, turn, tint);
                }
                &Mark::Shade { min, max, corners } => {
                    self.shade(view.area, view.pixel_at(min), view.pixel_at(max), corners);
                }
                &Mark::Triangle { corners, paint } => {
                    self.triangle(view.area, corners.map(|at| view.pixel_at(at)), paint);
                }
                Mark::Line { joints, width, paint } => {
                    for pair in canvas.joints()[joints.clone()].windows(2) {
                        let ends =
                            [pair[0], pair[1]].map(|j| Joint { at: view.pixel_at(j.at), ..j });
                        self.piece(view.area, ends, *width, *paint);
                    }
                }
            }
        }
    }

    /// Lays a picture of an overlay over its arena, whose upper left corner is at `origin`, with hard edges between
    /// texels.
    pub fn overlay(&mut self, view: &Viewport, picture: &Picture, origin: Vec2, opacity: f32) {
        let (columns, rows) = (picture.columns as i32, picture.rows() as i32);
        let min = view.pixel_at(origin + picture.area.min);
        let max = view.pixel_at(origin + picture.area.max);
        let Some(touched) = touched(view.area, min, max) else { return };
        let texels = Vec2::new(columns as f32, rows as f32) / (max - min);
        let column = |x: i32| (((x as f32 + 0.5 - min.x) * texels.x) as i32).clamp(0, columns - 1);
        let columns_of: Vec<i32> = (touched.min.x..touched.max.x).map(column).collect();
        for y in touched.min.y..touched.max.y {
            let row = (((y as f32 + 0.5 - min.y) * texels.y) as i32).clamp(0, rows - 1);
            for (x, column) in (touched.min.x..).zip(&columns_of) {
                let [red, green, blue, alpha] = picture.texels[(row * columns + column) as usize];
                if alpha > 0 {
                    let alpha = f32::from(alpha) / 255.0 * opacity;
                    self.blend(x, y, Paint::new(Rgb(red, green, blue), alpha));
                }
            }
        }
    }

    fn blend(&mut self, x: i32, y: i32, paint: Paint) {
        let Paint { red, green, blue, alpha } = paint;
        self.blend_light(x, y, [red * alpha, green * alpha, blue * alpha], alpha);
    }

    /// Blends light that is already multiplied by its opacity.
    fn blend_light(&mut self, x: i32, y: i32, light: [f32; 3], alpha: f32) {
        let pixel = &mut self.pixels[(y * self.size.x + x) as usize];
        for (below, light) in pixel.iter_mut().zip(light) {
            *below = *below * (1.0 - alpha) + light;
        }
    }

    fn glyph(&mut self, area: IRect, glyph: Glyph, at: Vec2, half: Vec2, turn: Vec2, tint: Paint) {
        let reach = Vec2::new(
            (turn.x * half.x).abs() + (turn.y * half.y).abs(),
            (turn.y * half.x).abs() + (turn.x * half.y).abs(),
        );
        let Some(touched) = touched(area, at - reach, at + reach) else { return };
        let texels = Texels::of(glyph, half);
        // From pixels to the texture, from 0 to 1 inside the glyph.
        let (along_x, along_y) = (turn / (2.0 * half.x), turn.perp() / (2.0 * half.y));
        for y in touched.min.y..touched.max.y {
            for x in touched.min.x..touched.max.x {
                let from = Vec2::new(x as f32 + 0.5, y as f32 + 0.5) - at;
                let place = Vec2::new(from.dot(along_x), from.dot(along_y)) + 0.5;
                if place.min_element() <= 0.0 || place.max_element() >= 1.0 {
                    continue;
                }
                let [red, green, blue, alpha] = texels.at(place);
                if alpha > 0.0 {
                    let Paint { red: r, green: g, blue: b, alpha: a } = tint;
                    self.blend_light(x, y, [red * r * a, green * g * a, blue * b * a], alpha * a);
                }
            }
        }
    }

    fn shade(&mut self, area: IRect, min: Vec2, max: Vec2, corners: [Paint; 4]) {
        let Some(touched) = touched(area, min, max) else { return };
        let [a, b, c, d] = corners;
        let plain = corners == [a; 4];
        for y in touched.min.y..touched.max.y {
            for x in touched.min.x..touched.max.x {
                if plain {
                    self.blend(x, y, a);
                    continue;
                }
                let part = (Vec2::new(x as f32 + 0.5, y as f32 + 0.5) - min) / (max - min);
                let (upper, lower) = (mix(a, b, part.x), mix(d, c, part.x));
                self.blend(x, y, mix(upper, lower, part.y));
            }
        }
    }

    fn triangle(&mut self, area: IRect, corners: [Vec2; 3], paint: Paint) {
        const SIDE: i32 = 4;
        let [a, b, c] = corners;
        if !corners.iter().all(|corner| corner.is_finite()) {
            return;
        }
        let Some(touched) = touched(area, a.min(b).min(c) - 1.0, a.max(b).max(c) + 1.0) else {
            return;
        };
        let edge = |from: Vec2, to: Vec2, at: Vec2| (to - from).perp_dot(at - from);
        let turn = if edge(a, b, c) < 0.0 { -1.0 } else { 1.0 };
        for y in touched.min.y..touched.max.y {
            for x in touched.min.x..touched.max.x {
                let inside = (0..SIDE * SIDE).filter(|sample| {
                    let part = IVec2::new(sample % SIDE, sample / SIDE).as_vec2() + 0.5;
                    let at = Vec2::new(x as f32, y as f32) + part / SIDE as f32;
                    [(a, b), (b, c), (c, a)].iter().all(|&(p, q)| turn * edge(p, q, at) > 0.0)
                });
                let part = inside.count() as f32 / (SIDE * SIDE) as f32;
                if part > 0.0 {
                    self.blend(x, y, paint.fade(paint.alpha * part));
                }
            }
        }
    }

    /// A straight piece of a line between two joints. Each pixel belongs to one piece: the pieces of a line part at the
    /// straight lines across their joints.
    fn piece(&mut self, area: IRect, [from, to]: [Joint; 2], width: f32, paint: Paint) {
        let along = (to.at - from.at).normalize_or_zero();
        if along == Vec2::ZERO {
            return;
        }
        let across = along.perp();
        let (inner, outer) = ((width - 1.0).max(0.0) / 2.0, (width + 1.0) / 2.0);
        // At sharp turns the corner is cut, or it would reach far out.
        let (least, most) = (-2.0 * outer, from.at.distance(to.at) + 2.0 * outer);
        let forward = |joint: Joint| {
            let forward = -joint.side.perp();
            if forward.dot(along) > 1e-3 { forward } else { along }
        };
        let (begins, ends) = (forward(from), forward(to));
        let reach = Vec2::splat(2.0 * outer + 1.0);
        let (min, max) = (from.at.min(to.at) - reach, from.at.max(to.at) + reach);
        let Some(touched) = touched(area, min, max) else { return };
        for y in touched.min.y..touched.max.y {
            // The pixels of this row that are near enough to the line.
            let middle = y as f32 + 0.5;
            let (mut left, mut right) = (touched.min.x, touched.max.x);
            if across.x.abs() > 1e-3 {
                let at = from.at.x - (middle - from.at.y) * across.y / across.x;
                let reach = outer / across.x.abs();
                left = left.max((at - reach) as i32 - 1);
                right = right.min((at + reach) as i32 + 2);
            }
            for x in left..right {
                let at = Vec2::new(x as f32 + 0.5, middle);
                let (since, until) = (at - from.at, at - to.at);
                if since.dot(begins) < 0.0 || until.dot(ends) >= 0.0 {
                    continue;
                }
                let distance = since.dot(across).abs();
                if distance < outer && (least..most).contains(&since.dot(along)) {
                    let part = ((outer - distance) / (outer - inner)).min(1.0);
                    self.blend(x, y, paint.fade(paint.alpha * part));
                }
            }
        }
    }

    /// The picture as sRGB bytes.
    pub fn finish(&self) -> Image {
        /// The byte of each light in steps of 1 / 65 535.
        static BYTES: LazyLock<Vec<u8>> = LazyLock::new(|| {
            let byte = |light: u32| (to_srgb(light as f32 / 65535.0) * 255.0 + 0.5) as u8;
            (0..=65535).map(byte).collect()
        });
        let bytes: &[u8] = &BYTES;
        let byte = |light: f32| bytes[(light.clamp(0.0, 1.0) * 65535.0 + 0.5) as usize];
        let pixels = self.pixels.iter().map(|light| light.map(byte)).collect();
        Image { width: self.size.x as u32, height: self.size.y as u32, pixels }
    }
}

/// The pixels of an area whose centres lie between two corners; `None` if there are none.
fn touched(area: IRect, min: Vec2, max: Vec2) -> Option<IRect> {
    if !min.is_finite() || !max.is_finite() {
        return None;
    }
    let first = (min - 0.5).ceil().as_ivec2().max(area.min);
    let end = (max - 0.5).ceil().as_ivec2().min(area.max);
    (first.x < end.x && first.y < end.y).then_some(IRect { min: first, max: end })
}

fn mix(a: Paint, b: Paint, part: f32) -> Paint {
    let between = |a: f32, b: f32| a + (b - a) * part;
    Paint {
        red: between(a.red, b.red),
        green: between(a.green, b.green),
        blue: between(a.blue, b.blue),
        alpha: between(a.alpha, b.alpha),
    }
}

/// The texels of one glyph at the level of detail for a size.
struct Texels {
    sheet: &'static [[f32; 4]],
    width: usize,
    left: usize,
    top: usize,
    side: f32,
}

impl Texels {
    fn of(glyph: Glyph, half: Vec2) -> Self {
        /// The levels of the sheet in linear light, multiplied by opacity.
        static SHEET: LazyLock<Vec<Vec<[f32; 4]>>> = LazyLock::new(|| {
            let light = |[red, green, blue, alpha]: [u8; 4]| {
                let alpha = f32::from(alpha) / 255.0;
                let [red, green, blue] =
                    [red, green, blue].map(|byte| LINEAR[usize::from(byte)] * alpha);
                [red, green, blue, alpha]
            };
            let level = |level: Vec<[u8; 4]>| level.into_iter().map(light).collect();
            glyphs::sheet().into_iter().map(level).collect()
        });
        let tile = glyph.area().width() * SIDE as f32;
        // The coarsest level that has a texel for each pixel.
        let wanted = 2.0 * half.max_element();
        let fits = |level: &usize| tile / (1 << level) as f32 >= wanted;
        let level = (0..LEVELS as usize).rev().find(fits).unwrap_or(0);
        let width = SIDE as usize >> level;
        let corner = glyph.area().min * width as f32;
        let (left, top) = (corner.x as usize, corner.y as usize);
        Self { sheet: &SHEET[level], width, left, top, side: tile / (1 << level) as f32 }
    }

    /// The interpolated texel at a place, from 0 to 1 inside the glyph.
    fn at(&self, place: Vec2) -> [f32; 4] {
        let at = (place * self.side - 0.5).clamp(Vec2::ZERO, Vec2::splat(self.side - 1.001));
        let (x, y) = (at.x as usize, at.y as usize);
        let (right, down) = (at.x - x as f32, at.y - y as f32);
        let first = (self.top + y) * self.width + self.left + x;
        let (upper, lower) = (&self.sheet[first..], &self.sheet[first + self.width..]);
        std::array::from_fn(|channel| {
            let above = upper[0][channel] + (upper[1][channel] - upper[0][channel]) * right;
            let below = lower[0][channel] + (lower[1][channel] - lower[0][channel]) * right;
            above + (below - above) * down
        })
    }
}

#[cfg(test)]
#[path = "raster_tests.rs"]
mod tests;
