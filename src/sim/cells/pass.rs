//! The pass over all units, and how they glide from cell to cell while a step lasts.

use super::act::{PATIENCE, Pass, StepOutcome, Walker};
use super::give_way::Moved;
use super::stepper::Stepper;
use super::tally::Patrols;
use super::{Board, Tally};
use crate::grid::Cell;
use crate::planning::{CellSteps, StepClock};
use crate::platform::Stopwatch;
use crate::scenario::Doctrine;
use crate::sim::TICKS_PER_SECOND;
use crate::sim::arena::{Clock, Land, Roster, Teams};
use crate::sim::arena::{Event, EventKind, Events};
use crate::sim::combat::combatant::Target;
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::metrics::group_numbers::GroupNumbers;
use crate::sim::metrics::last_search::LastSearch;
use crate::sim::metrics::numbers::{CaptureSearch, Numbers};
use crate::sim::plan::queue::Planner;
use crate::sim::tick::Ticking;
use crate::sim::unit::{
    Groups, Orders, Position, PreviousPosition, Progress, Route, Status, Unit, Velocity, WaitReason,
};
use bevy::prelude::*;

type ArenaParts<'a> = (
    &'a mut Board,
    &'a Land,
    &'a Roster,
    &'a Teams,
    &'a Groups,
    &'a Clock,
    (&'a mut Events, &'a mut Numbers, &'a mut GroupNumbers, &'a mut LastSearch, &'a mut Patrols),
    &'a mut Planner,
    &'a mut ArenaFields,
);

type UnitParts<'a> = (
    &'a Unit,
    &'a Target,
    &'a mut Stepper,
    &'a mut Route,
    &'a mut Status,
    (&'a mut Orders, &'a mut Progress),
    (&'a mut Position, &'a mut PreviousPosition, &'a mut Velocity),
);

/// Memory that is used again from pass to pass.
#[derive(Default)]
pub(crate) struct Memory {
    walkers: Vec<Walker>,
    due: Vec<bool>,
    acted: Vec<bool>,
    moved: Vec<Moved>,
    column: Vec<usize>,
}

/// Every unit whose turn it is makes one action. All units glide on.
pub(crate) fn step_units(
    watch: Res<CaptureSearch>,
    mut arenas: Query<ArenaParts, With<Ticking>>,
    mut units: Query<UnitParts>,
    mut memory: Local<Memory>,
) {
    for (mut board, land, roster, teams, groups, clock, told, mut planner, mut fields) in
        &mut arenas
    {
        let (mut events, mut numbers, mut group_numbers, mut last_search, mut patrols) = told;
        let fields = fields.bypass_change_detection();
        let board = &mut *board;
        let acts = begins(board, clock.tick);
        if acts || board.budget_exhausted {
            let started = Stopwatch::start();
            planner.0.watch(watch.last_search);
            last_search.begin_pass(watch.last_search, groups);
            let Memory { walkers, due, acted, moved, column } = &mut *memory;
            gather(roster, teams, groups, fields, &mut units, walkers);
            let mut pass = Pass {
                terrain: &land.terrain,
                rules: board.rules,
                seed: board.seed,
                scratch: &mut planner.0,
                last_search: &mut last_search,
                occupants: &mut board.occupants,
                patrols: &mut patrols,
                cooperation: &mut board.cooperation,
                tick: clock.tick,
                time: board.passes,
                due: std::mem::take(due),
                acted: std::mem::take(acted),
                moved: std::mem::take(moved),
                column: std::mem::take(column),
                walkers: std::mem::take(walkers),
                fields,
                planned: 0,
                expanded: 0,
                first: board.first,
                starved: None,
            };
            pass.place_all();
            pass.due.clear();
            pass.due
                .extend(pass.walkers.iter().map(|w| is_due(&board.rules, &w.stepper, clock.tick)));
            if acts {
                pass.plan_together(false);
                pass.act_all(&board.rules, clock.tick);
            } else {
                pass.catch_up();
            }
            let Pass { mut walkers, planned, expanded, starved, .. } = pass;
            (*due, *acted, *moved, *column) = (pass.due, pass.acted, pass.moved, pass.column);
            if planned > 0 {
                let walking = walkers.iter().filter(|walker| walker.walks());
                walking.filter_map(Walker::group).for_each(|id| group_numbers.note_plan(id));
            }
            board.passes += u64::from(acts && is_in_step(board, clock.tick));
            if acts || starved.is_some() {
                board.first = starved.unwrap_or(0);
            }
            board.budget_exhausted = starved.is_some();
            let passed = if acts { between_passes(&board.rules) } else { 0 };
            let speed = TICKS_PER_SECOND as f32 / board.rules.ticks.max(1) as f32;
            hand_back(
                &mut walkers,
                roster,
                groups,
                &mut units,
                (clock.tick, passed, speed),
                &mut events,
            );
            memory.walkers = walkers;
            numbers.paths_planned += planned;
            numbers.expanded += expanded;
            if planned > 0 {
                numbers.expanded_last = expanded;
                numbers.plan_milliseconds = started.milliseconds();
            }
        }
        glide(roster, &mut units, clock.tick, &mut numbers);
        let ticks = (clock.tick + 1).saturating_sub(board.epoch);
        let actions = ticks as f64 / f64::from(board.rules.ticks.max(1));
        let all_done = numbers.all_arrived_at.is_some();
        let so_far = if all_done {
            numbers.patrols.time
        } else {
            board.time_before + actions.floor() * board.rules.action_time
        };
        numbers.patrols = super::PatrolNumbers { time: so_far, ..patrols.means(|_| true) };
    }
}

