//! `phalanx experiment`: the papers' experiments, ours beside theirs.

use super::{ExperimentArgs, Failure, Outcome, print, print_json, say};
use phalanx::experiment::{EXPERIMENTS, Experiment, ExperimentError, Progress, Report, Settings};
use phalanx::scenario::MAP_FOLDER;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::{Duration, Instant};

/// How often the progress bar is drawn anew.
const REDRAW: Duration = Duration::from_millis(100);
/// How often a line is written where there is no bar.
const LOG: Duration = Duration::from_secs(30);
/// Characters in a full progress bar.
const BAR: usize = 30;

pub fn experiment(args: ExperimentArgs) -> Outcome {
    if args.list {
        return list();
    }
    let name = args.name.unwrap_or_default();
    let Some(experiment) = EXPERIMENTS.iter().find(|e| e.name.eq_ignore_ascii_case(&name)) else {
        return Err(unknown(&name));
    };
    let settings = Settings {
        seed: args.seed,
        repetitions: args.repetitions,
        quick: args.quick,
        maps: args.maps.or_else(|| std::env::var_os(MAP_FOLDER).map(Into::into)),
    };
    let report = run(experiment, &settings)
        .map_err(|trouble| Failure::Failed(format!("{}: {trouble}", experiment.name)))?;
    if args.json {
        print_json(&report)?;
    } else {
        print(report.to_string().trim_end())?;
    }
    args.out.map_or(Ok(()), |folder| write(&report, &folder))
}

fn list() -> Outcome {
    for experiment in EXPERIMENTS {
        print(experiment.name)?;
        print(format!("  {}", experiment.about))?;
        print(format!("  {}", experiment.paper))?;
    }
    Ok(())
}

fn unknown(name: &str) -> Failure {
    let names: Vec<&str> = EXPERIMENTS.iter().map(|e| e.name).collect();
    let names = names.join(", ");
    Failure::Usage(if name.is_empty() {
        format!("name an experiment; there are {names}")
    } else {
        format!("there is no experiment {name:?}; there are {names}")
    })
}

fn write(report: &Report, folder: &Path) -> Outcome {
    let files = report.write_to(folder).map_err(|trouble| Failure::Failed(trouble.to_string()))?;
    let count = |ending: &str| {
        files.iter().filter(|file| file.extension().is_some_and(|e| e == ending)).count()
    };
    say(format!(
        "{} tables and {} pictures, the text and the JSON are in {}",
        count("csv"),
        count("svg"),
        folder.display()
    ));
    Ok(())
}

/// Runs an experiment in another thread, and shows meanwhile how far it has come if anybody sees it.
fn run(experiment: &Experiment, settings: &Settings) -> Result<Report, ExperimentError> {
    let progress = Progress::default();
    std::thread::scope(|scope| {
        let work = scope.spawn(|| experiment.run(settings, &progress));
        if std::io::stderr().is_terminal() {
            while !work.is_finished() {
                draw(&progress);
                std::thread::sleep(REDRAW);
            }
            let _ = write!(std::io::stderr().lock(), "\r\x1b[K");
        } else {
            log(&progress, || work.is_finished());
        }
        work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Writes a line now and then: where nobody watches, a file should tell how far a long run has come.
fn log(progress: &Progress, is_finished: impl Fn() -> bool) {
    let begun = Instant::now();
    let mut last = begun;
    while !is_finished() {
        std::thread::sleep(REDRAW);
        if last.elapsed() >= LOG {
            last = Instant::now();
            let ((done, total), message) = (progress.runs(), progress.label());
            let seconds = begun.elapsed().as_secs();
            let _ = writeln!(std::io::stderr(), "{done} of {total}  {message}, {seconds} s");
        }
    }
}

fn draw(progress: &Progress) {
    let ((done, total), message) = (progress.runs(), progress.label());
    let full = (progress.fraction() * BAR as f32) as usize;
    let bar = format!("{}{}", "#".repeat(full), ".".repeat(BAR - full));
    let mut out = std::io::stderr().lock();
    let _ = write!(out, "\r\x1b[K[{bar}] {done} of {total}  {message}");
    let _ = out.flush();
}
