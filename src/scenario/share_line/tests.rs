//! Lines read back as they were written, are short, and are refused in a sentence if they cannot be read.

use crate::combat::{KindDefinition, built_in};
use crate::grid::{Cell, CornerRule, Ground, Rectangle, Terrain};
use crate::parameters::{Kind, Parameters, Value};
use crate::parts::Part;
use crate::planning::{CellSteps, Layers};
use crate::scenario::*;
use glam::Vec2;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

pub const MINUTE: u64 = 60 * Recording::EVERY;

pub fn loaded() -> impl Iterator<Item = (&'static str, Scenario)> {
    shipped().iter().map(|shipped| (shipped.name, shipped.load().unwrap()))
}

pub fn welcome() -> Recording {
    Recording::new(shipped()[0].load().unwrap(), 100, Recording::EVERY)
}

/// Writes and reads a run, and checks that nothing but hashes is lost. The debug form of a number is that of its bits.
pub fn there_and_back(recording: &Recording) -> (String, Recording) {
    let line = recording.to_line();
    assert!(Recording::is_line(&line) && line.is_ascii() && !line.contains(char::is_whitespace));
    let again = Recording::from_line(&line).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.scenario, recording.scenario);
    let text = |recording: &Recording| format!("{:?}", recording.scenario.actions);
    assert_eq!(text(&again), text(recording));
    assert_eq!((again.ticks, &again.program), (recording.ticks, &recording.program));
    (line, again)
}

/// Random actions, also such that no window would send.
pub struct Draws {
    pub random: Pcg64,
    doctrine: Doctrine,
}

impl Draws {
    pub fn below(&mut self, end: usize) -> usize {
        self.random.random_range(0..end)
    }

    fn id(&mut self) -> u32 {
        if self.below(20) == 0 { self.random.random() } else { self.below(90) as u32 }
    }

    fn cell(&mut self) -> Cell {
        match self.below(30) {
            0 => Cell::new(self.random.random(), self.random.random()),
            1 => Cell::new(i32::MIN, i32::MAX),
            _ => Cell::new(self.below(64) as i32, self.below(48) as i32),
        }
    }

    fn number(&mut self) -> f64 {
        let few = [0.0, -0.0, 0.1 + 0.2, f64::MIN_POSITIVE, f64::MAX, -1e-300, 1.0];
        match self.below(3) {
            0 => few[self.below(few.len())],
            1 => self.random.random(),
            _ => self.below(1000) as f64 / 1000.0,
        }
    }

    fn units(&mut self) -> Vec<UnitId> {
        let count = self.below(40) as u32;
        let first = self.id();
        let mut units: Vec<UnitId> = match self.below(3) {
            0 => (first..first.saturating_add(count)).map(UnitId).collect(),
            _ => (0..count).map(|_| UnitId(self.id())).collect(),
        };
        if self.below(2) == 0 {
            units.sort();
            units.dedup();
        }
        units
    }

    fn vary(&mut self, set: &mut dyn Parameters) {
        for (i, parameter) in set.list().iter().enumerate() {
            let value = match parameter.kind {
                Kind::Number(..) => Value::Number(self.number()),
                Kind::Whole(..) => Value::Whole(self.random.random()),
                Kind::Switch => Value::Switch(self.random.random()),
                Kind::Choice(names) => Value::Choice(self.below(names.len())),
            };
            if self.below(3) == 0 {
                set.set(i, value);
            }
        }
    }

    fn doctrine(&mut self) -> Doctrine {
        let mut doctrine = self.doctrine;
        match self.below(7) {
            0 => doctrine = presets()[self.below(presets().len())].doctrine,
            1 => doctrine.search = Part::at(self.below(4)),
            2 => self.vary(doctrine.engage.parameters_mut()),
            3 => self.vary(doctrine.travel.parameters_mut()),
            6 => {
                doctrine.traffic = Part::at(self.below(2));
                self.vary(doctrine.traffic.parameters_mut());
            }
            place => {
                let layer = self.below(Layers::LIST.len());
                if place == 4 {
                    doctrine.layers.switch(layer, self.random.random());
                }
                if let Some(set) = doctrine.layers.parameters_mut(layer) {
                    self.vary(set);
                }
            }
        }
        self.doctrine = doctrine;
        doctrine
    }

