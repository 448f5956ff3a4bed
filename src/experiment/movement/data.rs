//! Every figure as CSV: each metric over the arrangements, and each run separately.

use super::metric::METRICS;
use super::series::Series;
use crate::report::quoted;
use std::fmt::Write;

/// One row per doctrine, scenario, reading and metric, with its minimum, median and maximum. Times are seconds of our runs.
pub(super) fn by_metric(all: &[Series]) -> String {
    let mut csv = String::from("doctrine,scenario,reading,runs,metric,unit,min,median,max\n");
    for series in all {
        let head = head(series);
        for metric in METRICS {
            let range = series.range(metric.of);
            let (name, unit, runs) = (quoted(metric.name), metric.unit, series.runs.len());
            let _ = writeln!(
                csv,
                "{head},{runs},{name},{unit},{},{},{}",
                range.min, range.median, range.max
            );
        }
    }
    csv
}

/// One row per run, with its state hash and every metric.
pub(super) fn by_run(all: &[Series]) -> String {
    let mut csv = String::from("doctrine,scenario,reading,arrangement,hash");
    for metric in METRICS {
        let _ = write!(csv, ",{}", quoted(metric.name));
    }
    csv.push('\n');
    for series in all {
        let head = head(series);
        for (arrangement, outcome) in &series.runs {
            let _ = write!(csv, "{head},{},{:016x}", arrangement.index, outcome.hash);
            for metric in METRICS {
                let _ = write!(csv, ",{}", (metric.of)(&outcome.numbers));
            }
            csv.push('\n');
        }
    }
    csv
}

fn head(series: &Series) -> String {
    let name = quoted(&series.contender.name);
    format!("{name},{},{}", series.layout.name, series.reading.name())
}
