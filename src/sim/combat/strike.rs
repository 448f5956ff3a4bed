//! Attacks, shots, damage, healing and deaths.
//!
//! All attacks of a tick happen at once: a unit that is killed in a tick still attacks in it. Random draws depend on
//! the scenario's seed, the unit and a count, so their order does not matter.

use crate::combat::{Body, Shot, Stream, draw, draw_between, hits_of};
use crate::grid::Cell;
use crate::scenario::{Team, TeamId, UnitId, are_enemies, living_teams, side_of};
use crate::sim::TICK;
use crate::sim::arena::Journal;
use crate::sim::arena::{Arena, Clock, Roster, Teams};
use crate::sim::arena::{Event, EventKind, Events, UnitDied};
use crate::sim::cells::Board;
use crate::sim::combat::combatant::{
    Armament, Energy, HitPoints, Score, Shots, Side, Target, Warfare,
};
use crate::sim::tick::{Pass, Ticking};
use crate::sim::unit::{
    Enlisted, GroupId, Groups, Modifiers, Orders, Position, Status, Unit, despawn_units,
};
use bevy::prelude::*;
use std::collections::BTreeMap;

/// A unit in a fight.
pub(crate) struct Combatant {
    entity: Entity,
    id: UnitId,
    team: TeamId,
    /// The number of its side: its team, or the alliance of its team.
    side: u8,
    body: Body,
    hit_points: f32,
    energy: f32,
    armament: Armament,
    modifiers: Modifiers,
    target: Target,
    fights: bool,
    on_cells: bool,
    /// Damage taken in this tick, and the last one who dealt it.
    hurt: f32,
    hurt_by: Option<UnitId>,
}

type ArenaParts<'a> = (
    (Entity, &'a mut Roster),
    &'a Teams,
    &'a Clock,
    &'a Warfare,
    &'a mut Groups,
    &'a mut Shots,
    &'a mut Score,
    &'a mut Events,
    Has<Board>,
);

type UnitParts<'a> = (
    &'a Unit,
    &'a Modifiers,
    &'a Position,
    &'a Target,
    &'a Status,
    &'a Orders,
    &'a mut HitPoints,
    &'a mut Energy,
    &'a mut Armament,
);

/// Finds units without hit points where nobody fights, so that they die there, too.
pub(crate) fn find_dying(
    units: Query<(&Enlisted, &HitPoints), Changed<HitPoints>>,
    mut arenas: Query<&mut Roster>,
) {
    for (enlisted, _) in units.iter().filter(|(_, hit_points)| hit_points.0 <= 0.0) {
        if let Some(arena) = enlisted.0
            && let Ok(mut roster) = arenas.get_mut(arena)
        {
            roster.bypass_change_detection().dying = true;
        }
    }
}

pub(crate) fn fight(
    mut commands: Commands,
    mut arenas: Query<ArenaParts, With<Ticking>>,
    mut units: Query<UnitParts>,
    mut all: Local<Vec<Combatant>>,
) {
    let all = &mut *all;
    for (here, teams, clock, warfare, mut groups, mut shots, mut score, mut events, on_cells) in
        &mut arenas
    {
        let (arena, mut roster) = here;
        let dying = std::mem::take(&mut roster.bypass_change_detection().dying);
        if roster.armed == 0 && shots.0.is_empty() && !score.fighting && !dying {
            continue;
        }
        let present = roster.units.values();
        let present = present.filter_map(|&entity| Some((entity, units.get(entity).ok()?)));
        all.clear();
        all.extend(present.map(|(entity, parts)| {
            let (unit, modifiers, position, target, status, _, hit_points, energy, armament) =
                parts;
            Combatant {
                entity,
                id: unit.id,
                team: unit.team,
                side: side_of(&teams.0, unit.team),
                body: Body { position: position.0, kind: unit.kind },
                hit_points: hit_points.0,
                energy: energy.0,
                armament: *armament,
                modifiers: *modifiers,
                target: *target,
                fights: *status == Status::Fighting,
                on_cells,
                hurt: 0.0,
                hurt_by: None,
            }
        }));
        score.sides.resize(teams.0.len(), Side::default());
        attack(all, warfare, &mut shots.0, (teams, &mut score.sides));
        strike(all, &mut shots.0, (teams, &mut score.sides));
        heal(all);
        let mut dead = Vec::new();
        let mut leaving: BTreeMap<GroupId, Vec<UnitId>> = BTreeMap::new();
        for me in all.iter() {
            let Ok((.., orders, mut hit_points, mut energy, mut armament)) =
                units.get_mut(me.entity)
            else {
                continue;
            };
            hit_points.set_if_neq(HitPoints(me.hit_points.max(0.0)));
            energy.set_if_neq(Energy(me.energy));
            armament.set_if_neq(me.armament);
            if me.hit_points <= 0.0 {
                let at = Cell::containing(me.body.position);
                let (unit, kind, by) = (me.id, me.body.kind.name.into(), me.hurt_by);
                let kind = EventKind::Died { unit, kind, by };
                let event = Event { tick: clock.tick, at, kind };
                events.push_of(event, Some(me.entity), vec![me.id]);
                if let Some(group) = orders.group {
                    leaving.entry(group).or_default().push(me.id);
                }
                dead.push((me.entity, me.id, me.hurt_by));
            }
        }
        for (group, units) in leaving {
            groups.remove_members(group, &units);
        }
        if !dead.is_empty() {
            commands.queue(move |world: &mut World| bury(world, arena, &dead));
        }
        keep_score(&mut score, all, teams, &shots.0, clock.tick, &mut events);
    }
}

