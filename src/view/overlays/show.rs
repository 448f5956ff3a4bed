//! Draws the overlays that are on, each for every arena, and shows what they return.
//!
//! Drawings are kept: one with a revision is drawn again only when the revision changed, and its texture is uploaded
//! only then.

use super::texture::Texture;
use super::{OverlayRow, Overlays};
use crate::overlay::palette::Scale;
use crate::overlay::{ArenaLegend, Drawing, Figure, Legend, Overlay, Word};
use crate::picture::draw_figures;
use crate::sim::Arena;
use crate::view::scene::arena_pictures::height;
use crate::view::scene::arenas::{ShownArena, shown_arenas};
use crate::view::scene::canvas::{Canvas, DrawSystems};
use crate::view::scene::map_text::MapText;
use bevy::prelude::*;
use std::collections::BTreeMap;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Legends>()
        .init_resource::<Drawings>()
        .add_systems(Update, show_overlays.in_set(DrawSystems::Paint));
}

/// The legends of the overlays that are on.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Legends {
    /// The overlay that was switched on last comes first.
    newest_first: Vec<(&'static Overlay, Vec<ArenaLegend>)>,
}

impl Legends {
    /// The legends of an overlay by arena; empty if it has not been drawn.
    pub fn of(&self, key: &str) -> &[ArenaLegend] {
        let found = self.newest_first.iter().find(|(overlay, _)| overlay.key == key);
        found.map_or(&[], |(_, legends)| legends)
    }

    /// The overlays that are on, with their legends; the one that was switched on last comes first.
    pub fn newest_first(&self) -> impl Iterator<Item = (&'static Overlay, &[ArenaLegend])> {
        self.newest_first.iter().map(|(overlay, legends)| (*overlay, &legends[..]))
    }

    /// Takes in what was drawn: the overlays that are on with the legends of their arenas, in the order of the list of overlays.
    fn update(&mut self, drawn: Vec<(&'static Overlay, Vec<ArenaLegend>)>) {
        self.newest_first.retain(|(old, _)| drawn.iter().any(|(new, _)| new.key == old.key));
        for (overlay, legends) in drawn {
            match self.newest_first.iter_mut().find(|(old, _)| old.key == overlay.key) {
                Some(old) => old.1 = legends,
                None => self.newest_first.insert(0, (overlay, legends)),
            }
        }
    }
}

/// What was drawn last, by the index of the overlay in the list and the arena.
#[derive(Resource, Default)]
struct Drawings(BTreeMap<(usize, Entity), Kept>);

#[derive(Default)]
struct Kept {
    /// The revision of the data that was drawn; `None` if it is drawn in every frame.
    revision: Option<u64>,
    /// The colours of its numbers.
    scale: Scale,
    figures: Vec<Figure>,
    words: Vec<Word>,
    legend: Legend,
    /// Whether the drawing has a picture.
    has_picture: bool,
    /// Made for the first picture.
    texture: Option<Texture>,
}

fn show_overlays(world: &mut World, arenas: &mut QueryState<(Entity, &Arena)>) {
    let shown = shown_arenas(world, arenas);
    let rows = world.resource::<Overlays>().rows.clone();
    world.resource_scope(|world, mut drawings: Mut<Drawings>| {
        let there = |arena| shown.iter().any(|shown| shown.entity == arena);
        drawings.0.retain(|&(_, arena), _| there(arena));
        for (place, row) in rows.iter().enumerate() {
            for arena in &shown {
                let kept = drawings.0.entry((place, arena.entity)).or_default();
                if row.shown().is_some() {
                    redraw(world, place, row, arena, shown.len(), kept);
                }
                if let Some(texture) = &kept.texture {
                    texture.fade(world, row.shown().filter(|_| kept.has_picture));
                }
            }
        }
        let mut canvas = world.resource_mut::<Canvas>();
        for (place, row) in rows.iter().enumerate() {
            let Some(opacity) = row.shown() else { continue };
            for arena in &shown {
                if let Some(kept) = drawings.0.get(&(place, arena.entity)) {
                    draw_figures(&mut canvas, &kept.figures, arena.origin, opacity);
                }
            }
        }
        let mut words = Vec::new();
        for (place, _) in rows.iter().enumerate().filter(|(_, row)| row.shown().is_some()) {
            for arena in &shown {
                let kept = drawings.0.get(&(place, arena.entity)).into_iter();
                let placed = |word: &Word| Word { at: arena.origin + word.at, ..word.clone() };
                words.extend(kept.flat_map(|kept| kept.words.iter().map(placed)));
            }
        }
        if let Some(mut text) = world.get_resource_mut::<MapText>() {
            text.overlays = words;
        }
        let on = rows.iter().enumerate().filter(|(_, row)| row.shown().is_some());
        let drawn = on.map(|(place, row)| {
            let legends = shown.iter().filter_map(|arena| {
                Some((arena.index, drawings.0.get(&(place, arena.entity))?.legend.clone()))
            });
            (row.overlay, ArenaLegend::of(legends))
        });
        world.resource_mut::<Legends>().update(drawn.collect());
    });
}

/// Draws an overlay of an arena again if it may have changed.
fn redraw(
    world: &mut World,
    place: usize,
    row: &OverlayRow,
    arena: &ShownArena,
    arenas: usize,
    kept: &mut Kept,
) {
    let Some(scene) = arena.scene(world, arenas) else { return };
    let revision = row.overlay.revision.map(|revision| revision(&scene));
    if revision.is_some() && (revision, scene.scale) == (kept.revision, kept.scale) {
        return;
    }
    kept.scale = scene.scale;
    let Drawing { figures, picture, words, legend } = (row.overlay.draw)(&scene);
    let picture = picture.filter(|picture| !picture.texels.is_empty());
    kept.has_picture = picture.is_some();
    (kept.revision, kept.figures, kept.legend) = (revision, figures, legend);
    kept.words = words;
    if let Some(picture) = picture {
        let height = height::OVERLAYS + place as f32;
        let new = || Texture::new(world, arena.entity, height);
        let texture = kept.texture.take().unwrap_or_else(new);
        texture.set(world, picture);
        kept.texture = Some(texture);
    }
}

#[cfg(test)]
#[path = "show_tests.rs"]
mod tests;
