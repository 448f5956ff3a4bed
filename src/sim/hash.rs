//! The state hash: one number over all state of an arena that decides how a run continues.
//!
//! Every field is written here with a fixed width, and every variant has its own number that never changes. So the hash
//! does not depend on names, `Debug` text, the width of `usize` or the byte order of the machine. Parameters
//! (doctrines, combat rules, kinds of motion) are not part of it: a new parameter that is off changes no hash, and one
//! that is on shows in what the units do.
//!
//! Costs one pass over the units and their paths.

use crate::combat::Shot;
use crate::grid::Cell;
use crate::scenario::Order;
use crate::sim::arena::{Clock, Land, Roster, Script};
use crate::sim::cells::{Assignment, Board, Stepper};
use crate::sim::combat::combatant::{
    Armament, Energy, Engagement, HitPoints, HoldsGround, Returning, Score, Shots, Target,
};
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::plan::queue::PlanQueue;
use crate::sim::unit::{
    Groups, Orders, Position, Progress, Route, Status, Unit, Velocity, WaitReason,
};
use bevy::prelude::*;
use xxhash_rust::xxh64::Xxh64;

/// A hash over all state of an arena that decides how a run continues. Equal states have equal hashes.
pub fn state_hash(world: &World, arena: Entity) -> u64 {
    let mut fields = Fields(Xxh64::new(0));
    hash_arena(world, arena, &mut fields);
    let units = world.get::<Roster>(arena).map(|r| r.units.clone()).unwrap_or_default();
    fields.count(units.len());
    let on_board = world.get::<Board>(arena).is_some();
    for (id, entity) in units {
        fields.u32(id.0);
        hash_unit(world, entity, &mut fields);
        hash_combat(world, entity, &mut fields);
        if let (Some(stepper), true) = (world.get::<Stepper>(entity), on_board) {
            hash_stepper(stepper, &mut fields);
        }
    }
    fields.0.digest()
}

/// Writes fields into a hash, each with a fixed width, in little-endian order.
struct Fields(Xxh64);

impl Fields {
    fn u8(&mut self, value: u8) {
        self.0.update(&[value]);
    }

    fn flag(&mut self, value: bool) {
        self.u8(u8::from(value));
    }

    fn u32(&mut self, value: u32) {
        self.0.update(&value.to_le_bytes());
    }

    fn u64(&mut self, value: u64) {
        self.0.update(&value.to_le_bytes());
    }

    /// A count or an index.
    fn count(&mut self, value: usize) {
        self.u64(value as u64);
    }

    fn f32(&mut self, value: f32) {
        self.u32(value.to_bits());
    }

    fn f64(&mut self, value: f64) {
        self.u64(value.to_bits());
    }

    fn vec2(&mut self, value: Vec2) {
        self.f32(value.x);
        self.f32(value.y);
    }

    fn cell(&mut self, cell: Cell) {
        self.u32(cell.x.cast_unsigned());
        self.u32(cell.y.cast_unsigned());
    }

    fn cells(&mut self, cells: &[Cell]) {
        self.count(cells.len());
        cells.iter().for_each(|&cell| self.cell(cell));
    }

    fn option<T>(&mut self, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.flag(value.is_some());
        if let Some(value) = value {
            write(self, value);
        }
    }

    fn order(&mut self, order: &Order) {
        let number = match order {
            Order::Move(_) => 0,
            Order::AttackMove(_) => 1,
            Order::Attack(_) => 2,
            Order::AttackUnit { .. } => 3,
            Order::Patrol { .. } => 4,
            Order::Hold => 5,
        };
        self.u8(number);
        if let Some(place) = order.place() {
            self.cell(place);
        }
        match order {
            Order::AttackUnit { unit, .. } => self.u32(unit.0),
            Order::Patrol { rounds, .. } => self.u32(*rounds),
            Order::Move(_) | Order::AttackMove(_) | Order::Attack(_) | Order::Hold => {}
        }
    }

