//! What is selected.

use crate::scenario::{ObstacleId, Scenario, UnitId};
use bevy::prelude::*;
use std::collections::BTreeSet;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Selection>();
}

/// The selected units, or the selected obstacle.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// Units.
    pub units: BTreeSet<UnitId>,
    /// The obstacle.
    pub obstacle: Option<ObstacleId>,
}

impl Selection {
    /// A selection of units.
    pub fn units(units: BTreeSet<UnitId>) -> Self {
        Self { units, obstacle: None }
    }

    /// Forgets what a scenario does not have.
    pub fn keep_units_of(&mut self, scenario: &Scenario) {
        self.units.retain(|id| scenario.units.iter().any(|unit| unit.id == *id));
        let obstacles = &scenario.obstacles;
        self.obstacle = self.obstacle.filter(|id| obstacles.iter().any(|o| o.id == *id));
    }

    /// A selected obstacle.
    pub fn obstacle(obstacle: ObstacleId) -> Self {
        Self { units: BTreeSet::new(), obstacle: Some(obstacle) }
    }
}