impl Pass<'_> {
    /// Between two actions: units that had to wait plan now, as far as the node budget allows.
    fn catch_up(&mut self) {
        self.plan_together(true);
        for i in (self.first..self.walkers.len()).chain(0..self.first.min(self.walkers.len())) {
            let walker = &self.walkers[i];
            let wants = walker.walks() && walker.cooperates().is_none() && walker.chases.is_none();
            if wants && walker.route.ahead().is_empty() && self.may_plan(i) {
                self.plan(i);
            }
        }
    }

    /// One action of every unit whose turn it is.
    fn act_all(&mut self, rules: &CellSteps, tick: u64) {
        self.acted.clear();
        self.acted.extend(self.due.iter().map(|due| !due));
        for i in 0..self.walkers.len() {
            self.line_up(i);
            for place in 0..self.column.len() {
                let j = self.column[place];
                self.acted[j] = true;
                let from = self.walkers[j].cell;
                let deed = self.act(j);
                begin_glide(rules, &mut self.walkers[j], from, deed, tick);
                for Moved { unit, from, direction } in self.moved.drain(..) {
                    let step = StepOutcome::Stepped(direction);
                    begin_glide(rules, &mut self.walkers[unit], from, step, tick);
                }
            }
        }
    }
}

/// Whether any unit can have a turn at a tick.
fn begins(board: &Board, tick: u64) -> bool {
    board.rules.clock == StepClock::ByLength || is_in_step(board, tick)
}

/// Whether a straight step that began with the first pass would end at a tick.
fn is_in_step(board: &Board, tick: u64) -> bool {
    let since = tick.checked_sub(board.epoch);
    since.is_some_and(|since| since.is_multiple_of(u64::from(board.rules.ticks.max(1))))
}

/// Ticks from one pass to the next.
fn between_passes(rules: &CellSteps) -> u32 {
    match rules.clock {
        StepClock::OneAction => rules.ticks.max(1),
        StepClock::ByLength => 1,
    }
}

/// Whether it is a unit's turn.
fn is_due(rules: &CellSteps, stepper: &Stepper, tick: u64) -> bool {
    rules.clock == StepClock::OneAction || stepper.ready <= tick as f64
}

/// Takes the units out of the world, in order of their numbers.
fn gather(
    roster: &Roster,
    teams: &Teams,
    groups: &Groups,
    fields: &ArenaFields,
    units: &mut Query<UnitParts>,
    walkers: &mut Vec<Walker>,
) {
    let flocks = fields.flocks(groups, teams, roster);
    walkers.clear();
    for &entity in roster.units.values() {
        let Ok((unit, target, mut stepper, mut route, status, (_, progress), (position, ..))) =
            units.get_mut(entity)
        else {
            continue;
        };
        let group = stepper.assignment.as_ref().and_then(|e| groups.list.get(&e.group));
        walkers.push(Walker {
            id: unit.id,
            team: unit.team,
            snapshot: fields.unit(unit.id),
            flock: stepper.assignment.as_ref().and_then(|e| flocks.get(&e.group)).cloned(),
            doctrine: doctrine_of(unit, &stepper, teams, groups),
            cell: stepper.cell.unwrap_or(Cell::containing(position.0)),
            stepper: std::mem::take(&mut *stepper),
            route: std::mem::take(&mut *route),
            status: *status,
            progress: *progress,
            members: group.map_or(0, |group| group.members.len()),
            alone: false,
            fixed: unit.kind.speed <= 0.0,
            chases: target.unit.filter(|_| *status == Status::Fighting && !target.in_range),
        });
    }
}

