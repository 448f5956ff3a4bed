//! Changes how the units of an arena move while it runs.
//!
//! An arena whose units go from cell to cell has a [`Board`]; one whose units are steered has none. A change of motion adds
//! or removes it and converts what each unit keeps: orders, fights and finished rounds of patrols stay, paths are planned
//! again. A change of the rules of cell steps takes effect when the current action has ended.

use super::action::{Act, Setting};
use super::refusal::{Refusal, demand};
use super::site::ArenaSite;
use crate::combat::UnitKind;
use crate::grid::{Cell, Terrain, nearest_cell};
use crate::parameters::Parameters;
use crate::planning::{CellSteps, Cooperation};
use crate::scenario::{Motion, Order, UnitId};
use crate::sim::arena::{Clock, Land, Roster};
use crate::sim::cells::{Assignment, Board, Stepper, Turn};
use crate::sim::combat::combatant::{Engagement, Returning, Warfare};
use crate::sim::metrics::numbers::Numbers;
use crate::sim::plan::queue::PlanQueue;
use crate::sim::traffic::RightsOfWay;
use crate::sim::unit::{
    Group, GroupId, Groups, Guided, Orders, Position, PreviousPosition, Progress, Route, Status,
    Steering, Unit, Velocity,
};
use crate::steering::slots_around;
use crate::steering::{SpatialGrid, depth_in_walls};
use bevy::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

impl Act for Motion {
    fn title(&self) -> &'static str {
        "Change motion"
    }

    fn fault(&self) -> Option<String> {
        match self {
            Self::Steered => None,
            Self::CellSteps(rules) => rules.out_of_range().map(|fault| fault.to_string()),
        }
    }

    fn admit(&self, site: &ArenaSite) -> Result<(), Refusal> {
        let fits = *self == Self::Steered || site.has_cell_for_each_unit();
        demand(fits, Refusal::TooFewCells)
    }

    fn act(&self, site: &mut ArenaSite) {
        let (world, arena) = (&mut *site.world, site.arena);
        let board = world.get::<Board>(arena);
        let before = board.map_or(Self::Steered, |board| Self::CellSteps(board.rules));
        match (before, *self) {
            _ if world.get::<Clock>(arena).is_some_and(|clock| clock.tick == 0) => {
                set_first_motion(world, arena, *self);
            }
            (Self::Steered, Self::Steered) => {}
            (Self::CellSteps(_), Self::CellSteps(rules)) => change_rules(world, arena, rules),
            (Self::CellSteps(_), Self::Steered) => steer(world, arena),
            (Self::Steered, Self::CellSteps(rules)) => {
                if let Some(cells) = cells_for_all(world, arena) {
                    put_on_board(world, arena, rules, &cells);
                }
            }
        }
    }

    fn setting(&self) -> Option<Setting> {
        Some(("motion", 0))
    }

    fn is_for_one_arena(&self) -> bool {
        true
    }
}

/// How the units of an arena move from the start.
pub(crate) fn set_first_motion(world: &mut World, arena: Entity, motion: Motion) {
    let seed = world.get::<Warfare>(arena).map_or(0, |warfare| warfare.seed);
    let mut arena = world.entity_mut(arena);
    match motion {
        Motion::Steered => arena.remove::<Board>(),
        Motion::CellSteps(rules) => arena.insert(Board { rules, seed, ..Board::default() }),
    };
}

/// Changes the rules of cell steps. Every unit finishes its current action first, so that none jumps.
fn change_rules(world: &mut World, arena: Entity, rules: CellSteps) {
    let tick = world.get::<Clock>(arena).map_or(0, |clock| clock.tick);
    let ready = units(world, arena)
        .iter()
        .filter_map(|&(_, unit)| Some(world.get::<Stepper>(unit)?.ready.ceil() as u64))
        .fold(tick, u64::max);
    let so_far = world.get::<Numbers>(arena).map_or(0.0, |numbers| numbers.patrols.time);
    let Some(mut board) = world.get_mut::<Board>(arena) else { return };
    let old = std::mem::replace(&mut board.rules, rules);
    if (old.ticks, old.clock, old.action_time) != (rules.ticks, rules.clock, rules.action_time) {
        let under_way = if ready > tick { old.action_time } else { 0.0 };
        board.time_before = so_far + under_way;
        board.epoch = ready;
    }
    if old.clock != rules.clock {
        board.cooperation = Cooperation::default();
    }
    if old.visibility != rules.visibility {
        plan_anew(world, arena);
    }
}

