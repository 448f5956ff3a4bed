//! Tests of Map Marker against A*, and the claims of the paper.

use super::shortest_ways::ShortestWays;
use super::tables::change;
use super::{Arrival, DualSamples, LAYOUTS, LayoutRuns, NO_COMBAT, Samples};
use crate::experiment::{Digits, Figure, Report, Row, Table};
use crate::measure::statistics::{bonferroni, mean, rank_sum};

/// Tests made together: three layouts and three quantities.
const TESTS: usize = 9;
/// Runs that the paper averages over.
const PAPERS_RUNS: usize = 10;

/// Change by Map Marker in percent, the corrected probability, and the effect size.
fn compare(samples: &[Vec<f64>; 2]) -> (f64, f64, f64) {
    let [a, b] = samples;
    let test = rank_sum(a, b);
    let change = change(mean(a), mean(b));
    (change, bonferroni(test.p, TESTS), test.effect_size(a.len() + b.len()))
}

const QUANTITIES: [&str; 3] = ["time without combat", "time with combat", "casualties"];

pub(super) fn tests_table(samples: &[Samples]) -> Table {
    let columns = QUANTITIES
        .iter()
        .flat_map(|q| [format!("{q}: change (%)"), format!("{q}: p"), format!("{q}: r")]);
    let title =
        "Map Marker against A*: Wilcoxon rank sum, Bonferroni for nine tests, effect size r";
    let mut table = Table::new(title, "scenario", Digits::Rounded(3), columns);
    for ((name, _, _), samples) in LAYOUTS.iter().zip(samples) {
        let figures = samples.0.iter().flat_map(|both| {
            let (change, p, r) = compare(both);
            [change, p, r].map(Figure::new)
        });
        table.rows.push(Row::new(*name, figures.collect()));
    }
    table
}

/// How often the tests are significant with only as many runs as the paper made; `None` if there are too few runs.
pub(super) fn in_tens(samples: &[Samples]) -> Option<Table> {
    let title = "Ten runs at a time, as in the paper: significant after Bonferroni, in percent of such trials (ours)";
    let mut table = Table::new(title, "scenario", Digits::Rounded(0), QUANTITIES);
    for ((name, ..), samples) in LAYOUTS.iter().zip(samples) {
        let figures = samples.0.iter().map(|[a, b]| {
            let trials: Vec<f64> = a
                .chunks_exact(PAPERS_RUNS)
                .zip(b.chunks_exact(PAPERS_RUNS))
                .map(|(a, b)| bonferroni(rank_sum(a, b).p, TESTS))
                .map(|p| f64::from(u8::from(p < 0.05)) * 100.0)
                .collect();
            (trials.len() > 1).then(|| Figure::new(mean(&trials)))
        });
        table.rows.push(Row::new(*name, figures.collect::<Option<Vec<Figure>>>()?));
    }
    Some(table)
}

/// Whether the dual rule has the speed of A* in plain moves and the casualties of Map Marker in attack-moves.
pub(super) fn dual_rule(report: &mut Report, samples: &[Samples], dual: &[DualSamples]) {
    let mut evidence = Vec::new();
    let mut holds = true;
    for (((name, ..), Samples([free, _, dead])), DualSamples([moves, _, lost])) in
        LAYOUTS.iter().zip(samples).zip(dual)
    {
        let [move_p, lost_p] =
            [(&free[0], moves), (&dead[1], lost)].map(|(a, b)| bonferroni(rank_sum(a, b).p, 6));
        holds &= move_p >= 0.05 && lost_p >= 0.05;
        evidence.push(format!(
            "{name}: moves {:.2} s (A* {:.2}, p {move_p:.2}), casualties {:.2} (Map Marker {:.2}, p {lost_p:.2})",
            mean(moves),
            mean(&free[0]),
            mean(lost),
            mean(&dead[1]),
        ));
    }
    report.claim(
        "The dual rule moves as fast as A* and loses no more units in an ambush than Map Marker (proposed, not tested in the paper).",
        holds,
        evidence.join("; "),
    );
}

