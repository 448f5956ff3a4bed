//! Where friends and enemies are felt, kept up to date with where they are.

use super::Pace;
use super::arena::{Clock, Land, Roster, Teams};
use super::combatant::HitPoints;
use super::command::Edited;
use super::sense::LOOKS_ROUND_EVERY;
use super::unit::{Groups, Position, Progress, Status, Unit};
use crate::grid::Cell;
use crate::planning::{InfluenceMap, Presence};
use crate::scenario::UnitId;
use bevy::prelude::*;

/// Groups that plan by influence look whether their enemies have changed this often, in ticks.
const LOOKS_FOR_THREATS_EVERY: u64 = 64;

/// The influence of all units of an arena.
#[derive(Component, Clone, Debug, Default)]
pub struct Influences {
    /// As of the beginning of this tick.
    pub map: InfluenceMap,
    /// By team: the state of its enemies when it last looked.
    noticed: Vec<u64>,
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
    }
}

/// Moves the stamps of those who moved, were wounded or healed, came or went. The map does not depend on the order.
pub(super) fn spread_influence(
    pace: Res<Pace>,
    mut arenas: Query<(&Land, &Roster, &Edited, &mut Influences)>,
    units: Query<(&Unit, &Position, Option<&HitPoints>, &ChildOf)>,
) {
    // Those without weapons are not felt.
    let nobody = |(_, roster, _, influences): (_, &Roster, _, &Influences)| {
        roster.armed == 0 && influences.map.units().next().is_none()
    };
    if arenas.iter().all(nobody) {
        return;
    }
    for (unit, position, hit_points, child) in &units {
        let Ok((land, _, edited, mut influences)) = arenas.get_mut(child.parent()) else {
            continue;
        };
        let presence = presence(unit, position.0, hit_points);
        if (pace.ticks() || edited.0)
            && influences.map.has_changed(unit.id.0, unit.team.0, &presence)
        {
            influences.map.place(&land.terrain, unit.id.0, unit.team.0, presence);
        }
    }
    for (land, roster, _, mut influences) in &mut arenas {
        let gone: Vec<u32> = influences
            .map
            .units()
            .filter(|&unit| !roster.units.contains_key(&UnitId(unit)))
            .collect();
        for unit in gone {
            influences.map.remove(&land.terrain, unit);
        }
    }
}

/// Groups that plan by influence plan anew from time to time if their enemies have changed. Those with somebody who
/// gets no further have other worries.
pub(super) fn notice_threats(
    mut arenas: Query<(&Clock, &Teams, &Roster, &mut Groups, &mut Influences)>,
    units: Query<(&Status, &Progress)>,
) {
    for (clock, teams, roster, mut groups, mut influences) in &mut arenas {
        if !clock.tick.is_multiple_of(LOOKS_FOR_THREATS_EVERY) {
            continue;
        }
        let now: Vec<u64> =
            (0..).zip(&teams.0).map(|(team, _)| influences.map.revision_of_enemies(team)).collect();
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
    use crate::scenario::TeamId;

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
