//! A thousand patrols: the cost of a tick if units move from cell to cell, with every search of direction-maps.
//!
//! `cargo bench --bench patrol` prints a table, then Criterion's measurements of one tick.

use bevy::prelude::Entity;
use criterion::{Criterion, criterion_group};
use phalanx::grid::{Bounds, Cell, CornerRule, Ground, Rectangle, ScenProblem, Terrain};
use phalanx::planning::CellSteps;
use phalanx::scenario::{Scenario, preset_named};
use phalanx::sim::{Roster, Simulation, Velocity};
use std::sync::Arc;
use std::time::Instant;

#[path = "shared/marks.rs"]
mod marks;

use marks::{Mark, Marks};

const UNITS: u32 = 1000;
const SIDE: u32 = 200;
/// Ticks in which all units make a first plan, and the measured ticks after them.
const SETTING_OFF: u64 = 32;
const MEASURED: u64 = 480;
/// Milliseconds that a tick with WHCA* may take.
const MOST: f64 = 5.0;
const METHODS: [&str; 6] =
    ["A*", "Direction map", "DM-8", "DM-16", "WHCA*", "WHCA* over a direction map"];

/// A map with a wall in the middle, and units that patrol between random cells of both halves.
fn scenario(method: &str, nodes_per_pass: u32) -> Scenario {
    let mut terrain = Terrain::open(Bounds::new(SIDE, SIDE), CornerRule::BothSidesFree);
    let wall = Rectangle::new(Cell::new(96, 60), 8, SIDE - 60);
    for cell in wall.cells() {
        terrain.set_ground(cell, Ground::Wall);
    }
    // Cells on two lattices, shuffled by steps that have no common divisor with their number.
    let place = |i: u32, left: i32| {
        let k = (i * 367) % UNITS;
        Cell::new(left + (k % 25) as i32 * 3, 60 + (k / 25) as i32 * 3)
    };
    let problems: Vec<ScenProblem> = (0..UNITS)
        .map(|i| {
            let ends = [place(i, 8), place(i * 7 % UNITS, 116)];
            let [start, goal] = if i % 2 == 0 { ends } else { [ends[1], ends[0]] };
            ScenProblem { width: SIDE, height: SIDE, start, goal, ..ScenProblem::default() }
        })
        .collect();
    let rules = CellSteps { nodes_per_pass, ..CellSteps::default() };
    let mut scenario = Scenario::plain(Arc::new(terrain))
        .with_patrols(&problems, 0, rules)
        .expect("all places are free");
    scenario.teams[0].doctrine = preset_named(method).expect("a preset").doctrine;
    scenario
}

fn print_table() {
    println!(
        "\n{UNITS} units patrol over {SIDE} x {SIDE} cells; 8 ticks to an action; milliseconds per tick\n"
    );
    println!(
        "| method | limit of nodes | first second, worst | moving after 4 s | then mean | worst | nodes per tick |"
    );
    println!("|---|---|---|---|---|---|---|");
    let mut whca = 0.0;
    for method in METHODS {
        for limit in [CellSteps::default().nodes_per_pass, 0] {
            let mut simulation = Simulation::new(&scenario(method, limit));
            let setting_off = milliseconds(&mut simulation, SETTING_OFF);
            simulation.run(128 - SETTING_OFF);
            let under_way = under_way(&simulation);
            let before = simulation.numbers().expanded;
            let times = milliseconds(&mut simulation, MEASURED);
            let mean = times.iter().sum::<f64>() / MEASURED as f64;
            if method == "WHCA*" && limit > 0 {
                whca = mean;
            }
            println!(
                "| {method} | {} | {:.1} | {under_way} | {mean:.2} | {:.1} | {:.0} |",
                if limit == 0 { "none".into() } else { limit.to_string() },
                worst(&setting_off),
                worst(&times),
                (simulation.numbers().expanded - before) as f64 / MEASURED as f64,
            );
        }
    }
    let mut table = Marks::new("patrol");
    let ms = |time: f64| format!("{time:.2} ms");
    let work = format!("a tick of {UNITS} WHCA* patrols");
    table.row(&work, ms(whca), "limit", ms(MOST), whca / MOST, Mark::AtMost(1.0));
    table.keep();
}

/// The time of each of some ticks.
fn milliseconds(simulation: &mut Simulation, ticks: u64) -> Vec<f64> {
    let tick = |_| {
        let start = Instant::now();
        simulation.run(1);
        start.elapsed().as_secs_f64() * 1000.0
    };
    (0..ticks).map(tick).collect()
}

fn worst(times: &[f64]) -> f64 {
    times.iter().copied().fold(0.0, f64::max)
}

/// Number of moving units.
fn under_way(simulation: &Simulation) -> usize {
    let roster = simulation.get::<Roster>().expect("an arena");
    let world = simulation.world();
    let moves = |entity: &&Entity| {
        world.get::<Velocity>(**entity).is_some_and(|velocity| velocity.0.length() > 0.0)
    };
    roster.units.values().filter(moves).count()
}

fn ticks(criterion: &mut Criterion) {
    for method in METHODS {
        let mut simulation =
            Simulation::new(&scenario(method, CellSteps::default().nodes_per_pass));
        simulation.run(128);
        criterion.bench_function(&format!("a tick of 1000 patrols, {method}"), |bencher| {
            bencher.iter(|| simulation.run(1));
        });
    }
}

criterion_group!(benches, ticks);

fn main() {
    print_table();
    benches();
    Criterion::default().configure_from_args().final_summary();
}
