//! `phalanx diff`: the first difference between two runs.
//!
//! Two traces are compared as they are. Then, or if the files are runs themselves, both are run again to list the values
//! that differ.

use super::input::recording;
use super::run::MAX_TICKS;
use super::{Cli, Command, DiffArgs, Failure, Outcome, load, print, print_json, with_progress};
use clap::Parser;
use phalanx::report::Progress;
use phalanx::scenario::{Scenario, UnitId, is_read_once, read_bytes};
use phalanx::sim::{
    Divergence, Repeatable, Simulation, TraceComparison, TraceError, TraceHead, TraceReader,
    TraceSide, compare_traces, first_divergence,
};
use serde::Serialize;
use std::fs::File;
use std::io::{BufRead, BufReader, Cursor};
use std::path::Path;

/// Maximum number of fields and units that are printed.
const SHOWN: usize = 20;

type Trace = TraceReader<Box<dyn BufRead>>;

/// The result, as JSON.
#[derive(Default, Serialize)]
struct Report {
    equal: bool,
    /// Equal ticks.
    ticks: u64,
    /// The trace that ends first, if they are equal until then.
    #[serde(skip_serializing_if = "Option::is_none")]
    shorter: Option<String>,
    /// When and where they differ first.
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Difference>,
}

#[derive(Serialize)]
struct Difference {
    tick: u64,
    /// After which stage of the tick; `null` if they differ before it.
    stage: Option<String>,
    components: Vec<String>,
    /// The units that differ after the tick, of traces.
    units: Vec<u32>,
    /// The values that differ, a line each.
    fields: Vec<String>,
    /// Why the values are not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    values_unknown: Option<String>,
}

impl Difference {
    fn new(place: &Divergence) -> Self {
        Self {
            tick: place.tick,
            stage: place.stage.map(|stage| format!("{stage:?}")),
            components: place.components.iter().map(ToString::to_string).collect(),
            units: Vec::new(),
            fields: place.fields.iter().map(ToString::to_string).collect(),
            values_unknown: None,
        }
    }
}

pub fn diff(args: DiffArgs) -> Outcome {
    let DiffArgs { left, right, ticks, map, json } = args;
    map.must_be_for_one_of(&[&left, &right])?;
    match (is_trace(&left), is_trace(&right)) {
        (true, true) if ticks.is_some() => {
            let message = "--ticks is for scenarios and recordings; a trace has its own length";
            return Err(Failure::Usage(message.into()));
        }
        (true, true) => return diff_traces(&left, &right, json),
        (false, false) => {}
        (is_left, _) => return Err(two_kinds(&left, &right, is_left)),
    }
    let load = |file| load(file, &map.of_one(file));
    let (a, b) = (load(&left)?, load(&right)?);
    let length = |file| recording(file).map(|found| found.map(|recording| recording.ticks));
    let usual = length(&left)?.max(length(&right)?).unwrap_or(MAX_TICKS);
    let ticks = ticks.unwrap_or(usual);
    let progress = Progress::default();
    let told = |progress: &Progress| {
        let (done, all) = progress.weight();
        format!("{done} of {all} ticks are equal")
    };
    let compare = || {
        progress.begin(1, ticks);
        first_divergence(&Counted(&a, &progress), &b, ticks)
    };
    let found = with_progress(&progress, !json, told, compare);
    let report = Report {
        equal: found.is_none(),
        ticks: found.as_ref().map_or(ticks, |found| found.tick),
        difference: found.as_ref().map(Difference::new),
        ..Report::default()
    };
    if json {
        print_json(&report)?;
    } else if let Some(divergence) = &found {
        print(format!("first difference: {divergence}"))?;
    }
    finish(&report, json)
}

/// A run whose ticks are counted.
struct Counted<'a>(&'a Scenario, &'a Progress);

impl Repeatable for Counted<'_> {
    fn start(&self) -> Simulation {
        self.0.start()
    }

    fn tick(&self, simulation: &mut Simulation) {
        self.0.tick(simulation);
        // The tick that differs is repeated, and not counted again.
        let (counted, _) = self.1.weight();
        if simulation.tick() > counted {
            self.1.advance(1);
        }
    }
}

/// The sentence about a trace and something else.
fn two_kinds(left: &Path, right: &Path, is_left: bool) -> Failure {
    let (trace, other) = if is_left { (left, right) } else { (right, left) };
    let (trace, name) = (trace.display(), other.display());
    let kind = match File::open(other).is_ok() || is_read_once(other) {
        true if phalanx::scenario::Recording::is_file(other) => "is a recording",
        true => "is no trace",
        false => "is no trace, but a shipped scenario or no file at all",
    };
    Failure::Failed(format!(
        "{trace} is a trace and {name} {kind}; diff compares two traces, or two scenarios or recordings"
    ))
}

fn is_trace(file: &Path) -> bool {
    reader(file).is_ok_and(|from| !matches!(TraceReader::new(from), Err(TraceError::NotATrace)))
}

