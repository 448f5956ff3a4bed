//! The border of the map and the lines between cells.

use crate::overlay::{Scene, palette};
use crate::picture::canvas::{Canvas, Layer};
use crate::picture::paint::Paint;
use bevy::math::Vec2;

/// Paints a line around the map, and a soft shadow outside it.
pub fn draw_border(canvas: &mut Canvas, scene: &Scene, origin: Vec2) {
    let mut painter = canvas.on(Layer::Grid, origin);
    let line = Vec2::splat(2.0 * painter.pixel);
    let glow = Vec2::splat(22.0 * painter.pixel);
    let (min, max) = (-line, scene.map().size() + line);
    let (dark, none) = (Paint::BLACK.fade(0.5), Paint::BLACK.fade(0.0));
    let at = Vec2::new;
    let (far_min, far_max) = (min - glow, max + glow);
    painter.shade(at(min.x, far_min.y), at(max.x, min.y), [none, none, dark, dark]);
    painter.shade(at(min.x, max.y), at(max.x, far_max.y), [dark, dark, none, none]);
    painter.shade(at(far_min.x, min.y), at(min.x, max.y), [none, dark, dark, none]);
    painter.shade(at(max.x, min.y), at(far_max.x, max.y), [dark, none, none, dark]);
    painter.shade(far_min, min, [none, none, dark, none]);
    painter.shade(at(max.x, far_min.y), at(far_max.x, min.y), [none, none, none, dark]);
    painter.shade(max, far_max, [dark, none, none, none]);
    painter.shade(at(far_min.x, max.y), at(min.x, far_max.y), [none, dark, none, none]);
    painter.outline(min, max, 2.0, palette::BORDER);
}

/// Paints the lines between cells. They fade in as cells become larger.
pub fn draw_grid(canvas: &mut Canvas, scene: &Scene, origin: Vec2) {
    let mut painter = canvas.on(Layer::Grid, origin);
    let opacity = grid_opacity(1.0 / painter.pixel);
    if opacity <= 0.0 {
        return;
    }
    let colour = Paint::new(palette::GRID, opacity);
    let min = painter.visible.min.max(Vec2::ZERO).floor();
    let max = painter.visible.max.min(scene.map().size()).ceil();
    let half = painter.pixel / 2.0;
    for x in (min.x as i32).max(1)..max.x as i32 {
        let x = x as f32;
        painter.fill(Vec2::new(x - half, min.y), Vec2::new(x + half, max.y), colour);
    }
    for y in (min.y as i32).max(1)..max.y as i32 {
        let y = y as f32;
        painter.fill(Vec2::new(min.x, y - half), Vec2::new(max.x, y + half), colour);
    }
}

/// The opacity of the lines; `zoom` in pixels per cell.
fn grid_opacity(zoom: f32) -> f32 {
    0.10 * ((zoom - 12.0) / 24.0).clamp(0.0, 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_grid_fades_out_when_cells_are_small() {
        assert_eq!(grid_opacity(4.0), 0.0);
        assert!(grid_opacity(30.0) > 0.0 && grid_opacity(30.0) < grid_opacity(60.0));
    }
}
