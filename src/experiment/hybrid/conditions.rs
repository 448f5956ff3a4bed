//! The games of Table I with weaker and stronger opponents, and with units that stand for a while after each shot.

use super::games::{Game, GameEnd, Leader, MARINES, Tally, first_game};
use super::variants::{A_STAR, BOIDS, FIELD, Wins};
use crate::experiment::battles::repeat;
use crate::experiment::seeds::Reported;
use crate::experiment::{Digits, Figure, Row, Runs, Table};
use crate::scenario::Scenario;

/// Marines of the opponent, besides twelve.
const STRENGTHS: [usize; 2] = [10, 14];
/// Seconds for which units stand after each shot, besides 0.
const STOPS: [f64; 3] = [0.1, 0.2, 0.3];
/// The leaders that play.
const LEADERS: [usize; 3] = [A_STAR, FIELD, BOIDS];

/// Games won by each leader on all maps together.
pub(super) struct Condition {
    pub name: String,
    pub tallies: Vec<Tally>,
    /// How every game ended, by leader; all maps, one after the other.
    pub ends: Vec<Vec<GameEnd>>,
    games: Vec<Scenario>,
}

/// What was found under all conditions.
pub(super) struct Conditions {
    pub strengths: Vec<Condition>,
    pub stops: Vec<Condition>,
}

/// Plays the leaders under one condition.
fn play_one(
    name: String,
    (leaders, maps): (&[Leader], &[Scenario]),
    change: impl Fn(&mut Game),
    seeds: &Reported,
) -> Runs<Condition> {
    let by_leader = LEADERS.map(|leader| {
        let games = maps.iter().map(|map| {
            let mut game = Game::new(map, &leaders[leader], &leaders[A_STAR]);
            change(&mut game);
            game
        });
        repeat(&name, games, seeds, Game::play)
    });
    Runs::all(by_leader).map(|played| Condition {
        name,
        tallies: played
            .iter()
            .map(|maps| Tally::sum(maps.iter().map(|game| Tally::of(&game.results))))
            .collect(),
        games: played.iter().flatten().map(first_game).collect(),
        ends: played
            .iter()
            .map(|maps| maps.iter().flat_map(|game| game.results.iter().copied()).collect())
            .collect(),
    })
}

/// Plays under all conditions but those of Table I.
pub(super) fn play(leaders: &[Leader], maps: &[Scenario], seeds: &Reported) -> Runs<Conditions> {
    let strengths = STRENGTHS.map(|marines| {
        let change = |game: &mut Game| game.marines = marines;
        play_one(strength(marines), (leaders, maps), change, seeds)
    });
    let stops = STOPS.map(|stop| {
        let change = |game: &mut Game| game.scenario.rules.stop_after_attack = stop;
        play_one(format!("{stop} s"), (leaders, maps), change, seeds)
    });
    let both = Runs::all(strengths).and(Runs::all(stops));
    both.map(|(strengths, stops)| Conditions { strengths, stops })
}

fn strength(marines: usize) -> String {
    format!("{marines} against {MARINES} marines")
}

impl Conditions {
    /// Adds what Table I found in its places.
    pub fn with_table_1(mut self, wins: &Wins) -> Self {
        let usual = |name: String| Condition {
            name,
            tallies: LEADERS.iter().map(|&leader| wins.totals[leader]).collect(),
            games: LEADERS.iter().flat_map(|&leader| wins.games[leader].iter().cloned()).collect(),
            ends: LEADERS.iter().map(|&leader| wins.ends[leader].concat()).collect(),
        };
        self.strengths.insert(1, usual(strength(MARINES)));
        self.stops.insert(0, usual("0 s".into()));
        self
    }
}

fn table(title: &str, corner: &str, leaders: &[Leader], conditions: &[Condition]) -> Table {
    let columns = LEADERS.iter().map(|&leader| format!("{} (% won)", leaders[leader].name));
    let mut table = Table::new(title, corner, Digits::Rounded(0), columns);
    for condition in conditions {
        let figures = condition.tallies.iter().map(|t| Figure::new(t.won_percent()));
        let row = Row::new(condition.name.clone(), figures.collect());
        table.rows.push(row.of(condition.games.iter().cloned()));
    }
    table
}

pub(super) fn tables(found: &Conditions, leaders: &[Leader]) -> [Table; 2] {
    [
        table(
            "Strength of the opponent (ours), all four maps together",
            "opponent",
            leaders,
            &found.strengths,
        ),
        table(
            "Standing after each shot (ours), all four maps together",
            "stop",
            leaders,
            &found.stops,
        ),
    ]
}
