//! What is written down of a run, tick by tick: metrics and trajectories as CSV, and the walked paths as SVG.
//!
//! Numbers are written with as many digits as are needed to read the same number again.

use super::stage::{Caption, Stage, numbers_of};
use super::tracks::Tracks;
use crate::overlay::{Scene, UnitRef, letter};
use crate::report::quoted;
use crate::scenario::NewFile;
use crate::sim::{HitPoints, Numbers, Position, Status, TICKS_PER_SECOND, Velocity};
use std::fmt::Write as _;
use std::io::Write;
use std::path::{Path, PathBuf};

/// A column of a CSV file: its name, what it means, and a function that gives its value.
struct Column<F> {
    name: &'static str,
    doc: &'static str,
    value: F,
}

/// A number of an arena.
type OfArena = fn(&Numbers) -> String;
/// A property of a unit.
type OfUnit = fn(&Scene, &UnitRef) -> String;

const fn metric(name: &'static str, doc: &'static str, value: OfArena) -> Column<OfArena> {
    Column { name, doc, value }
}

const fn property(name: &'static str, doc: &'static str, value: OfUnit) -> Column<OfUnit> {
    Column { name, doc, value }
}

/// The columns of metrics after `arena` and `tick`.
const METRICS: &[Column<OfArena>] = &[
    metric("units", "living units", |n| n.units.to_string()),
    metric("walking", "units that walk", |n| n.walking.to_string()),
    metric("arrived", "units that have reached their slot", |n| n.arrived.to_string()),
    metric("waiting", "units that cannot continue", |n| n.waiting.to_string()),
    metric("fighting", "units that fight", |n| n.fighting.to_string()),
    metric("casualties", "units that have died", |n| n.casualties.to_string()),
    metric("paths_planned", "paths planned since the start", |n| n.paths_planned.to_string()),
    metric("expanded", "nodes expanded since the start", |n| n.expanded.to_string()),
    metric("expanded_last", "nodes expanded by the last plan", |n| n.expanded_last.to_string()),
    metric("average_length", "average length of the paths, cells", |n| {
        n.average_length.to_string()
    }),
    metric("cohesion", "mean number of paths near a cell of a path", |n| n.cohesion.to_string()),
    metric("separation", "largest distance between parts of a group, cells", |n| {
        n.separation.to_string()
    }),
    metric("coherence", "agreement of learned directions, 0 to 1", |n| n.coherence.to_string()),
    metric("spread", "distance of walking units from their group's centre, cells", |n| {
        n.spread.to_string()
    }),
    metric("distance_walked", "by all units since the start, cells", |n| {
        n.distance_walked.to_string()
    }),
    metric("stall_share", "time on the way in which units stood still, percent", |n| {
        n.stall_share.to_string()
    }),
    metric("hard_stops", "wanted positions that two others ahead overlap", |n| {
        n.hard_stops.to_string()
    }),
    metric("all_arrived_at", "tick at which the last unit arrived, or empty", |n| {
        n.all_arrived_at.map_or(String::new(), |tick| tick.to_string())
    }),
    metric("decisions", "decisions of engage rules since the start", |n| n.decisions.to_string()),
    metric("patrol_rounds", "finished rounds of patrols", |n| n.patrols.rounds.to_string()),
    metric("patrol_expanded", "nodes expanded per round", |n| n.patrols.expanded.to_string()),
    metric("patrol_length", "cells walked per round", |n| n.patrols.length.to_string()),
    metric("patrol_failed", "failed steps per round", |n| n.patrols.failed.to_string()),
    metric("patrol_time", "time of direction-maps, seconds", |n| n.patrols.time.to_string()),
];