/// A unit that needs a cell of its own.
struct Unplaced {
    entity: Entity,
    id: UnitId,
    kind: &'static UnitKind,
    at: Vec2,
}

/// A cell of its own for every unit that is not a building. The unit nearest to the centre of a cell keeps it; the others get
/// the nearest free cell, if possible one that they can walk to. `None` if there are too few.
fn cells_for_all(world: &mut World, arena: Entity) -> Option<Vec<(Entity, Cell)>> {
    let mut unplaced: Vec<Unplaced> = units(world, arena)
        .into_iter()
        .filter_map(|(id, entity)| {
            let kind = world.get::<Unit>(entity)?.kind;
            let at = world.get::<Position>(entity)?.0;
            (!kind.is_building()).then_some(Unplaced { entity, id, kind, at })
        })
        .collect();
    let off_centre = |c: &Unplaced| Cell::containing(c.at).center().distance(c.at);
    unplaced.sort_by(|a, b| {
        let moves = |c: &Unplaced| c.kind.speed > 0.0;
        let by_distance = off_centre(a).total_cmp(&off_centre(b));
        moves(a).cmp(&moves(b)).then(by_distance).then(a.id.cmp(&b.id))
    });
    let mut land = world.get_mut::<Land>(arena)?;
    let land = &mut *land;
    land.refresh_regions();
    let mut taken = BTreeSet::new();
    let mut cells = Vec::with_capacity(unplaced.len());
    let mut displaced = Vec::new();
    for unit in unplaced {
        let own = Cell::containing(unit.at);
        if land.terrain.is_passable(own) && taken.insert(own) {
            cells.push((unit.entity, own));
        } else {
            displaced.push(unit);
        }
    }
    for unit in displaced {
        let cell = free_cell(land, &taken, unit.at)?;
        taken.insert(cell);
        cells.push((unit.entity, cell));
    }
    Some(cells)
}

/// The free cell nearest to a place, if possible one that is connected with it.
fn free_cell(land: &Land, taken: &BTreeSet<Cell>, at: Vec2) -> Option<Cell> {
    let terrain = &land.terrain;
    let bounds = terrain.bounds();
    let middle = bounds.clamp(Cell::containing(at));
    let region = land.regions.region(terrain, middle);
    let nearest = |anywhere: bool| {
        let fits = |cell| {
            terrain.is_passable(cell)
                && !taken.contains(&cell)
                && (anywhere || land.regions.region(terrain, cell) == region)
        };
        nearest_cell(bounds, middle, fits, |cell| cell.center().distance_squared(at))
    };
    if region == 0 { None } else { nearest(false) }.or_else(|| nearest(true))
}

fn put_on_board(world: &mut World, arena: Entity, rules: CellSteps, cells: &[(Entity, Cell)]) {
    let tick = world.get::<Clock>(arena).map_or(0, |clock| clock.tick);
    let seed = world.get::<Warfare>(arena).map_or(0, |warfare| warfare.seed);
    let time_before = world.get::<Numbers>(arena).map_or(0.0, |numbers| numbers.patrols.time);
    let mut patrols = patrol_assignments(world, arena);
    for &(unit, cell) in cells {
        let (assignment, partial) = match patrols.remove(&unit) {
            Some(assignment) => (Some(assignment), true),
            None => (resting_assignment(world, unit, cell), false),
        };
        let turned = partial && world.get::<Status>(unit) == Some(&Status::Arrived);
        let (begun, ready) = (tick as f64, tick as f64);
        let stepper = Stepper {
            cell: Some(cell),
            from: cell,
            begun,
            ready,
            assignment,
            partial,
            ..default()
        };
        settle(world, arena, unit, cell.center());
        world.entity_mut(unit).insert(stepper);
        if turned {
            world.entity_mut(unit).insert(Status::Planning);
        }
    }
    let board = Board { rules, seed, epoch: tick, time_before, ..Board::default() };
    world.entity_mut(arena).insert(board);
    forget_plans(world, arena);
}

