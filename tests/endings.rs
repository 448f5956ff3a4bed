//! Every order ends: each shipped scenario under each preset in both kinds of motion.
#![cfg(feature = "sim")]

mod common;

use phalanx::grid::{Cell, Terrain};
use phalanx::planning::CellSteps;
use phalanx::scenario::{Motion, Order, Scenario, UnitId, presets, shipped};
use phalanx::search::DistanceField;
use phalanx::sim::{
    Board, Groups, Land, Orders, Position, Route, Simulation, Status, Stepper, TICKS_PER_SECOND, Unit,
    WaitReason,
};
use rayon::prelude::*;
use std::collections::BTreeMap;

const SECOND: u64 = TICKS_PER_SECOND as u64;
/// A unit may be without progress for this long, in ticks.
const PATIENCE: u64 = 60 * SECOND;
/// Getting nearer to its place by this much is progress, in cells.
const PROGRESS: f64 = 0.5;
/// One-way trips after which an endless patrol counts as ended.
const TRIPS: u32 = 6;
/// Most ticks of a run.
const MOST: u64 = 1200 * SECOND;

#[derive(Clone, Copy)]
struct Watched {
    to: Cell,
    trips: u32,
    best: f64,
    since: u64,
}

struct Watcher {
    units: BTreeMap<UnitId, Watched>,
    fields: BTreeMap<Cell, DistanceField>,
    revision: u64,
    longest: u64,
}

fn trips(sim: &Simulation, unit: UnitId) -> u32 {
    let orders = sim.unit::<Orders>(unit).unwrap();
    if sim.get::<Board>().is_some() {
        let assignment = sim.unit::<Stepper>(unit).unwrap().assignment.as_ref();
        return assignment.and_then(|a| a.turn).map_or(0, |t| t.ways_done);
    }
    let group = orders.group.and_then(|g| sim.get::<Groups>().unwrap().list.get(&g));
    match group {
        Some(g) if matches!(g.legs.last(), Some(Order::Patrol { .. })) => g.ways_done,
        _ => 0,
    }
}

impl Watcher {
    fn watch(&mut self, sim: &Simulation) -> Result<bool, String> {
        let terrain = &sim.get::<Land>().unwrap().terrain;
        if terrain.revision() != self.revision {
            self.fields.clear();
            self.revision = terrain.revision();
        }
        let tick = sim.tick();
        let mut all = true;
        for (id, _) in sim.units() {
            let status = *sim.unit::<Status>(id).unwrap();
            let route = sim.unit::<Route>(id).unwrap();
            let at = sim.unit::<Position>(id).unwrap().0;
            let flies = sim.unit::<Unit>(id).unwrap().kind.flying && sim.get::<Board>().is_none();
            let to = Cell::containing(route.rest);
            let trips = trips(sim, id);
            let far = distance(&mut self.fields, terrain, at, to, flies);
            let known = self.units.entry(id).or_insert(Watched { to, trips, best: far, since: tick });
            if known.to != to || known.trips != trips || far < known.best - PROGRESS {
                *known = Watched { to, trips, best: far, since: tick };
            }
            let done = match status {
                Status::Idle | Status::Arrived => true,
                Status::Waiting(WaitReason::Blocked | WaitReason::NoPath) => tick - known.since > PATIENCE,
                Status::Waiting(_) => true,
                Status::Walking | Status::Planning => trips >= TRIPS,
                Status::Fighting => false,
            };
            let told = done || matches!(status, Status::Waiting(_));
            if told && done { known.since = known.since.max(if matches!(status, Status::Waiting(WaitReason::Blocked | WaitReason::NoPath)) { 0 } else { tick }); }
            if matches!(status, Status::Fighting) {
                known.since = tick;
            }
            if !told {
                self.longest = self.longest.max(tick - known.since);
                if tick - known.since > PATIENCE {
                    return Err(format!("tick {tick}: unit {} at {at} to {to} {status:?}, distance {far:.1} best {:.1}, trips {trips}", id.0, known.best));
                }
            }
            all &= done;
        }
        Ok(all)
    }
}

fn distance(fields: &mut BTreeMap<Cell, DistanceField>, terrain: &Terrain, at: bevy::math::Vec2, to: Cell, flies: bool) -> f64 {
    let straight = f64::from(at.distance(to.center()));
    let from = Cell::containing(at);
    if flies || !terrain.is_passable(to) || !terrain.is_passable(from) {
        return straight;
    }
    let field = fields.entry(to).or_insert_with(|| {
        let mut field = DistanceField::default();
        field.begin(terrain, to);
        field
    });
    field.distance(terrain, from).unwrap_or(straight).max(straight)
}

