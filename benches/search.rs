//! Plain searches on generated maps compared with the `pathfinding` crate's `astar`, on the same queries in the same
//! run.
//!
//! `cargo bench --bench search` prints a table with time per query, time per expanded node and the ratio, then
//! Criterion's measurements of the same queries.

use criterion::{Criterion, criterion_group};
use phalanx::grid::{Bounds, Cell, Direction, MapKind, Terrain, generate};
use phalanx::planning::{AStar, GroupRequest, Heuristic, PlanContext, PlanScratch, Search, plan};
use phalanx::search::{
    BestFirst, DistanceField, FastSearch, Lengths, Octile, Problem, SearchStats, Takeover, Ties,
};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::hint::black_box;
use std::time::{Duration, Instant};

const SIDE: u32 = 512;
const QUERIES: usize = 60;
const GROUP: usize = 50;

/// A map with its queries: pairs of connected cells.
struct Case {
    name: &'static str,
    terrain: Terrain,
    queries: Vec<(Cell, Cell)>,
}

fn cases() -> Vec<Case> {
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let bounds = Bounds::new(SIDE, SIDE);
    MapKind::ALL
        .iter()
        .map(|&kind| {
            let terrain = generate(kind, bounds, 1);
            let mut search = FastSearch::default();
            let mut queries = Vec::new();
            while queries.len() < QUERIES {
                let mut cell = || {
                    Cell::new(
                        random.random_range(0..SIDE as i32),
                        random.random_range(0..SIDE as i32),
                    )
                };
                let (start, goal) = (cell(), cell());
                search.search(&terrain, start, goal);
                if search.path(&terrain).is_some() {
                    queries.push((start, goal));
                }
            }
            Case { name: kind.name(), terrain, queries }
        })
        .collect()
}

fn exact(engine: &mut BestFirst, terrain: &Terrain, start: Cell, goal: Cell) -> f64 {
    let target = terrain.node(goal);
    engine.search(&Problem {
        terrain,
        start,
        goal: |node| node == target,
        model: Lengths,
        estimate: Octile(goal),
        ties: Ties::LargerG,
        reopen: true,
        takeover: Takeover::default(),
    });
    engine.path(terrain).unwrap().length()
}

fn fast(engine: &mut FastSearch, terrain: &Terrain, start: Cell, goal: Cell) -> f64 {
    engine.search(terrain, start, goal);
    engine.path(terrain).unwrap().length()
}

/// The same query with the `pathfinding` crate in its best usual form: integer costs and the octile distance.
fn other(terrain: &Terrain, start: Cell, goal: Cell, expanded: &mut u64) -> f64 {
    const STRAIGHT: u32 = 13_860;
    const DIAGONAL: u32 = 19_601;
    let successors = |cell: &(i32, i32)| {
        *expanded += 1;
        let cell = Cell::from(*cell);
        Direction::ALL.into_iter().filter(move |&d| terrain.allows(cell, d)).map(move |d| {
            (<(i32, i32)>::from(cell.step(d)), if d.is_diagonal() { DIAGONAL } else { STRAIGHT })
        })
    };
    let estimate = |cell: &(i32, i32)| {
        let (dx, dy) = (cell.0.abs_diff(goal.x), cell.1.abs_diff(goal.y));
        STRAIGHT * dx.max(dy) + (DIAGONAL - STRAIGHT) * dx.min(dy)
    };
    let end: (i32, i32) = goal.into();
    let (path, _) =
        pathfinding::prelude::astar(&start.into(), successors, estimate, |cell| *cell == end)
            .unwrap();
    let cells: Vec<Cell> = path.into_iter().map(Cell::from).collect();
    phalanx::grid::walk_length(&cells)
}

/// Time and expansions of one engine for all queries of a case, and the sum of the lengths.
struct Row {
    time: Duration,
    expanded: u64,
    length: f64,
}

fn measure(case: &Case, mut query: impl FnMut(Cell, Cell, &mut u64) -> f64) -> Row {
    let mut run = || {
        let mut row = Row { time: Duration::ZERO, expanded: 0, length: 0.0 };
        let clock = Instant::now();
        for &(start, goal) in &case.queries {
            row.length += query(start, goal, &mut row.expanded);
        }
        row.time = clock.elapsed();
        row
    };
    run();
    let rows = [run(), run(), run()];
    rows.into_iter().min_by_key(|r| r.time).unwrap()
}

