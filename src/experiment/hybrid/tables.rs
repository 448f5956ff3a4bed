//! Tables I, II and IV beside the paper's.

use super::games::Tally;
use super::variants::{A_STAR, BOIDS, BOIDS_PRINTED, FIELD, FIELD_PRINTED, Wins};
use super::{Duel, HEAD_TO_HEAD, MAPS, PAPER_GAMES, TOTALS};
use crate::experiment::charts::{BarChart, BarSeries, OF_SHARES, share_bar};
use crate::experiment::{Digits, Figure, Row, Table};
use crate::measure::statistics::{proportion_is_smaller, proportions_differ};
use crate::scenario::Scenario;

/// The columns of Table I: the paper's three, and the two hybrids as printed.
const COLUMNS: [usize; 5] = [A_STAR, FIELD, BOIDS, FIELD_PRINTED, BOIDS_PRINTED];

/// The first games of some leaders on all maps.
fn games(wins: &Wins, leaders: &[usize]) -> Vec<Scenario> {
    leaders.iter().flat_map(|&leader| wins.games[leader].iter().cloned()).collect()
}

pub(super) fn wins(wins: &Wins) -> Table {
    let columns = COLUMNS.map(|leader| format!("{} (% won)", wins.leaders[leader].name));
    let title =
        "Table I: games won against a plain opponent, the paper's against the built-in player";
    let mut table = Table::new(title, "map", Digits::Rounded(0), columns);
    let figures = |ours: &dyn Fn(usize) -> f64, paper: &[f64; 3]| {
        let figure = |(place, leader): (usize, usize)| match paper.get(place) {
            Some(&paper) => Figure::new(ours(leader)).paper(paper),
            None => Figure::new(ours(leader)),
        };
        COLUMNS.into_iter().enumerate().map(figure).collect::<Vec<_>>()
    };
    for (map, (name, _, paper)) in MAPS.iter().enumerate() {
        let played = COLUMNS.map(|leader| wins.games[leader][map].clone());
        let row = figures(&|leader| wins.by_map[leader][map].won_percent(), paper);
        table.rows.push(Row::new(*name, row).of(played));
    }
    let total = figures(&|leader| wins.totals[leader].won_percent(), &TOTALS);
    table.rows.push(Row::new("total", total).of(games(wins, &COLUMNS)));
    let drawn = COLUMNS.map(|leader| Figure::new(wins.totals[leader].drawn_percent()));
    table.rows.push(Row::new("drawn", drawn.to_vec()).of(games(wins, &COLUMNS)));
    table
}

/// What the paper won on all maps: by the percentages of its totals, and by the numbers in its text.
const BY_TOTALS: [u64; 3] = [158, 176, 178];
const BY_TEXT: [u64; 3] = [158, 175, 178];

pub(super) fn tests(wins: &Wins) -> Table {
    let title = "Table II: p that there is no difference by the paper's own test (pooled proportions); its level is 0.10, and its p are one-sided";
    let columns = [
        "one-sided p",
        "two-sided p",
        "one-sided p of the paper's percentages",
        "one-sided p of the wins in the paper's text",
    ];
    let mut table = Table::new(title, "pair", Digits::Probability, columns);
    // The pairs of Table II, the smaller first, with the p that the paper prints.
    let pairs = [
        ("A* - potential field", A_STAR, FIELD, (0, 1), 0.01),
        ("A* - boids", A_STAR, BOIDS, (0, 2), 0.00),
        ("potential field - boids", FIELD, BOIDS, (1, 2), 0.38),
    ];
    for (name, a, b, (first, second), paper) in pairs {
        let ours = (wins.totals[a].pair(), wins.totals[b].pair());
        let of = |won: [u64; 3]| {
            proportion_is_smaller((won[first], PAPER_GAMES), (won[second], PAPER_GAMES))
        };
        let figures = vec![
            // The paper prints two decimals.
            Figure::new(proportion_is_smaller(ours.0, ours.1)).paper(paper).within(0.005),
            Figure::new(proportions_differ(ours.0, ours.1)),
            Figure::new(of(BY_TOTALS)),
            Figure::new(of(BY_TEXT)),
        ];
        table.rows.push(Row::new(name, figures).of(games(wins, &[a, b])));
    }
    table
}

pub(super) fn tests_as_printed(wins: &Wins) -> Table {
    let title = "The same with the presets as printed";
    let mut table = Table::new(title, "pair", Digits::Probability, ["one-sided p", "two-sided p"]);
    let pairs = [
        ("A* - potential field as printed", A_STAR, FIELD_PRINTED),
        ("A* - boids as printed", A_STAR, BOIDS_PRINTED),
        ("potential field as printed - boids as printed", FIELD_PRINTED, BOIDS_PRINTED),
    ];
    for (name, a, b) in pairs {
        let (a_won, b_won) = (wins.totals[a].pair(), wins.totals[b].pair());
        let figures = [proportion_is_smaller(a_won, b_won), proportions_differ(a_won, b_won)]
            .map(Figure::new);
        table.rows.push(Row::new(name, figures.to_vec()).of(games(wins, &[a, b])));
    }
    table
}

pub(super) fn duels(plain: &Duel, printed: &Duel) -> Table {
    let columns = [
        "potential field (% won)",
        "boids (% won)",
        "potential field as printed (% won)",
        "boids as printed (% won)",
    ];
    let title = "Table IV: potential field against boids, and both as printed";
    let mut table = Table::new(title, "map", Digits::Rounded(0), columns);
    let figures = |plain: Tally, printed: Tally, paper: f64| {
        vec![
            Figure::new(plain.won_percent()).paper(paper),
            Figure::new(plain.lost_percent()).paper(100.0 - paper),
            Figure::new(printed.won_percent()),
            Figure::new(printed.lost_percent()),
        ]
    };
    for (map, ((name, ..), paper)) in MAPS.iter().zip(HEAD_TO_HEAD).enumerate() {
        let row = Row::new(*name, figures(plain.tallies[map], printed.tallies[map], paper));
        table.rows.push(row.of([&plain.games[map], &printed.games[map]].map(Clone::clone)));
    }
    let total = Row::new("total", figures(plain.all(), printed.all(), 55.0));
    table.rows.push(total.of(plain.games.iter().chain(&printed.games).cloned()));
    table
}

pub(super) fn chart(wins: &Wins) -> String {
    let series = COLUMNS.into_iter().map(|leader| BarSeries {
        name: wins.leaders[leader].name.clone(),
        bars: wins.by_map[leader].iter().map(|t| share_bar(t.won, t.played)).collect(),
    });
    BarChart {
        title: "Games won against a plain opponent".into(),
        axis: "%".into(),
        groups: MAPS.iter().map(|(name, ..)| name.to_string()).collect(),
        series: series.collect(),
        errors: OF_SHARES,
    }
    .draw()
}