/// A pipe is read once, and whole.
fn reader(file: &Path) -> Result<Box<dyn BufRead>, Failure> {
    if is_read_once(file) {
        return Ok(Box::new(Cursor::new(read_bytes(file)?)));
    }
    let opened = File::open(file).map_err(|error| about(file, &TraceError::Io(error)))?;
    Ok(Box::new(BufReader::new(opened)))
}

fn open(file: &Path) -> Result<Trace, Failure> {
    TraceReader::new(reader(file)?).map_err(|error| about(file, &error))
}

fn about(file: &Path, error: &TraceError) -> Failure {
    Failure::Failed(format!("{}: {error}", file.display()))
}

fn diff_traces(left: &Path, right: &Path, json: bool) -> Outcome {
    let (mut a, mut b) = (open(left)?, open(right)?);
    if let Some(sentence) = a.head().mismatch(b.head()) {
        return Err(Failure::Failed(sentence));
    }
    let file = |side| if side == TraceSide::Left { left } else { right };
    let found =
        compare_traces(&mut a, &mut b).map_err(|(side, error)| about(file(side), &error))?;
    let report = match found {
        TraceComparison::Equal(ticks) => Report { equal: true, ticks, ..Report::default() },
        TraceComparison::Ends(side, ticks) => {
            Report { ticks, shorter: Some(file(side).display().to_string()), ..Report::default() }
        }
        TraceComparison::Differs { tick, stage, components, units } => {
            let place = Divergence { tick, stage, components, fields: Vec::new() };
            let (fields, values_unknown) = match values(a.head(), b.head(), &place) {
                Ok(fields) => (fields, None),
                Err(why) => (Vec::new(), Some(why)),
            };
            if !json {
                print(format!("first difference: {place}"))?;
                if !units.is_empty() {
                    print(format!("  units that differ after the tick: {}", list(&units)))?;
                }
            }
            let units = units.iter().map(|unit| unit.0).collect();
            let difference =
                Difference { units, fields, values_unknown, ..Difference::new(&place) };
            Report { ticks: tick, difference: Some(difference), ..Report::default() }
        }
    };
    if json {
        print_json(&report)?;
    }
    finish(&report, json)
}

/// Repeats both runs up to their first difference, and lists the values there; a sentence if that is not possible.
fn values(left: &TraceHead, right: &TraceHead, place: &Divergence) -> Result<Vec<String>, String> {
    let (a, b) = (run_again(left)?, run_again(right)?);
    match first_divergence(&*a, &*b, place.tick.saturating_add(1)) {
        Some(again) if (again.tick, again.stage) == (place.tick, place.stage) => {
            Ok(again.fields.iter().map(ToString::to_string).collect())
        }
        Some(again) => Err(format!("repeated here, the runs diverge elsewhere ({again})")),
        None => Err(format!(
            "repeated here, the runs are equal; they were written by phalanx {} and {}, perhaps on two machines",
            left.program, right.program
        )),
    }
}

/// The run that a trace is of, from the arguments in its head.
fn run_again(head: &TraceHead) -> Result<Box<dyn Repeatable>, String> {
    let words = ["phalanx", "run"].into_iter().chain(head.arguments.iter().map(String::as_str));
    let Ok(Cli { command: Some(Command::Run(args)) }) = Cli::try_parse_from(words) else {
        return Err(format!("`phalanx run {}` is not a valid command", head.arguments.join(" ")));
    };
    match super::run::scenario(&args) {
        Ok(scenario) => Ok(Box::new(scenario)),
        Err(Failure::Failed(message) | Failure::Usage(message)) => Err(message),
        Err(_) => Err("the run cannot be repeated".into()),
    }
}

/// Prints what the text has below its first line, and gives the exit code.
fn finish(report: &Report, json: bool) -> Outcome {
    let Report { equal, ticks, shorter, difference } = report;
    if !json {
        print_rest(*ticks, shorter.as_deref(), difference.as_ref())?;
    }
    if *equal { Ok(()) } else { Err(Failure::Finding) }
}

fn print_rest(ticks: u64, shorter: Option<&str>, difference: Option<&Difference>) -> Outcome {
    let Some(Difference { fields, values_unknown, .. }) = difference else {
        return print(match shorter {
            None => format!("no difference in {ticks} ticks"),
            Some(file) => {
                format!("no difference in the {ticks} ticks of {file}; the other trace is longer")
            }
        });
    };
    fields.iter().take(SHOWN).try_for_each(|field| print(format!("  {field}")))?;
    if let more @ 1.. = fields.len().saturating_sub(SHOWN) {
        print(format!("  and {more} more"))?;
    }
    values_unknown.as_ref().map_or(Ok(()), |why| print(format!("  values unknown: {why}")))
}

fn list(units: &[UnitId]) -> String {
    let mut words: Vec<String> = units.iter().take(SHOWN).map(|unit| unit.0.to_string()).collect();
    if units.len() > SHOWN {
        words.push(format!("and {} more", units.len() - SHOWN));
    }
    words.join(", ")
}
