//! Map Marker for a group on large maps, compared with a search per unit and with one search for all, in the same run:
//! time, expanded nodes and average path length. Also the time of a tick while the user drags the factor.
//!
//! `cargo bench --bench map_marker` prints a table over several groups per map, then the ticks, then Criterion's
//! measurements of one group. If `PHALANX_MAPS` is set, one of its StarCraft maps is included.

use criterion::{Criterion, criterion_group};
use phalanx::combat::built_in;
use phalanx::grid::{Bounds, Cell, Direction, MapKind, Terrain, generate, walk_length};
use phalanx::planning::{
    AStar, GroupRequest, Heuristic, Layers, Markers, PlanContext, PlanScratch, Search, UnitPlan,
    plan,
};
use phalanx::scenario::read_map_file;
use phalanx::scenario::{Action, Doctrine, NewUnit, Order, Scenario, TeamId, UnitId};
use phalanx::sim::{Simulation, TICKS_PER_SECOND};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeSet;
use std::path::Path;
use std::time::{Duration, Instant};

const SIDE: u32 = 512;
const UNITS: usize = 50;
const DRAWS: usize = 8;
const STARCRAFT: &str = "starcraft/Aftershock.map";

/// A group that stands together, and its target.
struct Group {
    starts: Vec<Cell>,
    goal: Cell,
}

/// A map with its groups.
struct Case {
    name: String,
    terrain: Terrain,
    groups: Vec<Group>,
}

fn cases() -> Vec<Case> {
    let bounds = Bounds::new(SIDE, SIDE);
    let mut maps: Vec<(String, Terrain)> = [MapKind::Caves, MapKind::Rooms, MapKind::TwoBase]
        .into_iter()
        .map(|kind| (kind.name().to_owned(), generate(kind, bounds, 1)))
        .collect();
    if let Some(folder) = std::env::var_os("PHALANX_MAPS") {
        let terrain = read_map_file(&Path::new(&folder).join(STARCRAFT)).unwrap();
        maps.push((STARCRAFT.to_owned(), terrain));
    }
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let case = |(name, terrain): (String, Terrain)| {
        let groups = (0..DRAWS).map(|_| draw(&mut random, &terrain)).collect();
        Case { name, terrain, groups }
    };
    maps.into_iter().map(case).collect()
}

/// A group drawn as in the paper: each unit on a free cell beside an earlier one, and a reachable target at least a
/// quarter of the map away.
fn draw(random: &mut Pcg64Mcg, terrain: &Terrain) -> Group {
    let Bounds { width, height } = terrain.bounds();
    loop {
        let mut cell = || {
            Cell::new(random.random_range(0..width as i32), random.random_range(0..height as i32))
        };
        let (first, goal) = (cell(), cell());
        let far = first.euclidean(goal) > f64::from(width.min(height)) / 4.0;
        if !far || !terrain.is_passable(first) || !terrain.is_passable(goal) {
            continue;
        }
        let mut starts = vec![first];
        let mut taken = BTreeSet::from([first]);
        for _ in 0..100 * UNITS {
            if starts.len() == UNITS {
                break;
            }
            let from = starts[random.random_range(0..starts.len())];
            let direction = Direction::ALL[random.random_range(0..8)];
            if terrain.allows(from, direction) && taken.insert(from.step(direction)) {
                starts.push(from.step(direction));
            }
        }
        let group = Group { starts, goal };
        if group.starts.len() == UNITS
            && one_field(terrain, &mut PlanScratch::default(), &group).length.is_finite()
        {
            return group;
        }
    }
}

/// The cost of planning for a group, and the sum of its path lengths.
struct Cost {
    expanded: u64,
    length: f64,
}

fn total(plans: &[UnitPlan]) -> Cost {
    Cost {
        expanded: plans.iter().map(|plan| plan.stats.expanded).sum(),
        length: plans
            .iter()
            .map(|plan| plan.path.as_ref().map_or(f64::INFINITY, |path| path.length()))
            .sum(),
    }
}

fn layered(
    terrain: &Terrain,
    scratch: &mut PlanScratch,
    group: &Group,
    markers: Option<Markers>,
    parameters: AStar,
) -> Cost {
    let layers = Layers { markers, ..Layers::default() };
    let context = PlanContext::bare(terrain).with_layers(layers);
    let request = GroupRequest::new(&context, &group.starts, group.goal);
    total(&plan(&Search::AStar(parameters), &request, scratch))
}

fn one_field(terrain: &Terrain, scratch: &mut PlanScratch, group: &Group) -> Cost {
    layered(terrain, scratch, group, None, AStar::default())
}

fn a_star_each(terrain: &Terrain, scratch: &mut PlanScratch, group: &Group) -> Cost {
    let parameters = AStar { per_unit: true, heuristic: Heuristic::Octile };
    layered(terrain, scratch, group, None, parameters)
}

fn exact_a_star_each(terrain: &Terrain, scratch: &mut PlanScratch, group: &Group) -> Cost {
    layered(terrain, scratch, group, None, AStar::of_the_papers())
}

fn map_marker(terrain: &Terrain, scratch: &mut PlanScratch, group: &Group) -> Cost {
    layered(terrain, scratch, group, Some(Markers::default()), AStar::of_the_papers())
}

fn scouted(terrain: &Terrain, scratch: &mut PlanScratch, group: &Group) -> Cost {
    layered(terrain, scratch, group, Some(Markers::scouted()), AStar::of_the_papers())
}

