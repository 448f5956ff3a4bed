//! Right of way in a passage that two units cannot share.
//!
//! Units of one team that want to go through in opposite directions take turns, in batches: the direction that has the
//! passage keeps it while its units follow each other closely, until its time is up and units wait on the other side. Then no
//! further unit enters, the passage empties, and the other side goes. Of units that meet inside, those of the side without
//! the right of way back out. Enemies are ignored. Where no unit comes the other way, all go at once.

use serde::{Deserialize, Serialize};

/// A unit this close to a passage follows those inside without a break, in cells.
const FOLLOWS: f32 = 6.0;
/// A unit goes before one of the other side only if it is nearer by this much, in cells.
const NEARER: f32 = 1.0;

/// A unit that wants to go through a passage.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Entrant {
    /// The mouth by which it will leave.
    pub exit: u8,
    /// Cells on its path to the passage; 0 if it is inside.
    pub distance: f32,
    /// Its radius, in cells.
    pub radius: f32,
}

impl Entrant {
    fn is_inside(&self) -> bool {
        self.distance <= 0.0
    }
}

/// The signal for a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// It may go on.
    Go,
    /// It waits outside.
    Wait,
    /// It goes back outside.
    BackOut,
}

/// Who has the right of way in a passage.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RightOfWay {
    /// The exit of the units that have it, and the tick since which others have been waiting for it.
    held: Option<(u8, u64)>,
}

impl RightOfWay {
    /// Decides for all units of a team at a passage of some width, in cells. `batch`: ticks after which the turn changes.
    /// Writes one signal for each entrant.
    pub fn decide(
        &mut self,
        entrants: &[Entrant],
        width: f32,
        tick: u64,
        batch: u64,
        signals: &mut Vec<Signal>,
    ) {
        signals.clear();
        let conflicts = |a: &Entrant| {
            let shares = |b: &Entrant| 2.0 * (a.radius + b.radius) <= width;
            entrants.iter().any(|b| b.exit != a.exit && !shares(b))
        };
        if !entrants.iter().any(conflicts) {
            self.held = None;
            signals.resize(entrants.len(), Signal::Go);
            return;
        }
        let inside = |exit| entrants.iter().filter(|a| a.exit == exit && a.is_inside()).count();
        let nearest = |exit| {
            let of = entrants.iter().filter(|a| a.exit == exit).map(|a| a.distance);
            of.fold(f32::INFINITY, f32::min)
        };
        let exits = || entrants.iter().map(|a| a.exit);
        // The side that is inside, then the one that is nearest, then the lower number.
        let best = |exits: &mut dyn Iterator<Item = u8>| {
            exits.min_by(|&a, &b| {
                inside(b).cmp(&inside(a)).then(nearest(a).total_cmp(&nearest(b))).then(a.cmp(&b))
            })
        };
        let other = |than: u8| best(&mut exits().filter(|&exit| exit != than));
        let (mut holder, mut since) = match self.held {
            Some(held) if exits().any(|exit| exit == held.0) => held,
            _ => (best(&mut exits()).unwrap_or(0), tick),
        };
        let is_over = tick - since >= batch;
        if inside(holder) == 0
            && let Some(next) = other(holder)
        {
            let gap = nearest(holder) > FOLLOWS && nearest(next) + NEARER < nearest(holder);
            if is_over || gap {
                (holder, since) = (next, tick);
            }
        }
        let closes = tick - since >= batch;
        self.held = Some((holder, since));
        signals.extend(entrants.iter().map(|entrant| {
            if !conflicts(entrant) {
                return Signal::Go;
            }
            match (entrant.exit == holder, entrant.is_inside()) {
                (true, true) => Signal::Go,
                (true, false) if !closes => Signal::Go,
                (false, true) => Signal::BackOut,
                (_, false) => Signal::Wait,
            }
        }));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn decide(right: &mut RightOfWay, tick: u64, units: &[(u8, f32)]) -> Vec<Signal> {
        let entrants: Vec<Entrant> =
            units.iter().map(|&(exit, distance)| Entrant { exit, distance, radius: 0.4 }).collect();
        let mut signals = Vec::new();
        right.decide(&entrants, 1.0, tick, 100, &mut signals);
        signals
    }

    #[test]
    fn where_nobody_comes_the_other_way_everyone_goes() {
        let mut right = RightOfWay::default();
        assert_eq!(decide(&mut right, 5, &[(0, 3.0), (0, 0.0)]), [Signal::Go; 2]);
        assert_eq!(right, RightOfWay::default());
    }

    #[test]
    fn those_inside_go_first_and_keep_the_passage_while_they_follow_each_other() {
        let mut right = RightOfWay::default();
        let signals = decide(&mut right, 5, &[(1, 1.0), (0, 0.0), (0, 2.0)]);
        assert_eq!(signals, [Signal::Wait, Signal::Go, Signal::Go]);
        let signals = decide(&mut right, 50, &[(1, 1.0), (0, 2.0)]);
        assert_eq!(signals, [Signal::Wait, Signal::Go], "the next one is close");
        let signals = decide(&mut right, 60, &[(1, 1.0), (0, 8.0)]);
        assert_eq!(signals, [Signal::Go, Signal::Wait], "a gap ends the batch");
    }

    #[test]
    fn nobody_starves_behind_an_endless_stream() {
        let mut right = RightOfWay::default();
        decide(&mut right, 0, &[(0, 0.0), (0, 1.0), (1, 1.0)]);
        let signals = decide(&mut right, 100, &[(0, 0.0), (0, 1.0), (1, 1.0)]);
        assert_eq!(signals, [Signal::Go, Signal::Wait, Signal::Wait], "the passage empties");
        let signals = decide(&mut right, 110, &[(0, 1.0), (1, 1.0)]);
        assert_eq!(signals, [Signal::Wait, Signal::Go]);
        let signals = decide(&mut right, 150, &[(0, 1.0), (1, 0.0)]);
        assert_eq!(signals, [Signal::Wait, Signal::Go], "for a whole batch");
    }

    #[test]
    fn units_that_meet_inside_back_out_on_one_side() {
        let mut right = RightOfWay::default();
        let signals = decide(&mut right, 0, &[(0, 0.0), (1, 0.0), (1, 0.0)]);
        assert_eq!(signals, [Signal::BackOut, Signal::Go, Signal::Go]);
    }

    #[test]
    fn units_that_fit_beside_each_other_need_no_turns() {
        let mut right = RightOfWay::default();
        let small = [0, 1].map(|exit| Entrant { exit, distance: 0.0, radius: 0.2 });
        let mut signals = Vec::new();
        right.decide(&small, 1.0, 0, 100, &mut signals);
        assert_eq!(signals, [Signal::Go; 2]);
    }
}
