//! What a pause shows: edits are applied and paths are planned at once, as a preview.
//!
//! Before the first change during a pause the state of the arena is captured. When time goes on, that state is put back, and
//! the edits are applied and planned in the tick, as they would have been without a pause. So a pause never changes a run.

use super::apply::{apply_what_is_due, ground_changes, tick_of};
use super::remove_units::remove_units;
use crate::sim::arena::{ByHost, Journal, Roster, Script};
use crate::sim::metrics::numbers::CaptureSearch;
use crate::sim::metrics::separation::Separations;
use crate::sim::plan::queue::PlanQueue;
use crate::sim::state::{Generation, Snapshot};
use crate::sim::tick::Pass;
use crate::sim::unit::Unit;
use crate::sim::unit::enlist::forget_arena;
use bevy::prelude::*;

/// The state under the preview of an arena, while there is one.
#[derive(Component, Debug, Default)]
pub(crate) struct Preview {
    base: Option<Box<Snapshot>>,
}

impl Preview {
    /// The state that the run continues from.
    pub(crate) fn base(&self) -> Option<&Snapshot> {
        self.base.as_deref()
    }
}

/// Applies what is due to the preview of a paused arena.
pub(super) fn preview(world: &mut World, arena: Entity) -> Pass {
    let revised = world.get_mut::<Journal>(arena).is_some_and(|mut j| j.take_revised());
    if revised {
        drop_preview(world, arena);
    }
    let tick = tick_of(world, arena);
    if !has_something_to_show(world, arena) {
        return Pass::Idle;
    }
    if tick == 0 && changes_the_start(world, arena) {
        drop_preview(world, arena);
    }
    let fresh = world.get::<Preview>(arena).is_some_and(|preview| preview.base.is_none());
    if fresh {
        let base = Snapshot::capture(world, arena).map(Box::new);
        take_what_host_changed(world, arena);
        if let Some(mut preview) = world.get_mut::<Preview>(arena) {
            preview.base = base;
        }
    }
    let due = world.get_mut::<Journal>(arena).map(|mut journal| journal.show(tick));
    apply_what_is_due(world, arena, &due.unwrap_or_default(), fresh);
    if let Some(mut generation) = world.get_mut::<Generation>(arena) {
        generation.0 += 1;
    }
    Pass::Edit
}

/// Puts back the state under the preview. What was sent since waits again; what the host added or removed since stays so.
pub(super) fn drop_preview(world: &mut World, arena: Entity) {
    let preview = world.get_mut::<Preview>(arena).map(|mut p| std::mem::take(&mut *p));
    let by_host = take_what_host_changed(world, arena);
    let Some(Preview { base: Some(base) }) = preview else { return };
    let waiting = world.get::<Journal>(arena).map(|journal| journal.waiting().to_vec());
    let added: Vec<Entity> = by_host
        .added
        .into_iter()
        .filter(|&entity| world.get::<ChildOf>(entity).is_some())
        .collect();
    for &entity in &added {
        world.entity_mut(entity).remove::<ChildOf>();
    }
    // The arena is the one that the state was captured from, so it has all that is needed.
    let _ = base.restore(world, arena);
    for &entity in &added {
        let mut entity = world.entity_mut(entity);
        if entity.contains::<Unit>() {
            entity = forget_arena(entity);
        }
        entity.insert(ChildOf(arena));
    }
    remove_units(world, arena, &by_host.removed_units);
    let obstacles = world.get::<Roster>(arena).map(|roster| roster.obstacles.clone());
    let obstacles = obstacles.unwrap_or_default();
    for entity in by_host.removed_obstacles.iter().filter_map(|id| obstacles.get(id)) {
        world.despawn(*entity);
    }
    take_what_host_changed(world, arena);
    if let (Some(mut journal), Some(waiting)) = (world.get_mut::<Journal>(arena), waiting) {
        journal.send(waiting);
    }
}

/// What the host has added to an arena and removed from it since this was last asked.
fn take_what_host_changed(world: &mut World, arena: Entity) -> ByHost {
    let roster = world.get_mut::<Roster>(arena);
    roster.map(|mut r| std::mem::take(&mut r.bypass_change_detection().by_host)).unwrap_or_default()
}

/// Whether something was sent that decides how the orders of the scenario are given.
fn changes_the_start(world: &World, arena: Entity) -> bool {
    let journal = world.get::<Journal>(arena);
    journal.is_some_and(|journal| !journal.to_show(0).all(|a| a.payload().leaves_the_start()))
}

fn has_something_to_show(world: &mut World, arena: Entity) -> bool {
    let tick = tick_of(world, arena);
    let judges = world.resource::<CaptureSearch>().separation;
    let goes_on = world.get_mut::<PlanQueue>(arena).is_some_and(|mut plan| plan.take_goes_on());
    let entity = world.entity(arena);
    let any = goes_on
        || ground_changes(world, arena) > 0
        || entity.get::<Journal>().is_some_and(|journal| journal.is_due(tick))
        || entity.get::<Script>().is_some_and(|script| script.is_due(tick))
        || judges && entity.get::<Separations>().is_some_and(Separations::is_due);
    // Units that died in the last tick are forgotten by the fields.
    any || entity.get_ref::<Roster>().is_some_and(|roster| roster.is_changed())
}

#[cfg(test)]
mod tests {
    use crate::scenario::{Action, shipped, shipped_named};
    use crate::sim::Simulation;

    #[test]
    fn an_earlier_state_replaces_the_preview_of_a_pause() {
        let scenario = shipped()[shipped_named("bottleneck").unwrap()].load().unwrap();
        let mut simulation = Simulation::new(&scenario);
        simulation.run(20);
        let earlier = simulation.snapshot().unwrap();
        simulation.run(20);
        simulation.send([Action::RemoveUnits(vec![scenario.units[0].id])]);
        simulation.edit();
        let arena = simulation.arena();
        earlier.restore(simulation.world_mut(), arena).unwrap();
        simulation.run(30);
        let mut smooth = Simulation::new(&scenario);
        smooth.run(50);
        assert_eq!((simulation.tick(), simulation.hash()), (50, smooth.hash()));
    }
}
