//! When a unit gives up a target that it does not reach.

use super::combatant::{Armament, Engagement, Target};
use crate::sim::{TICK, TICKS_PER_SECOND};

/// Coming nearer to a target by this much counts as getting on, in cells.
const GETTING_ON: f32 = 0.25;

/// Whether a unit has been ready for longer than `patience` seconds without getting nearer to a target, or has avoided an
/// enemy that it cannot attack for that long. Then it follows its path again for as long.
pub(super) fn lost_patience(
    engagement: &mut Engagement,
    (target, distance): (&Target, f32),
    keeps_out: bool,
    armament: &Armament,
    patience: f32,
    tick: u64,
) -> bool {
    let has_target = target.unit.is_some();
    let waits = if has_target { !target.in_range } else { keeps_out };
    if !waits {
        engagement.idle = 0.0;
        engagement.nearest = f32::INFINITY;
        return false;
    }
    if has_target && distance < engagement.nearest - GETTING_ON {
        engagement.nearest = distance;
        engagement.idle = 0.0;
    } else if armament.cooling <= 0.0 {
        engagement.idle += TICK;
    }
    let lost = engagement.idle > patience;
    if lost {
        engagement.idle = 0.0;
        engagement.calm_until = tick + (patience * TICKS_PER_SECOND as f32) as u64;
    }
    lost
}
