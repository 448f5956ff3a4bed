//! The fields of an arena as one team sees them, for the overlays of layers and for the values under the pointer.

use super::revision_of;
use super::scene::{Scene, UnitRef};
use crate::grid::Cell;
use crate::planning::{Explained, Layers, PlanContext, Prices, UnitSnapshot, explain};
use crate::scenario::{Team, TeamId, side_of};
use crate::sim::{ArenaFields, HitPoints, Orders, Planner, Position, presence};

/// What the layers of one arena know, as one team sees it.
pub(super) struct FieldView<'a> {
    scene: Scene<'a>,
    pub planner: &'a Planner,
    pub fields: &'a ArenaFields,
    pub team: TeamId,
    pub team_name: &'a str,
    pub layers: Layers,
    /// The units whose plan is shown: the whole flock if the team's flocks plan as one, else the first selected unit.
    planners: Vec<UnitSnapshot>,
}

impl<'a> FieldView<'a> {
    /// The arena as the team sees it that is most likely meant: the team of the selected units; else the first that
    /// plans by the layer; else the first.
    pub fn of(scene: &Scene<'a>, plans_by: impl Fn(&Layers) -> bool) -> Option<Self> {
        let selected = scene.subject();
        let planning = scene.teams.iter().position(|team| plans_by(&team.doctrine.layers));
        let team = selected.map_or(TeamId(planning.unwrap_or(0) as u8), |unit| unit.unit.team);
        let side = scene.team(team)?;
        let layers = side.doctrine.layers;
        let as_one = layers.plans_as_one();
        let group = |unit: &UnitRef| unit.get::<Orders>().and_then(|orders| orders.group);
        let flock = selected.as_ref().and_then(group).filter(|_| as_one);
        let planners: Vec<UnitSnapshot> = match flock {
            Some(_) => scene
                .units()
                .filter(|unit| group(unit) == flock && unit.unit.team == team)
                .filter_map(|unit| snapshot_of(&unit, scene.teams))
                .collect(),
            None if as_one => scene
                .selected()
                .filter(|unit| unit.unit.team == team)
                .filter_map(|unit| snapshot_of(&unit, scene.teams))
                .collect(),
            None => selected.iter().filter_map(|unit| snapshot_of(unit, scene.teams)).collect(),
        };
        Some(Self {
            scene: *scene,
            planner: scene.get()?,
            fields: scene.get()?,
            team,
            team_name: &side.name,
            layers,
            planners,
        })
    }

    /// The costs of cells for the units whose plan is shown, or for a unit without strength if none is selected.
    pub fn prices(&self) -> Prices<'_> {
        Prices::new(&self.context(), &self.planner.0)
    }

    /// The context of the plan that is shown.
    pub fn context(&self) -> PlanContext<'_> {
        let context = self.fields.context(self.scene.terrain(), self.team, &self.planners);
        context.with_layers(self.layers)
    }

    /// The influence of a cell as the team sees it: the strength of enemies minus that of allies.
    pub fn influence(&self, cell: Cell) -> f64 {
        let influence = &self.fields.layers.influence;
        let side = influence.side(self.team.0);
        influence.of(self.team.0).zeta(self.scene.terrain(), side, cell)
    }

    /// The influence on the cost of a cell for the units whose plan is shown: whether they are a flock, and the values.
    /// `None` if nothing is selected or the team does not plan by influence.
    pub fn danger(&self, cell: Cell) -> Option<(bool, Explained)> {
        let rule = self.layers.influence.filter(|_| !self.planners.is_empty())?;
        Some((rule.flock, explain(&self.context(), cell)?))
    }

    /// Changes whenever a cost may have.
    pub fn revision(&self) -> u64 {
        let fields = (
            self.scene.terrain().revision(),
            self.fields.layers.revision(self.team.0),
            self.planner.0.markers_revision(),
        );
        let planners: Vec<_> = self
            .planners
            .iter()
            .map(|unit| {
                (unit.presence.at.x, unit.presence.at.y, unit.presence.hit_points.to_bits())
            })
            .collect();
        revision_of((fields, self.team, self.team_name, planners, format!("{:?}", self.layers)))
    }
}

fn snapshot_of(unit: &UnitRef, teams: &[Team]) -> Option<UnitSnapshot> {
    let position = unit.get::<Position>()?.0;
    Some(UnitSnapshot {
        id: unit.unit.id.0,
        team: side_of(teams, unit.unit.team),
        group: unit.get::<Orders>().and_then(|orders| orders.group).map(|group| group.0),
        position,
        presence: presence(unit.unit, position, unit.get::<HitPoints>()),
        ..UnitSnapshot::default()
    })
}
