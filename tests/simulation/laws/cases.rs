//! The cases on which the laws are checked: a small battlefield and shipped scenarios, with random actions.

use crate::common::session::Session;
use phalanx::combat::kind_named;
use phalanx::grid::{Bounds, Cell, MapKind, generate};
use phalanx::planning::CellSteps;
use phalanx::scenario::{
    Action, Batch, Motion, Order, Place, Scenario, ScriptedOrder, Team, TeamId, UnitId, UnitSpec,
    Who, preset_named, presets, shipped,
};
use rand::RngExt;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A run: where it starts, and what is sent at which tick.
#[derive(Clone)]
pub struct Case {
    pub name: String,
    pub start: Scenario,
    pub actions: Vec<Batch>,
    pub ticks: u64,
}

/// What must hold of a case, or what is wrong.
pub type Law = fn(&Case) -> Result<(), String>;

impl Case {
    pub fn of(name: &str, start: Scenario, actions: Vec<Batch>, ticks: u64) -> Self {
        Self { name: name.into(), start, actions, ticks }
    }

    /// A case with random actions; `busy` is the chance that a tick has some.
    fn drawn(name: String, start: Scenario, ticks: u64, seed: u64, busy: f64) -> Self {
        let mut session = match seed % 2 {
            0 => Session::wild(&start, seed),
            _ => Session::new(&start, seed),
        };
        let mut actions = Vec::new();
        for tick in 0..ticks {
            if busy > 0.0 && (tick == 0 || session.random.random_bool(busy)) {
                let count = session.random.random_range(1..6);
                let some = (0..count).map(|_| session.action()).collect();
                actions.push(Batch { tick, actions: some });
            }
        }
        let name = format!("{name}, {}, seed {seed}", start.motion.name());
        Self { name, start, actions, ticks }
    }

    /// The actions of a tick.
    pub fn at(&self, tick: u64) -> Vec<Action> {
        let due = self.actions.iter().filter(|batch| batch.tick == tick);
        due.flat_map(|batch| batch.actions.clone()).collect()
    }

    /// A law on this case; a panic breaks it, too.
    pub fn breaks(&self, law: Law) -> Option<String> {
        let result = catch_unwind(AssertUnwindSafe(|| law(self)));
        let panic = |e: Box<dyn std::any::Any + Send>| match e.downcast::<String>() {
            Ok(text) => *text,
            Err(_) => "it panics".into(),
        };
        result.unwrap_or_else(|e| Err(panic(e))).err()
    }

    /// The same case without what it does not need to break a law.
    pub fn smaller(mut self, law: Law) -> Self {
        let mut tries = 0;
        let (mut batch, mut action) = (0, 0);
        while batch < self.actions.len() && tries < 400 {
            let mut less = self.clone();
            less.actions[batch].actions.remove(action);
            less.actions.retain(|batch| !batch.actions.is_empty());
            tries += 1;
            if less.breaks(law).is_some() {
                self = less;
            } else {
                action += 1;
            }
            if self.actions.get(batch).is_some_and(|b| action >= b.actions.len()) {
                (batch, action) = (batch + 1, 0);
            }
        }
        self
    }
}

pub fn other_motion(motion: Motion) -> Motion {
    match motion {
        Motion::Steered => Motion::CellSteps(CellSteps::default()),
        Motion::CellSteps(_) => Motion::Steered,
    }
}

/// A small battlefield with orders of its own, in both kinds of motion. `kinds` are given to the units in turn.
pub fn battlefields(kinds: &[&str], seeds: &[u64], ticks: u64) -> Vec<Case> {
    let mut scenario = crate::common::scenario(&[
        "..................",
        ".aaa..............",
        ".aaa......#.......",
        ".aaa......#...bb..",
        "..........#...bb..",
        "....#.....#...bb..",
        "....#.............",
        "....##............",
        "......##..........",
        "........#.........",
        "..................",
        "..................",
    ]);
    for (unit, kind) in scenario.units.iter_mut().zip(kinds.iter().cycle()) {
        unit.kind = kind_named(kind).unwrap();
    }
    let goal = |x, y| Order::Move(Place::At(Cell::new(x, y)));
    for (tick, team, order) in [(0, 0, goal(15, 9)), (30, 1, goal(2, 2)), (60, 0, goal(2, 10))] {
        let who = Who::Team(TeamId(team));
        scenario.orders.push(ScriptedOrder { tick, who, order, queued: tick > 40 });
    }
    let mut cases = Vec::new();
    for &seed in seeds {
        for motion in [Motion::Steered, other_motion(Motion::Steered)] {
            let start = Scenario { motion, ..scenario.clone() };
            let name = format!("{} and others", kinds[0]);
            cases.push(Case::drawn(name, start, ticks, seed, 0.15));
        }
    }
    cases
}

