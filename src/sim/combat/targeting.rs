//! Which enemies units see, which they fight, and when they return to their paths.
//!
//! The hybrid switch of hybrid-starcraft: by path while no enemy is in sight, by the doctrine's engage rule
//! once one is, and back when the fight is over. A unit with a plain move does not fight. On
//! attack-moves and patrols it fights enemies in sight; on an attack on a place and while it holds, enemies in range; on an
//! attack on a unit, only that unit. Units without orders defend themselves. Under an engage rule units also leave their path for
//! enemies in sight that they cannot attack: the rule keeps them out of harm's way. Ours: after a while
//! they follow their path again (`patience` in the scenario's rules), and if nobody is hurt for long all of them do
//! ([`Score::is_stalemate`]), so that no unit waits for ever.

use super::patience::lost_patience;
use crate::combat::{AfterFight, Body, Candidate, TargetRule, choose_target};
use crate::grid::Cell;
use crate::scenario::{Order, TeamId, UnitId, side_of};
use crate::sim::arena::{Clock, Land, Roster, Teams};
use crate::sim::cells::Board;
use crate::sim::combat::combatant::{
    Armament, Engagement, HitPoints, HoldsGround, Returning, Score, Target, Warfare,
};
use crate::sim::tick::Ticking;
use crate::sim::unit::{GroupId, Groups, Modifiers, Orders, Position, Route, Status, Unit};
use crate::steering::{Engage, SpatialGrid};
use bevy::prelude::*;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// From this many units on, the work is shared among threads.
const SHARED_FROM: usize = if cfg!(feature = "parallel") { 512 } else { isize::MAX as usize };
/// A unit with an order to attack what stands at a place approaches it from this far, in cells beyond its
/// range.
const GOES_FOR: f32 = 4.0;
/// How far from the named place an enemy may stand to be meant, in cells.
const MEANT: f32 = 1.5;

/// Which enemies a unit takes on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Readiness {
    /// None.
    Ignores,
    /// Enemies in range.
    InRange,
    /// Enemies in range, and the enemy at a place.
    At(Cell),
    /// Only this one.
    Quarry(UnitId),
    /// Enemies in sight.
    InSight,
}

/// A unit as it looks around.
struct Seen {
    id: UnitId,
    entity: Entity,
    team: TeamId,
    /// The number of its side: its team, or the alliance of its team.
    side: u8,
    body: Body,
    /// How far it sees, in cells.
    sight: f32,
    hit_points: f32,
    readiness: Readiness,
    calm: bool,
    /// Whether an engage rule moves it in a fight.
    engages: bool,
    group: Option<GroupId>,
    target: Target,
    on_cells: bool,
    /// Whether no unit leaves its path for an enemy.
    stalemate: bool,
}

impl Seen {
    fn is_hurt(&self) -> bool {
        self.hit_points < self.body.kind.hit_points && !self.body.kind.mechanical
    }

    /// Distance within which it attacks an enemy, in cells.
    fn reach(&self) -> f32 {
        let kind = self.body.kind;
        let weapons = [&kind.weapon, &kind.air_weapon].into_iter().flatten();
        let range = weapons.map(|w| w.range).fold(0.0, f32::max);
        self.sight.max(range + GOES_FOR) + 2.0
    }

    /// Whether it keeps out of the way of enemies in sight instead of walking on.
    fn keeps_out(&self, found: &Found) -> bool {
        let leaves_path = match self.readiness {
            Readiness::InSight => self.body.kind.support || !self.calm,
            Readiness::At(_) => self.body.kind.support,
            Readiness::Ignores | Readiness::InRange | Readiness::Quarry(_) => false,
        };
        leaves_path && self.engages && found.enemy_in_sight && !self.stalemate
    }
}

/// What a unit has found: its target, the distance to it, and whether any enemy is in sight.
#[derive(Clone, Copy, Default)]
struct Found {
    target: Target,
    distance: f32,
    enemy_in_sight: bool,
}

pub(crate) type SensedParts<'a> = (
    &'a Unit,
    &'a Modifiers,
    &'a Position,
    &'a HitPoints,
    &'a HoldsGround,
    &'a Armament,
    &'a Route,
    &'a mut Orders,
    &'a mut Target,
    &'a mut Engagement,
    &'a mut Status,
);

type ArenaParts<'a> = (
    &'a Land,
    &'a Roster,
    &'a Teams,
    &'a Clock,
    &'a Groups,
    &'a Warfare,
    &'a Score,
    &'a mut Returning,
    Has<Board>,
);

/// Memory that is used again from tick to tick.
#[derive(Default)]
pub(crate) struct Memory {
    seen: Vec<Seen>,
    buckets: SpatialGrid,
    found: Vec<Found>,
}

