//! Direction maps against A* and WHCA*: the tables and figures of the paper.
//!
//! M. R. Jansen, N. R. Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008: Tables 1 to 3, Figures 5 and 8. The text
//! leaves much open, and in places its tables need another rule than the one printed. The rules used here were recovered
//! from the authors' own maps and start files and from the arithmetic of the tables; they are a fit, not the authors'
//! program. Both rules of learning are run. Beyond the paper: WHCA* over a direction map, its stated future work.
//!
//! A whole run expands about four thousand million nodes; the runs share all cores.

mod claims;
mod lines;
mod sets;
mod tables;
mod trial;

use super::{Experiment, Progress, Report, Settings, Trouble};
use crate::measure::statistics::{mean, standard_deviation};
use lines::{Line, lines};
use rayon::prelude::*;
use sets::Source;
use trial::{Outcome, run};

/// The entry in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "direction-maps",
    paper: "M. R. Jansen, N. R. Sturtevant, Direction Maps for Cooperative Pathfinding, AIIDE 2008: Tables 1 to 3, \
            Figures 5 and 8",
    about: "Units patrol with A*, direction maps, sectors and WHCA*: nodes, time, length, failed moves, coherence.",
    run: experiment,
};

/// Start files in a set.
const FILES: u32 = 50;

/// A line with what its runs came to, one for each start file.
struct Measured {
    line: Line,
    outcomes: Vec<Outcome>,
}

fn experiment(settings: &Settings, progress: &Progress) -> Result<Report, Trouble> {
    run_lines(lines(settings.quick), settings, progress)
}

fn run_lines(
    lines: Vec<Line>,
    settings: &Settings,
    progress: &Progress,
) -> Result<Report, Trouble> {
    let source = Source::find(settings);
    let asked = settings.repetitions_or(FILES, 1).max(1);
    // Of the authors' files there are no more than these; starts can be drawn without end.
    let files = if matches!(source, Source::Files(_)) { asked.min(FILES) } else { asked };
    progress.begin(lines.len() * files as usize, "patrols");
    let jobs: Vec<(usize, u32)> =
        (0..files).flat_map(|file| (0..lines.len()).map(move |line| (line, file))).collect();
    let results: Vec<Result<Outcome, Trouble>> = jobs
        .par_iter()
        .map(|&(line, file)| {
            if progress.is_cancelled() {
                return Err(Trouble::Cancelled);
            }
            let line = &lines[line];
            let case = line.set.case(&source, file)?;
            let seed = settings.seed ^ u64::from(file) << 32;
            let scenario =
                line.method.scenario(&case, line.plan.rounds, seed).map_err(Trouble::Failed)?;
            let outcome = run(&scenario, &line.plan);
            progress.step()?;
            Ok(outcome)
        })
        .collect();
    let mut measured: Vec<Measured> =
        lines.into_iter().map(|line| Measured { line, outcomes: Vec::new() }).collect();
    for ((line, _), outcome) in jobs.into_iter().zip(results) {
        measured[line].outcomes.push(outcome?);
    }
    let mut report = Report::new(&EXPERIMENT, settings, files);
    tell(&mut report, &source, settings);
    tables::fill(&mut report, &measured, &source)?;
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
        ("clock", "every action takes 1.5 s; units act one after the other"),
    ] {
        report.parameter(name, value);
    }
    report.note(source.note());
    report.note(
        "The clock, the moves, the pieces that sectors are walked in and the rule of learning that the tables need are a fit \
         to the authors' data, not their program. \"Learning as printed\" is the rule of the text.",
    );
    report.note(
        "A figure counts as matched if it lies within two standard errors of the difference between two means over as many \
         start files.",
    );
    if settings.quick {
        report.note(
            "Quick: one start file and 6 patrols instead of 20 in Tables 2 and 3, where the map has learned less, so that \
             figures differ from the paper's by more than chance.",
        );
    }
}

/// Mean and standard deviation.
fn spread(values: &[f64]) -> (f64, f64) {
    (mean(values), standard_deviation(values))
}

impl Measured {
    /// Mean and standard deviation of a number over the start files.
    fn of(&self, number: impl Fn(&Outcome) -> f64) -> (f64, f64) {
        spread(&self.outcomes.iter().map(number).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests;
