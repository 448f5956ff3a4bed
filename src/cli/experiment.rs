//! `phalanx experiment`: the papers' experiments, ours beside theirs.

use super::{ExperimentArgs, Failure, Outcome, print, print_json, say, with_progress};
use phalanx::experiment::{EXPERIMENTS, Progress, Report, SELECTIVE, Settings};
use phalanx::scenario::MAP_FOLDER;
use std::path::Path;

pub fn experiment(args: ExperimentArgs) -> Outcome {
    if args.list {
        return list();
    }
    let name = args.name.unwrap_or_default();
    let Some(experiment) = EXPERIMENTS.iter().find(|e| e.name.eq_ignore_ascii_case(&name)) else {
        return Err(unknown(&name));
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
    let progress = Progress::default();
    let run = || experiment.run(&settings, &progress);
    let report = with_progress(&progress, !args.json, told, run)
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

fn told(progress: &Progress) -> String {
    let (finished, total) = progress.runs();
    format!("{finished} of {total} runs, {}", progress.label())
}
