//! A wall is painted into a passage that two groups are using, and perhaps taken away again: no unit is ever inside a wall, and
//! every order ends, under every preset and in both kinds of motion.

use crate::common::watch;
use phalanx::grid::{Cell, Ground};
use phalanx::planning::CellSteps;
use phalanx::scenario::{
    Action, Motion, Order, Place, Preset, Scenario, ScriptedOrder, UnitId, Who, presets,
};
use phalanx::sim::{Board, Simulation, Status, Stepper, TICKS_PER_SECOND, WaitReason};
use rayon::prelude::*;

const SECOND: u64 = TICKS_PER_SECOND as u64;
/// Longest run, in ticks.
const MOST: u64 = 300 * SECOND;
/// Time in which discs that a new wall touches are pushed out of it, in ticks.
const PUSHED_OUT: u64 = 2 * SECOND;

/// Two groups before a gap of two cells. `*` is a second gap, far from the first one.
const ROOMS: [&str; 17] = [
    "............................",
    "................aaaa........",
    "................aaaa........",
    "................aaaa........",
    "............................",
    "............................",
    "#**##############..#########",
    "#**##############..#########",
    "#**##############..#########",
    "#**##############..#########",
    "............................",
    "............................",
    "................aaaa........",
    "................aaaa........",
    "................aaaa........",
    "............................",
    "............................",
];
const GAP: [(i32, i32); 8] =
    [(17, 6), (18, 6), (17, 7), (18, 7), (17, 8), (18, 8), (17, 9), (18, 9)];

fn is_in_gap(cell: Cell) -> bool {
    GAP.contains(&(cell.x, cell.y))
}

/// What happens to the passage.
#[derive(Clone, Copy, Debug)]
struct Case {
    /// Whether there is a second gap.
    way_round: bool,
    /// Whether the wall is taken away again.
    reopened: bool,
    /// Whether the whole gap is filled, with all units in it, or only its middle.
    filled: bool,
}

fn rooms(case: Case, preset: &Preset, motion: Motion) -> Scenario {
    let second = if case.way_round { "." } else { "#" };
    let rows = ROOMS.map(|row| row.replace('*', second));
    let mut scenario = crate::common::scenario(&rows.each_ref().map(String::as_str));
    scenario.motion = motion;
    scenario.teams[0].doctrine = preset.doctrine;
    for (units, to) in [(0..12, (17, 13)), (12..24, (17, 2))] {
        let who = Who::Units(units.map(UnitId).collect());
        let order = Order::Move(Place::At(to.into()));
        scenario.orders.push(ScriptedOrder { tick: 0, who, order, queued: false });
    }
    scenario
}

/// A message about a unit whose middle is in a wall. A unit under a wall with no free cell nearby is told so.
fn buried(sim: &Simulation) -> Option<String> {
    let terrain = watch::terrain(sim);
    let cell = |unit: &watch::Seen| {
        let stepper = sim.get::<Board>().and_then(|_| sim.unit::<Stepper>(unit.id)?.cell);
        stepper.unwrap_or(Cell::containing(unit.position))
    };
    let mut units = watch::units(sim).into_iter();
    let found = units.find(|unit| {
        unit.status != Status::Waiting(WaitReason::Buried) && !terrain.is_passable(cell(unit))
    });
    found.map(|unit| format!("tick {}: {unit:?} is inside a wall", sim.tick()))
}

/// Runs a case to its end.
fn play(case: Case, preset: &Preset, motion: Motion) -> Result<(), String> {
    let mut sim = Simulation::new(&rooms(case, preset, motion));
    let in_gap = |sim: &Simulation| {
        let units = watch::units(sim);
        units.iter().filter(|unit| is_in_gap(Cell::containing(unit.position))).count()
    };
    while in_gap(&sim) < 3 {
        sim.run(1);
        if sim.tick() > 60 * SECOND {
            return Err("nobody comes into the gap".into());
        }
    }
    let painted = sim.tick();
    let cells = || GAP.into_iter().filter(|(_, y)| case.filled || (7..9).contains(y));
    let paint = |ground| Action::Paint(cells().map(|cell| (cell.into(), ground)).collect());
    sim.send([paint(Ground::Wall)]);
    // Units that have no way are told so, and so are those whose search looks only a few cells ahead.
    let greedy = preset.name == "Greedy followers" && sim.get::<Board>().is_some();
    let has_way = (case.way_round || case.reopened) && !greedy;
    let has_ended = |unit: &watch::Seen| match unit.status {
        Status::Walking | Status::Planning | Status::Fighting => false,
        Status::Waiting(_) => !has_way,
        Status::Idle | Status::Arrived => true,
    };
    let reopened = painted + 10 * SECOND;
    while sim.tick() < MOST {
        if case.reopened && sim.tick() == reopened {
            sim.send([paint(Ground::Floor)]);
        }
        sim.run(1);
        let settled = sim.tick() > painted + PUSHED_OUT;
        let wrong = buried(&sim).or_else(|| settled.then(|| watch::disorder(&sim)).flatten());
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        if sim.tick() > reopened + SECOND && watch::units(&sim).iter().all(has_ended) {
            break;
        }
    }
    let left: Vec<watch::Seen> =
        watch::units(&sim).into_iter().filter(|unit| !has_ended(unit)).collect();
    match left.first() {
        None => Ok(()),
        Some(unit) => Err(format!("{} units have not ended, as {unit:?}", left.len())),
    }
}

fn all_end(presets: &[Preset]) {
    let mut cases = Vec::new();
    for preset in presets {
        for motion in [Motion::Steered, Motion::CellSteps(CellSteps::default())] {
            for bits in 0..8 {
                let [way_round, reopened, filled] = [1, 2, 4].map(|bit| bits & bit != 0);
                cases.push((Case { way_round, reopened, filled }, preset, motion));
            }
        }
    }
    let played = cases.par_iter().filter_map(|(case, preset, motion)| {
        let wrong = play(*case, preset, *motion).err()?;
        Some(format!("{}, {}, {case:?}: {wrong}", preset.name, motion.name()))
    });
    let failures: Vec<String> = played.collect();
    assert!(failures.is_empty(), "{} of {}:\n{}", failures.len(), cases.len(), failures.join("\n"));
}

#[test]
fn a_wall_painted_into_a_passage_in_use_buries_nobody_and_every_order_ends() {
    let mut chosen = presets();
    chosen.retain(|preset| ["A*", "A* with traffic", "Flock"].contains(&preset.name));
    assert_eq!(chosen.len(), 3);
    all_end(&chosen);
}

#[test]
#[ignore = "takes minutes; run it before a change of how units move is merged"]
fn the_same_under_every_preset() {
    all_end(&presets());
}