/// Tells the host of deaths while the entities are still there, then despawns them.
fn bury(world: &mut World, arena: Entity, dead: &[(Entity, UnitId, Option<UnitId>)]) {
    for &(entity, unit, by) in dead {
        let killer = by.and_then(|by| world.get::<Roster>(arena)?.units.get(&by).copied());
        world.trigger(UnitDied { entity, arena, unit, by, killer });
    }
    let dead: Vec<Entity> = dead.iter().map(|dead| dead.0).collect();
    let left: Vec<Entity> =
        dead.into_iter().filter(|&entity| world.get_entity(entity).is_ok()).collect();
    despawn_units(world, arena, &left);
}

type Recounted<'a> = (Ref<'a, Roster>, Ref<'a, Journal>, &'a Pass, &'a mut Score);

/// Counts the units of each side again after something from outside changed them. Fights count them in every tick, but there may
/// be none, and none happens during a pause.
pub(crate) fn recount_sides(
    mut arenas: Query<Recounted, With<Arena>>,
    units: Query<(&Unit, &HitPoints)>,
) {
    for (roster, journal, &pass, mut score) in &mut arenas {
        let touched = pass == Pass::Edit || roster.is_changed() || journal.is_changed();
        if score.sides.is_empty() || !touched {
            continue;
        }
        let sides = &mut score.sides;
        sides.iter_mut().for_each(Side::count_none);
        let living = roster.units.values().filter_map(|&unit| units.get(unit).ok());
        for (unit, hit_points) in living {
            if let Some(side) = sides.get_mut(usize::from(unit.team.0)) {
                side.count(unit.kind, hit_points.0);
            }
        }
    }
}

/// Every ready unit with its target in range attacks.
fn attack(
    all: &mut [Combatant],
    warfare: &Warfare,
    shots: &mut Vec<Shot>,
    (teams, sides): (&Teams, &mut [Side]),
) {
    let rules = &warfare.rules;
    for i in 0..all.len() {
        if all[i].body.kind.weapon.is_none() {
            continue;
        }
        let me = &mut all[i];
        me.armament.cooling = (me.armament.cooling - TICK).max(-TICK);
        me.armament.standing = (me.armament.standing - TICK).max(0.0);
        let (id, armed) = (me.id.0, me.armament);
        let Some(unit) = me.target.unit.filter(|_| me.fights) else { continue };
        let drawn = |stream| draw(warfare.seed, stream, id, armed.attacks);
        if armed.aimed_at != Some(unit) {
            me.armament.aimed_at = Some(unit);
            let wait =
                draw_between(0.0, rules.first_attack_delay as f32, drawn(Stream::FirstAttack));
            me.armament.cooling = me.armament.cooling.max(wait);
        }
        if me.armament.cooling > 0.0 {
            continue;
        }
        let Ok(target) = all.binary_search_by_key(&unit, |c| c.id) else { continue };
        let (body, other) = (all[i].body, all[target].body);
        let Some(weapon) = body.kind.weapon_against(other.kind.flying) else { continue };
        if all[i].energy < weapon.energy_cost
            || !body.reaches_in(all[i].on_cells, weapon.range, &other)
        {
            continue;
        }
        let modifiers = all[i].modifiers;
        let strength = weapon.strength(drawn(Stream::Damage)) * modifiers.damage.max(0.0);
        let aim = other.aim_from(body.position);
        let shot = Shot {
            team: all[i].team.0,
            shooter: id,
            kind: body.kind,
            at_air: other.kind.flying,
            strength,
            position: body.position,
            previous: body.position,
            aim,
        };
        if weapon.shot_speed > 0.0 {
            shots.push(shot);
        } else if weapon.splash > 0.0 {
            land(&shot, all, (teams, sides));
        } else {
            let damage = weapon.damage_to(strength, other.kind);
            all[target].hurt += damage;
            all[target].hurt_by = Some(UnitId(id));
            sides[usize::from(shot.team)].damage_dealt += f64::from(damage);
        }
        let spread = rules.cooldown_variation as f32;
        let off = draw_between(-spread, spread, drawn(Stream::Cooldown));
        let me = &mut all[i];
        me.armament.cooling += ((weapon.cooldown + off) * modifiers.cooldown).max(TICK);
        me.armament.standing = rules.stop_after_attack as f32;
        me.armament.attacks += 1;
        me.energy -= weapon.energy_cost;
        sides[usize::from(me.team.0)].attacks += 1;
    }
}

/// Moves shots. A shot that has reached its aim hits the units there.
fn strike(all: &mut [Combatant], shots: &mut Vec<Shot>, (teams, sides): (&Teams, &mut [Side])) {
    shots.retain_mut(|shot| {
        let strikes = shot.fly(TICK);
        if strikes {
            land(shot, all, (teams, sides));
        }
        !strikes
    });
}

