//! One action of one unit: plan if there is no path, then step, fail or wait. No queries, so that it can be tested bare.
//!
//! M. R. Jansen, N. R. Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008. The text leaves the moves open. These
//! rules fit its tables: every action is one step, one failed step or one wait; a step into an occupied cell fails, is
//! counted, and drops the path; the next action plans again. Units act in order, so a cell that was left earlier in the
//! same pass is free. At its end a patrol turns back at once. A unit right beside its occupied target makes a random
//! step.
//!
//! Differs: units give way to a unit of a group whose step has failed, a unit without a path that has been stuck for long makes a
//! random step, and units of groups settle by the rule of [`arrival`](crate::steering::Approach), which steered units follow,
//! too: `makes_room_after` and `settles` of [`CellSteps`], both off in [`CellSteps::published`].

use super::give_way::Moved;
use super::occupants::Occupants;
use super::stepper::Stepper;
use super::tally::Patrols;
use crate::grid::{Cell, Direction, Terrain};
use crate::planning::{
    CellSteps, Cooperation, Others, PlanContext, PlanScratch, Request, UnitSnapshot, Whca,
    mark_companions,
};
use crate::scenario::{Doctrine, TeamId, UnitId};
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::metrics::last_search::LastSearch;
use crate::sim::unit::{GroupId, Progress, Route, Status};
use rand::RngExt;
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;

/// A unit in a pass.
#[derive(Debug)]
pub(super) struct Walker {
    pub id: UnitId,
    pub team: TeamId,
    /// Itself as layers see it.
    pub snapshot: UnitSnapshot,
    /// Its whole flock, if it plans as one with its group.
    pub flock: Option<Arc<[UnitSnapshot]>>,
    pub doctrine: Doctrine,
    pub cell: Cell,
    pub stepper: Stepper,
    pub route: Route,
    pub status: Status,
    pub progress: Progress,
    /// Number of units in its group.
    pub members: usize,
    /// Whether no other unit stood beside it when it last acted.
    pub alone: bool,
    /// Whether it never moves, as buildings do.
    pub fixed: bool,
    /// The enemy that it has to come nearer to, in a fight.
    pub chases: Option<UnitId>,
}

impl Walker {
    /// Whether it is on the way.
    pub fn walks(&self) -> bool {
        self.status.is_on_the_way() && self.stepper.assignment.is_some() && !self.fixed
    }

    /// How it plans together with others, if it does.
    pub fn cooperates(&self) -> Option<Whca> {
        let rules = self.doctrine.search.algorithm().cooperation()?;
        let dwells = rules.step_aside && self.status == Status::Arrived;
        let takes_part = self.walks() || dwells && self.stepper.assignment.is_some();
        takes_part.then_some(*rules)
    }

    /// The group whose orders it carries out.
    pub fn group(&self) -> Option<GroupId> {
        self.stepper.assignment.as_ref().map(|assignment| assignment.group)
    }

    /// The context of its plans.
    pub fn context<'a>(&'a self, terrain: &'a Terrain, fields: &'a ArenaFields) -> PlanContext<'a> {
        let alone = std::slice::from_ref(&self.snapshot);
        let planners = self.flock.as_deref().unwrap_or(alone);
        fields.context(terrain, self.team, planners).with_layers(self.doctrine.layers)
    }

    /// Whether its order goes on at its target.
    pub fn patrols(&self) -> bool {
        self.stepper.assignment.as_ref().is_some_and(|assignment| assignment.turn.is_some())
    }

    /// The distance to go along its path, and straight where that ends early. `None` without a path.
    pub fn to_go(&self) -> Option<f32> {
        let target = self.stepper.assignment.as_ref()?.target;
        let end = *self.route.ahead().last()?;
        Some(self.route.distance_to_go(self.cell.center()) + end.octile(target) as f32)
    }

    /// Drops the path.
    pub fn drop_path(&mut self) {
        self.route.stay(self.cell);
    }

    /// Counts an action.
    pub fn count(&mut self, deed: StepOutcome) {
        let tally = &mut self.stepper.tally;
        let counter = match deed {
            StepOutcome::Stepped(direction) if direction.is_diagonal() => &mut tally.diagonal,
            StepOutcome::Stepped(_) => &mut tally.straight,
            StepOutcome::Failed => &mut tally.failed,
            StepOutcome::Waited => &mut tally.waited,
        };
        *counter += 1;
    }
}

/// The rest of the paths of the other walking units in the group of a unit.
pub(super) fn paths_of_companions(walkers: &[Walker], i: usize) -> impl Iterator<Item = &[Cell]> {
    let group = walkers[i].group();
    let others = walkers.iter().enumerate().filter(move |&(j, _)| j != i).map(|(_, other)| other);
    others
        .filter(move |other| other.walks() && other.group() == group)
        .map(|other| other.route.ahead())
}

