//! `movement`: how well groups move, by the benchmark of Warzone 2100 rebuilt from its figures.
//!
//! Warzone 2100 (GPL-2.0-or-later) has had a deterministic benchmark of group movement since August 2026, with figures before and after
//! a rework of its movement. Its layouts, arrangements, metrics and figures are facts; nothing of its code, texts or maps is used here.
//!
//! Differs: units are four times as fast, so that a tick moves them as far as an update there, and our seconds are multiplied by 4
//! beside its own. There only the centre of a unit is kept off walls, here the whole disc; so every gap is run twice, with as many
//! cells and with one more. Every arrangement is run: 81 with two blocks, 9 with one. Cliffs do not slow units down. All units of "all to
//! one cell" get one order; in a fan each unit gets its own.
//!
//! A run costs 0.1 to 2 s in a release build; the whole benchmark has about 3100 runs for each doctrine.

mod arrangement;
mod build;
mod contender;
mod data;
mod gallery;
mod grounds;
mod heatmap;
mod layout;
mod marks;
mod metric;
mod rules;
mod run;
mod scenarios;
mod series;
mod summary;
mod tables;
mod variant;
mod warzone;

pub use arrangement::{Arrangement, ArrangementSet};
pub use build::{MotionKind, TIME_SCALE, Trial, build, ticks};
pub use contender::Contender;
pub use gallery::layouts_to_look_at;
pub use layout::{Area, Block, BlockOrder, GroundPlan, Layout, Next, Reading, Shape, To, Wanted};
pub use marks::{MEETING, settle_mark};
pub use metric::{METRICS, Metric};
pub use run::{Outcome, run};
pub use scenarios::{LAYOUTS, layout_named};
pub use series::Series;
pub use variant::{Mirror, Variant};

use super::{Experiment, ExperimentError, Report, Runs, Settings};
use crate::scenario::nearest;
use contender::{TRAFFIC, contenders, without_each_rule};
use series::{FLOOR, plan_series};
use std::sync::Arc;
use warzone::REAL_MAPS;

/// The entry of the list.
pub const EXPERIMENT: Experiment = Experiment {
    name: "movement",
    paper: "The movement benchmark of Warzone 2100 (August 2026), rebuilt from its figures",
    about: "30 scenarios of groups that meet, cross, turn, park and press, each with its blocks shifted in every way: which doctrine to use where.",
    plan,
};

/// Arrangements of a scenario in a quick run, and of a scenario with many units or a long run.
const QUICK: (u32, u32) = (2, 1);

fn plan(settings: &Settings) -> Result<Runs<Report>, ExperimentError> {
    let contenders = contenders(settings.quick, settings.doctrine.as_deref())?;
    let contenders: Vec<Arc<Contender>> = contenders.into_iter().map(Arc::new).collect();
    let chosen = chosen_layouts(settings)?;
    // The floor is needed whatever is chosen.
    let floor = layout_named(FLOOR).filter(|floor| !chosen.iter().any(|l| l.name == floor.name));
    let mut series = Vec::new();
    for contender in &contenders {
        for layout in chosen.iter().copied().chain(floor) {
            let arrangements = arrangements(settings, layout).list(layout.shifted_blocks());
            for &reading in layout.readings() {
                let arrangements = arrangements.clone();
                series.push(plan_series(contender, layout, reading, settings.seed, arrangements));
            }
        }
    }
    // Where the preset with all rules of traffic runs, each of its rules is switched off once.
    let mut without = Vec::new();
    if !settings.quick && contenders.iter().any(|contender| contender.name == TRAFFIC) {
        for (rule, contender) in without_each_rule() {
            without.push((rule, contender.name.clone()));
            let contender = Arc::new(contender);
            for layout in chosen.iter().copied() {
                let arrangements = arrangements(settings, layout).list(layout.shifted_blocks());
                let reading = layout.readings()[0];
                series.push(plan_series(&contender, layout, reading, settings.seed, arrangements));
            }
        }
    }
    let largest = chosen
        .iter()
        .map(|layout| arrangements(settings, layout).list(layout.shifted_blocks()).len() as u32);
    let mut report = Report::new(&EXPERIMENT, settings, largest.max().unwrap_or(0));
    notes(&mut report);
    let names: Vec<&'static str> = chosen.iter().map(|layout| layout.name).collect();
    Ok(Runs::all(series).map(move |all| {
        fill(&mut report, &all, &names, &contenders, &without);
        report
    }))
}