/// Prints the table: every engine on every map, with the ratio to the `pathfinding` crate.
fn compare(cases: &[Case]) {
    println!("{SIDE} x {SIDE} cells, {QUERIES} queries each, best of three runs");
    println!(
        "{:10} {:22} {:>10} {:>12} {:>10} {:>8}",
        "map", "search", "us/query", "expanded", "ns/node", "ratio"
    );
    for case in cases {
        let mut engine = BestFirst::default();
        let mut quick = FastSearch::default();
        let base = measure(case, |s, g, n| other(&case.terrain, s, g, n));
        let heap = measure(case, |s, g, n| {
            let length = exact(&mut engine, &case.terrain, s, g);
            *n += engine.stats().expanded;
            length
        });
        let bucket = measure(case, |s, g, n| {
            let length = fast(&mut quick, &case.terrain, s, g);
            *n += quick.stats().expanded;
            length
        });
        for (name, row) in
            [("pathfinding::astar", &base), ("BestFirst", &heap), ("FastSearch", &bucket)]
        {
            assert!(
                (row.length - base.length).abs() < 1e-6 * base.length,
                "{name}: lengths differ"
            );
            println!(
                "{:10} {:22} {:>10.1} {:>12} {:>10.1} {:>8.2}",
                case.name,
                name,
                row.time.as_secs_f64() * 1e6 / QUERIES as f64,
                row.expanded,
                row.time.as_secs_f64() * 1e9 / row.expanded as f64,
                base.time.as_secs_f64() / row.time.as_secs_f64(),
            );
        }
        group(case);
    }
}

/// Many units to one goal: one distance field with paths from it, against one search per unit.
fn group(case: &Case) {
    let starts: Vec<Cell> = case.queries[..GROUP].iter().map(|q| q.0).collect();
    let goal = case.queries[GROUP].1;
    let context = PlanContext::bare(&case.terrain);
    let request = GroupRequest::new(&context, &starts, goal);
    let mut scratch = PlanScratch::default();
    let mut time = |parameters: AStar| {
        let mut run = || {
            let clock = Instant::now();
            let plans = plan(&Search::AStar(parameters), &request, &mut scratch);
            let mut total = SearchStats::default();
            plans.iter().for_each(|p| total += p.stats);
            (clock.elapsed(), total.expanded)
        };
        run();
        [run(), run(), run()].into_iter().min().unwrap()
    };
    let field = time(AStar::default());
    let each = time(AStar { per_unit: true, heuristic: Heuristic::Octile });
    println!(
        "{:10} {GROUP} units, one field: {:.2} ms, {:.1} ns per cell; {GROUP} searches: {:.2} ms, ratio {:.1}",
        case.name,
        field.0.as_secs_f64() * 1e3,
        field.0.as_secs_f64() * 1e9 / field.1 as f64,
        each.0.as_secs_f64() * 1e3,
        each.0.as_secs_f64() / field.0.as_secs_f64(),
    );
}

fn searches(criterion: &mut Criterion) {
    let cases = cases();
    compare(&cases);
    for case in &cases {
        let mut measured = criterion.benchmark_group(case.name);
        measured.sample_size(10).measurement_time(Duration::from_secs(2));
        let queries = &case.queries[..10];
        let (mut engine, mut quick) = (BestFirst::default(), FastSearch::default());
        measured.bench_function("pathfinding astar", |b| {
            b.iter(|| queries.iter().map(|q| other(&case.terrain, q.0, q.1, &mut 0)).sum::<f64>());
        });
        measured.bench_function("BestFirst", |b| {
            b.iter(|| {
                queries.iter().map(|q| exact(&mut engine, &case.terrain, q.0, q.1)).sum::<f64>()
            });
        });
        measured.bench_function("FastSearch", |b| {
            b.iter(|| {
                queries.iter().map(|q| fast(&mut quick, &case.terrain, q.0, q.1)).sum::<f64>()
            });
        });
        let mut field = DistanceField::default();
        measured.bench_function("DistanceField of the whole map", |b| {
            b.iter(|| {
                field.begin(&case.terrain, queries[0].1);
                field.settle_all(&case.terrain);
                black_box(field.stats().expanded)
            });
        });
    }
}

criterion_group!(benches, searches);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
}
