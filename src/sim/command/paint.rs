//! Changes the ground of cells.

use super::action::Act;
use super::site::ArenaSite;
use crate::grid::{Cell, Ground};
use crate::sim::arena::Land;

impl Act for Vec<(Cell, Ground)> {
    fn title(&self) -> &'static str {
        "Paint"
    }

    fn act(&self, site: &mut ArenaSite) {
        let Some(mut land) = site.world.get_mut::<Land>(site.arena) else { return };
        let bounds = land.terrain.bounds();
        for &(cell, ground) in self.iter().filter(|(cell, _)| bounds.contains(*cell)) {
            if land.terrain.set_ground(cell, ground) {
                land.note_change(cell);
            }
        }
    }

    fn leaves_the_start(&self) -> bool {
        true
    }
}
