//! Hands actions to the arenas and collects what undoes them.

use crate::scenario::{Action, Motion};
use crate::sim::{Applied, Arena, Inbox};
use crate::view::document::comparison::Comparison;
use crate::view::document::history::EntryId;
use crate::view::document::state::Document;
use bevy::prelude::*;
use std::collections::{BTreeMap, VecDeque};

/// Actions on their way to the arenas, and the reports that are still to come.
#[derive(Default)]
pub struct Delivery {
    arenas: Vec<u32>,
    /// By arena: actions that are not in its inbox yet.
    outbox: BTreeMap<u32, Vec<Action>>,
    /// By arena, for every action that it has not reported yet: the entry of the history that its inverse belongs to.
    awaited: BTreeMap<u32, VecDeque<Option<EntryId>>>,
}

impl Delivery {
    /// The arenas of this run.
    pub fn arenas(&self) -> &[u32] {
        &self.arenas
    }

    /// Starts a run with new arenas, which know nothing of the actions before.
    pub fn begin_run(&mut self, arenas: Vec<u32>) {
        *self = Self { arenas, ..Self::default() };
    }

    /// Sends actions to one arena, or to all. Their inverses belong to `entry`; without one they are dropped.
    pub fn send(
        &mut self,
        to: Option<u32>,
        entry: Option<EntryId>,
        actions: &[Action],
        comparison: &Comparison,
    ) {
        for &arena in self.arenas.iter().filter(|&&arena| to.is_none_or(|to| to == arena)) {
            let own = actions.iter().map(|action| comparison.addressed(arena, action));
            self.outbox.entry(arena).or_default().extend(own);
            self.awaited.entry(arena).or_default().extend(actions.iter().map(|_| entry));
        }
    }

    /// Expects `count` reports of an arena before all others, of actions that were applied once already.
    pub fn expect_repeated(&mut self, arena: u32, count: usize) {
        let awaited = self.awaited.entry(arena).or_default();
        (0..count).for_each(|_| awaited.push_front(None));
    }

    /// The entry that the next report of an arena belongs to.
    fn next_report(&mut self, arena: u32) -> Option<EntryId> {
        self.awaited.get_mut(&arena)?.pop_front()?
    }
}

/// Takes in the actions that the arenas have applied, with what undoes them.
pub(super) fn collect_inverses(
    mut document: ResMut<Document>,
    mut arenas: Query<(&Arena, &mut Applied)>,
) {
    for (arena, mut applied) in &mut arenas {
        if applied.0.is_empty() {
            continue;
        }
        for (action, inverse) in std::mem::take(&mut applied.0) {
            document.receive(arena.index, &action, inverse);
        }
    }
}

/// Moves the outbox into the inboxes of the arenas.
pub(super) fn deliver(mut document: ResMut<Document>, mut arenas: Query<(&Arena, &mut Inbox)>) {
    if document.delivery.outbox.is_empty() {
        return;
    }
    let mut outbox = std::mem::take(&mut document.delivery.outbox);
    for (arena, mut inbox) in &mut arenas {
        inbox.0.extend(outbox.remove(&arena.index).unwrap_or_default());
    }
}

impl Document {
    fn receive(&mut self, arena: u32, action: &Action, inverse: Vec<Action>) {
        if matches!(action, Action::SetMotion(_)) && inverse.is_empty() {
            self.stay_steered(arena);
        }
        if let Some(entry) = self.delivery.next_report(arena) {
            self.history.add_inverse(entry, arena, inverse);
        }
    }

    /// An arena with more units than free cells refuses cell steps; the document must not have them either.
    fn stay_steered(&mut self, arena: u32) {
        let steered = Action::SetMotion(Motion::Steered);
        if arena == 0 {
            self.scenario.apply(self.tick, &steered);
        } else {
            self.comparison.apply(arena, &steered);
        }
    }
}
