//! Games of shipped scenarios, repeated with different seeds.

use super::seeds::Reported;
use super::{ExperimentError, Runs};
use crate::scenario::{Doctrine, Scenario, TeamId, UnitId, preset_named, shipped};
use crate::sim::{
    HitPoints, Position, Roster, Score, Side, Simulation, Status, TICKS_PER_SECOND, Unit,
};
use glam::Vec2;
use std::sync::Arc;

/// A shipped scenario, by name.
pub fn shipped_scenario(name: &str) -> Result<Scenario, ExperimentError> {
    let found = shipped().iter().find(|s| s.name == name);
    let found =
        found.ok_or_else(|| ExperimentError::Failed(format!("there is no scenario {name:?}")))?;
    found.load().map_err(|error| ExperimentError::Failed(error.to_string()))
}

/// The doctrine of a preset, by name.
pub fn preset_doctrine(name: &str) -> Result<Doctrine, ExperimentError> {
    let preset = preset_named(name).map(|preset| preset.doctrine);
    preset.ok_or_else(|| ExperimentError::Failed(format!("there is no preset {name:?}")))
}

/// A game, and its result with each seed.
pub struct Repeated<G, R> {
    /// What was played.
    pub game: Arc<G>,
    /// With which seeds.
    pub seeds: Reported,
    /// One for each seed.
    pub results: Vec<R>,
}

impl<G, R> Repeated<G, R> {
    /// A number of every result.
    pub fn values(&self, number: impl Fn(&R) -> f64) -> Vec<f64> {
        self.results.iter().map(number).collect()
    }
}

impl<R> Repeated<Scenario, R> {
    /// Exactly what was run first.
    pub fn first_run(&self) -> Scenario {
        Scenario { seed: self.seeds.first(), ..Scenario::clone(&self.game) }
    }
}

/// What two games give with each seed, to be compared seed by seed.
pub fn paired<G, R, T>(
    first: &Repeated<G, R>,
    second: &Repeated<G, R>,
    number: impl Fn(&R) -> T,
) -> Vec<(T, T)> {
    first.results.iter().zip(&second.results).map(|(a, b)| (number(a), number(b))).collect()
}

/// Plays every game of a list with every seed. The seeds are the same for all games, so that games are compared on equal terms.
pub fn repeat<G: Send + Sync + 'static, R: Send + 'static>(
    label: &str,
    games: impl IntoIterator<Item = G>,
    seeds: &Reported,
    play: impl Fn(&G, u64) -> R + Send + Sync + 'static,
) -> Runs<Vec<Repeated<G, R>>> {
    let play = Arc::new(play);
    let one = |game: G| {
        let (game, play) = (Arc::new(game), play.clone());
        let played = game.clone();
        let seeds = seeds.clone();
        let run = move |seed| Ok(play(&played, seed));
        Runs::of(label, seeds.iter().collect::<Vec<u64>>(), run).map(move |results| Repeated {
            game,
            seeds,
            results,
        })
    };
    Runs::all(games.into_iter().map(one))
}

/// Runs a scenario with a seed until `over` returns true or a number of simulated seconds has passed.
pub fn play(
    scenario: &Scenario,
    seed: u64,
    seconds: u32,
    mut over: impl FnMut(&Simulation) -> bool,
) -> Simulation {
    let mut simulation = Simulation::new(&Scenario { seed, ..scenario.clone() });
    for _ in 0..seconds * TICKS_PER_SECOND {
        simulation.run(1);
        if over(&simulation) {
            break;
        }
    }
    simulation
}

/// Simulated seconds since the start.
pub fn seconds(simulation: &Simulation) -> f64 {
    simulation.tick() as f64 / f64::from(TICKS_PER_SECOND)
}

/// The score of a team.
pub fn side(simulation: &Simulation, team: TeamId) -> Side {
    let score = simulation.get::<Score>();
    score.and_then(|s| s.sides.get(usize::from(team.0))).copied().unwrap_or_default()
}

/// A unit that is alive.
#[derive(Clone, Copy, Debug)]
pub struct Survivor {
    /// Its number.
    pub id: UnitId,
    /// The name of its kind.
    pub kind: &'static str,
    /// Where it is.
    pub at: Vec2,
    /// Its hit points.
    pub hit_points: f64,
    /// Whether it has arrived at its goal.
    pub arrived: bool,
}

/// The units of a team that are alive, by number.
pub fn units_of(simulation: &Simulation, team: TeamId) -> Vec<Survivor> {
    let world = simulation.world();
    let roster = simulation.get::<Roster>();
    roster
        .into_iter()
        .flat_map(|roster| roster.units.values())
        .filter_map(|&e| Some((e, world.get::<Unit>(e)?)))
        .filter(|(_, unit)| unit.team == team)
        .filter_map(|(e, unit)| {
            Some(Survivor {
                id: unit.id,
                kind: unit.kind.name,
                at: world.get::<Position>(e)?.0,
                hit_points: f64::from(world.get::<HitPoints>(e)?.0),
                arrived: *world.get::<Status>(e)? == Status::Arrived,
            })
        })
        .collect()
}
