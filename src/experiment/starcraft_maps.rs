//! `starcraft-maps`: how often groups separate on the StarCraft maps of the MovingAI benchmark.
//!
//! E. Wicks Rivas, R. Souza, "Map Marker", section IV.D: on each of 75 maps, 10 times a random start and target,
//! 50 agents each placed beside the one before; paths of A* and of Map Marker, judged by eye. Here the detector of
//! [`measure::separation`](crate::measure::separation) judges, so its threshold is fitted and only the comparison
//! between planners is a result. A* is the paper's: Map Marker with factor and cap 1, straight-line
//! estimates, first-in ties. Diagonal steps need both sides free, as on all MovingAI maps.
//!
//! N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG 4(2), 2012.

use super::path_picture::draw_paths;
use super::plan::judge_separation;
use super::starcraft_draws::{Draw, map_files};
use super::svg::colour;
use super::{Digits, Experiment, Figure, Progress, Report, Row, Settings, Table, Trouble};
use crate::grid::{Cell, Terrain, read_map_file};
use crate::measure::statistics::wilson_interval;
use crate::measure::{Obstructions, Separation};
use crate::planning::{AStar, Chart, Layers, Markers, PlanScratch, Search, plan, plan_watched};
use crate::scenario::Scenario;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// The entry of the list.
pub const EXPERIMENT: Experiment = Experiment {
    name: "starcraft-maps",
    paper: "E. Wicks Rivas and R. Souza, Map Marker: a Multi-Agent Pathfinder for Cohesive Groups in \
            Real-Time Strategy Games, Section IV.D",
    about: "50 units from random starts to random targets on 75 StarCraft maps: how often the group separates.",
    run,
};

/// The paper's number of draws per map; a quick look at every so many maps has fewer.
const DRAWS: u32 = 10;
const QUICK_DRAWS: u32 = 4;
const QUICK_EVERY: usize = 5;
/// Draws in all in the paper.
const PAPER_DRAWS: usize = 750;
/// How many separations are drawn and can be opened.
const SHOWN: usize = 8;

const PLANNERS: [&str; 3] = ["A*", "Map Marker", "Scouted Map Marker (ours)"];

fn markers(planner: usize) -> Markers {
    match planner {
        0 => Markers { factor: 1.0, cap: 1.0, ..Markers::default() },
        1 => Markers::default(),
        _ => Markers::scouted(),
    }
}

/// One draw, planned by every planner.
struct Outcome {
    map: String,
    number: u32,
    planned: Vec<Planned>,
    /// Kept of separations under A*: what was run, and the paths of A* and Map Marker as pictures.
    kept: Option<(Scenario, [String; 2])>,
}

/// What a planner gives.
struct Planned {
    separation: Separation,
    expanded: u64,
    seconds: f64,
    average_length: f64,
}

impl Outcome {
    fn separated(&self, planner: usize) -> bool {
        self.planned[planner].separation.is_separated()
    }
}

fn run(settings: &Settings, progress: &Progress) -> Result<Report, Trouble> {
    let folder = settings.maps()?.join("starcraft");
    let mut maps = map_files(&folder)?;
    if settings.quick {
        maps = maps.into_iter().step_by(QUICK_EVERY).collect();
    }
    let draws = settings.repetitions_or(DRAWS, QUICK_DRAWS);
    progress.begin(maps.len() * draws as usize, "planning");
    let outcomes: Vec<Vec<Outcome>> = maps
        .par_iter()
        .map(|map| run_map(map, draws, settings.seed, progress))
        .collect::<Result<_, Trouble>>()?;
    let outcomes: Vec<Outcome> = outcomes.into_iter().flatten().collect();

    let mut report = Report::new(&EXPERIMENT, settings, draws);
    report.parameter("maps", maps.len());
    report.parameter("units", Draw::UNITS);
    report.note(
        "The paper judged by eye. Here a group counts as separated from 18 cells of walking distance on; that \
         threshold was fitted to the paper's 53 separations of A* beforehand, so that count is no result, what \
         the other planners leave of it is. The starts and targets are our draws, not the paper's.",
    );
    report.note(
        "How A* breaks ties decides the doubtful half of its separations. This one is the paper's: straight-line \
         estimates, first-in ties, single precision.",
    );
    report
        .note("Times are of this machine, with several searches at once; nodes expanded are not.");
    report.tables.push(counts(&outcomes));
    report.tables.push(costs(&outcomes));
    claims(&mut report, &outcomes);
    report.tables.push(examples(&outcomes));
    for outcome in outcomes.into_iter().filter(|o| o.kept.is_some()).take(SHOWN) {
        let name = format!("{}-{}", outcome.map.to_lowercase(), outcome.number);
        if let Some((_, [a_star, map_marker])) = outcome.kept {
            report.picture(format!("{name}-a-star"), a_star);
            report.picture(format!("{name}-map-marker"), map_marker);
        }
    }
    Ok(report)
}

