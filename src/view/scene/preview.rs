//! Draws what the current tool would do.

use crate::grid::{Cell, Direction};
use crate::overlay::{Rgb, palette};
use crate::picture::{Glyph, Layer, Paint, corners, draw_obstacle, flag_size};
use crate::sim::{Arena, Land, Teams};
use crate::view::input::camera::View;
use crate::view::input::tools::preview::Preview;
use crate::view::scene::canvas::{Canvas, DrawSystems};
use bevy::prelude::*;
use std::collections::HashSet;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, draw_preview.in_set(DrawSystems::Paint));
}

/// Radius of a unit that would be dropped, in cells.
const GHOST_RADIUS: f32 = 0.36;

fn draw_preview(
    mut canvas: ResMut<Canvas>,
    preview: Res<Preview>,
    view: Res<View>,
    arenas: Query<(&Arena, &Land, &Teams)>,
) {
    for (arena, land, teams) in &arenas {
        let bounds = land.terrain.bounds();
        let mut painter = canvas.on(Layer::Tools, view.origin(arena.index));
        let colour = if preview.erases { palette::REFUSED } else { palette::SELECTED };
        let brush: HashSet<Cell> =
            preview.brush.iter().copied().filter(|&c| bounds.contains(c)).collect();
        for &cell in &brush {
            let (min, max) = (cell.center() - 0.5, cell.center() + 0.5);
            painter.fill(min, max, Paint::new(colour, 0.16));
            for (side, from, to) in edges(min, max) {
                if !brush.contains(&cell.step(side)) {
                    painter.line(from, to, 2.0, Paint::new(colour, 0.9));
                }
            }
        }
        if let Some((kind, area, allowed)) = preview.obstacle {
            let colour = if allowed { palette::ALLOWED } else { palette::REFUSED };
            draw_obstacle(&mut painter, kind, area, Paint::WHITE.fade(0.55));
            let (min, max) = corners(area);
            painter.fill(min, max, Paint::new(colour, 0.22));
            painter.outline(min, max, 2.0, Paint::new(colour, 0.95));
        }
        if let Some((cell, allowed)) = preview.goal {
            let colour = if allowed { palette::ALLOWED } else { palette::REFUSED };
            painter.circle(cell.center(), 0.42, 2.0, Paint::new(colour, 0.95));
            let size = Vec2::splat(flag_size(painter.pixel));
            let flag = if allowed { palette::GOAL } else { palette::REFUSED };
            painter.glyph(Glyph::Flag, cell.center(), size, 0.0, Paint::new(flag, 0.6));
        }
        for &(team, at) in &preview.units {
            let team = teams.0.get(usize::from(team.0));
            let colour = team.map_or(Rgb::WHITE, |team| team.colour.into());
            let free = land.terrain.is_passable(Cell::containing(at));
            let opacity = if free { 0.6 } else { 0.2 };
            painter.glyph(
                Glyph::Disc,
                at,
                Vec2::splat(GHOST_RADIUS),
                0.0,
                Paint::new(colour, opacity),
            );
        }
        if let Some((a, b)) = preview.selection_box {
            let (min, max) = (a.min(b), a.max(b));
            painter.fill(min, max, Paint::new(palette::SELECTED, 0.07));
            painter.outline(min, max, 1.5, Paint::new(palette::SELECTED, 0.9));
        }
        if let Some((at, radius)) = preview.target {
            painter.cross_hairs(at, radius, Paint::new(palette::REFUSED, 0.9));
        }
        for pair in preview.waypoints.windows(2) {
            painter.dashes(pair[0], pair[1], 1.8, 7.0, Paint::new(palette::SELECTED, 0.8));
        }
        for &point in &preview.waypoints {
            painter.circle(point, 0.34, 2.0, Paint::new(palette::SELECTED, 0.95));
            painter.glyph(Glyph::Dot, point, Vec2::splat(0.12), 0.0, palette::SELECTED);
        }
    }
}

/// The sides of a cell: the direction across each, and its ends.
fn edges(min: Vec2, max: Vec2) -> [(Direction, Vec2, Vec2); 4] {
    let (upper_right, lower_left) = (Vec2::new(max.x, min.y), Vec2::new(min.x, max.y));
    [
        (Direction::North, min, upper_right),
        (Direction::South, lower_left, max),
        (Direction::West, min, lower_left),
        (Direction::East, upper_right, max),
    ]
}
