//! The claims of the paper, tested seed by seed.

use super::shortest_ways::ShortestWays;
use super::tables::change;
use super::{Arrival, DualSamples, LAYOUTS, LayoutRuns, NO_COMBAT, Samples};
use crate::experiment::battles::paired;
use crate::experiment::{Report, Statement};
use crate::measure::statistics::{Sample, Says, Test};

/// Times within this fraction of each other do not differ, and a change within this many points is the paper's. Ours: the paper
/// prints neither.
const TIMES_EQUAL: f64 = 0.10;
const POINTS: f64 = 5.0;
/// Casualties within this number of each other do not differ; of eighteen. Ours.
const CASUALTIES_EQUAL: f64 = 1.0;
/// How far from the paper's 48 % fewer casualties the change may be, in points. Ours.
const CASUALTY_POINTS: f64 = 15.0;

/// Indices in [`Samples`].
const FREE: usize = 0;
const COMBAT: usize = 1;
const DEAD: usize = 2;

fn pairs(first: &[f64], second: &[f64]) -> Vec<(f64, f64)> {
    first.iter().copied().zip(second.iter().copied()).collect()
}

/// Map Marker's number over that of A*, seed by seed.
fn ratio(layout: usize, samples: &Samples, quantity: usize, says: Says) -> Test {
    let [a_star, map_marker] = &samples.0[quantity];
    let what = ["time without combat", "time with combat", "casualties"][quantity];
    let quantity = format!("{}, {what}, Map Marker over A*", LAYOUTS[layout].0);
    Test::new(quantity, "times", Sample::Ratio(pairs(map_marker, a_star)), says)
}

/// Casualties of Map Marker less those of A*, seed by seed.
fn fewer(layout: usize, samples: &Samples, says: Says) -> Test {
    let [a_star, map_marker] = &samples.0[DEAD];
    let quantity = format!("{}, casualties, Map Marker less A*", LAYOUTS[layout].0);
    Test::new(quantity, "units", Sample::Means(pairs(map_marker, a_star)), says)
}

/// A change in percent, as a ratio within some points of it.
fn about(percent: f64, points: f64) -> Says {
    Says::Between(1.0 + (percent - points) / 100.0, 1.0 + (percent + points) / 100.0)
}

const TREE: usize = 0;
const WALL: usize = 1;
const BOULDER: usize = 2;

/// What the paper says of Table II, under one set of rules.
pub(super) fn of_the_paper(claims: &mut Vec<Statement>, samples: &[Samples], rules: &str) {
    let large = [WALL, BOULDER];
    let mut add = |claim: &str, tests: Vec<Test>| {
        claims.push(Statement::tested(format!("{claim}{rules}."), tests, ""));
    };
    let of = |layout: usize, quantity: usize, says: Says| {
        ratio(layout, &samples[layout], quantity, says)
    };
    let equal = Says::Between(1.0 - TIMES_EQUAL, 1.0 + TIMES_EQUAL);
    add(
        "At the Lonely Tree the times do not differ",
        [FREE, COMBAT].map(|quantity| of(TREE, quantity, equal)).to_vec(),
    );
    add(
        "Without combat Map Marker takes longer at the wall and the boulder",
        large.map(|layout| of(layout, FREE, Says::Above(1.0))).to_vec(),
    );
    add(
        "Without combat it takes about 13 % longer there",
        large.map(|layout| of(layout, FREE, about(13.0, POINTS))).to_vec(),
    );
    add(
        "With combat Map Marker is faster at the wall and the boulder",
        large.map(|layout| of(layout, COMBAT, Says::Below(1.0))).to_vec(),
    );
    add(
        "With combat it is about 12.8 % faster at the wall and 8.2 % at the boulder",
        [(WALL, -12.8), (BOULDER, -8.2)]
            .map(|(layout, percent)| of(layout, COMBAT, about(percent, POINTS)))
            .to_vec(),
    );
    let casualties = |layout: usize, says: Says| fewer(layout, &samples[layout], says);
    add(
        "Map Marker has fewer casualties in every scenario",
        [TREE, WALL, BOULDER].map(|layout| casualties(layout, Says::Below(0.0))).to_vec(),
    );
    add(
        "At the boulder it has about 48 % fewer casualties",
        vec![of(BOULDER, DEAD, about(-48.0, CASUALTY_POINTS))],
    );
    add(
        "At the tree and the wall the casualties do not differ (in the paper not significantly, by 0.5 and 1.0 units)",
        [TREE, WALL]
            .map(|layout| casualties(layout, Says::Between(-CASUALTIES_EQUAL, CASUALTIES_EQUAL)))
            .to_vec(),
    );
}

