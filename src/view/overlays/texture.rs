//! The picture of one overlay over one arena, as a texture.

use crate::overlay::Picture;
use crate::view::scene::arena_pictures::{PictureAt, cell_image, picture};
use bevy::prelude::*;

/// A texture and the sprite that shows it. The sprite is despawned with its arena.
pub(super) struct Texture {
    image: Handle<Image>,
    sprite: Entity,
}

impl Texture {
    /// A texture over an arena, hidden at first. `height` decides what lies above what.
    pub fn new(world: &mut World, arena: Entity, height: f32) -> Self {
        let image = world.resource_mut::<Assets<Image>>().add(cell_image(1, 1));
        let sprite = picture(arena, image.clone(), Vec2::ZERO, Vec2::ONE, height);
        let sprite = world.spawn((sprite, Visibility::Hidden)).id();
        Self { image, sprite }
    }

    /// Shows another picture.
    pub fn set(&self, world: &mut World, picture: Picture) {
        let Picture { area, columns, .. } = picture;
        let mut image = cell_image(columns as u32, picture.rows() as u32);
        image.data = Some(picture.texels.into_flattened());
        if let Some(mut shown) = world.resource_mut::<Assets<Image>>().get_mut(&self.image) {
            *shown = image;
        }
        if let Some(mut sprite) = world.get_mut::<Sprite>(self.sprite) {
            sprite.custom_size = Some(area.size());
        }
        if let Some(mut at) = world.get_mut::<PictureAt>(self.sprite) {
            at.0 = area.min;
        }
    }

    /// Shows it with an opacity, or hides it.
    pub fn fade(&self, world: &mut World, opacity: Option<f32>) {
        let shown = if opacity.is_some() { Visibility::Visible } else { Visibility::Hidden };
        if let Some(mut visibility) = world.get_mut::<Visibility>(self.sprite) {
            visibility.set_if_neq(shown);
        }
        if let (Some(opacity), Some(mut sprite)) = (opacity, world.get_mut::<Sprite>(self.sprite))
            && sprite.color.alpha() != opacity
        {
            sprite.color.set_alpha(opacity);
        }
    }
}
