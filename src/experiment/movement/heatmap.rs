//! Where units stood still: one small map for each scenario, on one page for each doctrine.

use super::series::Series;
use crate::experiment::path_picture::draw_ground;
use crate::experiment::svg::{Anchor, Svg};
use crate::grid::Cell;
use crate::overlay::palette::ramp;
use crate::sim::TICKS_PER_SECOND;
use std::collections::BTreeMap;

/// Size of a cell, in pixels.
const CELL: f64 = 3.0;
/// Space for a map with its name, in pixels.
const PANEL: (f64, f64) = (206.0, 218.0);
/// Maps in a row.
const COLUMNS: usize = 6;
/// Height of the head, in pixels.
const HEAD: f64 = 56.0;
/// Time on a cell per run that has the darkest colour, in seconds.
const DARKEST: f64 = 60.0;
/// Times in the legend, in seconds.
const LEGEND: [f64; 4] = [0.1, 1.0, 10.0, 60.0];

/// Draws where the units of some series stood still, in seconds per run.
pub(super) fn heatmap(title: &str, all: &[&Series]) -> String {
    let rows = all.len().div_ceil(COLUMNS).max(1);
    let columns = all.len().clamp(3, COLUMNS);
    let mut svg = Svg::new(PANEL.0 * columns as f64 + 10.0, PANEL.1 * rows as f64 + HEAD);
    svg.text((8.0, 20.0), Anchor::Start, 14.0, title);
    let mut x = 8.0;
    svg.text((x, 40.0), Anchor::Start, 10.0, "seconds per run that units stood still on a cell:");
    x += 250.0;
    for seconds in LEGEND {
        svg.rectangle((x, 31.0), (10.0, 10.0), &colour(seconds));
        svg.text((x + 14.0, 40.0), Anchor::Start, 10.0, &format!("{seconds}"));
        x += 48.0;
    }
    for (place, series) in all.iter().enumerate() {
        let corner =
            (8.0 + PANEL.0 * (place % COLUMNS) as f64, HEAD + PANEL.1 * (place / COLUMNS) as f64);
        panel(&mut svg, series, corner);
    }
    svg.finish()
}

fn panel(svg: &mut Svg, series: &Series, (x, y): (f64, f64)) {
    svg.text((x, y + 10.0), Anchor::Start, 9.0, &series.name());
    let map = (x, y + 15.0);
    draw_ground(svg, &series.layout.ground.terrain(series.reading), map, CELL);
    let mut ticks: BTreeMap<Cell, u64> = BTreeMap::new();
    for (&cell, count) in series.runs.iter().flat_map(|(_, outcome)| &outcome.stalls) {
        *ticks.entry(cell).or_default() += u64::from(*count);
    }
    for (cell, ticks) in ticks {
        let per_run = ticks as f64 / series.runs.len().max(1) as f64;
        let at = (map.0 + f64::from(cell.x) * CELL, map.1 + f64::from(cell.y) * CELL);
        svg.rectangle(at, (CELL, CELL), &colour(per_run / f64::from(TICKS_PER_SECOND)));
    }
}

/// Darker the longer, on a logarithmic scale.
fn colour(seconds: f64) -> String {
    let place = (1.0 + 10.0 * seconds).ln() / (1.0 + 10.0 * DARKEST).ln();
    ramp(1.0 - place as f32).hex()
}
