//! What a kind of motion leaves out of doctrines and kinds of units, in sentences for panels and commands.

use super::{Doctrine, Motion, Scenario, Team};
use crate::parts::Part;
use crate::steering::{Engage, Travel};
use crate::traffic::Rules;

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
                if !matches!(doctrine.travel, Travel::FollowPath(_)) {
                    let name = doctrine.travel.name();
                    let but = if doctrine.travel.fights_as_one() {
                        "; only `fights_as_one` counts"
                    } else {
                        ""
                    };
                    ignored.push(format!(
                        "{name} has no effect on cell steps: each unit steps along its own path{but}."
                    ));
                }
                if !matches!(doctrine.engage, Engage::Hold(_)) {
                    let name = doctrine.engage.name();
                    ignored.push(format!(
                        "{name} has no effect on cell steps: units step towards their targets."
                    ));
                }
                if doctrine.layers.markers.is_some() {
                    ignored.push(
                        "The planning order of markers has no effect on cell steps: each unit plans when it needs to, and those under way count as \
                         planned before."
                            .into(),
                    );
                }
                if doctrine.traffic.rules() != Rules::none() {
                    ignored.push(
                        "Traffic has no effect on cell steps: each unit has a cell of its own, and WHCA* makes units give \
                         way there."
                            .into(),
                    );
                }
            }
        }
        ignored
    }

    /// The parts of the doctrines of some teams that have no effect, each with the teams that it concerns if others have
    /// none of it.
    pub fn ignores_of(&self, teams: &[Team]) -> Vec<String> {
        let mut concerned: Vec<(String, Vec<&str>)> = Vec::new();
        for team in teams {
            for sentence in self.ignores(&team.doctrine) {
                match concerned.iter_mut().find(|(known, _)| *known == sentence) {
                    Some((_, names)) => names.push(&team.name),
                    None => concerned.push((sentence, vec![&team.name])),
                }
            }
        }
        let say = |(sentence, names): (String, Vec<&str>)| {
            if names.len() == teams.len() {
                sentence
            } else {
                format!("{}: {sentence}", names.join(", "))
            }
        };
        concerned.into_iter().map(say).collect()
    }
}

impl Scenario {
    /// What the motion leaves out of the doctrines and kinds of this scenario, a sentence each.
    pub fn ignored_parts(&self) -> Vec<String> {
        let mut ignored = self.motion.ignores_of(&self.teams);
        if matches!(self.motion, Motion::CellSteps(_)) {
            let moving = || self.units.iter().map(|unit| unit.kind).filter(|kind| kind.speed > 0.0);
            if moving().any(|kind| kind.flying) {
                ignored.push("No unit flies on cell steps: flying units go round walls.".into());
            }
            if moving().zip(moving().skip(1)).any(|(a, b)| a.speed != b.speed) {
                ignored.push(
                    "Speeds have no effect on cell steps: all kinds are equally fast.".into(),
                );
            }
        }
        ignored
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::kind_named;
    use crate::planning::CellSteps;
    use crate::scenario::{preset_named, shipped, shipped_named};

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
        assert!(ignored(steps, "Map Marker").contains("planning order"));
        assert_eq!(ignored(steered, "Map Marker"), "");
        for travel in ["ORCA", "Flow field"] {
            assert!(ignored(steps, travel).contains("own path"), "{travel}");
        }
    }

    #[test]
    fn flyers_and_speeds_are_named_once_and_teams_only_if_others_differ() {
        let mut scenario = shipped()[shipped_named("23-hybrid-open").unwrap()].load().unwrap();
        assert_eq!(scenario.ignored_parts(), [""; 0]);
        scenario.motion = Motion::CellSteps(CellSteps::default());
        let boids = preset_named("Hybrid boids").unwrap().doctrine;
        scenario.teams.iter_mut().for_each(|team| team.doctrine = boids);
        let said = scenario.ignored_parts();
        assert!(said[0].starts_with("Boids has no effect"), "{said:?}");
        scenario.teams[0].doctrine = Doctrine::default();
        assert!(scenario.ignored_parts()[0].starts_with("east: Boids"), "{said:?}");
        scenario.units[0].kind = kind_named("Wraith").unwrap();
        let flyers = |s: &String| s.starts_with("No unit flies");
        assert_eq!(scenario.ignored_parts().iter().filter(|s| flyers(s)).count(), 1);
    }
}
