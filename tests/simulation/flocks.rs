//! Groups that travel as flocks, seen from outside.

use crate::common::*;
use bevy::math::Vec2;
use phalanx::grid::Cell;
use phalanx::scenario::{Doctrine, preset_named};
use phalanx::sim::{Simulation, Status};
use phalanx::steering::{Flocking, Travel};

const BOULDER: &[&str] = &[
    "..............................................",
    "..............................................",
    "..............................................",
    "....................######....................",
    "....................######....................",
    ".aaaa...............######....................",
    ".aaaa...............######....................",
    ".aaaa...............######....................",
    ".aaaa...............######....................",
    "....................######....................",
    "....................######....................",
    "..............................................",
    "..............................................",
    "..............................................",
];

fn stage(rows: &[&str], travel: Travel) -> Stage {
    let mut scenario = scenario(rows);
    scenario.teams[0].doctrine = Doctrine { travel, ..Doctrine::default() };
    Stage(Simulation::new(&scenario))
}

fn flock() -> Travel {
    Travel::Flocking(Flocking::default())
}

/// Number of units on [`BOULDER`].
const UNITS: usize = 16;

#[test]
fn a_flock_passes_a_boulder_on_one_side_and_arrives() {
    let goal = Cell::new(42, 6);
    // The rows in which units pass the centre of the boulder: above or below it.
    let passes = |travel: Travel| {
        let mut sim = stage(BOULDER, travel);
        sim.order_all(goal);
        let (mut before, mut rows) = (sim.positions(), Vec::new());
        for _ in 0..600 {
            sim.run(1);
            let now = sim.positions();
            let crossed = before.iter().zip(&now).filter(|(a, b)| a.x < 23.0 && b.x >= 23.0);
            rows.extend(crossed.map(|(_, b)| b.y));
            before = now;
        }
        assert!(sim.run_until_arrived(400), "{}", sim.report());
        sim.assert_discs_are_apart();
        let above = rows.iter().filter(|y| **y < 6.5).count();
        (above.min(rows.len() - above), rows.len())
    };
    let (fewer, all) = passes(flock());
    assert_eq!((fewer, all), (0, UNITS), "all on one side");
    let (fewer, all) = passes(Travel::default());
    assert!(fewer > 0 && all == UNITS, "single paths go round both sides: {fewer} of {all}");
}

#[test]
fn members_of_a_flock_never_overlap_or_get_stuck() {
    let mut sim = stage(BOULDER, flock());
    sim.order_all(Cell::new(42, 6));
    for _ in 0..800 {
        sim.run(1);
        sim.assert_discs_are_apart();
    }
    assert!(sim.run_until_arrived(100), "{}", sim.report());
    let settled = sim.positions();
    sim.run(100);
    assert_eq!(settled, sim.positions(), "no unit moves after its arrival");
}

#[test]
fn members_behind_a_wall_return_to_the_flock() {
    let mut sim = stage(
        &[
            "..............................",
            ".aaa..........................",
            ".aaa..........................",
            "###########...................",
            ".aaa..........................",
            ".aaa..........................",
            "..............................",
        ],
        flock(),
    );
    sim.order_all(Cell::new(26, 2));
    assert!(sim.run_until_arrived(900), "{}", sim.report());
}

#[test]
fn a_flock_goes_through_a_door() {
    let mut sim = stage(
        &[
            "..............#...............",
            ".aaaa.........#...............",
            ".aaaa.........................",
            ".aaaa.........#...............",
            ".aaaa.........#...............",
        ],
        flock(),
    );
    sim.order_all(Cell::new(25, 2));
    assert!(sim.run_until_arrived(1200), "{}", sim.report());
}

/// The width of a flock across its path and its length along it, half way on open ground.
fn shape(rule: Flocking) -> Vec2 {
    let row = ".".repeat(90);
    let mut rows = vec![row.clone(); 30];
    for line in &mut rows[11..16] {
        line.replace_range(2..7, "aaaaa");
    }
    let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
    let mut sim = stage(&rows, Travel::Flocking(rule));
    sim.order_all(Cell::new(86, 13));
    sim.run(500);
    let positions = sim.positions();
    let middle = positions.iter().sum::<Vec2>() / positions.len() as f32;
    let squares: Vec2 = positions.iter().map(|&p| (p - middle) * (p - middle)).sum();
    let mean = squares / positions.len() as f32;
    Vec2::new(mean.x.sqrt(), mean.y.sqrt())
}

#[test]
fn a_small_view_angle_makes_a_snake_and_a_broad_one_scatters() {
    let snake = shape(Flocking { view_angle: 30.0, ..Flocking::default() });
    let broad = shape(Flocking { view_angle: 360.0, ..Flocking::default() });
    assert!(snake.x > 3.0 * snake.y, "long and narrow: {snake}");
    assert!(broad.y > 2.0 * snake.y && broad.y > 0.7 * broad.x, "round: {broad}, {snake}");
}

#[test]
fn a_mixed_flock_arrives_together() {
    let spread_at_arrival = |doctrine: &str| {
        let mut scenario = scenario(&["................................"; 9]);
        let kinds = phalanx::combat::built_in();
        for i in 0..6 {
            scenario.units.push(phalanx::scenario::UnitSpec {
                id: phalanx::scenario::UnitId(i),
                team: phalanx::scenario::TeamId(0),
                kind: kinds[i as usize % 3],
                at: Cell::new(2 + (i % 2) as i32, 3 + (i / 2) as i32),
            });
        }
        scenario.teams[0].doctrine = preset_named(doctrine).unwrap().doctrine;
        let mut sim = Stage(Simulation::new(&scenario));
        sim.order_all(Cell::new(28, 4));
        let mut arrivals = [0; 6];
        for tick in 0..900 {
            sim.run(1);
            for (unit, arrival) in (0..).zip(&mut arrivals) {
                if *arrival == 0 && sim.status(unit) == Status::Arrived {
                    *arrival = tick;
                }
            }
        }
        assert!(arrivals.iter().all(|&a| a > 0), "{}", sim.report());
        arrivals.iter().max().unwrap() - arrivals.iter().min().unwrap()
    };
    let (alone, together) = (spread_at_arrival("A*"), spread_at_arrival("Flock"));
    assert!(together * 2 < alone, "ticks between first and last: {together} against {alone}");
}
