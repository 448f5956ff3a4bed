//! `direction-maps`: direction maps compared with A* and WHCA*, the tables and figures of the paper.
//!
//! M. R. Jansen, N. R. Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008: Tables 1 to 3, Figures 4, 5, 6 and 8. The
//! text leaves much open, and some tables need another rule than the one printed. The rules used here were recovered
//! from the authors' own maps and start files and from the arithmetic of the tables; they are a fit, not the authors'
//! program. Both learning rules are run. Beyond the paper: WHCA* over a direction map, its stated future work.
//!
//! Every method is a preset, or a preset with one parameter changed, and the motion is `CellSteps::published`, so
//! `phalanx run MAP --scen FILE --patrol N --doctrine PRESET --seed SEED` repeats any single run: every start file runs with
//! the seed of the experiment.
//!
//! A whole run expands about four thousand million nodes.

mod claims;
mod figure_claims;
mod lines;
mod notes_from;
mod picture;
mod sets;
mod tables;
mod trial;

use super::seeds::Split;
use super::{Experiment, ExperimentError, Report, Runs, Settings};
use crate::measure::statistics::{mean, standard_deviation};
use crate::scenario::Scenario;
use lines::{Block, Line, PICTURED, lines};
use sets::Source;
use std::sync::Arc;
use trial::{TrialResult, run};

/// The entry in the list of experiments.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "direction-maps",
    paper: "M. R. Jansen, N. R. Sturtevant, Direction Maps for Cooperative Pathfinding, AIIDE 2008: Tables 1 to 3, \
            Figures 4, 5, 6 and 8",
    about: "Units patrol with A*, direction maps, sectors and WHCA*: nodes, time, length, failed moves, coherence.",
    plan,
};

/// Start files in a set.
const FILES: u32 = 50;

/// Start files, counted from 1, on which the weight of followers was chosen.
const SPLIT: Split = Split { tuned: &[(1..=6, "the weight of followers, for them only")] };

/// A line with its results, one for each start file, and the scenario of the first.
struct Measured {
    line: Arc<Line>,
    results: Vec<TrialResult>,
    scenario: Option<Scenario>,
}

fn plan(settings: &Settings) -> Result<Runs<Report>, ExperimentError> {
    plan_lines(lines(settings.quick)?, settings)
}

fn plan_lines(lines: Vec<Line>, settings: &Settings) -> Result<Runs<Report>, ExperimentError> {
    let source = Source::find(settings);
    let asked = settings.repetitions_or(FILES, 1).max(1);
    // The authors have no more files than these; starts can be drawn without end.
    let files = if matches!(source, Source::Files(_)) { asked.min(FILES) } else { asked };
    let mut report = Report::new(&EXPERIMENT, settings, files);
    tell(&mut report, &source, settings);
    let (source, seed) = (Arc::new(source), settings.seed);
    let measured = Runs::all(lines.into_iter().map(|line| plan_line(line, &source, files, seed)));
    Ok(measured.map(|measured| {
        tables::fill(&mut report, &measured);
        claims::fill(&mut report, &measured);
        report
    }))
}

/// One run for each start file.
fn plan_line(line: Line, source: &Arc<Source>, files: u32, seed: u64) -> Runs<Measured> {
    let (line, source) = (Arc::new(line), source.clone());
    let (name, units) = (line.method.name.clone(), line.set.units());
    let tried = line.clone();
    // Files are counted from 1 by the authors and from 0 here.
    let split = if line.is_tuned() { SPLIT } else { Split::UNTOUCHED };
    let numbers: Vec<u32> = split.reported(1, files).iter().map(|file| file as u32 - 1).collect();
    let most = if matches!(*source, Source::Files(_)) { FILES } else { u32::MAX };
    let numbers: Vec<u32> = numbers.into_iter().filter(|&file| file < most).collect();
    let first = numbers.first().copied();
    let trial = move |file: u32| {
        let Line { block, set, method, schedule, .. } = &*tried;
        let scenario = method.scenario(&set.case(&source, file)?, schedule, seed)?;
        let pictured = matches!(block, Block::Weight(w, _) if PICTURED.contains(w));
        let is_first = Some(file) == first;
        let result = run(&scenario, schedule, method.observed, is_first && pictured);
        Ok((result, is_first.then_some(scenario)))
    };
    Runs::of(name, numbers, trial).weight(units).map(|trials| {
        let (results, scenarios): (Vec<_>, Vec<_>) = trials.into_iter().unzip();
        Measured { line, results, scenario: scenarios.into_iter().flatten().next() }
    })
}

fn tell(report: &mut Report, source: &Source, settings: &Settings) {
    for (name, value) in [
        ("w_max", "10 (Figure 5: 0 to 20)"),
        ("alpha", "0.4 (Figure 5: 0.6)"),
        ("beta of the neighbourhood rule", "0.1; not printed, chosen to fit the shape of Figure 8"),
        ("visibility radius", "5, inside sector searches 4"),
        ("window of WHCA*", "4, as in the paper; in Tables 2 and 3 also 8"),
        (
            "patrols of Figures 5 and 6",
            "20; the paper says that the number is fixed but does not print it",
        ),
        (
            "w_max of followers",
            "10, and 3, which was chosen on start files that are left out of its line",
        ),
        ("clock", "every action takes 1.5 s; units act one after another"),
        ("node limit, random steps, settling", "off"),
    ] {
        report.parameter(name, value);
    }
    report.note(source.note());
    report.note(
        "The clock, the moves, how sectors are walked and the learning rule that the tables need are a fit \
         to the authors' data, not their program. \"As printed\" is the rule of the text.",
    );
    report.note(
        "Repeat one run with `phalanx run MAP --scen FILE --patrol N --doctrine PRESET --seed SEED`; a row with a preset's name is \
         that preset; `--rounds 2-19` averages as Tables 2 and 3 do.",
    );
    report.parameter("start files that something was tuned on, not reported", SPLIT.told());
    report.note(
        "The tables and Fig. 5 need different learning rules: the numbers of Tables 1 to 3 appear with that \"as tabulated\" (preset Direction map), but then coherence does not \
         rise with w_max; it rises with the rule of the text and with the neighbourhood rule. No rule here gives both. The claims about Fig. 5 test the rise from weight to weight.",
    );
    report.note(
        "Matched cells are counted for the plain presets only: 8, 16 and 16 in the paper. Variants stand below them, and a note tells how far each is from the paper's column.",
    );
    report.note(
        "A figure counts as matched if it lies within two standard errors of the difference between two means over as many \
         start files.",
    );
    if settings.quick {
        report.note(
            "Quick: one start file, and 6 patrols instead of 20 in Tables 2 and 3 and Figures 5 and 6. The map has learned less then, so \
             no figure is compared with the paper's.",
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
    fn of(&self, number: impl Fn(&TrialResult) -> f64) -> (f64, f64) {
        spread(&self.results.iter().map(number).collect::<Vec<_>>())
    }
}

#[cfg(test)]
mod tests;
