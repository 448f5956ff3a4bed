//! Table III: the time per decision, over whole games.
//!
//! The paper counts the calls of one method over five games, with the mean and the longest time. Here five games are played
//! with each hybrid. After every tick the decision of each unit that needs one is computed again by looking at every unit of both sides,
//! as the paper's program does: by potential field and by boids, for the same unit in the same tick, in turns, so that whatever else
//! the machine does falls on both. A decision by boids is so short that the clock is read once for [`BOIDS_CALLS`] of them. Each game is one
//! value of the sample. The simulation itself decides for a whole team at once and shares work between its units; its time per
//! decision is the mean of a team in a tick.

use super::MAX_SECONDS;
use super::games::{Game, Leader};
use super::variants::{A_STAR, BOIDS, FIELD};
use crate::experiment::seeds::Reported;
use crate::experiment::{Digits, Figure, Row, Runs, Table};
use crate::measure::statistics::{mean, standard_deviation};
use crate::scenario::{Scenario, TeamId};
use crate::sim::{Land, Score, Simulation, TICKS_PER_SECOND};
use crate::steering::{Battle, Boids, Engage, PotentialField};
use std::hint::black_box;
use std::time::Instant;

/// Games with each hybrid, as in the paper.
pub(super) const GAMES: u32 = 5;
/// Decisions by boids for which the clock is read once.
const BOIDS_CALLS: u32 = 32;

/// What decisions by one rule cost in a game, in microseconds.
#[derive(Clone, Copy, Default)]
pub(super) struct Cost {
    pub mean: f64,
    pub longest: f64,
    /// Terms that a decision adds up, on average.
    pub evaluations: f64,
}

/// A game with one of the hybrids, and what the decisions of both rules cost in it.
pub(super) struct GameCost {
    calls: u64,
    pub field: Cost,
    pub boids: Cost,
    /// As the simulation decides, by the hybrid that plays.
    shipped: Cost,
}

/// All games: first those with the potential field, then those with boids.
pub(super) struct Costs {
    pub games: Vec<GameCost>,
    scenarios: Vec<Scenario>,
}

/// Measures the decisions of both hybrids in games of each.
pub(super) fn measure(leaders: &[Leader], maps: &[Scenario], seeds: &Reported) -> Runs<Costs> {
    let games = [FIELD, BOIDS].into_iter().flat_map(|leader| {
        seeds.iter().zip(maps.iter().cycle()).map(move |(seed, map)| {
            let game = Game::new(map, &leaders[leader], &leaders[A_STAR]).with_seed(seed);
            (game, TeamId(Game::first_team(seed) as u8))
        })
    });
    let games: Vec<(Scenario, TeamId)> = games.collect();
    let rules = [leaders[FIELD].doctrine.engage, leaders[BOIDS].doctrine.engage];
    let scenarios = games.iter().map(|(game, _)| game.clone()).collect();
    let play = move |(game, team): (Scenario, TeamId)| Ok(play_timed(&game, team, rules));
    Runs::of("decisions", games, play).alone().map(|games| Costs { games, scenarios })
}

/// Times of the calls of one rule.
#[derive(Default)]
struct Clock {
    total: f64,
    longest: f64,
    evaluations: usize,
}

impl Clock {
    /// Calls something several times, and returns the time of one call.
    fn time(&mut self, times: u32, evaluations: usize, mut call: impl FnMut()) {
        let start = Instant::now();
        (0..times).for_each(|_| call());
        let one = start.elapsed().as_secs_f64() * 1e6 / f64::from(times);
        self.total += one;
        self.longest = self.longest.max(one);
        self.evaluations += evaluations;
    }

    fn cost(&self, calls: u64) -> Cost {
        let calls = calls.max(1) as f64;
        let evaluations = self.evaluations as f64 / calls;
        Cost { mean: self.total / calls, longest: self.longest, evaluations }
    }
}

