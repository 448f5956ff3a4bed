//! One order for thousands: 800 and 3,200 units on four maps of 512 x 512 cells, with one goal for all and with one goal
//! each.
//!
//! `cargo bench --bench orders` prints two tables, then Criterion's measurements of single paths. With `PHALANX_MAPS` the
//! maps are StarCraft maps, else generated ones. Starts and goals are drawn from the largest region of a map by a seed.
//! The run is deterministic, so it is repeated and each tick counts with its lowest time: what other programs take from the
//! machine does not count. `-- --quick` measures one map, twice. The mark of a Plan stage is compared with the lower one of its time on
//! the clock and the processor time of its thread.
//!
//! The first table is about the simulation: the longest Plan stage of any tick (the time on the clock, the processor time of
//! its thread, and what it did in nodes of an unpriced search; the worst of all ticks for each), the simulated time until every unit walks
//! and until every unit has its full path, and units without a path. The second table compares planning all paths of the
//! same orders with a crate that a Bevy user would take, in the same interleaved run, on a mesh of the same map: the free
//! cells merged into rectangles.
//!
//! - `landmass`: A* over polygons and a string pulled through them, for a point, one search per unit. It also steers, which
//!   is not measured. Its paths may take any angle; its search is not optimal. Lengths are printed beside.
//!
//! It does not cut a search into slices, share one among units with the same goal, price cells, or follow painted walls
//! without building the mesh anew, and its points touch corners where Phalanx keeps to the corner rule of the map.
//!
//! Not taken: `bevy_northstar` 0.8 and `vleue_navigator` 0.17 need Bevy 0.20 and a newer compiler; `bevy_northstar` 0.7
//! fits Bevy 0.19 but switches on `bevy_gizmos`, `bevy_log` and `bevy_render` for every build of this crate's tests;
//! `polyanya` from 0.17 on and `landmass` 0.9 ask for different versions of one dependency. `polyanya` 0.15 was tried on this
//! mesh and took seconds for a path; that says more about the mesh than about the crate, so it is not printed.

mod draw;
#[path = "../shared/marks.rs"]
mod marks;
mod mesh;
mod peers;
mod run;

use criterion::{Criterion, criterion_group};
use draw::{Draw, draw, maps};
use marks::{Mark, Marks};
use peers::{Planned, peers, plan};
use phalanx::planning::{AStar, GroupRequest, PlanContext, PlanScratch, Search};
use run::{Run, TickTime, run};
use std::hint::black_box;
use std::time::{Duration, Instant};

const REPEATS: usize = 3;
const SEED: u64 = 7;

/// Whether a short measurement is asked for.
fn is_quick() -> bool {
    std::env::args().any(|argument| argument == "--quick" || argument == "--test")
}

/// An order on a map, and what it took.
struct Case {
    map: String,
    units: usize,
    one_goal: bool,
    ours: Run,
    /// With their names.
    peers: Vec<(&'static str, Planned)>,
}

/// Measures all cases. Phalanx and the peers take turns, so that a noisy machine disturbs all alike.
fn measure() -> Vec<Case> {
    let (maps_count, sizes, repeats): (_, &[usize], _) =
        if is_quick() { (1, &[800], 1) } else { (usize::MAX, &[800, 3200], REPEATS) };
    let mut cases = Vec::new();
    for (map, terrain) in maps().into_iter().take(maps_count) {
        let clock = Instant::now();
        let peers = peers(&terrain);
        println!("(the meshes of the peers on {map} took {:.1} s)", clock.elapsed().as_secs_f64());
        for &units in sizes {
            let drawn = draw(&terrain, units, SEED);
            for one_goal in [true, false] {
                let mut case = Case {
                    map: map.clone(),
                    units,
                    one_goal,
                    ours: run(&drawn, one_goal),
                    peers: peers
                        .iter()
                        .map(|peer| (peer.name(), plan(&**peer, &drawn, one_goal)))
                        .collect(),
                };
                if repeats == 1 {
                    case.ours.keep_lower(&run(&drawn, one_goal));
                }
                for _ in 1..repeats {
                    case.ours.keep_lower(&run(&drawn, one_goal));
                    for ((_, planned), peer) in case.peers.iter_mut().zip(&peers) {
                        planned.keep_lower(&plan(&**peer, &drawn, one_goal));
                    }
                }
                print_simulation(&case);
                cases.push(case);
            }
        }
    }
    cases
}

fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

fn worst(run: &Run, part: impl Fn(&TickTime) -> Duration) -> f64 {
    milliseconds(run.times.iter().map(part).max().unwrap_or_default())
}

fn goals(one_goal: bool) -> &'static str {
    if one_goal { "for all" } else { "each" }
}

/// The longest allowed Plan stage in milliseconds, and the allowed ticks until all units walk and have their full paths.
fn limits(case: &Case) -> (f64, u64, u64) {
    let large = case.units > 800;
    let most = if large { 10.0 } else { 5.0 };
    match case.one_goal {
        true => (most, 32, 32),
        false => (most, 64, if large { 45 * 32 } else { 25 * 32 }),
    }
}

fn head_of_simulation() {
    println!(
        "{:16} {:>5} {:11} {:>9} {:>9} {:>9} {:>9} {:>10} {:>9} {:>9} {:>7} {:>7} {:>5}",
        "map",
        "units",
        "one goal",
        "plan ms",
        "cpu ms",
        "nodes",
        "order ms",
        "tick ms",
        "walk s",
        "full s",
        "no path",
        "illegal",
        "mark"
    );
}

