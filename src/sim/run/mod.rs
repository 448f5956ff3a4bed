//! A run: the scenario that it starts from, and every action with its tick. Its state is in the arenas, and nowhere else.
//!
//! A change before the first tick is an action at tick 0. Several arenas may share a run: most entries are for all of them,
//! some for one. Window, headless runner, recordings and films share this type.

mod about;
mod arenas;

use crate::scenario::{Action, Batch, ObstacleId, Scenario, UnitId};
use crate::sim::arena::{Journal, spawn_arena};
use crate::sim::export::bake;
use arenas::differences;
use bevy::prelude::*;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The arenas that an entry is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// Every arena.
    All,
    /// One arena, by its index.
    One(u32),
}

/// Actions that happen together before a tick.
#[derive(Clone, Debug)]
pub struct Entry {
    /// For whom.
    pub to: To,
    /// Its name in a history, such as "Paint wall".
    pub name: String,
    /// What is done, and when.
    pub batch: Arc<Batch>,
    /// Identifies the run up to and including this entry.
    past: u64,
}

/// Where a run starts and what happens in it. Cheap to copy.
#[derive(Clone, Debug)]
pub struct Run {
    start: Arc<Scenario>,
    arenas: u32,
    /// Sorted by tick.
    log: Vec<Arc<Entry>>,
    /// Identifies the run before its first entry.
    root: u64,
}

fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl To {
    /// Whether an arena is among them.
    pub fn includes(self, arena: u32) -> bool {
        self == Self::All || self == Self::One(arena)
    }
}

impl Entry {
    /// The tick before which it happens.
    pub fn tick(&self) -> u64 {
        self.batch.tick
    }

    /// What is done.
    pub fn actions(&self) -> &[Action] {
        &self.batch.actions
    }
}

impl Run {
    /// Maximum number of arenas.
    pub const MAX_ARENAS: u32 = 4;

    /// The run of a scenario in one arena. Its actions become the log; those that set what arenas may disagree about are for
    /// the first arena.
    pub fn of(scenario: &Scenario) -> Self {
        let mut start = scenario.tidied();
        let batches = std::mem::take(&mut start.actions);
        let mut run = Self { start: Arc::new(start), arenas: 1, log: Vec::new(), root: fresh() };
        for Batch { tick, actions } in batches {
            for together in actions.chunk_by(|a, b| a.is_for_one_arena() == b.is_for_one_arena()) {
                let to = if together[0].is_for_one_arena() { To::One(0) } else { To::All };
                run.add(tick, to, together[0].title(), together.to_vec());
            }
        }
        run
    }

    /// The scenario at tick 0, without actions.
    pub fn start(&self) -> &Arc<Scenario> {
        &self.start
    }

    /// The number of arenas.
    pub fn arenas(&self) -> u32 {
        self.arenas
    }

    /// What happens, sorted by tick.
    pub fn log(&self) -> &[Arc<Entry>] {
        &self.log
    }

    /// What happens after the start.
    pub fn later(&self) -> &[Arc<Entry>] {
        &self.log[self.log.partition_point(|entry| entry.tick() == 0)..]
    }

    /// Whether something happens after a tick.
    pub fn has_future(&self, tick: u64) -> bool {
        self.log.last().is_some_and(|entry| entry.tick() > tick)
    }

    /// Removes what happens after a tick: the run becomes another one from there on.
    pub fn branch_at(&mut self, tick: u64) {
        self.log.retain(|entry| entry.tick() <= tick);
    }

    /// Adds actions after all others.
    pub fn add(&mut self, tick: u64, to: To, name: impl Into<String>, actions: Vec<Action>) {
        let batch = Arc::new(Batch { tick, actions });
        self.log.push(Arc::new(Entry { to, name: name.into(), batch, past: fresh() }));
    }

    /// Replaces the actions of the last entry.
    pub fn replace_last(&mut self, actions: Vec<Action>) {
        if let Some(last) = self.log.pop() {
            self.add(last.tick(), last.to, last.name.clone(), actions);
        }
    }

    /// Whether the last entry is of a tick and sets nothing but the setting that an action sets, so that the action can take its
    /// place.
    pub fn ends_with_setting_of(&self, tick: u64, actions: &[Action]) -> bool {
        let ([new], Some(last)) = (actions, self.log.last()) else { return false };
        let [old] = last.actions() else { return false };
        last.tick() == tick && new.setting().is_some() && old.setting() == new.setting()
    }

    /// A number for what has happened before a tick. Runs with the same number at a tick have the same state there.
    pub fn past(&self, tick: u64) -> u64 {
        let place = self.log.partition_point(|entry| entry.tick() < tick);
        place.checked_sub(1).map_or(self.root, |last| self.log[last].past)
    }

