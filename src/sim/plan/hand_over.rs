//! The end of a plan: its paths are given to the units, which may have moved on while they were planned for.

use crate::grid::{Cell, Terrain};
use crate::planning::PlanScratch;
use crate::sim::plan::flock_path::straight_way;
use crate::sim::plan::job::{Fate, Job, Member, UnitParts};
use crate::sim::unit::{GroupId, Progress, Route, Status, WaitReason};
use crate::steering::passes_within;
use bevy::prelude::*;

/// Cost of handing a path over to a unit, besides the cells of the path, in nodes.
const NODES_PER_PATH: u64 = 8;
/// Number of cells of a path that cost as much to hand over as one node.
const CELLS_PER_NODE: usize = 4;
/// Maximum nodes of a search that leads a unit onto its path.
const LEAD_NODES: u64 = 4000;

impl Job {
    /// Gives members their paths until all have theirs or the work exceeds `most`. Returns the work done, how many members
    /// have been given a path, and whether the group needs another plan.
    pub fn hand_over(
        &mut self,
        tick: u64,
        terrain: &Terrain,
        scratch: &mut PlanScratch,
        units: &mut Query<UnitParts>,
        most: u64,
    ) -> (u64, usize, bool) {
        let (mut work, first, mut stale) = (0, self.handed, false);
        let plan = (self.id, tick - self.began);
        while work < most && !self.is_handed_over() {
            let member = &mut self.members[self.handed];
            work += NODES_PER_PATH + (member.route.cells().len() / CELLS_PER_NODE) as u64;
            member.route.planned_at = self.began;
            stale |= !member.hand_over(plan, terrain, scratch, units);
            self.handed += 1;
        }
        (work, self.handed - first, stale)
    }

    /// Whether every member has been given its path.
    pub fn is_handed_over(&self) -> bool {
        self.handed >= self.members.len()
    }
}

impl Member {
    /// Gives the path, planned `ago` ticks before, to the unit. Returns whether the path is the one that it needs now.
    fn hand_over(
        &mut self,
        (group, ago): (GroupId, u64),
        terrain: &Terrain,
        scratch: &mut PlanScratch,
        units: &mut Query<UnitParts>,
    ) -> bool {
        let Ok((_, position, orders, mut route, mut progress, mut status)) =
            units.get_mut(self.entity)
        else {
            return true;
        };
        if orders.group != Some(group) || *status == Status::Arrived {
            return true;
        }
        if orders.leg != self.leg {
            return false;
        }
        *status = match self.fate {
            // A unit that fights goes on fighting; its path waits.
            _ if *status == Status::Fighting => Status::Fighting,
            Fate::Walks => Status::Walking,
            Fate::WalledIn => Status::Waiting(WaitReason::WalledIn),
            Fate::Buried => Status::Waiting(WaitReason::Buried),
            Fate::NoPath => Status::Waiting(WaitReason::NoPath),
        };
        let before = std::mem::replace(&mut *route, std::mem::take(&mut self.route));
        if before.partial {
            // The distance to the end of a part says nothing about that to the goal.
            *progress = Progress::FRESH;
        } else {
            progress.start_path();
        }
        if ago > 0 {
            route.join_near(position.0, ago);
            if before.partial && !self.flies {
                route.lead_from(Cell::containing(position.0), terrain, scratch);
            }
        }
        true
    }
}

impl Route {
    /// The start of a route for a member of a group of this size.
    pub(super) fn start_at(position: Vec2, members: usize) -> Self {
        let mut route = Self::new(vec![Cell::containing(position)], 0);
        route.rest = position;
        route.pass_within = passes_within(members);
        route
    }

    /// Adds a path that begins where the route ends so far.
    pub(super) fn add_leg(&mut self, way: Vec<Cell>) {
        if self.cells().len() == 1 && way.first() == self.cells().first() {
            self.set_cells(way, self.next());
        } else {
            self.extend(way.into_iter().skip(1));
        }
        self.leg_ends.push(self.cells().len().saturating_sub(1));
        self.rest = self.end().center();
    }

    /// Goes on from the nearest of the first cells, for a unit that has moved on while it was planned for.
    fn join_near(&mut self, position: Vec2, ticks: u64) {
        // No unit is faster than eight cells per second.
        let first = 2 + ticks as usize / 4;
        let leg = self.leg_ends.first().map_or(0, |&end| end + 1);
        let near = self.cells()[..leg.min(first)].iter().enumerate().min_by(|(_, a), (_, b)| {
            let distance = |cell: &Cell| cell.center().distance_squared(position);
            distance(a).total_cmp(&distance(b))
        });
        self.head_for(near.map_or(0, |(i, _)| i));
    }

    /// Leads from a cell to the place that the unit heads for: straight if that is legal, else round obstacles.
    fn lead_from(&mut self, here: Cell, terrain: &Terrain, scratch: &mut PlanScratch) {
        let next = self.next();
        let Some(&to) = self.cells().get(next).filter(|&&to| to != here) else { return };
        let mut round = || scratch.plan_around(terrain, (here, to), [], LEAD_NODES).path;
        let straight = straight_way(terrain, here, to);
        let between = straight.or_else(|| Some(round()?.into_cells().split_off(1)));
        let Some(between) = between else { return };
        let mut cells = vec![here];
        cells.extend(between);
        let joined = cells.len() - 1;
        self.leg_ends.retain(|&end| end >= next);
        self.leg_ends.iter_mut().for_each(|end| *end = *end - next + joined);
        cells.extend_from_slice(&self.cells()[next + 1..]);
        self.set_cells(cells, 0);
    }
}
