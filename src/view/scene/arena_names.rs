//! The name above each arena when there are several: its letter and its doctrine.

use crate::view::document::Document;
use crate::view::document::comparison::letter;
use crate::view::frame::FrameSystems;
use crate::view::input::camera::View;
use crate::view::scene::arena_layout::arena_origin;
use crate::view::scene::map_text::{Label, MapText};
use bevy::prelude::*;
use bevy_egui::egui::Align2;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, write_names.in_set(FrameSystems::Draw));
}

/// Size of the letters, in logical pixels.
const LETTERS: f32 = 15.0;
/// Distance above the arena, in logical pixels.
const ABOVE: f32 = 5.0;

fn write_names(document: Res<Document>, view: Res<View>, mut text: ResMut<MapText>) {
    text.arenas.clear();
    let comparison = document.comparison();
    if comparison.is_empty() {
        return;
    }
    let scenario = &document.scenario;
    for arena in comparison.arenas() {
        let teams = comparison.teams(arena, &scenario.teams);
        let mut doctrines: Vec<&str> = teams.iter().map(|t| t.doctrine.name()).collect();
        doctrines.dedup();
        text.arenas.push(Label {
            text: format!("{}   {}", letter(arena), doctrines.join(" / ")),
            at: arena_origin(arena, scenario.terrain.bounds())
                - Vec2::new(0.0, ABOVE * view.pixel()),
            corner: Align2::LEFT_BOTTOM,
            size: LETTERS,
        });
    }
}
