//! Runs and replays the simulation without a window.

use crate::scenario::{Action, Batch, Scenario, TeamId, UnitId};
use crate::sim::arena::{Clock, Journal, Roster, spawn_arena};
use crate::sim::command::preview::Preview;
use crate::sim::facts::ArenaFacts;
use crate::sim::plan::queue::{NodeBudget, PlanQueue};
use crate::sim::run::Run;
use crate::sim::state::{Snapshot, SnapshotError, state_hash};
use crate::sim::tick::run_pass;
use crate::sim::{ArenaEvent, CaptureSearch, Event, Numbers, Pace, SimPlugin, TeamBattle, Tick};
use bevy::prelude::*;
use std::sync::Arc;

/// A simulation of one arena without a window.
pub struct Simulation {
    app: App,
    arena: Entity,
}

impl Simulation {
    /// Builds the arena of a scenario.
    pub fn new(scenario: &Scenario) -> Self {
        Self::with(|world| spawn_arena(world, scenario, 0))
    }

    /// Builds one arena of a run.
    pub fn of(run: &Run, arena: u32) -> Self {
        Self::with(|world| run.spawn(world, arena))
    }

    fn with(build: impl FnOnce(&mut World) -> Entity) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, SimPlugin::default().recording(true)));
        app.finish();
        app.cleanup();
        let arena = build(app.world_mut());
        Self { app, arena }
    }

    /// Sends actions. They are applied before the next tick.
    pub fn send(&mut self, actions: impl IntoIterator<Item = Action>) {
        if let Some(mut journal) = self.app.world_mut().get_mut::<Journal>(self.arena) {
            journal.send(actions);
        }
    }

    /// Selects what the simulation records for display. This never changes a run.
    pub fn watch(&mut self, watch: CaptureSearch) {
        self.app.insert_resource(watch);
    }

    /// Sets how much the simulation may plan in one tick.
    pub fn set_budget(&mut self, budget: NodeBudget) {
        self.app.world_mut().entity_mut(self.arena).insert(budget);
    }

    /// Runs a number of ticks.
    pub fn run(&mut self, ticks: u64) {
        for _ in 0..ticks {
            let world = self.app.world_mut();
            world.resource_mut::<Messages<ArenaEvent>>().update();
            run_pass(world);
        }
    }

    /// Takes the unread events, oldest first. Only those of the last two ticks are kept.
    pub fn take_events(&mut self) -> Vec<Event> {
        let mut messages = self.app.world_mut().resource_mut::<Messages<ArenaEvent>>();
        messages.drain().map(|message| message.event).collect()
    }

    /// Applies the sent actions and plans, without a tick, as in a pause.
    pub fn edit(&mut self) {
        let pace = self.app.world().resource::<Pace>().to_owned();
        self.app.insert_resource(Pace { running: false, steps: 0 });
        loop {
            self.app.world_mut().run_schedule(Tick);
            let under_way = self.app.world_mut().get_mut::<PlanQueue>(self.arena);
            let Some(mut plan) = under_way.filter(|plan| plan.is_unfinished()) else { break };
            plan.go_on();
        }
        self.app.insert_resource(pace);
    }

    /// Runs until every unit with an order has arrived, at most `most` ticks. Returns whether they have arrived.
    pub fn run_until_arrived(&mut self, most: u64) -> bool {
        for _ in 0..most {
            self.run(1);
            if self.numbers().all_arrived_at.is_some() {
                return true;
            }
        }
        false
    }

    /// Replays a recording: the same scenario with the same batches, up to a tick. Batches of that very tick are shown as
    /// they are in a pause, before the tick.
    pub fn replay(scenario: &Scenario, batches: &[Batch], until: u64) -> Self {
        let mut simulation = Self::new(scenario);
        simulation.set_script(batches.to_vec());
        simulation.run(until);
        if batches.iter().any(|batch| batch.tick == until) {
            simulation.edit();
        }
        simulation
    }

    /// Sets the actions that are applied at their ticks, in place of those set before.
    pub fn set_script(&mut self, batches: Vec<Batch>) {
        let tick = self.tick();
        if let Some(mut journal) = self.app.world_mut().get_mut::<Journal>(self.arena) {
            journal.replace(batches.into_iter().map(Arc::new).collect(), tick);
        }
    }

    /// The whole state between two ticks. During a pause it is the state that the run continues from, without what was
    /// edited since: that is in the [`log`](Self::log).
    pub fn snapshot(&self) -> Option<Snapshot> {
        let base = self.get::<Preview>().and_then(Preview::base).cloned();
        base.or_else(|| Snapshot::capture(self.app.world(), self.arena))
    }

    /// Builds the arena of a scenario and puts it into an earlier state.
    pub fn from_snapshot(scenario: &Scenario, snapshot: &Snapshot) -> Result<Self, SnapshotError> {
        let mut simulation = Self::new(scenario);
        snapshot.restore(simulation.app.world_mut(), simulation.arena)?;
        Ok(simulation)
    }

    /// The current tick.
    pub fn tick(&self) -> u64 {
        self.get::<Clock>().map_or(0, |clock| clock.tick)
    }

    /// The live numbers of the arena.
    pub fn numbers(&self) -> Numbers {
        self.get::<Numbers>().cloned().unwrap_or_default()
    }

    /// The recording so far, with the edits of this pause.
    pub fn log(&self) -> Vec<Batch> {
        let Some(journal) = self.get::<Journal>() else { return Vec::new() };
        let (mut log, pending) = (journal.past(), journal.waiting());
        if !pending.is_empty() {
            log.push(Batch { tick: self.tick(), actions: pending.to_vec() });
        }
        log
    }

    /// A component of the arena.
    pub fn get<C: Component>(&self) -> Option<&C> {
        self.app.world().get::<C>(self.arena)
    }

    /// What the arena is made of now.
    pub fn facts(&self) -> Option<ArenaFacts<'_>> {
        ArenaFacts::of(self.app.world(), self.arena)
    }

    /// The fight as a team sees it now: what its engage rule would be given.
    pub fn team_battle(&self, team: TeamId) -> Option<TeamBattle> {
        TeamBattle::of(self.app.world(), self.arena, team)
    }

    /// The units, in the order of their ids.
    pub fn units(&self) -> impl Iterator<Item = (UnitId, Entity)> {
        let roster = self.get::<Roster>();
        roster.into_iter().flat_map(|roster| &roster.units).map(|(&id, &unit)| (id, unit))
    }

    /// A component of a unit. `None` if the unit is dead or does not exist.
    pub fn unit<C: Component>(&self, id: UnitId) -> Option<&C> {
        let unit = *self.get::<Roster>()?.units.get(&id)?;
        self.app.world().get::<C>(unit)
    }

    /// Read access to the world.
    pub fn world(&self) -> &World {
        self.app.world()
    }

    /// Write access to the world, for probes and tests. A change that is not an [`Action`] is not part of the recording.
    pub(crate) fn world_mut(&mut self) -> &mut World {
        self.app.world_mut()
    }

    /// The entity of the arena.
    pub fn arena(&self) -> Entity {
        self.arena
    }

    /// The state hash: equal states have equal hashes.
    pub fn hash(&self) -> u64 {
        state_hash(self.app.world(), self.arena)
    }
}
