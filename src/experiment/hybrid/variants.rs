//! The leaders that are compared, and what each of them wins against a plain opponent.

use super::games::{Game, GameEnd, Leader, Tally, first_game};
use crate::experiment::battles::{Repeated, preset_doctrine, repeat};
use crate::experiment::seeds::Reported;
use crate::experiment::{Digits, ExperimentError, Figure, Row, Runs, Table};
use crate::scenario::{Doctrine, Scenario};
use crate::steering::{Boids, Combine, Engage, PotentialField};

/// The presets, in the order of the tables; the first three are those of the paper's Table I.
const PRESETS: [&str; 9] = [
    "A*",
    "Hybrid potential field",
    "Hybrid boids",
    "Hybrid potential field as printed",
    "Hybrid boids as printed",
    "Hybrid potential field of the program",
    "Hybrid potential field 0.2 s",
    "Hybrid boids of the program",
    "Hybrid mixed",
];

/// Indices of the leaders.
pub(super) const A_STAR: usize = 0;
pub(super) const FIELD: usize = 1;
pub(super) const BOIDS: usize = 2;
pub(super) const FIELD_PRINTED: usize = 3;
pub(super) const BOIDS_PRINTED: usize = 4;
pub(super) const FIELD_PROGRAM: usize = 5;
pub(super) const FIELD_FIFTH: usize = 6;
pub(super) const BOIDS_PROGRAM: usize = 7;
pub(super) const MIXED: usize = 8;
pub(super) const FIELD_NEARER: usize = 9;
pub(super) const FIELD_MAXIMUM: usize = 10;
pub(super) const FIELD_CHASES: usize = 11;
pub(super) const BOIDS_CHASE: usize = 12;

/// All leaders of squads in this experiment.
pub(super) fn leaders() -> Result<Vec<Leader>, ExperimentError> {
    let mut leaders = Vec::new();
    for name in PRESETS {
        leaders.push(Leader { name: name.into(), doctrine: preset_doctrine(name)? });
    }
    let field = PotentialField::default();
    let more = [
        (
            "Hybrid potential field that retreats half a cell beyond the enemy's range",
            Engage::PotentialField(PotentialField { retreat_margin: 2.0, ..field }),
        ),
        (
            "Hybrid potential field, maximum over enemies",
            Engage::PotentialField(PotentialField { combine: Combine::Maximum, ..field }),
        ),
        (
            "Hybrid potential field that chases",
            Engage::PotentialField(PotentialField { chases: true, ..field }),
        ),
        ("Hybrid boids that chase", Engage::Boids(Boids { chases: true, ..Boids::default() })),
    ];
    leaders.extend(more.map(|(name, engage)| Leader {
        name: name.into(),
        doctrine: Doctrine { engage, ..Doctrine::default() },
    }));
    Ok(leaders)
}

/// What the leaders won: by leader and map, and on all maps together.
pub(super) struct Wins {
    pub leaders: Vec<Leader>,
    pub by_map: Vec<Vec<Tally>>,
    pub totals: Vec<Tally>,
    /// How every game ended, by leader, map and seed.
    pub ends: Vec<Vec<Vec<GameEnd>>>,
    /// The first game of each leader on each map.
    pub games: Vec<Vec<Scenario>>,
}

/// Plays every leader against a plain opponent on every map.
pub(super) fn play_all(leaders: &[Leader], maps: &[Scenario], seeds: &Reported) -> Runs<Wins> {
    let plain = &leaders[A_STAR];
    let by_leader = leaders.iter().map(|leader| {
        let games: Vec<Game> = maps.iter().map(|map| Game::new(map, leader, plain)).collect();
        repeat(&format!("{} against A*", leader.name), games, seeds, Game::play)
    });
    let leaders = leaders.to_vec();
    Runs::all(by_leader).map(|played| {
        let by_map: Vec<Vec<Tally>> = played
            .iter()
            .map(|maps| maps.iter().map(|game| Tally::of(&game.results)).collect())
            .collect();
        let totals = by_map.iter().map(|maps| Tally::sum(maps.iter().copied())).collect();
        let games = played.iter().map(|maps| maps.iter().map(first_game).collect()).collect();
        let ends =
            |maps: Vec<Repeated<Game, GameEnd>>| maps.into_iter().map(|m| m.results).collect();
        Wins { leaders, by_map, totals, games, ends: played.into_iter().map(ends).collect() }
    })
}

/// Every leader in a row, with what it won on each map.
pub(super) fn table(wins: &Wins, maps: &[&str]) -> Table {
    let columns = maps.iter().map(|map| format!("{map} (% won)"));
    let columns = columns.chain(["all maps (% won)".into(), "drawn (%)".into()]);
    let title =
        "Variants of the rules, in particular of the retreat: games won against a plain opponent";
    let mut table = Table::new(title, "leader", Digits::Rounded(0), columns);
    for (place, leader) in wins.leaders.iter().enumerate() {
        let (tallies, all) = (&wins.by_map[place], wins.totals[place]);
        let percents = tallies.iter().map(Tally::won_percent);
        let figures = percents.chain([all.won_percent(), all.drawn_percent()]).map(Figure::new);
        let row = Row::new(leader.name.clone(), figures.collect());
        table.rows.push(row.of(wins.games[place].iter().cloned()));
    }
    table
}