/// Seeds that no test has tried yet.
pub fn fresh(count: u64) -> Vec<u64> {
    let seed = Session::fresh_seed();
    (0..count).map(|i| seed.wrapping_add(i)).collect()
}

/// Units that nobody can kill, and units that fight, fly, heal and stand.
pub const PEACEFUL: &[&str] = &["soldier", "scout", "soldier"];
pub const ARMED: &[&str] = &["Zergling", "Marine", "soldier", "Medic", "drake rider", "Marine"];

/// Shipped scenarios: each as it is and under one preset, each preset once, in its own motion and in the other one.
pub fn shipped_cases(ticks: u64, all: bool, busy: f64) -> Vec<Case> {
    let seed = Session::fresh_seed();
    let all_shipped: Vec<(&str, Scenario)> =
        shipped().iter().map(|s| (s.name, s.load().unwrap())).collect();
    let is_sampled = |s: &&(&str, Scenario)| all || s.1.units.len() < 60;
    let some: Vec<&(&str, Scenario)> = all_shipped.iter().filter(is_sampled).collect();
    let mut cases = Vec::new();
    for (i, (name, scenario)) in (0_u64..).zip(&some) {
        let seed = seed.wrapping_add(i);
        cases.push(Case::drawn(format!("{name} as shipped"), scenario.clone(), ticks, seed, busy));
    }
    for (i, preset) in (0_u64..).zip(presets()) {
        let count = if all { some.len() as u64 } else { 1 };
        for k in 0..count {
            let seed = seed.wrapping_add(1000 + i + k);
            let (name, scenario) = some[(seed % some.len() as u64) as usize];
            let mut start = scenario.clone();
            start.teams.iter_mut().for_each(|team| team.doctrine = preset.doctrine);
            if seed.is_multiple_of(2) {
                start.motion = other_motion(start.motion);
            }
            cases.push(Case::drawn(
                format!("{name} with {}", preset.name),
                start,
                ticks,
                seed,
                busy,
            ));
        }
    }
    cases
}

pub fn cases(runs: u64, ticks: u64) -> Vec<Case> {
    let mut cases = battlefields(PEACEFUL, &fresh(runs), ticks);
    cases.extend(battlefields(ARMED, &fresh(runs), ticks));
    cases.extend(shipped_cases(ticks, false, 0.1));
    cases
}

/// Cases with many actions before the first tick.
pub fn edited_at_the_start(runs: u64) -> Vec<Case> {
    let mut cases = cases(runs, 40);
    for case in &mut cases {
        for batch in &mut case.actions {
            batch.tick /= 20;
        }
    }
    cases
}

/// From this number of units on, loops over units use several threads (`steering/parallel.rs`).
pub const PARALLEL_FROM: usize = 2048;

/// Two crowds of one kind that walk into each other.
pub fn crowds(kind: &str, preset: &str, motion: Motion) -> Scenario {
    let terrain = generate(MapKind::Scatter, Bounds::new(128, 96), 5);
    let mut scenario = Scenario { seed: 1, motion, ..Scenario::plain(terrain) };
    scenario.teams.push(Team::numbered(1));
    for team in &mut scenario.teams {
        team.doctrine = preset_named(preset).unwrap().doctrine;
    }
    let middle = 60..68;
    let free = |c: &Cell| scenario.terrain.is_passable(*c) && !middle.contains(&c.x);
    let mut free: Vec<Cell> = scenario.terrain.bounds().cells().filter(free).collect();
    // The cells nearest to the middle, so that the crowds meet soon.
    free.sort_by_key(|c| ((c.x - 64).abs(), c.y));
    for (id, &at) in (0..3000).zip(&free) {
        let team = TeamId(u8::from(at.x > 64));
        let kind = kind_named(kind).unwrap();
        scenario.units.push(UnitSpec { id: UnitId(id), team, kind, at });
    }
    for (team, x) in [(0, 120), (1, 7)] {
        let order = Order::AttackMove(Place::At(Cell::new(x, 48)));
        let who = Who::Team(TeamId(team));
        scenario.orders.push(ScriptedOrder { tick: 0, who, order, queued: false });
    }
    scenario
}
