//! A random session: what a user could do to a scenario, drawn from a seed.

#![allow(dead_code, reason = "no test uses all of it")]

use bevy::math::Vec2;
use phalanx::combat::{AfterFight, KindDefinition, Rules, WeaponDefinition};
use phalanx::grid::{Cell, CornerRule, Ground, Rectangle};
use phalanx::planning::{CellSteps, StepClock};
use phalanx::scenario::{
    Action, FactAction, GiveOrder, GoalAction, Health, KindAction, Motion, MoveObstacle, NewUnit,
    ObstacleId, ObstacleKind, Order, Place, PlaceObstacle, ResizeObstacle, Scenario, ScriptedOrder,
    SetCosts, SetDoctrine, SetModifiers, TeamAction, TeamId, UnitId, Who, presets,
};
use phalanx::sim::Modifiers;
use rand::rngs::SysRng;
use rand::{RngExt, SeedableRng, TryRng};
use rand_pcg::Pcg64;

/// Draws actions for a scenario.
pub struct Session {
    pub random: Pcg64,
    width: i32,
    height: i32,
    units: Vec<UnitId>,
    kinds: Vec<String>,
    teams: u8,
    next_unit: u32,
    next_obstacle: u32,
    /// Whether places, numbers and parameters may also be impossible ones.
    wild: bool,
}

impl Session {
    pub fn new(scenario: &Scenario, seed: u64) -> Self {
        let bounds = scenario.terrain.bounds();
        let kinds = scenario.units.iter().map(|unit| unit.kind.name.to_string());
        Self {
            random: Pcg64::seed_from_u64(seed),
            width: bounds.width as i32,
            height: bounds.height as i32,
            units: scenario.units.iter().map(|unit| unit.id).collect(),
            kinds: kinds.chain(["soldier".into(), "dragon".into()]).collect(),
            teams: scenario.teams.len() as u8,
            next_unit: scenario.next_unit_id().0,
            next_obstacle: scenario.next_obstacle_id().0,
            wild: false,
        }
    }

    /// Also draws what has to be refused: ids that are taken or unknown, places far outside the map or that are no
    /// number, parameters out of range.
    pub fn wild(scenario: &Scenario, seed: u64) -> Self {
        Self { wild: true, ..Self::new(scenario, seed) }
    }

    fn is_wild(&mut self, probability: f64) -> bool {
        self.wild && self.random.random_bool(probability)
    }

    /// A seed from the system, so that every run of a test tries something else.
    pub fn fresh_seed() -> u64 {
        SysRng.try_next_u64().unwrap()
    }

    fn cell(&mut self) -> Cell {
        if self.is_wild(0.05) {
            let far = [i32::MIN, i32::MAX, -5000, -3, self.width + 2, self.height + 1];
            return Cell::new(
                far[self.random.random_range(0..6)],
                far[self.random.random_range(0..6)],
            );
        }
        Cell::new(self.random.random_range(0..self.width), self.random.random_range(0..self.height))
    }

    fn some_units(&mut self) -> Vec<UnitId> {
        let count = self.random.random_range(1..=12_usize);
        (0..count).map(|_| self.unit()).collect()
    }

    fn unit(&mut self) -> UnitId {
        if self.units.is_empty() || self.is_wild(0.05) {
            return UnitId(self.next_unit + 1);
        }
        self.units[self.random.random_range(0..self.units.len())]
    }

    fn obstacle(&mut self) -> ObstacleId {
        ObstacleId(self.random.random_range(0..=self.next_obstacle))
    }

    /// Paints a rectangle.
    pub fn paint(&mut self) -> Action {
        let at = self.cell();
        let ground = Ground::ALL[self.random.random_range(0..3)];
        let area =
            Rectangle::new(at, self.random.random_range(1..5), self.random.random_range(1..5));
        Action::Paint(area.cells().map(|cell| (cell, ground)).collect())
    }