/// Everything that a pass works on.
pub(super) struct Pass<'a> {
    pub terrain: &'a Terrain,
    pub rules: CellSteps,
    pub seed: u64,
    pub fields: &'a mut ArenaFields,
    pub scratch: &'a mut PlanScratch,
    pub last_search: &'a mut LastSearch,
    pub occupants: &'a mut Occupants,
    pub patrols: &'a mut Patrols,
    pub cooperation: &'a mut Cooperation,
    /// The present tick.
    pub tick: u64,
    /// Passes so far.
    pub time: u64,
    pub walkers: Vec<Walker>,
    /// Whose turn it is.
    pub due: Vec<bool>,
    /// Which units have acted in this pass, or have no turn in it.
    pub acted: Vec<bool>,
    /// Units that have given way since the last action.
    pub moved: Vec<Moved>,
    /// The units that act when it is a unit's turn.
    pub column: Vec<usize>,
    /// Number of paths planned in this pass.
    pub planned: u64,
    /// Nodes expanded in this pass.
    pub expanded: u64,
    /// The unit that comes first where not all can plan in one pass.
    pub first: usize,
    /// The first unit that could not plan because the node budget ran out.
    pub starved: Option<usize>,
}

/// The result of an action.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum StepOutcome {
    /// A step.
    Stepped(Direction),
    /// A step into an occupied cell.
    Failed,
    /// Nothing.
    Waited,
}

