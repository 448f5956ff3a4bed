//! The paths that units have walked, as an SVG picture.

use super::stage::{Caption, Stage};
use crate::experiment::path_picture::{cell_size, draw_ground};
use crate::experiment::svg::{Anchor, Svg};
use crate::grid::Bounds;
use crate::overlay::{Rgb, Scene, letter};
use crate::scenario::UnitId;
use crate::sim::{Position, Route, TICKS_PER_SECOND};
use bevy::math::Vec2;
use std::collections::BTreeMap;

/// Distance between two recorded positions of a unit, in cells.
const STEP: f32 = 0.3;
/// Height of the captions, in pixels.
const CAPTION: f64 = 52.0;
/// Distance between two arenas, in pixels.
const BETWEEN: f64 = 24.0;

/// Where the units of each arena have been.
#[derive(Default)]
pub struct Tracks(Vec<BTreeMap<UnitId, Track>>);

struct Track {
    colour: Rgb,
    places: Vec<Vec2>,
    /// Where it was last.
    now: Vec2,
}

impl Tracks {
    /// Records where the units of an arena are.
    pub fn follow(&mut self, arena: usize, scene: &Scene) {
        self.0.resize_with(self.0.len().max(arena + 1), BTreeMap::new);
        for unit in scene.units() {
            let Some(&Position(at)) = unit.get::<Position>() else { continue };
            let track = self.0[arena].entry(unit.unit.id).or_insert_with(|| Track {
                colour: scene.colour(unit.unit.team),
                places: vec![at],
                now: at,
            });
            track.now = at;
            if track.places.last().is_none_or(|last| last.distance(at) >= STEP) {
                track.places.push(at);
            }
        }
    }

    /// Draws the tracks of all arenas, and thinner the path that is still ahead of each unit.
    pub fn draw(&self, stage: &dyn Stage, caption: &Caption) -> String {
        let scenes = stage.scenes();
        let bounds = scenes.first().map_or(Bounds::new(1, 1), |scene| scene.terrain().bounds());
        let cell = cell_size(bounds);
        let (width, height) = (f64::from(bounds.width) * cell, f64::from(bounds.height) * cell);
        let count = scenes.len() as f64;
        let mut svg = Svg::new((count * (width + BETWEEN) - BETWEEN).max(360.0), height + CAPTION);
        let seconds = stage.tick() as f64 / f64::from(TICKS_PER_SECOND);
        let title = format!("{}, after {seconds:.1} s", caption.title);
        svg.text((6.0, 20.0), Anchor::Start, 14.0, &title);
        for (arena, scene) in scenes.iter().enumerate() {
            let left = arena as f64 * (width + BETWEEN);
            if let Some(name) = caption.arenas.get(arena) {
                let text = if scenes.len() > 1 {
                    format!("{}   {name}", letter(arena as u32))
                } else {
                    name.clone()
                };
                svg.text((left + 6.0, 41.0), Anchor::Start, 12.0, &text);
            }
            draw_ground(&mut svg, scene.terrain(), (left, CAPTION), cell);
            let point =
                |at: Vec2| (left + f64::from(at.x) * cell, CAPTION + f64::from(at.y) * cell);
            let Some(tracks) = self.0.get(arena) else { continue };
            let line = (cell / 12.0).max(0.7);
            for (id, track) in tracks {
                let colour = track.colour.hex();
                let walked: Vec<(f64, f64)> =
                    track.places.iter().chain([&track.now]).map(|&at| point(at)).collect();
                svg.line(&walked, &colour, line);
                let ahead = scene.unit(*id).and_then(|unit| unit.get::<Route>());
                let cells = ahead.map_or(&[][..], |route| route.ahead());
                if !cells.is_empty() {
                    let ahead = cells.iter().map(|cell| point(cell.center()));
                    let ahead: Vec<(f64, f64)> =
                        std::iter::once(point(track.now)).chain(ahead).collect();
                    svg.line(&ahead, &colour, line / 2.5);
                }
            }
            for track in tracks.values() {
                svg.disc(point(track.now), (cell * 0.3).max(1.2), &track.colour.hex());
            }
        }
        svg.finish()
    }
}
