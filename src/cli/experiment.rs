//! `phalanx experiment`: the papers' experiments, ours beside theirs.

use super::list::list_experiments;
use super::names::unknown;
use super::{ExperimentArgs, Failure, Outcome, interrupt, print, print_json, say, with_progress};
use phalanx::experiment::{EXPERIMENTS, ExperimentError, Progress, Report, SELECTIVE, Settings};
use phalanx::scenario::MAP_FOLDER;
use std::path::Path;

pub fn experiment(args: ExperimentArgs) -> Outcome {
    if args.list {
        return list_experiments(args.json);
    }
    let names: Vec<&str> = EXPERIMENTS.iter().map(|e| e.name).collect();
    let Some(name) = args.name else {
        return Err(Failure::Usage(format!("name an experiment: {}", names.join(", "))));
    };
    let Some(experiment) = EXPERIMENTS.iter().find(|e| e.name.eq_ignore_ascii_case(&name)) else {
        return Err(Failure::Usage(unknown("experiment", &name, &names)));
    };
    if (args.scenario.is_some() || args.doctrine.is_some()) && !SELECTIVE.contains(&experiment.name)
    {
        return Err(Failure::Usage(format!(
            "{} has no --scenario and no --doctrine to choose; {} has",
            experiment.name,
            SELECTIVE.join(", ")
        )));
    }
    let settings = Settings {
        seed: args.seed,
        repetitions: args.repetitions,
        quick: args.quick,
        maps: args.maps.or_else(|| std::env::var_os(MAP_FOLDER).map(Into::into)),
        scenario: args.scenario,
        doctrine: args.doctrine,
    };
    if let Some(folder) = &args.out {
        can_be_written(folder, experiment.name, args.force.force)?;
    }
    interrupt::watch();
    let progress = Progress::default();
    let run = || experiment.run(&settings, &progress);
    let report = with_progress(&progress, !args.json, told, run).map_err(|error| match error {
        ExperimentError::Cancelled => interrupted(args.json),
        ExperimentError::Unknown(message) => Failure::Usage(message),
        ExperimentError::Failed(_) => Failure::Failed(format!("{}: {error}", experiment.name)),
    })?;
    if args.json {
        print_json(&report)?;
    } else {
        print(report.to_string().trim_end())?;
    }
    // The report is printed in any case, so that hours of work are not lost.
    args.out.map_or(Ok(()), |folder| write(&report, &folder)).map_err(|failure| match failure {
        Failure::Failed(message) => {
            say(message);
            Failure::Finding
        }
        other => other,
    })
}

/// An experiment has no result before its end.
fn interrupted(json: bool) -> Failure {
    let sentence = "the experiment was interrupted";
    say(sentence);
    let printed = if json { print_json(&serde_json::json!({ "error": sentence })) } else { Ok(()) };
    printed.err().unwrap_or(Failure::Interrupted)
}

/// Makes the folder of a report, and refuses one that cannot be written or holds a report of the same experiment.
fn can_be_written(folder: &Path, experiment: &str, force: bool) -> Outcome {
    let failed = |message: String| Failure::Failed(format!("{}: {message}", folder.display()));
    let made = std::fs::create_dir_all(folder);
    made.map_err(|error| failed(format!("the folder cannot be made ({error})")))?;
    let probe = folder.join(format!("{experiment}.{}.part", std::process::id()));
    std::fs::write(&probe, "")
        .and_then(|()| std::fs::remove_file(&probe))
        .map_err(|error| failed(format!("no file can be written there ({error})")))?;
    let is_of_report =
        |name: &str| name.strip_prefix(experiment).is_some_and(|rest| rest.starts_with(['.', '-']));
    let entries = std::fs::read_dir(folder);
    let names = entries
        .into_iter()
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    match names.filter(|name| is_of_report(name)).min().filter(|_| !force) {
        Some(name) => Err(failed(format!(
            "a report of {experiment} is there already ({name}); --force overwrites it"
        ))),
        None => Ok(()),
    }
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

fn told(progress: &Progress) -> String {
    let (finished, total) = progress.runs();
    format!("{finished} of {total} runs, {}", progress.label())
}
