//! Changes when diagonal steps are legal.

use super::action::Act;
use super::site::ArenaSite;
use crate::grid::CornerRule;
use crate::sim::arena::Land;

impl Act for CornerRule {
    fn title(&self) -> &'static str {
        "Change corner rule"
    }

    fn act(&self, site: &mut ArenaSite) {
        if let Some(mut land) = site.world.get_mut::<Land>(site.arena) {
            land.corners_changed |= land.terrain.corners() != *self;
            land.terrain.set_corners(*self);
        }
    }

    fn leaves_the_start(&self) -> bool {
        true
    }
}
