//! Looks at the state after each stage of a tick.
//!
//! The systems of a probe are added to the schedule on request, so a run without a probe pays nothing.

use super::fields::{StateField, state_fields};
use super::hash::component_hashes;
use crate::sim::arena::send_events;
use crate::sim::{Pace, Simulation, Tick, TickSystems};
use bevy::prelude::*;

/// The stages of a tick, in order.
pub const STAGES: [TickSystems; 8] = [
    TickSystems::Command,
    TickSystems::Sense,
    TickSystems::Plan,
    TickSystems::Steer,
    TickSystems::Move,
    TickSystems::Fight,
    TickSystems::Learn,
    TickSystems::Measure,
];

/// What is recorded of each tick.
#[derive(Resource)]
struct StageProbe {
    arena: Entity,
    wanted: Wanted,
    /// The hashes after each stage, oldest first.
    hashes: Vec<Vec<u64>>,
    /// The fields that were asked for.
    fields: Vec<StateField>,
}

#[derive(Clone)]
enum Wanted {
    Hashes,
    /// The fields of these components after this stage.
    Fields(TickSystems, Vec<&'static str>),
}

impl Simulation {
    /// Hashes each component after each stage of the following ticks.
    pub fn watch_stages(&mut self) {
        self.probe(Wanted::Hashes);
    }

    /// Takes the hashes of the ticks since the last call, one for each of [`STAGES`] in each tick.
    pub fn take_stage_hashes(&mut self) -> Vec<Vec<u64>> {
        let probe = self.world_mut().get_resource_mut::<StageProbe>();
        probe.map(|mut probe| std::mem::take(&mut probe.hashes)).unwrap_or_default()
    }

    /// Lists the fields of some components after a stage of the following tick.
    pub(super) fn watch_fields(&mut self, stage: TickSystems, components: &[&'static str]) {
        self.probe(Wanted::Fields(stage, components.to_vec()));
    }

    /// Takes the fields of the last tick.
    pub(super) fn take_fields(&mut self) -> Vec<StateField> {
        let probe = self.world_mut().get_resource_mut::<StageProbe>();
        probe.map(|mut probe| std::mem::take(&mut probe.fields)).unwrap_or_default()
    }

    fn probe(&mut self, wanted: Wanted) {
        let arena = self.arena();
        let world = self.world_mut();
        if !world.contains_resource::<StageProbe>()
            && let Some(tick) = world.resource_mut::<Schedules>().get_mut(Tick)
        {
            add_systems(tick);
        }
        world.insert_resource(StageProbe { arena, wanted, hashes: Vec::new(), fields: Vec::new() });
    }
}

fn add_systems(tick: &mut Schedule) {
    for (place, stage) in STAGES.into_iter().enumerate() {
        let look = (move |world: &mut World| look(world, stage)).after(stage);
        match STAGES.get(place + 1) {
            Some(&next) => tick.add_systems(look.before(next)),
            None => tick.add_systems(look.before(send_events)),
        };
    }
}

fn look(world: &mut World, stage: TickSystems) {
    let ticks = world.resource::<Pace>().ticks();
    let Some(probe) = world.get_resource::<StageProbe>().filter(|_| ticks) else { return };
    let arena = probe.arena;
    match probe.wanted.clone() {
        Wanted::Hashes => {
            let hashes = component_hashes(world, arena);
            world.resource_mut::<StageProbe>().hashes.push(hashes);
        }
        Wanted::Fields(after, components) if after == stage => {
            let fields = state_fields(world, arena, &components);
            world.resource_mut::<StageProbe>().fields = fields;
        }
        Wanted::Fields(..) => {}
    }
}
