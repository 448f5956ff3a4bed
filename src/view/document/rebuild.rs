//! Builds the arenas again, after a restart or a step back.

use crate::scenario::{Action, Scenario};
use crate::sim::{self, Applied, Arena, Batch, Inbox, Log};
use crate::view::document::comparison::Comparison;
use crate::view::document::state::Document;
use crate::view::input::selection::Selection;
use bevy::prelude::*;

/// How the arenas are built again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rebuild {
    /// From the scenario as it is now, at its start.
    Start,
    /// From the same beginning, run again to this tick.
    At(u64),
}

/// What the arenas of a run were built from.
pub struct Start {
    /// The scenario.
    pub scenario: Scenario,
    /// How the arenas beside the first differ from it.
    pub comparison: Comparison,
}

/// Replaces the arenas if the document asks for it.
pub(super) fn rebuild_arenas(world: &mut World) {
    let Some(rebuild) = world.resource_mut::<Document>().rebuild.take() else { return };
    let mut query = world.query::<(Entity, &Arena)>();
    let mut old: Vec<(u32, Entity)> = query.iter(world).map(|(e, a)| (a.index, e)).collect();
    old.sort_unstable();
    match rebuild {
        Rebuild::Start => start_again(world, old),
        Rebuild::At(tick) => run_again(world, old, tick),
    }
    keep_selection_valid(world);
}

fn start_again(world: &mut World, old: Vec<(u32, Entity)>) {
    for (_, arena) in old {
        world.despawn(arena);
    }
    let mut document = world.resource_mut::<Document>();
    let (scenario, comparison) = (document.scenario.clone(), document.comparison.clone());
    let arenas = comparison.arenas();
    document.start = Start { scenario, comparison };
    document.tick = 0;
    document.history.begin_run();
    document.delivery.begin_run(arenas.clone());
    for index in arenas {
        spawn_start(world, index);
    }
}

/// Builds an arena at the start of the run.
fn spawn_start(world: &mut World, index: u32) -> Entity {
    let Start { scenario, comparison } = &world.resource::<Document>().start;
    let start = comparison.scenario(index, scenario);
    sim::spawn_arena(world, &start, index)
}

/// Runs the arenas from the same beginning to a tick. Edits that were made after that tick are kept: they are made again
/// there.
fn run_again(world: &mut World, old: Vec<(u32, Entity)>, tick: u64) {
    let mut runs = Vec::new();
    for (index, arena) in old {
        let log = world.get::<Log>(arena).map(|log| log.0.clone()).unwrap_or_default();
        let unread = world.get::<Inbox>(arena).map(|inbox| inbox.0.clone()).unwrap_or_default();
        world.despawn(arena);
        runs.push((index, spawn_start(world, index), log, unread));
    }
    let recordings: Vec<(Entity, &[Batch])> =
        runs.iter().map(|(_, arena, log, _)| (*arena, log.as_slice())).collect();
    sim::replay(world, &recordings, tick);
    world.resource_mut::<Document>().tick = tick;
    for (index, arena, log, unread) in runs {
        let replayed = world.get::<Log>(arena).map_or(0, |log| log.0.len());
        let later: Vec<Action> = log.into_iter().skip(replayed).flat_map(|b| b.actions).collect();
        world.resource_mut::<Document>().delivery.expect_repeated(index, later.len());
        if let Some(mut applied) = world.get_mut::<Applied>(arena) {
            applied.0.clear();
        }
        if let Some(mut inbox) = world.get_mut::<Inbox>(arena) {
            inbox.0 = later.into_iter().chain(unread).collect();
        }
    }
}

/// Deselects units and obstacles that no longer exist.
fn keep_selection_valid(world: &mut World) {
    let document = world.resource::<Document>();
    let units = document.scenario.units.iter().map(|u| u.id).collect();
    let obstacles: Vec<_> = document.scenario.obstacles.iter().map(|o| o.id).collect();
    let mut selection = world.resource_mut::<Selection>();
    selection.units = selection.units.intersection(&units).copied().collect();
    selection.obstacle = selection.obstacle.filter(|o| obstacles.contains(o));
}