/// The assignments of patrolling units: the end of the patrol that their group was heading for. Units that already wait
/// there turn round. Groups that have not set off are left out; they start as usual.
fn patrol_assignments(world: &World, arena: Entity) -> BTreeMap<Entity, Assignment> {
    let mut assignments = BTreeMap::new();
    let (Some(groups), Some(roster), Some(land)) =
        (world.get::<Groups>(arena), world.get::<Roster>(arena), world.get::<Land>(arena))
    else {
        return assignments;
    };
    for (&id, group) in &groups.list {
        let Some(&Order::Patrol { to, rounds }) = group.legs.last() else { continue };
        let leg = group.legs.len() - 1;
        let mut members: Vec<(Cell, UnitId, Entity, u32)> = Vec::new();
        let known = group.members.iter().filter_map(|id| Some((*id, *roster.units.get(id)?)));
        for (unit, entity) in known {
            let (Some(orders), Some(status), Some(at)) = (
                world.get::<Orders>(entity),
                world.get::<Status>(entity),
                world.get::<Position>(entity),
            ) else {
                continue;
            };
            let there = *status == Status::Arrived;
            let ways_done = group.ways_done.wrapping_add(u32::from(there));
            let set_off = *status != Status::Planning || ways_done > 0;
            let goes_on = rounds == 0 || u64::from(ways_done) < 2 * u64::from(rounds);
            if orders.leg == leg && set_off && goes_on {
                members.push((Cell::containing(at.0), unit, entity, ways_done));
            }
        }
        // Slots at both ends are assigned in the same order, so that paths do not cross.
        members.sort_unstable_by_key(|&(cell, unit, ..)| (cell.y, cell.x, unit));
        let none = BTreeSet::new();
        let ends = [to, group.back].map(|end| {
            let mut places = slots_around(&land.terrain, end, members.len(), &none);
            places.sort_unstable_by_key(|place| (place.y, place.x));
            places
        });
        let ways = (rounds > 0).then(|| rounds.saturating_mul(2));
        for (place, (.., entity, ways_done)) in members.into_iter().enumerate() {
            let (Some(&there), Some(&back)) = (ends[0].get(place), ends[1].get(place)) else {
                continue;
            };
            let (target, back) = if ways_done % 2 == 0 { (there, back) } else { (back, there) };
            let turn = Some(Turn { back, ways_done, ways });
            let assignment =
                Assignment { group: id, leg, target, within: 0, falls_short: false, turn };
            assignments.insert(entity, assignment);
        }
    }
    assignments
}

/// The assignment of a unit that has arrived: the cell it stands on, so that it steps aside and comes back like others.
fn resting_assignment(world: &World, unit: Entity, cell: Cell) -> Option<Assignment> {
    let orders = world.get::<Orders>(unit)?;
    let group = orders.group.filter(|_| world.get::<Status>(unit) == Some(&Status::Arrived))?;
    let (leg, target) = (orders.leg, cell);
    Some(Assignment { group, leg, target, within: 0, falls_short: false, turn: None })
}

/// From cell steps to steering.
fn steer(world: &mut World, arena: Entity) {
    let places = places_to_steer_from(world, arena);
    join_patrols(world, arena);
    for (unit, at) in places {
        settle(world, arena, unit, at);
    }
    for (_, unit) in units(world, arena) {
        world.entity_mut(unit).insert(Stepper::default());
    }
    world.entity_mut(arena).remove::<Board>();
    forget_plans(world, arena);
}

/// Where each unit that is not a building continues: at its position or, if its disc has no room there between units and
/// walls, as between two cells, at the centre of its cell.
fn places_to_steer_from(world: &World, arena: Entity) -> Vec<(Entity, Vec2)> {
    struct SteppingUnit {
        entity: Entity,
        kind: &'static UnitKind,
        at: Vec2,
        middle: Vec2,
    }
    let Some(terrain) = world.get::<Land>(arena).map(|land| &land.terrain) else {
        return Vec::new();
    };
    let all: Vec<SteppingUnit> = units(world, arena)
        .into_iter()
        .filter_map(|(_, entity)| {
            let kind = world.get::<Unit>(entity)?.kind;
            let at = world.get::<Position>(entity)?.0;
            let cell = world.get::<Stepper>(entity)?.cell.unwrap_or(Cell::containing(at));
            (!kind.is_building()).then(|| SteppingUnit { entity, kind, at, middle: cell.center() })
        })
        .collect();
    // A unit is counted at its position and at the centre of its cell, so that the result does not depend on an order.
    let taken: Vec<(usize, Vec2)> =
        all.iter().enumerate().flat_map(|(i, unit)| [(i, unit.at), (i, unit.middle)]).collect();
    let mut buckets = SpatialGrid::default();
    buckets.rebuild(terrain.bounds(), &taken, |point| point.1);
    let largest = all.iter().map(|unit| unit.kind.radius).fold(0.0, f32::max);
    let has_room = |i: usize, me: &SteppingUnit| {
        let apart = |other: &SteppingUnit, at: Vec2| {
            other.kind.flying != me.kind.flying
                || at.distance(me.at) >= me.kind.radius + other.kind.radius
        };
        let reach = me.kind.radius + largest;
        stands_free(terrain, me.kind, me.at)
            && buckets
                .near(me.at, reach)
                .map(|point| taken[point])
                .all(|(j, at)| j == i || apart(&all[j], at))
    };
    let place = |(i, me): (usize, &SteppingUnit)| {
        (me.entity, if has_room(i, me) { me.at } else { me.middle })
    };
    all.iter().enumerate().map(place).collect()
}

