//! The fields of the components of an arena.

use super::HashedComponent as Component;
use super::fields::Visitor;
use crate::combat::Shot;
use crate::scenario::Order;
use crate::sim::arena::{Clock, Land, Script};
use crate::sim::cells::Board;
use crate::sim::combat::combatant::{Returning, Score, Shots};
use crate::sim::fields::arena_fields::ArenaFields;
use crate::sim::plan::queue::PlanQueue;
use crate::sim::traffic::RightsOfWay;
use crate::sim::unit::Groups;
use bevy::prelude::{Entity, World};

/// Visits the state of the arena as a whole.
pub(super) fn visit(world: &World, arena: Entity, fields: &mut impl Visitor) {
    fields.component(None, Component::Clock);
    fields.u64("tick", world.get::<Clock>(arena).map_or(0, |clock| clock.tick));
    fields.component(None, Component::Land);
    if let Some(land) = world.get::<Land>(arena) {
        fields.count("cells", land.terrain.all_moves().len());
        fields.bytes("moves", land.terrain.all_moves());
    }
    fields.component(None, Component::Script);
    fields.count("next", world.get::<Script>(arena).map_or(0, Script::given));
    fields.component(None, Component::Groups);
    if let Some(groups) = world.get::<Groups>(arena) {
        visit_groups(groups, fields);
    }
    fields.component(None, Component::Returning);
    if let Some(returning) = world.get::<Returning>(arena) {
        fields.count("groups", returning.0.len());
        for (group, units) in &returning.0 {
            fields.u32("group", group.0);
            fields.count("units", units.len());
            units.iter().for_each(|unit| fields.u32("unit", unit.0));
        }
    }
    fields.component(None, Component::ArenaFields);
    if let Some(learned) = world.get::<ArenaFields>(arena) {
        learned.layers.each_learned(&mut |number| fields.f64("learned", number));
    }
    fields.component(None, Component::PlanQueue);
    if let Some(plan) = world.get::<PlanQueue>(arena) {
        plan.state().into_iter().for_each(|number| fields.u64("state", number));
        // Few plans take so long that units set off before.
        let head_starts = plan.head_start_state();
        head_starts.into_iter().flatten().for_each(|number| fields.u64("head_starts", number));
    }
    fields.component(None, Component::Board);
    if let (Some(board), Some(land)) = (world.get::<Board>(arena), world.get::<Land>(arena)) {
        fields.u64("passes", board.passes);
        fields.count("first", board.first);
        fields.flag("budget_exhausted", board.budget_exhausted);
        // Only a board whose rules changed, or that was created during a run, has an epoch other than 0.
        if board.epoch > 0 {
            fields.u64("epoch", board.epoch);
        }
        for (unit, ahead, cell) in board.cooperation.table.list(&land.terrain) {
            fields.u32("reservation.unit", unit);
            fields.u64("reservation.ahead", ahead);
            fields.cell("reservation.cell", cell);
        }
    }
    fields.component(None, Component::RightsOfWay);
    // Only teams with rules of traffic have any.
    for (&(team, passage), right) in world.get::<RightsOfWay>(arena).into_iter().flat_map(|r| &r.0)
    {
        fields.u8("team", team);
        fields.cell("passage", passage);
        fields.option("is_held", right.held(), |fields, (exit, since)| {
            fields.u8("exit", exit);
            fields.u64("since", since);
        });
    }
    fields.component(None, Component::Shots);
    if let Some(shots) = world.get::<Shots>(arena) {
        fields.count("shots", shots.0.len());
        shots.0.iter().for_each(|shot| visit_shot(shot, fields));
    }
    fields.component(None, Component::Score);
    if let Some(score) = world.get::<Score>(arena) {
        visit_score(score, fields);
    }
}

fn visit_groups(groups: &Groups, fields: &mut impl Visitor) {
    fields.u32("next", groups.next);
    fields.count("groups", groups.list.len());
    for (id, group) in &groups.list {
        fields.u32("group", id.0);
        fields.u8("team", group.team.0);
        fields.count("legs", group.legs.len());
        // An attack on a unit counts as one on its place, with the unit in a list of its own.
        group.legs.iter().for_each(|order| match *order {
            Order::AttackUnit { at, .. } => fields.order(&Order::Attack(at)),
            ref order => fields.order(order),
        });
        fields.count("quarries", group.quarries().count());
        for (leg, quarry) in group.quarries() {
            fields.count("quarry.leg", leg);
            fields.u32("quarry.unit", quarry.0);
        }
        fields.count("members", group.members.len());
        group.members.iter().for_each(|member| fields.u32("member", member.0));
        fields.cell("back", group.back);
        fields.u32("ways_done", group.ways_done);
        fields.flag("needs_plan", group.needs_plan);
    }
}

fn visit_shot(shot: &Shot, fields: &mut impl Visitor) {
    fields.u8("team", shot.team);
    fields.u32("shooter", shot.shooter);
    fields.count("kind.letters", shot.kind.name.len());
    fields.bytes("kind.letter", shot.kind.name.as_bytes());
    // Kinds with one weapon need no flag for which weapon fired.
    if shot.kind.air_weapon.is_some() {
        fields.flag("at_air", shot.at_air);
    }
    fields.f32("strength", shot.strength);
    fields.vec2("position", shot.position);
    fields.vec2("aim", shot.aim);
}

fn visit_score(score: &Score, fields: &mut impl Visitor) {
    fields.option("has_first_attack", score.first_attack, |fields, tick| {
        fields.u64("first_attack", tick);
    });
    fields.flag("fighting", score.fighting);
    // Nothing depends on it before.
    if score.is_stalemate() {
        fields.f64("lowest", score.lowest);
        fields.u32("harmless", score.harmless);
    }
    fields.option("has_winner", score.winner, |fields, (team, tick)| {
        fields.u8("winner.team", team.0);
        fields.u64("winner.tick", tick);
    });
    fields.count("sides", score.sides.len());
    for side in &score.sides {
        fields.flag("took_part", side.took_part);
        fields.count("units", side.units);
        fields.count("armed", side.armed);
        fields.f64("hit_points", side.hit_points);
        fields.count("casualties", side.casualties);
        fields.f64("damage_dealt", side.damage_dealt);
        fields.u64("attacks", side.attacks);
    }
}
