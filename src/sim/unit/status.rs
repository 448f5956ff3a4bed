//! What a unit is doing, and whether it gets nearer to its goal.

use bevy::prelude::*;

/// Whether a unit gets on.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default)]
pub struct Progress {
    /// The least distance still to go that it has reached on this route, in cells.
    pub best: f32,
    /// Ticks since that got better.
    pub stalled: u32,
}

impl Progress {
    /// At the start of a route.
    pub const FRESH: Self = Self { best: f32::INFINITY, stalled: 0 };
}

/// What a unit is doing.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Status {
    /// Nothing.
    #[default]
    Idle,
    /// Has an order and waits for its path.
    Planning,
    /// Walks.
    Walking,
    /// Fights; its path has to wait.
    Fighting,
    /// Reached its place, and stays.
    Arrived,
    /// Has an order and cannot go on.
    Waiting(WaitReason),
}

/// Why a unit cannot go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitReason {
    /// It is walled in: it can get no nearer to its goal than it is.
    WalledIn,
    /// It went as near to its goal as it could.
    Unreachable,
    /// Other units stand in the way, and there is no way round.
    Blocked,
    /// A wall was built on top of it, and there was no room to step aside.
    Buried,
}

impl WaitReason {
    /// The reason in a few words.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::WalledIn => "it is walled in",
            Self::Unreachable => "its goal cannot be reached",
            Self::Blocked => "others stand in its way",
            Self::Buried => "it is under a wall",
        }
    }
}
