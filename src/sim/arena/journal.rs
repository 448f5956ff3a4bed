//! The journal of an arena: actions with their ticks, and actions that wait for the next tick.

use crate::scenario::{Action, Batch};
use bevy::prelude::*;
use std::sync::Arc;

/// The actions of an arena. Scenario, seed and journal give the run again.
///
/// A host that gives orders [`send`](Self::send)s them, or writes a [`SendActions`] message. A host that knows a whole run, such
/// as a recording, [`replace`](Self::replace)s what the arena knows of it.
#[derive(Component, Clone, Debug, Default)]
pub struct Journal {
    /// What the host knows of the run, sorted by tick.
    planned: Vec<Arc<Batch>>,
    /// How many of those the run has taken in.
    next: usize,
    /// What was sent and the run has taken in, sorted by tick.
    sent: Vec<Batch>,
    /// What was sent since.
    waiting: Vec<Action>,
    /// How many of the planned batches and of the waiting actions are taken in or shown by a pause.
    shown: (usize, usize),
    /// Whether the plan was replaced, so that what a pause shows of it is out of date.
    revised: bool,
}

/// Actions for an arena, as a message. They are applied before the next tick, and shown during a pause.
#[derive(Message, Clone, Debug)]
pub struct SendActions {
    /// The arena.
    pub arena: Entity,
    /// What is to be done.
    pub actions: Vec<Action>,
}

impl Journal {
    pub(crate) fn new(planned: Vec<Batch>) -> Self {
        let mut journal = Self::default();
        journal.replace(planned.into_iter().map(Arc::new).collect(), 0);
        journal
    }

    /// Sends actions. They are applied before the next tick, and shown during a pause.
    pub fn send(&mut self, actions: impl IntoIterator<Item = Action>) {
        self.waiting.extend(actions);
    }

    /// Replaces what is known of the run. What is before the present tick counts as done; the run is not changed by it.
    pub fn replace(&mut self, mut planned: Vec<Arc<Batch>>, tick: u64) {
        planned.sort_by_key(|batch| batch.tick);
        self.next = planned.partition_point(|batch| batch.tick < tick);
        self.shown.0 = self.next;
        self.planned = planned;
        self.revised = true;
    }

    /// Adds actions after all others.
    pub fn push(&mut self, batch: Arc<Batch>) {
        self.planned.push(batch);
    }

    /// What the run has taken in, in order; at most one batch for each tick. What was sent is among it if the plugin
    /// [records](crate::sim::SimPlugin::recording).
    pub fn past(&self) -> Vec<Batch> {
        let taken = self.planned[..self.next].iter().map(|batch| Batch::clone(batch));
        let mut past: Vec<Batch> = taken.collect();
        past.extend_from_slice(&self.sent);
        past.sort_by_key(|batch| batch.tick);
        past.dedup_by(|batch, before| {
            let same = batch.tick == before.tick;
            if same {
                before.actions.append(&mut batch.actions);
            }
            same
        });
        past
    }

    /// What the run has taken in and what is planned for it, sorted by tick.
    pub(crate) fn all(&self) -> Vec<Batch> {
        let mut all = self.past();
        all.extend(self.planned[self.next..].iter().map(|batch| Batch::clone(batch)));
        all
    }

    /// What was sent and waits for the next tick.
    pub fn waiting(&self) -> &[Action] {
        &self.waiting
    }

    /// Whether a pause has not shown all that is due.
    pub(crate) fn is_due(&self, tick: u64) -> bool {
        self.to_show(tick).next().is_some()
    }

    /// What is due and not shown yet.
    pub(crate) fn to_show(&self, tick: u64) -> impl Iterator<Item = &Action> {
        let planned = self.planned[self.shown.0..].iter().take_while(move |b| b.tick <= tick);
        let waiting = &self.waiting[self.shown.1.min(self.waiting.len())..];
        planned.flat_map(|batch| &batch.actions).chain(waiting)
    }

    /// Takes what is due into the run. `records`: whether what was sent is kept.
    pub(crate) fn take(&mut self, tick: u64, records: bool) -> Vec<Action> {
        self.hide();
        let actions = self.to_show(tick).cloned().collect();
        self.next = self.due(tick);
        if !self.waiting.is_empty() {
            let actions = std::mem::take(&mut self.waiting);
            if records {
                self.sent.push(Batch { tick, actions });
            }
        }
        self.hide();
        actions
    }

    /// Takes what is due into the preview of a pause.
    pub(crate) fn show(&mut self, tick: u64) -> Vec<Action> {
        let actions = self.to_show(tick).cloned().collect();
        self.shown = (self.due(tick), self.waiting.len());
        actions
    }

    /// Nothing is shown any more.
    pub(crate) fn hide(&mut self) {
        self.shown = (self.next, 0);
    }

    fn due(&self, tick: u64) -> usize {
        self.planned.partition_point(|batch| batch.tick <= tick)
    }

    /// Goes back to a tick: what is planned before it has been applied, and what was sent since is forgotten.
    pub(crate) fn rewind(&mut self, tick: u64) {
        self.next = self.planned.partition_point(|batch| batch.tick < tick);
        self.sent.retain(|batch| batch.tick < tick);
        self.waiting.clear();
        self.hide();
    }

    /// Whether the plan was replaced since the last call.
    pub(crate) fn take_revised(&mut self) -> bool {
        std::mem::take(&mut self.revised)
    }
}
