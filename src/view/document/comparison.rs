//! Arenas side by side: the same scenario, seed and commands, with other doctrines or another motion.
//!
//! The first arena runs the document. The others are for comparison and are not saved: each has its own motion and its
//! own doctrine for every team. All other edits are applied in every arena.

pub use crate::overlay::letter;

use crate::scenario::{
    Action, Doctrine, Motion, Scenario, StartDirections, Team, TeamAction, TeamId,
};

/// How the arenas beside the first differ from it, by arena.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison(Vec<Own>);

/// How an arena differs from the first.
#[derive(Clone, Debug, Default, PartialEq)]
struct Own {
    /// The doctrine of each team.
    doctrines: Vec<Doctrine>,
    /// How its units move.
    motion: Motion,
    /// Whether it starts without learned directions, even if the scenario has some.
    blank: bool,
}

/// An intent about the arenas side by side.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "only a few are sent in a frame")]
pub enum ComparisonIntent {
    /// Adds an arena in which one team has another doctrine. All arenas restart.
    Add {
        /// The team.
        team: TeamId,
        /// Its doctrine there.
        doctrine: Doctrine,
    },
    /// Closes an arena. The others restart.
    Close(u32),
}

impl Comparison {
    /// Greatest number of arenas beside the first.
    pub const MOST: usize = 3;

    /// The number of arenas beside the first.
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

    /// Adds an arena in which one team has another doctrine than in the scenario.
    pub fn add(&mut self, scenario: &Scenario, team: TeamId, doctrine: Doctrine) {
        if self.0.len() < Self::MOST {
            let mut doctrines: Vec<Doctrine> = scenario.teams.iter().map(|t| t.doctrine).collect();
            if let Some(own) = doctrines.get_mut(usize::from(team.0)) {
                *own = doctrine;
            }
            self.0.push(Own { doctrines, motion: scenario.motion, blank: false });
        }
    }

    /// Closes an arena. The first one stays.
    pub fn close(&mut self, arena: u32) {
        if let Some(index) = Self::index(arena).filter(|&index| index < self.0.len()) {
            self.0.remove(index);
        }
    }

    /// Applies an action to one arena beside the first: another doctrine of a team, another motion, or forgetting the
    /// learned directions.
    pub fn apply(&mut self, arena: u32, action: &Action) {
        let Some(own) = Self::index(arena).and_then(|index| self.0.get_mut(index)) else { return };
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

    /// Takes in a change of the teams: a new one has the default doctrine in every arena.
    pub fn note(&mut self, action: &Action) {
        if matches!(action, Action::Team(TeamAction::Add { .. })) {
            self.0.iter_mut().for_each(|own| own.doctrines.push(Doctrine::default()));
        }
    }

    /// Forgets removed teams; later ones move up, as they do in a scenario that starts anew.
    pub fn close_ranks(&mut self, teams: &[Team]) {
        for own in &mut self.0 {
            let mut teams = teams.iter();
            own.doctrines.retain(|_| !teams.next().is_some_and(|team| team.removed));
        }
    }

    /// The teams of an arena, given those of the scenario.
    pub fn teams(&self, arena: u32, teams: &[Team]) -> Vec<Team> {
        let mut teams = teams.to_vec();
        if let Some(own) = self.own(arena) {
            for (team, &doctrine) in teams.iter_mut().zip(&own.doctrines) {
                team.doctrine = doctrine;
            }
        }
        teams
    }

    /// The motion of an arena, given that of the scenario.
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

    /// An action of the document as one arena gets it. The arenas beside the first keep their own doctrines and motion,
    /// and an arena that starts without directions gets none.
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
        Self::index(arena).and_then(|index| self.0.get(index))
    }

    fn index(arena: u32) -> Option<usize> {
        arena.checked_sub(1).map(|index| index as usize)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, Cell};
    use crate::planning::CellSteps;
    use crate::scenario::{NewUnit, Order, UnitId, preset_named};
    use crate::sim::{Arena, Pace, state_hash};
    use crate::view::document::intent::{EditIntent, Intent};
    use crate::view::document::state::Document;
    use crate::view::document::state::tests::{app_of, frames, run};
    use crate::view::panels::notices::Notice;
    use bevy::prelude::*;

    fn doctrine(name: &str) -> Doctrine {
        preset_named(name).unwrap().doctrine
    }

    #[test]
    fn a_change_of_doctrine_reaches_only_the_first_arena() {
        let scenario = Scenario {
            teams: vec![Team::numbered(0), Team::numbered(1)],
            ..Scenario::blank(Bounds::new(4, 4))
        };
        let mut comparison = Comparison::default();
        comparison.add(&scenario, TeamId(1), doctrine("Map Marker"));
        let set = |team| Action::SetDoctrine { team, doctrine: doctrine("Marker A*") };
        assert_eq!(comparison.addressed(0, &set(TeamId(1))), set(TeamId(1)));
        let own = Action::SetDoctrine { team: TeamId(1), doctrine: doctrine("Map Marker") };
        assert_eq!(comparison.addressed(1, &set(TeamId(1))), own);
        assert_eq!(comparison.teams(1, &scenario.teams)[0].doctrine, Doctrine::default());
    }

