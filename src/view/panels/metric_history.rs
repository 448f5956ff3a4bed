//! The history of the arenas' metrics, for the plot. It is not part of the simulation.

use crate::experiment::charts::LineChart;
use crate::sim::{Arena, Clock, Numbers, TICKS_PER_SECOND};
use crate::view::document::Document;
use crate::view::document::comparison::letter;
use crate::view::frame::FrameSystems;
use crate::words::capitalised;
use bevy::prelude::*;
use std::collections::BTreeMap;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<MetricHistory>()
        .add_systems(Update, record_metrics.in_set(FrameSystems::Draw));
}

/// A number that can be plotted.
#[derive(Clone, Copy)]
pub struct Metric {
    /// Its name.
    pub label: &'static str,
    /// Its unit; may be empty.
    pub unit: &'static str,
    /// What it means.
    pub doc: &'static str,
    value: fn(&Numbers) -> f64,
}

/// The numbers that can be plotted.
pub const METRICS: &[Metric] = &[
    Metric {
        label: "spread",
        unit: "cells",
        doc: "Root mean square distance of units from the centre of their group, those that have arrived included",
        value: |n| n.spread,
    },
    Metric {
        label: "cohesion",
        unit: "",
        doc: "Mean number of paths near a cell of a path (marker-cohesion)",
        value: |n| n.cohesion,
    },
    Metric {
        label: "separation",
        unit: "cells",
        doc: "Largest walking distance between units of a group that pass obstacles on different sides; a group with 18 \
              or more is separated (Map Marker)",
        value: |n| n.separation,
    },
    Metric {
        label: "coherence",
        unit: "",
        doc: "How well the learned directions of neighbouring cells agree (direction-maps)",
        value: |n| n.coherence,
    },
    Metric {
        label: "arrived",
        unit: "units",
        doc: "Units that have reached their slot",
        value: |n| n.arrived as f64,
    },
    Metric {
        label: "stall share",
        unit: "%",
        doc: "Share of travel time that units spent standing still, not counting the last 6 cells before the goal, since the start",
        value: |n| n.stall_share,
    },
    Metric {
        label: "hard stops",
        unit: "",
        doc: "How often a unit tried to move into a spot already overlapped by two or more units ahead of it, since the start",
        value: |n| n.hard_stops as f64,
    },
    Metric {
        label: "nodes per patrol",
        unit: "nodes",
        doc: "Nodes that a unit expands in one round of its patrol, with cell steps: mean of all finished rounds (direction-maps)",
        value: |n| n.patrols.expanded,
    },
    Metric {
        label: "length per patrol",
        unit: "cells",
        doc: "Distance that a unit walks in one round, with cell steps: mean of all finished rounds (direction-maps)",
        value: |n| n.patrols.length,
    },
    Metric {
        label: "failed moves",
        unit: "per patrol",
        doc: "Steps into an occupied cell per round, with cell steps: mean of all finished rounds (direction-maps)",
        value: |n| n.patrols.failed,
    },
    Metric {
        label: "simulation time",
        unit: "s",
        doc: "Actions since the start times the action time of the motion, with cell steps (direction-maps)",
        value: |n| n.patrols.time,
    },
    Metric {
        label: "tick",
        unit: "ms",
        doc: "Time that a tick takes on this machine",
        value: |n| n.tick_milliseconds,
    },
];

/// The metrics of all arenas since the start, by arena.
#[derive(Resource, Clone, Debug, Default)]
pub struct MetricHistory(BTreeMap<u32, Curve>);

/// The metrics of one arena, in the order of their ticks.
#[derive(Clone, Debug, Default)]
struct Curve {
    points: Vec<Point>,
    /// Minimum number of ticks between two points; grows with the run.
    stride: u64,
}

#[derive(Clone, Copy, Debug)]
struct Point {
    tick: u64,
    values: [f64; METRICS.len()],
}

/// Maximum number of points of a curve. Beyond that, every second one is dropped and new ones are added half as often.
const MAX: usize = 2048;

impl MetricHistory {
    /// The runs of all arenas become others from a tick on: later points are removed.
    fn branch_at(&mut self, tick: u64) {
        for Curve { points, .. } in self.0.values_mut() {
            let keep = points.partition_point(|p| p.tick <= tick);
            points.truncate(keep);
        }
    }

    /// Adds the numbers of an arena at a tick, unless the curve goes further already.
    pub(crate) fn add(&mut self, arena: u32, tick: u64, numbers: &Numbers) {
        let Curve { points, stride } = self.0.entry(arena).or_default();
        // Before the first tick the numbers come in while plans are made.
        if let ([Point { tick: 0, .. }], 0) = (points.as_slice(), tick) {
            points.clear();
        }
        if points.last().is_some_and(|last| tick <= last.tick) {
            return;
        }
        if points.last().is_some_and(|last| tick < last.tick + *stride) {
            return;
        }
        points.push(Point { tick, values: std::array::from_fn(|i| (METRICS[i].value)(numbers)) });
        if points.len() > MAX {
            *stride = (*stride * 2).max(2);
            let mut keep = false;
            points.retain(|_| {
                keep = !keep;
                keep
            });
        }
    }

