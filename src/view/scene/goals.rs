//! The goals of the scenario: flags with their names.

use crate::grid::Cell;
use crate::sim::{Arena, Land};
use crate::view::document::Document;
use crate::view::frame::FrameSystems;
use crate::view::input::camera::View;
use crate::view::scene::arena_layout::arena_origin;
use crate::view::scene::canvas::{Canvas, DrawSystems, Layer};
use crate::view::scene::glyphs::Glyph;
use crate::view::scene::map_text::{Label, MapText};
use crate::view::theme::{self, fade};
use bevy::prelude::*;
use bevy_egui::egui::Align2;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        (write_labels.in_set(FrameSystems::Draw), draw_flags.in_set(DrawSystems::Paint)),
    );
}

/// Size of the letters, in logical pixels.
const LETTERS: f32 = 14.0;
/// Half the size of a flag, in cells.
const FLAG: f32 = 1.1;
/// Least half size of a flag, in logical pixels.
const LEAST_FLAG: f32 = 22.0;

fn flag_size(pixel: f32) -> f32 {
    FLAG.max(LEAST_FLAG * pixel)
}

fn write_labels(
    document: Res<Document>,
    view: Res<View>,
    arenas: Query<(&Arena, &Land)>,
    mut text: ResMut<MapText>,
) {
    text.goals.clear();
    let size = flag_size(view.pixel());
    for (arena, land) in &arenas {
        let origin = arena_origin(arena.index, land.terrain.bounds());
        text.goals.extend(document.scenario.goals.iter().map(|goal| Label {
            text: goal.name.clone(),
            at: origin + goal.at.center() + Vec2::new(0.82, -0.7) * size,
            corner: Align2::LEFT_CENTER,
            size: LETTERS,
        }));
    }
}

fn draw_flags(mut canvas: ResMut<Canvas>, document: Res<Document>, arenas: Query<(&Arena, &Land)>) {
    for (arena, land) in &arenas {
        let origin = arena_origin(arena.index, land.terrain.bounds());
        for at in document.scenario.goals.iter().map(|goal| Cell::center(goal.at)) {
            let mut floor = canvas.on(Layer::Floor, origin);
            let size = flag_size(floor.pixel);
            if !floor.sees(at, 2.0 * size) {
                continue;
            }
            floor.glyph(
                Glyph::Shadow,
                at,
                Vec2::new(0.30, 0.18) * size,
                0.0,
                fade(Color::WHITE, 0.9),
            );
            floor.circle(at, 0.42, 1.6, fade(theme::GOAL, 0.75));
            let mut painter = canvas.on(Layer::Things, origin);
            painter.glyph(Glyph::Flag, at, Vec2::splat(size), 0.0, theme::GOAL);
        }
    }
}