/// A search per unit with the `pathfinding` crate in its best usual form: integer costs and the octile distance.
fn other_each(terrain: &Terrain, _: &mut PlanScratch, group: &Group) -> Cost {
    const STRAIGHT: u32 = 13_860;
    const DIAGONAL: u32 = 19_601;
    let mut cost = Cost { expanded: 0, length: 0.0 };
    let end: (i32, i32) = group.goal.into();
    for &start in &group.starts {
        let successors = |cell: &(i32, i32)| {
            cost.expanded += 1;
            let cell = Cell::from(*cell);
            Direction::ALL.into_iter().filter(move |&d| terrain.allows(cell, d)).map(move |d| {
                let length = if d.is_diagonal() { DIAGONAL } else { STRAIGHT };
                (<(i32, i32)>::from(cell.step(d)), length)
            })
        };
        let estimate = |cell: &(i32, i32)| {
            let (dx, dy) = (cell.0.abs_diff(end.0), cell.1.abs_diff(end.1));
            STRAIGHT * dx.max(dy) + (DIAGONAL - STRAIGHT) * dx.min(dy)
        };
        let (path, _) =
            pathfinding::prelude::astar(&start.into(), successors, estimate, |cell| *cell == end)
                .unwrap();
        let cells: Vec<Cell> = path.into_iter().map(Cell::from).collect();
        cost.length += walk_length(&cells);
    }
    cost
}

type Planner = fn(&Terrain, &mut PlanScratch, &Group) -> Cost;

const PLANNERS: [(&str, Planner); 6] = [
    ("Map Marker as printed", map_marker),
    ("Map Marker, scouted", scouted),
    ("A* per unit, buckets", a_star_each),
    ("A* per unit, exact", exact_a_star_each),
    ("pathfinding::astar per unit", other_each),
    ("one reverse search", one_field),
];

/// Prints the table: every way to plan on every map. The best of three runs per group counts.
fn compare(cases: &[Case]) {
    println!("{UNITS} units to one target, {DRAWS} groups per map, best of three runs each");
    println!(
        "{:24} {:28} {:>9} {:>9} {:>14} {:>8} {:>9}",
        "map", "planner", "mean ms", "worst ms", "nodes per unit", "ns/node", "length"
    );
    for case in cases {
        for (name, planner) in PLANNERS {
            let mut scratch = PlanScratch::default();
            let mut sum = Cost { expanded: 0, length: 0.0 };
            let (mut time, mut worst) = (Duration::ZERO, Duration::ZERO);
            for group in &case.groups {
                let mut best = Duration::MAX;
                let mut cost = Cost { expanded: 0, length: 0.0 };
                for _ in 0..3 {
                    let clock = Instant::now();
                    cost = planner(&case.terrain, &mut scratch, group);
                    best = best.min(clock.elapsed());
                }
                sum.expanded += cost.expanded;
                sum.length += cost.length;
                time += best;
                worst = worst.max(best);
            }
            let units = (DRAWS * UNITS) as f64;
            println!(
                "{:24} {:28} {:>9.2} {:>9.2} {:>14.0} {:>8.1} {:>9.2}",
                case.name,
                name,
                time.as_secs_f64() * 1e3 / DRAWS as f64,
                worst.as_secs_f64() * 1e3,
                sum.expanded as f64 / units,
                time.as_secs_f64() * 1e9 / sum.expanded as f64,
                sum.length / units,
            );
        }
    }
}

/// The user drags the factor while the group walks, so every tick asks for another plan. Prints the time of a tick and
/// the number of plans per second of simulated time.
fn drag(cases: &[Case]) {
    const TICKS: u32 = 96;
    println!("\nthe factor dragged while {UNITS} units walk, {DRAWS} groups per map");
    println!("{:24} {:>13} {:>13} {:>16}", "map", "ms per tick", "worst tick", "plans a second");
    for case in cases {
        let (mut sum, mut worst, mut plans) = (Duration::ZERO, Duration::ZERO, 0);
        for group in &case.groups {
            let mut simulation = Simulation::new(&Scenario::on(case.terrain.clone()));
            let unit = |(id, at): (u32, &Cell)| NewUnit {
                id: UnitId(id),
                team: TeamId(0),
                kind: built_in()[0].name.to_string(),
                at: at.center(),
            };
            let units: Vec<NewUnit> = (0..).zip(&group.starts).map(unit).collect();
            let ids = units.iter().map(|unit| unit.id).collect();
            let order = Action::Order { units: ids, order: Order::Move(group.goal), queued: false };
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
        let ticks = DRAWS as u32 * TICKS;
        println!(
            "{:24} {:>13.2} {:>13.2} {:>16.1}",
            case.name,
            (sum / ticks).as_secs_f64() * 1e3,
            worst.as_secs_f64() * 1e3,
            plans as f64 * f64::from(TICKS_PER_SECOND) / f64::from(ticks),
        );
    }
}

fn factor(factor: f64) -> Action {
    let doctrine = Doctrine::marked(Markers { factor, ..Markers::default() });
    Action::SetDoctrine { team: TeamId(0), doctrine }
}

fn groups(criterion: &mut Criterion) {
    let cases = cases();
    compare(&cases);
    drag(&cases);
    for case in &cases {
        let mut measured = criterion.benchmark_group(&case.name);
        measured.sample_size(10).measurement_time(Duration::from_secs(2));
        for (name, planner) in PLANNERS {
            let mut scratch = PlanScratch::default();
            measured.bench_function(name, |b| {
                b.iter(|| planner(&case.terrain, &mut scratch, &case.groups[0]).length);
            });
        }
    }
}

criterion_group!(benches, groups);

fn main() {
    benches();
    Criterion::default().configure_from_args().final_summary();
}