    fn status(&mut self, status: Status) {
        self.u8(match status {
            Status::Idle => 0,
            Status::Planning => 1,
            Status::Walking => 2,
            Status::Fighting => 3,
            Status::Arrived => 4,
            Status::Waiting(WaitReason::WalledIn) => 5,
            Status::Waiting(WaitReason::Unreachable) => 6,
            Status::Waiting(WaitReason::Blocked) => 7,
            Status::Waiting(WaitReason::Buried) => 8,
        });
    }
}

/// The state of the arena as a whole.
fn hash_arena(world: &World, arena: Entity, fields: &mut Fields) {
    fields.u64(world.get::<Clock>(arena).map_or(0, |clock| clock.tick));
    if let Some(land) = world.get::<Land>(arena) {
        fields.count(land.terrain.all_moves().len());
        fields.0.update(land.terrain.all_moves());
    }
    fields.count(world.get::<Script>(arena).map_or(0, Script::orders_given));
    if let Some(groups) = world.get::<Groups>(arena) {
        hash_groups(groups, fields);
    }
    if let Some(returning) = world.get::<Returning>(arena) {
        fields.count(returning.0.len());
        for (group, units) in &returning.0 {
            fields.u32(group.0);
            fields.count(units.len());
            units.iter().for_each(|unit| fields.u32(unit.0));
        }
    }
    if let Some(learned) = world.get::<ArenaFields>(arena) {
        learned.layers.each_learned(&mut |number| fields.f64(number));
    }
    if let Some(plan) = world.get::<PlanQueue>(arena) {
        plan.state().into_iter().for_each(|number| fields.u64(number));
    }
    if let (Some(board), Some(land)) = (world.get::<Board>(arena), world.get::<Land>(arena)) {
        fields.u64(board.passes);
        fields.count(board.first);
        fields.flag(board.budget_exhausted);
        // Only a board whose rules changed, or that was created during a run, has an epoch other than 0.
        if board.epoch > 0 {
            fields.u64(board.epoch);
        }
        for (unit, ahead, cell) in board.cooperation.table.list(&land.terrain) {
            fields.u32(unit);
            fields.u64(ahead);
            fields.cell(cell);
        }
    }
    if let Some(shots) = world.get::<Shots>(arena) {
        fields.count(shots.0.len());
        shots.0.iter().for_each(|shot| hash_shot(shot, fields));
    }
    if let Some(score) = world.get::<Score>(arena) {
        hash_score(score, fields);
    }
}

fn hash_groups(groups: &Groups, fields: &mut Fields) {
    fields.u32(groups.next);
    fields.count(groups.list.len());
    for (id, group) in &groups.list {
        fields.u32(id.0);
        fields.u8(group.team.0);
        fields.count(group.legs.len());
        // An attack on a unit counts as one on its place, with the unit in a list of its own.
        group.legs.iter().for_each(|order| match *order {
            Order::AttackUnit { at, .. } => fields.order(&Order::Attack(at)),
            ref order => fields.order(order),
        });
        fields.count(group.quarries().count());
        for (leg, quarry) in group.quarries() {
            fields.count(leg);
            fields.u32(quarry.0);
        }
        fields.count(group.members.len());
        group.members.iter().for_each(|member| fields.u32(member.0));
        fields.cell(group.back);
        fields.u32(group.ways_done);
        fields.flag(group.needs_plan);
    }
}

fn hash_shot(shot: &Shot, fields: &mut Fields) {
    fields.u8(shot.team);
    fields.u32(shot.shooter);
    fields.count(shot.kind.name.len());
    fields.0.update(shot.kind.name.as_bytes());
    // Kinds with one weapon need no flag for which weapon fired.
    if shot.kind.air_weapon.is_some() {
        fields.flag(shot.at_air);
    }
    fields.f32(shot.strength);
    fields.vec2(shot.position);
    fields.vec2(shot.aim);
}

