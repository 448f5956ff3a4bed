//! The one door: actions from outside, applied between ticks, undone and recorded.

use super::TickSystems;
use crate::scenario::Action;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

pub(super) fn plugin(app: &mut App) {
    app.add_systems(FixedUpdate, apply_actions.in_set(TickSystems::Command));
}

/// Actions that wait for the next pass. Write here, and nowhere else, to change an arena.
#[derive(Component, Clone, Debug, Default)]
pub struct Inbox(pub Vec<Action>);

/// Actions that were applied together, followed by planning.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Batch {
    /// The tick before which they were applied.
    pub tick: u64,
    /// What was applied.
    pub actions: Vec<Action>,
}

/// Everything that came through the inbox since the arena was built: with scenario and seed, the run.
#[derive(Component, Clone, Debug, Default)]
pub struct Log(pub Vec<Batch>);

/// What would undo the actions of the last passes, for whoever keeps a history: one entry per action,
/// in the order in which they were applied. Take them out.
#[derive(Component, Clone, Debug, Default)]
pub struct Applied(pub Vec<(Action, Vec<Action>)>);

fn apply_actions() {}
