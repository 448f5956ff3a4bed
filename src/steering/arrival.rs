//! When a unit has arrived: one rule for both kinds of motion.
//!
//! Each member of a group has its own slot near the goal. Some slots cannot be reached any more once others rest around them.
//! A unit that has had several chances to move without getting nearer settles where it is, if it touches a resting unit of
//! its own group in the crowd around the goal, or any resting unit right beside its slot. So a crowd grows from the slots
//! outwards, and every order of a group that reaches its goal ends.
//!
//! Steered units have a chance to move in every tick and touch if their discs nearly do. On cell steps a unit has a chance in
//! every action and touches the units on the eight cells around its own.

/// Chances to move after which a unit that gets no nearer settles.
pub const SETTLES_AFTER: u32 = 24;
/// Distance from its slot at which a unit also settles next to a unit of another group, in cells.
const BESIDE_SLOT: f32 = 1.6;

/// How far a unit is from its slot, and how long it has got no nearer.
#[derive(Clone, Copy, Debug)]
pub struct Approach {
    /// Distance to its slot, in cells.
    pub to_slot: f32,
    /// Number of units in its group.
    pub members: usize,
    /// Chances to move since it last came nearer.
    pub stalled: u32,
}

impl Approach {
    /// Whether it has tried for long enough.
    pub fn has_tried(&self) -> bool {
        self.stalled > SETTLES_AFTER
    }

    /// Whether it may settle where it touches a resting unit, which is of its own group or not.
    pub fn ends_beside(&self, companion: bool) -> bool {
        self.in_crowd() && (companion || self.to_slot < BESIDE_SLOT)
    }

    /// Whether it is in the crowd around the common goal. A group fills a disc with a radius of about 0.6 times the square
    /// root of its size. If its members arrive in a bad order, the crowd becomes several times as wide.
    fn in_crowd(&self) -> bool {
        self.to_slot < 3.0 + 2.0 * (self.members as f32).sqrt()
    }
}

/// How close units of a group of this size must come to a waypoint, in cells.
pub fn passes_within(members: usize) -> f32 {
    0.5 + 0.25 * (members as f32).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_unit_settles_only_in_the_crowd_or_right_beside_its_slot() {
        let approach = |to_slot| Approach { to_slot, members: 4, stalled: SETTLES_AFTER + 1 };
        assert!(approach(6.0).ends_beside(true));
        assert!(!approach(6.0).ends_beside(false), "a stranger far from the slot");
        assert!(!approach(8.0).ends_beside(true), "far outside the crowd");
        assert!(approach(1.5).ends_beside(false));
    }

    #[test]
    fn a_unit_that_still_gets_nearer_does_not_settle() {
        let approach = |stalled| Approach { to_slot: 1.0, members: 4, stalled };
        assert!(!approach(SETTLES_AFTER).has_tried());
        assert!(approach(SETTLES_AFTER + 1).has_tried());
    }
}
