//! Units that walk give way to a unit that cannot go on.
//!
//! K. Okumura, M. Machida, X. Défago, Y. Tamura, "Priority Inheritance with Backtracking for Iterative Multi-agent Path
//! Finding", Artificial Intelligence 310, 2022. A unit whose next cell is taken asks the unit there to go elsewhere: to
//! the free cell that is best for it, or to one whose unit gives way in turn. If nobody in the chain finds a cell, nobody moves.
//! Where every cell lies on a loop this lets two groups pass each other, and in a passage one cell wide one side backs out.
//!
//! Differs: the paper plans all units in every step by this rule. Here each unit has a path by its own search and asks only if a
//! step has failed. Priority is the order of actions: a unit can ask only those that have not acted yet in this pass, so
//! the unit with the lowest number usually gets through, and the others follow as it arrives. Distances are straight, not
//! along the ground. In a dead end, where the others have nowhere to go, a unit soon asks no more and makes random steps
//! instead. Patrols ask nobody, units that rest or fight do not give way, and units that plan together do neither.
//! Off if `makes_room_after` of [`CellSteps`](crate::planning::CellSteps) is 0.
//!
//! A request looks at the eight cells around each of at most [`MAX_ASKED`] units.

use super::act::{PATIENCE, Pass, StepOutcome};
use crate::grid::{Cell, Direction};

/// Units that one request can move.
const MAX_ASKED: usize = 64;

/// A unit that has been moved in a pass although it was not its turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Moved {
    pub unit: usize,
    pub from: Cell,
    pub direction: Direction,
}

impl Pass<'_> {
    /// Asks the unit on a cell to leave it. Returns whether the cell is free now.
    pub fn clears(&mut self, i: usize, cell: Cell) -> bool {
        let walker = &self.walkers[i];
        let asks = self.rules.makes_room_after > 0
            && walker.stepper.stalled > 0
            && walker.progress.stalled < PATIENCE
            && walker.walks()
            && !walker.patrols()
            && walker.cooperates().is_none()
            && !(self.rules.settles && self.waits_in_crowd(i));
        let Some(j) = self.occupants.on(self.terrain.node(cell)).filter(|_| asks) else {
            return false;
        };
        self.gives_way(j, &mut vec![i])
    }

    /// Moves a unit off its cell if it can, and others before it if it must. Units that were asked before stay where they are.
    fn gives_way(&mut self, j: usize, asked: &mut Vec<usize>) -> bool {
        let walker = &self.walkers[j];
        let may = !self.acted[j]
            && asked.len() < MAX_ASKED
            && !asked.contains(&j)
            && walker.walks()
            && walker.chases.is_none()
            && walker.cooperates().is_none();
        let Some(assignment) = walker.stepper.assignment.as_ref().filter(|_| may) else {
            return false;
        };
        asked.push(j);
        let (from, target) = (walker.cell, assignment.target);
        let mut ways: Vec<Direction> =
            Direction::ALL.into_iter().filter(|&d| self.terrain.allows(from, d)).collect();
        ways.sort_by(|&a, &b| {
            let distance = |d: Direction| from.step(d).octile(target);
            distance(a).total_cmp(&distance(b))
        });
        for direction in ways {
            let to = from.step(direction);
            let other = self.occupants.on(self.terrain.node(to));
            if other.is_some_and(|k| !self.gives_way(k, asked)) {
                continue;
            }
            self.occupants.leave(self.terrain.node(from));
            self.occupants.enter(self.terrain.node(to), j);
            self.acted[j] = true;
            let walker = &mut self.walkers[j];
            walker.cell = to;
            walker.drop_path();
            // It has used its turn without getting on.
            walker.count(StepOutcome::Stepped(direction));
            walker.stepper.actions += 1;
            walker.stepper.stalled += 1;
            walker.progress.stalled += 1;
            self.moved.push(Moved { unit: j, from, direction });
            return true;
        }
        false
    }
}
