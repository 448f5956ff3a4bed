//! How the numbers of the arenas went over time, for the plot. Only for looking at: not part of the simulation.

use crate::sim::{Arena, Clock, Numbers, TICKS_PER_SECOND};
use crate::view::shared::FrameSystems;
use bevy::prelude::*;
use std::collections::BTreeMap;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<MetricHistory>().add_systems(Update, trace.in_set(FrameSystems::Draw));
}

/// A number that is worth a curve.
#[derive(Clone, Copy)]
pub struct Measure {
    /// What it is called.
    pub label: &'static str,
    /// Its unit, or nothing.
    pub unit: &'static str,
    /// What it tells.
    pub doc: &'static str,
    value: fn(&Numbers) -> f64,
}

/// The numbers that can be plotted.
pub const MEASURES: &[Measure] = &[
    Measure {
        label: "spread",
        unit: "cells",
        doc: "Root mean square distance of walking units from the middle of their group",
        value: |n| n.spread,
    },
    Measure {
        label: "cohesion",
        unit: "",
        doc: "Mean number of paths near a cell of a path (marker-cohesion)",
        value: |n| n.cohesion,
    },
    Measure {
        label: "separation",
        unit: "cells",
        doc: "Largest walking distance between units of a group that pass obstacles on different sides; from 18 on the \
              group counts as separated (Map Marker)",
        value: |n| n.separation,
    },
    Measure {
        label: "coherence",
        unit: "",
        doc: "How well the learned directions of neighbouring cells agree (direction-maps)",
        value: |n| n.coherence,
    },
    Measure {
        label: "arrived",
        unit: "units",
        doc: "Units that reached their place",
        value: |n| n.arrived as f64,
    },
    Measure {
        label: "nodes per patrol",
        unit: "nodes",
        doc: "Nodes that a unit expands in a round there and back, on cell steps: mean of all rounds finished (direction-maps)",
        value: |n| n.patrols.expanded,
    },
    Measure {
        label: "length per patrol",
        unit: "cells",
        doc: "Distance that a unit walks in a round, on cell steps: mean of all rounds finished (direction-maps)",
        value: |n| n.patrols.length,
    },
    Measure {
        label: "failed moves",
        unit: "per patrol",
        doc: "Steps into an occupied cell per round, on cell steps: mean of all rounds finished (direction-maps)",
        value: |n| n.patrols.failed,
    },
    Measure {
        label: "simulation time",
        unit: "s",
        doc: "Actions since the start times the action time of the motion, on cell steps (direction-maps)",
        value: |n| n.patrols.time,
    },
    Measure {
        label: "tick",
        unit: "ms",
        doc: "Time that a tick took on this machine",
        value: |n| n.tick_milliseconds,
    },
];

/// The curves of all arenas: by arena, points in the order of their ticks.
#[derive(Resource, Clone, Debug, Default)]
pub struct MetricHistory(BTreeMap<u32, Trace>);

/// The curve of one arena.
#[derive(Clone, Debug, Default)]
struct Trace {
    points: Vec<Point>,
    /// Ticks between two points at least; grows with the run.
    stride: u64,
}

#[derive(Clone, Copy, Debug)]
struct Point {
    tick: u64,
    values: [f64; MEASURES.len()],
}

/// Most points of a curve; beyond, every second one is dropped and the next ones come half as often.
const MOST: usize = 2048;

impl MetricHistory {
    /// Adds the numbers of an arena at a tick. Time that ran backwards takes later points away.
    fn add(&mut self, arena: u32, tick: u64, numbers: &Numbers) {
        let Trace { points, stride } = self.0.entry(arena).or_default();
        let keep = points.partition_point(|p| p.tick < tick);
        points.truncate(keep);
        if points.last().is_some_and(|last| tick < last.tick + *stride) {
            return;
        }
        points.push(Point { tick, values: std::array::from_fn(|i| (MEASURES[i].value)(numbers)) });
        if points.len() > MOST {
            *stride = (*stride * 2).max(2);
            let mut place = 0;
            points.retain(|_| {
                place += 1;
                place % 2 == 1
            });
        }
    }

    /// The curve of a measure in each arena: seconds and values.
    pub fn curves(&self, measure: usize) -> impl Iterator<Item = (u32, Vec<[f64; 2]>)> {
        self.0.iter().map(move |(&arena, Trace { points, .. })| {
            let seconds = |tick: u64| tick as f64 / f64::from(TICKS_PER_SECOND);
            (arena, points.iter().map(|p| [seconds(p.tick), p.values[measure]]).collect())
        })
    }
}

fn trace(mut traces: ResMut<MetricHistory>, arenas: Query<(&Arena, &Clock, &Numbers)>) {
    let last = |trace: &Trace| trace.points.last().map(|p| p.tick);
    traces.0.retain(|index, _| arenas.iter().any(|(arena, ..)| arena.index == *index));
    for (arena, clock, numbers) in &arenas {
        if traces.0.get(&arena.index).and_then(last) != Some(clock.tick) {
            traces.add(arena.index, clock.tick, numbers);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrived(count: usize) -> Numbers {
        Numbers { arrived: count, ..Numbers::default() }
    }

    fn measure(label: &str) -> usize {
        MEASURES.iter().position(|m| m.label == label).unwrap()
    }

    #[test]
    fn a_step_back_takes_what_came_later_off_the_curve() {
        let mut traces = MetricHistory::default();
        for tick in [0, 32, 64, 96] {
            traces.add(0, tick, &arrived(tick as usize));
        }
        traces.add(0, 64, &arrived(7));
        let curves: Vec<_> = traces.curves(measure("arrived")).collect();
        assert_eq!(curves, [(0, vec![[0.0, 0.0], [1.0, 32.0], [2.0, 7.0]])]);
    }

    #[test]
    fn a_long_run_keeps_its_whole_length_with_fewer_points() {
        let mut traces = MetricHistory::default();
        for tick in 0..10_000 {
            traces.add(0, tick, &arrived(1));
        }
        let (_, curve) = traces.curves(0).next().unwrap();
        assert!(curve.len() <= MOST && curve.len() > MOST / 4, "{}", curve.len());
        assert!(curve[0][0] < 1.0 && curve[curve.len() - 1][0] > 312.0, "{curve:?}");
    }
}
