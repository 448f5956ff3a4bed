//! The layers of an arena as one team sees them, for the overlays and the read-out.

use crate::grid::Cell;
use crate::planning::{Explained, Layers, PlanContext, Presence, Prices, explain};
use crate::scenario::TeamId;
use crate::sim::{
    Arena, HitPoints, Influences, Land, Learned, Orders, Planner, Position, Roster, Teams, Unit,
    presence,
};
use crate::view::shared::Selection;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// What the layers of all arenas know.
#[derive(SystemParam)]
pub struct Fields<'w, 's> {
    selection: Res<'w, Selection>,
    arenas: Query<
        'w,
        's,
        (
            &'static Arena,
            &'static Land,
            &'static Teams,
            &'static Roster,
            &'static Planner,
            &'static Learned,
            &'static Influences,
        ),
    >,
    units: Query<
        'w,
        's,
        (&'static Unit, &'static Position, Option<&'static HitPoints>, &'static Orders),
    >,
}

/// What the layers of one arena know, as one team sees it.
pub struct FieldView<'a> {
    pub arena: &'a Arena,
    pub land: &'a Land,
    pub planner: &'a Planner,
    pub learned: &'a Learned,
    pub influences: &'a Influences,
    /// The team of the selected units; else the first that plans by the layer; else the first.
    pub team: TeamId,
    pub team_name: &'a str,
    pub layers: Layers,
    /// The selected units of that team; where a flock plans as one, all of the first one's group.
    planners: Vec<Presence>,
}

impl Fields<'_, '_> {
    /// An arena as seen by the team that a person most likely means.
    pub fn of(&self, arena: Entity, plans_by: impl Fn(&Layers) -> bool) -> Option<FieldView<'_>> {
        let (arena, land, teams, roster, planner, learned, influences) =
            self.arenas.get(arena).ok()?;
        let selected = || {
            let entities = self.selection.units.iter().filter_map(|id| roster.units.get(id));
            entities.filter_map(|&entity| self.units.get(entity).ok())
        };
        let planning = teams.0.iter().position(|team| plans_by(&team.doctrine.layers));
        let team = match selected().next() {
            Some((unit, ..)) => unit.team,
            None => TeamId(planning.unwrap_or(0) as u8),
        };
        let side = teams.0.get(usize::from(team.0))?;
        let (team_name, layers) = (side.name.as_str(), side.doctrine.layers);
        let as_one = layers.influence.is_some_and(|rule| rule.flock);
        let group = selected().next().and_then(|(.., orders)| orders.group).filter(|_| as_one);
        let all = group.into_iter().flat_map(|_| roster.units.values());
        let all = all.filter_map(|&entity| self.units.get(entity).ok());
        let flock = all.filter(|(.., orders)| orders.group == group);
        let chosen = selected().filter(|_| group.is_none());
        let own = flock.chain(chosen).filter(|(unit, ..)| unit.team == team);
        let planners =
            own.map(|(unit, at, hit_points, _)| presence(unit, at.0, hit_points)).collect();
        let view = FieldView {
            arena,
            land,
            planner,
            learned,
            influences,
            team,
            team_name,
            layers,
            planners,
        };
        Some(view)
    }

    /// The first arena.
    pub fn first(&self, arenas: impl Iterator<Item = Entity>) -> Option<Entity> {
        arenas.min_by_key(|&entity| self.arenas.get(entity).map_or(u32::MAX, |a| a.0.index))
    }
}

impl FieldView<'_> {
    /// The prices for the selected units, or for somebody without strength.
    pub fn prices(&self) -> Prices<'_> {
        let chart = PlanContext {
            terrain: &self.land.terrain,
            directions: &self.learned.0,
            influence: self.influences.of(self.team),
            team: self.team.0,
            planners: self.planning_as_one(),
        };
        Prices::new(&self.layers, &chart, &self.planner.0)
    }

    /// Those whose plan is looked at: the whole flock, or the first selected unit.
    fn planning_as_one(&self) -> &[Presence] {
        let alone = self.planners.get(..1).unwrap_or(&[]);
        let as_one = self.layers.influence.is_some_and(|rule| rule.flock);
        if as_one { &self.planners } else { alone }
    }

    /// What influence makes of a cell for the selected unit, or for its flock: whether it is a flock, and the values.
    /// `None` if nobody is selected or the team does not plan by influence.
    pub fn danger(&self, cell: Cell) -> Option<(bool, Explained)> {
        let rule = self.layers.influence.filter(|_| !self.planners.is_empty())?;
        let (map, terrain) = (self.influences.of(self.team), &self.land.terrain);
        let planners = self.planning_as_one();
        Some((rule.flock, explain(&rule, map, terrain, self.team.0, planners, cell)?))
    }

    /// Changes whenever a price may have.
    pub fn revision(&self) -> u64 {
        let team = u64::from(self.team.0);
        let selected = self.planners.iter().fold(team, |sum, p| {
            sum.wrapping_mul(31).wrapping_add(u64::from(p.hit_points.to_bits()))
        });
        let parameters = format!("{:?}", self.layers)
            .bytes()
            .fold(selected, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
        [
            self.land.terrain.revision(),
            self.learned.0.revision(),
            self.influences.of(self.team).revision(),
            self.planner.0.markers_revision(),
        ]
        .into_iter()
        .fold(parameters, |sum, part| sum.wrapping_mul(1_000_003).wrapping_add(part))
    }
}
