//! Table III: the time per decision, over whole games.
//!
//! The paper counts the calls of one method over five games, with the mean and the longest time. Here five games are played
//! with each hybrid. After every tick the decision of each unit that needs one is computed again by looking at every unit
//! of both sides, as the paper's program does, and each such call is timed. Of three equal calls the fastest counts, which
//! leaves out other work on the machine. The simulation itself decides for a whole team at once and shares work between its
//! units; its time per decision is the mean of a team in a tick.

use super::MOST_SECONDS;
use super::games::{Game, Leader};
use super::variants::{A_STAR, BOIDS, FIELD};
use crate::experiment::{Digits, Figure, Row, Runs, Table};
use crate::scenario::{Scenario, TeamId};
use crate::sim::{Land, Score, Simulation, TICKS_PER_SECOND};
use crate::steering::{Battle, Engage};
use std::hint::black_box;
use std::time::Instant;

/// Games with each hybrid, as in the paper.
const GAMES: u64 = 5;

/// Equal calls of which the fastest counts.
const SAME_CALLS: usize = 3;

/// Calls, and milliseconds.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    pub calls: u64,
    pub mean: f64,
    pub longest: f64,
}

impl Cost {
    /// Of calls whose times add up to `total`.
    fn new(calls: u64, total: f64, longest: f64) -> Self {
        Self { calls, mean: total / calls.max(1) as f64, longest }
    }

    /// Of the calls of several games together.
    fn of_all(games: impl Iterator<Item = Self>) -> Self {
        let (mut calls, mut total, mut longest) = (0, 0.0, 0.0_f64);
        for game in games {
            calls += game.calls;
            total += game.mean * game.calls as f64;
            longest = longest.max(game.longest);
        }
        Self::new(calls, total, longest)
    }
}

/// Times of the decisions of one hybrid.
pub(super) struct Costs {
    /// Computed naively, by looking at every unit.
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

/// Measures the decisions of the hybrid with the potential field, and of that with boids.
pub(super) fn measure(leaders: &[Leader], maps: &[Scenario], seed: u64) -> Runs<(Costs, Costs)> {
    let [field, boids] = [FIELD, BOIDS].map(|leader| {
        let games: Vec<(Scenario, TeamId)> = (0..GAMES)
            .zip(maps.iter().cycle())
            .map(|(n, map)| {
                let seed = seed.wrapping_add(n);
                let game = Game::new(map, &leaders[leader], &leaders[A_STAR]).with_seed(seed);
                (game, TeamId(Game::first_team(seed) as u8))
            })
            .collect();
        let engage = leaders[leader].doctrine.engage;
        let label = format!("decisions of {}", leaders[leader].name);
        let played = games.clone();
        let runs = Runs::of(label, played, move |(game, team)| Ok(play_timed(&game, team, engage)));
        runs.alone().map(|costs| Costs {
            naive: Cost::of_all(costs.iter().map(|cost| cost.0)),
            shipped: Cost::of_all(costs.iter().map(|cost| cost.1)),
            games: games.into_iter().map(|(game, _)| game).collect(),
        })
    });
    field.and(boids)
}

/// Plays a game. Returns what its decisions cost if they are made naively, and as shipped.
fn play_timed(scenario: &Scenario, team: TeamId, engage: Engage) -> (Cost, Cost) {
    let mut simulation = Simulation::new(scenario);
    let (mut calls, mut total, mut longest) = (0, 0.0, 0.0_f64);
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
            calls += 1;
            total += milliseconds;
            longest = longest.max(milliseconds);
        }
    }
    let numbers = simulation.numbers();
    let shipped = Cost::new(
        numbers.decisions,
        numbers.all_decisions_milliseconds,
        numbers.slowest_decision_milliseconds,
    );
    (Cost::new(calls, total, longest), shipped)
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

pub(super) fn table((field, boids): &(Costs, Costs)) -> Table {
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
    for (found, (name, calls, mean, longest)) in [field, boids].into_iter().zip(papers) {
        let Costs { naive, shipped, games } = found;
        let figures = vec![
            Figure::new(naive.calls as f64).paper(calls),
            Figure::new(naive.mean).paper(mean),
            Figure::new(naive.longest).paper(longest),
            Figure::new(shipped.mean),
            Figure::new(shipped.longest),
        ];
        table.rows.push(Row::new(name, figures).of(games.iter().cloned()));
    }
    let ratio = |field: f64, boids: f64| field / boids.max(1e-12);
    let games = field.games.iter().chain(&boids.games).cloned();
    let figures = vec![
        Figure::new(ratio(field.naive.calls as f64, boids.naive.calls as f64)),
        Figure::new(Costs::ratio(field.naive, boids.naive)).paper(121.0),
        Figure::new(ratio(field.naive.longest, boids.naive.longest)).paper(32.5),
        Figure::new(Costs::ratio(field.shipped, boids.shipped)),
        Figure::new(ratio(field.shipped.longest, boids.shipped.longest)),
    ];
    table.rows.push(Row::new("ratio", figures).of(games));
    table
}
