//! `phalanx experiment`: the papers' experiments, ours beside theirs.

use super::{ExperimentArgs, Failure, Outcome, print, print_json, say};
use indicatif::{FormattedDuration, ProgressBar, ProgressStyle};
use phalanx::experiment::{EXPERIMENTS, Experiment, ExperimentError, Progress, Report, Settings};
use phalanx::scenario::MAP_FOLDER;
use std::io::IsTerminal;
use std::path::Path;
use std::time::{Duration, Instant};

/// How often progress is read.
const POLL: Duration = Duration::from_millis(100);
/// How often a line is printed where there is no bar.
const LOG: Duration = Duration::from_secs(30);
/// Bar, runs, elapsed and remaining time. The bar counts weight; the message counts runs.
const BAR: &str = "[{bar:30}] {msg}  {elapsed_precise}, {eta} left";

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
    let with_bar = std::io::stderr().is_terminal() && !args.json;
    let report = run(experiment, &settings, with_bar)
        .map_err(|error| Failure::Failed(format!("{}: {error}", experiment.name)))?;
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
        format!("name an experiment: {names}")
    } else {
        format!("there is no experiment {name:?}; the experiments are {names}")
    })
}

fn write(report: &Report, folder: &Path) -> Outcome {
    let files = report.write_to(folder).map_err(|error| Failure::Failed(error.to_string()))?;
    let count = |ending: &str| {
        files.iter().filter(|file| file.extension().is_some_and(|e| e == ending)).count()
    };
    say(format!(
        "Wrote {} tables, {} pictures, {} scenarios, the text and the JSON into {}",
        count("csv"),
        count("svg"),
        count("ron"),
        folder.display()
    ));
    Ok(())
}

/// Runs an experiment in another thread. Meanwhile shows its progress as a bar, or prints a line now and then.
fn run(
    experiment: &Experiment,
    settings: &Settings,
    with_bar: bool,
) -> Result<Report, ExperimentError> {
    let progress = Progress::default();
    std::thread::scope(|scope| {
        let work = scope.spawn(|| experiment.run(settings, &progress));
        if with_bar {
            show_bar(&progress, || work.is_finished());
        } else {
            log(&progress, || work.is_finished());
        }
        work.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn show_bar(progress: &Progress, is_finished: impl Fn() -> bool) {
    let style = ProgressStyle::with_template(BAR).unwrap_or_else(|_| ProgressStyle::default_bar());
    let bar = ProgressBar::new(0).with_style(style.progress_chars("#."));
    while !is_finished() {
        let (finished, total) = progress.weight();
        bar.set_length(total);
        bar.set_position(finished);
        bar.set_message(told(progress));
        std::thread::sleep(POLL);
    }
    bar.finish_and_clear();
}

/// Prints a line now and then, so that a log file shows how far a long run has come.
fn log(progress: &Progress, is_finished: impl Fn() -> bool) {
    let begun = Instant::now();
    let mut last = begun;
    while !is_finished() {
        std::thread::sleep(POLL);
        if last.elapsed() >= LOG {
            last = Instant::now();
            say(format!("{}  {}", told(progress), FormattedDuration(begun.elapsed())));
        }
    }
}

fn told(progress: &Progress) -> String {
    let (finished, total) = progress.runs();
    format!("{finished} of {total} runs, {}", progress.label())
}
