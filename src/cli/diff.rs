//! `phalanx diff`: the first difference between two runs.
//!
//! Two traces are compared as they are. Then, or if the files are runs themselves, both are run again to list the values
//! that differ.

use super::arguments::{Cli, Command};
use super::run::MOST_TICKS;
use super::{DiffArgs, Failure, MapArgs, Outcome, load, print};
use clap::Parser;
use phalanx::scenario::{Recording, UnitId, is_picture};
use phalanx::sim::{
    Divergence, Repeatable, TraceComparison, TraceError, TraceHead, TraceReader, TraceSide,
    compare_traces, first_divergence,
};
use std::fs::File;
use std::io::BufReader;
use std::path::Path;

/// Most fields and units that are printed.
const SHOWN: usize = 20;

type Trace = TraceReader<BufReader<File>>;

pub fn diff(args: DiffArgs) -> Outcome {
    let DiffArgs { left, right, ticks, map } = args;
    if is_trace(&left) || is_trace(&right) {
        return diff_traces(&left, &right);
    }
    // Of two files only the pictures are meant.
    let none = MapArgs::default();
    let load = |file| load(file, if is_picture(file) { &map } else { &none });
    let (a, b) = (load(&left)?, load(&right)?);
    let ticks = ticks.unwrap_or_else(|| length(&left).max(length(&right)).unwrap_or(MOST_TICKS));
    match first_divergence(&a, &b, ticks) {
        None => print(format!("no difference in {ticks} ticks")),
        Some(divergence) => {
            print(format!("first difference: {divergence}"))?;
            print_fields(&divergence)?;
            Err(Failure::Finding)
        }
    }
}

/// The length of a recording, in ticks.
fn length(file: &Path) -> Option<u64> {
    Recording::load(file)?.ok().map(|recording| recording.ticks)
}

fn is_trace(file: &Path) -> bool {
    File::open(file).is_ok_and(|file| {
        !matches!(TraceReader::new(BufReader::new(file)), Err(TraceError::NotATrace))
    })
}

fn open(file: &Path) -> Result<Trace, Failure> {
    let failed =
        |error: &dyn std::fmt::Display| Failure::Failed(format!("{}: {error}", file.display()));
    let opened = File::open(file).map_err(|error| failed(&TraceError::Io(error)))?;
    TraceReader::new(BufReader::new(opened)).map_err(|error| failed(&error))
}

fn diff_traces(left: &Path, right: &Path) -> Outcome {
    let (mut a, mut b) = (open(left)?, open(right)?);
    if let Some(sentence) = a.head().mismatch(b.head()) {
        return Err(Failure::Failed(sentence));
    }
    let file = |side| if side == TraceSide::Left { left } else { right };
    let found = compare_traces(&mut a, &mut b)
        .map_err(|(side, error)| Failure::Failed(format!("{}: {error}", file(side).display())))?;
    match found {
        TraceComparison::Equal(ticks) => return print(format!("no difference in {ticks} ticks")),
        TraceComparison::Ends(side, ticks) => print(format!(
            "no difference in the {ticks} ticks of {}; the other trace is longer",
            file(side).display()
        ))?,
        TraceComparison::Differs { tick, stage, components, units } => {
            let place = Divergence { tick, stage, components, fields: Vec::new() };
            print(format!("first difference: {place}"))?;
            if !units.is_empty() {
                print(format!("  units that differ after the tick: {}", list(&units)))?;
            }
            print_values(a.head(), b.head(), &place)?;
        }
    }
    Err(Failure::Finding)
}

/// Repeats both runs up to their first difference, and prints the values there.
fn print_values(left: &TraceHead, right: &TraceHead, place: &Divergence) -> Outcome {
    let why = match (run_again(left), run_again(right)) {
        (Ok(a), Ok(b)) => match first_divergence(&*a, &*b, place.tick + 1) {
            Some(again) if (again.tick, again.stage) == (place.tick, place.stage) => {
                return print_fields(&again);
            }
            Some(again) => format!("repeated here, the runs part elsewhere ({again})"),
            None => format!(
                "repeated here, the runs are equal; they were written by phalanx {} and {}, perhaps on two machines",
                left.program, right.program
            ),
        },
        (Err(error), _) | (_, Err(error)) => error,
    };
    print(format!("  values unknown: {why}"))
}

/// The run that a trace is of, from the arguments in its head.
fn run_again(head: &TraceHead) -> Result<Box<dyn Repeatable>, String> {
    let words = ["phalanx", "run"].into_iter().chain(head.arguments.iter().map(String::as_str));
    let Ok(Cli { command: Some(Command::Run(args)) }) = Cli::try_parse_from(words) else {
        return Err(format!("`phalanx run {}` is no command", head.arguments.join(" ")));
    };
    match super::run::scenario(&args) {
        Ok(scenario) => Ok(Box::new(scenario)),
        Err(Failure::Failed(message) | Failure::Usage(message)) => Err(message),
        Err(Failure::Finding | Failure::BrokenPipe) => Err("the run cannot be repeated".into()),
    }
}

fn print_fields(divergence: &Divergence) -> Outcome {
    for field in divergence.fields.iter().take(SHOWN) {
        print(format!("  {field}"))?;
    }
    match divergence.fields.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => print(format!("  and {more} more")),
    }
}

fn list(units: &[UnitId]) -> String {
    let mut words: Vec<String> = units.iter().take(SHOWN).map(|unit| unit.0.to_string()).collect();
    if units.len() > SHOWN {
        words.push(format!("and {} more", units.len() - SHOWN));
    }
    words.join(", ")
}