fn outcome(scenario: &Scenario) -> Result<(u64, String), String> {
    let mut sim = Simulation::new(scenario);
    let mut watcher = Watcher { units: BTreeMap::new(), fields: BTreeMap::new(), revision: 0, longest: 0 };
    sim.run(2);
    while sim.tick() < MOST {
        sim.run(SECOND);
        if watcher.watch(&sim)? {
            let mut told: BTreeMap<String, usize> = BTreeMap::new();
            for (id, _) in sim.units() {
                *told.entry(format!("{:?}", sim.unit::<Status>(id).unwrap())).or_default() += 1;
            }
            return Ok((sim.tick(), format!("longest {} s, {told:?}", watcher.longest / SECOND)));
        }
    }
    let mut left: BTreeMap<String, usize> = BTreeMap::new();
    for (id, _) in sim.units() {
        *left.entry(format!("{:?}", sim.unit::<Status>(id).unwrap())).or_default() += 1;
    }
    let mut lines = String::new();
    for (id, _) in sim.units() {
        let status = *sim.unit::<Status>(id).unwrap();
        if matches!(status, Status::Idle | Status::Arrived) { continue; }
        let unit = sim.unit::<Unit>(id).unwrap();
        lines += &format!("\n      {} {} team {} {:?} at {} target {:?} trips {} progress {:?}", id.0, unit.kind.name, unit.team.0, status,
            sim.unit::<Position>(id).unwrap().0, sim.unit::<phalanx::sim::Target>(id), trips(&sim, id), sim.unit::<phalanx::sim::Progress>(id).unwrap());
    }
    if std::env::var("ENDS_DETAIL").is_err() { lines.clear(); }
    Err(format!("not over: {left:?}, longest {} s{lines}", watcher.longest / SECOND))
}

/// A random layout: scattered walls or narrow passages, groups, goals.
fn layout(seed: u64) -> Scenario {
    use phalanx::grid::{Bounds, CornerRule, Ground};
    use rand::{RngExt, SeedableRng};
    let mut dice = rand_pcg::Pcg64Mcg::seed_from_u64(seed);
    let (width, height) = (dice.random_range(12..40u32), dice.random_range(10..30u32));
    let mut terrain = Terrain::open(Bounds::new(width, height), CornerRule::BothSidesFree);
    let cell = |dice: &mut rand_pcg::Pcg64Mcg| Cell::new(dice.random_range(0..width as i32), dice.random_range(0..height as i32));
    let share = dice.random_range(0.05..0.4);
    for _ in 0..(f64::from(width * height) * share) as usize {
        let at = cell(&mut dice);
        terrain.set_ground(at, Ground::Wall);
    }
    let count = dice.random_range(1..4);
    let mut scenario = Scenario::on(terrain.clone());
    scenario.teams = (0..2u8).map(|t| phalanx::scenario::Team { name: format!("t{t}"), colour: (0, 0, 0), doctrine: Default::default() }).collect();
    let mut taken = std::collections::BTreeSet::new();
    let kinds = phalanx::combat::built_in();
    for group in 0..count {
        let units = dice.random_range(2..16);
        let start = cell(&mut dice);
        let mut members = Vec::new();
        let mut near: Vec<Cell> = terrain.bounds().cells().filter(|&c| terrain.is_passable(c)).collect();
        near.sort_by(|a, b| a.euclidean(start).total_cmp(&b.euclidean(start)));
        for c in near {
            if members.len() == units { break; }
            if taken.insert(c) {
                let id = UnitId(scenario.units.len() as u32);
                scenario.units.push(phalanx::scenario::UnitSpec { id, team: phalanx::scenario::TeamId((group % 2) as u8), kind: kinds[0], at: c });
                members.push(id);
            }
        }
        let to = loop { let c = cell(&mut dice); if terrain.is_passable(c) { break c; } };
        scenario.orders.push(phalanx::scenario::ScriptedOrder { tick: 0, who: phalanx::scenario::Who::Units(members), order: Order::Move(phalanx::scenario::Place::At(to)), queued: false });
    }
    scenario
}

#[test]
#[ignore = "probe"]
fn layouts() {
    let from: u64 = std::env::var("ENDS_FROM").ok().and_then(|s| s.parse().ok()).unwrap_or(0);
    let many: u64 = std::env::var("ENDS_MANY").ok().and_then(|s| s.parse().ok()).unwrap_or(200);
    let detail = std::env::var("ENDS_DETAIL").is_ok();
    (from..from + many).into_par_iter().for_each(|seed| {
        for (name, motion) in [("steered", Motion::Steered), ("cells", Motion::CellSteps(CellSteps::default()))] {
            let mut scenario = layout(seed);
            scenario.motion = motion;
            match outcome(&scenario) {
                Ok((tick, note)) if note.contains("Blocked") || note.contains("NoPath") || detail => println!("told {seed} {name}: {tick} {note}"),
                Ok((_, _)) => {}
                Err(why) => println!("FAIL {seed} {name}: {why}"),
            }
        }
    });
}


