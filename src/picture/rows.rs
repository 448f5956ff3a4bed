//! The table of an arena's numbers: what its rows are called and how they are written. The window and pictures share it.

use crate::sim::{Numbers, Score, Side, TICKS_PER_SECOND};
use crate::words::grouped;

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
    if_any(numbers.patrols.rounds > 0, format!("{value:.2}"))
}

/// Rows about one thing. The first is its headline.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// What it is about, as the key under which the window remembers whether it is open.
    pub key: &'static str,
    /// Whether it is open at the first start.
    pub open: bool,
    /// The headline, and the rows below it.
    pub rows: &'static [Row],
}

/// Shown in place of a number that does not apply.
pub const NONE: &str = "–";

/// All rows, in order.
pub fn rows() -> impl Iterator<Item = &'static Row> {
    GROUPS.iter().flat_map(|group| group.rows)
}

/// A number, or a dash if it does not apply.
fn if_any(applies: bool, text: String) -> String {
    if applies { text } else { NONE.into() }
}

fn has_orders(numbers: &Numbers) -> bool {
    numbers.walking + numbers.arrived + numbers.waiting + numbers.fighting > 0
}

/// The groups of rows, in order.
pub const GROUPS: &[Group] = &[
    Group { key: "units", open: true, rows: UNITS },
    Group { key: "cohesion", open: true, rows: TOGETHER },
    Group { key: "patrols", open: true, rows: PATROLS },
    Group { key: "movement", open: true, rows: MOVEMENT },
    Group { key: "search", open: false, rows: SEARCH },
    Group { key: "time", open: false, rows: TIME },
];

const UNITS: &[Row] = &[
    row("arrived", "", "Units that have reached their slot", |n| n.arrived.to_string()),
    row("units", "", "Number of units", |n| n.units.to_string()),
    row("walking", "", "Units that are walking", |n| n.walking.to_string()),
    row("waiting", "", "Units that have an order and cannot continue", |n| n.waiting.to_string()),
    row("all arrived after", "s", "Simulated time at which the last unit arrived", |n| {
        n.all_arrived_at
            .map_or(NONE.into(), |t| format!("{:.1}", t as f64 / f64::from(TICKS_PER_SECOND)))
    }),
];

const TOGETHER: &[Row] = &[
    row(
        "cohesion",
        "",
        "Mean number of paths near a cell of a path; the higher, the closer together the group",
        |n| if_any(n.cohesion > 0.0, format!("{:.2}", n.cohesion)),
    ),
    row("path length", "cells", "Average length of the latest planned paths", |n| {
        if_any(n.average_length > 0.0, format!("{:.2}", n.average_length))
    }),
    row(
        "spread",
        "cells",
        "Root mean square distance of units from the centre of their group, those that have arrived included",
        |n| if_any(has_orders(n), format!("{:.2}", n.spread)),
    ),
    row(
        "coherence",
        "",
        "How well the learned directions of neighbouring cells agree, from 0 to 1",
        |n| if_any(n.coherence > 0.0, format!("{:.3}", n.coherence)),
    ),
];

const PATROLS: &[Row] = &[
    patrol("patrols done", "", "Rounds of patrols that all units together have finished", |n| {
        n.patrols.rounds.to_string()
    }),
    patrol(
        "nodes per patrol",
        "",
        "Nodes that a unit expands in one round: mean of all finished rounds (direction-maps)",
        |n| if_any(n.patrols.rounds > 0, format!("{:.0}", n.patrols.expanded)),
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
];

const MOVEMENT: &[Row] = &[
    row(
        "stall share",
        "%",
        "Share of travel time that units spent standing still, not counting the last 6 cells before the goal",
        |n| if_any(n.distance_walked + n.stall_share > 0.0, format!("{:.1}", n.stall_share)),
    ),
    row("distance walked", "cells", "By all units, since the start", |n| {
        format!("{:.0}", n.distance_walked)
    }),
    row(
        "hard stops",
        "",
        "How often a unit tried to move into a spot already overlapped by two or more units ahead of it; with cell steps, steps \
         that failed",
        |n| n.hard_stops.to_string(),
    ),
];

const SEARCH: &[Row] = &[
    row("nodes expanded", "", "Nodes that searches expanded since the start", |n| {
        grouped(n.expanded)
    }),
    row("nodes in last plan", "", "Nodes that the latest plan expanded", |n| {
        if_any(n.expanded > 0, grouped(n.expanded_last))
    }),
    row("paths planned", "", "Since the start", |n| grouped(n.paths_planned)),
    row("planning", "ms", "Time that the latest plan took on this machine", |n| {
        if_any(n.expanded > 0, format!("{:.2}", n.plan_milliseconds))
    })
    .by_the_clock(),
];

const TIME: &[Row] = &[
    row("tick", "ms", "Time that the latest tick took on this machine", |n| {
        format!("{:.2}", n.tick_milliseconds)
    })
    .by_the_clock(),
    decision("decisions", "", "Decisions of engage rules since the start", |n| {
        grouped(n.decisions)
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