fn print_simulation(case: &Case) {
    let run = &case.ours;
    let last = |ticks: &[Option<u64>]| ticks.iter().flatten().max().copied().unwrap_or(0);
    let (plan, walks, full) = (worst(run, |t| t.plan), last(&run.walks), last(&run.full));
    let cpu = worst(run, |t| t.plan_cpu);
    let failed = run.full.iter().filter(|tick| tick.is_none()).count();
    let (most, within, whole_within) = limits(case);
    let met = worst(run, TickTime::planning) <= most
        && walks <= within
        && full <= whole_within
        && failed + run.illegal == 0;
    println!(
        "{:16} {:>5} {:11} {:>9.2} {:>9.2} {:>9} {:>9.2} {:>10.2} {:>9.2} {:>9.2} {:>7} {:>7} {:>5}",
        case.map,
        case.units,
        goals(case.one_goal),
        plan,
        cpu,
        run.times.iter().map(|time| time.nodes).max().unwrap_or(0),
        worst(run, |t| t.command),
        worst(run, |t| t.whole),
        walks as f64 / 32.0,
        full as f64 / 32.0,
        failed,
        run.illegal,
        if met { "met" } else { "NOT" },
    );
}

fn print_peers(cases: &[Case]) {
    println!("\nall paths of an order, lowest of the repeats");
    println!(
        "{:16} {:>5} {:11} {:10} {:>11} {:>11} {:>8} {:>7} {:>8}",
        "map", "units", "one goal", "planner", "all ms", "longest ms", "ratio", "no path", "length"
    );
    println!(
        "(a peer plans for three seconds; \"all\" is computed from the paths that it has planned by then)"
    );
    for case in cases {
        let ours = milliseconds(case.ours.times.iter().map(|time| time.plan).sum());
        let line = |name, all: f64, longest: f64, failed: usize, paths: usize, length: f64| {
            println!(
                "{:16} {:>5} {:11} {:10} {:>11.1} {:>11.2} {:>8.2} {:>7} {:>8.2}",
                case.map,
                case.units,
                goals(case.one_goal),
                name,
                all,
                longest,
                all / ours,
                failed,
                length / (paths - failed).max(1) as f64,
            );
        };
        let failed = case.ours.full.iter().filter(|tick| tick.is_none()).count();
        let longest = worst(&case.ours, |t| t.plan);
        line("Phalanx", ours, longest, failed, case.units, case.ours.length);
        for (name, peer) in &case.peers {
            let all = milliseconds(peer.whole) * case.units as f64 / peer.paths.max(1) as f64;
            line(name, all, milliseconds(peer.slowest), peer.failed, peer.paths, peer.length);
        }
    }
}

/// One path, as Criterion measures it.
fn single_paths(criterion: &mut Criterion) {
    let Some((map, terrain)) = maps().into_iter().next() else { return };
    let drawn: Draw = draw(&terrain, 64, SEED);
    let mut group = criterion.benchmark_group(format!("64 paths on {map}"));
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    let context = PlanContext::bare(&terrain);
    let mut scratch = PlanScratch::default();
    group.bench_function("Phalanx", |b| {
        b.iter(|| {
            for (start, &goal) in drawn.starts.iter().zip(&drawn.goals) {
                let request = GroupRequest::new(&context, std::slice::from_ref(start), goal);
                let search = Search::AStar(AStar::default());
                black_box(phalanx::planning::plan(&search, &request, &mut scratch));
            }
        });
    });
    for peer in peers(&terrain) {
        group.bench_function(peer.name(), |b| {
            b.iter(|| black_box(plan(&*peer, &drawn, false).length));
        });
    }
}

/// The worst of the cases of each size and kind of order, beside their marks.
fn print_marks(cases: &[Case]) {
    let mut table = Marks::new("orders");
    for units in [800, 3200] {
        for one_goal in [true, false] {
            let these: Vec<&Case> =
                cases.iter().filter(|c| c.units == units && c.one_goal == one_goal).collect();
            let Some(first) = these.first() else { continue };
            let worst_of = |value: &dyn Fn(&Case) -> f64| {
                these.iter().map(|case| value(case)).fold(0.0, f64::max)
            };
            let last = |ticks: &[Option<u64>]| {
                let seconds = |tick: &Option<u64>| tick.map_or(f64::INFINITY, |t| t as f64 / 32.0);
                ticks.iter().map(seconds).fold(0.0, f64::max)
            };
            let (most, walks, full) = limits(first);
            let goals = goals(one_goal);
            let mut limit = |what: &str, ours: f64, most: f64, unit: &str| {
                let number = |value: f64| format!("{value:.2} {unit}");
                let work = format!("{units} units, one goal {goals}: {what}");
                table.row(
                    &work,
                    number(ours),
                    "limit",
                    number(most),
                    ours / most,
                    Mark::AtMost(1.0),
                );
            };
            limit("plan", worst_of(&|case| worst(&case.ours, TickTime::planning)), most, "ms");
            limit("all walk", worst_of(&|case| last(&case.ours.walks)), walks as f64 / 32.0, "s");
            limit("full path", worst_of(&|case| last(&case.ours.full)), full as f64 / 32.0, "s");
        }
    }
    table.keep();
}

fn tables(criterion: &mut Criterion) {
    println!("an order to many units, lowest time of each tick over the repeats");
    head_of_simulation();
    let cases = measure();
    print_peers(&cases);
    print_marks(&cases);
    single_paths(criterion);
}

criterion_group!(benches, tables);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
}
