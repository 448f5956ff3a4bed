//! The fields of an arena as one team sees them, for the overlays of layers and for the values under the pointer.

use super::revision_of;
use super::scene::{Scene, UnitRef};
use crate::grid::Cell;
use crate::planning::{Explained, Layers, PlanContext, Presence, Prices, explain};
use crate::scenario::TeamId;
use crate::sim::{HitPoints, Influences, Learned, Orders, Planner, Position, presence};

/// What the layers of one arena know, as one team sees it.
pub(super) struct FieldView<'a> {
    scene: Scene<'a>,
    pub planner: &'a Planner,
    pub learned: &'a Learned,
    pub influences: &'a Influences,
    pub team: TeamId,
    pub team_name: &'a str,
    pub layers: Layers,
    /// The units whose plan is shown: the whole flock if the team's flocks plan as one, else the first selected unit.
    planners: Vec<Presence>,
}

impl<'a> FieldView<'a> {
    /// The arena as the team sees it that is most likely meant: the team of the selected units; else the first that
    /// plans by the layer; else the first.
    pub fn of(scene: &Scene<'a>, plans_by: impl Fn(&Layers) -> bool) -> Option<Self> {
        let selected = scene.selected().next();
        let planning = scene.teams.iter().position(|team| plans_by(&team.doctrine.layers));
        let team = selected.map_or(TeamId(planning.unwrap_or(0) as u8), |unit| unit.unit.team);
        let side = scene.team(team)?;
        let layers = side.doctrine.layers;
        let as_one = layers.influence.is_some_and(|rule| rule.flock);
        let group = |unit: &UnitRef| unit.get::<Orders>().and_then(|orders| orders.group);
        let flock = selected.as_ref().and_then(group).filter(|_| as_one);
        let planners: Vec<Presence> = match flock {
            Some(_) => scene
                .units()
                .filter(|unit| group(unit) == flock && unit.unit.team == team)
                .filter_map(|unit| presence_of(&unit))
                .collect(),
            None if as_one => scene
                .selected()
                .filter(|unit| unit.unit.team == team)
                .filter_map(|unit| presence_of(&unit))
                .collect(),
            None => selected.iter().filter_map(presence_of).collect(),
        };
        Some(Self {
            scene: *scene,
            planner: scene.get()?,
            learned: scene.get()?,
            influences: scene.get()?,
            team,
            team_name: &side.name,
            layers,
            planners,
        })
    }

    /// The prices of cells for the units whose plan is shown, or for a unit without strength if none is selected.
    pub fn prices(&self) -> Prices<'_> {
        let context = PlanContext {
            terrain: self.scene.terrain(),
            directions: &self.learned.0,
            influence: self.influences.of(self.team),
            team: self.team.0,
            planners: &self.planners,
        };
        Prices::new(&self.layers, &context, &self.planner.0)
    }

    /// The influence of a cell as the team sees it: the strength of enemies minus that of friends.
    pub fn influence(&self, cell: Cell) -> f64 {
        self.influences.of(self.team).zeta(self.scene.terrain(), self.team.0, cell)
    }

    /// What influence makes of a cell for the units whose plan is shown: whether they are a flock, and the values.
    /// `None` if nothing is selected or the team does not plan by influence.
    pub fn danger(&self, cell: Cell) -> Option<(bool, Explained)> {
        let rule = self.layers.influence.filter(|_| !self.planners.is_empty())?;
        let (map, terrain) = (self.influences.of(self.team), self.scene.terrain());
        Some((rule.flock, explain(&rule, map, terrain, self.team.0, &self.planners, cell)?))
    }

    /// Changes whenever a price may have.
    pub fn revision(&self) -> u64 {
        let fields = (
            self.scene.terrain().revision(),
            self.learned.0.revision(),
            self.influences.of(self.team).revision(),
            self.planner.0.markers_revision(),
        );
        let planners: Vec<_> =
            self.planners.iter().map(|p| (p.at.x, p.at.y, p.hit_points.to_bits())).collect();
        revision_of((fields, self.team, self.team_name, planners, format!("{:?}", self.layers)))
    }
}

fn presence_of(unit: &UnitRef) -> Option<Presence> {
    Some(presence(unit.unit, unit.get::<Position>()?.0, unit.get::<HitPoints>()))
}
