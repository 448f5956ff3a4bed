//! Planning for units that go from cell to cell, one unit to a cell.
//!
//! M. R. Jansen, N. R. Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008. Units see those that stand
//! near and plan round them as if they were walls; a unit that comes into the way later makes a step fail. The text
//! leaves the clock and the moves open: the rules here are those that fit the paper's tables.
//!
//! Differs: the limit of nodes per pass, the random step of a unit that has been stuck for long, and settling beside a place that is
//! taken are ours. They are off in [`CellSteps::published`], which the experiment and `phalanx run --scen --patrol` use, and on by
//! default, because in the sandbox no frame may stall and no unit may be stuck for ever.
//!
//! A plan costs one search, and a look at the cells within sight.

use super::context::{PlanContext, Request};
use super::scratch::PlanScratch;
use super::searches::{Search, UnitPlan};
use crate::grid::{Cell, Rectangle};

crate::choice! {
    /// How long an action takes.
    pub enum StepClock {
        /// Every action takes the same time: a straight step, a diagonal one, a step that fails, a wait. The tables of
        /// direction-maps need this.
        OneAction,
        /// A straight step takes 1, a diagonal one the root of 2.
        ByLength,
    }
}

crate::parameters! {
    /// Parameters of motion from cell to cell.
    pub struct CellSteps {
        /// How long an action takes: always the same time (OneAction, which the tables of direction-maps need), or by the
        /// length of the step (ByLength).
        clock: StepClock = StepClock::OneAction;
        /// Duration of a straight step.
        ticks: u32 = 8, in 1..=64, unit "ticks";
        /// Units nearer than this when a path is planned count as walls, except on the goal.
        visibility: f64 = 5.0, in 0.0..=32.0, unit "cells";
        /// Nodes that all units together may expand in one pass, so that no frame stalls. Units skipped because they are
        /// used up are planned first in the next pass. 0: no limit, as the tables need.
        nodes_per_pass: u32 = 50_000, in 0..=10_000_000, unit "nodes";
        /// Actions without a step after which a unit that has no path steps to a random free cell, and units that plan together
        /// follow each other closely even if that is not allowed, so that jams dissolve. 0: never, and no unit gives way to
        /// another, as the tables need.
        makes_room_after: u32 = 16, in 0..=1000, unit "actions";
        /// Whether units settle by the rule of steered units: beside a slot that another unit rests on, or in the crowd around the
        /// goal once they get no nearer. Off, they keep trying, as the tables need.
        settles: bool = true;
        /// How long an action takes in the simulation time of direction-maps; changes only that number.
        action_time: f64 = 1.5, in 0.1..=10.0, unit "s";
    }
}

impl CellSteps {
    /// The rules of direction-maps as far as its tables determine them, without our additions; one tick to an action.
    pub fn published() -> Self {
        Self { ticks: 1, nodes_per_pass: 0, makes_room_after: 0, settles: false, ..Self::default() }
    }
}

impl Search {
    /// Plans one path, or the next piece of one if the request names other units.
    pub fn plan(&self, request: &Request, scratch: &mut PlanScratch) -> UnitPlan {
        if request.others.is_some() && !request.context.terrain.is_passable(request.goal) {
            return UnitPlan::default();
        }
        self.algorithm().plan(request, scratch)
    }
}

impl PlanScratch {
    /// Records the cells that count as walls: occupied, in sight, and not the goal. None if the unit sees no others.
    pub(super) fn see_others(&mut self, request: &Request) {
        let Some(others) = &request.others else { return };
        let (terrain, start) = (request.context.terrain, request.start);
        let reach = others.visibility.ceil().max(0.0) as i32;
        let side = 2 * reach as u32 + 1;
        let square = Rectangle::new(Cell::new(start.x - reach, start.y - reach), side, side);
        let seen = square.cells().filter(|&cell| {
            cell != start
                && cell != request.goal
                && cell.octile(start) < others.visibility
                && terrain.bounds().contains(cell)
                && (others.occupied)(terrain.node(cell))
        });
        self.blocked.assign(terrain, seen);
    }
}

/// Prepares the trails of the layers for one unit: adds what its companions still have to walk. In a group that goes
/// from cell to cell each unit plans when it needs to, so that there is no common order; units under way count as
/// having planned before.
pub fn mark_companions<'a>(
    context: &PlanContext,
    scratch: &mut PlanScratch,
    companions: impl Iterator<Item = &'a [Cell]>,
) {
    if context.layers.in_turns() {
        scratch.begin_turns(context);
        for path in companions.filter(|path| !path.is_empty()) {
            scratch.trails.leave_path(context, path);
        }
    }
}