/// The columns of trajectories after `arena` and `tick`.
const TRAJECTORIES: &[Column<OfUnit>] = &[
    property("unit", "its number", |_, unit| unit.unit.id.0.to_string()),
    property("team", "the name of its team", |scene, unit| {
        scene.team(unit.unit.team).map_or(String::new(), |team| quoted(&team.name))
    }),
    property("kind", "its kind", |_, unit| quoted(unit.unit.kind.name)),
    property("x", "position from the left edge, cells", |_, unit| {
        unit.get::<Position>().map_or(String::new(), |at| at.0.x.to_string())
    }),
    property("y", "position from the upper edge, cells", |_, unit| {
        unit.get::<Position>().map_or(String::new(), |at| at.0.y.to_string())
    }),
    property("vx", "velocity to the right, cells per second", |_, unit| {
        unit.get::<Velocity>().map_or(String::new(), |velocity| velocity.0.x.to_string())
    }),
    property("vy", "velocity downwards, cells per second", |_, unit| {
        unit.get::<Velocity>().map_or(String::new(), |velocity| velocity.0.y.to_string())
    }),
    property("status", "idle, planning, walking, fighting, arrived or waiting", |_, unit| {
        unit.get::<Status>().map_or("", |status| status_word(*status)).into()
    }),
    property("hit_points", "remaining hit points, or empty", |_, unit| {
        unit.get::<HitPoints>().map_or(String::new(), |points| points.0.to_string())
    }),
];

fn status_word(status: Status) -> &'static str {
    match status {
        Status::Idle => "idle",
        Status::Planning => "planning",
        Status::Walking => "walking",
        Status::Fighting => "fighting",
        Status::Arrived => "arrived",
        Status::Waiting(_) => "waiting",
    }
}

fn header<F>(columns: &[Column<F>]) -> String {
    let names = columns.iter().map(|column| column.name);
    ["arena", "tick"].into_iter().chain(names).collect::<Vec<_>>().join(",") + "\n"
}

/// The columns of the metrics, by name, with what they mean.
pub fn metric_columns() -> impl Iterator<Item = (&'static str, &'static str)> {
    METRICS.iter().map(|column| (column.name, column.doc))
}

/// The columns of the CSV files and what they mean, for the help.
pub fn describe_notes() -> String {
    fn list<F>(text: &mut String, title: &str, columns: &[Column<F>]) {
        let _ = writeln!(text, "{title}");
        let _ = writeln!(text, "  {:<16} A, or B beside it", "arena");
        let _ =
            writeln!(text, "  {:<16} ticks since the start, {TICKS_PER_SECOND} per second", "tick");
        for column in columns {
            let _ = writeln!(text, "  {:<16} {}", column.name, column.doc);
        }
    }
    let mut text = String::new();
    list(&mut text, "Columns of --metrics, one row per tick (see --every):", METRICS);
    text.push('\n');
    list(
        &mut text,
        "Columns of --trajectories, one row per unit and tick (see --every):",
        TRAJECTORIES,
    );
    text.push_str(
        "\n--paths draws the path that each unit has walked, and what is still ahead of it thinner.\n\
         Numbers are written so that they read back exactly.",
    );
    text
}

/// Where to write what; nothing by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NoteFiles {
    /// Metrics, one row per tick, as CSV.
    pub metrics: Option<PathBuf>,
    /// Positions, one row per unit and tick, as CSV.
    pub trajectories: Option<PathBuf>,
    /// The walked paths as SVG.
    pub paths: Option<PathBuf>,
    /// Which ticks have rows.
    pub every: Every,
}

/// Which ticks have rows in the CSV files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Every {
    /// Those that are a multiple of this number, and the last one.
    Ticks(u64),
    /// The last one.
    Last,
}

/// All of them.
impl Default for Every {
    fn default() -> Self {
        Self::Ticks(1)
    }
}

impl Every {
    /// Whether a tick has rows, even if it is not the last one.
    fn includes(self, tick: u64) -> bool {
        matches!(self, Self::Ticks(ticks) if tick.is_multiple_of(ticks.max(1)))
    }
}

/// A file and its name.
struct Open(PathBuf, NewFile);

impl Open {
    fn create(path: Option<&PathBuf>, header: &str) -> Result<Option<Self>, String> {
        let Some(path) = path else { return Ok(None) };
        let file = NewFile::create(path).map_err(|message| about(path, message))?;
        let mut open = Self(path.clone(), file);
        open.write(header)?;
        Ok(Some(open))
    }