    /// Whether the arenas of two runs are built alike.
    pub fn has_root_of(&self, other: &Self) -> bool {
        self.root == other.root
    }

    /// The entries that this run adds to another one; `None` if it does not continue that run.
    pub fn since(&self, other: &Self) -> Option<&[Arc<Entry>]> {
        let known = other.log.len();
        let end = |run: &Self| known.checked_sub(1).map_or(run.root, |last| run.log[last].past);
        let goes_on = known <= self.log.len() && self.has_root_of(other) && end(self) == end(other);
        goes_on.then(|| &self.log[known..])
    }

    /// The actions of one arena.
    pub fn journal(&self, arena: u32) -> Vec<Arc<Batch>> {
        let own = self.log.iter().filter(|entry| entry.to.includes(arena));
        own.map(|entry| entry.batch.clone()).collect()
    }

    /// Builds one of its arenas, at tick 0.
    pub fn spawn(&self, world: &mut World, arena: u32) -> Entity {
        let entity = spawn_arena(world, &self.start, arena);
        if let Some(mut journal) = world.get_mut::<Journal>(entity) {
            journal.replace(self.journal(arena), 0);
        }
        entity
    }

    /// The run of one arena as a file holds it: what happens before the first tick is worked into the scenario.
    pub fn scenario(&self, arena: u32) -> Scenario {
        self.worked_in(arena, |tick, _| tick == 0).tidied()
    }

    /// What is saved: the run of the first arena.
    pub fn saved(&self) -> Scenario {
        self.scenario(0)
    }

    /// The runs of all arenas, as files hold them.
    pub fn scenarios(&self) -> Vec<Scenario> {
        (0..self.arenas).map(|arena| self.scenario(arena)).collect()
    }

    /// The run of one arena with the chosen actions worked into its start.
    fn worked_in(&self, arena: u32, chosen: impl Fn(u64, &Action) -> bool) -> Scenario {
        let (mut now, mut later) = (Vec::new(), Vec::new());
        for batch in self.journal(arena) {
            let (some, rest): (Vec<Action>, _) =
                batch.actions.iter().cloned().partition(|action| chosen(batch.tick, action));
            now.extend(some);
            later.push(Arc::new(Batch { tick: batch.tick, actions: rest }));
        }
        let mut scenario = match now.is_empty() {
            true => Scenario::clone(&self.start),
            false => bake(&self.start, &now),
        };
        scenario.actions.extend(joined(later));
        scenario
    }

    /// The run from a start that includes the actions of tick 0. Teams that were removed there leave the list.
    pub fn with_new_start(&self) -> Self {
        self.rebased(|tick, _| tick == 0)
    }

    /// The run in which every edit happens at the start. Orders by hand keep their ticks.
    pub fn with_all_edits_at_the_start(&self) -> Self {
        self.rebased(|tick, action| tick == 0 || !matches!(action, Action::Order(_)))
    }

    /// The run from another start that includes the chosen actions. Where an arena then differs from the first
    /// one, it receives actions for it at tick 0.
    fn rebased(&self, chosen: impl Fn(u64, &Action) -> bool) -> Self {
        let first = self.worked_in(0, &chosen).tidied();
        let mut run = Self::of(&first);
        for arena in 1..self.arenas {
            let own = self.worked_in(arena, &chosen).tidied();
            run.open(differences(&first, &own));
        }
        run
    }

    /// Nothing that is known of the states of this run holds any more.
    fn renew(&mut self) {
        self.root = fresh();
        for entry in &mut self.log {
            *entry = Arc::new(Entry { past: fresh(), ..Entry::clone(entry) });
        }
    }

    /// An id that no unit of the run has.
    pub fn next_unit(&self) -> UnitId {
        let added = self.log.iter().flat_map(|entry| entry.actions()).map(Action::next_unit);
        added.fold(self.start.next_unit_id(), UnitId::max)
    }

    /// An id that no obstacle of the run has.
    pub fn next_obstacle(&self) -> ObstacleId {
        let added = self.log.iter().flat_map(|entry| entry.actions()).map(Action::next_obstacle);
        added.fold(self.start.next_obstacle_id(), ObstacleId::max)
    }
}

/// One batch for each tick.
fn joined(batches: Vec<Arc<Batch>>) -> Vec<Batch> {
    let mut joined: Vec<Batch> = Vec::new();
    for batch in batches.into_iter().filter(|batch| !batch.actions.is_empty()) {
        match joined.last_mut() {
            Some(last) if last.tick == batch.tick => {
                last.actions.extend_from_slice(&batch.actions);
            }
            _ => joined.push(Batch::clone(&batch)),
        }
    }
    joined
}

#[cfg(test)]
mod tests;
