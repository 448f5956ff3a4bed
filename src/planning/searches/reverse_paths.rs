//! Shortest paths for a group by one search over jump points from the goal, in slices: see [`GroupJump`].
//!
//! The search runs until it reaches the first start, then its path is walked back, then it goes on to the next start. A path
//! to a cell that was reached does not depend on how far the search has come since, so slices of any size give the same
//! paths, and a search that was lost between two slices is simply run again.
//!
//! Costs 400 to 1000 ns per jump point of the search, and 2 ns per cell of a path.

use super::path_search::UnitPlan;
use crate::grid::Terrain;
use crate::planning::GroupRequest;
use crate::planning::scratch::{Engine, PlanScratch};
use crate::search::GroupJump;
use serde::{Deserialize, Serialize};

/// Number of cells of a path that cost as much as one node of the fast search.
const CELLS_PER_NODE: usize = 8;

/// Cost of expanding a jump point, compared with a node of the fast search: 20 times as much, and three times that where
/// each search runs on another part of a large map, whose memory is far away.
const NODE_WEIGHT: u64 = 60;

/// How far the paths of a group have come.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(in crate::planning) struct ReversePaths {
    /// Number of starts that have a plan.
    planned: usize,
    /// Number of cells that the search has expanded.
    settled: u64,
    /// The ground that the search ran on.
    revision: Option<u64>,
}

impl ReversePaths {
    /// Number of starts that have a plan.
    pub fn planned(&self) -> usize {
        self.planned
    }

    /// Plans for one start after the other until all have a plan or the work exceeds `most`. Returns the work done, in
    /// nodes.
    pub fn advance(
        &mut self,
        request: &GroupRequest,
        plans: &mut [UnitPlan],
        scratch: &mut PlanScratch,
        most: u64,
    ) -> u64 {
        let terrain = request.context.terrain;
        scratch.last = Engine::GroupJump;
        self.run_again(request, &mut scratch.group_jump);
        let search = &mut scratch.group_jump;
        let mut work = 0;
        while self.planned < request.starts.len() && work < most {
            let (start, plan) = (request.starts[self.planned], &mut plans[self.planned]);
            let before = search.stats();
            let has_path =
                search.settle_within(terrain, start, (most - work).div_ceil(NODE_WEIGHT));
            let after = search.stats();
            plan.stats.expanded += after.expanded - before.expanded;
            plan.stats.generated += after.generated - before.generated;
            work += (after.expanded - before.expanded) * NODE_WEIGHT;
            self.settled = after.expanded;
            let Some(has_path) = has_path else { break };
            plan.path = has_path.then(|| search.path(terrain, start)).flatten();
            let cells = plan.path.as_ref().map_or(0, |path| path.cells().len());
            work += 1 + (cells / CELLS_PER_NODE) as u64;
            self.planned += 1;
        }
        if self.planned == request.starts.len() {
            scratch.record_search(terrain);
        }
        work
    }

    /// Repeats a lost search up to where it had stopped. It restarts if the ground has changed.
    fn run_again(&mut self, request: &GroupRequest, search: &mut GroupJump) {
        let (terrain, goal): (&Terrain, _) = (request.context.terrain, request.goal);
        if self.revision != Some(terrain.revision()) {
            self.revision = Some(terrain.revision());
            self.settled = 0;
            search.begin(terrain, goal, request.starts);
        } else if !search.is_current(terrain, goal) || search.stats().expanded != self.settled {
            search.begin(terrain, goal, request.starts);
            search.expand_count(terrain, self.settled);
        }
    }
}
