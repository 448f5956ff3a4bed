//! Named places, as flags with their names.

use super::camera::View;
use super::canvas::{Canvas, DrawSystems, Layer};
use super::glyphs::Glyph;
use super::shared::{FrameSystems, Goals, arena_origin, to_world};
use super::theme::{self, fade};
use crate::grid::Cell;
use crate::sim::{Arena, Land};
use bevy::prelude::*;
use bevy::sprite::{Anchor, Text2dShadow};
use bevy::text::FontSize;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Goals>().add_systems(
        Update,
        (
            (write_labels, place_labels).chain().in_set(FrameSystems::Draw),
            draw_flags.in_set(DrawSystems::Paint),
        ),
    );
}

/// The name of a goal beside its flag.
#[derive(Component)]
struct Label {
    /// The middle of the goal's cell, in cells of arena 0.
    at: Vec2,
}

/// Height of labels in Bevy's world: above the canvas.
const HEIGHT: f32 = 60.0;
/// Size of the letters, in logical pixels.
const LETTERS: f32 = 14.0;
/// Half the size of a flag, in cells.
const FLAG: f32 = 1.1;
/// Half the size of a flag at least, in logical pixels.
const LEAST_FLAG: f32 = 22.0;

fn flag_size(pixel: f32) -> f32 {
    FLAG.max(LEAST_FLAG * pixel)
}

fn write_labels(
    mut commands: Commands,
    goals: Res<Goals>,
    arenas: Query<(&Arena, &Land)>,
    added: Query<(), Added<Arena>>,
    mut removed: RemovedComponents<Arena>,
    labels: Query<Entity, With<Label>>,
) {
    if !goals.is_changed() && added.is_empty() && removed.read().count() == 0 {
        return;
    }
    labels.iter().for_each(|label| commands.entity(label).despawn());
    for (arena, land) in &arenas {
        let origin = arena_origin(arena.index, land.terrain.bounds());
        for goal in &goals.0 {
            commands.spawn((
                Label { at: origin + goal.at.center() },
                Text2d::new(&goal.name),
                TextFont { font_size: FontSize::Px(LETTERS), ..default() },
                TextColor(theme::LABEL),
                Text2dShadow { offset: Vec2::new(1.0, -1.0), color: Color::BLACK.with_alpha(0.8) },
                Anchor::CENTER_LEFT,
            ));
        }
    }
}

/// Labels keep their size on the screen.
fn place_labels(view: Res<View>, mut labels: Query<(&Label, &mut Transform)>) {
    let pixel = view.pixel();
    let size = flag_size(pixel);
    for (label, mut transform) in &mut labels {
        let at = label.at + Vec2::new(0.82 * size, -0.7 * size);
        let wanted = Transform::from_translation(to_world(at).extend(HEIGHT))
            .with_scale(Vec3::new(pixel, pixel, 1.0));
        transform.set_if_neq(wanted);
    }
}

fn draw_flags(mut canvas: ResMut<Canvas>, goals: Res<Goals>, arenas: Query<(&Arena, &Land)>) {
    for (arena, land) in &arenas {
        let origin = arena_origin(arena.index, land.terrain.bounds());
        for at in goals.0.iter().map(|goal| Cell::center(goal.at)) {
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
