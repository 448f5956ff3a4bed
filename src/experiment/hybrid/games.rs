//! Games between two leaders, and how often each wins.

use super::MAX_SECONDS;
use crate::experiment::battles::{Repeated, play, side, units_of};
use crate::grid::Cell;
use crate::scenario::{Doctrine, Scenario, TeamId, UnitId, UnitSpec};
use crate::sim::Score;

/// Marines of a squad.
pub(super) const MARINES: usize = 12;

/// A leader of squads: a name for the tables, and the doctrine.
#[derive(Clone)]
pub(super) struct Leader {
    pub name: String,
    pub doctrine: Doctrine,
}

/// A game: a map and the leaders of both sides.
pub(super) struct Game {
    pub scenario: Scenario,
    pub leaders: [Leader; 2],
    /// Marines of the second leader's squad; that of the first has twelve.
    pub marines: usize,
}

impl Game {
    pub fn new(map: &Scenario, first: &Leader, second: &Leader) -> Self {
        Self { scenario: map.clone(), leaders: [first.clone(), second.clone()], marines: MARINES }
    }

    /// The team of the first leader in the game with a seed: leaders change sides from seed to seed.
    pub fn first_team(seed: u64) -> usize {
        usize::from(seed % 2 == 1)
    }

    /// Exactly what is played with a seed.
    pub fn with_seed(&self, seed: u64) -> Scenario {
        let first = Self::first_team(seed);
        let mut scenario = Scenario { seed, ..self.scenario.clone() };
        scenario.teams[first].doctrine = self.leaders[0].doctrine;
        scenario.teams[1 - first].doctrine = self.leaders[1].doctrine;
        if self.marines != MARINES {
            set_marines(&mut scenario, TeamId(1 - first as u8), self.marines);
        }
        let name = |team: usize| &self.leaders[usize::from(team != first)].name;
        let [west, east] = [name(0), name(1)];
        scenario.title = format!("{}: {west} against {east}, seed {seed}", self.scenario.title);
        if self.marines != MARINES {
            scenario.title += &format!(", {} against {MARINES} marines", self.marines);
        }
        let stop = scenario.rules.stop_after_attack;
        if stop > 0.0 {
            scenario.title += &format!(", {stop} s of standing after each shot");
        }
        scenario
    }

    /// Plays it with a seed. Returns how it ended for the first leader.
    pub fn play(&self, seed: u64) -> GameEnd {
        let simulation = play(&self.with_seed(seed), seed, MAX_SECONDS, |simulation| {
            simulation.get::<Score>().is_some_and(|score| score.winner.is_some())
        });
        let first = Self::first_team(seed);
        let left = [first, 1 - first].map(|team| side(&simulation, TeamId(team as u8)).armed);
        let ending = match left {
            [0, 0] => Ending::Drawn,
            [_, 0] => Ending::Won,
            [0, _] => Ending::Lost,
            _ => Ending::Drawn,
        };
        let ours = units_of(&simulation, TeamId(first as u8));
        let medics = ours.iter().filter(|unit| unit.kind == "Medic").count();
        GameEnd { ending, medics }
    }
}

/// Exactly what was played first.
pub(super) fn first_game<R>(played: &Repeated<Game, R>) -> Scenario {
    played.game.with_seed(played.seeds.first())
}

/// Removes marines from a squad, or adds some in front of it. Renumbers the units, so that the scenario stays the same when
/// it is written and read.
fn set_marines(scenario: &mut Scenario, team: TeamId, marines: usize) {
    let ours = |u: &UnitSpec| u.team == team && u.kind.name == "Marine";
    let Some(first) = scenario.units.iter().find(|u| ours(u)).cloned() else { return };
    let columns = scenario.units.iter().filter(|u| ours(u)).map(|u| u.at.x);
    let front =
        if team.0 == 0 { columns.max().map(|x| x + 1) } else { columns.min().map(|x| x - 1) };
    let have = scenario.units.iter().filter(|u| ours(u)).count();
    for _ in marines..have {
        if let Some(last) = scenario.units.iter().rposition(&ours) {
            scenario.units.remove(last);
        }
    }
    for more in have..marines {
        let at = Cell::new(front.unwrap_or(first.at.x), first.at.y + 2 + (more - have) as i32);
        scenario.units.push(UnitSpec { at, ..first.clone() });
    }
    for (unit, id) in scenario.units.iter_mut().zip(0..) {
        unit.id = UnitId(id);
    }
}

/// The end of a game for the first leader.
#[derive(Clone, Copy)]
pub(super) struct GameEnd {
    pub ending: Ending,
    /// Medics that it has left.
    pub medics: usize,
}

impl GameEnd {
    pub fn won(&self) -> bool {
        self.ending == Ending::Won
    }

    pub fn lost(&self) -> bool {
        self.ending == Ending::Lost
    }
}

/// How a game ended for the first leader.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Ending {
    Won,
    Lost,
    Drawn,
}

/// Games won, drawn and played.
#[derive(Clone, Copy, Default)]
pub(super) struct Tally {
    pub won: u64,
    pub drawn: u64,
    pub played: u64,
}

impl Tally {
    pub fn of(ends: &[GameEnd]) -> Self {
        let count = |ending| ends.iter().filter(|end| end.ending == ending).count() as u64;
        Self { won: count(Ending::Won), drawn: count(Ending::Drawn), played: ends.len() as u64 }
    }

    pub fn sum(all: impl Iterator<Item = Self>) -> Self {
        all.fold(Self::default(), |a, b| Self {
            won: a.won + b.won,
            drawn: a.drawn + b.drawn,
            played: a.played + b.played,
        })
    }

    /// Of the games played, in percent.
    fn share(&self, games: u64) -> f64 {
        100.0 * games as f64 / self.played.max(1) as f64
    }

    pub fn won_percent(&self) -> f64 {
        self.share(self.won)
    }

    pub fn drawn_percent(&self) -> f64 {
        self.share(self.drawn)
    }

    pub fn lost_percent(&self) -> f64 {
        self.share(self.played - self.won - self.drawn)
    }

    pub fn pair(&self) -> (u64, u64) {
        (self.won, self.played)
    }
}
