//! The history of edits: what each did to the scenario, and what undoes it in the running arenas.
//!
//! Undo restores the scenario as a whole (its ground is shared, so an entry costs a few vectors). In the arenas it
//! applies the inverse actions that the simulation reported after the edit. They may differ from arena to arena, because
//! the same unit may be elsewhere in each.

use crate::scenario::{Action, Scenario};
use crate::view::document::comparison::Comparison;
use std::collections::BTreeMap;

/// A change that is undone in one step.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// Its name in the history, such as "Paint wall".
    pub name: String,
    /// Successive edits with the same key form one entry until the history is sealed: the parts of a drag.
    pub drag: Option<&'static str>,
    /// The one arena beside the first that it is for. `None`: it changes the scenario and all arenas.
    pub arena: Option<u32>,
    /// What it does.
    pub actions: Vec<Action>,
}

impl Edit {
    /// An edit of its own.
    pub fn new(name: impl Into<String>, actions: Vec<Action>) -> Self {
        Self { name: name.into(), drag: None, arena: None, actions }
    }

    /// A part of a drag.
    pub fn part_of(drag: &'static str, name: impl Into<String>, actions: Vec<Action>) -> Self {
        Self { name: name.into(), drag: Some(drag), arena: None, actions }
    }

    /// The same edit for one arena beside the first.
    pub fn in_arena(self, arena: u32) -> Self {
        Self { arena: Some(arena), ..self }
    }
}

/// The number of an entry.
pub type EntryId = u64;

/// An edit that was made.
#[derive(Clone, Debug)]
pub struct Entry {
    id: EntryId,
    /// Identifies the state after this entry; changes while a drag continues.
    state: u64,
    name: String,
    /// The drag that may still add to this entry.
    drag: Option<&'static str>,
    /// Scenario and comparison on the other side: before the edit while it is done, after it while it is undone.
    other: (Scenario, Comparison),
    /// The one arena that it is for, see [`Edit::arena`].
    arena: Option<u32>,
    /// The actions that repeat it; empty if it added or closed an arena, which rebuilds all.
    redo: Vec<Action>,
    /// The number of actions sent: so many inverses must arrive from each arena.
    sent: usize,
    /// By arena: the inverses, in the order in which the actions were applied.
    inverses: BTreeMap<u32, Vec<Vec<Action>>>,
    /// The run in which it was made.
    run: u64,
}

impl Entry {
    fn is_complete(&self, arenas: &[u32]) -> bool {
        let concerned = arenas.iter().filter(|&&a| self.arena.is_none_or(|only| only == a));
        concerned.into_iter().all(|a| self.inverses.get(a).map_or(0, Vec::len) >= self.sent)
    }

    /// Whether its inverses still undo it in a run that began after it. Not for orders, which a new run gives again at
    /// their ticks, and not for learned directions, which belong to a run.
    fn outlives_its_run(&self) -> bool {
        !self.redo.is_empty()
            && !self.redo.iter().any(|a| {
                matches!(
                    a,
                    Action::Order { .. }
                        | Action::RestoreOrders(_)
                        | Action::RemoveUnits(_)
                        | Action::SetDirections(_)
                )
            })
    }

    fn swap_sides(&mut self, scenario: &mut Scenario, comparison: &mut Comparison) {
        std::mem::swap(scenario, &mut self.other.0);
        std::mem::swap(comparison, &mut self.other.1);
    }

    fn undo_actions(&self) -> BTreeMap<u32, Vec<Action>> {
        let back = |list: &Vec<Vec<Action>>| list.iter().rev().flatten().cloned().collect();
        self.inverses.iter().map(|(&arena, list)| (arena, back(list))).collect()
    }
}

/// What to do with the arenas after a step through the history.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// There is nothing to undo or redo.
    Nothing,
    /// The simulation has not reported the inverses yet; try again in the next frame.
    NotYet,
    /// Send each arena these actions.
    PerArena(BTreeMap<u32, Vec<Action>>),
    /// Send these actions again.
    Again {
        /// The entry that their inverses belong to.
        entry: EntryId,
        /// The one arena that they are for; `None` for all.
        arena: Option<u32>,
        /// The actions.
        actions: Vec<Action>,
    },
    /// Rebuild the arenas from the scenario.
    Rebuild,
}

/// All edits, done and undone.
#[derive(Clone, Debug, Default)]
pub struct History {
    done: Vec<Entry>,
    undone: Vec<Entry>,
    next: u64,
    run: u64,
    /// The state before the first entry.
    base: u64,
}

impl History {
    /// Greatest number of entries.
    pub const LIMIT: usize = 200;
    /// Greatest number of cells in all entries together, as each may hold its own copy of the ground.
    pub const CELL_LIMIT: usize = 64 << 20;

