//! Pictures of arenas: sprites that are despawned with the arena they show.

use crate::view::scene::arena_layout::to_world;
use bevy::asset::RenderAssetUsages;
use bevy::image::ImageSampler;
use bevy::prelude::*;
use bevy::render::render_resource::{Extent3d, TextureDimension, TextureFormat};
use bevy::sprite::Anchor;

/// The arena that a picture shows. Pictures are despawned with their arena, but they are not its children: the hierarchy
/// of the simulation stays as it is.
#[derive(Component, Clone, Copy, Debug)]
#[relationship(relationship_target = Pictures)]
pub struct PictureOf(pub Entity);

/// The pictures of an arena.
#[derive(Component, Default, Debug)]
#[relationship_target(relationship = PictureOf, linked_spawn)]
pub struct Pictures(Vec<Entity>);

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

/// A sprite; `at` is its upper left corner and `size` its size, both in cells.
pub fn picture(image: Handle<Image>, at: Vec2, size: Vec2, height: f32) -> impl Bundle {
    (
        Sprite { image, custom_size: Some(size), ..default() },
        Anchor::TOP_LEFT,
        Transform::from_translation(to_world(at).extend(height)),
    )
}
