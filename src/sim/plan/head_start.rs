//! Units whose plan keeps them waiting set off on the first part of a path.
//!
//! A group is planned whole before the next one begins, so thousands of groups wait for many seconds. A unit that waits gets
//! a [head start](PlanScratch::head_start), which is legal and leads towards its goal. Its route is `partial` until the full
//! path replaces it. A unit that reaches the end of the part before that gets the next one.

use crate::grid::{Cell, Direction};
use crate::planning::{Groundwork, PlanScratch, UnitPlan};
use crate::search::Path;
use crate::sim::arena::{Land, Roster};
use crate::sim::plan::job::UnitParts;
use crate::sim::plan::sense::is_cut;
use crate::sim::unit::{Group, GroupId, Groups, Orders, Position, Progress, Route, Status, Unit};
use crate::steering::passes_within;
use bevy::prelude::*;

/// Cost of examining a waiting unit, in nodes.
const NODES_PER_LOOK: u64 = 4;
/// Cost of finding the reachable cell nearest to a goal, in nodes.
const NODES_PER_NEAREST: u64 = 2000;
/// Length of the first part of the path of a unit that flies, in cells.
const FLIGHT: usize = 96;

/// What [`UnitParts`] gives of one unit.
type UnitPartsItem<'a> =
    (&'a Unit, &'a Position, &'a Orders, Mut<'a, Route>, Mut<'a, Progress>, Mut<'a, Status>);

/// An arena in which groups wait for their plans.
pub(crate) struct HeadStarts<'a> {
    pub tick: u64,
    pub groups: &'a Groups,
    /// The group that is being planned.
    pub busy: Option<GroupId>,
    pub land: &'a Land,
    pub roster: &'a Roster,
}

/// Work and result of the head starts of a tick.
#[derive(Default)]
pub(crate) struct HeadStartsGiven {
    /// The work, in nodes.
    pub work: u64,
    /// Number of units that set off.
    pub units: u64,
}

impl HeadStarts<'_> {
    /// Gives units that wait the first part of a path, until all have one or the work exceeds `most`.
    pub fn give(
        &self,
        groundwork: &mut Groundwork,
        scratch: &mut PlanScratch,
        units: &mut Query<UnitParts>,
        most: u64,
    ) -> HeadStartsGiven {
        let mut given = HeadStartsGiven::default();
        if groundwork.follow(&self.land.terrain) {
            self.stop_at_walls(units);
        }
        for (id, group) in self.waiting() {
            for entity in group.members.iter().filter_map(|member| self.roster.units.get(member)) {
                let Ok(parts) = units.get_mut(*entity) else { continue };
                let (.., orders, route, _, status) = &parts;
                // A part of one cell leads nowhere, and the next one would not, either.
                let tried = route.partial && route.cells().len() == 1;
                if orders.group != Some(id) || **status != Status::Planning || tried {
                    continue;
                }
                let left = most.saturating_sub(given.work);
                let (work, ready) = groundwork.advance(&self.land.terrain, scratch, left);
                given.work += work;
                // The last slice also joins the sectors, which is work enough for a tick.
                if !ready || work > 0 || given.work >= most {
                    return given;
                }
                let (work, sets_off) = self.start(group, parts, scratch);
                given.work += work;
                given.units += u64::from(sets_off);
            }
        }
        given
    }

    /// The groups that wait for their plan.
    fn waiting(&self) -> impl Iterator<Item = (GroupId, &Group)> {
        let all = self.groups.list.iter().map(|(&id, group)| (id, group));
        all.filter(|(id, group)| group.needs_plan && Some(*id) != self.busy)
    }

    /// Stops the units of these groups whose path cannot be walked any more. They wait for a part of another one.
    fn stop_at_walls(&self, units: &mut Query<UnitParts>) {
        let concerned =
            |(id, group): &(&GroupId, &Group)| group.needs_plan || Some(**id) == self.busy;
        let groups = self.groups.list.iter().filter(concerned);
        for member in groups.flat_map(|(_, group)| &group.members) {
            let Some(&entity) = self.roster.units.get(member) else { continue };
            let Ok((unit, .., mut route, _, mut status)) = units.get_mut(entity) else { continue };
            let walks = *status == Status::Walking && !unit.kind.flying;
            if walks && is_cut(&self.land.terrain, &route) {
                route.clear();
                *status = Status::Planning;
            }
        }
    }

    /// Gives a unit the first part of a path. Returns the work, and whether it sets off.
    fn start(
        &self,
        group: &Group,
        (unit, position, orders, mut route, mut progress, mut status): UnitPartsItem,
        scratch: &mut PlanScratch,
    ) -> (u64, bool) {
        let terrain = &self.land.terrain;
        let here = Cell::containing(position.0);
        let Some(goal) = group.goal(orders.leg) else { return (0, false) };
        let mut work = NODES_PER_LOOK;
        let plan = if unit.kind.flying {
            fly(here, goal)
        } else {
            let regions = &self.land.regions;
            let goal = if regions.connected(terrain, here, goal) {
                Some(goal)
            } else {
                work += NODES_PER_NEAREST;
                regions.nearest_in(terrain, regions.region(terrain, here), goal)
            };
            let plan = goal.map(|goal| scratch.head_start(terrain, here, goal));
            plan.map_or_else(UnitPlan::default, |(plan, done)| {
                work += done;
                plan
            })
        };
        let cells = plan.path.map(Path::into_cells).unwrap_or_else(|| vec![here]);
        let sets_off = cells.len() > 1;
        *route = Route::new(cells, 0);
        route.partial = true;
        route.rest = if sets_off { route.end().center() } else { position.0 };
        route.leg_ends = vec![route.cells().len() - 1];
        route.pass_within = passes_within(group.members.len());
        route.expanded = plan.stats.expanded;
        route.planned_at = self.tick;
        if sets_off {
            *status = Status::Walking;
            *progress = Progress::FRESH;
        }
        (work, sets_off)
    }
}

/// The first part of the path through the air.
fn fly(from: Cell, to: Cell) -> UnitPlan {
    let towards = |&here: &Cell| {
        let next = Cell::new(here.x + (to.x - here.x).signum(), here.y + (to.y - here.y).signum());
        Direction::between(here, next).map(|_| next)
    };
    let cells: Vec<Cell> = std::iter::successors(Some(from), towards).take(FLIGHT).collect();
    UnitPlan { path: Some(Path::new(cells)), ..UnitPlan::default() }
}
