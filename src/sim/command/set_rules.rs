//! Changes the rules of fights.

use super::action::{Act, Setting};
use super::site::ArenaSite;
use crate::combat::Rules;
use crate::parameters::Parameters;
use crate::sim::combat::combatant::Warfare;

impl Act for Rules {
    fn title(&self) -> &'static str {
        "Change combat rules"
    }

    fn fault(&self) -> Option<String> {
        self.out_of_range().map(|fault| fault.to_string())
    }

    fn act(&self, site: &mut ArenaSite) {
        let Some(mut warfare) = site.world.get_mut::<Warfare>(site.arena) else { return };
        let before = std::mem::replace(&mut warfare.rules, *self);
        if before.swamp != self.swamp {
            site.plan_anew(|_| true);
        }
    }

    fn setting(&self) -> Option<Setting> {
        Some(("rules", 0))
    }
}
