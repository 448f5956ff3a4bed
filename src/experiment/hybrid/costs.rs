//! Table III: what a decision costs, over whole games.
//!
//! The paper counts the calls of one method over five games, with the mean and the longest time. Here five games are played
//! with each hybrid. After every tick each unit that asks for a decision is decided for once more by looking at everybody
//! on both sides, as the paper's program does, and each such call is timed; of three equal calls the fastest counts, so that
//! other work on the machine does not. The simulation itself decides for a whole
//! team at once and shares work between its units; its time per decision is the mean of a team in a tick.

use super::games::Game;
use super::variants::{A_STAR, BOIDS, FIELD, Wins};
use super::{MOST_SECONDS, Settings};
use crate::experiment::{Digits, ExperimentError, Figure, Progress, Row, Table};
use crate::scenario::{Scenario, TeamId};
use crate::sim::{Land, Score, Simulation, TICKS_PER_SECOND};
use crate::steering::{Battle, Engage};
use std::hint::black_box;
use std::time::Instant;

/// Games with each hybrid, as in the paper.
const GAMES: u64 = 5;

/// Equal calls of which the fastest counts.
const SAME_CALLS: usize = 3;

/// Calls over all games, and milliseconds.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    pub calls: u64,
    pub mean: f64,
    pub most: f64,
}

/// What the decisions of one hybrid cost.
pub(super) struct Costs {
    /// Each call by looking at everybody.
    pub naive: Cost,
    /// As the simulation decides.
    pub shipped: Cost,
    games: Vec<Scenario>,
}

impl Costs {
    /// How many times as much the potential field costs.
    pub fn ratio(field: Cost, boids: Cost) -> f64 {
        field.mean / boids.mean.max(1e-12)
    }
}

/// Plays five games with each hybrid, one after the other so that nothing else runs, and measures its decisions.
pub(super) fn measure(
    wins: &Wins,
    maps: &[Scenario],
    settings: &Settings,
    progress: &Progress,
) -> Result<[Costs; 2], ExperimentError> {
    progress.begin(2 * GAMES as usize, "time of decisions");
    let plain = &wins.leaders[A_STAR];
    let mut measured = Vec::new();
    for leader in [FIELD, BOIDS] {
        let mut costs =
            Costs { naive: Cost::default(), shipped: Cost::default(), games: Vec::new() };
        for n in 0..GAMES {
            let seed = settings.seed.wrapping_add(n);
            let map = &maps[n as usize % maps.len()];
            let scenario = Game::new(map, &wins.leaders[leader], plain).with_seed(seed);
            let team = TeamId(Game::first_team(seed) as u8);
            play_timed(&scenario, team, wins.leaders[leader].doctrine.engage, &mut costs);
            costs.games.push(scenario);
            progress.step()?;
        }
        for cost in [&mut costs.naive, &mut costs.shipped] {
            cost.mean /= cost.calls.max(1) as f64;
        }
        measured.push(costs);
    }
    measured
        .try_into()
        .map_err(|_| ExperimentError::Failed("two hybrids were to be measured".into()))
}

/// Plays a game and adds its calls and their times; the means hold sums until the end.
fn play_timed(scenario: &Scenario, team: TeamId, engage: Engage, costs: &mut Costs) {
    let mut simulation = Simulation::new(scenario);
    for _ in 0..MOST_SECONDS * TICKS_PER_SECOND {
        simulation.run(1);
        if simulation.get::<Score>().is_some_and(|score| score.winner.is_some()) {
            break;
        }
        let seen = simulation.team_battle(team);
        let (Some(seen), Some(land)) = (seen, simulation.get::<Land>()) else { continue };
        let battle = seen.on(&land.terrain);
        for i in (0..battle.own.len()).filter(|&i| battle.own[i].asks) {
            let milliseconds = (0..SAME_CALLS)
                .map(|_| {
                    let start = Instant::now();
                    decide_naively(&engage, &battle, i);
                    start.elapsed().as_secs_f64() * 1000.0
                })
                .fold(f64::INFINITY, f64::min);
            costs.naive.calls += 1;
            costs.naive.mean += milliseconds;
            costs.naive.most = costs.naive.most.max(milliseconds);
        }
    }
    let numbers = simulation.numbers();
    costs.shipped.calls += numbers.decisions;
    costs.shipped.mean += numbers.all_decisions_milliseconds;
    costs.shipped.most = costs.shipped.most.max(numbers.slowest_decision_milliseconds);
}

fn decide_naively(engage: &Engage, battle: &Battle, i: usize) {
    match engage {
        Engage::Boids(boids) => {
            black_box(boids.decide_naively(battle, i));
        }
        Engage::PotentialField(field) => {
            black_box(field.decide_naively(battle, i));
        }
        _ => {}
    }
}

pub(super) fn table(costs: &[Costs; 2]) -> Table {
    let title = "Table III: what a decision costs over five games, evaluated naively as in the paper, and as shipped";
    let columns = [
        "calls",
        "naive, mean (ms)",
        "naive, longest (ms)",
        "as shipped, mean (ms)",
        "as shipped, longest (ms)",
    ];
    let mut table =
        Table::new(title, "version", Digits::Rounded(4), columns).digits(0, Digits::Rounded(0));
    let papers = [("potential field", 13518.0, 7.632, 20.337), ("boids", 17396.0, 0.063, 0.625)];
    for (found, (name, calls, mean, most)) in costs.iter().zip(papers) {
        let Costs { naive, shipped, games } = found;
        let figures = vec![
            Figure::new(naive.calls as f64).paper(calls),
            Figure::new(naive.mean).paper(mean),
            Figure::new(naive.most).paper(most),
            Figure::new(shipped.mean),
            Figure::new(shipped.most),
        ];
        table.rows.push(Row::new(name, figures).of(games.iter().cloned()));
    }
    let [field, boids] = costs;
    let ratio = |field: f64, boids: f64| field / boids.max(1e-12);
    let games = field.games.iter().chain(&boids.games).cloned();
    let figures = vec![
        Figure::new(ratio(field.naive.calls as f64, boids.naive.calls as f64)),
        Figure::new(Costs::ratio(field.naive, boids.naive)).paper(121.0),
        Figure::new(ratio(field.naive.most, boids.naive.most)).paper(32.5),
        Figure::new(Costs::ratio(field.shipped, boids.shipped)),
        Figure::new(ratio(field.shipped.most, boids.shipped.most)),
    ];
    table.rows.push(Row::new("ratio", figures).of(games));
    table
}
