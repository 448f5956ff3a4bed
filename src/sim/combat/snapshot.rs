//! A fight as the engage rules see it: the relevant data of every unit, and which enemies are visible.
//!
//! [`TeamBattle`] gives the same picture to code that only looks, such as overlays.

use crate::combat::{Body, Measured, UnitKind};
use crate::grid::{Cell, Terrain};
use crate::scenario::{TeamId, UnitId, side_of};
use crate::sim::arena::{Land, Roster, Teams};
use crate::sim::combat::combatant::{Armament, HoldsGround, Target};
use crate::sim::unit::{Groups, Modifiers, Orders, Position, Status, Unit, Velocity};
use crate::steering::{Battle, Fighter, Foe, Reach, SpatialGrid};
use bevy::ecs::query::ROQueryItem;
use bevy::prelude::*;

/// Units slower than this count as standing, in cells per second.
const STANDS: f32 = 0.1;

/// A unit in or near a fight.
pub(crate) struct Combatant {
    pub entity: Entity,
    pub id: UnitId,
    pub team: TeamId,
    /// The number of its side: its team, or the alliance of its team.
    pub side: u8,
    pub body: Body,
    /// Greatest speed, in cells per second.
    pub speed: f32,
    /// How far it sees, in cells.
    pub sight: f32,
    pub velocity: Vec2,
    pub target: Target,
    pub fights: bool,
    pub holds: bool,
    pub cooling: f32,
    pub standing: f32,
    /// The group of its last order.
    pub squad: Option<u32>,
    /// The goal of its group, or its own position without a goal.
    pub goal: Vec2,
    /// Whether its team's engage rule lets ready units go straight to their targets.
    pub chases: bool,
}

impl Combatant {
    /// Whether it stands and attacks instead of moving.
    pub fn attacks(&self) -> bool {
        let ready = self.target.in_range && self.cooling <= 0.0 && self.body.kind.weapon.is_some();
        ready || self.standing > 0.0 || self.holds || self.speed <= 0.0
    }

    /// Whether the engage rule decides where it moves: while the weapon cools down, and on the approach while no enemy
    /// is in range. A unit without a weapon goes to a wounded ally that needs it. Otherwise the rule decides.
    pub fn asks(&self) -> bool {
        let called = self.target.unit.is_some() && !self.target.in_range;
        let waits = match self.body.kind.weapon {
            Some(_) => self.cooling > 0.0 || !(called && self.chases),
            None => !called,
        };
        self.fights && !self.attacks() && waits
    }

    /// Its viewing direction: along its velocity. If it stands, towards its target or else its goal.
    fn heading(&self, all: &[Self]) -> Vec2 {
        if self.velocity.length_squared() > STANDS * STANDS {
            return self.velocity.normalize();
        }
        let target = self.target.unit.and_then(|id| all.binary_search_by_key(&id, |c| c.id).ok());
        let looks_at = target.map_or(self.goal, |place| all[place].body.position);
        (looks_at - self.body.position).normalize_or_zero()
    }

    /// The unit as the engage rules see it. `all` holds every unit, sorted by id.
    pub fn as_fighter(&self, all: &[Self]) -> Fighter {
        let kind = self.body.kind;
        Fighter {
            position: self.body.position,
            heading: self.heading(all),
            radius: kind.radius,
            speed: self.speed,
            reach: reach_of(kind),
            cooldown: self.cooling.max(0.0),
            support: kind.support,
            flies: kind.flying,
            squad: self.squad,
            goal: self.goal,
            asks: self.asks(),
        }
    }

    pub fn as_foe(&self) -> Foe {
        let kind = self.body.kind;
        Foe {
            position: self.body.position,
            radius: kind.radius,
            half: if kind.is_building() { kind.body_reach() } else { 0.0 },
            reach: reach_of(kind),
            sight: self.sight,
            flies: kind.flying,
        }
    }
}

/// The ranges of a kind's weapons from edge to edge, for rules that measure in this way.
fn reach_of(kind: &UnitKind) -> Reach {
    let range = |flying| {
        let range = kind.weapon_against(flying)?.range;
        Some(match kind.measured {
            Measured::Edges => range,
            Measured::Centres => (range - 2.0 * kind.radius).max(0.0),
        })
    };
    Reach { ground: range(false), air: range(true) }
}

