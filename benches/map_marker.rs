//! Map Marker for groups on large maps, compared with searches per unit in one interleaved run. In the full form also the
//! time of a tick while the user drags the factor.
//!
//! `cargo bench --bench map_marker` prints one table: the work, what it takes, what it is compared with, the ratio, and
//! whether it meets its mark. Times are CPU times of one thread, the best of three runs of each group. `-- --quick` takes
//! fewer maps. The growth with the size of the map follows as CSV and as a chart. The maps are the StarCraft maps of the
//! folder in `PHALANX_MAPS`, or generated ones without it.

mod shared;

use phalanx::combat::built_in;
use phalanx::grid::{Bounds, Cell, MapKind, Terrain, generate};
use phalanx::planning::{
    AStar, GroupRequest, Layers, Markers, PlanContext, PlanScratch, Search, SearchedNodes, plan,
};
use phalanx::scenario::{
    Action, Doctrine, GiveOrder, NewUnit, Order, Scenario, SetDoctrine, TeamId, UnitId,
};
use phalanx::sim::{Simulation, TICKS_PER_SECOND};
use shared::marks::{Mark, Marks};
use shared::{Group, draw, maps, mean, ms, peer, print_growth, quantile, quick, timed};
use std::time::{Duration, Instant};

const RUNS: usize = 3;
const UNITS: usize = 50;
const MANY: usize = 200;
/// Groups per map whose factor is dragged.
const DRAGS: usize = 2;

/// A way to plan for a group.
struct Planner {
    name: &'static str,
    markers: Option<Markers>,
    parameters: AStar,
}

/// What a planner took over all groups.
#[derive(Default)]
struct Taken {
    /// Seconds per group.
    seconds: Vec<f64>,
    expanded: u64,
    length: f64,
}

impl Taken {
    fn per_node(&self) -> f64 {
        self.seconds.iter().sum::<f64>() * 1e9 / self.expanded as f64
    }
}

fn planners() -> [Planner; 6] {
    let papers = AStar::of_the_papers();
    let fast = AStar { per_unit: true, ..AStar::default() };
    let all_nodes = Markers { nodes: SearchedNodes::All, ..Markers::default() };
    let planner = |name, markers, parameters| Planner { name, markers, parameters };
    [
        planner("A* per unit", None, fast),
        planner("A* of the papers per unit", None, papers),
        planner("Map Marker", Some(Markers::default()), papers),
        planner("Map Marker to the letter", Some(Markers::as_printed()), papers),
        planner("Scouted Map Marker", Some(Markers::scouted()), papers),
        planner("Map Marker, all nodes", Some(all_nodes), papers),
    ]
}
const FAST: usize = 0;
const PAPERS: usize = 1;
const MARKED: usize = 2;
const LETTER: usize = 3;
const SCOUTED: usize = 4;
const ALL_NODES: usize = 5;

fn measure(taken: &mut [Taken], which: &[usize], terrain: &Terrain, groups: &[Group]) {
    let planners = planners();
    let mut scratch = PlanScratch::default();
    for group in groups {
        let mut best = [f64::INFINITY; 6];
        for run in 0..RUNS {
            for &which in which {
                let Planner { markers, parameters, .. } = planners[which];
                let layers = Layers { markers, ..Layers::default() };
                let context = PlanContext::bare(terrain).with_layers(layers);
                let request = GroupRequest::new(&context, &group.starts, group.goal);
                let search = Search::AStar(parameters);
                let (seconds, plans) = timed(|| plan(&search, &request, &mut scratch));
                best[which] = best[which].min(seconds);
                if run == 0 {
                    let taken = &mut taken[which];
                    taken.expanded += plans.iter().map(|plan| plan.stats.expanded).sum::<u64>();
                    let length = |plan: &phalanx::planning::UnitPlan| {
                        plan.path.as_ref().expect("a path").length()
                    };
                    taken.length += plans.iter().map(length).sum::<f64>();
                }
            }
        }
        which.iter().for_each(|&which| taken[which].seconds.push(best[which]));
    }
}