fn hash_score(score: &Score, fields: &mut Fields) {
    fields.option(score.first_attack, Fields::u64);
    fields.flag(score.fighting);
    fields.option(score.winner, |fields, (team, tick)| {
        fields.u8(team.0);
        fields.u64(tick);
    });
    fields.count(score.sides.len());
    for side in &score.sides {
        fields.flag(side.took_part);
        fields.count(side.units);
        fields.count(side.armed);
        fields.f64(side.hit_points);
        fields.count(side.casualties);
        fields.f64(side.damage_dealt);
        fields.u64(side.attacks);
    }
}

/// Position, orders and route of a unit.
fn hash_unit(world: &World, entity: Entity, fields: &mut Fields) {
    if let Some(unit) = world.get::<Unit>(entity) {
        fields.u8(unit.team.0);
    }
    if let (Some(position), Some(velocity)) =
        (world.get::<Position>(entity), world.get::<Velocity>(entity))
    {
        fields.vec2(position.0);
        fields.vec2(velocity.0);
    }
    if let (Some(status), Some(orders)) = (world.get::<Status>(entity), world.get::<Orders>(entity))
    {
        fields.status(*status);
        fields.option(orders.group, |fields, group| fields.u32(group.0));
        fields.count(orders.leg);
    }
    if let Some(progress) = world.get::<Progress>(entity) {
        fields.f32(progress.best);
        fields.u32(progress.stalled);
    }
    if let Some(route) = world.get::<Route>(entity) {
        fields.cells(route.cells());
        fields.count(route.next());
        fields.count(route.leg_ends.len());
        route.leg_ends.iter().for_each(|&end| fields.count(end));
        fields.vec2(route.rest);
        fields.f32(route.pass_within);
        fields.flag(route.falls_short);
    }
}

/// The combat state of a unit.
fn hash_combat(world: &World, entity: Entity, fields: &mut Fields) {
    let (Some(hit_points), Some(energy), Some(armament), Some(target), Some(engagement)) = (
        world.get::<HitPoints>(entity),
        world.get::<Energy>(entity),
        world.get::<Armament>(entity),
        world.get::<Target>(entity),
        world.get::<Engagement>(entity),
    ) else {
        return;
    };
    fields.f32(hit_points.0);
    fields.f32(energy.0);
    fields.f32(armament.cooling);
    fields.f32(armament.standing);
    fields.u64(armament.attacks);
    fields.option(armament.aimed_at, |fields, unit| fields.u32(unit.0));
    fields.option(target.unit, |fields, unit| fields.u32(unit.0));
    fields.flag(target.in_range);
    fields.f32(engagement.nearest);
    fields.f32(engagement.idle);
    fields.u64(engagement.calm_until);
    fields.cells(&engagement.chase);
    fields.count(engagement.next);
    fields.flag(world.get::<HoldsGround>(entity).is_some_and(|holds| holds.0));
}

/// The state that decides the next action of a unit that moves from cell to cell.
fn hash_stepper(stepper: &Stepper, fields: &mut Fields) {
    fields.option(stepper.cell, Fields::cell);
    fields.cell(stepper.from);
    fields.f64(stepper.begun);
    fields.f64(stepper.ready);
    fields.option(stepper.assignment.as_ref(), hash_assignment);
    fields.u32(stepper.stalled);
    fields.u64(stepper.actions);
    let tally = &stepper.tally;
    fields.u64(tally.expanded);
    for number in [tally.straight, tally.diagonal, tally.failed, tally.waited] {
        fields.u32(number);
    }
    fields.f64(stepper.so_far);
    fields.u64(stepper.since);
}

fn hash_assignment(fields: &mut Fields, assignment: &Assignment) {
    fields.u32(assignment.group.0);
    fields.count(assignment.leg);
    fields.cell(assignment.target);
    fields.u32(assignment.within.cast_unsigned());
    fields.flag(assignment.falls_short);
    fields.option(assignment.turn, |fields, turn| {
        fields.cell(turn.back);
        fields.u32(turn.ways_done);
        fields.option(turn.ways, Fields::u32);
    });
}
