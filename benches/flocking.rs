//! Flocks on open ground: nanoseconds per unit and tick for the whole simulation without planning, and for its parts
//! alone.
//!
//! `cargo bench --bench flocking` prints tables from 100 to 100,000 units, writes the growth as CSV and as a chart, and ends
//! with Criterion's measurements of the kernel alone. `-- --quick` stops at 10,000 units.
//!
//! Times on the clock depend on what else the machine does. So the table also has the processor time: of all threads
//! together, and of the busiest thread, which no number of processors can go below.

use bevy::math::{BVec4A, Vec2, Vec4};
use criterion::{Criterion, criterion_group};
use phalanx::grid::{Bounds, Cell, CornerRule, Terrain};
use phalanx::scenario::{Action, GiveOrder, Order, Scenario, UnitId, load_str};
use phalanx::sim::{Simulation, TICKS_PER_SECOND};
use phalanx::steering::{
    Crowd, Disc, Flock, FlockSteering, Flocking, Four, Neighbour, Trail, Traveller, Walker,
};
use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

#[path = "shared/growth.rs"]
mod growth;
#[path = "shared/marks.rs"]
mod marks;
#[path = "shared/thread_times.rs"]
mod thread_times;

use growth::Growth;
use marks::{Mark, Marks};
use thread_times::ThreadTimes;

const SIZES: [usize; 5] = [100, 1_000, 10_000, 50_000, 100_000];
/// The largest of these in the short form.
const QUICK: usize = 10_000;
/// Units along the side of a group's block.
const BLOCK: usize = 7;
const GROUP: usize = BLOCK * BLOCK;
/// Cells from the corner of one block to the corner of the next.
const PITCH: usize = 24;
/// Ticks in which all units plan and start to walk.
const WARM_UP: u64 = 96;
/// Number of measured ticks, and the number of parts that they are divided into.
const MEASURED: u64 = 32;
const PARTS: u64 = 4;

/// The upper left cells of the blocks, and the side of the field.
fn blocks(units: usize) -> (Vec<(usize, usize)>, usize) {
    let groups = units / GROUP;
    let columns = (groups as f64).sqrt().ceil() as usize;
    let corners = (0..groups).map(|g| (4 + g % columns * PITCH, 4 + g / columns * PITCH)).collect();
    (corners, columns * PITCH + 80)
}

fn scenario(units: usize, doctrine: &str) -> Scenario {
    let (corners, side) = blocks(units);
    let mut entries = String::new();
    for (x, y) in corners {
        let _ = write!(entries, "(team: \"blue\", at: ({x}, {y}), block: ({BLOCK}, {BLOCK})),");
    }
    let text = format!(
        "(version: 1, title: \"flocks\", map: Rectangles(size: ({side}, {side})), \
         teams: [(name: \"blue\", doctrine: Named(\"{doctrine}\"))], units: [{entries}])"
    );
    load_str(&text, "bench", None).expect("the scenario is valid")
}

/// A simulation in which every block walks somewhere as a group. All paths are planned.
fn walking(units: usize, doctrine: &str) -> Simulation {
    let scenario = scenario(units, doctrine);
    let (corners, _) = blocks(units);
    let mut simulation = Simulation::new(&scenario);
    simulation.send(corners.into_iter().enumerate().map(|(group, (x, y))| {
        Action::Order(GiveOrder {
            units: (0..GROUP).map(|i| UnitId((group * GROUP + i) as u32)).collect(),
            order: Order::Move(Cell::new(x as i32 + 64, y as i32 + 48)),
            queued: false,
        })
    }));
    simulation.run(WARM_UP);
    simulation
}

/// What the measured ticks took, in milliseconds per tick.
struct Measured {
    /// On the clock, for each part.
    parts: Vec<f64>,
    /// Processor time of all threads together, and of the busiest one.
    all: f64,
    busiest: f64,
}

fn measure(simulation: &mut Simulation) -> Measured {
    let before = ThreadTimes::now();
    let parts = (0..PARTS).map(|_| {
        let start = Instant::now();
        simulation.run(MEASURED);
        start.elapsed().as_secs_f64() * 1000.0 / MEASURED as f64
    });
    let parts = parts.collect();
    let (all, busiest) = ThreadTimes::now().since(&before);
    let per_tick = 1000.0 / (PARTS * MEASURED) as f64;
    Measured { parts, all: all * per_tick, busiest: busiest * per_tick }
}

fn is_quick() -> bool {
    std::env::args().any(|argument| argument == "--quick" || argument == "--test")
}

fn sizes() -> impl Iterator<Item = usize> {
    SIZES.into_iter().filter(|&size| !is_quick() || size <= QUICK)
}