    /// The next action.
    pub fn action(&mut self) -> Action {
        let team = TeamId(self.random.random_range(0..self.teams.max(1)));
        match self.random.random_range(0..128) {
            0..25 => self.paint(),
            25..60 => {
                let (units, order) = (self.some_units(), self.order());
                Action::Order(GiveOrder { units, order, queued: self.random.random_bool(0.3) })
            }
            60..70 => {
                let count = self.random.random_range(1..4);
                Action::Spawn((0..count).map(|_| self.new_unit(team)).collect())
            }
            70..74 => Action::RemoveUnits(self.some_units()),
            74..79 => {
                let id = ObstacleId(self.next_obstacle);
                self.next_obstacle += 1;
                let area = Rectangle::new(self.cell(), 2, 3);
                Action::PlaceObstacle(PlaceObstacle { id, kind: ObstacleKind::Boulder, area })
            }
            79..82 => {
                let (id, to) = (self.obstacle(), self.cell());
                match self.random.random_range(0..4) {
                    0 if self.is_wild(0.3) => Action::ResizeObstacle(ResizeObstacle {
                        id,
                        area: Rectangle::new(to, u32::MAX, 0),
                    }),
                    0 => Action::ResizeObstacle(ResizeObstacle {
                        id,
                        area: Rectangle::new(to, 3, 1),
                    }),
                    _ => Action::MoveObstacle(MoveObstacle { id, to }),
                }
            }
            82..85 => Action::RemoveObstacle(self.obstacle()),
            85..94 => {
                let doctrine = presets()[self.random.random_range(0..presets().len())].doctrine;
                Action::SetDoctrine(SetDoctrine { team, doctrine })
            }
            94..97 => Action::SetMotion(self.motion()),
            97 => Action::SetCorners(CornerRule::ALL[self.random.random_range(0..3)]),
            98..100 => Action::SetDirections(vec![(self.cell(), (0.5, -0.25))]),
            100..108 => Action::Team(self.team_action(team)),
            108..114 => Action::Goal(self.goal_action()),
            114..116 => Action::Fact(match self.random.random_range(0..4) {
                0 => FactAction::Seed(self.random.random_range(0..9)),
                1 => FactAction::Description("Anything.".into()),
                _ => FactAction::Title(format!("title {}", self.random.random_range(0..9))),
            }),
            116..118 => Action::SetOrders(self.orders(team)),
            118..120 => Action::Kind(self.kind_action()),
            120..122 => Action::SetRules(self.rules()),
            122..124 => {
                let factor = if self.is_wild(0.3) { f32::NAN } else { 0.5 };
                let modifiers = Modifiers { speed: factor, damage: 2.0, ..Modifiers::default() };
                Action::SetModifiers(SetModifiers { units: self.some_units(), modifiers })
            }
            124..126 => {
                let area = Rectangle::new(self.cell(), 3, 5);
                let factor = [1.0, 8.0, 1000.0][self.random.random_range(0..3)];
                let cells = area.cells().map(|cell| (cell, factor)).collect();
                let team = if self.random.random_bool(0.5) { Some(team) } else { None };
                Action::SetCosts(SetCosts { team, cells })
            }
            _ => Action::SetHealth(
                self.some_units().into_iter().map(|id| (id, self.health())).collect(),
            ),
        }
    }

    fn order(&mut self) -> Order {
        let to = self.cell();
        match self.random.random_range(0..8) {
            0 | 1 => Order::Move(to),
            2 => Order::AttackMove(to),
            3 => Order::Attack(to),
            4 if self.is_wild(0.3) => Order::Patrol { to, rounds: u32::MAX },
            4 => Order::Patrol { to, rounds: self.random.random_range(0..3) },
            5 => Order::AttackUnit { unit: self.unit(), at: to },
            6 => Order::Stop,
            _ => Order::Hold,
        }
    }

    fn new_unit(&mut self, team: TeamId) -> NewUnit {
        let id = if self.is_wild(0.1) { self.unit() } else { UnitId(self.next_unit) };
        self.next_unit += 1;
        self.units.push(id);
        let kind = self.kinds[self.random.random_range(0..self.kinds.len())].clone();
        let at = self.cell();
        let x = if self.is_wild(0.05) { f32::NAN } else { self.random.random::<f32>() };
        NewUnit { id, team, kind, at: Vec2::new(at.x as f32 + x, at.y as f32 + 0.5) }
    }

