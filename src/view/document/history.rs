//! The history of edits: what each did to the scenario, and what undoes it in the running arenas.
//!
//! The scenario is put back as a whole (its ground is shared, so an entry costs a few vectors). The arenas
//! are put back by the inverse actions that the simulation reports once it has applied an edit; they
//! may differ from arena to arena, because the same units may stand elsewhere in each.

use crate::scenario::{Action, Scenario};
use crate::view::document::comparison::Comparison;
use std::collections::BTreeMap;

/// Something a person does that can be undone in one go.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What it is called in the history, such as "Paint wall".
    pub name: String,
    /// Edits with the same key join one entry until the history is sealed: the parts of a drag.
    pub drag: Option<&'static str>,
    /// The arena beside the first in which alone it is done; otherwise it is done to the scenario and in all.
    pub arena: Option<u32>,
    /// What is done.
    pub actions: Vec<Action>,
}

impl Edit {
    /// An edit that is complete.
    pub fn new(name: impl Into<String>, actions: Vec<Action>) -> Self {
        Self { name: name.into(), drag: None, arena: None, actions }
    }

    /// A part of a drag.
    pub fn part_of(drag: &'static str, name: impl Into<String>, actions: Vec<Action>) -> Self {
        Self { name: name.into(), drag: Some(drag), arena: None, actions }
    }

    /// The same in one of the arenas beside the first only.
    pub fn in_arena(self, arena: u32) -> Self {
        Self { arena: Some(arena), ..self }
    }
}

/// The number of an entry.
pub type EntryId = u64;

/// One edit that was made.
#[derive(Clone, Debug)]
pub struct Entry {
    id: EntryId,
    /// Identifies the state that this entry leads to; changes when a drag goes on.
    state: u64,
    name: String,
    /// The drag that may still add to this entry.
    drag: Option<&'static str>,
    /// The scenario and the arenas beside the first on the other side: before the edit while it is done, after it
    /// while it is undone.
    other: (Scenario, Comparison),
    /// The only arena that it is for, if it is for one.
    arena: Option<u32>,
    /// What is done again; nothing if there were other arenas before, which are built anew.
    redo: Vec<Action>,
    /// How many actions were sent, so that it is known when all inverses have arrived.
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

    /// Whether its inverses mean the same in a run that began after it. Orders do not: a new run
    /// gives them by itself, at their ticks. Nor does what a run had learned.
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

    fn change_sides(&mut self, scenario: &mut Scenario, beside: &mut Comparison) {
        std::mem::swap(scenario, &mut self.other.0);
        std::mem::swap(beside, &mut self.other.1);
    }

    fn undo_actions(&self) -> BTreeMap<u32, Vec<Action>> {
        let back = |list: &Vec<Vec<Action>>| list.iter().rev().flatten().cloned().collect();
        self.inverses.iter().map(|(&arena, list)| (arena, back(list))).collect()
    }
}

/// What has to be done to the arenas after a step through the history.
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
        /// The only arena that they are for, if they are for one.
        arena: Option<u32>,
        /// The actions.
        actions: Vec<Action>,
    },
    /// Build the arenas anew from the scenario.
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
    /// Greatest number of cells that the entries may keep in all, as each may hold a ground of its own.
    pub const CELL_LIMIT: usize = 64 << 20;

    fn fresh(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Notes an edit that is about to be applied to `scenario`. Returns the entry that its inverses
    /// belong to.
    pub fn record(&mut self, edit: &Edit, scenario: &Scenario, beside: &Comparison) -> EntryId {
        self.undone.clear();
        // What stands beside the first arena is not saved, so it does not count as work.
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
        self.push(edit, state, scenario, beside)
    }

    /// Notes that there are about to be other arenas beside the first, for which all are built anew.
    pub fn record_arenas(
        &mut self,
        name: impl Into<String>,
        scenario: &Scenario,
        beside: &Comparison,
    ) {
        self.undone.clear();
        self.push(&Edit::new(name, Vec::new()), self.state(), scenario, beside);
    }

    fn push(
        &mut self,
        edit: &Edit,
        state: u64,
        scenario: &Scenario,
        beside: &Comparison,
    ) -> EntryId {
        self.seal();
        let id = self.fresh();
        self.done.push(Entry {
            id,
            state,
            name: edit.name.clone(),
            drag: edit.drag,
            other: (scenario.clone(), beside.clone()),
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

    /// Ends a drag: what comes next is an entry of its own.
    pub fn seal(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.drag = None;
        }
    }

    /// Notes the inverse of one action of an entry in an arena.
    pub fn add_inverse(&mut self, id: EntryId, arena: u32, inverse: Vec<Action>) {
        let found = self.done.iter_mut().chain(&mut self.undone).rev().find(|e| e.id == id);
        if let Some(entry) = found {
            entry.inverses.entry(arena).or_default().push(inverse);
        }
    }

    /// The arenas were built anew: inverses that have not arrived never will.
    pub fn begin_run(&mut self) {
        self.run += 1;
        self.seal();
    }

    /// Takes the last edit back.
    pub fn undo(
        &mut self,
        scenario: &mut Scenario,
        beside: &mut Comparison,
        arenas: &[u32],
    ) -> Step {
        self.seal();
        let Some(mut entry) = self.done.pop() else { return Step::Nothing };
        let complete = entry.is_complete(arenas);
        if entry.run == self.run && !complete {
            self.done.push(entry);
            return Step::NotYet;
        }
        entry.change_sides(scenario, beside);
        let stands = entry.run == self.run && !entry.redo.is_empty();
        let step = if complete && (stands || entry.outlives_its_run()) {
            Step::PerArena(entry.undo_actions())
        } else {
            Step::Rebuild
        };
        self.undone.push(entry);
        step
    }

    /// Does again what was undone last.
    pub fn redo(&mut self, scenario: &mut Scenario, beside: &mut Comparison) -> Step {
        let Some(mut entry) = self.undone.pop() else { return Step::Nothing };
        entry.change_sides(scenario, beside);
        let stands = entry.run == self.run && !entry.redo.is_empty();
        let step = if stands || entry.outlives_its_run() {
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

    /// What undo would take back.
    pub fn undo_name(&self) -> Option<&str> {
        self.done.last().map(|e| e.name.as_str())
    }

    /// What redo would do again.
    pub fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|e| e.name.as_str())
    }

    /// Identifies the present state: equal as long as nothing was done, and again after undoing what was.
    pub fn state(&self) -> u64 {
        self.done.last().map_or(self.base, |e| e.state)
    }
}

/// Whether an edit makes the action before it, in the same drag, pointless: a slider on its way.
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
