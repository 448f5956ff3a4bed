//! What a unit is doing, and whether it makes progress towards its goal.

use crate::sim::TICKS_PER_SECOND;
use crate::steering::Headway;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// Getting nearer by at least this much updates `nearest`, in cells.
const NEARER: f32 = 0.5;
/// A unit that has got no nearer for this many ticks is stuck.
const GETS_NOWHERE_AFTER: u32 = 20 * TICKS_PER_SECOND;
/// A patrol goes on without a unit that has got no nearer for this long, in ticks. Queues at narrow places take their time.
const GIVES_UP_AFTER: u32 = 60 * TICKS_PER_SECOND;
/// Time for a detour, as a multiple of the time that it takes at full speed.
const DETOUR_TIME: f32 = 1.5;

/// On cell steps, getting nearer makes up for this multiple of the time that it takes at full speed.
const WORTH: f32 = 8.0;
/// On cell steps a blocked unit is free again once it has made up for this many ticks of lost time.
const FREED_AFTER: u32 = 5 * TICKS_PER_SECOND;

/// Whether a unit makes progress. `best` and `stalled` restart with every path, the other fields with every order, so that
/// a unit that walks back and forth for ever is noticed.
#[derive(Component, Clone, Copy, Debug, PartialEq, Default, Serialize, Deserialize)]
pub struct Progress {
    /// The smallest distance to go that it has reached on this route, in cells.
    pub best: f32,
    /// Chances to move since `best` improved: ticks where units are steered, actions on cell steps.
    pub stalled: u32,
    /// The smallest distance to go since the order, in cells.
    pub nearest: f32,
    /// The largest distance to go since `nearest` improved, in cells.
    pub farthest: f32,
    /// Number of ticks since `nearest` improved.
    pub lost: u32,
}

impl Progress {
    /// The value at the start of an order.
    pub const FRESH: Self =
        Self { best: f32::INFINITY, stalled: 0, nearest: f32::INFINITY, farthest: 0.0, lost: 0 };

    /// How far it has come on this path.
    pub fn headway(&self) -> Headway {
        Headway { best: self.best, stalled: self.stalled }
    }

    /// Begins to measure along a new path of the same order.
    pub fn start_path(&mut self) {
        (self.best, self.stalled) = (f32::INFINITY, 0);
    }

    /// Records the distance to go after some ticks. A unit without a path is no nearer than before.
    pub fn note(&mut self, to_go: Option<f32>, ticks: u32) {
        self.lost = self.lost.saturating_add(ticks);
        let Some(to_go) = to_go else { return };
        self.farthest = self.farthest.max(to_go);
        if to_go < self.nearest - NEARER {
            (self.nearest, self.farthest, self.lost) = (to_go, to_go, 0);
        }
    }

    /// Like [`note`](Self::note) where units go from cell to cell, with a speed in cells per second. Many paths there lead only part of the
    /// way, so that the distance to go is partly a guess, which may get smaller without the unit getting nearer. So getting
    /// nearer makes up for `WORTH` times the time that it takes, and no more.
    pub fn note_steps(&mut self, to_go: Option<f32>, ticks: u32, speed: f32) {
        let Self { nearest, farthest, lost, .. } = *self;
        self.note(to_go, ticks);
        let gained = nearest - self.nearest;
        if gained.is_finite() && gained > 0.0 {
            let made_up = WORTH * gained / speed.max(0.1) * TICKS_PER_SECOND as f32;
            self.lost = lost.saturating_add(ticks).saturating_sub(made_up as u32);
            if self.lost > 0 {
                self.farthest = farthest.max(self.farthest);
            }
        }
        // A unit that walks on freely is soon no longer blocked.
        self.lost = self.lost.min(self.patience(speed).saturating_add(FREED_AFTER));
    }

    /// How long it may take to get nearer, with a speed in cells per second, in ticks.
    fn patience(&self, speed: f32) -> u32 {
        let excess = if self.nearest.is_finite() { self.farthest - self.nearest } else { 0.0 };
        let detour = DETOUR_TIME * excess / speed.max(0.1) * TICKS_PER_SECOND as f32;
        GETS_NOWHERE_AFTER.saturating_add(detour as u32)
    }

