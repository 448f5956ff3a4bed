//! What an arena remembers for its layers, kept up to date with its units.

use crate::grid::{Cell, Terrain};
use crate::planning::{CellCosts, LayerFields, Layers, PlanContext, Presence, UnitSnapshot};
use crate::scenario::{TeamId, UnitId, side_of};
use crate::sim::arena::{Clock, Land, Roster, Teams};
use crate::sim::combat::combatant::{HitPoints, Warfare};
use crate::sim::plan::sense::LOOKS_ROUND_EVERY;
use crate::sim::tick::{Pass, Ticking};
use crate::sim::unit::{
    GroupId, Groups, Orders, Position, Progress, Route, Status, Unit, Velocity,
};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;

/// How often groups look whether a layer wants them to plan again, in ticks.
const LOOKS_FOR_CHANGES_EVERY: u64 = 64;

/// What an arena remembers for its layers.
#[derive(Component, Clone, Debug, Default, Serialize, Deserialize)]
pub struct ArenaFields {
    /// By layer, as of the beginning of this tick; what is learned from steps as of the last one.
    pub layers: LayerFields,
    /// By team: what single cells cost, by [`Action::SetCosts`](crate::scenario::Action).
    #[serde(with = "crate::unhashed::unless_default")]
    pub(crate) costs: Vec<Option<CellCosts>>,
    /// How many times as much steps into swamp cost: the rule of the scenario.
    #[serde(skip)]
    swamp: f64,
    /// The units at the beginning of this tick, sorted by number; none if no layer needs them.
    #[serde(with = "crate::unhashed")]
    units: Vec<UnitSnapshot>,
    /// By team: what its groups have planned for.
    noticed: Vec<Vec<Option<u64>>>,
    /// By team: the revision of the fields then.
    #[serde(skip)]
    noticed_at: Vec<u64>,
    /// The layers of each team and the ground for which the fields were last brought up to date, if that was without units:
    /// for the same again there is nothing to do.
    #[serde(skip)]
    up_to_date: Option<(Vec<Layers>, u64)>,
}

impl ArenaFields {
    /// What units of a team plan on. Without layers until some are set.
    pub fn context<'a>(
        &'a self,
        terrain: &'a Terrain,
        team: TeamId,
        planners: &'a [UnitSnapshot],
    ) -> PlanContext<'a> {
        let (fields, layers) = (&self.layers, Layers::default());
        let (costs, swamp) = (self.costs_of(team), self.swamp.max(1.0));
        PlanContext { terrain, layers, fields, team: team.0, planners, costs, swamp }
    }

    /// Whether steps may cost a team more than their length, whatever its layers.
    pub(crate) fn has_costs(&self, team: TeamId) -> bool {
        self.swamp > 1.0 || self.costs_of(team).is_some()
    }

    /// Changes what single cells cost teams. Teams with usual costs have none.
    pub(crate) fn change_costs(&mut self, change: impl FnOnce(&mut Vec<Option<CellCosts>>)) {
        change(&mut self.costs);
        for costs in &mut self.costs {
            costs.take_if(|costs| costs.is_usual());
        }
        while self.costs.pop_if(|costs| costs.is_none()).is_some() {}
    }

    /// What single cells cost a team, if it is not the usual.
    pub fn costs_of(&self, team: TeamId) -> Option<&CellCosts> {
        self.costs.get(usize::from(team.0))?.as_ref().filter(|costs| !costs.is_usual())
    }

    /// A unit as layers see it in this tick. Nothing but its number is known if no layer needs more.
    pub(crate) fn unit(&self, id: UnitId) -> UnitSnapshot {
        match self.units.binary_search_by_key(&id.0, |unit| unit.id) {
            Ok(place) => self.units[place],
            Err(_) => UnitSnapshot { id: id.0, ..UnitSnapshot::default() },
        }
    }

    /// The living members of each group that plans as one: they plan with the strength of all, whether they walk,
    /// fight or have arrived.
    pub(crate) fn flocks(
        &self,
        groups: &Groups,
        teams: &Teams,
        roster: &Roster,
    ) -> BTreeMap<GroupId, Arc<[UnitSnapshot]>> {
        let as_one = |team: TeamId| {
            let team = teams.0.get(usize::from(team.0));
            team.is_some_and(|team| team.doctrine.layers.plans_as_one())
        };
        let flocks = groups.list.iter().filter(|(_, group)| as_one(group.team));
        let alive = |id: &&UnitId| roster.units.contains_key(id);
        flocks
            .map(|(&id, group)| {
                let members = group.members.iter().filter(alive);
                (id, members.map(|&unit| self.unit(unit)).collect())
            })
            .collect()
    }
}

