//! In the steady state a tick allocates nothing: units walk on paths that are planned, nobody gives an order, nobody arrives.
//!
//! A counting allocator counts what all threads allocate. Covered: one arena with 3,000 units, above the number from which
//! loops over units are shared among threads, under the travels that the cases below name and on cell steps. Not covered:
//! planning (paths are memory), fights, rules of traffic, WHCA* (which plans all the time), several arenas in one world. Where
//! units stand still on their way is counted in a map of cells, which grows with the number of such cells.
//!
//! The run is on a thread of the pool. From outside, the pool takes a block of memory for every 63 passes handed over to it.
#![cfg(feature = "sim")]

use phalanx::combat::built_in;
use phalanx::grid::{Bounds, Cell, CornerRule, Terrain};
use phalanx::planning::CellSteps;
use phalanx::scenario::{Action, Motion, Order, Scenario, TeamId, UnitId, UnitSpec, preset_named};
use phalanx::sim::Simulation;
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

/// Groups on open ground, each on its way to its own place.
fn walking(preset: &str, motion: Motion) -> Simulation {
    let side = GROUPS * PITCH + WAY + 20;
    let terrain = Terrain::open(Bounds::new(side, side), CornerRule::BothSidesFree);
    let mut scenario = Scenario { motion, seed: 1, ..Scenario::on(terrain) };
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
            scenario.units.push(UnitSpec { id, team: TeamId(0), kind: built_in()[0], at });
        }
        let goal = Cell::new(corner.x - WAY as i32 + 3, corner.y - WAY as i32 + 3);
        orders.push(Action::Order { units: members, order: Order::Move(goal), queued: false });
    }
    let mut simulation = Simulation::new(&scenario);
    simulation.send(orders);
    simulation
}

#[test]
fn a_tick_allocates_nothing_while_units_walk() {
    let cells = Motion::CellSteps(CellSteps { nodes_per_pass: 0, ..CellSteps::default() });
    let mut failed = Vec::new();
    for (preset, motion) in [
        ("A*", Motion::Steered),
        ("Flock", Motion::Steered),
        ("ORCA", Motion::Steered),
        ("Flow field", Motion::Steered),
        ("A*", cells),
    ] {
        for threads in [1, 2] {
            let pool =
                rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
            let (taken, numbers) = pool.install(|| {
                let mut simulation = walking(preset, motion);
                simulation.run(160);
                let region = Region::new(&ALLOCATOR);
                simulation.run(128);
                let change = region.change();
                (change.allocations + change.reallocations, simulation.numbers())
            });
            let case = format!("{preset}, {motion:?}, {threads} threads");
            let all = (GROUPS * GROUPS * BLOCK * BLOCK) as usize;
            assert_eq!((numbers.units, numbers.walking), (all, all), "{case}: all walk");
            if taken > 0 {
                failed.push(format!("{case}: {taken} allocations in 128 ticks"));
            }
        }
    }
    assert!(failed.is_empty(), "{failed:#?}");
}