/// Milliseconds of a tick.
const TICK: f64 = 1000.0 / TICKS_PER_SECOND as f64;
/// Milliseconds that an order to stop may take, and the number of units that get it; fewer in the short form.
const HOLD: (f64, usize, usize) = (50.0, 80_000, 8_000);

/// Milliseconds that Hold adds to the tick in which walking units get it.
fn hold(units: usize) -> f64 {
    let mut simulation = walking(units, "A*");
    let count = simulation.numbers().units as u32;
    let mut tick = || {
        let start = Instant::now();
        simulation.run(1);
        start.elapsed().as_secs_f64() * 1000.0
    };
    let usual = (0..8).map(|_| tick()).fold(f64::INFINITY, f64::min);
    let start = Instant::now();
    let units = (0..count).map(UnitId).collect();
    simulation.send([Action::Order(GiveOrder { units, order: Order::Hold, queued: false })]);
    simulation.run(1);
    start.elapsed().as_secs_f64() * 1000.0 - usual
}

/// Times of whole ticks, by number of units, beside what they may take.
fn print_marks(whole: &[(usize, f64)]) {
    let mut table = Marks::new("flocking");
    let ms = |time: f64| format!("{time:.2} ms");
    for &(units, time) in whole.iter().filter(|(units, _)| *units >= QUICK) {
        let (share, mark) = match units {
            50_000 => (0.6, Mark::AtMost(1.0)),
            _ => (1.0, if units == 100_000 { Mark::AtMost(1.0) } else { Mark::None }),
        };
        let other = format!("{:.0} % of a tick", share * 100.0);
        let most = share * TICK;
        table.row(
            &format!("{units} flocking units"),
            ms(time),
            &other,
            ms(most),
            time / most,
            mark,
        );
    }
    let (most, many, few) = HOLD;
    let units = if is_quick() { few } else { many };
    let (time, work) = (hold(units), format!("Hold for {units} walking units"));
    table.row(&work, ms(time), "limit", ms(most), time / most, Mark::AtMost(1.0));
    table.keep();
}

fn print_simulation() {
    println!(
        "\nThe whole tick without planning; {GROUP} units in a group, {} ticks a second leave {:.2} ms\n",
        TICKS_PER_SECOND, TICK
    );
    println!(
        "| doctrine | units | walking | ms per tick, best and worst | processor ms, all threads | busiest thread | ns per unit |"
    );
    println!("|---|---|---|---|---|---|---|");
    let (mut lines, mut whole) = (Vec::new(), Vec::new());
    for doctrine in ["Flock", "A*"] {
        let mut points = Vec::new();
        for size in sizes() {
            let mut simulation = walking(size, doctrine);
            let measured = measure(&mut simulation);
            let numbers = simulation.numbers();
            let best = measured.parts.iter().copied().fold(f64::INFINITY, f64::min);
            println!(
                "| {doctrine} | {} | {} | {best:.2} {:.2} | {:.2} | {:.2} | {:.0} |",
                numbers.units,
                numbers.walking,
                measured.parts.iter().copied().fold(0.0, f64::max),
                measured.all,
                measured.busiest,
                measured.all * 1e6 / numbers.units as f64,
            );
            points.push((numbers.units as f64, measured.all));
            if doctrine == "Flock" {
                whole.push((size, best));
            }
        }
        lines.push((doctrine.to_owned(), points));
    }
    let value = "processor milliseconds per tick, all threads";
    match (Growth { size: "units", value, lines }).write("flocking") {
        Ok(file) => println!("\n{}.csv and .svg", file.display()),
        Err(error) => println!("\nthe growth could not be written: {error}"),
    }
    print_marks(&whole);
}

/// Members of one flock with the neighbours that each sees.
struct Kernel {
    path: Vec<Cell>,
    flock: Flock,
    positions: Vec<Vec2>,
    around: Vec<[Four; 3]>,
    neighbours: Vec<[Neighbour; 12]>,
}

