//! Where friends and enemies are felt, kept up to date with where they are.

use crate::grid::{Cell, Terrain};
use crate::planning::{InfluenceMap, Presence, Spread};
use crate::scenario::{Team, TeamId, UnitId};
use crate::sim::arena::{Clock, Land, Roster, Teams};
use crate::sim::combat::combatant::HitPoints;
use crate::sim::plan::sense::LOOKS_ROUND_EVERY;
use crate::sim::tick::Pass;
use crate::sim::unit::{GroupId, Groups, Position, Progress, Status, Unit};
use bevy::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;

/// Groups that plan by influence look whether their enemies have changed this often, in ticks.
const LOOKS_FOR_THREATS_EVERY: u64 = 64;

/// The influence of all units of an arena: one map for every way of spreading that a team plans by.
#[derive(Component, Clone, Debug)]
pub struct Influences {
    /// As of the beginning of this tick; at least one.
    maps: Vec<InfluenceMap>,
    /// By team: the number of its map. Teams that do not plan by influence have the first.
    of_team: Vec<usize>,
    /// By team: the state of its enemies when it last looked.
    noticed: Vec<u64>,
}

impl Default for Influences {
    fn default() -> Self {
        Self { maps: vec![InfluenceMap::new()], of_team: Vec::new(), noticed: Vec::new() }
    }
}

impl Influences {
    /// The map by which a team plans, or would plan.
    pub fn of(&self, team: TeamId) -> &InfluenceMap {
        &self.maps[self.of_team.get(usize::from(team.0)).copied().unwrap_or(0)]
    }

    /// Has one map for each spread that the teams ask for.
    fn follow(&mut self, terrain: &Terrain, teams: &Teams) {
        let asked = |team: &Team| team.doctrine.layers.influence.map(|rule| rule.spread());
        let mut spreads: Vec<Spread> = Vec::new();
        for spread in teams.0.iter().filter_map(asked) {
            if !spreads.contains(&spread) {
                spreads.push(spread);
            }
        }
        if spreads.is_empty() {
            spreads.push(*self.maps[0].spread());
        }
        if !self.maps.iter().map(InfluenceMap::spread).eq(&spreads) {
            let map = |spread: &Spread| {
                let same = self.maps.iter().find(|map| map.spread() == spread);
                same.cloned().unwrap_or_else(|| self.maps[0].respread(terrain, *spread))
            };
            self.maps = spreads.iter().map(map).collect();
        }
        self.of_team.clear();
        self.of_team.extend(teams.0.iter().map(|team| {
            let spread = asked(team);
            spreads.iter().position(|s| Some(*s) == spread).unwrap_or(0)
        }));
    }
}

/// A unit as it is felt by others: with the hit points that it has left. A building is felt from the first of its cells,
/// the one that names its place, as in Glest.
pub fn presence(unit: &Unit, position: Vec2, hit_points: Option<&HitPoints>) -> Presence {
    let corner = unit.kind.footprint(position).map(|area| area.at);
    Presence {
        at: corner.unwrap_or(Cell::containing(position)),
        hit_points: hit_points.map_or(unit.kind.hit_points, |left| left.0),
        damage: unit.kind.weapon.as_ref().map_or(0.0, |weapon| weapon.damage * weapon.hits as f32),
        range: unit.kind.influence,
        building: unit.kind.is_building(),
    }
}

/// The living members of each group that plans as one, as they are felt: they plan with the strength of all, whether
/// they walk, fight or have arrived.
pub(crate) fn flocks(
    groups: &Groups,
    teams: &Teams,
    felt: impl Fn(UnitId) -> Option<Presence>,
) -> BTreeMap<GroupId, Arc<[Presence]>> {
    let as_one = |team: TeamId| {
        let team = teams.0.get(usize::from(team.0));
        team.and_then(|t| t.doctrine.layers.influence).is_some_and(|rule| rule.flock)
    };
    let flocks = groups.list.iter().filter(|(_, group)| as_one(group.team));
    flocks
        .map(|(&id, group)| (id, group.members.iter().filter_map(|&unit| felt(unit)).collect()))
        .collect()
}

/// Moves the stamps of units that moved, were hurt or healed, came or went. The maps do not depend on the order.
pub(crate) fn spread_influence(
    mut arenas: Query<(&Land, &Teams, &Roster, &Pass, &mut Influences)>,
    units: Query<(&Unit, &Position, Option<&HitPoints>, &ChildOf)>,
) {
    // Units without weapons are not felt.
    let nobody = |(_, _, roster, _, influences): (_, _, &Roster, _, &Influences)| {
        roster.armed == 0 && influences.maps[0].units().next().is_none()
    };
    for (land, teams, _, &pass, mut influences) in &mut arenas {
        if pass.plans() {
            influences.follow(&land.terrain, teams);
        }
    }
    if arenas.iter().all(nobody) {
        return;
    }
    for (unit, position, hit_points, child) in &units {
        let Ok((land, _, _, &pass, mut influences)) = arenas.get_mut(child.parent()) else {
            continue;
        };
        let presence = presence(unit, position.0, hit_points);
        if pass.plans() && influences.maps[0].has_changed(unit.id.0, unit.team.0, &presence) {
            for map in &mut influences.maps {
                map.place(&land.terrain, unit.id.0, unit.team.0, presence);
            }
        }
    }
    for (land, _, roster, _, mut influences) in &mut arenas {
        let gone: Vec<u32> = influences.maps[0]
            .units()
            .filter(|&unit| !roster.units.contains_key(&UnitId(unit)))
            .collect();
        for unit in gone {
            for map in &mut influences.maps {
                map.remove(&land.terrain, unit);
            }
        }
    }
}

/// Groups that plan by influence plan anew from time to time if their enemies have changed. Those with somebody who
/// gets no further have other worries.
pub(crate) fn notice_threats(
    mut arenas: Query<(&Clock, &Teams, &Roster, &mut Groups, &mut Influences)>,
    units: Query<(&Status, &Progress)>,
) {
    for (clock, teams, roster, mut groups, mut influences) in &mut arenas {
        if !clock.tick.is_multiple_of(LOOKS_FOR_THREATS_EVERY) {
            continue;
        }
        let now: Vec<u64> = (0..)
            .zip(&teams.0)
            .map(|(team, _)| influences.of(TeamId(team)).revision_of_enemies(team))
            .collect();
        let changed = |team: usize| influences.noticed.get(team) != now.get(team);
        for group in groups.list.values_mut() {
            let team = usize::from(group.team.0);
            let minds = teams.0[team].doctrine.layers.influence.is_some();
            let walking = || {
                let members = group.members.iter().filter_map(|id| roster.units.get(id));
                members.filter_map(|&e| units.get(e).ok()).filter(|(s, _)| **s == Status::Walking)
            };
            if minds
                && changed(team)
                && walking().count() > 0
                && walking().all(|(_, progress)| progress.stalled < LOOKS_ROUND_EVERY)
            {
                group.needs_plan = true;
            }
        }
        influences.noticed = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::kind_named;

    /// Glest names the place of a building by the first of its cells, and that is where its influence is greatest.
    #[test]
    fn a_tower_is_felt_from_the_first_of_its_cells() {
        for (name, expected) in [("strong tower", Cell::new(43, 41)), ("demon", Cell::new(43, 41))]
        {
            let kind = kind_named(name).unwrap();
            let unit = Unit { id: UnitId(0), team: TeamId(0), kind };
            let felt = presence(&unit, kind.position_at(Cell::new(43, 41)), None);
            assert_eq!(felt.at, expected, "{name}");
        }
    }
}