    #[test]
    fn each_arena_has_its_own_motion() {
        let scenario = Scenario::blank(Bounds::new(4, 4));
        let mut comparison = Comparison::default();
        comparison.add(&scenario, TeamId(0), Doctrine::default());
        let steps = Motion::CellSteps(CellSteps::default());
        comparison.apply(1, &Action::SetMotion(steps));
        assert_eq!(comparison.scenario(1, &scenario).motion, steps);
        assert_eq!(comparison.scenario(0, &scenario).motion, Motion::Steered);
        let steered = Action::SetMotion(Motion::Steered);
        assert_eq!(comparison.addressed(1, &steered), Action::SetMotion(steps));
        assert_eq!(comparison.addressed(0, &steered), steered);
    }

    #[test]
    fn the_number_of_arenas_is_limited_and_the_first_stays() {
        let scenario = Scenario::blank(Bounds::new(4, 4));
        let mut comparison = Comparison::default();
        for _ in 0..10 {
            comparison.add(&scenario, TeamId(0), Doctrine::default());
        }
        assert_eq!(comparison.arenas(), [0, 1, 2, 3]);
        comparison.close(0);
        comparison.close(9);
        comparison.close(2);
        assert_eq!(comparison.len(), 2);
    }

    /// The tick, and the state of each arena.
    fn look(app: &mut App) -> (u64, Vec<u64>) {
        let world = app.world_mut();
        let mut arenas: Vec<_> =
            world.query::<(&Arena, Entity)>().iter(world).map(|(a, e)| (a.index, e)).collect();
        arenas.sort_unstable();
        let hashes = arenas.into_iter().map(|(_, arena)| state_hash(world, arena)).collect();
        (world.resource::<Document>().tick, hashes)
    }

    fn send(app: &mut App, intent: Intent) -> Vec<String> {
        app.world_mut().write_message(intent);
        frames(app);
        let mut notices = app.world_mut().resource_mut::<Messages<Notice>>();
        notices.drain().map(|notice| notice.text).collect()
    }

    fn walking(motion: Motion) -> App {
        let mut scenario = Scenario { motion, ..Scenario::blank(Bounds::new(30, 8)) };
        let at = Vec2::splat(1.5);
        let unit = NewUnit { id: UnitId(0), team: TeamId(0), kind: "soldier".into(), at };
        scenario.apply(0, &Action::Spawn(vec![unit]));
        let order = Order::Move(Cell::new(28, 6));
        let order = Action::Order { units: vec![UnitId(0)], order, queued: false };
        scenario.apply(0, &order);
        let mut app = app_of(scenario);
        frames(&mut app);
        app
    }

    #[test]
    fn undo_of_a_comparison_returns_to_the_moment_at_which_it_was_opened_or_closed() {
        for motion in [Motion::Steered, Motion::CellSteps(CellSteps::default())] {
            let mut app = walking(motion);
            let add = || {
                let doctrine = doctrine("Map Marker");
                Intent::Comparison(ComparisonIntent::Add { team: TeamId(0), doctrine })
            };
            let close = || Intent::Comparison(ComparisonIntent::Close(1));
            let undo = || Intent::Edit(EditIntent::Undo);
            run(&mut app, 48);
            let alone = look(&mut app);
            assert_eq!((alone.0, alone.1.len()), (48, 1));
            let told = send(&mut app, add());
            assert_eq!(told, ["All arenas start again at 0 s; `Ctrl+Z` goes back to 1.5 s"]);
            assert_eq!(look(&mut app).0, 0);
            run(&mut app, 16);
            let both = look(&mut app);
            assert_eq!((both.0, both.1.len()), (16, 2));
            send(&mut app, close());
            assert_eq!((look(&mut app).0, look(&mut app).1.len()), (0, 1));
            send(&mut app, undo());
            assert_eq!(look(&mut app), both);
            send(&mut app, undo());
            assert_eq!(look(&mut app), alone);
            send(&mut app, Intent::Edit(EditIntent::Redo));
            assert_eq!(look(&mut app), both);
        }
    }

    #[test]
    fn a_comparison_at_the_start_says_nothing_and_one_of_a_running_scenario_runs_on() {
        let mut app = walking(Motion::Steered);
        let add = |name| {
            let doctrine = doctrine(name);
            Intent::Comparison(ComparisonIntent::Add { team: TeamId(0), doctrine })
        };
        assert_eq!(send(&mut app, add("Map Marker")), [""; 0]);
        run(&mut app, 10);
        app.insert_resource(Pace { running: true, steps: 0 });
        assert_eq!(send(&mut app, add("Flow field")).len(), 1);
        let (tick, arenas) = look(&mut app);
        assert!(tick < 10 && arenas.len() == 3 && app.world().resource::<Pace>().running);
    }
}
