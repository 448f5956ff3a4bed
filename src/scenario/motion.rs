//! What a kind of motion leaves out of a doctrine, in sentences for panels.

use super::{Doctrine, Motion};
use crate::parts::Part;
use crate::steering::{Engage, Travel};

impl Motion {
    /// The kind of motion in a few words.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Steered => "Steered",
            Self::CellSteps(_) => "Cell steps",
        }
    }

    /// How units move, in a sentence.
    pub fn about(&self) -> &'static str {
        match self {
            Self::Steered => {
                "Units are discs that move freely, keep apart and are as fast as their kind."
            }
            Self::CellSteps(_) => {
                "Each unit has a cell of its own and steps to one of the eight around it. All kinds are equally fast \
                 and none flies; a step into an occupied cell fails."
            }
        }
    }

    /// The parts of a doctrine that have no effect under this motion, a sentence each.
    pub fn ignores(&self, doctrine: &Doctrine) -> Vec<String> {
        let mut ignored = Vec::new();
        match self {
            Self::Steered => {
                let search = doctrine.search.algorithm().ignored_when_steered();
                ignored.extend(search.map(String::from));
            }
            Self::CellSteps(_) => {
                if matches!(doctrine.travel, Travel::Flocking(_)) {
                    ignored
                        .push("The Flocking rules have no effect: each unit steps alone.".into());
                }
                if !matches!(doctrine.engage, Engage::Hold(_)) {
                    let name = doctrine.engage.name();
                    ignored.push(format!("{name} has no effect: units step towards their target."));
                }
            }
        }
        ignored
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::planning::CellSteps;
    use crate::scenario::preset_named;

    #[test]
    fn what_a_motion_leaves_out_is_named() {
        let [steered, steps] = [Motion::Steered, Motion::CellSteps(CellSteps::default())];
        let ignored = |motion: Motion, preset: &str| {
            motion.ignores(&preset_named(preset).unwrap().doctrine).join(" ")
        };
        assert_eq!(ignored(steered, "A*"), "");
        assert_eq!(ignored(steps, "A*"), "");
        assert!(ignored(steps, "Flock").contains("Flocking"));
        assert!(ignored(steps, "Hybrid potential field").contains("PotentialField"));
        assert!(ignored(steered, "WHCA*").contains("reservations"));
        assert_eq!(ignored(steps, "WHCA*"), "");
    }
}
