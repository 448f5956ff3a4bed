//! Units that plan together do so at the start of a pass, before any unit moves. The table holds where each unit will be
//! after each pass.
//!
//! Where diagonal steps take longer than straight ones, a time of the table lasts as long as a straight step. Every unit plans
//! again for each of its steps, so that its reservations are never later than it is.

use super::act::{Pass, paths_of_companions};
use crate::grid::{Cell, Rectangle};
use crate::planning::{Cooperator, Standing, StepClock, Whca, mark_companions};

/// A unit uses the current costs each time it has made this many actions without a step.
const LOOKS_ANEW_EVERY: u64 = 4;

/// Passes after which all units use the current costs, so that no unit runs in circles on old ones.
const FORGETS_AFTER: u64 = 128;

/// The widest window has 33 x 33 cells.
const KNOWN_WORDS: usize = (33 * 33usize).div_ceil(64);

/// The cells around a unit on which units stand whose steps the table knows.
struct Known {
    start: Cell,
    reach: i32,
    /// One bit per cell, row by row.
    cells: [u64; KNOWN_WORDS],
}

impl Known {
    /// The word and the bit of a cell, if it is near.
    fn place(&self, cell: Cell) -> Option<(usize, u64)> {
        let (x, y) = (cell.x - self.start.x + self.reach, cell.y - self.start.y + self.reach);
        let side = 2 * self.reach + 1;
        let inside = (0..side).contains(&x) && (0..side).contains(&y);
        let place = inside.then_some((y * side + x) as usize)?;
        (place < 64 * KNOWN_WORDS).then_some((place / 64, 1 << (place % 64)))
    }

    fn contains(&self, cell: Cell) -> bool {
        self.place(cell).is_some_and(|(word, bit)| self.cells[word] & bit != 0)
    }
}

