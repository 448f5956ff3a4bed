//! Running the simulation without a window, and running it again.

use super::arena::{Clock, Land, Roster, Teams, spawn_arena};
use super::cells::{Board, Stepper};
use super::combatant::{
    Armament, Energy, Engagement, HitPoints, HoldsGround, Score, Shots, Target, Warfare,
};
use super::command::{Batch, Inbox, Log};
use super::learning::Learned;
use super::plan::UnderWay;
use super::unit::{Groups, Orders, Position, Progress, Route, Status, Unit, Velocity};
use super::{Numbers, Pace, SimPlugin};
use crate::combat::Rules;
use crate::scenario::{Action, Scenario};
use bevy::prelude::*;
use std::hash::Hasher;
use xxhash_rust::xxh64::Xxh64;

/// A simulation of one arena without a window.
pub struct Simulation {
    app: App,
    arena: Entity,
}

impl Simulation {
    /// Builds the arena of a scenario.
    pub fn new(scenario: &Scenario) -> Self {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, SimPlugin));
        app.finish();
        app.cleanup();
        let arena = spawn_arena(app.world_mut(), scenario, 0);
        Self { app, arena }
    }

    /// Sends actions, which are applied before the next tick.
    pub fn send(&mut self, actions: impl IntoIterator<Item = Action>) {
        if let Some(mut inbox) = self.app.world_mut().get_mut::<Inbox>(self.arena) {
            inbox.0.extend(actions);
        }
    }

    /// Makes ticks.
    pub fn run(&mut self, ticks: u64) {
        for _ in 0..ticks {
            self.app.world_mut().run_schedule(FixedUpdate);
        }
    }

    /// Applies and plans what was sent, without a tick: what happens while time stands still.
    pub fn edit(&mut self) {
        let pace = self.app.world().resource::<Pace>().to_owned();
        self.app.insert_resource(Pace { running: false, steps: 0 });
        loop {
            self.app.world_mut().run_schedule(FixedUpdate);
            let under_way = self.app.world_mut().get_mut::<UnderWay>(self.arena);
            let Some(mut plan) = under_way.filter(|plan| plan.is_unfinished()) else { break };
            plan.go_on();
        }
        self.app.insert_resource(pace);
    }

    /// Makes ticks until everybody has arrived, or waits, or a number of ticks has passed. Returns
    /// whether everybody has arrived.
    pub fn run_until_arrived(&mut self, most: u64) -> bool {
        for _ in 0..most {
            self.run(1);
            if self.numbers().all_arrived_at.is_some() {
                return true;
            }
        }
        false
    }

    /// Runs a recording: the same scenario with the same batches up to a tick.
    pub fn replay(scenario: &Scenario, batches: &[Batch], until: u64) -> Self {
        let mut simulation = Self::new(scenario);
        let arena = simulation.arena;
        replay(simulation.app.world_mut(), &[(arena, batches)], until);
        simulation
    }

    /// Ticks made.
    pub fn tick(&self) -> u64 {
        self.get::<Clock>().map_or(0, |clock| clock.tick)
    }

    /// The numbers of the arena.
    pub fn numbers(&self) -> Numbers {
        self.get::<Numbers>().cloned().unwrap_or_default()
    }

    /// The recording so far.
    pub fn log(&self) -> Vec<Batch> {
        self.get::<Log>().map(|log| log.0.clone()).unwrap_or_default()
    }

    /// A component of the arena.
    pub fn get<C: Component>(&self) -> Option<&C> {
        self.app.world().get::<C>(self.arena)
    }

    /// The world, to look at.
    pub fn world(&self) -> &World {
        self.app.world()
    }

    /// The arena.
    pub fn arena(&self) -> Entity {
        self.arena
    }

    /// A number that is equal exactly for equal states.
    pub fn hash(&self) -> u64 {
        state_hash(self.app.world(), self.arena)
    }
}

/// Applies recordings to freshly built arenas, each to its own, and makes ticks up to `until`. All arenas of the
/// world tick together, so each that is to run again must be among them.
pub fn replay(world: &mut World, recordings: &[(Entity, &[Batch])], until: u64) {
    let pace = *world.resource::<Pace>();
    let Some(&(first, _)) = recordings.first() else { return };
    let mut next = vec![0; recordings.len()];
    loop {
        let tick = world.get::<Clock>(first).map_or(until, |clock| clock.tick);
        let due = |place: usize, next: usize| {
            recordings[place].1.get(next).filter(|b| b.tick <= tick && (tick < until || b.paused))
        };
        // What was done while time stood still comes before the tick.
        let paused = (0..next.len()).any(|i| due(i, next[i]).is_some_and(|b| b.paused));
        if !paused && tick >= until {
            break;
        }
        for (place, &(arena, _)) in recordings.iter().enumerate() {
            if let Some(batch) = due(place, next[place]).filter(|b| b.paused == paused)
                && let Some(mut inbox) = world.get_mut::<Inbox>(arena)
            {
                inbox.0.extend(batch.actions.iter().cloned());
                next[place] += 1;
                // Without actions it is a pass in which planning went on.
                if let Some(mut plan) = world.get_mut::<UnderWay>(arena) {
                    plan.goes_on = paused && batch.actions.is_empty();
                }
            }
        }
        world.insert_resource(Pace { running: !paused, steps: 0 });
        world.run_schedule(FixedUpdate);
    }
    world.insert_resource(pace);
}

