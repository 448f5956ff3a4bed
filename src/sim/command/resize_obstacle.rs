//! Gives an obstacle another area.

use super::action::{Act, Setting};
use super::refusal::{Refusal, demand};
use super::site::ArenaSite;
use crate::grid::{Cell, Rectangle};
use crate::scenario::ObstacleId;
use serde::{Deserialize, Serialize};

/// Another area for an obstacle: another size, place, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResizeObstacle {
    /// Which.
    pub id: ObstacleId,
    /// The cells that it blocks from now on.
    pub area: Rectangle,
}

impl Act for ResizeObstacle {
    fn title(&self) -> &'static str {
        "Resize obstacle"
    }

    fn admit(&self, site: &ArenaSite) -> Result<(), Refusal> {
        demand(site.obstacle(self.id).is_some(), Refusal::NoObstacle(self.id))?;
        demand(site.bounds().holds(self.area), Refusal::ObstacleOutside)
    }

    fn act(&self, site: &mut ArenaSite) {
        site.change_obstacle(self.id, |obstacle| obstacle.area = self.area);
    }

    fn place(&self, _: &ArenaSite) -> Cell {
        self.area.at
    }

    fn setting(&self) -> Option<Setting> {
        Some(("obstacle", self.id.0))
    }

    fn leaves_the_start(&self) -> bool {
        true
    }
}