/// How a unit plans for the order that it carries out.
pub(super) fn doctrine_of(
    unit: &Unit,
    stepper: &Stepper,
    teams: &Teams,
    groups: &Groups,
) -> Doctrine {
    let assignment = stepper.assignment.as_ref();
    let order = assignment
        .and_then(|assignment| groups.list.get(&assignment.group)?.legs.get(assignment.leg));
    teams.0[usize::from(unit.team.0)].doctrine.for_order(order)
}

/// Records how long the action takes. What is left of the tick in which the last one ended is not lost.
fn begin_glide(rules: &CellSteps, walker: &mut Walker, from: Cell, deed: StepOutcome, tick: u64) {
    let now = tick as f64;
    let length = match (rules.clock, deed) {
        (StepClock::ByLength, StepOutcome::Stepped(direction)) => direction.length(),
        _ => 1.0,
    };
    let stepper = &mut walker.stepper;
    stepper.begun = if stepper.ready > now - 1.0 { stepper.ready } else { now };
    if rules.clock == StepClock::OneAction {
        stepper.begun = now;
    }
    stepper.ready = stepper.begun + length * f64::from(rules.ticks.max(1));
    stepper.from = from;
}

/// Writes the units back, emits events, and advances them to their next order.
fn hand_back(
    walkers: &mut Vec<Walker>,
    roster: &Roster,
    groups: &Groups,
    units: &mut Query<UnitParts>,
    (tick, passed, speed): (u64, u32, f32),
    events: &mut Events,
) {
    for (mut walker, &entity) in walkers.drain(..).zip(roster.units.values()) {
        let Ok((unit, _, mut stepper, mut route, mut status, (mut orders, mut progress), _)) =
            units.get_mut(entity)
        else {
            continue;
        };
        let mut tell = |kind| events.push(Event { tick, at: walker.cell, kind });
        if walker.walks() {
            walker.progress.note_steps(walker.to_go(), passed, speed);
        }
        let patrols = walker.patrols();
        let stalled = if patrols { walker.stepper.stalled } else { walker.progress.stalled };
        let nowhere = walker.progress.gets_nowhere(speed);
        // A unit that walks a detour gets on, although it is no nearer yet.
        let stuck = stalled >= PATIENCE && walker.stepper.stalled > 0;
        match walker.status {
            Status::Walking if stuck || nowhere => {
                let reason = if walker.alone { WaitReason::NoPath } else { WaitReason::Blocked };
                walker.status = Status::Waiting(reason);
                tell(EventKind::Waiting(unit.id, reason));
            }
            Status::Waiting(WaitReason::Blocked | WaitReason::NoPath)
                if stalled == 0 && !nowhere =>
            {
                walker.status = Status::Walking;
                tell(EventKind::Freed(unit.id));
            }
            _ => {}
        }
        let ended = walker.status != *status
            && matches!(walker.status, Status::Arrived | Status::Waiting(WaitReason::Unreachable));
        if ended && let Some(assignment) = &walker.stepper.assignment {
            let legs = groups.list.get(&assignment.group).map_or(0, |group| group.legs.len());
            if assignment.leg + 1 < legs {
                orders.leg = assignment.leg + 1;
                walker.status = Status::Planning;
                walker.stepper.tally = Tally::default();
            } else if assignment.falls_short {
                tell(EventKind::Waiting(unit.id, WaitReason::Unreachable));
            }
        }
        walker.stepper.cell = Some(walker.cell);
        *stepper = walker.stepper;
        *route = walker.route;
        progress.set_if_neq(walker.progress);
        status.set_if_neq(walker.status);
    }
}

/// Every unit glides from the cell that it left to the cell that it entered.
fn glide(roster: &Roster, units: &mut Query<UnitParts>, tick: u64, numbers: &mut Numbers) {
    let time = (tick + 1) as f64;
    for &entity in roster.units.values() {
        let Ok((unit, _, stepper, .., (mut position, mut previous, mut velocity))) =
            units.get_mut(entity)
        else {
            continue;
        };
        // A building stands at the centre of all the cells that it covers.
        let Some(cell) = stepper.cell.filter(|_| !unit.kind.is_building()) else { continue };
        let duration = stepper.ready - stepper.begun;
        let part = if duration > 0.0 { (time - stepper.begun) / duration } else { 1.0 };
        let at = stepper.from.center().lerp(cell.center(), part.clamp(0.0, 1.0) as f32);
        let way = at - position.0;
        numbers.distance_walked += f64::from(way.length());
        previous.set_if_neq(PreviousPosition(position.0));
        velocity.set_if_neq(Velocity(way * TICKS_PER_SECOND as f32));
        position.set_if_neq(Position(at));
    }
}
