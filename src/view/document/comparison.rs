//! Arenas side by side: the same scenario, seed and commands, with other doctrines or another motion.
//!
//! The first arena shows the document. Those beside it are for comparing, and are not saved with it: each has its own
//! motion and its own doctrine for every team, and whatever else is done is done in all of them.

use crate::scenario::{Action, Doctrine, Motion, Scenario, StartDirections, Team, TeamId};

/// What is different in the arenas beside the first, by arena.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison(Vec<Own>);

/// What is different in an arena.
#[derive(Clone, Debug, Default, PartialEq)]
struct Own {
    /// By team.
    doctrines: Vec<Doctrine>,
    /// How its units move.
    motion: Motion,
    /// Whether it begins without learned directions, whatever the scenario has.
    blank: bool,
}

/// What can be done with the arenas side by side.
#[derive(Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "a person wants only a few things in a frame")]
pub enum BesideIntent {
    /// Sets up one more, in which a team has another doctrine; all start from the beginning.
    Compare {
        /// Which team.
        team: TeamId,
        /// How it moves there.
        doctrine: Doctrine,
    },
    /// Takes an arena away; the others start from the beginning.
    Close(u32),
}

impl Comparison {
    /// Most arenas beside the first.
    pub const MOST: usize = 3;

    /// How many there are.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Whether there is only the first arena.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The numbers of all arenas, the first included.
    pub fn arenas(&self) -> Vec<u32> {
        (0..=self.0.len() as u32).collect()
    }

    /// One more arena, in which one team has another doctrine than in the scenario.
    pub fn add(&mut self, scenario: &Scenario, team: TeamId, doctrine: Doctrine) {
        if self.0.len() < Self::MOST {
            let mut doctrines: Vec<Doctrine> = scenario.teams.iter().map(|t| t.doctrine).collect();
            if let Some(own) = doctrines.get_mut(usize::from(team.0)) {
                *own = doctrine;
            }
            self.0.push(Own { doctrines, motion: scenario.motion, blank: false });
        }
    }

    /// Takes an arena away. The first one stays.
    pub fn close(&mut self, arena: u32) {
        if let Some(place) = Self::place(arena).filter(|&place| place < self.0.len()) {
            self.0.remove(place);
        }
    }

    /// Notes what is done in an arena beside the first alone: another doctrine of a team, another motion, or
    /// that what was learned there is forgotten.
    pub fn apply(&mut self, arena: u32, action: &Action) {
        let Some(own) = Self::place(arena).and_then(|place| self.0.get_mut(place)) else { return };
        match action {
            &Action::SetDoctrine { team, doctrine } => {
                if let Some(known) = own.doctrines.get_mut(usize::from(team.0)) {
                    *known = doctrine;
                }
            }
            Action::SetDirections(cells) => own.blank = cells.is_empty(),
            Action::SetMotion(motion) => own.motion = *motion,
            _ => {}
        }
    }

    /// The teams of an arena, with their doctrines there.
    pub fn teams(&self, arena: u32, teams: &[Team]) -> Vec<Team> {
        let mut teams = teams.to_vec();
        if let Some(own) = self.own(arena) {
            for (team, &doctrine) in teams.iter_mut().zip(&own.doctrines) {
                team.doctrine = doctrine;
            }
        }
        teams
    }

    /// How the units of an arena move, where the scenario's move so.
    pub fn motion(&self, arena: u32, motion: Motion) -> Motion {
        self.own(arena).map_or(motion, |own| own.motion)
    }

    /// The scenario that an arena is built from.
    pub fn scenario(&self, arena: u32, scenario: &Scenario) -> Scenario {
        let teams = self.teams(arena, &scenario.teams);
        let motion = self.motion(arena, scenario.motion);
        let mut own = Scenario { teams, motion, ..scenario.clone() };
        if self.own(arena).is_some_and(|own| own.blank) {
            own.directions = StartDirections::default();
        }
        own
    }

    /// An action of the document as an arena gets it: a change of doctrine or motion leaves the arenas beside the first
    /// at their own, and those that begin without directions are given none.
    pub fn addressed(&self, arena: u32, action: &Action) -> Action {
        match (action, self.own(arena)) {
            (&Action::SetDoctrine { team, doctrine }, Some(own)) => {
                let own = own.doctrines.get(usize::from(team.0)).copied();
                Action::SetDoctrine { team, doctrine: own.unwrap_or(doctrine) }
            }
            (Action::SetMotion(_), Some(own)) => Action::SetMotion(own.motion),
            (Action::SetDirections(_), Some(own)) if own.blank => Action::SetDirections(Vec::new()),
            _ => action.clone(),
        }
    }

    fn own(&self, arena: u32) -> Option<&Own> {
        Self::place(arena).and_then(|place| self.0.get(place))
    }

    fn place(arena: u32) -> Option<usize> {
        arena.checked_sub(1).map(|place| place as usize)
    }
}

/// What an arena is called: A, B, C.
pub fn letter(arena: u32) -> char {
    char::from(b'A'.saturating_add(arena.min(25) as u8))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Bounds;
    use crate::planning::CellSteps;
    use crate::scenario::preset_named;

    fn doctrine(name: &str) -> Doctrine {
        preset_named(name).unwrap().doctrine
    }

    #[test]
    fn a_change_of_doctrine_reaches_only_the_first_arena() {
        let scenario = Scenario {
            teams: vec![Team::numbered(0), Team::numbered(1)],
            ..Scenario::blank(Bounds::new(4, 4))
        };
        let mut beside = Comparison::default();
        beside.add(&scenario, TeamId(1), doctrine("Map Marker"));
        let set = |team| Action::SetDoctrine { team, doctrine: doctrine("Marker A*") };
        assert_eq!(beside.addressed(0, &set(TeamId(1))), set(TeamId(1)));
        let own = Action::SetDoctrine { team: TeamId(1), doctrine: doctrine("Map Marker") };
        assert_eq!(beside.addressed(1, &set(TeamId(1))), own);
        assert_eq!(beside.teams(1, &scenario.teams)[0].doctrine, Doctrine::default());
    }

    #[test]
    fn each_arena_has_its_own_motion() {
        let scenario = Scenario::blank(Bounds::new(4, 4));
        let mut beside = Comparison::default();
        beside.add(&scenario, TeamId(0), Doctrine::default());
        let steps = Motion::CellSteps(CellSteps::default());
        beside.apply(1, &Action::SetMotion(steps));
        assert_eq!(beside.scenario(1, &scenario).motion, steps);
        assert_eq!(beside.scenario(0, &scenario).motion, Motion::Steered);
        let steered = Action::SetMotion(Motion::Steered);
        assert_eq!(beside.addressed(1, &steered), Action::SetMotion(steps));
        assert_eq!(beside.addressed(0, &steered), steered);
    }

    #[test]
    fn there_is_an_end_to_the_arenas_and_the_first_stays() {
        let scenario = Scenario::blank(Bounds::new(4, 4));
        let mut beside = Comparison::default();
        for _ in 0..10 {
            beside.add(&scenario, TeamId(0), Doctrine::default());
        }
        assert_eq!(beside.arenas(), [0, 1, 2, 3]);
        beside.close(0);
        beside.close(9);
        beside.close(2);
        assert_eq!(beside.len(), 2);
    }
}
