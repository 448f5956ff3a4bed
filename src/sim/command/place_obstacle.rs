//! Places an obstacle.

use super::action::Act;
use super::refusal::{Refusal, demand};
use super::site::ArenaSite;
use crate::grid::{Cell, Rectangle};
use crate::scenario::{MAX_OBSTACLES, ObstacleId, ObstacleKind, ObstacleSpec};
use crate::sim::arena::Obstacle;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// An obstacle to be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlaceObstacle {
    /// Its id; new.
    pub id: ObstacleId,
    /// What it looks like.
    pub kind: ObstacleKind,
    /// The cells that it blocks.
    pub area: Rectangle,
}

impl Act for PlaceObstacle {
    fn title(&self) -> &'static str {
        "Place obstacle"
    }

    fn admit(&self, site: &ArenaSite) -> Result<(), Refusal> {
        demand(site.obstacle(self.id).is_none(), Refusal::ObstacleExists(self.id))?;
        demand(site.obstacle_count() < MAX_OBSTACLES, Refusal::TooManyObstacles)?;
        demand(site.bounds().holds(self.area), Refusal::ObstacleOutside)
    }

    fn act(&self, site: &mut ArenaSite) {
        let &Self { id, kind, area } = self;
        site.world.spawn((ChildOf(site.arena), Obstacle(ObstacleSpec { id, kind, area })));
    }

    fn place(&self, _: &ArenaSite) -> Cell {
        self.area.at
    }

    fn leaves_the_start(&self) -> bool {
        true
    }

    fn next_obstacle(&self) -> ObstacleId {
        ObstacleId(self.id.0.saturating_add(1))
    }
}
