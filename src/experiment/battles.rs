//! Many games of one scenario with different seeds, shared among threads.

use super::{ExperimentError, Progress};
use crate::scenario::{Scenario, TeamId, UnitId, shipped};
use crate::sim::{
    HitPoints, Position, Roster, Score, Side, Simulation, Status, TICKS_PER_SECOND, Unit,
};
use glam::Vec2;
use rayon::prelude::*;

/// A shipped scenario, by name.
pub fn shipped_scenario(name: &str) -> Result<Scenario, ExperimentError> {
    let found = shipped().iter().find(|s| s.name == name);
    let found =
        found.ok_or_else(|| ExperimentError::Failed(format!("there is no scenario {name:?}")))?;
    found.load().map_err(|error| ExperimentError::Failed(error.to_string()))
}

/// Plays every game of a list so many times, each time with another seed, and hands over what `play` made
/// of each, by game. Seeds are the same for all games, so that they are compared on equal terms.
pub fn repeat<G: Sync, R: Send>(
    games: &[G],
    (seed, repetitions): (u64, u32),
    progress: &Progress,
    play: impl Fn(&G, u64) -> R + Sync,
) -> Result<Vec<Vec<R>>, ExperimentError> {
    let times = u64::from(repetitions);
    let all: Vec<R> = (0..games.len() as u64 * times)
        .into_par_iter()
        .map(|n| {
            let result = play(&games[(n / times) as usize], seed.wrapping_add(n % times));
            progress.step().map(|()| result)
        })
        .collect::<Result<_, _>>()?;
    let mut all = all.into_iter();
    Ok(games.iter().map(|_| all.by_ref().take(times as usize).collect()).collect())
}

/// Starts a scenario with a seed and makes ticks until `over` says so or a number of seconds has passed.
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

/// Simulated seconds that a simulation has run.
pub fn seconds(simulation: &Simulation) -> f64 {
    simulation.tick() as f64 / f64::from(TICKS_PER_SECOND)
}

/// What the fights brought a side.
pub fn side(simulation: &Simulation, team: TeamId) -> Side {
    let score = simulation.get::<Score>();
    score.and_then(|s| s.sides.get(usize::from(team.0))).copied().unwrap_or_default()
}

/// A unit that is left.
#[derive(Clone, Copy, Debug)]
pub struct Left {
    /// Its number.
    pub id: UnitId,
    /// The name of its kind.
    pub kind: &'static str,
    /// Where it is.
    pub at: Vec2,
    /// Its hit points.
    pub hit_points: f64,
    /// Whether it has come to where it was told to go.
    pub arrived: bool,
}

/// The units of a team that are left, in order.
pub fn units_of(simulation: &Simulation, team: TeamId) -> Vec<Left> {
    let world = simulation.world();
    let roster = simulation.get::<Roster>();
    roster
        .into_iter()
        .flat_map(|roster| roster.units.values())
        .filter_map(|&e| Some((e, world.get::<Unit>(e)?)))
        .filter(|(_, unit)| unit.team == team)
        .filter_map(|(e, unit)| {
            Some(Left {
                id: unit.id,
                kind: unit.kind.name,
                at: world.get::<Position>(e)?.0,
                hit_points: f64::from(world.get::<HitPoints>(e)?.0),
                arrived: *world.get::<Status>(e)? == Status::Arrived,
            })
        })
        .collect()
}