pub(crate) fn sense_enemies(
    mut arenas: Query<ArenaParts, With<Ticking>>,
    mut units: Query<SensedParts>,
    mut memory: Local<Memory>,
) {
    let Memory { seen, buckets, found } = &mut *memory;
    for (land, roster, teams, clock, groups, warfare, score, mut returning, on_cells) in &mut arenas
    {
        if roster.armed == 0 {
            continue;
        }
        let stalemate = score.is_stalemate();
        let all = roster.units.values();
        let all = all.filter_map(|&entity| Some((entity, units.get(entity).ok()?)));
        seen.clear();
        seen.extend(all.map(|(entity, parts)| {
            let team = &teams.0[usize::from(parts.0.team.0)];
            // On cell steps, engage rules do not move units.
            let engages = !on_cells && !matches!(team.doctrine.engage, Engage::Hold(_));
            let me = look(entity, parts, groups, engages, clock.tick);
            let side = side_of(&teams.0, me.team);
            Seen { on_cells, calm: me.calm || stalemate, stalemate, side, ..me }
        }));
        buckets.rebuild(land.terrain.bounds(), seen, |s| s.body.position);
        let find_target = |i: usize| find(seen, buckets, warfare.rules.targeting, i);
        if seen.len() >= SHARED_FROM {
            (0..seen.len()).into_par_iter().map(find_target).collect_into_vec(found);
        } else {
            found.clear();
            found.extend((0..seen.len()).map(find_target));
        }
        join_flocks(seen, teams, found);
        // Many units go for the same place.
        let mut guarded: BTreeMap<(u8, Cell), bool> = BTreeMap::new();
        for (me, found) in seen.iter().zip(&*found) {
            let Ok((unit, .., armament, route, mut orders, mut target, mut engagement, mut status)) =
                units.get_mut(me.entity)
            else {
                continue;
            };
            let mut found = *found;
            if found.target.unit != target.unit {
                engagement.nearest = found.distance;
            }
            let mut keeps_out = me.keeps_out(&found);
            let waits = keeps_out && !unit.kind.support;
            let aim = (&found.target, found.distance);
            let patience = warfare.rules.patience as f32;
            if lost_patience(&mut engagement, aim, waits, armament, patience, clock.tick) {
                found.target = Target::default();
                keeps_out &= unit.kind.support;
            }
            target.set_if_neq(found.target);
            let fights = found.target.unit.is_some() || keeps_out;
            let group = orders.group.and_then(|id| Some((id, groups.list.get(&id)?)));
            let done = matches!(me.readiness, Readiness::At(place) if !fights
                && orders.leg + 1 < group.map_or(0, |(_, g)| g.legs.len())
                && !*guarded
                    .entry((me.side, place))
                    .or_insert_with(|| stands_at(seen, me.side, place)));
            let mut sends_back = false;
            if done {
                orders.leg += 1;
                sends_back = true;
            } else if fights && *status != Status::Fighting {
                *status = Status::Fighting;
                *engagement = Engagement { nearest: found.distance, ..Engagement::default() };
            } else if !fights && *status == Status::Fighting {
                engagement.chase.clear();
                match group {
                    None => *status = Status::Idle,
                    Some(_)
                        if warfare.rules.after_fight == AfterFight::ResumePath
                            && !route.cells().is_empty() =>
                    {
                        *status = Status::Walking;
                    }
                    Some(_) => sends_back = true,
                }
            }
            if sends_back && let Some((id, _)) = group {
                *status = Status::Planning;
                returning.0.entry(id).or_default().insert(me.id);
            }
        }
    }
}

fn look(
    entity: Entity,
    (unit, modifiers, position, hit_points, holds, _, _, orders, target, engagement, status): (
        &Unit,
        &Modifiers,
        &Position,
        &HitPoints,
        &HoldsGround,
        &Armament,
        &Route,
        &Orders,
        &Target,
        &Engagement,
        &Status,
    ),
    groups: &Groups,
    engages: bool,
    tick: u64,
) -> Seen {
    let group = orders.group.and_then(|id| groups.list.get(&id));
    let order = group.and_then(|group| group.legs.get(orders.leg));
    let cannot_help = unit.kind.weapon.is_none() && unit.kind.healing.is_none();
    let readiness = match order {
        _ if cannot_help && (!engages || unit.kind.speed <= 0.0) => Readiness::Ignores,
        _ if unit.kind.speed <= 0.0 || holds.0 => Readiness::InRange,
        Some(Order::Move(_)) if *status != Status::Arrived => Readiness::Ignores,
        Some(&Order::Attack(place)) => Readiness::At(place),
        Some(&Order::AttackUnit { unit, .. }) => Readiness::Quarry(unit),
        Some(Order::Hold) => Readiness::InRange,
        None | Some(Order::Move(_) | Order::AttackMove(_) | Order::Patrol { .. } | Order::Stop) => {
            Readiness::InSight
        }
    };
    Seen {
        id: unit.id,
        entity,
        team: unit.team,
        side: unit.team.0,
        body: Body { position: position.0, kind: unit.kind },
        sight: modifiers.sight_of(unit.kind),
        hit_points: hit_points.0,
        readiness,
        calm: tick < engagement.calm_until,
        engages: engages && unit.kind.speed > 0.0,
        group: orders.group.filter(|id| groups.list.contains_key(id)),
        target: *target,
        on_cells: false,
        stalemate: false,
    }
}

