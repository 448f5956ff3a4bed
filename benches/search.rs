//! Plain searches: every engine on the same queries in one interleaved run, compared with the `pathfinding` crate.
//!
//! `cargo bench --bench search` prints one table: the work, what it takes, what it is compared with, the ratio, and whether
//! it meets its mark. Times are CPU times of one thread, the best of three runs of each query. `-- --quick` takes fewer
//! maps. The maps are the StarCraft maps of the folder in `PHALANX_MAPS`, or generated ones without it. The growth with the
//! size of the map, from 128 x 128 to 1024 x 1024 generated cells, follows as CSV and as a chart.

#[expect(dead_code, reason = "each bench uses a part")]
mod shared;

use phalanx::grid::{Bounds, Cell, MapKind, Terrain, generate};
use phalanx::search::{
    BestFirst, FastSearch, GroupJump, GroupSearch, JumpSearch, Lengths, Octile, Problem,
    ReverseSearch, Takeover, Ties,
};
use shared::marks::{Mark, Marks};
use shared::{draw, maps, mean, ms, peer, print_growth, quick, timed};
use std::hint::black_box;

const RUNS: usize = 3;
const UNITS: usize = 50;

/// The engines of single queries, in the order of the columns.
const ENGINES: [&str; 4] = ["FastSearch", "JumpSearch", "BestFirst", "pathfinding"];
const FAST: usize = 0;
const JUMP: usize = 1;
const EXACT: usize = 2;
const PEER: usize = 3;

#[derive(Default)]
struct Engines {
    fast: FastSearch,
    jump: JumpSearch,
    exact: BestFirst,
    group: GroupSearch,
    group_jump: GroupJump,
}

/// Sums over all queries.
#[derive(Default)]
struct Sums {
    queries: usize,
    seconds: [f64; 4],
    expanded: [u64; 4],
    /// Seconds per group: of one search per unit, of one search over jump points for all, and of one search for all that
    /// also gives the distances of the cells between.
    each: Vec<f64>,
    together: Vec<f64>,
    with_distances: Vec<f64>,
    /// Bytes of reverse searches, and what a dense array of 24 bytes per node would take.
    bytes: f64,
    dense: f64,
}

fn main() {
    let (map_count, draws) = if quick() { (4, 2) } else { (12, 6) };
    let (mut sums, mut engines) = (Sums::default(), Engines::default());
    for (_, terrain) in maps(map_count) {
        for group in draw(&terrain, UNITS, draws, 1) {
            single(&mut sums, &mut engines, &terrain, group.starts[0], group.goal);
            groups(&mut sums, &mut engines, &terrain, &group.starts, group.goal);
        }
    }
    print(&sums);
    growth(&mut engines);
}

/// Milliseconds of each kind of search on maps of four sizes: means over two kinds of map and some groups each.
fn growth(engines: &mut Engines) {
    let columns =
        ["A* (ms)", "jump points (ms)", "exact engine (ms)", "50 units by one search (ms)"];
    let draws = if quick() { 2 } else { 6 };
    let row = |side: u32| {
        let mut sums = Sums::default();
        for kind in MapKind::ALL.iter().take(2) {
            let terrain = generate(*kind, Bounds::new(side, side), 1);
            for group in draw(&terrain, UNITS, draws, 1) {
                single(&mut sums, engines, &terrain, group.starts[0], group.goal);
                groups(&mut sums, engines, &terrain, &group.starts, group.goal);
            }
        }
        let mut numbers: Vec<f64> =
            sums.seconds[..3].iter().map(|seconds| seconds / sums.queries as f64).collect();
        numbers.push(mean(&sums.together));
        (side, numbers.into_iter().map(|seconds| seconds * 1e3).collect())
    };
    let rows: Vec<(u32, Vec<f64>)> = [128, 256, 512, 1024].map(row).to_vec();
    print_growth("search", "side", &columns, &rows);
}

/// One query by every engine.
fn single(sums: &mut Sums, engines: &mut Engines, terrain: &Terrain, start: Cell, goal: Cell) {
    let mut best = [f64::INFINITY; 4];
    let mut lengths = [0.0; 4];
    for run in 0..RUNS {
        for engine in 0..ENGINES.len() {
            let (seconds, length) = timed(|| query(engines, engine, terrain, start, goal));
            best[engine] = best[engine].min(seconds);
            lengths[engine] = length;
            if run == 0 {
                sums.expanded[engine] += match engine {
                    FAST => engines.fast.stats().expanded,
                    JUMP => engines.jump.stats().expanded,
                    EXACT => engines.exact.stats().expanded,
                    _ => 0,
                };
            }
        }
    }
    for (engine, length) in lengths.into_iter().enumerate() {
        let same = (length - lengths[PEER]).abs() < 1e-6 * length.max(1.0);
        assert!(same, "{} finds another length from {start} to {goal}", ENGINES[engine]);
        sums.seconds[engine] += best[engine];
    }
    sums.queries += 1;
    let mut reverse = ReverseSearch::default();
    reverse.begin(terrain, goal, start);
    reverse.distance(terrain, &Lengths, 1.0, start);
    sums.bytes += reverse.bytes() as f64;
    sums.dense += 24.0 * terrain.node_count() as f64;
}