fn run_map(
    file: &Path,
    draws: u32,
    seed: u64,
    progress: &Progress,
) -> Result<Vec<Outcome>, Trouble> {
    let terrain = read_map_file(file).map_err(|error| Trouble::Failed(error.to_string()))?;
    let terrain = Arc::new(terrain);
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut scratch = PlanScratch::default();
    let mut outcomes = Vec::new();
    for number in 0..draws {
        let draw = Draw::new(&terrain, &name, seed, number).ok_or_else(|| {
            Trouble::Failed(format!("{} has no room for {} units", file.display(), Draw::UNITS))
        })?;
        let obstructions = Obstructions::around(&terrain, draw.target);
        let (paths, planned): (Vec<Vec<Vec<Cell>>>, Vec<Planned>) = (0..PLANNERS.len())
            .map(|planner| plan_and_judge(&terrain, &draw, &obstructions, planner, &mut scratch))
            .unzip();
        let separates = planned[0].separation.is_separated();
        let first = outcomes.iter().all(|o: &Outcome| o.kept.is_none());
        let kept = (separates && first).then(|| {
            let mut picture = |planner: usize| {
                let visited = visited_cells(&terrain, &draw, planner, &mut scratch);
                draw_group(&terrain, &paths[planner], &visited, planner, &name)
            };
            (draw.scenario(&terrain, file), [picture(0), picture(1)])
        });
        outcomes.push(Outcome { map: name.clone(), number, planned, kept });
        progress.step()?;
    }
    Ok(outcomes)
}

/// Plans the paths of a draw, and judges them.
fn plan_and_judge(
    terrain: &Terrain,
    draw: &Draw,
    obstructions: &Obstructions,
    planner: usize,
    scratch: &mut PlanScratch,
) -> (Vec<Vec<Cell>>, Planned) {
    let layers = Layers { markers: Some(markers(planner)), ..Layers::default() };
    let chart = Chart::bare(terrain);
    let search = Search::AStar(AStar::of_the_papers());
    let plans = plan(&search, &layers, &chart, scratch, &draw.starts, draw.target);
    let paths: Vec<Vec<Cell>> =
        plans.iter().filter_map(|p| Some(p.path.as_ref()?.cells().to_vec())).collect();
    let slices: Vec<&[Cell]> = paths.iter().map(Vec::as_slice).collect();
    let separation = judge_separation(terrain, obstructions, &draw.approaches, &slices);
    let planned = Planned {
        separation: separation.unwrap_or_default(),
        expanded: plans.iter().map(|p| p.stats.expanded).sum(),
        seconds: plans.iter().map(|p| p.stats.time.as_secs_f64()).sum(),
        average_length: crate::measure::average_length(&paths),
    };
    (paths, planned)
}

fn draw_group(
    terrain: &Terrain,
    paths: &[Vec<Cell>],
    visited: &[(Cell, u32)],
    planner: usize,
    map: &str,
) -> String {
    let paths: Vec<(&[Cell], &str)> =
        paths.iter().map(|path| (path.as_slice(), colour(planner))).collect();
    draw_paths(terrain, &paths, visited, &format!("{map}, {}", PLANNERS[planner]))
}

/// The cells that the searches for a draw expand, and how many of the searches do. Planned once more for a picture, so that
/// recording them counts in no measured time.
fn visited_cells(
    terrain: &Terrain,
    draw: &Draw,
    planner: usize,
    scratch: &mut PlanScratch,
) -> Vec<(Cell, u32)> {
    let layers = Layers { markers: Some(markers(planner)), ..Layers::default() };
    let (chart, search) = (Chart::bare(terrain), Search::default());
    let (_, searches) = plan_watched(&search, &layers, &chart, scratch, &draw.starts, draw.target);
    let mut visited: BTreeMap<Cell, u32> = BTreeMap::new();
    for node in searches.iter().flat_map(|search| search.nodes.iter()) {
        *visited.entry(terrain.cell(node)).or_default() += 1;
    }
    visited.into_iter().collect()
}

/// How many draws fulfil something.
fn count(outcomes: &[Outcome], what: impl Fn(&Outcome) -> bool) -> usize {
    outcomes.iter().filter(|outcome| what(outcome)).count()
}

fn counts(outcomes: &[Outcome]) -> Table {
    let title = format!("Separations in {} draws", outcomes.len());
    let columns = ["separated", "of those of A*", "new", "clearly (S of 28 and more)"];
    let mut table = Table::new(title, "planner", Digits::Rounded(0), columns);
    let complete = outcomes.len() == PAPER_DRAWS;
    for (planner, name) in PLANNERS.into_iter().enumerate() {
        let printed = |figure: Figure, paper: Option<f64>| match paper.filter(|_| complete) {
            Some(paper) => figure.paper(paper),
            None => figure,
        };
        let paper = [Some(53.0), Some(5.0), None][planner];
        let new = [None, Some(0.0), None][planner];
        let number = |what: &dyn Fn(&Outcome) -> bool| Figure::new(count(outcomes, what) as f64);
        let figures = vec![
            printed(number(&|o| o.separated(planner)), paper),
            printed(number(&|o| o.separated(planner) && o.separated(0)), paper),
            printed(number(&|o| o.separated(planner) && !o.separated(0)), new),
            number(&|o| o.planned[planner].separation.is_clear()),
        ];
        table.rows.push(Row::new(name, figures));
    }
    table
}

