//! The fields of the components of a unit.

use super::HashedComponent as Component;
use super::fields::Visitor;
use crate::scenario::UnitId;
use crate::sim::cells::{Assignment, Stepper};
use crate::sim::combat::combatant::{Armament, Energy, Engagement, HitPoints, HoldsGround, Target};
use crate::sim::traffic::Post;
use crate::sim::unit::{
    Orders, Position, Progress, Route, Status, Steering, Unit, Velocity, WaitReason,
};
use bevy::prelude::{Entity, World};

/// Visits the state of a unit. Only units on a board go from cell to cell.
pub(super) fn visit(
    world: &World,
    id: UnitId,
    entity: Entity,
    on_board: bool,
    fields: &mut impl Visitor,
) {
    fields.component(Some(id), Component::Unit);
    fields.u32("id", id.0);
    if let Some(unit) = world.get::<Unit>(entity) {
        fields.u8("team", unit.team.0);
    }
    if let (Some(position), Some(velocity)) =
        (world.get::<Position>(entity), world.get::<Velocity>(entity))
    {
        fields.component(Some(id), Component::Position);
        fields.vec2("position", position.0);
        fields.component(Some(id), Component::Velocity);
        fields.vec2("velocity", velocity.0);
    }
    if let (Some(status), Some(orders)) = (world.get::<Status>(entity), world.get::<Orders>(entity))
    {
        fields.component(Some(id), Component::Status);
        fields.u8("status", status_number(*status));
        fields.component(Some(id), Component::Orders);
        fields.option("has_group", orders.group, |fields, group| fields.u32("group", group.0));
        fields.count("leg", orders.leg);
    }
    if let Some(progress) = world.get::<Progress>(entity) {
        fields.component(Some(id), Component::Progress);
        fields.f32("best", progress.best);
        fields.u32("stalled", progress.stalled);
        if progress.may_get_nowhere() {
            fields.f32("nearest", progress.nearest);
            fields.f32("farthest", progress.farthest);
            fields.u32("lost", progress.lost);
        }
    }
    if let Some(Post(Some(post))) = world.get::<Post>(entity) {
        fields.component(Some(id), Component::Post);
        fields.vec2("post", *post);
    }
    if let Some(route) = world.get::<Route>(entity) {
        fields.component(Some(id), Component::Route);
        fields.cells("length", "cell", route.cells());
        fields.count("next", route.next());
        fields.count("legs", route.leg_ends.len());
        route.leg_ends.iter().for_each(|&end| fields.count("leg_end", end));
        fields.vec2("rest", route.rest);
        fields.f32("pass_within", route.pass_within);
        fields.flag("falls_short", route.falls_short);
        // Few plans take so long that units set off before.
        if route.partial {
            fields.flag("partial", true);
        }
    }
    visit_combat(world, id, entity, fields);
    if let (Some(stepper), true) = (world.get::<Stepper>(entity), on_board) {
        fields.component(Some(id), Component::Stepper);
        visit_stepper(stepper, fields);
    }
    if let Some(steering) = world.get::<Steering>(entity) {
        fields.component(Some(id), Component::Steering);
        fields.vec2("desired", steering.desired);
    }
}

fn status_number(status: Status) -> u8 {
    match status {
        Status::Idle => 0,
        Status::Planning => 1,
        Status::Walking => 2,
        Status::Fighting => 3,
        Status::Arrived => 4,
        Status::Waiting(WaitReason::WalledIn) => 5,
        Status::Waiting(WaitReason::Unreachable) => 6,
        Status::Waiting(WaitReason::Blocked) => 7,
        Status::Waiting(WaitReason::Buried) => 8,
        Status::Waiting(WaitReason::NoPath) => 9,
    }
}

/// The combat state of a unit.
fn visit_combat(world: &World, id: UnitId, entity: Entity, fields: &mut impl Visitor) {
    let (Some(hit_points), Some(energy), Some(armament), Some(target), Some(engagement)) = (
        world.get::<HitPoints>(entity),
        world.get::<Energy>(entity),
        world.get::<Armament>(entity),
        world.get::<Target>(entity),
        world.get::<Engagement>(entity),
    ) else {
        return;
    };
    fields.component(Some(id), Component::HitPoints);
    fields.f32("hit_points", hit_points.0);
    fields.component(Some(id), Component::Energy);
    fields.f32("energy", energy.0);
    fields.component(Some(id), Component::Armament);
    fields.f32("cooling", armament.cooling);
    fields.f32("standing", armament.standing);
    fields.u64("attacks", armament.attacks);
    fields.option("has_aimed_at", armament.aimed_at, |fields, at| fields.u32("aimed_at", at.0));
    fields.component(Some(id), Component::Target);
    fields.option("has_unit", target.unit, |fields, unit| fields.u32("unit", unit.0));
    fields.flag("in_range", target.in_range);
    fields.component(Some(id), Component::Engagement);
    fields.f32("nearest", engagement.nearest);
    fields.f32("idle", engagement.idle);
    fields.u64("calm_until", engagement.calm_until);
    fields.cells("chase.length", "chase", &engagement.chase);
    fields.count("next", engagement.next);
    fields.component(Some(id), Component::HoldsGround);
    let holds = world.get::<HoldsGround>(entity);
    fields.flag("holds", holds.is_some_and(|holds| holds.0));
}

/// The state that decides the next action of a unit that moves from cell to cell.
fn visit_stepper(stepper: &Stepper, fields: &mut impl Visitor) {
    fields.option("has_cell", stepper.cell, |fields, cell| fields.cell("cell", cell));
    fields.cell("from", stepper.from);
    fields.f64("begun", stepper.begun);
    fields.f64("ready", stepper.ready);
    fields.option("has_assignment", stepper.assignment.as_ref(), visit_assignment);
    fields.u32("stalled", stepper.stalled);
    fields.u64("actions", stepper.actions);
    let tally = &stepper.tally;
    fields.u64("tally.expanded", tally.expanded);
    fields.u32("tally.straight", tally.straight);
    fields.u32("tally.diagonal", tally.diagonal);
    fields.u32("tally.failed", tally.failed);
    fields.u32("tally.waited", tally.waited);
    fields.f64("so_far", stepper.so_far);
    fields.u64("since", stepper.since);
}

fn visit_assignment(fields: &mut impl Visitor, assignment: &Assignment) {
    fields.u32("assignment.group", assignment.group.0);
    fields.count("assignment.leg", assignment.leg);
    fields.cell("assignment.target", assignment.target);
    fields.u32("assignment.within", assignment.within.cast_unsigned());
    fields.flag("assignment.falls_short", assignment.falls_short);
    fields.option("assignment.has_turn", assignment.turn, |fields, turn| {
        fields.cell("turn.back", turn.back);
        fields.u32("turn.ways_done", turn.ways_done);
        fields.option("turn.has_ways", turn.ways, |fields, ways| fields.u32("turn.ways", ways));
    });
}
