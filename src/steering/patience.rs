//! What a unit does that gets no further: after a while it makes room for others, in turns; later even if nobody is ahead of it.

/// A unit that got no further for this long makes room for others when it is its turn, in steps of 1/32 s.
const PATIENCE: u32 = 16;
/// A unit that got no further for this long does so even if no unit is ahead of it, in steps of 1/32 s.
const LONG_PATIENCE: u32 = 40;
/// How long a turn lasts, in steps of 1/32 s.
const TURN: u64 = 12;
/// Getting closer by this much counts as progress, in cells.
const GETTING_ON: f32 = 0.2;

/// How far a unit has come on its path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Headway {
    /// The smallest distance to go so far, in cells.
    pub best: f32,
    /// Chances to move since then.
    pub stalled: u32,
}

impl Default for Headway {
    fn default() -> Self {
        Self { best: f32::INFINITY, stalled: 0 }
    }
}

impl Headway {
    /// Notes the distance to go after a chance to move. Returns whether the unit got on.
    pub fn note(&mut self, to_go: f32) -> bool {
        let gets_on = to_go < self.best - GETTING_ON;
        if gets_on {
            (self.best, self.stalled) = (to_go, 0);
        } else {
            self.stalled += 1;
        }
        gets_on
    }

    /// Whether a unit should step back for others now; see [`Walker::makes_room`](super::Walker::makes_room).
    pub fn makes_room(&self, id: u32, tick: u64) -> bool {
        self.stalled > PATIENCE && has_turn(id, tick)
    }

    /// Whether it should even if no unit is ahead of it; see [`Walker::is_wedged`](super::Walker::is_wedged).
    pub fn is_wedged(&self) -> bool {
        self.stalled > LONG_PATIENCE
    }
}

/// Whether it is a unit's turn to make room: about half of all units have theirs at any time.
fn has_turn(id: u32, tick: u64) -> bool {
    let mixed = (u64::from(id) << 32 | (tick / TURN)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    mixed >> 63 == 1
}
