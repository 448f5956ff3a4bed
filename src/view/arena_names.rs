//! What stands above each arena when there are several: its letter and its doctrine.

use super::beside::letter;
use super::camera::View;
use super::document::Document;
use super::shared::{FrameSystems, arena_origin, to_world};
use super::theme;
use bevy::prelude::*;
use bevy::sprite::Anchor;
use bevy::text::FontSize;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, (write_names, place_names).chain().in_set(FrameSystems::Draw));
}

/// The name of an arena; drawn at its upper left corner.
#[derive(Component)]
struct Name {
    at: Vec2,
}

/// Height of names in Bevy's world: above the canvas.
const HEIGHT: f32 = 60.0;
/// Size of the letters, in logical pixels.
const LETTERS: f32 = 15.0;
/// Distance above the arena, in logical pixels.
const ABOVE: f32 = 5.0;

fn write_names(
    mut commands: Commands,
    document: Res<Document>,
    names: Query<Entity, With<Name>>,
    mut written: Local<Vec<String>>,
) {
    let beside = document.beside();
    let scenario = &document.scenario;
    let wanted: Vec<String> = beside
        .arenas()
        .into_iter()
        .filter(|_| !beside.is_empty())
        .map(|arena| {
            let teams = beside.teams(arena, &scenario.teams);
            let mut doctrines: Vec<&str> = teams.iter().map(|t| t.doctrine.name()).collect();
            doctrines.dedup();
            format!("{}   {}", letter(arena), doctrines.join(" / "))
        })
        .collect();
    if *written == wanted {
        return;
    }
    names.iter().for_each(|name| commands.entity(name).despawn());
    for (arena, name) in (0..).zip(&wanted) {
        commands.spawn((
            Name { at: arena_origin(arena, scenario.terrain.bounds()) },
            Text2d::new(name),
            TextFont { font_size: FontSize::Px(LETTERS), ..default() },
            TextColor(theme::LABEL),
            Anchor::BOTTOM_LEFT,
        ));
    }
    *written = wanted;
}

/// Names keep their size on the screen.
fn place_names(view: Res<View>, mut names: Query<(&Name, &mut Transform)>) {
    let pixel = view.pixel();
    for (name, mut transform) in &mut names {
        let at = name.at - Vec2::new(0.0, ABOVE * pixel);
        let wanted = Transform::from_translation(to_world(at).extend(HEIGHT))
            .with_scale(Vec3::new(pixel, pixel, 1.0));
        transform.set_if_neq(wanted);
    }
}