/// Plays a game. Returns what its decisions cost if they are made naively by both rules, and as shipped.
fn play_timed(scenario: &Scenario, team: TeamId, rules: [Engage; 2]) -> GameCost {
    let mut simulation = Simulation::new(scenario);
    let (mut calls, mut field_clock, mut boids_clock) = (0, Clock::default(), Clock::default());
    for _ in 0..MAX_SECONDS * TICKS_PER_SECOND {
        simulation.run(1);
        if simulation.get::<Score>().is_some_and(|score| score.winner.is_some()) {
            break;
        }
        let seen = simulation.team_battle(team);
        let (Some(seen), Some(land)) = (seen, simulation.get::<Land>()) else { continue };
        let battle = seen.on(&land.terrain);
        let (Engage::PotentialField(field), Engage::Boids(boids)) = (&rules[0], &rules[1]) else {
            continue;
        };
        for i in (0..battle.own.len()).filter(|&i| battle.own[i].asks) {
            let mut by_field = || time_field(&mut field_clock, field, &battle, i);
            let mut by_boids = || time_boids(&mut boids_clock, boids, &battle, i);
            // In turns, so that neither always finds a warm cache.
            if calls % 2 == 0 {
                by_field();
                by_boids();
            } else {
                by_boids();
                by_field();
            }
            calls += 1;
        }
    }
    let numbers = simulation.numbers();
    let shipped = Cost {
        mean: numbers.all_decisions_milliseconds * 1000.0 / numbers.decisions.max(1) as f64,
        longest: numbers.slowest_decision_milliseconds * 1000.0,
        evaluations: 0.0,
    };
    GameCost { calls, field: field_clock.cost(calls), boids: boids_clock.cost(calls), shipped }
}

fn time_field(clock: &mut Clock, field: &PotentialField, battle: &Battle, i: usize) {
    clock.time(1, PotentialField::naive_evaluations(battle), || {
        black_box(field.decide_naively(black_box(battle), i));
    });
}

fn time_boids(clock: &mut Clock, boids: &Boids, battle: &Battle, i: usize) {
    clock.time(BOIDS_CALLS, Boids::naive_evaluations(battle), || {
        black_box(boids.decide_naively(black_box(battle), i));
    });
}

pub(super) fn table(costs: &Costs) -> Table {
    let title = "Table III: what a decision costs, evaluated naively as in the paper, and as shipped; the spread is over games";
    let columns = [
        "calls in five games",
        "naive, mean (us)",
        "naive, longest (us)",
        "terms of a naive decision",
        "as shipped, mean (us)",
        "as shipped, longest (us)",
    ];
    let mut table = Table::new(title, "version", Digits::Rounded(2), columns)
        .digits(0, Digits::Rounded(0))
        .digits(3, Digits::Rounded(0));
    let own = costs.games.len() / 2;
    let mut rows = Vec::new();
    for (rule, name, paper) in
        [(0, "potential field", [13518.0, 7632.0, 20337.0]), (1, "boids", [17396.0, 63.0, 625.0])]
    {
        let played = &costs.games[rule * own..(rule + 1) * own];
        let naive = |game: &GameCost| if rule == 0 { game.field } else { game.boids };
        let over = |games: &[GameCost], number: &dyn Fn(&GameCost) -> f64| -> Vec<f64> {
            games.iter().map(number).collect()
        };
        let spread = |values: Vec<f64>| (mean(&values), standard_deviation(&values));
        let longest = |values: Vec<f64>| values.into_iter().fold(0.0, f64::max);
        let (naive_mean, naive_spread) = spread(over(&costs.games, &|game| naive(game).mean));
        let (shipped_mean, shipped_spread) = spread(over(played, &|game| game.shipped.mean));
        rows.push([
            Figure::new(played.iter().map(|game| game.calls).sum::<u64>() as f64).paper(paper[0]),
            Figure::new(naive_mean).deviation(naive_spread).paper(paper[1]),
            Figure::new(longest(over(&costs.games, &|game| naive(game).longest))).paper(paper[2]),
            Figure::new(mean(&over(&costs.games, &|game| naive(game).evaluations))),
            Figure::new(shipped_mean).deviation(shipped_spread),
            Figure::new(longest(over(played, &|game| game.shipped.longest))),
        ]);
        let opened = costs.scenarios[rule * own..(rule + 1) * own].iter().cloned();
        table.rows.push(Row::new(name, rows[rule].to_vec()).of(opened));
    }
    let ratio = |place: usize| match (&rows[0][place].ours, &rows[1][place].ours) {
        (crate::experiment::Value::Number(field), crate::experiment::Value::Number(boids)) => {
            field / boids.max(1e-12)
        }
        _ => f64::NAN,
    };
    let figures = (0..6).map(|place| match place {
        1 => Figure::new(ratio(place)).paper(121.0),
        2 => Figure::new(ratio(place)).paper(32.5),
        _ => Figure::new(ratio(place)),
    });
    table.rows.push(Row::new("ratio", figures.collect()).of(costs.scenarios.iter().cloned()));
    table
}