    /// Whether it has made no progress for long enough to affect decisions.
    pub fn may_get_nowhere(&self) -> bool {
        self.lost > GETS_NOWHERE_AFTER
    }

    /// Whether a unit with this speed in cells per second has got no nearer for long, although there was time to walk round.
    pub fn gets_nowhere(&self, speed: f32) -> bool {
        self.may_get_nowhere() && self.lost > self.patience(speed)
    }

    /// Whether it has got no nearer for long enough that others need not wait for it.
    pub fn gave_up(&self) -> bool {
        self.lost > GIVES_UP_AFTER
    }
}

/// What a unit is doing.
#[derive(
    Component, Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize, Reflect,
)]
#[reflect(Component)]
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

impl Status {
    /// Whether a unit stays where it is and does not fight.
    pub fn is_resting(self) -> bool {
        match self {
            Self::Idle | Self::Arrived => true,
            Self::Waiting(_) => !self.is_on_the_way(),
            Self::Planning | Self::Walking | Self::Fighting => false,
        }
    }

    /// Whether a unit walks, or would if others let it.
    pub fn is_on_the_way(self) -> bool {
        matches!(self, Self::Walking | Self::Waiting(WaitReason::Blocked | WaitReason::NoPath))
    }
}

/// Why a unit cannot continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, Reflect)]
pub enum WaitReason {
    /// It is walled in and cannot get closer to its goal.
    WalledIn,
    /// It is as close to its goal as it can get.
    Unreachable,
    /// Other units block its path, and there is no detour.
    Blocked,
    /// A wall was built on top of it, and there was no free cell nearby.
    Buried,
    /// Nobody is in its way, but its search finds no path: some searches look only a few cells ahead.
    NoPath,
}

impl WaitReason {
    /// The reason in a few words.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::WalledIn => "it is walled in",
            Self::Unreachable => "its goal cannot be reached",
            Self::Blocked => "other units block its path",
            Self::Buried => "it is under a wall",
            Self::NoPath => "its search finds no path",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_that_walks_to_and_fro_gets_nowhere_whatever_its_paths_say() {
        let mut progress = Progress::FRESH;
        for tick in 0..25 * TICKS_PER_SECOND {
            if tick % 40 == 0 {
                progress.start_path();
            }
            progress.note(Some(10.0 + (tick % 20) as f32 * 0.1), 1);
        }
        assert!(progress.gets_nowhere(3.0));
        progress.note(Some(9.0), 1);
        assert!(!progress.gets_nowhere(3.0), "it came nearer than ever");
    }

    #[test]
    fn a_detour_takes_its_time() {
        let mut progress = Progress::FRESH;
        progress.note(Some(5.0), 1);
        // A wall is built: 90 cells to go round, which take 30 seconds.
        for tick in 0..30 * TICKS_PER_SECOND {
            progress.note(Some(95.0 - 3.0 * tick as f32 / TICKS_PER_SECOND as f32), 1);
            assert!(!progress.gets_nowhere(3.0), "tick {tick}");
        }
    }

    #[test]
    fn on_cell_steps_a_guess_that_gets_better_now_and_then_is_no_progress() {
        let mut progress = Progress::FRESH;
        let blocked_at = (0..60 * TICKS_PER_SECOND).find(|tick| {
            progress.note_steps(Some(30.0 - (tick / 160) as f32), 1, 4.0);
            progress.gets_nowhere(4.0)
        });
        assert!(blocked_at.is_some(), "1 cell in 5 seconds");
        let freed_at = (0..).find(|&tick| {
            progress.note_steps(Some(17.0 - tick as f32 * 0.125), 1, 4.0);
            !progress.gets_nowhere(4.0)
        });
        assert!(freed_at < Some(40), "it walks on: {freed_at:?}");
        assert!((0..600).all(|_| {
            progress.note_steps(Some(progress.nearest - 0.51), 4, 4.0);
            !progress.gets_nowhere(4.0)
        }));
    }

    #[test]
    fn a_unit_without_a_path_gets_nowhere() {
        let mut progress = Progress::FRESH;
        progress.note(None, 21 * TICKS_PER_SECOND);
        assert!(progress.gets_nowhere(3.0));
        assert!(!progress.gave_up());
    }
}
