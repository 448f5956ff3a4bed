//! A small picture of a scenario: the map with its units and their first paths, without text.

use super::arena::{Headings, draw_arena, draw_figures};
use super::canvas::Canvas;
use super::ground::GroundCache;
use super::image::Image;
use super::raster::{Raster, Viewport};
use super::stage::Stage;
use crate::grid::Bounds;
use crate::overlay::{OVERLAYS, PLANNED_PATHS};
use crate::scenario::Scenario;
use crate::sim::Simulation;
use bevy::math::{IRect, IVec2, Vec2};

/// Distance of the map from the edges, in pixels.
const AROUND: f32 = 4.0;
/// With at least this many cells, only the ground is drawn.
const LARGE: usize = 1 << 20;
/// Above this product of cells and units, paths are not planned for the thumbnail.
const LABOURED: usize = 1 << 24;
/// With at least this many pixels per cell, cells have a whole number of pixels.
const WHOLE_FROM: f32 = 6.0;

/// Draws the start of a scenario, as large as it fits into this many pixels. Costs a few milliseconds, more on large maps.
pub fn thumbnail(scenario: &Scenario, width: u32, height: u32) -> Image {
    let size = IVec2::new(width.max(1) as i32, height.max(1) as i32);
    let bounds = scenario.terrain.bounds();
    let view = viewport(size, bounds);
    let mut canvas = Canvas::default();
    canvas.clear(view.visible(), 1.0 / view.zoom);
    if bounds.area() < LARGE {
        let mut simulation = Simulation::new(scenario);
        if bounds.area() * scenario.units.len() < LABOURED {
            simulation.preview();
        }
        draw(&mut canvas, &simulation, scenario, &view);
    }
    let ground = GroundCache::default().get(size, &view, &[(&*scenario.terrain, Vec2::ZERO)]);
    let mut raster = Raster::clone(&ground);
    raster.draw(&canvas, &view);
    raster.finish()
}

fn draw(canvas: &mut Canvas, simulation: &Simulation, scenario: &Scenario, view: &Viewport) {
    for scene in simulation.scenes() {
        let scene = scene.seen_through(canvas.visible(Vec2::ZERO), 1.0 / view.zoom);
        let mut headings = Headings::default();
        headings.turn(&scene);
        draw_arena(canvas, &scene, &scenario.goals, &headings, Vec2::ZERO);
        let paths = OVERLAYS.iter().filter(|overlay| overlay.key == PLANNED_PATHS);
        for overlay in paths {
            let drawing = (overlay.draw)(&scene);
            draw_figures(canvas, &drawing.figures, Vec2::ZERO, overlay.opacity);
        }
    }
}

/// The map in the centre of the picture.
fn viewport(size: IVec2, bounds: Bounds) -> Viewport {
    let cells = Vec2::new(bounds.width as f32, bounds.height as f32);
    let room = (size.as_vec2() - 2.0 * AROUND).max(Vec2::ONE);
    let zoom = (room / cells).min_element();
    let zoom = if zoom >= WHOLE_FROM { zoom.floor() } else { zoom };
    let origin = ((size.as_vec2() - cells * zoom) / 2.0).floor();
    Viewport { area: IRect { min: IVec2::ZERO, max: size }, origin, zoom }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::shipped;

    #[test]
    fn small_pictures_show_something_of_every_size_of_map() {
        for (width, height) in [(1, 1), (3, 90), (48, 32), (1500, 1400)] {
            let scenario = Scenario::blank(Bounds::new(width, height)).with_first_units();
            let image = thumbnail(&scenario, 96, 64);
            assert_eq!((image.width, image.height), (96, 64));
            assert_ne!(image.at(48, 32), image.at(0, 0), "{width} x {height}");
        }
    }

    #[test]
    fn the_same_scenario_gives_the_same_picture() {
        let scenario = shipped()[1].load().unwrap();
        assert_eq!(thumbnail(&scenario, 96, 64), thumbnail(&scenario, 96, 64));
    }
}