/// The influence of a unit, with its remaining hit points. That of a building begins at the first of its cells,
/// which is its position, as in Glest.
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

/// What layers see of a unit.
type UnitParts<'a> = (
    &'a Unit,
    &'a Position,
    Option<&'a HitPoints>,
    &'a Velocity,
    &'a Orders,
    &'a Status,
    &'a Route,
);

fn snapshot(parts: UnitParts, teams: &Teams) -> UnitSnapshot {
    let (unit, position, hit_points, velocity, orders, status, route) = parts;
    let next = route.ahead().first().filter(|_| *status == Status::Walking);
    UnitSnapshot {
        id: unit.id.0,
        team: side_of(&teams.0, unit.team),
        group: orders.group.map(|group| group.0),
        position: position.0,
        velocity: velocity.0,
        heading: next.map_or(Vec2::ZERO, |cell| (cell.center() - position.0).normalize_or_zero()),
        walks: *status == Status::Walking,
        flies: unit.kind.flying,
        presence: presence(unit, position.0, hit_points),
    }
}

/// Brings what layers know up to date with where units are.
pub(crate) fn update_fields(
    mut arenas: Query<(&Land, &Teams, &Roster, &Pass, &Warfare, &mut ArenaFields)>,
    units: Query<UnitParts>,
    mut rules: Local<Vec<Layers>>,
) {
    for (land, teams, roster, pass, warfare, mut fields) in &mut arenas {
        if !pass.plans() {
            continue;
        }
        fields.bypass_change_detection().swamp = warfare.rules.swamp;
        let of_teams = || teams.0.iter().map(|team| team.doctrine.layers);
        let ground = land.terrain.revision();
        let sides = || (0..teams.0.len()).map(|team| side_of(&teams.0, TeamId(team as u8)));
        let changed = roster.armed > 0 || !fields.layers.influence.has_sides(sides());
        let known = fields.up_to_date.as_ref().filter(|_| !changed);
        if known.is_some_and(|(rules, of)| *of == ground && of_teams().eq(rules.iter().copied())) {
            continue;
        }
        let ArenaFields { layers, units: snapshots, up_to_date, .. } = &mut *fields;
        rules.clear();
        rules.extend(of_teams());
        snapshots.clear();
        let needed = layers.need_units(&rules, roster.armed);
        if needed {
            let known = roster.units.values().filter_map(|&entity| units.get(entity).ok());
            snapshots.extend(known.map(|parts| snapshot(parts, teams)));
        }
        layers.influence.set_sides(sides());
        layers.update(&rules, &land.terrain, snapshots);
        *up_to_date = (!needed).then(|| (rules.clone(), ground));
    }
}

/// Groups plan again from time to time if a layer wants them to. Groups with a unit that does not get on are left
/// alone: they plan again for that reason.
pub(crate) fn replan_for_fields(
    mut arenas: Query<(&Clock, &Teams, &Roster, &mut Groups, &mut ArenaFields), With<Ticking>>,
    units: Query<(&Status, &Progress)>,
    mut memory: Local<Vec<Vec<Option<u64>>>>,
) {
    let now = &mut *memory;
    for (clock, teams, roster, mut groups, mut fields) in &mut arenas {
        if !clock.tick.is_multiple_of(LOOKS_FOR_CHANGES_EVERY) {
            continue;
        }
        let of_teams = (0..).zip(&teams.0).map(|(team, _)| team);
        let revisions = of_teams.clone().map(|team| fields.layers.revision(team));
        if !fields.noticed.is_empty() && revisions.clone().eq(fields.noticed_at.iter().copied()) {
            continue;
        }
        now.resize_with(teams.0.len(), Vec::new);
        of_teams
            .clone()
            .zip(&mut *now)
            .for_each(|(team, now)| fields.layers.replan_keys(team, now));
        for group in groups.list.values_mut() {
            let team = usize::from(group.team.0);
            let before = fields.noticed.get(team).map_or(&[][..], |keys| keys);
            let walking = || {
                let members = group.members.iter().filter_map(|id| roster.units.get(id));
                members.filter_map(|&e| units.get(e).ok()).filter(|(s, _)| **s == Status::Walking)
            };
            if teams.0[team].doctrine.layers.ask_for_replan(&now[team], before)
                && walking().count() > 0
                && walking().all(|(_, progress)| progress.stalled < LOOKS_ROUND_EVERY)
            {
                group.needs_plan = true;
            }
        }
        let ArenaFields { layers, noticed, noticed_at, .. } = &mut *fields;
        std::mem::swap(noticed, now);
        noticed_at.clear();
        noticed_at.extend(of_teams.map(|team| layers.revision(team)));
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