#[test]
#[ignore = "probe"]
fn matrix() {
    let only = std::env::var("ENDS_SCENARIO").unwrap_or_default();
    let presets_only = std::env::var("ENDS_PRESET").unwrap_or_default();
    let motion_only = std::env::var("ENDS_MOTION").unwrap_or_default();
    let mut cases = Vec::new();
    for shipped in shipped() {
        if !only.is_empty() && !only.split(',').any(|o| shipped.name.contains(o)) { continue; }
        let scenario = shipped.load().unwrap();
        for preset in presets() {
            if !presets_only.is_empty() && !presets_only.split(',').any(|o| preset.name == o) { continue; }
            for (motion, m) in [("steered", Motion::Steered), ("cells", Motion::CellSteps(CellSteps::default()))] {
                if !motion_only.is_empty() && motion_only != motion { continue; }
                let mut scenario = scenario.clone();
                scenario.motion = m;
                scenario.teams.iter_mut().for_each(|team| team.doctrine = preset.doctrine);
                cases.push((format!("{} | {} | {motion}", shipped.name, preset.name), scenario));
            }
        }
    }
    cases.into_par_iter().for_each(|(name, scenario)| {
        let t = std::time::Instant::now();
        match outcome(&scenario) {
            Ok((tick, note)) => println!("ok   {name}: {tick} ({:.1} s) {note}", t.elapsed().as_secs_f32()),
            Err(why) => println!("FAIL {name}: ({:.1} s) {why}", t.elapsed().as_secs_f32()),
        }
    });
}

#[test]
#[ignore = "probe"]
fn trail() {
    let seed: u64 = std::env::var("ENDS_FROM").unwrap().parse().unwrap();
    let unit = UnitId(std::env::var("ENDS_UNIT").unwrap().parse().unwrap());
    let ticks: u64 = std::env::var("ENDS_TICKS").ok().and_then(|s| s.parse().ok()).unwrap_or(2000);
    let mut scenario = if let Ok(name) = std::env::var("ENDS_SCENARIO") {
        let mut s = shipped().iter().find(|s| s.name == name).unwrap().load().unwrap();
        let preset = std::env::var("ENDS_PRESET").unwrap();
        let d = presets().into_iter().find(|p| p.name == preset).unwrap().doctrine;
        s.teams.iter_mut().for_each(|t| t.doctrine = d);
        s
    } else { layout(seed) };
    if std::env::var("ENDS_MOTION").is_ok_and(|m| m == "cells") { scenario.motion = Motion::CellSteps(CellSteps::default()); }
    let mut sim = Simulation::new(&scenario);
    while sim.tick() < ticks {
        sim.run(SECOND);
        for event in sim.take_events() { println!("   {} {}", event.tick, event.kind.sentence()); }
        let route = sim.unit::<Route>(unit).unwrap();
        println!("{} at {} {:?} rest {} to go {:.2} {:?} route {:?}", sim.tick(), sim.unit::<Position>(unit).unwrap().0, sim.unit::<Status>(unit).unwrap(), route.rest,
            route.distance_to_go(sim.unit::<Position>(unit).unwrap().0), sim.unit::<phalanx::sim::Progress>(unit).unwrap(), route.ahead().iter().map(|c| (c.x, c.y)).collect::<Vec<_>>());
    }
    let terrain = &sim.get::<Land>().unwrap().terrain;
    let units: BTreeMap<Cell, UnitId> = sim.units().map(|(id, _)| (Cell::containing(sim.unit::<Position>(id).unwrap().0), id)).collect();
    for y in 0..terrain.bounds().height as i32 {
        let row: String = (0..terrain.bounds().width as i32).map(|x| {
            let c = Cell::new(x, y);
            match units.get(&c) { Some(id) if *id == unit => "@@".into(), Some(id) => match sim.unit::<Status>(*id).unwrap() { Status::Arrived => format!("{:02}", id.0 % 100).to_string(), Status::Waiting(_) => "ww".to_string(), _ => "mm".into() }, None if terrain.is_passable(c) => "..".into(), None => "##".into() }
        }).collect();
        println!("{y:>2} {row}");
    }
}
