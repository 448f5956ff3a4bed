//! What a unit is doing, and whether it makes progress towards its goal.

use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Whether a unit makes progress.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Progress {
    /// The smallest distance to go that it has reached on this route, in cells.
    pub best: f32,
    /// Number of ticks since `best` improved.
    pub stalled: u32,
}

impl Progress {
    /// The value at the start of a route.
    pub const FRESH: Self = Self { best: f32::INFINITY, stalled: 0 };
}

/// What a unit is doing.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Status {
    /// Has no order.
    #[default]
    Idle,
    /// Has an order and waits for its path.
    Planning,
    /// Walks.
    Walking,
    /// Fights. Its route is suspended.
    Fighting,
    /// Has reached its slot and stays.
    Arrived,
    /// Has an order and cannot continue.
    Waiting(WaitReason),
}

/// Why a unit cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum WaitReason {
    /// It is walled in and cannot get closer to its goal.
    WalledIn,
    /// It is as close to its goal as it can get.
    Unreachable,
    /// Other units block its path, and there is no detour.
    Blocked,
    /// A wall was built on top of it, and there was no free cell nearby.
    Buried,
}

impl WaitReason {
    /// The reason in a few words.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::WalledIn => "it is walled in",
            Self::Unreachable => "its goal cannot be reached",
            Self::Blocked => "other units block its path",
            Self::Buried => "it is under a wall",
        }
    }
}
