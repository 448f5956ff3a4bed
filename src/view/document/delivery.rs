//! Between the document and the arenas: hands over actions, and reads how the units really move.

use crate::scenario::{Action, Batch, Motion};
use crate::sim::{Arena, Board, Clock, Journal};
use crate::view::document::state::Document;
use bevy::prelude::*;

/// Actions on their way to the arenas.
pub enum Outgoing {
    /// To the plan of an arena.
    Script(u32, Batch),
    /// To an arena before the first tick.
    Setup(u32, Vec<Action>),
}

/// Hands actions to the arenas.
pub(super) fn deliver(mut document: ResMut<Document>, mut arenas: Query<(&Arena, &mut Journal)>) {
    if document.outbox.is_empty() {
        return;
    }
    for outgoing in std::mem::take(&mut document.outbox) {
        let (to, batch, setup) = match outgoing {
            Outgoing::Script(to, batch) => (to, Some(batch), Vec::new()),
            Outgoing::Setup(to, actions) => (to, None, actions),
        };
        for (_, mut journal) in arenas.iter_mut().filter(|(a, ..)| a.index == to) {
            if let Some(batch) = &batch {
                journal.push(batch.clone());
            }
            journal.send(setup.iter().cloned());
        }
    }
}

/// An arena with more units than free cells refuses cell steps. The document shows how its units really move, once the
/// arena has taken in all that was sent.
pub(super) fn read_motion(
    mut document: ResMut<Document>,
    arenas: Query<(&Arena, &Clock, &Journal, Option<&Board>)>,
) {
    if !document.outbox.is_empty() || document.seek.is_some() {
        return;
    }
    for (arena, clock, journal, board) in &arenas {
        let motion = board.map_or(Motion::Steered, |board| Motion::CellSteps(board.rules));
        let known = document.comparison.motion(arena.index, document.scenario.motion);
        if journal.is_due(clock.tick) || known == motion {
            continue;
        }
        match arena.index {
            0 => document.scenario.motion = motion,
            index => document.comparison.apply(index, &Action::SetMotion(motion)),
        }
    }
}
