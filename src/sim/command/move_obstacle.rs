//! Moves an obstacle.

use super::action::Act;
use super::refusal::{Refusal, demand};
use super::site::ArenaSite;
use crate::grid::{Cell, Rectangle};
use crate::scenario::ObstacleId;
use serde::{Deserialize, Serialize};

/// Another place for an obstacle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveObstacle {
    /// Which.
    pub id: ObstacleId,
    /// Its new upper left cell.
    pub to: Cell,
}

impl Act for MoveObstacle {
    fn title(&self) -> &'static str {
        "Move obstacle"
    }

    fn admit(&self, site: &ArenaSite) -> Result<(), Refusal> {
        let (_, obstacle) = site.obstacle(self.id).ok_or(Refusal::NoObstacle(self.id))?;
        let area = Rectangle { at: self.to, ..obstacle.area };
        demand(site.bounds().holds(area), Refusal::ObstacleOutside)
    }

    fn act(&self, site: &mut ArenaSite) {
        site.change_obstacle(self.id, |obstacle| obstacle.area.at = self.to);
    }

    fn place(&self, site: &ArenaSite) -> Cell {
        site.obstacle(self.id).map_or(self.to, |(_, obstacle)| obstacle.area.at)
    }

    fn leaves_the_start(&self) -> bool {
        true
    }
}