/// Whether a disc touches no wall.
fn stands_free(terrain: &Terrain, kind: &UnitKind, at: Vec2) -> bool {
    kind.flying
        || terrain.is_passable(Cell::containing(at))
            && depth_in_walls(terrain, at, kind.radius, &[]) <= 0.0
}

/// On a board every unit patrols separately; steered groups patrol together. A group continues with the leg of the member
/// that has done the fewest.
fn join_patrols(world: &mut World, arena: Entity) {
    let Some(roster) = world.get::<Roster>(arena).map(|roster| roster.units.clone()) else {
        return;
    };
    let assignment = |unit: &UnitId, group: GroupId| {
        let entity = *roster.get(unit)?;
        let stepper = world.get::<Stepper>(entity)?;
        let goes_on = *world.get::<Status>(entity)? != Status::Arrived;
        stepper.assignment.as_ref().filter(|assignment| goes_on && assignment.group == group)
    };
    let fewest = |(&id, group): (&GroupId, &Group)| {
        let assignments = group.members.iter().filter_map(|unit| assignment(unit, id));
        let turns = assignments.filter(|e| e.leg + 1 == group.legs.len()).filter_map(|e| e.turn);
        Some((id, turns.map(|turn| turn.ways_done).min()?))
    };
    let Some(groups) = world.get::<Groups>(arena) else { return };
    let done: Vec<(GroupId, u32)> = groups.list.iter().filter_map(fewest).collect();
    let Some(mut groups) = world.get_mut::<Groups>(arena) else { return };
    for (id, ways_done) in done {
        if let Some(group) = groups.list.get_mut(&id) {
            group.ways_done = ways_done;
        }
    }
}

/// Puts a unit at a place, without a path. A walking unit is planned for again; fights go on.
fn settle(world: &mut World, arena: Entity, unit: Entity, at: Vec2) {
    let groups = world.get::<Groups>(arena);
    let group = world.get::<Orders>(unit).and_then(|orders| orders.group);
    let ordered = group.is_some_and(|id| groups.is_some_and(|g| g.list.contains_key(&id)));
    let on_the_way =
        matches!(world.get::<Status>(unit), Some(Status::Walking | Status::Waiting(_)));
    if let Some(mut engagement) = world.get_mut::<Engagement>(unit) {
        engagement.chase.clear();
        engagement.next = 0;
    }
    let mut unit = world.entity_mut(unit);
    unit.insert((
        (Position(at), PreviousPosition(at), Velocity::default()),
        (Steering::default(), Guided::default(), Route::default(), Progress::FRESH),
    ));
    if on_the_way && ordered {
        unit.insert(Status::Planning);
    }
}

/// Drops all plans and all guidance by traffic; every group plans again.
fn forget_plans(world: &mut World, arena: Entity) {
    let none = (PlanQueue::default(), Returning::default(), RightsOfWay::default());
    world.entity_mut(arena).insert(none);
    plan_anew(world, arena);
}

fn plan_anew(world: &mut World, arena: Entity) {
    if let Some(mut groups) = world.get_mut::<Groups>(arena) {
        groups.list.values_mut().for_each(|group| group.needs_plan = true);
    }
}

/// The units of an arena, in the order of their numbers.
fn units(world: &World, arena: Entity) -> Vec<(UnitId, Entity)> {
    let roster = world.get::<Roster>(arena);
    roster.map_or_else(Vec::new, |r| r.units.iter().map(|(&id, &e)| (id, e)).collect())
}
