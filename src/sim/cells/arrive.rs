//! The ends of paths: patrols turn, units of groups arrive or settle by the rule that steered units follow, too.

use super::act::Pass;
use super::stepper::Assignment;
use crate::grid::{Cell, Direction};
use crate::sim::unit::{Progress, Status, WaitReason};
use crate::steering::Approach;

/// How far from a surrounded slot a unit settles, in cells.
const CROWD: i32 = 4;

impl Pass<'_> {
    /// Turns round, goes on to the next order, or has arrived, if the unit is where it was going.
    pub fn notice_arrival(&mut self, i: usize) {
        if !self.walkers[i].walks() {
            return;
        }
        let settled = self.rules.settles && self.settles_beside(i);
        let walker = &mut self.walkers[i];
        let Some(assignment) = &mut walker.stepper.assignment else { return };
        if !settled && walker.cell.chebyshev(assignment.target) > assignment.within {
            return;
        }
        if let Some(turn) = &mut assignment.turn {
            turn.ways_done = turn.ways_done.wrapping_add(1);
            if turn.ways_done.is_multiple_of(2) {
                let round = (turn.ways_done / 2).saturating_sub(1) as usize;
                let tally = std::mem::take(&mut walker.stepper.tally);
                walker.stepper.so_far += tally.length_and_waits();
                if !std::mem::take(&mut walker.stepper.partial) {
                    self.patrols.add(round, &tally, walker.stepper.so_far);
                }
            }
            if turn.ways.is_none_or(|ways| turn.ways_done < ways) {
                std::mem::swap(&mut assignment.target, &mut turn.back);
                walker.stepper.since = self.time;
                walker.progress = Progress::FRESH;
                walker.route.rest = assignment.target.center();
                walker.drop_path();
                return;
            }
        }
        walker.status = if assignment.falls_short {
            Status::Waiting(WaitReason::Unreachable)
        } else {
            Status::Arrived
        };
        walker.drop_path();
    }

    /// How far a unit is from its slot, and how long it has got no nearer. Patrols count actions without a step: they come back to the same ends.
    fn approach(&self, i: usize, assignment: &Assignment) -> Approach {
        let walker = &self.walkers[i];
        Approach {
            to_slot: walker.cell.euclidean(assignment.target) as f32,
            members: walker.members,
            stalled: if walker.patrols() {
                walker.stepper.stalled
            } else {
                walker.progress.stalled
            },
        }
    }

    /// Whether a unit touches a resting unit beside which it may settle.
    fn ends_here(&self, i: usize, approach: &Approach) -> bool {
        let walker = &self.walkers[i];
        walker.cell.neighbours().filter_map(|cell| self.resting_on(i, cell)).any(|j| {
            let companion = self.walkers[j].group() == walker.group();
            approach.ends_beside(companion)
        })
    }

    /// Whether a unit waits in the crowd, where it will settle. After a random step it would only come back. Patrols do not
    /// settle: they wait until the others move on.
    pub fn waits_in_crowd(&self, i: usize) -> bool {
        let assignment = self.walkers[i].stepper.assignment.as_ref();
        let assignment = assignment.filter(|assignment| assignment.turn.is_none());
        assignment.is_some_and(|assignment| self.ends_here(i, &self.approach(i, assignment)))
    }

    /// Whether resting units surround the slot of a unit that is near it. Units that plan together ask the others to step
    /// aside instead.
    fn is_shut_out(&self, i: usize) -> bool {
        let walker = &self.walkers[i];
        let Some(assignment) = walker.stepper.assignment.as_ref().filter(|e| e.turn.is_none())
        else {
            return false;
        };
        let target = assignment.target;
        let near = (2..=CROWD).contains(&walker.cell.chebyshev(target));
        let mut ways_in = Direction::ALL
            .into_iter()
            .filter(|&direction| self.terrain.allows(target, direction))
            .map(|direction| target.step(direction));
        near && walker.cooperates().is_none() && ways_in.all(|cell| self.is_rested_on(i, cell))
    }

    /// Whether another unit that will not go away stands on a cell.
    fn is_rested_on(&self, i: usize, cell: Cell) -> bool {
        self.resting_on(i, cell).is_some()
    }

    /// The other unit on a cell, if it will not go away.
    fn resting_on(&self, i: usize, cell: Cell) -> Option<usize> {
        let inside = self.terrain.bounds().contains(cell);
        let other = inside.then(|| self.occupants.on(self.terrain.node(cell))).flatten();
        other.filter(|&j| j != i && !self.walkers[j].walks())
    }

    /// Whether a unit settles where it is. No unit pushes another one here, so that it need not try if another unit rests on
    /// its slot or resting units surround the slot.
    fn settles_beside(&self, i: usize) -> bool {
        let walker = &self.walkers[i];
        let Some(assignment) = &walker.stepper.assignment else { return false };
        let approach = self.approach(i, assignment);
        walker.cell.chebyshev(assignment.target) == 1 && self.is_rested_on(i, assignment.target)
            || approach.has_tried() && self.ends_here(i, &approach)
            || self.is_shut_out(i)
    }
}
