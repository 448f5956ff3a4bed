//! The same games with weaker and stronger opponents, and with units that stand for a while after each shot.

use super::games::{Game, Leader, MARINES, Tally};
use super::variants::{A_STAR, BOIDS, FIELD, Wins};
use crate::experiment::battles::repeat;
use crate::experiment::{Digits, ExperimentError, Figure, Progress, Row, Settings, Table};
use crate::scenario::Scenario;

/// Marines of the opponent, besides twelve.
const STRENGTHS: [usize; 2] = [10, 14];
/// Seconds for which units stand after each shot, besides 0.
const STOPS: [f64; 3] = [0.1, 0.2, 0.3];
/// The leaders that are tried.
const LEADERS: [usize; 3] = [A_STAR, FIELD, BOIDS];

/// Games won by each leader on all maps together.
pub(super) struct Condition {
    pub name: String,
    pub tallies: Vec<Tally>,
    games: Vec<Scenario>,
}

/// What was found under all conditions.
pub(super) struct Conditions {
    pub strengths: Vec<Condition>,
    pub stops: Vec<Condition>,
}

/// Plays all leaders under one condition.
fn try_out(
    name: String,
    (wins, maps): (&Wins, &[Scenario]),
    change: impl Fn(&mut Game),
    (settings, games_each): (&Settings, u32),
    progress: &Progress,
) -> Result<Condition, ExperimentError> {
    let plain = &wins.leaders[A_STAR];
    let mut games = Vec::new();
    for leader in LEADERS {
        for map in maps {
            let mut game = Game::new(map, &wins.leaders[leader], plain);
            change(&mut game);
            games.push(game);
        }
    }
    let endings = repeat(&games, (settings.seed, games_each), progress, Game::play)?;
    let tallies = endings
        .chunks_exact(maps.len())
        .map(|leader| Tally::sum(leader.iter().map(|endings| Tally::of(endings))))
        .collect();
    let games = games.iter().map(|game| game.with_seed(settings.seed)).collect();
    Ok(Condition { name, tallies, games })
}

/// What Table I found, as one more condition.
fn usual(name: String, wins: &Wins) -> Condition {
    let games = LEADERS.iter().flat_map(|&leader| wins.games[leader].iter().cloned());
    let tallies = LEADERS.iter().map(|&leader| wins.totals[leader]);
    Condition { name, tallies: tallies.collect(), games: games.collect() }
}

/// Plays under all conditions.
pub(super) fn play_conditions(
    wins: &Wins,
    maps: &[Scenario],
    games_each: u32,
    settings: &Settings,
    progress: &Progress,
) -> Result<Conditions, ExperimentError> {
    let count = (STRENGTHS.len() + STOPS.len()) * LEADERS.len() * maps.len();
    progress.begin(count * games_each as usize, "other opponents, stops after shots");
    let strength = |marines: usize| format!("{marines} against {MARINES} marines");
    let mut strengths = Vec::new();
    for marines in STRENGTHS {
        let change = |game: &mut Game| game.marines = marines;
        let many = (settings, games_each);
        strengths.push(try_out(strength(marines), (wins, maps), change, many, progress)?);
    }
    strengths.insert(1, usual(strength(MARINES), wins));
    let mut stops = vec![usual("0 s".into(), wins)];
    for stop in STOPS {
        let change = |game: &mut Game| game.scenario.rules.stop_after_attack = stop;
        let many = (settings, games_each);
        stops.push(try_out(format!("{stop} s"), (wins, maps), change, many, progress)?);
    }
    Ok(Conditions { strengths, stops })
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
