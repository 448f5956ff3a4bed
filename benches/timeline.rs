//! The timeline: what it costs to keep a keyframe, and to go back to any tick of a long run.
//!
//! 500 units patrol under Map Marker on 128 x 128 cells for 100,000 ticks. The marks: any of the last 10,000 ticks within
//! 200 ms of CPU time, any of the last 100,000 within 2 s.

use bevy::math::Vec2;
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use phalanx::grid::{Bounds, Cell, CornerRule, Ground, Rectangle, Terrain};
use phalanx::scenario::{
    Action, NewUnit, Order, Place, Scenario, ScriptedOrder, TeamId, UnitId, Who, preset_named,
};
use phalanx::sim::{Keyframes, Simulation, Snapshot, bake};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;
use std::hint::black_box;
use std::time::Instant;

#[path = "shared/marks.rs"]
mod marks;

use marks::{Mark, Marks};

/// Ticks of the run; the short form (`-- --quick`) has a tenth.
const TICKS: u64 = 100_000;
/// The marks: how far back, and within how many milliseconds.
const MARKS: [(u64, f64); 2] = [(10_000, 200.0), (100_000, 2_000.0)];
const UNITS: u32 = 500;

fn scenario() -> Scenario {
    let mut terrain = Terrain::open(Bounds::new(128, 128), CornerRule::BothSidesFree);
    for rock in [(40, 30, 12, 20), (70, 60, 16, 24), (30, 80, 20, 10), (90, 20, 10, 16)] {
        let (x, y, w, h) = rock;
        for cell in Rectangle::new(Cell::new(x, y), w, h).cells() {
            terrain.set_ground(cell, Ground::Wall);
        }
    }
    let mut scenario = Scenario::plain(terrain);
    scenario.teams[0].doctrine = preset_named("Map Marker").unwrap().doctrine;
    let unit = |id: u32| NewUnit {
        id: UnitId(id),
        team: TeamId(0),
        kind: "soldier".into(),
        at: Vec2::new(4.5 + (id % 25) as f32, 100.5 + (id / 25) as f32),
    };
    let units: Vec<NewUnit> = (0..UNITS).map(unit).collect();
    let mut scenario = bake(&scenario, &[Action::Spawn(units)]);
    let order = Order::Patrol { to: Place::At(Cell::new(115, 12)), rounds: 0 };
    scenario.orders.push(ScriptedOrder { tick: 0, who: Who::Everyone, order, queued: false });
    scenario
}

fn timeline(criterion: &mut Criterion) {
    let quick = std::env::args().any(|argument| argument == "--quick" || argument == "--test");
    let ticks = if quick { TICKS / 10 } else { TICKS };
    let scenario = scenario();
    let mut simulation = Simulation::new(&scenario);
    let mut keys = Keyframes::default();
    let began = Instant::now();
    for _ in 0..ticks {
        simulation.run(1);
        let tick = simulation.tick();
        if keys.wants(tick, |_, _| true) {
            keys.add((tick, 0), vec![simulation.snapshot().unwrap()], |_, _| true);
        }
    }
    println!(
        "{ticks} ticks of {UNITS} units in {:.1} s; {} keyframes, {:.1} MB",
        began.elapsed().as_secs_f64(),
        keys.ticks().count(),
        keys.bytes() as f64 / 1e6
    );
    let seek = |to: u64| {
        let (_, arenas) = keys.nearest(to, |_, _| true).unwrap();
        let mut simulation = Simulation::from_snapshot(&scenario, &arenas[0]).unwrap();
        simulation.run(to - simulation.tick());
        simulation
    };
    let mut random = Pcg64::seed_from_u64(7);
    let mut table = Marks::new("timeline");
    for (last, most) in MARKS.into_iter().filter(|(last, _)| *last <= ticks) {
        let slowest = (0..100).map(|_| {
            let to = random.random_range((ticks - last).max(Keyframes::EVERY)..=ticks);
            let began = Instant::now();
            black_box(seek(to));
            (began.elapsed().as_secs_f64() * 1000.0, to)
        });
        let (time, at) = slowest.max_by(|a, b| a.0.total_cmp(&b.0)).unwrap();
        let work = format!("100 random of the last {last} ticks, slowest");
        let ms = |time: f64| format!("{time:.0} ms");
        let other = format!("limit (it was tick {at})");
        table.row(&work, ms(time), &other, ms(most), time / most, Mark::AtMost(1.0));
    }
    table.keep();
    let mut group = criterion.benchmark_group("timeline");
    group.sample_size(20);
    group.bench_function("capture a state", |bencher| {
        bencher.iter(|| black_box(simulation.snapshot().unwrap()));
    });
    group.bench_function("hash a state", |bencher| {
        bencher.iter(|| black_box(simulation.hash()));
    });
    let snapshot = simulation.snapshot().unwrap();
    group.bench_function("pack a state", |bencher| {
        bencher.iter(|| black_box(snapshot.to_bytes()));
    });
    let bytes = snapshot.to_bytes();
    println!("a packed state has {:.0} kB", bytes.len() as f64 / 1000.0);
    group.bench_function("unpack a state", |bencher| {
        bencher.iter(|| black_box(Snapshot::from_bytes(&bytes).unwrap()));
    });
    group.bench_function("go to a random tick of the last 10,000", |bencher| {
        let draw = || random.random_range((ticks - MARKS[0].0).max(Keyframes::EVERY)..=ticks);
        bencher.iter_batched(draw, |to| black_box(seek(to)), BatchSize::PerIteration);
    });
    group.finish();
}

criterion_group!(benches, timeline);
criterion_main!(benches);