    fn fresh(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Records an edit that is about to be applied to `scenario`. Returns the entry that its inverses belong to.
    pub fn record(&mut self, edit: &Edit, scenario: &Scenario, comparison: &Comparison) -> EntryId {
        self.undone.clear();
        // The comparison is not saved, so it is no unsaved change.
        let state = if edit.arena.is_some() { self.state() } else { self.fresh() };
        if let Some(last) = self.done.last_mut()
            && edit.drag.is_some()
            && (last.drag, last.arena) == (edit.drag, edit.arena)
        {
            last.state = state;
            last.sent += edit.actions.len();
            if !replaces(last.redo.last(), &edit.actions) {
                last.redo.extend(edit.actions.iter().cloned());
            } else {
                let keep = last.redo.len() - 1;
                last.redo.splice(keep.., edit.actions.iter().cloned());
            }
            return last.id;
        }
        self.push(edit, state, scenario, comparison)
    }

    /// Records that an arena is about to be added or closed, which rebuilds all arenas.
    pub fn record_arenas(
        &mut self,
        name: impl Into<String>,
        scenario: &Scenario,
        comparison: &Comparison,
    ) {
        self.undone.clear();
        self.push(&Edit::new(name, Vec::new()), self.state(), scenario, comparison);
    }

    fn push(
        &mut self,
        edit: &Edit,
        state: u64,
        scenario: &Scenario,
        comparison: &Comparison,
    ) -> EntryId {
        self.seal();
        let id = self.fresh();
        self.done.push(Entry {
            id,
            state,
            name: edit.name.clone(),
            drag: edit.drag,
            other: (scenario.clone(), comparison.clone()),
            arena: edit.arena,
            redo: edit.actions.clone(),
            sent: edit.actions.len(),
            inverses: BTreeMap::new(),
            run: self.run,
        });
        let cells = scenario.terrain.bounds().area().max(1);
        let limit = (Self::CELL_LIMIT / cells).clamp(20, Self::LIMIT);
        if self.done.len() > limit {
            let forgotten = self.done.len() - limit;
            self.base = self.done[forgotten - 1].state;
            self.done.drain(..forgotten);
        }
        id
    }

    /// Ends a drag: the next edit is an entry of its own.
    pub fn seal(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.drag = None;
        }
    }

    /// Records the inverse of one action of an entry in an arena.
    pub fn add_inverse(&mut self, id: EntryId, arena: u32, inverse: Vec<Action>) {
        let found = self.done.iter_mut().chain(&mut self.undone).rev().find(|e| e.id == id);
        if let Some(entry) = found {
            entry.inverses.entry(arena).or_default().push(inverse);
        }
    }

    /// The arenas were rebuilt: inverses that have not arrived never will.
    pub fn begin_run(&mut self) {
        self.run += 1;
        self.seal();
    }

    /// Undoes the last edit.
    pub fn undo(
        &mut self,
        scenario: &mut Scenario,
        comparison: &mut Comparison,
        arenas: &[u32],
    ) -> Step {
        self.seal();
        let Some(mut entry) = self.done.pop() else { return Step::Nothing };
        let complete = entry.is_complete(arenas);
        if entry.run == self.run && !complete {
            self.done.push(entry);
            return Step::NotYet;
        }
        entry.swap_sides(scenario, comparison);
        let same_run = entry.run == self.run && !entry.redo.is_empty();
        let step = if complete && (same_run || entry.outlives_its_run()) {
            Step::PerArena(entry.undo_actions())
        } else {
            Step::Rebuild
        };
        self.undone.push(entry);
        step
    }

    /// Repeats the edit that was undone last.
    pub fn redo(&mut self, scenario: &mut Scenario, comparison: &mut Comparison) -> Step {
        let Some(mut entry) = self.undone.pop() else { return Step::Nothing };
        entry.swap_sides(scenario, comparison);
        let same_run = entry.run == self.run && !entry.redo.is_empty();
        let step = if same_run || entry.outlives_its_run() {
            entry.inverses.clear();
            entry.sent = entry.redo.len();
            entry.run = self.run;
            Step::Again { entry: entry.id, arena: entry.arena, actions: entry.redo.clone() }
        } else {
            Step::Rebuild
        };
        self.done.push(entry);
        step
    }

    /// The name of the edit that undo would undo.
    pub fn undo_name(&self) -> Option<&str> {
        self.done.last().map(|e| e.name.as_str())
    }

    /// The name of the edit that redo would repeat.
    pub fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|e| e.name.as_str())
    }

    /// Identifies the present state: it changes with every edit and returns when the edit is undone.
    pub fn state(&self) -> u64 {
        self.done.last().map_or(self.base, |e| e.state)
    }
}

/// Whether an edit replaces the last action of the same drag, as while a slider moves.
fn replaces(last: Option<&Action>, actions: &[Action]) -> bool {
    match (last, actions) {
        (Some(Action::SetDoctrine { team: a, .. }), [Action::SetDoctrine { team: b, .. }]) => {
            a == b
        }
        (Some(Action::SetRules(_)), [Action::SetRules(_)]) => true,
        (Some(Action::SetMotion(_)), [Action::SetMotion(_)]) => true,
        _ => false,
    }
}

#[cfg(test)]
#[path = "history_tests.rs"]
mod tests;