/// Applies the damage of a shot to the units that it hits.
fn land(shot: &Shot, all: &mut [Combatant], (teams, sides): (&Teams, &mut [Side])) {
    let side = side_of(&teams.0, TeamId(shot.team));
    let enemies = all.iter().enumerate().filter(|(_, c)| c.side != side);
    for hit in hits_of(shot, enemies.map(|(i, c)| (i, c.body))) {
        all[hit.index].hurt += hit.damage;
        all[hit.index].hurt_by = Some(UnitId(shot.shooter));
        if let Some(side) = sides.get_mut(usize::from(shot.team)) {
            side.damage_dealt += f64::from(hit.damage);
        }
    }
}

/// Applies damage, then healing by other units and by the unit itself.
fn heal(all: &mut [Combatant]) {
    for me in all.iter_mut() {
        me.hit_points -= me.hurt;
    }
    for i in 0..all.len() {
        let Some(healing) = all[i].body.kind.healing else { continue };
        let amount = healing.rate * TICK;
        let Some(unit) = all[i].target.unit else { continue };
        let Ok(friend) = all.binary_search_by_key(&unit, |c| c.id) else { continue };
        let most = all[friend].body.kind.hit_points;
        let alive = all[i].hit_points > 0.0 && all[friend].hit_points > 0.0;
        if friend == i
            || !alive
            || all[friend].side != all[i].side
            || all[i].energy < amount * healing.energy_cost
            || !all[i].body.reaches_in(all[i].on_cells, healing.range, &all[friend].body)
        {
            continue;
        }
        all[friend].hit_points = (all[friend].hit_points + amount).min(most);
        all[i].energy -= amount * healing.energy_cost;
    }
    for me in all.iter_mut().filter(|me| me.hit_points > 0.0) {
        let kind = me.body.kind;
        me.hit_points = (me.hit_points + kind.regeneration * TICK).min(kind.hit_points);
        me.energy = (me.energy + kind.energy_regain * TICK).min(kind.energy);
    }
}

/// Updates the score of all sides and reports changes.
fn keep_score(
    score: &mut Score,
    all: &[Combatant],
    teams: &Teams,
    shots: &[Shot],
    tick: u64,
    events: &mut Events,
) {
    score.sides.iter_mut().for_each(Side::count_none);
    let mut at = Cell::default();
    let mut attacker = None;
    for me in all {
        let side = &mut score.sides[usize::from(me.team.0)];
        side.took_part |= me.body.kind.weapon.is_some();
        if me.armament.attacks > 0 && attacker.is_none() {
            attacker = Some(me);
        }
        if me.hit_points > 0.0 {
            side.count(me.body.kind, me.hit_points);
        } else {
            side.casualties += 1;
            at = Cell::containing(me.body.position);
        }
    }
    let mut tell = |at, kind| events.push(Event { tick, at, kind });
    if score.first_attack.is_none()
        && let Some(me) = attacker
    {
        score.first_attack = Some(tick);
        let team = teams.0[usize::from(me.team.0)].name.clone();
        tell(Cell::containing(me.body.position), EventKind::FirstAttack { team });
    }
    let fighting = !shots.is_empty() || all.iter().any(|c| c.fights && c.hit_points > 0.0);
    if score.fighting && !fighting && score.first_attack.is_some() {
        let casualties = score.sides.iter().map(|s| s.casualties).sum();
        tell(at, EventKind::FightOver { casualties });
    }
    score.fighting = fighting;
    score.watch_for_stalemate(fighting);
    if score.winner.is_none()
        && let Some(winner) = winner(score, teams)
    {
        score.winner = Some((winner, tick));
        tell(at, EventKind::Won { team: victors(teams, winner) });
    }
}

/// The first team of the only one of several sides that can still fight.
fn winner(score: &Score, teams: &Teams) -> Option<TeamId> {
    let of_sides = |keep: fn(&Side) -> bool| {
        let kept = score.sides.iter().zip(0u8..).filter(move |(side, _)| keep(side));
        kept.map(|(_, team)| (side_of(&teams.0, TeamId(team)), TeamId(team)))
    };
    let mut able = of_sides(|side| side.armed > 0);
    let (side, team) = able.next()?;
    let alone = able.all(|(other, _)| other == side);
    let had_enemies = of_sides(|side| side.took_part).any(|(other, _)| other != side);
    (alone && had_enemies).then_some(team)
}

/// The name of the side of a team: the team, or all teams of its alliance.
fn victors(teams: &Teams, winner: TeamId) -> String {
    let is_friend = |(team, _): &(TeamId, &Team)| !are_enemies(&teams.0, *team, winner);
    let names: Vec<&str> =
        living_teams(&teams.0).filter(is_friend).map(|(_, team)| team.name.as_str()).collect();
    match names.as_slice() {
        [] => String::new(),
        [name] => (*name).into(),
        [others @ .., last] => format!("the alliance of {} and {last}", others.join(", ")),
    }
}