    fn write(&mut self, text: &str) -> Result<(), String> {
        let written = self.1.write_all(text.as_bytes());
        written.map_err(|error| about(&self.0, format!("the file cannot be written ({error})")))
    }

    fn keep(self) -> Result<(), String> {
        self.1.keep().map_err(|message| about(&self.0, message))
    }
}

fn about(path: &Path, message: impl std::fmt::Display) -> String {
    format!("{}: {message}", path.display())
}

/// The files that are being written. They appear when all of them are complete.
#[derive(Default)]
pub struct Notes {
    metrics: Option<Open>,
    trajectories: Option<Open>,
    paths: Option<(Open, Tracks)>,
    every: Every,
    /// The last tick that was recorded.
    last: Option<u64>,
    /// The last tick with rows.
    written: Option<u64>,
}

impl Notes {
    /// Begins the files. If one cannot be written, a sentence that says why.
    pub fn create(files: &NoteFiles) -> Result<Self, String> {
        let paths = Open::create(files.paths.as_ref(), "")?;
        Ok(Self {
            metrics: Open::create(files.metrics.as_ref(), &header(METRICS))?,
            trajectories: Open::create(files.trajectories.as_ref(), &header(TRAJECTORIES))?,
            paths: paths.map(|file| (file, Tracks::default())),
            every: files.every,
            last: None,
            written: None,
        })
    }

    /// Whether anything is written.
    pub fn is_empty(&self) -> bool {
        self.metrics.is_none() && self.trajectories.is_none() && self.paths.is_none()
    }

    /// Whether a file goes to a reader who has gone, as `head` does.
    pub fn is_closed(&self) -> bool {
        [&self.metrics, &self.trajectories].into_iter().flatten().any(|open| open.1.is_closed())
    }

    /// Records the current tick. Each tick is recorded once.
    pub fn note(&mut self, stage: &dyn Stage) -> Result<(), String> {
        if self.is_empty() || self.last.replace(stage.tick()) == Some(stage.tick()) {
            return Ok(());
        }
        if let Some((_, tracks)) = &mut self.paths {
            for (arena, scene) in stage.scenes().iter().enumerate() {
                tracks.follow(arena, scene);
            }
        }
        if self.every.includes(stage.tick()) { self.write_rows(stage) } else { Ok(()) }
    }

    fn write_rows(&mut self, stage: &dyn Stage) -> Result<(), String> {
        let tick = stage.tick();
        if self.written.replace(tick) == Some(tick) {
            return Ok(());
        }
        let mut lines = String::new();
        for (arena, scene) in (0..).zip(stage.scenes()) {
            let arena_letter = letter(arena);
            if let Some(file) = &mut self.metrics {
                let numbers = numbers_of(&scene);
                lines.clear();
                let _ = write!(lines, "{arena_letter},{tick}");
                end_line(&mut lines, METRICS, |value| value(&numbers));
                file.write(&lines)?;
            }
            if let Some(file) = &mut self.trajectories {
                lines.clear();
                for unit in scene.units() {
                    let _ = write!(lines, "{arena_letter},{tick}");
                    end_line(&mut lines, TRAJECTORIES, |value| value(&scene, &unit));
                }
                file.write(&lines)?;
            }
        }
        Ok(())
    }

    /// Completes the files.
    pub fn finish(mut self, stage: &dyn Stage, caption: &Caption) -> Result<(), String> {
        if self.last == Some(stage.tick()) {
            self.write_rows(stage)?;
        }
        if let Some((mut file, tracks)) = self.paths {
            file.write(&tracks.draw(stage, caption))?;
            file.keep()?;
        }
        self.metrics.map_or(Ok(()), Open::keep)?;
        self.trajectories.map_or(Ok(()), Open::keep)
    }
}

fn end_line<F>(line: &mut String, columns: &[Column<F>], value: impl Fn(&F) -> String) {
    for column in columns {
        line.push(',');
        line.push_str(&value(&column.value));
    }
    line.push('\n');
}
