//! The name above each arena when there are several: its letter and its doctrine.

use crate::picture::arena_label;
use crate::scenario::doctrine_names;
use crate::view::document::Document;
use crate::view::frame::FrameSystems;
use crate::view::input::camera::View;
use crate::view::scene::map_text::MapText;
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, write_names.in_set(FrameSystems::Draw));
}

fn write_names(document: Res<Document>, view: Res<View>, mut text: ResMut<MapText>) {
    text.arenas.clear();
    let comparison = document.comparison();
    if comparison.is_empty() {
        return;
    }
    let scenario = &document.scenario;
    for arena in comparison.arenas() {
        let teams = comparison.teams(arena, &scenario.teams);
        let origin = view.origin(arena);
        text.arenas.push(arena_label(arena, &doctrine_names(&teams), origin, view.pixel()));
    }
}
