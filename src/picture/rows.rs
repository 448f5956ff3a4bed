//! The table of an arena's numbers: what its rows are called and how they are written. The window and pictures share it.

use crate::sim::{Numbers, Score, Side, TICKS_PER_SECOND};

/// One row of the table.
#[derive(Clone, Copy, Debug)]
pub struct Row {
    /// What it is.
    pub label: &'static str,
    /// Its unit; may be empty.
    pub unit: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// The number as text.
    pub value: fn(&Numbers) -> String,
    /// Whether the row is shown for these numbers.
    pub applies: fn(&Numbers) -> bool,
    /// Whether it is a time on the clock of this machine, which differs from run to run.
    pub by_the_clock: bool,
}

impl Row {
    /// What it is, with its unit.
    pub fn label_with_unit(&self) -> String {
        let Self { label, unit, .. } = self;
        if unit.is_empty() { (*label).into() } else { format!("{label}, {unit}") }
    }

    const fn by_the_clock(self) -> Self {
        Self { by_the_clock: true, ..self }
    }
}

const fn row(
    label: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&Numbers) -> String,
) -> Row {
    Row { label, unit, doc, value, applies: |_| true, by_the_clock: false }
}

/// A number of the direction-maps paper: shown with cell steps, as a dash until a round is finished.
const fn patrol(
    label: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&Numbers) -> String,
) -> Row {
    let applies = |n: &Numbers| n.patrols.time > 0.0 || n.patrols.rounds > 0;
    Row { applies, ..row(label, unit, doc, value) }
}

/// A number about the decisions of engage rules: shown after the first decision.
const fn decision(
    label: &'static str,
    unit: &'static str,
    doc: &'static str,
    value: fn(&Numbers) -> String,
) -> Row {
    Row { applies: |n| n.decisions > 0, ..row(label, unit, doc, value) }
}

fn per_patrol(numbers: &Numbers, value: f64) -> String {
    if numbers.patrols.rounds == 0 { "-".into() } else { format!("{value:.2}") }
}

/// The rows of the table, in order.
pub const ROWS: &[Row] = &[
    row("units", "", "Number of units", |n| n.units.to_string()),
    row("walking", "", "Units that are walking", |n| n.walking.to_string()),
    row("arrived", "", "Units that have reached their slot", |n| n.arrived.to_string()),
    row("waiting", "", "Units that have an order and cannot continue", |n| n.waiting.to_string()),
    row("all arrived after", "s", "Simulated time at which the last unit arrived", |n| {
        n.all_arrived_at
            .map_or("-".into(), |t| format!("{:.1}", t as f64 / f64::from(TICKS_PER_SECOND)))
    }),
    row("path length", "cells", "Average length of the latest planned paths", |n| {
        format!("{:.2}", n.average_length)
    }),
    row(
        "cohesion",
        "",
        "Mean number of paths near a cell of a path; the higher, the closer together the group",
        |n| format!("{:.2}", n.cohesion),
    ),
    row(
        "coherence",
        "",
        "How well the learned directions of neighbouring cells agree, from 0 to 1",
        |n| format!("{:.3}", n.coherence),
    ),
    row(
        "spread",
        "cells",
        "Root mean square distance of units from the centre of their group, those that have arrived included",
        |n| format!("{:.2}", n.spread),
    ),
    row("distance walked", "cells", "By all units, since the start", |n| {
        format!("{:.0}", n.distance_walked)
    }),
    row(
        "stall share",
        "%",
        "Part of the time on the way, outside 6 cells of the goal, in which units stood still, since the start",
        |n| format!("{:.1}", n.stall_share),
    ),
    row(
        "hard stops",
        "",
        "Times that a unit wanted a position that two or more others ahead of it overlap, since the start; with cell steps, steps \
         that failed",
        |n| n.hard_stops.to_string(),
    ),
    patrol("patrols done", "", "Rounds of patrols that all units together have finished", |n| {
        n.patrols.rounds.to_string()
    }),
    patrol(
        "nodes per patrol",
        "",
        "Nodes that a unit expands in one round: mean of all finished rounds (direction-maps)",
        |n| if n.patrols.rounds > 0 { format!("{:.0}", n.patrols.expanded) } else { "-".into() },
    ),
    patrol(
        "length per patrol",
        "cells",
        "Distance that a unit walks in one round: mean of all finished rounds (direction-maps)",
        |n| per_patrol(n, n.patrols.length),
    ),
    patrol(
        "failed moves per patrol",
        "",
        "Steps into an occupied cell per round: mean of all finished rounds (direction-maps)",
        |n| per_patrol(n, n.patrols.failed),
    ),
    patrol(
        "simulation time",
        "s",
        "Actions since the start times the action time of the motion; ends with the last round (direction-maps)",
        |n| format!("{:.1}", n.patrols.time),
    ),
    row("paths planned", "", "Since the start", |n| n.paths_planned.to_string()),
    row("cells expanded", "", "Cells that searches expanded since the start", |n| {
        n.expanded.to_string()
    }),
    row("in the last plan", "", "Cells that the latest plan expanded", |n| {
        n.expanded_last.to_string()
    }),
    row("planning", "ms", "Time that the latest plan took on this machine", |n| {
        format!("{:.2}", n.plan_milliseconds)
    })
    .by_the_clock(),
    decision("decisions", "", "Decisions of engage rules since the start", |n| {
        n.decisions.to_string()
    }),
    decision(
        "decision",
        "ms",
        "Time of one decision by an engage rule on this machine: mean of a team in the latest tick",
        |n| format!("{:.4}", n.decision_milliseconds),
    )
    .by_the_clock(),
    decision("longest decision", "ms", "The longest decision since the start", |n| {
        format!("{:.4}", n.slowest_decision_milliseconds)
    })
    .by_the_clock(),
    row("tick", "ms", "Time that the latest tick took on this machine", |n| {
        format!("{:.2}", n.tick_milliseconds)
    })
    .by_the_clock(),
];

/// A row about one team.
#[derive(Clone, Copy, Debug)]
pub struct SideRow {
    /// What it is, after the name of the team.
    pub what: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// The number as text.
    pub value: fn(&Side) -> String,
}

/// The rows about each team that has taken part in combat.
pub const SIDE_ROWS: &[SideRow] = &[
    SideRow { what: "units", doc: "Units of this team", value: |s| s.units.to_string() },
    SideRow {
        what: "lost",
        doc: "Units of this team that died",
        value: |s| s.casualties.to_string(),
    },
    SideRow {
        what: "hit points",
        doc: "Hit points of all units of this team",
        value: |s| format!("{:.0}", s.hit_points),
    },
];

/// The side of a team in each arena, if it has taken part in combat in any.
pub fn sides(arenas: &[&Score], team: usize) -> Option<Vec<Side>> {
    let side = |score: &&Score| score.sides.get(team).copied().unwrap_or_default();
    let sides: Vec<Side> = arenas.iter().map(side).collect();
    sides.iter().any(|side| side.took_part).then_some(sides)
}