/// The length of the path that an engine finds, walked out.
fn query(engines: &mut Engines, engine: usize, terrain: &Terrain, start: Cell, goal: Cell) -> f64 {
    let path = match engine {
        FAST => {
            engines.fast.search(terrain, start, goal);
            engines.fast.path(terrain)
        }
        JUMP => {
            engines.jump.search(terrain, start, goal);
            engines.jump.path(terrain)
        }
        EXACT => {
            let target = terrain.node(goal);
            engines.exact.search(&Problem {
                terrain,
                start,
                goal: |node| node == target,
                model: Lengths,
                estimate: Octile(goal),
                ties: Ties::LargerG,
                reopen: true,
                takeover: Takeover::default(),
            });
            engines.exact.path(terrain)
        }
        _ => return peer(terrain, start, goal),
    };
    path.expect("a path").length()
}

/// One search per unit, and both kinds of one search for the group.
fn groups(sums: &mut Sums, engines: &mut Engines, terrain: &Terrain, starts: &[Cell], goal: Cell) {
    let [mut each, mut together, mut with_distances] = [f64::INFINITY; 3];
    let Engines { fast, group, group_jump, .. } = engines;
    for _ in 0..RUNS {
        let (seconds, lengths) = timed(|| {
            let search = |&start: &Cell| {
                fast.search(terrain, start, goal);
                fast.path(terrain).expect("a path").length()
            };
            starts.iter().map(search).collect::<Vec<f64>>()
        });
        each = each.min(seconds);
        let (seconds, same) = timed(|| {
            group_jump.begin(terrain, goal, starts);
            let search = |&start: &Cell| {
                group_jump.settle(terrain, start);
                group_jump.path(terrain, start).expect("a path").length()
            };
            starts.iter().map(search).collect::<Vec<f64>>()
        });
        together = together.min(seconds);
        assert_eq!(black_box(&lengths), &same, "the same lengths");
        let (seconds, same) = timed(|| {
            group.begin(terrain, goal, starts);
            let search = |&start: &Cell| {
                group.settle(terrain, start);
                group.path(terrain, start).expect("a path").length()
            };
            starts.iter().map(search).collect::<Vec<f64>>()
        });
        with_distances = with_distances.min(seconds);
        assert_eq!(black_box(lengths), same, "the same lengths");
    }
    sums.each.push(each);
    sums.together.push(together);
    sums.with_distances.push(with_distances);
}

fn print(sums: &Sums) {
    let queries = sums.queries as f64;
    let per_query = sums.seconds.map(|seconds| seconds / queries);
    let per_node = |engine: usize| sums.seconds[engine] * 1e9 / sums.expanded[engine] as f64;
    println!("{} queries, {} groups of {UNITS} units; CPU time", sums.queries, sums.each.len());
    let mut table = Marks::new("search");
    let query = |engine: usize| ms(per_query[engine]);
    table.row(
        "one query, A*",
        query(FAST),
        "pathfinding, times as long",
        query(PEER),
        per_query[PEER] / per_query[FAST],
        Mark::AtLeast(5.0),
    );
    table.row(
        "one query, jump points",
        query(JUMP),
        "A*, times as long",
        query(FAST),
        per_query[FAST] / per_query[JUMP],
        Mark::AtLeast(3.0),
    );
    table.row(
        "one node of the exact engine, octile estimate",
        format!("{:.1} ns", per_node(EXACT)),
        "a node of A*",
        format!("{:.1} ns", per_node(FAST)),
        per_node(EXACT) / per_node(FAST),
        Mark::None,
    );
    table.row(
        "one goal, 50 units: one search",
        ms(mean(&sums.together)),
        "50 searches by A*, times as long",
        ms(mean(&sums.each)),
        mean(&sums.each) / mean(&sums.together),
        Mark::AtLeast(25.0),
    );
    table.row(
        "the same with the distances between",
        ms(mean(&sums.with_distances)),
        "50 searches by A*, times as long",
        ms(mean(&sums.each)),
        mean(&sums.each) / mean(&sums.with_distances),
        Mark::None,
    );
    table.row(
        "memory of a resumable reverse search",
        format!("{:.2} MB", sums.bytes / queries / 1e6),
        "24 bytes per node",
        format!("{:.2} MB", sums.dense / queries / 1e6),
        sums.bytes / sums.dense,
        Mark::AtMost(0.25),
    );
    table.keep();
}