fn main() {
    let (map_count, draws) = if quick() { (4, 2) } else { (12, 3) };
    let mut taken: [Taken; 6] = Default::default();
    let mut many: [Taken; 6] = Default::default();
    let (mut peer_seconds, mut peer_base) = (0.0, 0.0);
    let mut cases = Vec::new();
    for (name, terrain) in maps(map_count) {
        let mut groups = draw(&terrain, UNITS, draws, 1);
        measure(&mut taken, &[FAST, PAPERS, MARKED, LETTER, SCOUTED, ALL_NODES], &terrain, &groups);
        measure(&mut many, &[SCOUTED], &terrain, &draw(&terrain, MANY, draws, 2));
        // One unit of each group is enough for a search of this kind.
        for (place, group) in groups.iter().enumerate() {
            let (seconds, _) = timed(|| peer(&terrain, group.starts[0], group.goal));
            peer_seconds += seconds;
            let this = taken[FAST].seconds.len() - groups.len() + place;
            peer_base += taken[MARKED].seconds[this] / UNITS as f64;
        }
        groups.truncate(DRAGS);
        cases.push((name, terrain, groups));
    }
    println!("{} groups of {UNITS} and of {MANY} units; CPU time", taken[FAST].seconds.len());
    print(&taken, &many, (peer_base, peer_seconds));
    growth();
    if !quick() {
        drag(&cases);
    }
}

/// Milliseconds per group on generated maps of four sizes.
fn growth() {
    let which = [FAST, MARKED, SCOUTED];
    let draws = if quick() { 1 } else { 3 };
    let row = |side: u32| {
        let mut taken: [Taken; 6] = Default::default();
        for kind in MapKind::ALL.iter().take(2) {
            let terrain = generate(*kind, Bounds::new(side, side), 1);
            measure(&mut taken, &which, &terrain, &draw(&terrain, UNITS, draws, 1));
        }
        (side, which.map(|which| mean(&taken[which].seconds) * 1e3).to_vec())
    };
    let rows: Vec<(u32, Vec<f64>)> = [128, 256, 512, 1024].map(row).to_vec();
    let columns = which.map(|which| format!("{} (ms)", planners()[which].name));
    print_growth("map_marker", "side", &columns.each_ref().map(|c| c.as_str()), &rows);
}

fn print(taken: &[Taken], many: &[Taken], (marked, peer): (f64, f64)) {
    let mut table = Marks::new("map_marker");
    let fast = &taken[FAST];
    for which in [MARKED, LETTER] {
        let (this, name) = (&taken[which], planners()[which].name);
        let marks = |mark| if which == MARKED { Mark::AtLeast(mark) } else { Mark::None };
        table.row(
            &format!("{name}, {UNITS} units, mean"),
            ms(mean(&this.seconds)),
            "A* per unit, times as long",
            ms(mean(&fast.seconds)),
            mean(&fast.seconds) / mean(&this.seconds),
            marks(1.1),
        );
        // The mark compares the two medians. The ratio draw by draw stands beside it.
        let (median, fast_median) = (quantile(&this.seconds, 0.5), quantile(&fast.seconds, 0.5));
        table.row(
            &format!("{name}, {UNITS} units, median"),
            ms(median),
            "A* per unit, times as long",
            ms(fast_median),
            fast_median / median,
            marks(2.5),
        );
        let ratios: Vec<f64> = fast.seconds.iter().zip(&this.seconds).map(|(a, b)| a / b).collect();
        let slower = ratios.iter().filter(|&&ratio| ratio < 1.0).count();
        table.row(
            &format!("{name}, {UNITS} units, ratio draw by draw"),
            format!("{slower} slower"),
            "of all draws; the median of the ratios",
            format!("{}", ratios.len()),
            quantile(&ratios, 0.5),
            Mark::None,
        );
    }
    // Where all nodes of the printed algorithm are expanded, nodes can be compared with the paper and with A*.
    let all = &taken[ALL_NODES];
    assert_eq!(all.length, taken[MARKED].length, "the nodes that are left out change no path");
    table.row(
        "Map Marker, nodes expanded",
        format!("{}", taken[MARKED].expanded),
        "all nodes of the printed algorithm, times as many",
        format!("{}", all.expanded),
        all.expanded as f64 / taken[MARKED].expanded as f64,
        Mark::None,
    );
    table.row(
        "Map Marker, all nodes",
        format!("{}", all.expanded),
        "A* of the papers, times as many",
        format!("{}", taken[PAPERS].expanded),
        taken[PAPERS].expanded as f64 / all.expanded as f64,
        Mark::None,
    );
    table.row(
        "Map Marker, all nodes, time, one engine for both",
        ms(mean(&all.seconds)),
        "A* of the papers (printed: 2.8 times)",
        ms(mean(&taken[PAPERS].seconds)),
        mean(&taken[PAPERS].seconds) / mean(&all.seconds),
        Mark::None,
    );
    table.row(
        "Map Marker, all nodes, one node",
        format!("{:.1} ns", all.per_node()),
        "a node of A*",
        format!("{:.1} ns", fast.per_node()),
        all.per_node() / fast.per_node(),
        Mark::AtMost(2.1),
    );
    for (units, this, most) in [(UNITS, &taken[SCOUTED], 0.010), (MANY, &many[SCOUTED], 0.020)] {
        table.row(
            &format!("Scouted Map Marker, {units} units, 95th percentile"),
            ms(quantile(&this.seconds, 0.95)),
            "limit",
            ms(most),
            quantile(&this.seconds, 0.95) / most,
            Mark::AtMost(1.0),
        );
    }
    table.row(
        "Map Marker, one unit",
        ms(marked / fast.seconds.len() as f64),
        "pathfinding per unit, times as long",
        ms(peer / fast.seconds.len() as f64),
        peer / marked,
        Mark::AtLeast(1.0),
    );
    table.row(
        "Map Marker, length of paths",
        format!("{:.0}", taken[MARKED].length),
        "shortest",
        format!("{:.0}", fast.length),
        taken[MARKED].length / fast.length,
        Mark::None,
    );
    table.keep();
}

