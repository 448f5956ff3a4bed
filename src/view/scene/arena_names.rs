//! The name above each arena when there are several: its letter and its doctrine.

use crate::picture::arena_label;
use crate::scenario::doctrine_names;
use crate::sim::{Arena, Teams};
use crate::view::frame::FrameSystems;
use crate::view::input::camera::View;
use crate::view::scene::map_text::MapText;
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, write_names.in_set(FrameSystems::Draw));
}

fn write_names(arenas: Query<(&Arena, &Teams)>, view: Res<View>, mut text: ResMut<MapText>) {
    text.arenas.clear();
    if arenas.iter().len() < 2 {
        return;
    }
    for (&Arena { index }, teams) in &arenas {
        let names = doctrine_names(&teams.0);
        text.arenas.push(arena_label(index, &names, view.origin(index), view.pixel()));
    }
}