    fn action(&mut self) -> Action {
        let id = ObstacleId(self.id());
        match self.below(16) {
            0..3 => {
                let ground = Ground::ALL[self.below(5)];
                let area = Rectangle::new(self.cell(), self.below(6) as u32, self.below(6) as u32);
                let is_far = area.at.x.checked_add(9).and(area.at.y.checked_add(9)).is_none();
                let cells = if is_far { vec![area.at] } else { area.cells().collect() };
                Action::Paint(cells.into_iter().map(|cell| (cell, ground)).collect())
            }
            3..7 => {
                let (units, to) = (self.units(), self.cell());
                let order = match self.below(6) {
                    0 => Order::Move(to),
                    1 => Order::AttackMove(to),
                    2 => Order::Attack(to),
                    3 => Order::AttackUnit { unit: UnitId(self.id()), at: to },
                    4 => Order::Patrol { to, rounds: self.id() },
                    _ => Order::Hold,
                };
                Action::Order { units, order, queued: self.random.random() }
            }
            7..10 => {
                let team = TeamId(self.below(3) as u8 * 100);
                Action::SetDoctrine { team, doctrine: self.doctrine() }
            }
            10 => {
                let at = Vec2::new(self.number() as f32, self.random.random());
                let new =
                    NewUnit { id: UnitId(self.id()), team: TeamId(0), kind: "a\"ß".into(), at };
                Action::Spawn(vec![new; self.below(3)])
            }
            11 => Action::RemoveUnits(self.units()),
            12 => Action::PlaceObstacle {
                id,
                kind: ObstacleKind::Tree,
                area: Rectangle::new(self.cell(), 1, 2),
            },
            13 => match self.below(6) {
                5 => Action::Kind(KindAction::Set(KindDefinition::of(built_in()[self.below(9)]))),
                4 => Action::ResizeObstacle { id, area: Rectangle::new(self.cell(), 1, 2) },
                0 => Action::MoveObstacle { id, to: self.cell() },
                1 => Action::RemoveObstacle(id),
                2 => Action::SetCorners(CornerRule::ALL[self.below(3)]),
                _ => Action::SetMotion(Motion::CellSteps(CellSteps::default())),
            },
            14 => {
                let health = Health { hit_points: self.number() as f32, energy: f32::MAX };
                Action::SetHealth(vec![(UnitId(self.id()), health)])
            }
            _ => Action::SetDirections(vec![(self.cell(), (self.number(), self.number()))]),
        }
    }

    pub fn batches(&mut self, count: usize) -> Vec<Batch> {
        let mut tick = 0;
        let batch = |_| {
            tick += self.below(3) as u64 * self.below(200) as u64;
            let actions = (0..self.below(4)).map(|_| self.action()).collect();
            Batch { tick, actions }
        };
        let mut batches: Vec<Batch> = (0..count).map(batch).collect();
        batches.push(Batch { tick: u64::MAX, actions: Vec::new() });
        batches
    }
}

pub fn draws(seed: u64) -> Draws {
    Draws { random: Pcg64::seed_from_u64(seed), doctrine: Doctrine::default() }
}

#[test]
fn random_runs_of_every_shipped_scenario_read_back_to_the_same_bits() {
    for (seed, (name, mut scenario)) in (0..).zip(loaded()) {
        scenario.actions = draws(seed).batches(60);
        let recording = Recording::new(scenario, u64::MAX, Recording::EVERY);
        let (line, _) = there_and_back(&recording);
        assert!(line.len() < 40_000, "{name}: the scenario is only named");
    }
}

#[test]
fn a_scenario_of_ones_own_is_in_the_line() {
    let bounds = crate::grid::Bounds::new(9, 5);
    let mut ground = vec![Ground::Floor; bounds.area()];
    ground[7] = Ground::Water;
    let mut own = Scenario::on(Terrain::from_ground(bounds, CornerRule::ALL[1], ground));
    own.title = "Grüße: \"own\"".into();
    own.set_directions(&[(Cell::new(2, 3), (0.1 + 0.2, -1.0 / 3.0))]);
    own.actions = draws(1).batches(20);
    there_and_back(&Recording::new(own, 77, Recording::EVERY));
    for (seed, (_, mut scenario)) in (0..).zip(loaded()) {
        scenario.seed += 1;
        scenario.teams[0].doctrine = presets()[5].doctrine;
        scenario.actions = draws(seed).batches(3);
        there_and_back(&Recording::new(scenario, 3, 1));
    }
}

#[test]
fn one_hash_per_minute_is_kept() {
    for (every, kept) in
        [(1, MINUTE), (32, MINUTE), (MINUTE, MINUTE), (2 * MINUTE, 2 * MINUTE), (100, 5 * MINUTE)]
    {
        let ticks = 11 * MINUTE + 5;
        let mut recording = Recording::new(shipped()[0].load().unwrap(), ticks, every);
        recording.hashes =
            (1..=ticks / every).map(|place| place * every * 0x1234_5678_9abc).collect();
        let (_, again) = there_and_back(&recording);
        assert_eq!(again.every, kept);
        let expected: Vec<u64> =
            (1..=ticks / kept).map(|place| place * kept * 0x1234_5678_9abc).collect();
        assert_eq!(again.hashes, expected);
    }
    for every in [0, u64::MAX] {
        let recording = Recording { hashes: vec![1, 2, 3], every, ..welcome() };
        let (_, again) = there_and_back(&recording);
        assert_eq!((again.every, again.hashes.len()), (MINUTE, 0));
    }
}

#[test]
fn what_a_chat_adds_does_not_matter() {
    let line = welcome().to_line();
    let broken: String =
        line.chars().flat_map(|letter| [letter, '\u{200b}', '\r', '\n', ' ']).collect();
    let broken = format!("\u{feff}\n {broken}");
    assert!(Recording::is_line(&broken));
    assert_eq!(Recording::from_line(&broken), Recording::from_line(&line));
    assert!(
        !Recording::is_line("phalan")
            && !Recording::is_line("")
            && !Recording::is_line("(phalanx:3:")
    );
}
