//! `starcraft-maps`: how often groups separate on the StarCraft maps of the MovingAI benchmark, and how long planning takes.
//!
//! E. Wicks Rivas, R. Souza, "Map Marker", section IV.D: on each of 75 maps, 10 times a random start and target,
//! 50 agents each placed beside the one before; paths of A* and of Map Marker, judged by eye; mean run times. Here the
//! detector of [`measure::separation`](crate::measure::separation) judges; its threshold is fitted, so only the
//! comparison between planners is a result. A* is the paper's: Map Marker with factor and cap 1, straight-line
//! heuristic, first-in ties. Diagonal steps need both sides free, as on all MovingAI maps.
//!
//! N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG 4(2), 2012.

mod draws;
mod pictures;
mod tables;

use super::battles::preset_doctrine;
use super::plan::judge_separation;
use super::{Experiment, ExperimentError, Report, Runs, Settings};
use crate::grid::{Cell, Terrain};
use crate::measure::{Obstructions, Regrouping, Separation, regrouping};
use crate::planning::{
    AStar, GroupRequest, Markers, PlanContext, PlanScratch, Search, SearchedNodes, UnitPlan,
    plan as plan_paths,
};
use crate::scenario::Doctrine;
use crate::scenario::read_map_file;
use crate::search::FastSearch;
use draws::{Draw, map_files};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

/// The entry of the list.
pub const EXPERIMENT: Experiment = Experiment {
    name: "starcraft-maps",
    paper: "E. Wicks Rivas and R. Souza, Map Marker: a Multi-Agent Pathfinder for Cohesive Groups in \
            Real-Time Strategy Games, Section IV.D and Fig. 3",
    about: "50 units from random starts to random targets on 75 StarCraft maps: how often the group separates, and \
            how long planning takes.",
    plan,
};

/// The paper's number of draws per map.
const DRAWS: u32 = 10;
/// Draws per map of a quick run, which takes only every n-th map.
const QUICK_DRAWS: u32 = 4;
const QUICK_EVERY: usize = 5;

/// Names of the compared planners in the tables.
const PLANNERS: [&str; 4] =
    ["A*", "Map Marker", "Map Marker as printed", "Scouted Map Marker (ours)"];
const A_STAR: usize = 0;
const MAP_MARKER: usize = 1;

/// The doctrines of the planners.
fn doctrines() -> Result<[Doctrine; 4], ExperimentError> {
    Ok([
        with_all_nodes(Doctrine::marked(Markers { factor: 1.0, cap: 1.0, ..Markers::default() })),
        preset_doctrine("Map Marker")?,
        preset_doctrine("Map Marker as printed")?,
        preset_doctrine("Scouted Map Marker")?,
    ])
}

/// The doctrine with searches that expand all nodes of the printed algorithm.
fn with_all_nodes(mut doctrine: Doctrine) -> Doctrine {
    if let Some(markers) = &mut doctrine.layers.markers {
        markers.nodes = SearchedNodes::All;
    }
    doctrine
}

/// One draw, planned by every planner.
struct PlannedDraw {
    /// The map's file, and its name.
    file: PathBuf,
    map: String,
    number: u32,
    planned: Vec<Planned>,
    /// Seconds for 50 searches of the fast engine, which also finds shortest paths.
    fast_seconds: f64,
}

/// All draws, with what they can be planned with again.
struct AllDraws {
    draws: Vec<PlannedDraw>,
    doctrines: [Doctrine; 4],
    seed: u64,
}

/// What a planner gives for one draw.
struct Planned {
    separation: Separation,
    /// When the two units that get furthest apart are together again, if the group separates.
    regrouping: Option<Regrouping>,
    /// Nodes of searches that expand all nodes of the printed algorithm, and the seconds that these take for the whole group.
    expanded: u64,
    seconds_for_all: f64,
    /// For the whole group, marker updates included.
    seconds: f64,
    average_length: f64,
}

impl PlannedDraw {
    fn separated(&self, planner: usize) -> bool {
        self.planned[planner].separation.is_separated()
    }

    fn label(&self) -> String {
        format!("{}, {}", self.map, self.number)
    }
}