/// The components of a unit that are read.
pub(crate) type CombatantParts<'a> = (
    &'a Unit,
    &'a Modifiers,
    &'a Position,
    &'a Velocity,
    &'a Status,
    &'a Target,
    &'a Armament,
    &'a HoldsGround,
    &'a Orders,
);

pub(crate) fn gather(
    entity: Entity,
    (unit, modifiers, position, velocity, status, target, armament, holds, orders): ROQueryItem<
        CombatantParts,
    >,
    groups: &Groups,
    teams: &Teams,
) -> Combatant {
    let group = orders.group.and_then(|id| groups.list.get(&id));
    let goal = group.and_then(|group| group.goal(orders.leg)).map(Cell::center);
    Combatant {
        entity,
        id: unit.id,
        team: unit.team,
        side: side_of(&teams.0, unit.team),
        body: Body { position: position.0, kind: unit.kind },
        speed: modifiers.speed_of(unit.kind),
        sight: modifiers.sight_of(unit.kind),
        velocity: velocity.0,
        target: *target,
        fights: *status == Status::Fighting,
        holds: holds.0,
        cooling: armament.cooling,
        standing: armament.standing,
        squad: orders.group.map(|g| g.0),
        goal: goal.unwrap_or(position.0),
        chases: teams.0[usize::from(unit.team.0)].doctrine.engage.chases(),
    }
}

/// The enemies that any fighting unit of a team sees.
pub(crate) fn see_foes(
    all: &[Combatant],
    team: TeamId,
    buckets: &SpatialGrid,
    foes: &mut Vec<Foe>,
) {
    let mut seen = vec![false; all.len()];
    for me in all.iter().filter(|c| c.team == team && c.fights) {
        let sight = me.sight;
        for j in buckets.near(me.body.position, sight + 1.0) {
            seen[j] |= all[j].side != me.side && me.body.sees_at(&all[j].body) <= sight;
        }
    }
    foes.clear();
    foes.extend(all.iter().zip(seen).filter(|(_, seen)| *seen).map(|(c, _)| c.as_foe()));
}

/// A fight as one team sees it, at this moment.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TeamBattle {
    /// The ids of its units.
    pub ids: Vec<UnitId>,
    /// Its units, in the same order.
    pub own: Vec<Fighter>,
    /// The enemies that its fighting units see.
    pub foes: Vec<Foe>,
}

impl TeamBattle {
    /// The fight of an arena as a team sees it: what its engage rule would be given now. Looking changes nothing.
    pub fn of(world: &World, arena: Entity, team: TeamId) -> Option<Self> {
        let parts = world.get_entity(arena).ok()?;
        let (land, roster, groups, teams) =
            parts.get_components::<(&Land, &Roster, &Groups, &Teams)>().ok()?;
        let combatant = |&entity: &Entity| {
            let parts = world.get_entity(entity).ok()?.get_components::<CombatantParts>().ok()?;
            Some(gather(entity, parts, groups, teams))
        };
        let all: Vec<Combatant> = roster.units.values().filter_map(combatant).collect();
        let mut buckets = SpatialGrid::default();
        buckets.rebuild(land.terrain.bounds(), &all, |c| c.body.position);
        let mut battle = Self::default();
        see_foes(&all, team, &buckets, &mut battle.foes);
        for unit in all.iter().filter(|c| c.team == team) {
            battle.ids.push(unit.id);
            battle.own.push(unit.as_fighter(&all));
        }
        Some(battle)
    }

    /// The fight on its ground, for the rules.
    pub fn on<'a>(&'a self, terrain: &'a Terrain) -> Battle<'a> {
        Battle { terrain, own: &self.own, foes: &self.foes }
    }

    /// The index of a unit in `own`.
    pub fn place(&self, unit: UnitId) -> Option<usize> {
        self.ids.binary_search(&unit).ok()
    }

    /// Adds an imaginary unit of a kind, ready to attack, to find out what such a unit would see. Returns its index in
    /// `own`.
    pub fn add_probe(&mut self, kind: &UnitKind) -> usize {
        self.own.push(Fighter {
            position: Vec2::ZERO,
            heading: Vec2::ZERO,
            radius: kind.radius,
            speed: kind.speed,
            reach: reach_of(kind),
            cooldown: 0.0,
            support: kind.support,
            flies: kind.flying,
            squad: None,
            goal: Vec2::ZERO,
            asks: false,
        });
        self.own.len() - 1
    }
}
