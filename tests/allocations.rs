//! In the steady state a tick allocates nothing: units walk on paths that are planned, nobody gives an order, nobody arrives.
//!
//! A counting allocator counts what all threads allocate. Covered: one arena with 3,000 units, above the number from which
//! loops over units are shared among threads, under the travels that the cases below name, with the rules of traffic on open
//! ground, with weapons, in a fight in which nobody dies, and on cell steps. Not covered: planning (paths are memory), units at
//! passages, fights in which units chase others, WHCA* (which plans all the time), several arenas in one world. Where units
//! stand still on their way is counted in a map of cells, which grows with the number of such cells.
//!
//! The run is on a thread of the pool. From outside, the pool takes a block of memory for every 63 passes handed over to it.
#![cfg(feature = "sim")]

use phalanx::combat::{UnitKind, built_in, kind_named};
use phalanx::grid::{Bounds, Cell, CornerRule, Terrain};
use phalanx::planning::CellSteps;
use phalanx::scenario::{
    Action, GiveOrder, Motion, Order, Scenario, Team, TeamId, UnitId, UnitSpec, preset_named,
};
use phalanx::sim::{Numbers, Simulation};
use stats_alloc::{Region, StatsAlloc};
use std::alloc::System;

#[global_allocator]
static ALLOCATOR: StatsAlloc<System> = StatsAlloc::system();

/// Groups along each side of the field, units along each side of a group, and cells from one group to the next.
const GROUPS: u32 = 8;
const BLOCK: u32 = 7;
const PITCH: u32 = 16;
/// Every group goes so many cells up and to the left.
const WAY: u32 = 90;
/// Pairs of enemies along each side of the field of a fight.
const ROWS: i32 = 32;

/// Groups on open ground, each on its way to its own place.
fn walking(preset: &str, motion: Motion, kind: &'static UnitKind) -> Simulation {
    let side = GROUPS * PITCH + WAY + 20;
    let terrain = Terrain::open(Bounds::new(side, side), CornerRule::BothSidesFree);
    let mut scenario = Scenario { motion, seed: 1, ..Scenario::plain(terrain) };
    scenario.teams[0].doctrine = preset_named(preset).expect("a preset").doctrine;
    let corner = |group: u32| {
        let at = |place: u32| (WAY + 10 + place * PITCH) as i32;
        Cell::new(at(group % GROUPS), at(group / GROUPS))
    };
    let mut orders = Vec::new();
    for group in 0..GROUPS * GROUPS {
        let corner = corner(group);
        let first = group * BLOCK * BLOCK;
        let members: Vec<UnitId> = (first..first + BLOCK * BLOCK).map(UnitId).collect();
        for (&id, place) in members.iter().zip(0..) {
            let (x, y) = ((place % BLOCK) as i32, (place / BLOCK) as i32);
            let at = Cell::new(corner.x + x, corner.y + y);
            scenario.units.push(UnitSpec { id, team: TeamId(0), kind, at });
        }
        let goal = Cell::new(corner.x - WAY as i32 + 3, corner.y - WAY as i32 + 3);
        orders.push(Action::Order(GiveOrder {
            units: members,
            order: Order::Move(goal),
            queued: false,
        }));
    }
    let mut simulation = Simulation::new(&scenario);
    simulation.send(orders);
    simulation
}

/// Pairs of enemies that stand in range of each other and shoot; nobody dies.
fn fighting(preset: &str, motion: Motion) -> Simulation {
    let side = 2 * ROWS as u32 * 8;
    let terrain = Terrain::open(Bounds::new(side, side), CornerRule::BothSidesFree);
    let mut scenario = Scenario { motion, seed: 1, ..Scenario::plain(terrain) };
    scenario.teams[0].doctrine = preset_named(preset).expect("a preset").doctrine;
    let enemy = Team { name: "red".into(), ..scenario.teams[0].clone() };
    scenario.teams.push(enemy);
    let marine = kind_named("Marine").expect("a kind").clone();
    let tough: &'static UnitKind = Box::leak(Box::new(UnitKind { hit_points: 1e6, ..marine }));
    for pair in 0..ROWS * ROWS {
        let (x, y) = (4 + pair % ROWS * 16, 4 + pair / ROWS * 16);
        for team in 0..2 {
            let id = UnitId(2 * pair as u32 + u32::from(team));
            let at = Cell::new(x + 2 * i32::from(team), y);
            scenario.units.push(UnitSpec { id, team: TeamId(team), kind: tough, at });
        }
    }
    let units = scenario.units.iter().map(|unit| unit.id).collect();
    let mut simulation = Simulation::new(&scenario);
    simulation.send([Action::Order(GiveOrder { units, order: Order::Hold, queued: false })]);
    simulation
}

/// Number of allocations in 96 ticks, after the first ones, and the numbers at the end. The lower number of two such times counts: a list
/// may have to grow once more when a crowd gets denser than ever before, but not again and again.
fn allocations(threads: usize, simulation: impl FnOnce() -> Simulation + Send) -> (usize, Numbers) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
    pool.install(|| {
        let mut simulation = simulation();
        simulation.run(160);
        let taken = [(); 2].map(|()| {
            let region = Region::new(&ALLOCATOR);
            simulation.run(96);
            let change = region.change();
            change.allocations + change.reallocations
        });
        (taken[0].min(taken[1]), simulation.numbers())
    })
}

/// One test for all cases, because the allocator counts what all threads do.
#[test]
fn a_tick_allocates_nothing_in_the_steady_state() {
    let cells = Motion::CellSteps(CellSteps { nodes_per_pass: 0, ..CellSteps::default() });
    let (plain, armed) = (built_in()[0], kind_named("Marine").expect("a kind"));
    let mut failed = Vec::new();
    for (preset, motion, kind) in [
        ("A*", Motion::Steered, plain),
        ("Flock", Motion::Steered, plain),
        ("ORCA", Motion::Steered, plain),
        ("Flow field", Motion::Steered, plain),
        ("A* with traffic", Motion::Steered, plain),
        ("A*", Motion::Steered, armed),
        ("A*", cells, plain),
    ] {
        for threads in [1, 2] {
            let (taken, numbers) = allocations(threads, || walking(preset, motion, kind));
            let case = format!("{preset}, {motion:?}, {}, {threads} threads", kind.name);
            let all = (GROUPS * GROUPS * BLOCK * BLOCK) as usize;
            assert_eq!((numbers.units, numbers.walking), (all, all), "{case}: all walk");
            if taken > 0 {
                failed.push(format!("{case}: {taken} allocations in 96 ticks"));
            }
        }
    }
    for (preset, threads) in [("A*", 1), ("A*", 2), ("Hybrid boids", 1)] {
        let (taken, numbers) = allocations(threads, || fighting(preset, Motion::Steered));
        let case = format!("{preset}, a fight, {threads} threads");
        let all = (2 * ROWS * ROWS) as usize;
        assert_eq!((numbers.units, numbers.fighting), (all, all), "{case}: all fight");
        if taken > 0 {
            failed.push(format!("{case}: {taken} allocations in 96 ticks"));
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