    /// Steered motion, or cell steps with some rules changed.
    fn motion(&mut self) -> Motion {
        if self.random.random_bool(0.5) {
            return Motion::Steered;
        }
        let usual = CellSteps::default();
        if self.random.random_bool(0.5) {
            return Motion::CellSteps(usual);
        }
        Motion::CellSteps(CellSteps {
            ticks: if self.is_wild(0.2) { 0 } else { self.random.random_range(1..6) },
            clock: StepClock::ALL[self.random.random_range(0..StepClock::ALL.len())],
            visibility: self.random.random_range(0.0..8.0),
            nodes_per_pass: self.random.random_range(0..400),
            makes_room_after: [0, 16][self.random.random_range(0..2)],
            settles: self.random.random_bool(0.5),
            ..usual
        })
    }

    fn rules(&mut self) -> Rules {
        let part = self.random.random_range(0.0..=1.0);
        Rules {
            after_fight: match part < 0.5 {
                true => AfterFight::ResumePath,
                false => AfterFight::PlanAnew,
            },
            patience: if self.is_wild(0.1) { -1.0 } else { 0.25 + part },
            cooldown_variation: part,
            start_variation: 0.3 * part,
            ..Rules::default()
        }
    }

    fn health(&mut self) -> Health {
        let hit_points =
            if self.is_wild(0.1) { f32::NAN } else { 30.0 * self.random.random::<f32>() };
        Health { hit_points, energy: 200.0 * self.random.random::<f32>() }
    }

    fn kind_action(&mut self) -> KindAction {
        let kinds = phalanx::combat::built_in();
        let mut kind = KindDefinition::of(kinds[self.random.random_range(0..3)]);
        kind.hit_points *= self.random.random_range(0.5..2.0);
        kind.radius = (kind.radius * self.random.random_range(0.9..1.2)).min(0.5);
        kind.flying = self.random.random_range(0..4) == 0;
        if self.random.random_range(0..3) == 0 {
            kind.weapon = match kind.weapon {
                Some(_) => None,
                None => Some(WeaponDefinition::first()),
            };
        }
        match self.random.random_range(0..3) {
            0 => KindAction::Reset(kind.name),
            _ => KindAction::Set(kind),
        }
    }

    /// Orders of the scenario, now and later, out of order.
    fn orders(&mut self, team: TeamId) -> Vec<ScriptedOrder> {
        let late = self.random.random_range(0..900);
        let units = self.some_units();
        let whom = [(late, Who::Team(team)), (50, Who::Everyone), (0, Who::Units(units))];
        let order = |(tick, who)| {
            let order = self.order().map(Place::At);
            ScriptedOrder { tick, who, order, queued: tick % 2 == 1 }
        };
        whom.map(order).into()
    }

    fn name(&mut self) -> String {
        format!("name {}", self.random.random_range(0..6))
    }

    fn team_action(&mut self, team: TeamId) -> TeamAction {
        let colour = (self.random.random(), 40, 200);
        match self.random.random_range(0..8) {
            0..3 => {
                self.teams = self.teams.saturating_add(1).min(6);
                TeamAction::Add { name: self.name(), colour }
            }
            3 => TeamAction::Remove(team),
            4 => TeamAction::Rename { team, name: self.name() },
            5 => TeamAction::Recolour { team, colour },
            _ => {
                let alliance = Some(self.random.random_range(0..3)).filter(|number| *number > 0);
                TeamAction::Ally { team, alliance }
            }
        }
    }

    fn goal_action(&mut self) -> GoalAction {
        let (name, to) = (self.name(), self.name());
        match self.random.random_range(0..5) {
            0 | 1 => GoalAction::Place { name, at: self.cell() },
            2 => GoalAction::Move { name, to: self.cell() },
            3 => GoalAction::Rename { name, to },
            _ => GoalAction::Remove(name),
        }
    }
}
