//! Draws the overlays that are on, each for every arena, and shows what they return.
//!
//! Drawings are kept: one with a revision is drawn again only when the revision changed, and its texture is uploaded
//! only then.

use super::paint::paint;
use super::texture::Texture;
use super::{OverlayRow, Overlays};
use crate::overlay::{Drawing, Figure, Legend, Scene, Swatch};
use crate::sim::{Arena, Land, Pace};
use crate::view::document::comparison::letter;
use crate::view::input::selection::Selection;
use crate::view::scene::arena_layout::arena_origin;
use crate::view::scene::arena_pictures::height;
use crate::view::scene::canvas::{Canvas, DrawSystems};
use bevy::prelude::*;
use std::collections::BTreeMap;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Legends>()
        .init_resource::<Drawings>()
        .add_systems(Update, show_overlays.in_set(DrawSystems::Paint));
}

/// The legends of the overlays that are on, by the key of their overlay.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Legends(BTreeMap<&'static str, Legend>);

impl Legends {
    /// The legend of an overlay, if it has been drawn.
    pub fn of(&self, key: &str) -> Option<&Legend> {
        self.0.get(key)
    }
}

/// What was drawn last, by the place of the overlay in the list and the arena.
#[derive(Resource, Default)]
struct Drawings(BTreeMap<(usize, Entity), Kept>);

#[derive(Default)]
struct Kept {
    /// The revision of the data that was drawn; `None` if it is drawn in every frame.
    revision: Option<u64>,
    figures: Vec<Figure>,
    legend: Legend,
    /// Whether the drawing has a picture.
    has_picture: bool,
    /// Made for the first picture.
    texture: Option<Texture>,
}

/// An arena on the screen.
#[derive(Clone, Copy)]
struct Shown {
    entity: Entity,
    index: u32,
    origin: Vec2,
}

fn show_overlays(world: &mut World, arenas: &mut QueryState<(Entity, &Arena, &Land)>) {
    let mut shown: Vec<Shown> = arenas
        .iter(world)
        .map(|(entity, &Arena { index }, land)| {
            let origin = arena_origin(index, land.terrain.bounds());
            Shown { entity, index, origin }
        })
        .collect();
    shown.sort_by_key(|arena| arena.index);
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
                    paint(&mut canvas, &kept.figures, arena.origin, opacity);
                }
            }
        }
        let mut legends = world.resource_mut::<Legends>();
        for (place, row) in rows.iter().enumerate().filter(|(_, row)| row.shown().is_some()) {
            let drawn = shown.iter().filter_map(|arena| {
                Some((arena.index, &drawings.0.get(&(place, arena.entity))?.legend))
            });
            if let Some(legend) = legend_of(&drawn.collect::<Vec<_>>()) {
                legends.0.insert(row.overlay.key, legend);
            }
        }
    });
}

/// Draws an overlay of an arena again if it may have changed.
fn redraw(
    world: &mut World,
    place: usize,
    row: &OverlayRow,
    arena: &Shown,
    arenas: usize,
    kept: &mut Kept,
) {
    let Some(scene) = scene(world, arena, arenas) else { return };
    let revision = row.overlay.revision.map(|revision| revision(&scene));
    if revision.is_some() && revision == kept.revision {
        return;
    }
    let Drawing { figures, picture, legend } = (row.overlay.draw)(&scene);
    let picture = picture.filter(|picture| !picture.texels.is_empty());
    kept.has_picture = picture.is_some();
    (kept.revision, kept.figures, kept.legend) = (revision, figures, legend);
    if let Some(picture) = picture {
        let height = height::OVERLAYS + place as f32;
        let new = || Texture::new(world, arena.entity, height);
        let texture = kept.texture.take().unwrap_or_else(new);
        texture.set(world, picture, arena.origin);
        kept.texture = Some(texture);
    }
}

/// An arena as it is on the screen.
fn scene<'a>(world: &'a World, arena: &Shown, arenas: usize) -> Option<Scene<'a>> {
    let canvas = world.resource::<Canvas>();
    let running = world.resource::<Pace>().running;
    let between = if running { world.resource::<Time<Fixed>>().overstep_fraction() } else { 1.0 };
    let scene = Scene::new(world, arena.entity)?
        .with_selection(&world.resource::<Selection>().units)
        .seen_through(canvas.visible(arena.origin), canvas.pixel())
        .between_ticks(between)
        .among(arenas);
    Some(scene)
}

/// One legend for all arenas: of the first one in which the overlay shows anything.
fn legend_of(drawn: &[(u32, &Legend)]) -> Option<Legend> {
    let shows = drawn.iter().find(|(_, legend)| !legend.is_empty());
    let &(arena, legend) = shows.or(drawn.first())?;
    if drawn.len() < 2 || legend.is_empty() {
        return Some(legend.clone());
    }
    let arena = Legend::Swatches(vec![Swatch::note(format!("in arena {}", letter(arena)))]);
    Some(Legend::Several(vec![arena, legend.clone()]))
}

#[cfg(test)]
#[path = "show_tests.rs"]
mod tests;