/// The user drags the factor while the group walks, so every tick asks for another plan. Prints the time of a tick and
/// the number of plans per second of simulated time.
fn drag(cases: &[(String, Terrain, Vec<Group>)]) {
    const TICKS: u32 = 96;
    println!("\nthe factor dragged while {UNITS} units walk, {DRAGS} groups per map");
    println!("{:24} {:>13} {:>13} {:>16}", "map", "ms per tick", "worst tick", "plans a second");
    for (name, terrain, groups) in cases {
        let (mut sum, mut worst, mut plans) = (Duration::ZERO, Duration::ZERO, 0);
        for group in groups {
            let mut simulation = Simulation::new(&Scenario::plain(terrain.clone()));
            let unit = |(id, at): (u32, &Cell)| NewUnit {
                id: UnitId(id),
                team: TeamId(0),
                kind: built_in()[0].name.to_string(),
                at: at.center(),
            };
            let units: Vec<NewUnit> = (0..).zip(&group.starts).map(unit).collect();
            let ids = units.iter().map(|unit| unit.id).collect();
            let order = Action::Order(GiveOrder {
                units: ids,
                order: Order::Move(group.goal),
                queued: false,
            });
            simulation.send([factor(0.9), Action::Spawn(units), order]);
            simulation.run(TICKS.into());
            let before = simulation.numbers().paths_planned;
            for step in 0..TICKS {
                simulation.send([factor(0.8 + 0.2 * f64::from(step) / f64::from(TICKS))]);
                let clock = Instant::now();
                simulation.run(1);
                let time = clock.elapsed();
                sum += time;
                worst = worst.max(time);
            }
            plans += (simulation.numbers().paths_planned - before) / UNITS as u64;
        }
        let ticks = DRAGS as u32 * TICKS;
        println!(
            "{:24} {:>13.2} {:>13.2} {:>16.1}",
            name,
            (sum / ticks).as_secs_f64() * 1e3,
            worst.as_secs_f64() * 1e3,
            plans as f64 * f64::from(TICKS_PER_SECOND) / f64::from(ticks),
        );
    }
}

fn factor(factor: f64) -> Action {
    let doctrine = Doctrine::marked(Markers { factor, ..Markers::default() });
    Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine })
}
