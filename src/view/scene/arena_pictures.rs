//! Pictures of arenas: sprites that lie on the arena they show, and are despawned with it.

use crate::sim::Arena;
use crate::view::input::camera::View;
use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::sprite::Anchor;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PostUpdate, place_pictures.before(TransformSystems::Propagate));
}

/// From cells (y downwards) to Bevy's world (y upwards); one cell is one unit in both.
pub fn to_world(cells: Vec2) -> Vec2 {
    Vec2::new(cells.x, -cells.y)
}

/// The arena that a picture shows. Pictures are despawned with their arena, but they are not its children: the hierarchy
/// of the simulation stays as it is.
#[derive(Component, Clone, Copy, Debug)]
#[relationship(relationship_target = Pictures)]
pub struct PictureOf(pub Entity);

/// The pictures of an arena.
#[derive(Component, Default, Debug)]
#[relationship_target(relationship = PictureOf, linked_spawn)]
pub struct Pictures(Vec<Entity>);

/// The upper left corner of a picture, in cells of its arena.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct PictureAt(pub Vec2);

fn place_pictures(
    view: Res<View>,
    arenas: Query<&Arena>,
    mut pictures: Query<(&PictureOf, &PictureAt, &mut Transform)>,
) {
    for (of, at, mut transform) in &mut pictures {
        let Ok(arena) = arenas.get(of.0) else { continue };
        let corner = to_world(view.origin(arena.index) + at.0).extend(transform.translation.z);
        if transform.translation != corner {
            transform.translation = corner;
        }
    }
}

/// The z coordinates of pictures in Bevy's world, lowest first.
pub mod height {
    /// The ground.
    pub const GROUND: f32 = 0.0;
    /// The first overlay per cell; the others follow.
    pub const OVERLAYS: f32 = 10.0;
}

/// A transparent image with one texel per cell and hard edges between them.
pub fn cell_image(width: u32, height: u32) -> Image {
    let mut image = Image::new_fill(
        Extent3d { width, height, depth_or_array_layers: 1 },
        TextureDimension::D2,
        &[0; 4],
        TextureFormat::Rgba8UnormSrgb,
        RenderAssetUsages::default(),
    );
    image.sampler = ImageSampler::nearest();
    image
}

/// A sprite on an arena; `at` is its upper left corner and `size` its size, both in cells of the arena.
pub fn picture(
    arena: Entity,
    image: Handle<Image>,
    at: Vec2,
    size: Vec2,
    height: f32,
) -> impl Bundle {
    (
        PictureOf(arena),
        PictureAt(at),
        Sprite { image, custom_size: Some(size), ..default() },
        Anchor::TOP_LEFT,
        Transform::from_xyz(0.0, 0.0, height),
    )
}
