//! Obstacles: trees, boulders and walls that the user can move.

use crate::grid::Rectangle;
use crate::overlay::{Rgb, Scene};
use crate::picture::canvas::{Canvas, Layer};
use crate::picture::glyphs::Glyph;
use crate::picture::noise::hash;
use crate::picture::paint::Paint;
use crate::picture::painter::Painter;
use crate::scenario::ObstacleKind;
use crate::sim::Obstacle;
use bevy::math::Vec2;

/// Paints the obstacles of an arena.
pub fn draw_obstacles(canvas: &mut Canvas, scene: &Scene, origin: Vec2) {
    for &entity in scene.roster.obstacles.values() {
        let Some(Obstacle(obstacle)) = scene.get_of(entity) else { continue };
        let (min, max) = corners(obstacle.area);
        let mut floor = canvas.on(Layer::Floor, origin);
        if !floor.sees((min + max) / 2.0, (max - min).max_element()) {
            continue;
        }
        draw_shadow(&mut floor, obstacle.kind, obstacle.area);
        let mut painter = canvas.on(Layer::Things, origin);
        draw_obstacle(&mut painter, obstacle.kind, obstacle.area, Paint::WHITE);
    }
}

/// The corners of a rectangle of cells.
pub fn corners(area: Rectangle) -> (Vec2, Vec2) {
    let min = Vec2::new(area.at.x as f32, area.at.y as f32);
    (min, min + Vec2::new(area.size.0 as f32, area.size.1 as f32))
}

/// Draws an obstacle on its area, multiplied by a tint.
pub fn draw_obstacle(painter: &mut Painter, kind: ObstacleKind, area: Rectangle, tint: Paint) {
    match kind {
        ObstacleKind::Tree | ObstacleKind::Boulder => {
            let glyph = if kind == ObstacleKind::Tree { Glyph::Tree } else { Glyph::Boulder };
            for (i, (at, half)) in pieces(area).enumerate() {
                // Each has its own size and angle; the angle is small because the light comes from above.
                let random = hash(area.at.x + 31 * i as i32, area.at.y, 7);
                let size = half * (1.0 + 0.08 * random);
                let angle = if kind == ObstacleKind::Tree {
                    (random - 0.5) * 0.9
                } else {
                    (random - 0.5) * 0.5
                };
                painter.glyph(glyph, at, size, angle, tint);
            }
        }
        ObstacleKind::Wall => draw_wall(painter, area, tint),
    }
}

fn draw_shadow(painter: &mut Painter, kind: ObstacleKind, area: Rectangle) {
    match kind {
        ObstacleKind::Wall => {
            let (min, max) = corners(area);
            let (dark, none) = (Paint::BLACK.fade(0.42), Paint::BLACK.fade(0.0));
            let below = Vec2::new(max.x, max.y + 0.45);
            painter.shade(Vec2::new(min.x, max.y), below, [dark, dark, none, none]);
            let right = Vec2::new(max.x + 0.3, max.y);
            painter.shade(Vec2::new(max.x, min.y), right, [dark, none, none, dark]);
        }
        ObstacleKind::Tree | ObstacleKind::Boulder => {
            for (at, half) in pieces(area) {
                let at = at + half * Vec2::new(0.2, 0.3);
                painter.glyph(Glyph::Shadow, at, half * 1.3, 0.0, Paint::WHITE.fade(0.8));
            }
        }
    }
}

/// The trees or boulders that fill an area: centre and half size of each. Long areas hold several.
fn pieces(area: Rectangle) -> impl Iterator<Item = (Vec2, Vec2)> {
    let (min, max) = corners(area);
    let size = max - min;
    let short = size.min_element().max(1.0);
    let count = (size / short).round().max(Vec2::ONE);
    let step = size / count;
    (0..count.y as i32).flat_map(move |y| {
        (0..count.x as i32)
            .map(move |x| (min + step * (Vec2::new(x as f32, y as f32) + 0.5), step / 2.0))
    })
}

/// A wall of dressed stone: a light top and a darker front.
fn draw_wall(painter: &mut Painter, area: Rectangle, tint: Paint) {
    let paint = |colour: Rgb| Paint::from(colour).tinted(tint);
    let (min, max) = corners(area);
    let inset = 0.03;
    let (min, max) = (min + inset, max - inset);
    let front = max.y - 0.28;
    let top = [Rgb(150, 140, 124), Rgb(138, 129, 114)].map(paint);
    painter.shade(min, Vec2::new(max.x, front), [top[0], top[0], top[1], top[1]]);
    painter.fill(Vec2::new(min.x, front), max, paint(Rgb(88, 81, 72)));
    let light = paint(Rgb(180, 170, 152));
    painter.fill(min, Vec2::new(max.x, min.y + 0.07), light);
    painter.fill(Vec2::new(min.x, front - 0.05), Vec2::new(max.x, front), light);
    let joint = paint(Rgb(70, 64, 57));
    for x in 1..area.size.0 * 2 {
        let x = min.x + x as f32 * (max.x - min.x) / (area.size.0 * 2) as f32;
        painter.fill(Vec2::new(x - 0.02, front), Vec2::new(x + 0.02, max.y), joint);
    }
    let seam = paint(Rgb(122, 114, 100));
    for x in 1..area.size.0 {
        let x = min.x + x as f32 * (max.x - min.x) / area.size.0 as f32;
        painter.fill(Vec2::new(x - 0.018, min.y + 0.07), Vec2::new(x + 0.018, front - 0.05), seam);
    }
    for y in 1..area.size.1 {
        let y = area.at.y as f32 + y as f32;
        painter.fill(Vec2::new(min.x, y - 0.018), Vec2::new(max.x, y + 0.018), seam);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;

    #[test]
    fn a_long_row_of_trees_is_several_trees() {
        let count = |w, h| pieces(Rectangle::new(Cell::new(2, 3), w, h)).count();
        assert_eq!(
            (count(1, 1), count(2, 2), count(4, 1), count(1, 3), count(2, 5)),
            (1, 1, 4, 3, 3)
        );
    }

    #[test]
    fn pieces_fill_their_area() {
        let area = Rectangle::new(Cell::new(2, 3), 5, 2);
        let (min, max) = corners(area);
        let all: Vec<_> = pieces(area).collect();
        assert_eq!(all.first().map(|(at, half)| at - half), Some(min));
        assert!(all.last().is_some_and(|(at, half)| (at + half).distance(max) < 1e-4));
    }
}
