//! The ground of arenas in pictures: computed when it changed, and kept.

use super::raster::{Raster, Viewport};
use super::texels;
use crate::grid::{Cell, Terrain};
use crate::overlay::palette;
use bevy::math::{IVec2, Vec2};
use rayon::prelude::*;
use std::sync::Arc;

/// The ground of all arenas of a picture.
#[derive(Debug, Default)]
pub struct GroundCache {
    /// The revisions of the terrains that were painted.
    revisions: Vec<u64>,
    raster: Option<Arc<Raster>>,
}

impl GroundCache {
    /// The ground of arenas, each with its upper left corner in cells of the first.
    pub fn get(
        &mut self,
        size: IVec2,
        view: &Viewport,
        arenas: &[(&Terrain, Vec2)],
    ) -> Arc<Raster> {
        let revisions: Vec<u64> = arenas.iter().map(|(terrain, _)| terrain.revision()).collect();
        if let Some(raster) = self.raster.as_ref().filter(|_| self.revisions == revisions) {
            return raster.clone();
        }
        let mut raster = Raster::new(size, palette::BACKDROP);
        for (terrain, origin) in arenas {
            paint(&mut raster, view, terrain, *origin);
        }
        let raster = Arc::new(raster);
        (self.revisions, self.raster) = (revisions, Some(raster.clone()));
        raster
    }
}

/// Texels along the side of a cell: one for each pixel, or a few that are averaged.
fn texels_per_cell(zoom: f32) -> u32 {
    match zoom {
        _ if zoom.fract() == 0.0 => zoom as u32,
        1.0.. => 8,
        0.5.. => 2,
        _ => 1,
    }
}

fn paint(raster: &mut Raster, view: &Viewport, terrain: &Terrain, origin: Vec2) {
    let bounds = terrain.bounds();
    let side = texels_per_cell(view.zoom);
    let columns = (bounds.width * side) as usize;
    let mut texels = vec![[0_u8; 3]; columns * (bounds.height * side) as usize];
    texels.par_chunks_mut(columns * side as usize).enumerate().for_each(|(y, row)| {
        for x in 0..bounds.width as usize {
            texels::paint(terrain, Cell::new(x as i32, y as i32), side, |column, line, colour| {
                row[line as usize * columns + x * side as usize + column as usize] = colour;
            });
        }
    });
    let rows = texels.len() / columns.max(1);
    let corner = view.pixel_at(origin);
    let first = corner.round().as_ivec2();
    let size = Vec2::new(bounds.width as f32, bounds.height as f32) * view.zoom;
    let end = (corner + size).round().as_ivec2().max(first + 1);
    // The texels of a pixel, at least one.
    let share = |pixel: i32, first: i32, end: i32, count: usize| {
        let at = |pixel: i32| (pixel - first) as usize * count / (end - first) as usize;
        let from = at(pixel).min(count - 1);
        from..at(pixel + 1).clamp(from + 1, count)
    };
    for y in first.y..end.y {
        let lines = share(y, first.y, end.y, rows);
        for x in first.x..end.x {
            let across = share(x, first.x, end.x, columns);
            let mut sum = [0_u32; 3];
            for line in lines.clone() {
                for texel in &texels[line * columns..][across.clone()] {
                    for (sum, channel) in sum.iter_mut().zip(texel) {
                        *sum += u32::from(*channel);
                    }
                }
            }
            let count = (lines.len() * across.len()) as u32;
            raster.set(x, y, sum.map(|sum| (sum / count) as u8));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, CornerRule, Ground};
    use bevy::math::IRect;

    fn view(zoom: f32) -> Viewport {
        Viewport { area: IRect::new(0, 0, 60, 60), origin: Vec2::splat(5.0), zoom }
    }

    #[test]
    fn the_ground_fills_its_arena_at_every_zoom() {
        let terrain = Terrain::open(Bounds::new(6, 5), CornerRule::Free);
        for zoom in [8.0, 7.0, 2.5, 0.7, 0.3] {
            let mut cache = GroundCache::default();
            let image =
                cache.get(IVec2::splat(60), &view(zoom), &[(&terrain, Vec2::ZERO)]).finish();
            let backdrop = [palette::BACKDROP.0, palette::BACKDROP.1, palette::BACKDROP.2];
            let ground = image.pixels.iter().filter(|&&pixel| pixel != backdrop).count();
            let area = (6.0 * zoom).round().max(1.0) * (5.0 * zoom).round().max(1.0);
            assert!((ground as f32 - area).abs() <= area / 3.0, "{zoom}: {ground} of {area}");
        }
    }

    #[test]
    fn the_ground_is_painted_again_only_when_it_changed() {
        let mut terrain = Terrain::open(Bounds::new(6, 5), CornerRule::Free);
        let mut cache = GroundCache::default();
        let mut get =
            |terrain: &Terrain| cache.get(IVec2::splat(60), &view(8.0), &[(terrain, Vec2::ZERO)]);
        let first = get(&terrain);
        assert!(Arc::ptr_eq(&first, &get(&terrain)));
        terrain.set_ground(Cell::new(2, 2), Ground::Wall);
        assert!(*first != *get(&terrain));
    }
}
