//! The paper's own test of Map Marker against A*: Wilcoxon's rank sum. The verdicts of the claims rest on paired tests instead,
//! because both planners run with the same seeds.

use super::tables::change;
use super::{LAYOUTS, Samples};
use crate::experiment::{Digits, Figure, Row, Table};
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

/// The title of the table.
pub(super) const TITLE: &str = "Map Marker against A* by the paper's test: Wilcoxon rank sum, Bonferroni for nine tests, effect size r";

pub(super) fn tests_table(title: &str, samples: &[Samples]) -> Table {
    let columns = QUANTITIES
        .iter()
        .flat_map(|q| [format!("{q}: change (%)"), format!("{q}: p"), format!("{q}: r")]);
    let mut table = Table::new(title, "scenario", Digits::Rounded(2), columns);
    for p in [1, 4, 7] {
        table = table.digits(p, Digits::Probability);
    }
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
