//! Overlays with one colour per cell: one texture per overlay and arena, repainted only when the data it
//! shows has changed.

use crate::grid::{Bounds, Cell};
use crate::sim::{Arena, Land};
use crate::view::scene::pictures::{PictureOf, cell_image, height, picture};
use crate::view::shared::arena_origin;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// The texture of one overlay over one arena.
#[derive(Component)]
pub struct CellPicture {
    overlay: &'static str,
    arena: Entity,
    image: Handle<Image>,
    /// The revision of the data that was painted.
    painted: Option<u64>,
}

/// The textures of all overlays.
#[derive(SystemParam)]
pub struct CellPictures<'w, 's> {
    commands: Commands<'w, 's>,
    images: ResMut<'w, Assets<Image>>,
    pictures:
        Query<'w, 's, (&'static mut CellPicture, &'static mut Sprite, &'static mut Visibility)>,
    arenas: Query<'w, 's, (Entity, &'static Arena, &'static Land)>,
}

impl CellPictures<'_, '_> {
    /// Shows an overlay over every arena, or hides it if there is no opacity.
    ///
    /// `revision` tells for an arena which state of the data it has; `paint` returns one colour per cell
    /// that has one, and is called only when that state is another than the one painted last.
    pub fn show(
        &mut self,
        overlay: &'static str,
        rank: u32,
        opacity: Option<f32>,
        revision: impl Fn(Entity) -> u64,
        mut paint: impl FnMut(Entity, &mut CellPainter),
    ) {
        let mut missing: Vec<Entity> = self.arenas.iter().map(|(entity, ..)| entity).collect();
        for (mut cells, mut sprite, mut visibility) in &mut self.pictures {
            if cells.overlay != overlay {
                continue;
            }
            missing.retain(|&arena| arena != cells.arena);
            let shown = if opacity.is_some() { Visibility::Visible } else { Visibility::Hidden };
            visibility.set_if_neq(shown);
            let (Some(opacity), Ok((_, _, land))) = (opacity, self.arenas.get(cells.arena)) else {
                continue;
            };
            if sprite.color.alpha() != opacity {
                sprite.color.set_alpha(opacity);
            }
            let now = revision(cells.arena);
            if cells.painted != Some(now)
                && let Some(mut image) = self.images.get_mut(&cells.image)
                && let Some(texels) = &mut image.data
            {
                cells.painted = Some(now);
                texels.fill(0);
                paint(cells.arena, &mut CellPainter { bounds: land.terrain.bounds(), texels });
            }
        }
        // Nothing is made for an overlay that has never been switched on.
        if opacity.is_none() {
            return;
        }
        for entity in missing {
            if let Ok((_, arena, land)) = self.arenas.get(entity) {
                let bounds = land.terrain.bounds();
                let image = self.images.add(cell_image(bounds.width, bounds.height));
                let at = arena_origin(arena.index, bounds);
                let size = Vec2::new(bounds.width as f32, bounds.height as f32);
                self.commands.spawn((
                    PictureOf(entity),
                    CellPicture { overlay, arena: entity, image: image.clone(), painted: None },
                    picture(image, at, size, height::OVERLAYS + rank as f32),
                    Visibility::Hidden,
                ));
            }
        }
    }
}

/// Paints the cells of one texture.
pub struct CellPainter<'a> {
    bounds: Bounds,
    texels: &'a mut [u8],
}

impl CellPainter<'_> {
    /// Gives a cell a colour. Outside the map nothing happens.
    pub fn set(&mut self, cell: Cell, colour: [u8; 4]) {
        if let Some(index) = self.bounds.index(cell) {
            self.texels[index * 4..index * 4 + 4].copy_from_slice(&colour);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_painted_row_by_row_and_nothing_outside() {
        let mut texels = vec![0; 3 * 2 * 4];
        let mut painter = CellPainter { bounds: Bounds::new(3, 2), texels: &mut texels };
        painter.set(Cell::new(2, 1), [1, 2, 3, 4]);
        painter.set(Cell::new(3, 0), [9; 4]);
        painter.set(Cell::new(0, -1), [9; 4]);
        assert_eq!(texels[20..], [1, 2, 3, 4]);
        assert!(texels[..20].iter().all(|&t| t == 0));
    }
}