impl Pass<'_> {
    /// Puts all units on the board.
    pub fn place_all(&mut self) {
        self.occupants.reset(self.terrain);
        for (i, walker) in self.walkers.iter().enumerate() {
            if self.terrain.bounds().contains(walker.cell) {
                self.occupants.enter(self.terrain.node(walker.cell), i);
            }
        }
    }

    /// One action of one unit.
    pub fn act(&mut self, i: usize) -> StepOutcome {
        self.walkers[i].stepper.actions += 1;
        if let Some(enemy) = self.walkers[i].chases {
            return self.chase(i, enemy);
        }
        self.notice_arrival(i);
        let together = self.walkers[i].cooperates().is_some();
        if !self.walkers[i].walks() && !together {
            return StepOutcome::Waited;
        }
        if self.walkers[i].route.ahead().is_empty() && !together && self.may_plan(i) {
            self.plan(i);
            // In a full jam no unit has a path, or only one that leads up to the others, so some unit has to make room.
            let (walker, after) = (&self.walkers[i], self.rules.makes_room_after);
            let stuck = (walker.route.ahead().is_empty() || !walker.patrols())
                && after > 0
                && walker.stepper.stalled >= after
                && !(self.rules.settles && self.waits_in_crowd(i));
            if stuck {
                self.step_anywhere(i);
            }
        }
        let deed = self.step(i);
        let walker = &mut self.walkers[i];
        walker.count(deed);
        walker.stepper.stalled =
            if matches!(deed, StepOutcome::Stepped(_)) { 0 } else { walker.stepper.stalled + 1 };
        if !walker.patrols() {
            // Steps that lead no nearer are not progress, or a crowd would dance round its slots for ever.
            match walker.to_go() {
                Some(to_go) if to_go < walker.progress.best => {
                    (walker.progress.best, walker.progress.stalled) = (to_go, 0);
                }
                _ => walker.progress.stalled += 1,
            }
        }
        self.notice_arrival(i);
        self.walkers[i].alone = self.is_alone(i);
        deed
    }

    /// Whether no other unit stands beside a unit.
    fn is_alone(&self, i: usize) -> bool {
        let inside = |cell: &Cell| self.terrain.bounds().contains(*cell);
        let mut beside = self.walkers[i].cell.neighbours().filter(inside);
        beside.all(|cell| self.occupants.on(self.terrain.node(cell)).is_none())
    }

    /// Whether the node budget allows another plan. Units that had to wait for this pass may use half of it alone.
    pub fn may_plan(&mut self, i: usize) -> bool {
        let most = u64::from(self.rules.nodes_per_pass);
        let share = if i < self.first { most / 2 } else { most };
        let may = most == 0 || self.expanded < share;
        if !may {
            self.starved.get_or_insert(i);
        }
        may
    }

    /// One step towards an enemy, until the unit is beside it. Planned for each step, because the enemy moves.
    fn chase(&mut self, i: usize, enemy: UnitId) -> StepOutcome {
        let Ok(j) = self.walkers.binary_search_by_key(&enemy, |w| w.id) else {
            return StepOutcome::Waited;
        };
        let (from, to) = (self.walkers[i].cell, self.walkers[j].cell);
        if self.walkers[i].fixed || from.chebyshev(to) <= 1 {
            return StepOutcome::Waited;
        }
        self.plan_to(i, to);
        self.step(i)
    }

    /// The next step of the path, if there is one.
    fn step(&mut self, i: usize) -> StepOutcome {
        let walker = &mut self.walkers[i];
        let (from, next) = (walker.cell, walker.route.ahead().first().copied());
        let Some(to) = next else { return StepOutcome::Waited };
        if to == from {
            walker.route.head_for(walker.route.next() + 1);
            return StepOutcome::Waited;
        }
        let direction = Direction::between(from, to).filter(|&d| self.terrain.allows(from, d));
        let Some(direction) = direction else {
            walker.drop_path();
            return StepOutcome::Waited;
        };
        if self.occupants.on(self.terrain.node(to)).is_some() && !self.clears(i, to) {
            let walker = &mut self.walkers[i];
            walker.drop_path();
            self.cooperation.table.release(walker.id.0);
            return StepOutcome::Failed;
        }
        let walker = &mut self.walkers[i];
        walker.route.head_for(walker.route.next() + 1);
        walker.cell = to;
        let layers = walker.doctrine.layers;
        self.occupants.leave(self.terrain.node(from));
        self.occupants.enter(self.terrain.node(to), i);
        self.fields.layers.learn_step(&layers, self.terrain, from, direction);
        StepOutcome::Stepped(direction)
    }

    /// Plans a path, or the next piece of one.
    pub fn plan(&mut self, i: usize) {
        let walker = &self.walkers[i];
        let Some(assignment) = &walker.stepper.assignment else { return };
        let (start, goal) = (walker.cell, assignment.target);
        if start.chebyshev(goal) == 1 && self.occupants.on(self.terrain.node(goal)).is_some() {
            self.step_anywhere(i);
            return;
        }
        self.plan_to(i, goal);
    }

    /// A path round the units in sight. If there is none, a unit of a group walks up to them, where it settles or waits.
    fn plan_to(&mut self, i: usize, goal: Cell) {
        let walks_up = self.rules.settles && !self.walkers[i].patrols();
        if !self.plan_seeing(i, goal, self.rules.visibility) && walks_up {
            self.plan_seeing(i, goal, 0.0);
        }
    }

    /// A path round the units nearer than `visibility`. Returns whether there is one.
    fn plan_seeing(&mut self, i: usize, goal: Cell, visibility: f64) -> bool {
        let walker = &self.walkers[i];
        let context = &walker.context(self.terrain, self.fields);
        let ahead = paths_of_companions(&self.walkers, i);
        mark_companions(context, self.scratch, ahead);
        let occupied = |node| self.occupants.on(node).is_some();
        let others = Others { occupied: &occupied, visibility };
        let request = Request { context, start: walker.cell, goal, others: Some(others) };
        self.scratch.take_visited();
        let plan = walker.doctrine.search.plan(&request, self.scratch);
        self.record_search(i);
        self.expanded += plan.stats.expanded;
        let walker = &mut self.walkers[i];
        walker.stepper.tally.expanded += plan.stats.expanded;
        walker.route.expanded = plan.stats.expanded;
        walker.route.planned_at = self.tick;
        let found = plan.path.is_some();
        match plan.path {
            Some(path) => {
                self.planned += 1;
                walker.route.set_cells(path.into_cells(), 1);
            }
            None => walker.drop_path(),
        }
        found
    }

    /// Records what the search for a unit expanded, if the host asked for it.
    pub fn record_search(&mut self, i: usize) {
        let (group, unit) = (self.walkers[i].group(), self.walkers[i].id);
        self.last_search.record(group, unit, self.scratch.take_visited());
    }

    /// A path of one random step to a free cell.
    fn step_anywhere(&mut self, i: usize) {
        let walker = &mut self.walkers[i];
        walker.drop_path();
        let from = walker.cell;
        let free: Vec<Cell> = Direction::ALL
            .into_iter()
            .filter(|&d| self.terrain.allows(from, d))
            .map(|d| from.step(d))
            .filter(|&cell| self.occupants.on(self.terrain.node(cell)).is_none())
            .collect();
        if !free.is_empty() {
            let stream = u128::from(self.seed) << 64
                | u128::from(walker.id.0) << 32 ^ u128::from(walker.stepper.actions);
            let mut dice = Pcg64Mcg::new(stream.wrapping_mul(MIXER) | 1);
            walker.route.extend([free[dice.random_range(0..free.len())]]);
        }
    }
}

/// After this many actions without getting on a unit says that it is blocked.
pub(super) const PATIENCE: u32 = 24;
/// Spreads the numbers of units and actions over all bits: a random odd number.
const MIXER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;