/// A number over everything in an arena that decides how it goes on.
pub fn state_hash(world: &World, arena: Entity) -> u64 {
    let mut hasher = Xxh64::new(0);
    if let Some(clock) = world.get::<Clock>(arena) {
        hasher.write_u64(clock.tick);
    }
    if let Some(land) = world.get::<Land>(arena) {
        hasher.write(land.terrain.all_moves());
    }
    if let (Some(groups), Some(teams)) = (world.get::<Groups>(arena), world.get::<Teams>(arena)) {
        hasher.write(format!("{groups:?} {teams:?}").as_bytes());
    }
    if let Some(warfare) = world.get::<Warfare>(arena).filter(|w| w.rules != Rules::default()) {
        hasher.write(format!("{:?}", warfare.rules).as_bytes());
    }
    if let Some(learned) = world.get::<Learned>(arena).filter(|learned| !learned.0.is_blank()) {
        for vector in learned.0.vectors() {
            hasher.write_u64(vector.x.to_bits());
            hasher.write_u64(vector.y.to_bits());
        }
    }
    if let Some(summary) = world.get::<UnderWay>(arena).and_then(UnderWay::summary) {
        hasher.write(summary.as_bytes());
    }
    let on_board = world.get::<Board>(arena).is_some();
    if let (Some(board), Some(land)) = (world.get::<Board>(arena), world.get::<Land>(arena)) {
        hasher.write_u64(board.passes);
        hasher.write_usize(board.first);
        for (unit, ahead, cell) in board.cooperation.table.list(&land.terrain) {
            hasher.write_u32(unit);
            hasher.write_u64(ahead);
            hasher.write_i32(cell.x);
            hasher.write_i32(cell.y);
        }
    }
    let units = world.get::<Roster>(arena).map(|r| r.units.clone()).unwrap_or_default();
    for (id, entity) in units {
        hasher.write_u32(id.0);
        let (Some(unit), Some(position), Some(velocity), Some(status), Some(orders), Some(route)) = (
            world.get::<Unit>(entity),
            world.get::<Position>(entity),
            world.get::<Velocity>(entity),
            world.get::<Status>(entity),
            world.get::<Orders>(entity),
            world.get::<Route>(entity),
        ) else {
            continue;
        };
        if let Some(progress) = world.get::<Progress>(entity) {
            hasher.write_u32(progress.best.to_bits());
            hasher.write_u32(progress.stalled);
        }
        hasher.write_u8(unit.team.0);
        for v in [position.0, velocity.0, route.rest] {
            hasher.write_u32(v.x.to_bits());
            hasher.write_u32(v.y.to_bits());
        }
        hash_combat(world, entity, unit, &mut hasher);
        hasher.write(format!("{status:?} {orders:?}").as_bytes());
        if let (Some(stepper), true) = (world.get::<Stepper>(entity), on_board) {
            hasher.write(format!("{stepper:?}").as_bytes());
        }
        hasher.write_usize(route.next());
        for cell in route.cells() {
            hasher.write_i32(cell.x);
            hasher.write_i32(cell.y);
        }
    }
    if let (Some(shots), Some(score)) = (world.get::<Shots>(arena), world.get::<Score>(arena))
        && score.first_attack.is_some()
    {
        hasher.write(format!("{shots:?} {score:?}").as_bytes());
    }
    hasher.finish()
}

/// Whatever decides about a unit's fights. Those without a weapon and without a scratch have none.
fn hash_combat(world: &World, entity: Entity, unit: &Unit, hasher: &mut Xxh64) {
    let (Some(hit_points), Some(energy), Some(armament), Some(target), Some(engagement)) = (
        world.get::<HitPoints>(entity),
        world.get::<Energy>(entity),
        world.get::<Armament>(entity),
        world.get::<Target>(entity),
        world.get::<Engagement>(entity),
    ) else {
        return;
    };
    if unit.kind.weapon.is_none() && hit_points.0 >= unit.kind.hit_points {
        return;
    }
    for number in [hit_points.0, energy.0, armament.cooling, armament.standing] {
        hasher.write_u32(number.to_bits());
    }
    hasher.write_u64(armament.attacks);
    let holds = world.get::<HoldsGround>(entity);
    hasher.write(format!("{target:?} {engagement:?} {holds:?}").as_bytes());
}