pub(super) fn planned_anew(claims: &mut Vec<Statement>, samples: &[Samples]) {
    claims.push(Statement::tested(
        "Ours: with paths planned again after a fight, Map Marker is faster with combat at the wall and the boulder as well.",
        [WALL, BOULDER].map(|layout| ratio(layout, &samples[layout], COMBAT, Says::Below(1.0))),
        "",
    ));
}

/// Whether the dual rule gains on both sides what it is proposed for. Its plain moves are planned by A* and its attack-moves by Map
/// Marker, so it is compared with the other one each time.
pub(super) fn dual_rule(claims: &mut Vec<Statement>, samples: &[Samples], dual: &[DualSamples]) {
    let of = |layout: usize| (LAYOUTS[layout].0, &samples[layout].0, &dual[layout].0);
    let sooner = [WALL, BOULDER].map(|layout| {
        let (name, samples, dual) = of(layout);
        Test::new(
            format!("{name}, time, plain move under the dual rule over Map Marker without combat"),
            "times",
            Sample::Ratio(pairs(&dual[0], &samples[FREE][1])),
            Says::Below(1.0),
        )
    });
    let fewer = [WALL, BOULDER].map(|layout| {
        let (name, samples, dual) = of(layout);
        Test::new(
            format!("{name}, casualties, attack-move under the dual rule less A*"),
            "units",
            Sample::Means(pairs(&dual[2], &samples[DEAD][0])),
            Says::Below(0.0),
        )
    });
    claims.push(Statement::tested(
        "Under the dual rule a plain move arrives sooner than under Map Marker at the wall and the boulder, and an attack-move into the ambush loses fewer units than under A* \
         (proposed, not tested in the paper).",
        sooner.into_iter().chain(fewer),
        "That its moves are those of A* and its attack-moves those of Map Marker is so by construction, and not tested.",
    ));
}

/// What the time of a group is, in words and as a number.
type Reading = (&'static str, fn(&Arrival) -> f64);

/// Whether units that use the whole width of their lane bring Map Marker as near to A* without combat as it is in the paper. The
/// paper does not say whether a group's time is that of its last unit or the mean over its units, so both are tested.
pub(super) fn with_traffic(claims: &mut Vec<Statement>, layouts: &[LayoutRuns]) {
    let most = largest_loss();
    let readings: [Reading; 2] =
        [("by the last unit", |a| a.last), ("by the mean over units", |a| a.mean)];
    for (reading, number) in readings {
        let tests = LAYOUTS.iter().zip(layouts).map(|((name, ..), layout)| {
            let runs = &layout.traffic[NO_COMBAT];
            Test::new(
                format!("{name}, time without combat, Map Marker over A*"),
                "times",
                Sample::Ratio(paired(&runs[1], &runs[0], number)),
                Says::Below(1.0 + most / 100.0),
            )
        });
        claims.push(Statement::tested(
            format!("Ours: with all rules of traffic Map Marker takes at most {most:.0} % longer than A* without combat, {reading} (the paper: 6 to 13 %)."),
            tests,
            "",
        ));
    }
}

/// The largest loss without combat in the paper, in percent.
fn largest_loss() -> f64 {
    LAYOUTS.iter().map(|(.., paper)| change(paper[0], paper[1])).fold(0.0, f64::max)
}

/// Notes about layouts where no better cornering could reach the paper's loss.
pub(super) fn shortest_ways(report: &mut Report, ways: &[[ShortestWays; 2]]) {
    let most = largest_loss();
    for ((name, ..), [a, b]) in LAYOUTS.iter().zip(ways) {
        let (short, long) = (a.longest, b.longest);
        let least = change(short, long);
        if least > most {
            report.note(format!(
                "{name}: no better cornering brings the last unit within {most:.0} %. If nobody had to wait, the longest way would be {short:.1} cells with A* and {long:.1} cells with \
                 Map Marker, that is {least:+.1} %: the unit furthest from the common side goes round the whole obstacle."
            ));
        }
    }
}