fn plan(settings: &Settings) -> Result<Runs<Report>, ExperimentError> {
    let folder = settings.maps()?.join("starcraft");
    let mut maps = map_files(&folder)?;
    if settings.quick {
        maps = maps.into_iter().step_by(QUICK_EVERY).collect();
    }
    let draws = settings.repetitions_or(DRAWS, QUICK_DRAWS);
    let (doctrines, seed) = (doctrines()?, settings.seed);
    let mut report = Report::new(&EXPERIMENT, settings, draws);
    report.parameter("maps", maps.len());
    report.parameter("units", Draw::UNITS);
    report.note(
        "The paper judged by eye. Here a group counts as separated from 18 cells of walking distance on. That \
         threshold was fitted to the paper's 53 separations of A* beforehand, so that count is not a result; how many of them \
         the other planners leave is a result. The starts and targets are our draws, not the paper's.",
    );
    report.note(
        "A map is one value of a test, and there are 75: where the number that would do is larger, more draws on each map make the values vary less.",
    );
    report.note(
        "How A* breaks ties decides the doubtful half of its separations. This A* is the paper's: straight-line \
         estimates, first-in ties, single precision.",
    );
    report.note(
        "Times are of this machine, with one search on each core, and each draw begins with another planner; nodes expanded do not depend on the machine. \
         Times include the marker updates. The paper's times are of a scripting language, so only ratios can be compared. \"One engine\" means that A* \
         runs on the engine that Map Marker needs; \"fast engine\" is the one that this program uses for A*.",
    );
    report.note(
        "Map Marker as this program runs it leaves out nodes that cannot be on its path, which gives the same paths (parameter \
         nodes of the markers). Its times and those against the fast engine are with that. Nodes, and times with one engine, are \
         of searches that expand all nodes of the printed algorithm, as the paper's program does.",
    );
    let planned = Runs::all(maps.into_iter().map(|file| {
        let name = map_name(&file);
        Runs::of(name, 0..draws, move |number| plan_draw(&file, number, &doctrines, seed))
    }));
    Ok(planned.try_map(move |maps| {
        let sample = AllDraws { draws: maps.into_iter().flatten().collect(), doctrines, seed };
        tables::fill(&mut report, &sample)?;
        pictures::fill(&mut report, &sample)?;
        Ok(report)
    }))
}

fn read_terrain(file: &Path) -> Result<Arc<Terrain>, ExperimentError> {
    read_map_file(file).map(Arc::new).map_err(|error| ExperimentError::Failed(error.to_string()))
}

fn draw(terrain: &Terrain, file: &Path, seed: u64, number: u32) -> Result<Draw, ExperimentError> {
    let name = map_name(file);
    Draw::new(terrain, &name, seed, number).ok_or_else(|| {
        ExperimentError::Failed(format!("{} has no room for {} units", file.display(), Draw::UNITS))
    })
}