fn mean(outcomes: &[Outcome], part: impl Fn(&Outcome) -> f64) -> f64 {
    outcomes.iter().map(part).sum::<f64>() / outcomes.len().max(1) as f64
}

fn costs(outcomes: &[Outcome]) -> Table {
    let columns = ["nodes expanded per unit", "ms per group", "average length (cells)"];
    let mut table = Table::new("Cost", "planner", Digits::Rounded(1), columns)
        .digits(0, Digits::Rounded(0))
        .digits(2, Digits::Rounded(2));
    for (planner, name) in PLANNERS.into_iter().enumerate() {
        let units = Draw::UNITS as f64;
        let figures = vec![
            Figure::new(mean(outcomes, |o| o.planned[planner].expanded as f64 / units)),
            Figure::new(mean(outcomes, |o| o.planned[planner].seconds * 1000.0)),
            Figure::new(mean(outcomes, |o| o.planned[planner].average_length)),
        ];
        table.rows.push(Row::new(name, figures));
    }
    table
}

fn examples(outcomes: &[Outcome]) -> Table {
    let title = "Draws in which A* separates: largest walking distance between units on different ways (cells)";
    let mut table = Table::new(title, "map, draw", Digits::Rounded(1), PLANNERS);
    let mut shown = 0;
    for outcome in outcomes.iter().filter(|outcome| outcome.separated(0)) {
        let figures = outcome.planned.iter().map(|p| Figure::new(p.separation.distance)).collect();
        let mut row = Row::new(format!("{}, {}", outcome.map, outcome.number), figures);
        if let Some((scenario, _)) = outcome.kept.as_ref().filter(|_| shown < SHOWN) {
            row = row.of([scenario.clone()]);
            shown += 1;
        }
        table.rows.push(row);
    }
    table
}

fn claims(report: &mut Report, outcomes: &[Outcome]) {
    let all = outcomes.len() as u64;
    let a_star = count(outcomes, |o| o.separated(0)) as u64;
    let share = |hits: u64, of: u64| 100.0 * hits as f64 / of.max(1) as f64;
    let (low, high) = wilson_interval(a_star, all);
    report.claim(
        "Groups separate under A* in 7 % of the draws (53 of 750).",
        (low..=high).contains(&(53.0 / 750.0)),
        format!(
            "{a_star} of {all}, {:.1} % (95 %: {:.1} to {:.1}); the threshold was fitted to this",
            share(a_star, all),
            100.0 * low,
            100.0 * high
        ),
    );
    if a_star == 0 {
        report.note("A* never separates in this sample, so there is nothing that another planner could prevent.");
    }
    let others = PLANNERS.into_iter().enumerate().skip(1).filter(|_| a_star > 0);
    for (planner, name) in others {
        let left = count(outcomes, |o| o.separated(planner) && o.separated(0)) as u64;
        let new = count(outcomes, |o| o.separated(planner) && !o.separated(0));
        let paper = if planner == 1 { " (91 % in the paper)" } else { " (not in the paper)" };
        let (low, high) = wilson_interval(a_star - left, a_star);
        report.claim(
            format!("{name} prevents most of the separations of A*{paper}."),
            low > 0.5,
            format!(
                "{} of {a_star} prevented, {:.0} % (95 %: {:.0} to {:.0}), {left} left, {new} new",
                a_star - left,
                share(a_star - left, a_star),
                100.0 * low,
                100.0 * high
            ),
        );
    }
    let ratio = |part: fn(&Planned) -> f64| {
        mean(outcomes, |o| part(&o.planned[0])) / mean(outcomes, |o| part(&o.planned[1]))
    };
    let (nodes, time) = (ratio(|p| p.expanded as f64), ratio(|p| p.seconds));
    report.claim(
        "Map Marker computes the paths of a group faster than A* (2.8 times in the paper).",
        nodes > 1.0 && time > 1.0,
        format!("{nodes:.1} times fewer nodes expanded, {time:.1} times as fast here"),
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_maps_it_says_what_is_missing() {
        let trouble = run(&Settings::default(), &Progress::default()).unwrap_err();
        assert!(trouble.to_string().contains("--maps"), "{trouble}");
        let settings = Settings { maps: Some("/nowhere".into()), ..Settings::default() };
        let trouble = run(&settings, &Progress::default()).unwrap_err();
        assert!(trouble.to_string().contains("/nowhere"), "{trouble}");
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
        let report = run(&settings, &Progress::default()).unwrap();
        assert_eq!(report.tables[0].title, "Separations in 15 draws");
        assert!(report.claims.len() >= 2);
        let again = run(&settings, &Progress::default()).unwrap();
        assert_eq!(report.tables[0], again.tables[0], "the same whatever the threads do");
    }
}
