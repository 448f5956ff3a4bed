//! Where units wait for a passage: beside its exit, so that others can leave it.

use super::passage_ahead::PassageAhead;
use crate::grid::Terrain;
use crate::steering::{Guidance, Walker, is_clear};
use bevy::prelude::*;

/// Units that wait for a passage keep this much of its exit free beside its centre, in cells.
const WAY_OUT: f32 = 0.6;
/// How far beyond its gate a unit that backs out of a passage aims, in cells.
const BACK: f32 = 1.0;

/// The direction out of a passage, and to the right of a unit that walks in.
fn outwards(ahead: &PassageAhead) -> (Vec2, Vec2) {
    let out = (ahead.outside.center() - ahead.gate.center()).normalize_or(Vec2::Y);
    (out, Vec2::new(out.y, -out.x))
}

/// Leads a unit back through the gate and a little further.
pub(super) fn back_out(ahead: &PassageAhead, walker: &Walker) -> Guidance {
    let (out, right) = outwards(ahead);
    let gate = ahead.gate.center();
    let depth = (walker.position - gate).dot(out);
    let aim = if depth < 0.0 { gate } else { gate + out * (BACK + depth) + right };
    Guidance { aim: Some(aim), beside: BACK, waits: true, ..Guidance::default() }
}

/// Leads a unit to a place beside the exit of a passage, and lets it wait there.
pub(super) fn wait(terrain: &Terrain, ahead: &PassageAhead, walker: &Walker) -> Guidance {
    let (out, right) = outwards(ahead);
    let from_gate = walker.position - ahead.gate.center();
    let (depth, beside) = (from_gate.dot(out), from_gate.dot(right));
    let free = WAY_OUT + 2.0 * walker.radius;
    let aim = Some(walker.position);
    let stay = Guidance { aim, beside: free, waits: true, ..Guidance::default() };
    if beside.abs() >= free {
        return stay;
    }
    // Its own side first, then the other one, if it is clear.
    let first = if beside >= -0.1 { right } else { -right };
    let aims = [first, -first].map(|side| {
        let depth = depth.max(1.0 + walker.radius);
        ahead.gate.center() + out * depth + side * (free + 0.1)
    });
    let aim = aims.into_iter().find(|&aim| is_clear(terrain, walker.position, aim, walker.radius));
    aim.map_or(stay, |aim| Guidance { aim: Some(aim), ..stay })
}
