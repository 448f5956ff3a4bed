//! Keeps the answer to "why this way" for the panel. It is computed only when the selection or its plan has changed.

use crate::overlay::Scene;
use crate::overlay::why::{OVERLAY, Why, why_this_way};
use crate::sim::Arena;
use crate::view::frame::FrameSystems;
use crate::view::input::selection::Selection;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ShownWhy>().add_systems(Update, answer_why.in_set(FrameSystems::Draw));
}

/// Why a selected unit goes its way, in the first arena. `None` if nothing is selected.
#[derive(Resource, Clone, Debug, Default)]
pub struct ShownWhy {
    /// The answer.
    pub why: Option<Why>,
    revision: u64,
}

fn answer_why(world: &mut World, arenas: &mut QueryState<(Entity, &Arena)>) {
    let first = arenas.iter(world).find(|(_, arena)| arena.index == 0).map(|found| found.0);
    let scene = first.and_then(|arena| Scene::new(world, arena));
    let selection = &world.resource::<Selection>().units;
    let scene = scene.map(|scene| scene.with_selection(selection));
    let revision = scene.zip(OVERLAY.revision).map_or(0, |(scene, revision)| revision(&scene));
    if revision == world.resource::<ShownWhy>().revision {
        return;
    }
    let why = scene.as_ref().and_then(why_this_way);
    *world.resource_mut::<ShownWhy>() = ShownWhy { why, revision };
}
