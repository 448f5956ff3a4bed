//! Between the document and the arenas: hands over actions, and reads how the units really move.

use crate::scenario::{Action, Batch, Motion};
use crate::sim::{Arena, Board, Inbox, Script, has_ticked};
use crate::view::document::state::Document;
use bevy::prelude::*;

/// Actions on their way to the arenas.
pub enum Outgoing {
    /// To the script of an arena.
    Script(u32, Batch),
    /// To the inbox of an arena, before the first tick.
    Setup(u32, Vec<Action>),
}

/// Hands actions to the arenas.
pub(super) fn deliver(
    mut document: ResMut<Document>,
    mut arenas: Query<(&Arena, &mut Inbox, &mut Script)>,
) {
    if document.outbox.is_empty() {
        return;
    }
    for outgoing in std::mem::take(&mut document.outbox) {
        let (to, batch, setup) = match outgoing {
            Outgoing::Script(to, batch) => (to, Some(batch), Vec::new()),
            Outgoing::Setup(to, actions) => (to, None, actions),
        };
        for (_, mut inbox, mut script) in arenas.iter_mut().filter(|(a, ..)| a.index == to) {
            if let Some(batch) = &batch {
                script.push(batch.clone());
            }
            inbox.0.extend(setup.iter().cloned());
        }
    }
}

/// An arena with more units than free cells refuses cell steps. The document shows how its units really move.
pub(super) fn read_motion(world: &mut World) {
    let mut query = world.query::<(Entity, &Arena, Option<&Board>)>();
    let found: Vec<(Entity, u32, Motion)> = query
        .iter(world)
        .map(|(entity, arena, board)| {
            let motion = board.map_or(Motion::Steered, |board| Motion::CellSteps(board.rules));
            (entity, arena.index, motion)
        })
        .collect();
    for (entity, index, motion) in found {
        let document = world.resource::<Document>();
        let waits = !document.outbox.is_empty() || document.destination.is_some();
        let known = document.comparison.motion(index, document.scenario.motion);
        let settled =
            has_ticked(world, entity) || world.get::<Inbox>(entity).is_none_or(|i| i.0.is_empty());
        if waits || !settled || known == motion {
            continue;
        }
        let mut document = world.resource_mut::<Document>();
        match index {
            0 => document.scenario.motion = motion,
            _ => document.comparison.apply(index, &Action::SetMotion(motion)),
        }
    }
}