fn chosen_layouts(settings: &Settings) -> Result<Vec<&'static Layout>, ExperimentError> {
    let Some(name) = &settings.scenario else { return Ok(LAYOUTS.iter().collect()) };
    let found = layout_named(name).ok_or_else(|| {
        let names: Vec<&str> = LAYOUTS.iter().map(|layout| layout.name).collect();
        let meant = nearest(name, names.iter().copied());
        let meant = meant.map_or(String::new(), |name| format!(" (did you mean {name:?}?)"));
        let names = names.join(", ");
        ExperimentError::Unknown(format!(
            "there is no scenario {name:?}{meant}; the scenarios are {names}"
        ))
    })?;
    Ok(vec![found])
}

fn arrangements(settings: &Settings, layout: &Layout) -> ArrangementSet {
    let is_long = REAL_MAPS.iter().any(|map| map.name == layout.name) || layout.name == "blob";
    match settings.repetitions {
        Some(count) => ArrangementSet::Spread(count),
        None if settings.quick => ArrangementSet::Spread(if is_long { QUICK.1 } else { QUICK.0 }),
        None => ArrangementSet::All,
    }
}

fn fill(
    report: &mut Report,
    all: &[Series],
    names: &[&str],
    contenders: &[Arc<Contender>],
    without: &[(String, String)],
) {
    let compared = |series: &&Series| {
        names.contains(&series.layout.name) && contenders.contains(&series.contender)
    };
    let shown: Vec<Series> = all.iter().filter(compared).cloned().collect();
    if contenders.len() > 1 {
        report.tables.push(summary::which_doctrine_where(&shown));
    }
    report.tables.push(marks::marks(&shown, contenders));
    report.tables.extend(rules::effects(all, without));
    report.tables.extend(tables::real_maps(&shown));
    for contender in contenders {
        report.tables.push(tables::beside_warzone(all, contender, names));
        report.tables.push(tables::coping(&shown, contender));
        let own: Vec<&Series> =
            shown.iter().filter(|series| *series.contender == **contender).collect();
        let title = format!("{}: where units stood still", contender.name);
        let name = format!("standing-{}", contender.file_name());
        report.picture(name, heatmap::heatmap(&title, &own));
    }
    report.data("metrics", data::by_metric(&shown));
    report.data("runs", data::by_run(&shown));
}

fn notes(report: &mut Report) {
    report.note(
        "Nothing is random here: a whole run has every arrangement there is, so marks are counted and need no test. A quick run, or one with --repetitions, has only \
         some of the arrangements, and its marks hold for those.",
    );
    report.parameter("speeds", "4 times Warzone's (hover 3 times); seconds are multiplied by 4");
    report.parameter(
        "resolved",
        "three quarters of the ordered units end within 6 cells of their places",
    );
    report.note(
        "Ranges are median [min-max] over arrangements. A difference counts only if it leaves the range. Arrival times are those of \
         units that arrive, 0 if none does; read them beside \"resolved\" and \"near\".",
    );
    report.note(
        "Stall and detour tell how units cope: much stall and little detour is a queue, little stall and much detour is going round, both \
         is milling about. Settle tells a queue that drains from a jam.",
    );
    report.note(
        "A hard stop is geometric here: a walking unit for which two or more others ahead overlap the position that it wants for the next \
         tick; on cell steps, a step that fails. Warzone counts moves that its own contact code sets to zero.",
    );
    report.note(
        "In a gap of one cell two medium tanks cannot pass each other under \"same drawing\" (0.78 cells each, 1 cell of room); in Warzone they can, \
         because only their middles are kept off walls.",
    );
    report.note(
        "Rows open the arrangement that went worst. \"Every third\" are the arrangements of Warzone's standard set, as far as they were run.",
    );
}

#[cfg(test)]
mod tests;
