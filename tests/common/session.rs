//! A random session: what a user could do to a scenario, drawn from a seed.

use bevy::math::Vec2;
use phalanx::combat::{KindDefinition, WeaponDefinition};
use phalanx::grid::{Cell, CornerRule, Ground, Rectangle};
use phalanx::planning::CellSteps;
use phalanx::scenario::{
    Action, FactAction, GoalAction, KindAction, Motion, NewUnit, ObstacleId, ObstacleKind, Order,
    Place, Scenario, ScriptedOrder, TeamAction, TeamId, UnitId, Who, presets,
};
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
        }
    }

    /// A seed from the system, so that every run of a test tries something else.
    pub fn fresh_seed() -> u64 {
        SysRng.try_next_u64().unwrap()
    }

    fn cell(&mut self) -> Cell {
        Cell::new(self.random.random_range(0..self.width), self.random.random_range(0..self.height))
    }

    fn some_units(&mut self) -> Vec<UnitId> {
        let count = self.random.random_range(1..=12_usize);
        (0..count).map(|_| self.units[self.random.random_range(0..self.units.len())]).collect()
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
        match self.random.random_range(0..116) {
            0..25 => self.paint(),
            25..60 if !self.units.is_empty() => {
                let (units, to) = (self.some_units(), self.cell());
                let order = match self.random.random_range(0..6) {
                    0 | 1 => Order::Move(to),
                    2 => Order::AttackMove(to),
                    3 => Order::Patrol { to, rounds: self.random.random_range(0..3) },
                    4 => Order::AttackUnit { unit: self.some_units()[0], at: to },
                    _ => Order::Hold,
                };
                Action::Order { units, order, queued: self.random.random_bool(0.3) }
            }
            60..70 => {
                let count = self.random.random_range(1..4);
                let new = (0..count).map(|_| {
                    let id = UnitId(self.next_unit);
                    self.next_unit += 1;
                    self.units.push(id);
                    let kind = self.kinds[self.random.random_range(0..self.kinds.len())].clone();
                    let at = self.cell();
                    let x = at.x as f32 + self.random.random::<f32>();
                    NewUnit { id, team, kind, at: Vec2::new(x, at.y as f32 + 0.5) }
                });
                Action::Spawn(new.collect())
            }
            70..74 if !self.units.is_empty() => Action::RemoveUnits(self.some_units()),
            74..79 => {
                let id = ObstacleId(self.next_obstacle);
                self.next_obstacle += 1;
                let area = Rectangle::new(self.cell(), 2, 3);
                Action::PlaceObstacle { id, kind: ObstacleKind::Boulder, area }
            }
            79..82 => {
                let id = ObstacleId(self.random.random_range(0..=self.next_obstacle));
                let to = self.cell();
                match self.random.random_range(0..4) {
                    0 => Action::ResizeObstacle { id, area: Rectangle::new(to, 3, 1) },
                    _ => Action::MoveObstacle { id, to },
                }
            }
            82..85 => {
                let id = ObstacleId(self.random.random_range(0..=self.next_obstacle));
                Action::RemoveObstacle(id)
            }
            85..94 => {
                let doctrine = presets()[self.random.random_range(0..presets().len())].doctrine;
                Action::SetDoctrine { team, doctrine }
            }
            94 => Action::SetMotion(match self.random.random_range(0..2) {
                0 => Motion::Steered,
                _ => Motion::CellSteps(CellSteps::default()),
            }),
            96 => {
                let kinds = phalanx::combat::built_in();
                let mut kind = KindDefinition::of(kinds[self.random.random_range(0..3)]);
                kind.hit_points *= self.random.random_range(0.5..2.0);
                kind.radius *= self.random.random_range(0.9..1.2);
                kind.flying = self.random.random_range(0..4) == 0;
                if self.random.random_range(0..3) == 0 {
                    kind.weapon = match kind.weapon {
                        Some(_) => None,
                        None => Some(WeaponDefinition::first()),
                    };
                }
                Action::Kind(match self.random.random_range(0..3) {
                    0 => KindAction::Reset(kind.name),
                    _ => KindAction::Set(kind),
                })
            }
            95 => {
                let to = Place::At(self.cell());
                let order = |(tick, who)| ScriptedOrder {
                    tick,
                    who,
                    order: Order::AttackMove(to),
                    queued: tick % 2 == 1,
                };
                let late = self.random.random_range(0..900);
                Action::SetOrders([(late, Who::Team(team)), (50, Who::Everyone)].map(order).into())
            }
            97 => Action::SetCorners(CornerRule::ALL[self.random.random_range(0..3)]),
            98..100 => Action::SetDirections(vec![(self.cell(), (0.5, -0.25))]),
            100..108 => Action::Team(self.team_action(team)),
            108..114 => Action::Goal(self.goal_action()),
            _ => Action::Fact(match self.random.random_range(0..4) {
                0 => FactAction::Seed(self.random.random_range(0..9)),
                1 => FactAction::Description("Anything.".into()),
                _ => FactAction::Title(format!("title {}", self.random.random_range(0..9))),
            }),
        }
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
