//! Any actions in any order: nothing panics, discs stay apart, the recording replays, and the scenario that would be
//! saved stays valid and agrees with the simulation.

use crate::common::watch::{self, Seen};
use bevy::math::Vec2;
use phalanx::combat::{AfterFight, Rules};
use phalanx::grid::{Cell, CornerRule, Ground, Rectangle};
use phalanx::planning::{CellSteps, StepClock};
use phalanx::scenario::{
    Action, Health, Motion, NewUnit, ObstacleId, ObstacleKind, Order, Place, Scenario,
    ScriptedOrder, TeamId, UnitId, Who, load_str, presets, to_ron,
};
use phalanx::sim::{Batch, Board, Simulation, Snapshot};
use phalanx::steering::{SLACK, depth_in_walls};
use proptest::prelude::*;
use std::collections::BTreeMap;

/// One step of a random session.
#[derive(Clone, Debug)]
enum Move {
    /// Sends actions and lets time pass.
    Run(Vec<Action>, u64),
    /// Sends actions during a pause.
    Edit(Vec<Action>),
    /// Writes the state, reads it into a fresh world, and lets time pass there.
    Reload(u64),
}

fn cell() -> impl Strategy<Value = Cell> {
    let far = prop_oneof![Just(i32::MIN), Just(i32::MAX), -5000..5000];
    prop_oneof![
        12 => (0..18_i32, 0..12_i32),
        3 => (-3..22_i32, -3..15_i32),
        1 => (far.clone(), far),
    ]
    .prop_map(Cell::from)
}

fn units() -> impl Strategy<Value = Vec<UnitId>> {
    proptest::collection::vec((0..26_u32).prop_map(UnitId), 0..8)
}

fn order() -> impl Strategy<Value = Order> {
    prop_oneof![
        4 => cell().prop_map(Order::Move),
        2 => cell().prop_map(Order::AttackMove),
        1 => cell().prop_map(Order::Attack),
        1 => ((0..26_u32).prop_map(UnitId), cell())
            .prop_map(|(unit, at)| Order::AttackUnit { unit, at }),
        2 => (cell(), prop_oneof![0..3_u32, Just(u32::MAX)])
            .prop_map(|(to, rounds)| Order::Patrol { to, rounds }),
        1 => Just(Order::Hold),
    ]
}

fn ground() -> impl Strategy<Value = Ground> {
    prop_oneof![3 => Just(Ground::Floor), 3 => Just(Ground::Wall), 1 => proptest::sample::select(&Ground::ALL[..])]
}

/// A brush stroke, or a filled rectangle.
fn paint() -> impl Strategy<Value = Action> {
    let dots = proptest::collection::vec((cell(), ground()), 0..12);
    let area =
        (0..18_i32, 0..12_i32, 1..9_u32, 1..7_u32, ground()).prop_map(|(x, y, w, h, ground)| {
            Rectangle::new(Cell::new(x, y), w, h).cells().map(|c| (c, ground)).collect()
        });
    prop_oneof![dots, area].prop_map(Action::Paint)
}

/// Kinds without weapons: no unit dies, so the saved scenario has the units of the simulation.
const PEACEFUL: &[&str] = &["soldier", "soldier", "scout", "scout", "dragon"];
/// Kinds that walk, fly, stand, heal and shoot.
const ARMED: &[&str] =
    &["soldier", "Zergling", "Zergling", "Marine", "Medic", "drake rider", "defence tower"];

fn new_unit(kinds: &'static [&'static str]) -> impl Strategy<Value = NewUnit> {
    let number = prop_oneof![9 => -2.0..20.0_f32, 1 => proptest::num::f32::ANY];
    (0..26_u32, 0..3_u8, proptest::sample::select(kinds), number.clone(), number).prop_map(
        |(id, team, kind, x, y)| NewUnit {
            id: UnitId(id),
            team: TeamId(team),
            kind: kind.into(),
            at: Vec2::new(x, y),
        },
    )
}

/// Steered motion, or cell steps with some rules changed and a few out of range.
fn motion() -> impl Strategy<Value = Motion> {
    let steps =
        (0..6_u32, any::<bool>(), prop_oneof![Just(-1.0), 0.0..8.0_f64], 0..400_u32, any::<bool>());
    prop_oneof![
        Just(Motion::Steered),
        steps.prop_map(|(ticks, by_length, visibility, nodes_per_pass, published)| {
            let clock = if by_length { StepClock::ByLength } else { StepClock::OneAction };
            let (makes_room_after, settles) = if published { (0, false) } else { (16, true) };
            let rules = CellSteps {
                ticks,
                clock,
                visibility,
                nodes_per_pass,
                makes_room_after,
                settles,
                ..CellSteps::default()
            };
            Motion::CellSteps(rules)
        }),
    ]
}