impl Pass<'_> {
    /// Plans new steps for units that have used up theirs, and for units whose turn it is to look ahead again. Between two
    /// passes, only units without any steps plan for the next one.
    pub fn plan_together(&mut self, between: bool) {
        let together: Vec<(usize, Whca)> = (0..self.walkers.len())
            .filter_map(|i| Some((i, self.walkers[i].cooperates()?)))
            .collect();
        let Some(window) = together.iter().map(|(_, whca)| whca.window).max() else { return };
        self.cooperation.table.begin(self.terrain, window, self.time);
        let rotated = together.iter().any(|(_, whca)| whca.rotate);
        let first = if rotated { self.time as usize % together.len() } else { 0 };
        let (before, after) = together.split_at(first);
        let in_turn = || after.iter().chain(before).copied();
        for (i, whca) in in_turn().filter(|&(i, _)| self.walkers[i].walks()).collect::<Vec<_>>() {
            let every = u64::from(whca.window / 2).max(1);
            let walker = &self.walkers[i];
            let looks = (self.time + u64::from(walker.id.0)).is_multiple_of(every)
                || self.rules.clock == StepClock::ByLength;
            let known = self.cooperation.table.knows(walker.id.0);
            let wants = !known || walker.route.ahead().is_empty() || looks && !between;
            if wants && self.due[i] && self.may_plan(i) {
                self.plan_ahead(i, &whca, whca.window);
            }
        }
        if between {
            return;
        }
        // Units that dwell look at the plans of the others every time and reserve only the next step.
        for (i, whca) in in_turn().filter(|&(i, _)| !self.walkers[i].walks()).collect::<Vec<_>>() {
            if self.due[i] && self.may_plan(i) {
                self.plan_ahead(i, &whca, 1);
            }
        }
    }

    /// Finds the units that act when it is a unit's turn. A unit that is about to leave the cell which the next one enters acts
    /// first, so that units can follow each other closely. All others act in order.
    pub fn line_up(&mut self, i: usize) {
        self.column.clear();
        if self.acted[i] {
            return;
        }
        self.column.push(i);
        let mut last = i;
        while self.walkers[last].cooperates().is_some()
            && let Some(&next) = self.walkers[last].route.ahead().first()
            && self.terrain.bounds().contains(next)
            && let Some(j) = self.occupants.on(self.terrain.node(next))
            && !self.acted[j]
            && !self.column.contains(&j)
            && self.walkers[j].cooperates().is_some()
        {
            self.column.push(j);
            last = j;
        }
        self.column.reverse();
    }

    /// The units that can be met in a window and whose steps the table knows.
    fn known_near(&self, start: Cell, window: u32) -> Known {
        let mut known = Known { start, reach: window as i32, cells: [0; KNOWN_WORDS] };
        let corner = Cell::new(start.x - known.reach, start.y - known.reach);
        let square = Rectangle::new(corner, 2 * window + 1, 2 * window + 1);
        for cell in square.cells().filter(|&cell| self.terrain.bounds().contains(cell)) {
            let unit = self.occupants.on(self.terrain.node(cell)).map(|j| self.walkers[j].id.0);
            if unit.is_some_and(|unit| self.cooperation.table.knows(unit))
                && let Some((word, bit)) = known.place(cell)
            {
                known.cells[word] |= bit;
            }
        }
        known
    }

    /// Plans the steps of one unit, and reserves them. A unit that has been stuck for long follows others closely even if that
    /// is not allowed: in a crowd there may be no other path.
    fn plan_ahead(&mut self, i: usize, whca: &Whca, holds: u32) {
        let walker = &self.walkers[i];
        let after = self.rules.makes_room_after;
        let stuck = after > 0 && walker.stepper.stalled >= after;
        let whca = &Whca { strict: whca.strict && !stuck, ..*whca };
        let Some(assignment) = &walker.stepper.assignment else { return };
        let goal = assignment.target;
        // A unit that is stuck uses the current costs: the costs of its start may be so wrong by now that waiting seems
        // better than any step.
        let stalled = u64::from(walker.stepper.stalled);
        let age = (self.time + u64::from(walker.id.0)) % FORGETS_AFTER;
        let since = if stalled < LOOKS_ANEW_EVERY {
            walker.stepper.since.max(self.time.saturating_sub(age))
        } else {
            self.time.saturating_sub(stalled % LOOKS_ANEW_EVERY)
        };
        let context = &walker.context(self.terrain, self.fields);
        let (unit, start) = (walker.id.0, walker.cell);
        let who = Cooperator { context, unit, start, goal, holds, since };
        let ahead = paths_of_companions(&self.walkers, i);
        mark_companions(context, self.scratch, ahead);
        self.cooperation.table.release(who.unit);
        let (terrain, known) = (self.terrain, self.known_near(who.start, whca.window));
        let (walkers, occupants) = (&self.walkers, &*self.occupants);
        let standing = |node| match occupants.on(node).map(|j| &walkers[j]) {
            None => Standing::Free,
            Some(other) if other.id.0 == who.unit => Standing::Free,
            Some(_) if known.contains(terrain.cell(node)) => Standing::Free,
            Some(other) if other.walks() => Standing::Passing,
            Some(_) => Standing::Parked,
        };
        self.scratch.take_visited();
        let (cells, expanded) = self.cooperation.plan(whca, who, self.scratch, standing);
        self.record_search(i);
        self.expanded += expanded;
        let walker = &mut self.walkers[i];
        walker.stepper.tally.expanded += expanded;
        walker.route.expanded = expanded;
        walker.route.planned_at = self.tick;
        match cells {
            Some(cells) => {
                self.planned += 1;
                walker.route.set_cells(cells, 1);
            }
            None => {
                // It stays and reserves its cell.
                let stays = vec![self.terrain.node(walker.cell); holds as usize + 1];
                self.cooperation.table.reserve(walker.id.0, &stays);
                walker.drop_path();
            }
        }
    }
}