    /// All metrics of all arenas as a table with commas: one row for each arena and tick.
    pub fn to_csv(&self) -> String {
        let names = METRICS.iter().map(|metric| match metric.unit {
            "" => metric.label.to_owned(),
            unit => format!("{} ({unit})", metric.label),
        });
        let head = ["arena", "tick", "seconds"].map(str::to_owned).into_iter().chain(names);
        let mut text = head.collect::<Vec<_>>().join(",") + "\n";
        for (&arena, Curve { points, .. }) in &self.0 {
            for Point { tick, values } in points {
                let seconds = *tick as f64 / f64::from(TICKS_PER_SECOND);
                let values: String = values.iter().map(|value| format!(",{value}")).collect();
                text += &format!("{},{tick},{seconds}{values}\n", letter(arena));
            }
        }
        text
    }

    /// A metric as a chart under a title, with a line for each arena; `None` if there are no numbers.
    pub fn chart(&self, metric: usize, title: &str) -> Option<LineChart> {
        let Metric { label, unit, .. } = METRICS.get(metric)?;
        let up = if unit.is_empty() { (*label).to_owned() } else { format!("{label}, {unit}") };
        let line = |(arena, points): (u32, Vec<[f64; 2]>)| {
            (letter(arena).to_string(), points.into_iter().map(|[x, y]| (x, y)).collect())
        };
        let lines: Vec<(String, Vec<(f64, f64)>)> = self.curves(metric).map(line).collect();
        let title = if title.is_empty() { capitalised(label) } else { format!("{title}: {label}") };
        let across = "simulated seconds".to_owned();
        (!lines.is_empty()).then_some(LineChart { title, across, up, lines })
    }

    /// The arenas that have a curve.
    pub fn arenas(&self) -> impl Iterator<Item = u32> {
        self.0.keys().copied()
    }

    /// The curve of a metric in each arena: seconds and values.
    pub fn curves(&self, metric: usize) -> impl Iterator<Item = (u32, Vec<[f64; 2]>)> {
        self.0.iter().map(move |(&arena, Curve { points, .. })| {
            let seconds = |tick: u64| tick as f64 / f64::from(TICKS_PER_SECOND);
            (arena, points.iter().map(|p| [seconds(p.tick), p.values[metric]]).collect())
        })
    }
}

fn record_metrics(
    mut history: ResMut<MetricHistory>,
    document: Res<Document>,
    mut known: Local<(u64, u64)>,
    arenas: Query<(&Arena, &Clock, &Numbers)>,
) {
    let (branch, tick) = document.branch();
    if known.0 != document.serial() {
        *history = MetricHistory::default();
    } else if known.1 != branch {
        history.branch_at(tick);
    }
    *known = (document.serial(), branch);
    let last = |curve: &Curve| curve.points.last().map(|p| p.tick);
    history.0.retain(|index, _| arenas.iter().any(|(arena, ..)| arena.index == *index));
    for (arena, clock, numbers) in &arenas {
        // Nothing is measured yet.
        if clock.tick == 0 && numbers.units == 0 {
            continue;
        }
        if clock.tick == 0 || history.0.get(&arena.index).and_then(last) != Some(clock.tick) {
            history.add(arena.index, clock.tick, numbers);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrived(count: usize) -> Numbers {
        Numbers { arrived: count, ..Numbers::default() }
    }

    fn metric(label: &str) -> usize {
        METRICS.iter().position(|m| m.label == label).unwrap()
    }

    #[test]
    fn a_step_back_keeps_the_curve_and_a_branch_removes_what_came_later() {
        let mut history = MetricHistory::default();
        for tick in [0, 32, 64, 96] {
            history.add(0, tick, &arrived(tick as usize));
        }
        history.add(0, 64, &arrived(7));
        let curve = |history: &MetricHistory| history.curves(metric("arrived")).next().unwrap().1;
        assert_eq!(curve(&history).len(), 4);
        history.branch_at(32);
        history.add(0, 64, &arrived(7));
        assert_eq!(curve(&history), [[0.0, 0.0], [1.0, 32.0], [2.0, 7.0]]);
    }

    #[test]
    fn numbers_before_the_first_tick_are_the_latest_ones() {
        let mut history = MetricHistory::default();
        history.add(0, 0, &arrived(0));
        history.add(0, 0, &arrived(4));
        history.add(0, 1, &arrived(5));
        let (_, curve) = history.curves(metric("arrived")).next().unwrap();
        assert_eq!(curve.iter().map(|point| point[1]).collect::<Vec<_>>(), [4.0, 5.0]);
    }

    #[test]
    fn numbers_can_be_taken_to_a_spreadsheet() {
        let mut history = MetricHistory::default();
        history.add(0, 32, &arrived(3));
        history.add(1, 32, &arrived(4));
        let text = history.to_csv();
        let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split(',').collect()).collect();
        assert_eq!(rows[0][..3], ["arena", "tick", "seconds"]);
        let column = rows[0].iter().position(|name| *name == "arrived (units)").unwrap();
        assert_eq!((rows[1][0], rows[1][2], rows[1][column]), ("A", "1", "3"));
        assert_eq!((rows[2][0], rows[2][column]), ("B", "4"));
        assert!(rows.iter().all(|row| row.len() == METRICS.len() + 3), "{text}");
    }

    #[test]
    fn a_long_run_keeps_its_whole_length_with_fewer_points() {
        let mut history = MetricHistory::default();
        for tick in 0..10_000 {
            history.add(0, tick, &arrived(1));
        }
        let (_, curve) = history.curves(0).next().unwrap();
        assert!(curve.len() <= MAX && curve.len() > MAX / 4, "{}", curve.len());
        assert!(curve[0][0] < 1.0 && curve[curve.len() - 1][0] > 312.0, "{curve:?}");
    }
}
