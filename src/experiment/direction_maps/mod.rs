//! Direction maps against A* and WHCA*: the tables and figures of the paper.
//!
//! M. R. Jansen, N. R. Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008: Tables 1 to 3, Figures 4, 5, 6 and 8. The
//! text leaves much open, and in places its tables need another rule than the one printed. The rules used here were recovered
//! from the authors' own maps and start files and from the arithmetic of the tables; they are a fit, not the authors'
//! program. Both rules of learning are run. Beyond the paper: WHCA* over a direction map, its stated future work.
//!
//! Every method is a preset, or one with a parameter changed, and the motion is `CellSteps::published`, so that
//! `phalanx run MAP --scen FILE --patrol N --doctrine PRESET --seed SEED` repeats any single run: every start file runs with the seed of
//! the experiment.
//!
//! A whole run expands about four thousand million nodes; the runs share all cores.

mod claims;
mod lines;
mod picture;
mod sets;
mod tables;
mod trial;

use super::{Experiment, ExperimentError, Progress, Report, Settings};
use crate::measure::statistics::{mean, standard_deviation};
use crate::scenario::Scenario;
use lines::{Block, Line, PICTURED, lines};
use rayon::prelude::*;
use sets::Source;
use trial::{Outcome, run};

/// The entry in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "direction-maps",
    paper: "M. R. Jansen, N. R. Sturtevant, Direction Maps for Cooperative Pathfinding, AIIDE 2008: Tables 1 to 3, \
            Figures 4, 5, 6 and 8",
    about: "Units patrol with A*, direction maps, sectors and WHCA*: nodes, time, length, failed moves, coherence.",
    run: experiment,
};

/// Start files in a set.
const FILES: u32 = 50;

/// A line with what its runs came to, one for each start file, and the scenario of the first.
struct Measured {
    line: Line,
    outcomes: Vec<Outcome>,
    scenario: Option<Scenario>,
}

fn experiment(settings: &Settings, progress: &Progress) -> Result<Report, ExperimentError> {
    run_lines(lines(settings.quick)?, settings, progress)
}

fn run_lines(
    lines: Vec<Line>,
    settings: &Settings,
    progress: &Progress,
) -> Result<Report, ExperimentError> {
    let source = Source::find(settings);
    let asked = settings.repetitions_or(FILES, 1).max(1);
    // Of the authors' files there are no more than these; starts can be drawn without end.
    let files = if matches!(source, Source::Files(_)) { asked.min(FILES) } else { asked };
    progress.begin(lines.len() * files as usize, "patrols");
    let jobs: Vec<(usize, u32)> =
        (0..files).flat_map(|file| (0..lines.len()).map(move |line| (line, file))).collect();
    let results: Vec<Result<(Outcome, Scenario), ExperimentError>> = jobs
        .par_iter()
        .map(|&(line, file)| {
            if progress.is_cancelled() {
                return Err(ExperimentError::Cancelled);
            }
            let line = &lines[line];
            let case = line.set.case(&source, file)?;
            let scenario = line.method.scenario(&case, &line.plan, settings.seed)?;
            let pictured = matches!(line.block, Block::Weight(w, _) if PICTURED.contains(&w));
            let outcome = run(&scenario, &line.plan, line.method.watched, file == 0 && pictured);
            progress.step()?;
            Ok((outcome, scenario))
        })
        .collect();
    let blank = |line| Measured { line, outcomes: Vec::new(), scenario: None };
    let mut measured: Vec<Measured> = lines.into_iter().map(blank).collect();
    for ((line, _), result) in jobs.into_iter().zip(results) {
        let (outcome, scenario) = result?;
        measured[line].outcomes.push(outcome);
        measured[line].scenario.get_or_insert(scenario);
    }
    let mut report = Report::new(&EXPERIMENT, settings, files);
    tell(&mut report, &source, settings);
    tables::fill(&mut report, &measured);
    claims::fill(&mut report, &measured);
    Ok(report)
}

fn tell(report: &mut Report, source: &Source, settings: &Settings) {
    for (name, value) in [
        ("w_max", "10 (Figure 5: 0 to 20)"),
        ("alpha", "0.4 (Figure 5: 0.6)"),
        ("beta of the neighbourhood rule", "0.1; not printed, chosen by the shape of Figure 8"),
        ("visibility radius", "5, inside sector searches 4"),
        ("window of WHCA*", "4, as in the paper; in Tables 2 and 3 also 8"),
        ("patrols of Figures 5 and 6", "20; the paper says a fixed number and prints none"),
        ("w_max of followers", "10, and 3, which was chosen on the start files 1 to 6"),
        ("clock", "every action takes 1.5 s; units act one after the other"),
        ("node limit, random steps, settling", "off"),
    ] {
        report.parameter(name, value);
    }
    report.note(source.note());
    report.note(
        "The clock, the moves, the pieces that sectors are walked in and the rule of learning that the tables need are a fit \
         to the authors' data, not their program. \"As printed\" is the rule of the text.",
    );
    report.note(
        "Repeat one run with `phalanx run MAP --scen FILE --patrol N --doctrine PRESET --seed SEED`, where rows with a preset's name are \
         that preset; `--rounds 2-19` averages as Tables 2 and 3 do.",
    );
    report.note(
        "A figure counts as matched if it lies within two standard errors of the difference between two means over as many \
         start files.",
    );
    if settings.quick {
        report.note(
            "Quick: one start file and 6 patrols instead of 20 in Tables 2 and 3 and Figures 5 and 6, where the map has learned less, so that \
             figures differ from the paper's by more than chance.",
        );
    }
}

/// Mean and standard deviation.
fn spread(values: &[f64]) -> (f64, f64) {
    (mean(values), standard_deviation(values))
}

impl Measured {
    fn name(&self) -> &str {
        &self.line.method.name
    }

    /// Mean and standard deviation of a number over the start files.
    fn of(&self, number: impl Fn(&Outcome) -> f64) -> (f64, f64) {
        spread(&self.outcomes.iter().map(number).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests;