/// Looks for a unit to attack or to heal.
fn find(seen: &[Seen], buckets: &SpatialGrid, rule: TargetRule, i: usize) -> Found {
    let me = &seen[i];
    if me.readiness == Readiness::Ignores {
        return Found::default();
    }
    let near = || buckets.near(me.body.position, me.reach()).filter(|&j| j != i).map(|j| &seen[j]);
    let enemy_in_sight =
        || near().any(|other| other.side != me.side && me.body.sees_at(&other.body) <= me.sight);
    let Some(weapon) = &me.body.kind.weapon else {
        let heals = me.body.kind.healing.is_some();
        let range = me.body.kind.healing.map_or(0.0, |h| h.range);
        let hurt = near()
            .filter(|other| heals && other.side == me.side && other.is_hurt())
            .map(|other| candidate(me, other, range))
            .filter(|c| c.in_range || c.distance <= me.sight && !me.calm);
        let chosen = choose_target(Default::default(), me.target.unit.map(|u| u.0), hurt);
        return Found { enemy_in_sight: enemy_in_sight(), ..found(chosen) };
    };
    if let Readiness::Quarry(unit) = me.readiness {
        let quarry = seen.binary_search_by_key(&unit, |s| s.id).map(|j| &seen[j]);
        let goes_for = me.sight.max(weapon.range + GOES_FOR);
        let chosen = quarry
            .ok()
            .filter(|other| other.side != me.side)
            .and_then(|other| attackable(me, other))
            .filter(|c| c.in_range || !me.calm && c.distance <= goes_for);
        return found(chosen);
    }
    let takes_on = |other: &Seen, c: &Candidate| {
        c.in_range
            || match me.readiness {
                Readiness::InSight => !me.calm && c.distance <= me.sight,
                Readiness::At(place) => {
                    !me.calm && c.distance <= weapon.range + GOES_FOR && is_at(other, place)
                }
                Readiness::InRange | Readiness::Quarry(_) | Readiness::Ignores => false,
            }
    };
    let enemies = near()
        .filter(|other| other.side != me.side)
        .filter_map(|other| Some((other, attackable(me, other)?)))
        .filter(|(other, c)| takes_on(other, c))
        .map(|(_, c)| c);
    let keep = me.target.unit.filter(|_| weapon.keeps_target).map(|u| u.0);
    let chosen = choose_target(rule.of(me.body.kind, weapon), keep, enemies);
    let enemy_in_sight = chosen.is_some() || me.engages && enemy_in_sight();
    Found { enemy_in_sight, ..found(chosen) }
}

/// An enemy as a candidate for a shot, if it can be attacked at all.
fn attackable(me: &Seen, other: &Seen) -> Option<Candidate> {
    let weapon = me.body.kind.weapon_against(other.body.kind.flying)?;
    Some(candidate(me, other, weapon.range))
}

fn found(chosen: Option<Candidate>) -> Found {
    chosen.map_or(Found::default(), |c| Found {
        target: Target { unit: Some(UnitId(c.id)), in_range: c.in_range },
        distance: c.distance,
        enemy_in_sight: true,
    })
}

fn candidate(me: &Seen, other: &Seen, range: f32) -> Candidate {
    Candidate {
        id: other.id.0,
        distance: me.body.sees_at(&other.body),
        hit_points: other.hit_points,
        in_range: me.body.reaches_in(me.on_cells, range, &other.body),
        armed: other.body.kind.weapon.is_some(),
    }
}

/// Whether a unit stands at a place, or covers it.
fn is_at(unit: &Seen, place: Cell) -> bool {
    match unit.body.footprint() {
        Some(area) => area.contains(place),
        None => unit.body.position.distance(place.center()) <= MEANT,
    }
}

fn stands_at(seen: &[Seen], side: u8, place: Cell) -> bool {
    seen.iter().any(|other| other.side != side && is_at(other, place))
}

/// A group fights as one if its movement rule says so: as soon as a member has an enemy to fight, all members without one go for
/// it.
fn join_flocks(seen: &[Seen], teams: &Teams, found: &mut [Found]) {
    let fights_as_one = |me: &Seen| teams.0[usize::from(me.team.0)].doctrine.travel.fights_as_one();
    let mut targets: BTreeMap<GroupId, (bool, UnitId)> = BTreeMap::new();
    for (me, found) in seen.iter().zip(&*found) {
        if let (Some(group), Some(unit)) = (me.group, found.target.unit)
            && me.body.kind.weapon.is_some()
            && fights_as_one(me)
        {
            let entry = targets.entry(group).or_insert((found.target.in_range, unit));
            if found.target.in_range && !entry.0 {
                *entry = (true, unit);
            }
        }
    }
    for (me, found) in seen.iter().zip(found) {
        let joins = found.target.unit.is_none()
            && me.readiness != Readiness::Ignores
            && me.body.kind.weapon.is_some()
            && me.body.kind.speed > 0.0;
        if let (true, Some((_, unit))) = (joins, me.group.and_then(|g| targets.get(&g)))
            && let Ok(other) = seen.binary_search_by_key(unit, |s| s.id)
        {
            found.target = Target { unit: Some(*unit), in_range: false };
            found.distance = me.body.sees_at(&seen[other].body);
        }
    }
}