/// What the time of a group is, in words and as a number.
type Reading = (&'static str, fn(&Arrival) -> f64);

/// Whether units that use the whole width of their way bring Map Marker as near to A* without combat as it is in the paper. The
/// paper does not say whether a group's time is that of its last unit or the mean over its units, so both are tested.
pub(super) fn with_traffic(
    report: &mut Report,
    layouts: &[LayoutRuns],
    ways: &[[ShortestWays; 2]],
) {
    let papers = LAYOUTS.iter().map(|(.., paper)| change(paper[0], paper[1]));
    let most = papers.fold(0.0, f64::max);
    let loss = |layout: &LayoutRuns, number: fn(&Arrival) -> f64| {
        let [a, b] = [0, 1].map(|i| mean(&layout.traffic[NO_COMBAT][i].values(number)));
        change(a, b)
    };
    let readings: [Reading; 2] =
        [("by the last unit", |a| a.last), ("by the mean over units", |a| a.mean)];
    for (reading, number) in readings {
        let losses: Vec<f64> = layouts.iter().map(|layout| loss(layout, number)).collect();
        let named = LAYOUTS.iter().zip(&losses);
        let told = named.map(|((name, ..), loss)| format!("{name} {loss:+.1} %"));
        report.claim(
            format!("Ours: with all rules of traffic Map Marker takes at most {most:.0} % longer than A* without combat, {reading} (the paper: 6 to 13 %)."),
            losses.iter().all(|&loss| loss <= most),
            told.collect::<Vec<String>>().join(", "),
        );
    }
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

/// Tests every claim.
pub(super) fn of_the_paper(report: &mut Report, old: &[Samples], anew: &[Samples]) {
    let told = |both: &[Vec<f64>; 2]| {
        let (change, p, r) = compare(both);
        let (a, b) = (mean(&both[0]), mean(&both[1]));
        format!("{a:.2} and {b:.2} ({change:+.1} %, p {p:.3}, r {r:.2})")
    };
    let significant = |both: &[Vec<f64>; 2]| compare(both).1 < 0.05;
    let faster = |both: &[Vec<f64>; 2]| significant(both) && compare(both).0 < 0.0;
    let slower = |both: &[Vec<f64>; 2]| significant(both) && compare(both).0 > 0.0;
    let [tree, wall, boulder] = old else { return };
    report.claim(
        "At the Lonely Tree the times do not differ significantly.",
        !significant(&tree.0[0]) && !significant(&tree.0[1]),
        format!("without combat {}, with combat {}", told(&tree.0[0]), told(&tree.0[1])),
    );
    report.claim(
        "Without combat Map Marker takes significantly longer at the wall and the boulder (the paper: 13 %), a large effect (r > .5).",
        [wall, boulder].iter().all(|s| slower(&s.0[0]) && compare(&s.0[0]).2 > 0.5),
        format!("wall {}, boulder {}", told(&wall.0[0]), told(&boulder.0[0])),
    );
    report.claim(
        "With combat Map Marker is significantly faster at the wall and the boulder (the paper: 12.8 and 8.2 %).",
        [wall, boulder].iter().all(|s| faster(&s.0[1])),
        format!("wall {}, boulder {}", told(&wall.0[1]), told(&boulder.0[1])),
    );
    if !faster(&wall.0[1]) {
        let later = mean(&wall.0[0][1]) - mean(&wall.0[0][0]);
        report.note(format!(
            "Why Map Marker is not faster with combat at the wall: without combat its last unit arrives {later:.1} s later than that of A*. In the fight it gains time, \
             because fewer units die, but no more than that. The table with paths planned anew shows the result without the way back to the old paths."
        ));
    }
    report.claim(
        "Map Marker has fewer casualties on average in every scenario.",
        old.iter().all(|s| mean(&s.0[2][1]) < mean(&s.0[2][0])),
        format!(
            "tree {}, wall {}, boulder {}",
            told(&tree.0[2]),
            told(&wall.0[2]),
            told(&boulder.0[2])
        ),
    );
    report.claim(
        "The difference in casualties is significant at the boulder, with a large effect.",
        faster(&boulder.0[2]) && compare(&boulder.0[2]).2 > 0.5,
        told(&boulder.0[2]),
    );
    report.claim(
        "The difference in casualties is significant only at the boulder.",
        faster(&boulder.0[2]) && !significant(&tree.0[2]) && !significant(&wall.0[2]),
        format!("tree {}, wall {}", told(&tree.0[2]), told(&wall.0[2])),
    );
    if significant(&wall.0[2]) {
        report.note(
            "Why the casualties also differ significantly at the wall: the paper's difference there is as large (3.9 and 2.9, a quarter fewer), but it tests ten runs. \
             The table of ten runs at a time shows how often ours would be significant in its trial.",
        );
    }
    let [_, wall, boulder] = anew else { return };
    report.claim(
        "Ours: with paths planned anew after a fight, Map Marker is faster with combat at the wall and the boulder as well.",
        [wall, boulder].iter().all(|s| faster(&s.0[1])),
        format!("wall {}, boulder {}", told(&wall.0[1]), told(&boulder.0[1])),
    );
}
