//! Which doctrine to use where, from the figures.
//!
//! In each situation the doctrines are ordered by the share of runs that end as they should, then by the units that end near their
//! places, in whole percent, then by the time in which 95 % of the units settle there (by hard stops, where nobody should arrive).
//! Discs and cell steps are judged apart: a game has one or the other.

use super::build::{MotionKind, TIME_SCALE};
use super::layout::Wanted;
use super::series::Series;
use crate::experiment::{Digits, Figure, Row, Table};
use crate::measure::statistics::mean;

/// What players see, and the scenarios that show it.
const SITUATIONS: &[(&str, &[&str])] = &[
    ("Open ground", &["openfield"]),
    ("One group through a gap", &["oneway_tracked"]),
    ("Head on, no room for two", &["counterflow_w1"]),
    (
        "Head on, room for two",
        &["counterflow_tracked", "counterflow_cyborg", "counterflow_w3", "counterflow_w4"],
    ),
    ("Head on, wide", &["counterflow_w6", "counterflow_w8"]),
    ("Head on against enemies", &["counterflow_hostile"]),
    ("Two gaps", &["tworoute"]),
    ("Ways cross or part in a gap", &["crossing", "separating"]),
    ("Round a corner", &["corner", "corner_mixed"]),
    ("A hundred to one place", &["blob"]),
    (
        "Past parked allies",
        &[
            "parking",
            "parking_light",
            "parking_hover",
            "parking_stale",
            "parking_light_stale",
            "parking_hover_stale",
        ],
    ),
    ("Turned round again and again", &["strafe"]),
    ("Enemies hold the gap", &["enemyblock", "enemyblock_press"]),
    ("A chain of passages", &["mountain_chain", "mountain_chain_cross", "rush_turn"]),
    ("Crowds change places at a corner", &["rush_corner", "open_corner"]),
];

/// Doctrines whose cost differs by less than this factor are equally good.
const AS_GOOD: f64 = 1.05;

/// How a doctrine does in a situation.
#[derive(Clone, Debug, PartialEq)]
struct Score {
    name: String,
    /// Runs that ended as they should, and all.
    good: (usize, usize),
    /// Units that ended near their places, and all.
    near: (f64, f64),
    /// Mean of the medians of settle p95 in Warzone's seconds, or of hard stops.
    cost: f64,
}

impl Score {
    fn part(&self) -> f64 {
        self.good.0 as f64 / self.good.1.max(1) as f64
    }

    /// Units that ended near their places, in whole percent.
    fn near(&self) -> f64 {
        (100.0 * self.near.0 / self.near.1.max(1.0)).round()
    }

    fn is_as_good_as(&self, other: &Self) -> bool {
        self.part() >= other.part()
            && self.near() >= other.near()
            && self.cost <= other.cost * AS_GOOD
    }
}

/// The table.
pub(super) fn which_doctrine_where(all: &[Series]) -> Table {
    let columns = [
        "discs: use",
        "good runs",
        "near (%)",
        "settle p95 (s x 4), or hard stops",
        "as good",
        "worst",
        "cell steps: use",
        "good runs",
        "near (%)",
        "settle p95 (s x 4), or hard stops",
    ];
    let title = "Which doctrine to use where";
    let mut table = Table::new(title, "situation", Digits::Rounded(0), columns).says_whose();
    for (situation, names) in SITUATIONS {
        let of = |motion| scores(all, names, motion);
        let [discs, steps] = [of(MotionKind::Steered), of(MotionKind::CellSteps)];
        if discs.is_empty() && steps.is_empty() {
            continue;
        }
        let mut words = best(&discs);
        let equal: Vec<&str> = discs
            .iter()
            .skip(1)
            .filter(|score| score.is_as_good_as(&discs[0]))
            .map(|score| score.name.as_str())
            .collect();
        words.push(equal.join(", "));
        let worst = discs.last().filter(|worst| !worst.is_as_good_as(&discs[0]));
        words.push(worst.map_or(String::new(), |worst| {
            let Score { name, good: (good, all), cost, .. } = worst;
            format!("{name} ({good}/{all}, {cost:.0})")
        }));
        words.extend(best(&steps));
        let figures = words.into_iter().map(Figure::new).collect();
        table.rows.push(Row::new(*situation, figures));
    }
    table
}

fn best(scores: &[Score]) -> Vec<String> {
    scores.first().map_or(vec![String::new(); 4], |best| {
        let (good, all) = best.good;
        vec![
            best.name.clone(),
            format!("{good}/{all}"),
            format!("{:.0}", best.near()),
            format!("{:.0}", best.cost),
        ]
    })
}

/// The doctrines of a kind of motion, the best first.
fn scores(all: &[Series], names: &[&str], motion: MotionKind) -> Vec<Score> {
    let mut scores: Vec<Score> = Vec::new();
    let mut costs: Vec<Vec<f64>> = Vec::new();
    let counts =
        |series: &&Series| names.contains(&series.layout.name) && series.contender.motion == motion;
    for series in all.iter().filter(counts) {
        let name = &series.contender.name;
        let place = scores.iter().position(|score| score.name == *name).unwrap_or_else(|| {
            scores.push(Score { name: name.clone(), good: (0, 0), near: (0.0, 0.0), cost: 0.0 });
            costs.push(Vec::new());
            scores.len() - 1
        });
        scores[place].good.0 += series.good_runs();
        scores[place].good.1 += series.runs.len();
        if series.layout.wanted == Wanted::Near {
            scores[place].near.0 += series.sum(|n| n.near);
            scores[place].near.1 += series.sum(|n| n.ordered);
        }
        costs[place].push(match series.layout.wanted {
            Wanted::Near => series.range(|n| n.settle_p95).median * TIME_SCALE,
            Wanted::HeldBack | Wanted::Reversals => series.range(|n| n.hard_stops).median,
        });
    }
    for (score, costs) in scores.iter_mut().zip(costs) {
        score.cost = mean(&costs);
    }
    scores.sort_by(|a, b| {
        let near = || b.near().total_cmp(&a.near());
        b.part().total_cmp(&a.part()).then_with(near).then(a.cost.total_cmp(&b.cost))
    });
    scores
}

#[cfg(test)]
mod tests {
    use super::super::LAYOUTS;
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn a_doctrine_is_as_good_as_the_best_within_five_per_cent() {
        let score = |good, near, cost| Score {
            name: String::new(),
            good: (good, 9),
            near: (near, 100.0),
            cost,
        };
        let best = score(9, 100.0, 100.0);
        assert!(score(9, 99.7, 104.0).is_as_good_as(&best));
        assert!(!score(9, 100.0, 106.0).is_as_good_as(&best), "slower");
        assert!(!score(9, 98.0, 90.0).is_as_good_as(&best), "fewer near");
        assert!(!score(8, 100.0, 90.0).is_as_good_as(&best), "fewer good runs");
    }

    #[test]
    fn every_scenario_belongs_to_one_situation() {
        let named: Vec<&str> =
            SITUATIONS.iter().flat_map(|(_, names)| names.iter().copied()).collect();
        let distinct: BTreeSet<&str> = named.iter().copied().collect();
        assert_eq!(distinct.len(), named.len());
        assert_eq!(distinct, LAYOUTS.iter().map(|layout| layout.name).collect());
    }
}