impl Kernel {
    fn new(members: usize) -> Self {
        let spiral = |i: usize| {
            let angle = i as f32 * 2.4;
            Vec2::new(angle.cos(), angle.sin()) * (0.9 + 0.25 * (i % 12) as f32)
        };
        let neighbour = |i: usize| Neighbour {
            offset: spiral(i),
            velocity: Vec2::new(2.5, 0.1),
            radius: 0.36,
            goes_first: i.is_multiple_of(2),
        };
        let positions: Vec<Vec2> = (0..members)
            .map(|i| Vec2::new(48.0 + (i % 7) as f32, 47.0 + (i / 7 % 7) as f32))
            .collect();
        let neighbours: Vec<[Neighbour; 12]> =
            (0..members).map(|m| std::array::from_fn(|i| neighbour(m * 5 + i))).collect();
        let four = |at: Vec2, first: usize, four: &[Neighbour]| {
            let lane = |value: &dyn Fn(&Neighbour) -> f32| {
                Vec4::from_array(std::array::from_fn(|i| value(&four[i])))
            };
            Four {
                first,
                present: BVec4A::splat(true),
                x: lane(&|n| at.x + n.offset.x),
                y: lane(&|n| at.y + n.offset.y),
                velocity_x: lane(&|n| n.velocity.x),
                velocity_y: lane(&|n| n.velocity.y),
                radius: lane(&|n| n.radius),
                companions: BVec4A::splat(true),
            }
        };
        let around = positions
            .iter()
            .zip(&neighbours)
            .map(|(&at, twelve)| std::array::from_fn(|i| four(at, i * 4, &twelve[i * 4..])));
        Self {
            around: around.collect(),
            positions,
            neighbours,
            path: (0..200).map(|x| Cell::new(x, 50)).collect(),
            flock: Flock {
                members: 49,
                root: 7.0,
                middle: Vec2::new(50.0, 50.0),
                speed: 3.0,
                to_go: 150.0,
                waits: false,
            },
        }
    }

    fn step(&self, rule: &Flocking) -> Vec2 {
        let steering = FlockSteering::new(rule);
        let mut sum = Vec2::ZERO;
        let all = self.positions.iter().zip(&self.around).zip(&self.neighbours);
        for ((&position, around), neighbours) in all {
            let unit = Traveller {
                position,
                velocity: Vec2::new(2.5, 0.2),
                to_go: 146.0,
                ..Traveller::default()
            };
            let member =
                Walker { trail: Trail::new(&self.path, 54), ..Walker::new(&unit, &self.path) };
            let attention = steering.attention(&member);
            let around = around.iter().copied();
            let neighbour = |place: usize| neighbours[place];
            sum += steering.steer(&member, &attention, &self.flock, around, neighbour).sum();
        }
        sum
    }
}

/// Nanoseconds for one of `count`: the best of many rounds, because other work on the machine only adds time.
fn nanoseconds_each(count: usize, rounds: u32, mut work: impl FnMut()) -> f64 {
    work();
    (0..rounds)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_nanos() as f64 / count as f64
        })
        .fold(f64::INFINITY, f64::min)
}

fn print_parts() {
    println!("\nParts alone, ns per unit: the kernel on one thread, the crowd on all of them\n");
    println!(
        "| units | flocking kernel, 12 neighbours, 90 degrees | 360 degrees | crowd, 1.2 apart | 2 apart |"
    );
    println!("|---|---|---|---|---|");
    for size in sizes().filter(|&size| size >= 1_000) {
        let kernel = Kernel::new(size);
        let rounds = (2_000_000 / size) as u32;
        let broad = Flocking { view_angle: 360.0, ..Flocking::default() };
        let steer = |rule: Flocking| {
            nanoseconds_each(size, rounds, || {
                black_box(kernel.step(black_box(&rule)));
            })
        };
        println!(
            "| {size} | {:.0} | {:.0} | {:.0} | {:.0} |",
            steer(Flocking::default()),
            steer(broad),
            crowd(size, 1.2),
            crowd(size, 2.0)
        );
    }
}

/// Nanoseconds per disc for one tick of a loose crowd.
fn crowd(size: usize, spacing: f32) -> f64 {
    let columns = (size as f64).sqrt().ceil() as usize;
    let side = (columns as f32 * spacing) as u32 + 40;
    let terrain = Terrain::open(Bounds::new(side, side), CornerRule::BothSidesFree);
    let mut discs: Vec<Disc> = (0..size)
        .map(|i| {
            let jitter = Vec2::new((i * 37 % 11) as f32, (i * 53 % 13) as f32) * 0.02;
            let grid = Vec2::new((i % columns) as f32, (i / columns) as f32);
            let position = Vec2::splat(2.0) + grid * spacing + jitter;
            Disc {
                position,
                wanted: position,
                radius: 0.36,
                reach: 0.117,
                to_go: 100.0 - position.x * 0.1,
                walks: true,
                team: 0,
                group: (i / GROUP) as u32,
                pushes_on: false,
                exempt: [None; 2],
            }
        })
        .collect();
    let mut crowd = Crowd::default();
    nanoseconds_each(size, 64, || {
        for disc in &mut discs {
            disc.wanted = disc.position + Vec2::new(0.08, 0.04);
        }
        crowd.step(&terrain, &mut discs);
    })
}

fn kernel(criterion: &mut Criterion) {
    let kernel = Kernel::new(1000);
    criterion.bench_function("flocking kernel, 1000 units with 12 neighbours", |bencher| {
        bencher.iter(|| kernel.step(black_box(&Flocking::default())));
    });
}

criterion_group!(benches, kernel);

fn main() {
    print_parts();
    print_simulation();
    benches();
    Criterion::default().configure_from_args().final_summary();
}
