//! Everything that is run: a method on a set of starts, for a table or a figure.

use super::sets::Set;
use super::trial::{Method, Plan};
use crate::planning::{Directions, Learning, Search};

/// What a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Block {
    /// Tables 1 to 3.
    Table(u8),
    /// Figure 5, for a weight and with or without the neighbourhood rule.
    Weight(f64, bool),
    /// Figure 8.
    Coherence,
}

/// A line of a table or a curve.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub block: Block,
    pub set: Set,
    pub method: Method,
    pub plan: Plan,
    /// What the paper prints: nodes, time, length, failed moves.
    pub paper: Option<[f64; 4]>,
}

/// The weights of Figure 5.
pub(super) const WEIGHTS: [f64; 6] = [0.0, 1.0, 2.0, 5.0, 10.0, 20.0];

/// Actions after which a run that does not end is given up: three times as long as runs take that do.
const GIVE_UP: u64 = 10_000;

use Learning::{AsPrinted, AsTabulated};

/// All of them. Quick ones make fewer patrols.
pub(super) fn lines(quick: bool) -> Vec<Line> {
    let mut lines = table_1();
    lines.extend(table_2_or_3(2, quick));
    lines.extend(table_2_or_3(3, quick));
    lines.extend(figure_5());
    lines.extend(figure_8(quick));
    lines
}

fn table_1() -> Vec<Line> {
    let plan = Plan { rounds: 10, counted: 0..10, most: GIVE_UP, look_every: 0 };
    let line = |method, paper| Line {
        block: Block::Table(1),
        set: Set::Small,
        method,
        plan: plan.clone(),
        paper,
    };
    let dm = [1065.74, 110.55, 76.44, 1.98];
    // The paper's time is on another clock; it stands in the column of that clock.
    let whca = [5813.43, f64::NAN, 70.25, 0.33];
    vec![
        line(Method::plain("A*", Search::default()), None),
        line(Method::directed("DM", Search::default(), AsTabulated), Some(dm)),
        line(Method::directed("DM, learning as printed", Search::default(), AsPrinted), Some(dm)),
        line(Method::plain("WHCA*", Method::whca(false, true)), Some(whca)),
        line(Method::plain("WHCA*, strict", Method::whca(true, true)), Some(whca)),
        line(Method::plain("WHCA*, search redone", Method::whca(false, false)), Some(whca)),
        line(Method::directed("WHCA* over DM", Method::whca(false, true), AsTabulated), None),
    ]
}

fn table_2_or_3(table: u8, quick: bool) -> Vec<Line> {
    let rounds = if quick { 6 } else { 20 };
    let plan = Plan { rounds, counted: 1..rounds as usize - 1, most: GIVE_UP, look_every: 0 };
    let (set, larger, papers) = match table {
        2 => (
            Set::Wall,
            12,
            [
                [4000.82, 5003.94, 149.49, 21.55],
                [5438.95, 4644.99, 150.45, 8.08],
                [1426.57, 4730.37, 151.95, 7.54],
                [3127.52, 4737.54, 150.94, 8.96],
            ],
        ),
        _ => (
            Set::Chamber,
            16,
            [
                [2187.73, 4993.83, 140.00, 19.92],
                [4001.19, 4382.55, 131.60, 6.59],
                [2078.51, 4580.88, 135.66, 7.81],
                [2795.56, 4491.18, 131.77, 7.18],
            ],
        ),
    };
    let line =
        |method, paper| Line { block: Block::Table(table), set, method, plan: plan.clone(), paper };
    let large = if larger == 12 { "DM-12" } else { "DM-16" };
    vec![
        line(Method::plain("A*", Search::default()), Some(papers[0])),
        line(Method::directed("DM", Search::default(), AsTabulated), Some(papers[1])),
        line(Method::directed("DM-8", Method::sectors(8), AsTabulated), Some(papers[2])),
        line(Method::directed(large, Method::sectors(larger), AsTabulated), Some(papers[3])),
        line(
            Method::directed("DM, learning as printed", Search::default(), AsPrinted),
            Some(papers[1]),
        ),
        line(
            Method::directed("DM-8, learning as printed", Method::sectors(8), AsPrinted),
            Some(papers[2]),
        ),
        line(Method::plain("WHCA*", Method::whca(false, true)), None),
        line(Method::plain("WHCA*, window 8", Method::whca_with_window(8)), None),
        line(Method::directed("WHCA* over DM", Method::whca(false, true), AsTabulated), None),
    ]
}

fn figure_5() -> Vec<Line> {
    let plan = Plan { rounds: 0, counted: 0..usize::MAX, most: 1000, look_every: 0 };
    let line = |w_max: f64, neighbourhood: bool| {
        let directions = Directions { w_max, alpha: 0.6, neighbourhood, ..Directions::default() };
        let name = if neighbourhood { "neighbourhood" } else { "as printed" };
        let method = Method { name, search: Search::default(), directions };
        let block = Block::Weight(w_max, neighbourhood);
        Line { block, set: Set::Empty, method, plan: plan.clone(), paper: None }
    };
    [false, true].into_iter().flat_map(|n| WEIGHTS.map(|w| line(w, n))).collect()
}

fn figure_8(quick: bool) -> Vec<Line> {
    let rounds = if quick { 10 } else { 20 };
    let plan = Plan { rounds, counted: 0..usize::MAX, most: GIVE_UP, look_every: 10 };
    let line = |method| Line {
        block: Block::Coherence,
        set: Set::Small,
        method,
        plan: plan.clone(),
        paper: None,
    };
    let mut wide = Method::directed("DM + neighbourhood", Search::default(), AsTabulated);
    wide.directions.neighbourhood = true;
    vec![
        line(Method::plain("A*", Search::default())),
        line(Method::directed("DM", Search::default(), AsTabulated)),
        line(wide),
        line(Method::plain("WHCA*", Method::whca(false, true))),
        line(Method::plain("WHCA*, strict", Method::whca(true, true))),
        line(Method::directed("WHCA* over DM", Method::whca(false, true), AsTabulated)),
    ]
}
