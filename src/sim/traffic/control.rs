//! What an arena knows of its traffic.

use crate::grid::{Cell, Passages};
use crate::traffic::{Claims, Companions, RightOfWay};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Who has the right of way in the passages of an arena: by side (the first team of an alliance) and by the first cell of the passage. Passages without a
/// conflict are not listed.
#[derive(Component, Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RightsOfWay(pub BTreeMap<(u8, Cell), RightOfWay>);

/// Passages up to this many cells wide have a queue before them.
const QUEUED: u8 = 3;

/// What follows from the ground and the paths in every tick. It is not part of the state.
#[derive(Component, Clone, Debug)]
pub(crate) struct TrafficControl {
    /// Passages that two units cannot share.
    pub(crate) single: Passages,
    /// These and wider ones.
    pub(super) narrow: Passages,
    /// By side.
    pub(super) claims: Vec<Claims>,
    /// By side.
    pub(super) companions: Vec<Companions>,
}

impl Default for TrafficControl {
    fn default() -> Self {
        Self {
            single: Passages::up_to(1),
            narrow: Passages::up_to(QUEUED),
            claims: Vec::new(),
            companions: Vec::new(),
        }
    }
}
