//! The layers of an arena as one team sees them, for the overlays and the read-out.

use crate::grid::Cell;
use crate::planning::{Explained, Layers, PlanContext, Prices, UnitSnapshot, explain};
use crate::scenario::TeamId;
use crate::sim::{
    Arena, ArenaFields, HitPoints, Land, Orders, Planner, Position, Roster, Teams, Unit, presence,
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
            &'static ArenaFields,
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
    pub fields: &'a ArenaFields,
    /// The team of the selected units; else the first that plans by the layer; else the first.
    pub team: TeamId,
    pub team_name: &'a str,
    pub layers: Layers,
    /// The selected units of that team; where a flock plans as one, all of the first one's group.
    planners: Vec<UnitSnapshot>,
}

impl Fields<'_, '_> {
    /// An arena as seen by the team that a person most likely means.
    pub fn of(&self, arena: Entity, plans_by: impl Fn(&Layers) -> bool) -> Option<FieldView<'_>> {
        let (arena, land, teams, roster, planner, fields) = self.arenas.get(arena).ok()?;
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
        let as_one = layers.plans_as_one();
        let group = selected().next().and_then(|(.., orders)| orders.group).filter(|_| as_one);
        let all = group.into_iter().flat_map(|_| roster.units.values());
        let all = all.filter_map(|&entity| self.units.get(entity).ok());
        let flock = all.filter(|(.., orders)| orders.group == group);
        let chosen = selected().filter(|_| group.is_none());
        let own = flock.chain(chosen).filter(|(unit, ..)| unit.team == team);
        let planners = own.map(|(unit, at, hit_points, orders)| UnitSnapshot {
            id: unit.id.0,
            team: unit.team.0,
            group: orders.group.map(|group| group.0),
            presence: presence(unit, at.0, hit_points),
            ..UnitSnapshot::default()
        });
        let planners = planners.collect();
        Some(FieldView { arena, land, planner, fields, team, team_name, layers, planners })
    }

    /// The first arena.
    pub fn first(&self, arenas: impl Iterator<Item = Entity>) -> Option<Entity> {
        arenas.min_by_key(|&entity| self.arenas.get(entity).map_or(u32::MAX, |a| a.0.index))
    }
}

impl FieldView<'_> {
    /// The prices for the selected units, or for somebody without strength.
    pub fn prices(&self) -> Prices<'_> {
        Prices::new(&self.context(), &self.planner.0)
    }

    /// What the plan that is looked at is made on: that of the whole flock, or of the first selected unit.
    fn context(&self) -> PlanContext<'_> {
        let alone = self.planners.get(..1).unwrap_or(&[]);
        let planners = if self.layers.plans_as_one() { &self.planners } else { alone };
        self.fields.context(&self.land.terrain, self.team, planners).with_layers(self.layers)
    }

    /// What influence makes of a cell for the selected unit, or for its flock: whether it is a flock, and the values.
    /// `None` if nobody is selected or the team does not plan by influence.
    pub fn danger(&self, cell: Cell) -> Option<(bool, Explained)> {
        let rule = self.layers.influence.filter(|_| !self.planners.is_empty())?;
        Some((rule.flock, explain(&self.context(), cell)?))
    }

    /// Changes whenever a price may have.
    pub fn revision(&self) -> u64 {
        let team = u64::from(self.team.0);
        let selected = self.planners.iter().fold(team, |sum, p| {
            sum.wrapping_mul(31).wrapping_add(u64::from(p.presence.hit_points.to_bits()))
        });
        let parameters = format!("{:?}", self.layers)
            .bytes()
            .fold(selected, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(byte)));
        [
            self.land.terrain.revision(),
            self.fields.layers.revision(self.team.0),
            self.planner.0.markers_revision(),
        ]
        .into_iter()
        .fold(parameters, |sum, part| sum.wrapping_mul(1_000_003).wrapping_add(part))
    }
}
