//! Shared helpers: a map drawn as text, with units on it, and shorthands for commands.

#![allow(dead_code, reason = "no test uses all of it")]

pub mod session;
pub mod watch;

use bevy::math::Vec2;
use phalanx::combat::built_in;
use phalanx::grid::{Cell, CornerRule, Terrain};
use phalanx::scenario::{Action, GiveOrder, Order, Scenario, Team, TeamId, UnitId, UnitSpec};
use phalanx::sim::{EventKind, Events, Land, Position, Roster, Route, Simulation, Status, Unit};
use phalanx::steering::{SLACK, depth_in_walls};
use std::ops::{Deref, DerefMut};

/// A scenario drawn as text: letters `a` and `b` are units of two teams, the rest is ground.
pub fn scenario(rows: &[&str]) -> Scenario {
    let ground: Vec<String> = rows.iter().map(|r| r.replace(['a', 'b'], ".")).collect();
    let ground: Vec<&str> = ground.iter().map(String::as_str).collect();
    let mut units = Vec::new();
    for (y, row) in rows.iter().enumerate() {
        for (x, letter) in row.chars().enumerate() {
            if let Some(team) = ['a', 'b'].iter().position(|&t| t == letter) {
                units.push(UnitSpec {
                    id: UnitId(units.len() as u32),
                    team: TeamId(team as u8),
                    kind: built_in()[0],
                    at: Cell::new(x as i32, y as i32),
                });
            }
        }
    }
    let team = |name: &str| Team { name: name.into(), colour: (0, 0, 0), ..Team::numbered(0) };
    Scenario {
        title: "test".into(),
        seed: 1,
        teams: vec![team("a"), team("b")],
        units,
        ..Scenario::plain(Terrain::from_text(CornerRule::BothSidesFree, &ground))
    }
}

/// A running simulation of a drawn scenario.
pub struct Stage(pub Simulation);

impl Deref for Stage {
    type Target = Simulation;
    fn deref(&self) -> &Simulation {
        &self.0
    }
}

impl DerefMut for Stage {
    fn deref_mut(&mut self) -> &mut Simulation {
        &mut self.0
    }
}

impl Stage {
    pub fn new(rows: &[&str]) -> Self {
        Self(Simulation::new(&scenario(rows)))
    }

    pub fn send(&mut self, action: Action) {
        self.0.send([action]);
    }

    pub fn order_units(&mut self, units: &[u32], to: Cell) {
        let units = units.iter().map(|&u| UnitId(u)).collect();
        self.send(Action::Order(GiveOrder { units, order: Order::Move(to), queued: false }));
    }

    pub fn order_all(&mut self, to: Cell) {
        self.give(Order::Move(to));
    }

    pub fn give(&mut self, order: Order) {
        let units = self.all();
        self.send(Action::Order(GiveOrder { units, order, queued: false }));
    }

    pub fn queue_all(&mut self, to: Cell) {
        let units = self.all();
        self.send(Action::Order(GiveOrder { units, order: Order::Move(to), queued: true }));
    }

    pub fn order_team(&mut self, team: char, to: Cell) {
        let number = TeamId(u8::from(team == 'b'));
        let units = self
            .entities()
            .into_iter()
            .filter_map(|e| self.world().get::<Unit>(e))
            .filter(|u| u.team == number)
            .map(|u| u.id)
            .collect();
        self.send(Action::Order(GiveOrder { units, order: Order::Move(to), queued: false }));
    }

    pub fn positions(&self) -> Vec<Vec2> {
        let world = self.world();
        self.entities().into_iter().map(|e| world.get::<Position>(e).unwrap().0).collect()
    }

    pub fn route(&self, unit: u32) -> Vec<Cell> {
        self.world().get::<Route>(self.entity(unit)).unwrap().cells().to_vec()
    }

    pub fn status(&self, unit: u32) -> Status {
        *self.world().get::<Status>(self.entity(unit)).unwrap()
    }

    pub fn events(&self) -> Vec<EventKind> {
        self.get::<Events>().unwrap().iter().map(|e| e.kind.clone()).collect()
    }

    pub fn passable_cells(&self) -> Vec<bool> {
        let terrain = &self.get::<Land>().unwrap().terrain;
        terrain.bounds().cells().map(|c| terrain.is_passable(c)).collect()
    }

    pub fn assert_discs_are_apart(&self) {
        let world = self.world();
        let terrain = &self.get::<Land>().unwrap().terrain;
        let discs: Vec<(Vec2, f32)> = self
            .entities()
            .into_iter()
            .map(|e| {
                (world.get::<Position>(e).unwrap().0, world.get::<Unit>(e).unwrap().kind.radius)
            })
            .collect();
        for (i, &(p, r)) in discs.iter().enumerate() {
            let depth = depth_in_walls(terrain, p, r, &[]);
            assert!(depth <= SLACK + 1e-4, "unit {i} at {p} is {depth} deep in a wall");
            for &(q, s) in &discs[i + 1..] {
                let overlap = r + s - p.distance(q);
                assert!(overlap <= SLACK + 1e-4, "{p} and {q} overlap by {overlap}");
            }
        }
    }

    pub fn report(&self) -> String {
        let lines: Vec<String> = self
            .entities()
            .into_iter()
            .map(|e| {
                let world = self.world();
                format!(
                    "{:?} {:?} rest {:?}",
                    world.get::<Position>(e).unwrap().0,
                    world.get::<Status>(e).unwrap(),
                    world.get::<Route>(e).unwrap().rest
                )
            })
            .collect();
        format!("tick {}\n{}\n{:?}", self.tick(), lines.join("\n"), self.numbers())
    }

    fn all(&self) -> Vec<UnitId> {
        self.get::<Roster>().unwrap().units.keys().copied().collect()
    }

    fn entities(&self) -> Vec<bevy::prelude::Entity> {
        self.get::<Roster>().unwrap().units.values().copied().collect()
    }

    fn entity(&self, unit: u32) -> bevy::prelude::Entity {
        self.get::<Roster>().unwrap().units[&UnitId(unit)]
    }
}
