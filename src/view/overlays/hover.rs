//! Keeps [`Hover`] up to date with the pointer.

use super::Overlays;
use crate::overlay::{Hover, POTENTIAL_FIELD, Scene, SearchLookUp, VISITED_NODES};
use crate::sim::Arena;
use crate::view::input::pointer::Pointer;
use crate::view::input::selection::Selection;
use crate::view::scene::canvas::DrawSystems;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hover>().add_systems(Update, look.in_set(DrawSystems::Clear));
}

fn look(
    world: &mut World,
    arenas: &mut QueryState<(Entity, &Arena)>,
    mut look_up: Local<SearchLookUp>,
) {
    let pointer = *world.resource::<Pointer>();
    let pointed_at = arenas.iter(world).find(|(_, arena)| arena.index == pointer.arena);
    let scene = pointed_at.and_then(|(entity, _)| Scene::new(world, entity));
    let hover = match (scene, pointer.at) {
        (Some(scene), Some(at)) => {
            let scene = scene.with_selection(&world.resource::<Selection>().units);
            let with_potential = world.resource::<Overlays>().opacity(POTENTIAL_FIELD).is_some();
            let mut hover = Hover::at(&scene, at, &mut look_up, with_potential);
            if world.resource::<Overlays>().opacity(VISITED_NODES).is_none() {
                hover.searched = None;
            }
            hover
        }
        _ => Hover::default(),
    };
    world.resource_mut::<Hover>().set_if_neq(hover);
}