fn map_name(file: &Path) -> String {
    file.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// Plans one draw by every planner.
fn plan_draw(
    file: &Path,
    number: u32,
    doctrines: &[Doctrine],
    seed: u64,
) -> Result<PlannedDraw, ExperimentError> {
    let terrain = read_terrain(file)?;
    let draw = draw(&terrain, file, seed, number)?;
    let obstructions = Obstructions::around(&terrain, draw.target);
    let fast = AStar { per_unit: true, ..AStar::default() };
    let fast = Doctrine { search: Search::AStar(fast), ..Doctrine::default() };
    let mut scratch = PlanScratch::default();
    // Allocates what the searches need for a map of this size, so that no measured time includes it.
    let nowhere = Draw { starts: vec![draw.target], ..draw.clone() };
    for doctrine in doctrines.iter().chain([&fast]) {
        plan_timed(&terrain, &nowhere, doctrine, &mut scratch);
    }
    // Each draw begins with another planner, so that none always has the warmest caches or the busiest machine.
    let count = doctrines.len();
    let first = number as usize % count;
    let early =
        number.is_multiple_of(2).then(|| plan_timed(&terrain, &draw, &fast, &mut scratch).1);
    let mut planned: Vec<(usize, Planned)> = (0..count)
        .map(|n| (n + first) % count)
        .map(|n| (n, plan_and_judge(&terrain, &draw, &obstructions, &doctrines[n], &mut scratch)))
        .collect();
    planned.sort_by_key(|(n, _)| *n);
    let planned = planned.into_iter().map(|(_, planned)| planned).collect();
    let fast_seconds = early.unwrap_or_else(|| plan_timed(&terrain, &draw, &fast, &mut scratch).1);
    Ok(PlannedDraw { file: file.to_owned(), map: map_name(file), number, planned, fast_seconds })
}

/// Plans the paths of a draw. Also returns the seconds that it took.
fn plan_timed(
    terrain: &Terrain,
    draw: &Draw,
    doctrine: &Doctrine,
    scratch: &mut PlanScratch,
) -> (Vec<UnitPlan>, f64) {
    let context = PlanContext::bare(terrain).with_layers(doctrine.layers);
    let request = GroupRequest::new(&context, &draw.starts, draw.target);
    let clock = Instant::now();
    let plans = plan_paths(&doctrine.search, &request, scratch);
    (plans, clock.elapsed().as_secs_f64())
}

fn paths_of(plans: &[UnitPlan]) -> Vec<&[Cell]> {
    plans.iter().filter_map(|plan| Some(plan.path.as_ref()?.cells())).collect()
}

/// Plans the paths of a draw and judges them.
fn plan_and_judge(
    terrain: &Terrain,
    draw: &Draw,
    obstructions: &Obstructions,
    doctrine: &Doctrine,
    scratch: &mut PlanScratch,
) -> Planned {
    let (plans, seconds) = plan_timed(terrain, draw, doctrine, scratch);
    let all_nodes = with_all_nodes(*doctrine);
    let (all_plans, seconds_for_all) = plan_timed(terrain, draw, &all_nodes, scratch);
    let paths = paths_of(&plans);
    let separation = judge_separation(terrain, obstructions, &draw.approaches, &paths);
    let separation = separation.unwrap_or_default();
    let apart = separation.pair.zip(separation.between).filter(|_| separation.is_separated());
    let regrouping = apart.and_then(|((i, j), between)| {
        let mut search = FastSearch::default();
        regrouping(paths[i], paths[j], between, |a, b| {
            search.search(terrain, a, b);
            search.path(terrain).map_or_else(|| a.octile(b), |path| path.length())
        })
    });
    Planned {
        separation,
        regrouping,
        expanded: all_plans.iter().map(|p| p.stats.expanded).sum(),
        seconds_for_all,
        seconds,
        average_length: crate::measure::average_length(&paths),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Progress;

    #[test]
    fn without_maps_it_says_what_is_missing() {
        let error = EXPERIMENT.run(&Settings::default(), &Progress::default()).unwrap_err();
        assert!(error.to_string().contains("--maps"), "{error}");
        let settings = Settings { maps: Some("/nowhere".into()), ..Settings::default() };
        let error = EXPERIMENT.run(&settings, &Progress::default()).unwrap_err();
        assert!(error.to_string().contains("/nowhere"), "{error}");
    }

    #[test]
    fn a_few_draws_give_every_table() {
        let Some(maps) = std::env::var_os(crate::scenario::MAP_FOLDER) else {
            eprintln!("skipped: set PHALANX_MAPS to a folder with `starcraft/` to run this test");
            return;
        };
        let settings = Settings {
            quick: true,
            repetitions: Some(1),
            maps: Some(maps.into()),
            ..Settings::default()
        };
        let report = EXPERIMENT.run(&settings, &Progress::default()).unwrap();
        assert_eq!(report.tables[0].title, "Separations in 15 draws");
        assert!(report.pictures.iter().any(|p| p.file.starts_with("figure-3a")));
        let rows = || report.tables.iter().flat_map(|table| &table.rows);
        assert!(rows().all(|row| !row.scenarios.is_empty()), "every row can be opened");
        let again = EXPERIMENT.run(&settings, &Progress::default()).unwrap();
        assert_eq!(
            report.tables[0], again.tables[0],
            "the same for any distribution of runs over threads"
        );
    }
}