fn action(kinds: &'static [&'static str]) -> impl Strategy<Value = Action> {
    let obstacle = || (0..5_u32).prop_map(ObstacleId);
    let side = || prop_oneof![9 => 0..5_u32, 1 => Just(u32::MAX)];
    prop_oneof![
        5 => paint(),
        1 => proptest::sample::select(&CornerRule::ALL[..]).prop_map(Action::SetCorners),
        2 => (obstacle(), cell(), side(), side()).prop_map(|(id, at, w, h)| Action::PlaceObstacle {
            id,
            kind: ObstacleKind::Boulder,
            area: Rectangle::new(at, w, h),
        }),
        1 => (obstacle(), cell()).prop_map(|(id, to)| Action::MoveObstacle { id, to }),
        1 => (obstacle(), cell(), side(), side()).prop_map(|(id, at, w, h)| Action::ResizeObstacle {
            id,
            area: Rectangle::new(at, w, h),
        }),
        1 => obstacle().prop_map(Action::RemoveObstacle),
        3 => proptest::collection::vec(new_unit(kinds), 0..5).prop_map(Action::Spawn),
        1 => units().prop_map(Action::RemoveUnits),
        6 => (units(), order(), any::<bool>())
            .prop_map(|(units, order, queued)| Action::Order { units, order, queued }),
        1 => (0..3_u8, 0..presets().len()).prop_map(|(team, preset)| Action::SetDoctrine {
            team: TeamId(team),
            doctrine: presets()[preset].doctrine,
        }),
        2 => motion().prop_map(Action::SetMotion),
        1 => proptest::collection::vec((cell(), (-1.5..1.5_f64, -1.5..1.5_f64)), 0..9)
            .prop_map(Action::SetDirections),
        1 => (any::<bool>(), 0.0..=1.0_f64).prop_map(|(resume, part)| Action::SetRules(Rules {
            after_fight: if resume { AfterFight::ResumePath } else { AfterFight::PlanAnew },
            patience: 0.25 + part,
            cooldown_variation: part,
            ..Rules::default()
        })),
        1 => proptest::collection::vec(
                ((0..26_u32).prop_map(UnitId), (proptest::num::f32::ANY, 0.0..200.0_f32)), 0..4)
            .prop_map(|list| Action::SetHealth(
                list.into_iter()
                    .map(|(id, (hit_points, energy))| (id, Health { hit_points, energy }))
                    .collect())),
    ]
}

fn moves(kinds: &'static [&'static str]) -> impl Strategy<Value = Vec<Move>> {
    let actions = || proptest::collection::vec(action(kinds), 0..4);
    let step = prop_oneof![
        5 => (actions(), 1..25_u64).prop_map(|(actions, ticks)| Move::Run(actions, ticks)),
        3 => actions().prop_map(Move::Edit),
        1 => (0..4_u64).prop_map(Move::Reload),
    ];
    proptest::collection::vec(step, 1..16)
}

fn start() -> Scenario {
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
    let goal = |x, y| Order::Move(Place::At(Cell::new(x, y)));
    for (tick, team, order) in [(0, 0, goal(15, 9)), (30, 1, goal(2, 2)), (60, 0, goal(2, 10))] {
        let who = Who::Team(TeamId(team));
        scenario.orders.push(ScriptedOrder { tick, who, order, queued: tick > 40 });
    }
    scenario
}

/// The state of a window: the simulation, the scenario with all edits, and what was done.
struct Session {
    sim: Simulation,
    document: Scenario,
    start: Scenario,
    log: Vec<Batch>,
    /// Whether units may die.
    armed: bool,
    /// How deep each unit is in walls, without and with those that it may pass between.
    depths: BTreeMap<UnitId, [f32; 2]>,
}

impl Session {
    fn new(scenario: &Scenario) -> Self {
        Self {
            sim: Simulation::new(scenario),
            document: scenario.clone(),
            start: scenario.clone(),
            log: Vec::new(),
            armed: false,
            depths: BTreeMap::new(),
        }
    }

    fn make(&mut self, step: &Move) -> Result<(), TestCaseError> {
        match step {
            Move::Run(actions, ticks) => self.send(actions, *ticks),
            Move::Edit(actions) => self.send(actions, 0),
            Move::Reload(ticks) => {
                let bytes = self.sim.snapshot().unwrap().to_bytes();
                let read = Snapshot::from_bytes(&bytes).unwrap();
                self.sim = Simulation::from_snapshot(&self.start, &read).unwrap();
                // What was edited in this pause is not part of the state yet.
                let now = self.sim.tick();
                let pending = self.log.iter().filter(|batch| batch.tick == now);
                self.sim.send(pending.flat_map(|batch| batch.actions.clone()).collect::<Vec<_>>());
                self.send(&[], *ticks)
            }
        }
    }

    fn send(&mut self, actions: &[Action], ticks: u64) -> Result<(), TestCaseError> {
        let tick = self.sim.tick();
        for action in actions {
            self.document.apply(tick, action);
        }
        self.log.push(Batch { tick, actions: actions.to_vec() });
        self.sim.send(actions.iter().cloned());
        if ticks == 0 {
            self.sim.edit();
        }
        for tick in 0..ticks {
            self.sim.run(1);
            self.check_discs(tick == 0)?;
        }
        self.check_document()
    }

