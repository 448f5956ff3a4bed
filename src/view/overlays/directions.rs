//! Which way units have gone through each cell: an arrow as long as the direction is strong.
//!
//! Only what is in view is drawn, and when cells become small one arrow stands for the mean of several.

use super::Overlays;
use super::fields::Fields;
use super::legend::{Legend, Legends, grouped};
use crate::grid::{Cell, Rectangle, Terrain};
use crate::planning::DirectionMap;
use crate::sim::Arena;
use crate::view::scene::canvas::{Canvas, DrawSystems, Layer, Painter};
use crate::view::shared::arena_origin;
use crate::view::theme::{self, fade};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "directions";

/// Least distance between arrows, in pixels.
const SPACING: f32 = 14.0;
/// Shorter vectors are not drawn.
const LEAST: f64 = 0.02;

fn draw(
    mut canvas: ResMut<Canvas>,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    fields: Fields,
    arenas: Query<Entity, With<Arena>>,
    mut counted: Local<Option<(Entity, u64, usize)>>,
) {
    let Some(opacity) = overlays.opacity(KEY) else { return };
    let first = fields.first(arenas.iter());
    for arena in &arenas {
        let Some(view) = fields.of(arena, |layers| layers.directions.is_some()) else { continue };
        let terrain = &view.land.terrain;
        let origin = arena_origin(view.arena.index, terrain.bounds());
        let mut painter = canvas.on(Layer::Floor, origin);
        let every = draw_vectors(&mut painter, terrain, &view.fields.layers.directions, opacity);
        if Some(arena) == first {
            let now = view.fields.layers.directions.revision();
            let known = counted.filter(|&(of, at, _)| (of, at) == (arena, now));
            let (.., cells) = known.unwrap_or_else(|| {
                (arena, now, view.fields.layers.directions.learned(terrain).len())
            });
            *counted = Some((arena, now, cells));
            legends.set(KEY, legend(cells, every));
        }
    }
}

/// Draws what is in view. Returns how many columns and rows one arrow stands for.
fn draw_vectors(painter: &mut Painter, terrain: &Terrain, map: &DirectionMap, opacity: f32) -> u32 {
    let every = (SPACING * painter.pixel).ceil().max(1.0) as u32;
    if map.is_blank() {
        return every;
    }
    let bounds = terrain.bounds();
    let block = |place: f32| (place / every as f32).floor() as i32;
    let low = bounds.clamp(Cell::containing(painter.visible.min));
    let high = bounds.clamp(Cell::containing(painter.visible.max));
    for row in block(low.y as f32)..=block(high.y as f32) {
        for column in block(low.x as f32)..=block(high.x as f32) {
            let corner = Cell::new(column * every as i32, row * every as i32);
            let cells = Rectangle::new(corner, every, every).cells();
            let known: Vec<_> =
                cells.map(|cell| map.at(terrain, cell)).filter(|v| v.length() > LEAST).collect();
            if known.is_empty() {
                continue;
            }
            let mean = (known.iter().sum::<bevy::math::DVec2>() / known.len() as f64).as_vec2();
            let middle = corner.center() + Vec2::splat((every - 1) as f32 / 2.0);
            let half = mean * 0.46 * every as f32;
            let colour = fade(theme::ramp(mean.length()), opacity);
            painter.arrow(middle - half, middle + half, 1.6, colour);
        }
    }
    every
}

fn legend(cells: usize, every: u32) -> Legend {
    if cells == 0 {
        let why = "Nothing has been learned: units of a team with the layer Directions leave their ways here.";
        return Legend::Empty(why.into());
    }
    let mut notes = vec![format!("{} cells have a direction", grouped(cells as u64))];
    if every > 1 {
        notes.push(format!("an arrow stands for the mean of {every} x {every} cells"));
    }
    Legend::ramp("strength of the direction", 0.0, 1.0, notes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, CornerRule};
    use bevy::math::DVec2;

    fn triangles(pixel: f32, visible: Rect) -> (u32, usize) {
        let terrain = Terrain::open(Bounds::new(40, 40), CornerRule::Free);
        let mut map = DirectionMap::default();
        for cell in terrain.bounds().cells() {
            map.set(&terrain, cell, DVec2::X);
        }
        let mut canvas = Canvas::default();
        canvas.clear(visible, pixel);
        let mut painter = canvas.on(Layer::Floor, Vec2::ZERO);
        let every = draw_vectors(&mut painter, &terrain, &map, 1.0);
        (every, canvas.triangles())
    }

    #[test]
    fn arrows_out_of_view_are_left_out_and_small_cells_share_one() {
        let all = Rect::new(0.0, 0.0, 40.0, 40.0);
        let (every, near) = triangles(0.05, Rect::new(0.0, 0.0, 9.9, 9.9));
        assert_eq!((every, near % 100), (1, 0), "the same number for each of a hundred arrows");
        let (every, far) = triangles(0.25, all);
        assert_eq!((every, far), (4, near), "sixteen cells share one");
    }
}
