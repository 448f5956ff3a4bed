//! The history of edits. Each entry is a whole run, so undo leads back to the moment before the edit, with everything as it
//! was, and the run that was left stays reachable through redo.

use crate::scenario::Action;
use crate::sim::{Run, To};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// A change that is undone in one step.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// Its name in the history, such as "Paint wall".
    pub name: String,
    /// Successive edits with the same key form one entry until the history is sealed: the parts of a drag.
    pub drag: Option<&'static str>,
    /// The arenas that it is for.
    pub to: To,
    /// What it does.
    pub actions: Vec<Action>,
}

impl Edit {
    /// An edit of its own. What arenas may disagree about is for the first one, everything else for all.
    pub fn new(name: impl Into<String>, actions: Vec<Action>) -> Self {
        let of_one = !actions.is_empty() && actions.iter().all(Action::is_for_one_arena);
        let to = if of_one { To::One(0) } else { To::All };
        Self { name: name.into(), drag: None, to, actions }
    }

    /// An edit by one action, which names it.
    pub fn of(action: Action) -> Self {
        Self::new(action.title(), vec![action])
    }

    /// A part of a drag.
    pub fn part_of(drag: &'static str, name: impl Into<String>, actions: Vec<Action>) -> Self {
        Self { drag: Some(drag), ..Self::new(name, actions) }
    }

    /// This edit for one arena.
    pub fn in_arena(self, arena: u32) -> Self {
        Self { to: To::One(arena), ..self }
    }
}

/// A run in the history.
#[derive(Clone, Debug)]
struct Entry {
    /// The edit that made it out of the run before.
    name: String,
    /// The drag that may still add to it, and the arenas of that drag.
    drag: Option<(&'static str, To)>,
    run: Run,
    /// Identifies what would be saved.
    state: u64,
    /// The tick of the edit: where undo leads.
    made_at: u64,
    /// The tick at which it was left by undo: where redo leads.
    left_at: u64,
    /// The last tick that was reached.
    reached: u64,
}

/// All edits, done and undone.
#[derive(Clone, Debug)]
pub struct History {
    entries: Vec<Entry>,
    current: usize,
    next_state: u64,
}

impl History {
    /// Maximum number of entries.
    pub const LIMIT: usize = 500;

    /// The history of a run without edits.
    pub fn new(run: Run) -> Self {
        let entry = Entry {
            name: String::new(),
            drag: None,
            run,
            state: 0,
            made_at: 0,
            left_at: 0,
            reached: 0,
        };
        Self { entries: vec![entry], current: 0, next_state: 1 }
    }

    fn entry(&self) -> &Entry {
        &self.entries[self.current]
    }

    fn entry_mut(&mut self) -> &mut Entry {
        &mut self.entries[self.current]
    }

    /// The present run.
    pub fn run(&self) -> &Run {
        &self.entry().run
    }

    /// The last tick that the present run has reached.
    pub fn reached(&self) -> u64 {
        self.entry().reached
    }

    /// Records that the present run has come to a tick.
    pub fn reach(&mut self, tick: u64) {
        let entry = self.entry_mut();
        entry.reached = entry.reached.max(tick);
    }

    /// The present run begins at tick 0 and has reached no later tick yet.
    pub fn start_again(&mut self) {
        self.entry_mut().reached = 0;
    }

    /// Whether an edit is a further part of the last one.
    pub fn continues(&self, edit: &Edit) -> bool {
        edit.drag.is_some_and(|drag| self.entry().drag == Some((drag, edit.to)))
    }

    /// Makes a new run by an edit at a tick. `saved` says whether the edit would be saved; the comparison is not.
    pub fn record(&mut self, edit: &Edit, run: Run, tick: u64, saved: bool) {
        let state = if saved { self.fresh_state() } else { self.state() };
        if self.continues(edit) {
            let entry = self.entry_mut();
            (entry.run, entry.state, entry.reached) = (run, state, tick);
            self.entries.truncate(self.current + 1);
            return;
        }
        self.entries.truncate(self.current + 1);
        self.entries.push(Entry {
            name: edit.name.clone(),
            drag: edit.drag.map(|drag| (drag, edit.to)),
            run,
            state,
            made_at: tick,
            left_at: tick,
            reached: tick,
        });
        if self.entries.len() > Self::LIMIT {
            self.entries.remove(0);
        }
        self.current = self.entries.len() - 1;
    }

    fn fresh_state(&mut self) -> u64 {
        self.next_state += 1;
        self.next_state
    }

    /// Ends a drag: the next edit is an entry of its own.
    pub fn seal(&mut self) {
        self.entry_mut().drag = None;
    }

    /// Goes back to the run before the last edit. Returns the tick of that edit.
    pub fn undo(&mut self, now: u64) -> Option<u64> {
        self.seal();
        if self.current == 0 {
            return None;
        }
        let entry = self.entry_mut();
        entry.left_at = now;
        let made_at = entry.made_at;
        self.current -= 1;
        Some(made_at)
    }

    /// Goes forward to the run that was left last. Returns the tick at which it was left.
    pub fn redo(&mut self) -> Option<u64> {
        self.seal();
        if self.current + 1 >= self.entries.len() {
            return None;
        }
        self.current += 1;
        Some(self.entry().left_at)
    }

    /// How many changes of the present run come after its start. The parts of a drag are one change.
    pub fn later_changes(&self) -> usize {
        let mut made_by = BTreeMap::new();
        for (place, entry) in self.entries[..=self.current].iter().enumerate() {
            for edit in entry.run.log() {
                made_by.entry(Arc::as_ptr(edit)).or_insert(place);
            }
        }
        let later = self.run().later().iter().enumerate();
        let changes = later.map(|(at, edit)| match made_by.get(&Arc::as_ptr(edit)) {
            // Those of the file are not parts of anything.
            None | Some(0) => (0, at, ""),
            Some(&place) => (place, 0, edit.name.as_str()),
        });
        changes.collect::<BTreeSet<_>>().len()
    }

    /// The name of the edit that undo would undo.
    pub fn undo_name(&self) -> Option<&str> {
        (self.current > 0).then(|| self.entry().name.as_str())
    }

    /// The name of the edit that redo would repeat.
    pub fn redo_name(&self) -> Option<&str> {
        self.entries.get(self.current + 1).map(|entry| entry.name.as_str())
    }

    /// Identifies what would be saved: it changes with every edit and returns when the edit is undone.
    pub fn state(&self) -> u64 {
        self.entry().state
    }
}

#[cfg(test)]
#[path = "history_tests.rs"]
mod tests;