    /// Discs keep apart; without an edit no unit gets deeper into a wall, and none walks inside one.
    fn check_discs(&mut self, edited: bool) -> Result<(), TestCaseError> {
        if self.sim.get::<Board>().is_some() {
            let shared = watch::shared_cell(&self.sim);
            prop_assert!(shared.is_none(), "tick {}: {}", self.sim.tick(), shared.unwrap());
            return Ok(());
        }
        let units: Vec<Seen> = watch::units(&self.sim);
        let overlap = watch::overlap(&units);
        prop_assert!(overlap.is_none(), "tick {}: {}", self.sim.tick(), overlap.unwrap());
        for unit in units.into_iter().filter(|u| !u.flies) {
            prop_assert!(unit.position.is_finite(), "{unit:?}");
            let terrain = watch::terrain(&self.sim);
            // A disc that touches a new wall may leave it between two corners.
            let whole = depth_in_walls(terrain, unit.position, unit.radius, &[]);
            let depths = [watch::depth(terrain, &unit), whole];
            let before = self.depths.insert(unit.id, depths).unwrap_or_default();
            if !edited {
                let tick = self.sim.tick();
                prop_assert!(
                    depths.iter().zip(before).any(|(&now, before)| now <= before.max(SLACK) + 1e-4),
                    "tick {tick}: {unit:?} went from {before:?} to {depths:?} deep into a wall"
                );
            }
        }
        Ok(())
    }

    /// The scenario that would be saved agrees with the simulation and can be read again.
    fn check_document(&self) -> Result<(), TestCaseError> {
        let text = to_ron(&self.document);
        let read = load_str(&text, "saved", None);
        prop_assert!(read.is_ok(), "{}\n{text}", read.unwrap_err());
        if self.armed {
            return Ok(());
        }
        let steps = self.sim.get::<Board>().map(|board| Motion::CellSteps(board.rules));
        prop_assert_eq!(steps.unwrap_or_default(), self.document.motion);
        let (shown, saved) = (watch::terrain(&self.sim), self.document.stamped_terrain());
        prop_assert_eq!(shown.all_moves(), saved.all_moves());
        let shown: Vec<UnitId> = watch::units(&self.sim).iter().map(|u| u.id).collect();
        for unit in &self.document.units {
            prop_assert!(shown.contains(&unit.id), "{unit:?} is saved but not there");
        }
        Ok(())
    }
}

/// Makes all moves and checks the state after each; the recording gives the same state again.
fn make_all_and_replay(
    scenario: &Scenario,
    armed: bool,
    moves: &[Move],
) -> Result<(), TestCaseError> {
    let mut session = Session { armed, ..Session::new(scenario) };
    for step in moves {
        session.make(step)?;
    }
    // What a pause shows is a preview; the next tick is the run.
    session.sim.run(1);
    let sim = &session.sim;
    let again = Simulation::replay(scenario, &session.log, sim.tick());
    prop_assert_eq!(again.hash(), sim.hash());
    Ok(())
}

#[test]
fn what_refers_to_nothing_is_left_out_of_the_arena_and_of_the_file() {
    let mut scenario = start();
    scenario.units[0].team = TeamId(9);
    scenario.units[1].at = Cell::new(-5, 99);
    let order = Order::Move(Place::Goal(3));
    for who in [Who::Everyone, Who::Team(TeamId(7))] {
        scenario.orders.push(ScriptedOrder { tick: 0, who, order, queued: false });
    }
    let mut sim = Simulation::new(&scenario);
    sim.run(40);
    assert_eq!(watch::units(&sim).len(), scenario.units.len() - 2);
    let read = load_str(&to_ron(&scenario), "saved", None).unwrap();
    assert_eq!(read.units.len(), scenario.units.len() - 2);
    assert_eq!(read.orders.len(), scenario.orders.len() - 2);
}

proptest! {
    #![proptest_config(ProptestConfig { max_shrink_iters: 2000, ..ProptestConfig::default() })]

    #[test]
    fn any_commands_keep_all_invariants(moves in moves(PEACEFUL)) {
        let scenario = start();
        make_all_and_replay(&scenario, false, &moves)?;
    }

    #[test]
    fn any_commands_to_fighters_keep_all_invariants(moves in moves(ARMED)) {
        let scenario = start();
        make_all_and_replay(&scenario, true, &moves)?;
    }

    #[test]
    fn any_commands_keep_one_unit_per_cell_on_cell_steps(
        moves in moves(ARMED),
        ticks in 1..6_u32,
        clock in proptest::sample::select(StepClock::ALL),
    ) {
        let rules = CellSteps { ticks, clock, ..CellSteps::default() };
        let scenario = Scenario { motion: Motion::CellSteps(rules), ..start() };
        make_all_and_replay(&scenario, true, &moves)?;
    }
}
