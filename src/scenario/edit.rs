//! Editing a scenario by the same actions that change a running simulation.
//!
//! What a person paints, drops and orders while units walk also becomes part of the scenario, so that it
//! can be saved and started again: the ground and the units as if they had been there from the start,
//! orders at the tick at which they were given.

use super::{
    Action, MOST_OBSTACLES, MOST_UNITS, Motion, NewUnit, ObstacleId, ObstacleSpec, Order, Place,
    Scenario, ScriptedOrder, UnitId, UnitSpec, Who,
};
use crate::grid::{Bounds, Cell, Rectangle, Terrain, ring};
use crate::parameters::Parameters;
use std::collections::BTreeSet;
use std::sync::Arc;

impl Scenario {
    /// The number for the next new unit.
    pub fn next_unit_id(&self) -> UnitId {
        UnitId(self.units.iter().map(|u| u.id.0.saturating_add(1)).max().unwrap_or(0))
    }

    /// The number for the next new obstacle.
    pub fn next_obstacle_id(&self) -> ObstacleId {
        ObstacleId(self.obstacles.iter().map(|o| o.id.0.saturating_add(1)).max().unwrap_or(0))
    }

    /// Makes an action part of the scenario, as done at a tick. The scenario stays valid: units that
    /// would end up under a wall or on each other move to the nearest free cell, and what an arena would
    /// refuse is not done here either.
    pub fn apply(&mut self, tick: u64, action: &Action) {
        match action {
            Action::Paint(cells) => {
                let terrain = Arc::make_mut(&mut self.terrain);
                for &(cell, ground) in cells {
                    terrain.set_ground(cell, ground);
                }
                self.move_units_off_walls();
            }
            Action::SetCorners(corners) => Arc::make_mut(&mut self.terrain).set_corners(*corners),
            &Action::PlaceObstacle { id, kind, area } => {
                let known = self.obstacles.iter().any(|o| o.id == id);
                let room = self.obstacles.len() < MOST_OBSTACLES;
                if room && !known && self.terrain.bounds().holds(area) {
                    self.obstacles.push(ObstacleSpec { id, kind, area });
                    self.move_units_off_walls();
                }
            }
            &Action::MoveObstacle { id, to } => {
                let bounds = self.terrain.bounds();
                for obstacle in self.obstacles.iter_mut().filter(|o| o.id == id) {
                    let area = Rectangle { at: to, ..obstacle.area };
                    if bounds.holds(area) {
                        obstacle.area = area;
                    }
                }
                self.move_units_off_walls();
            }
            Action::RemoveObstacle(id) => self.obstacles.retain(|o| o.id != *id),
            Action::Spawn(units) => self.add_units(units),
            Action::RemoveUnits(units) => self.remove_units(units),
            Action::Order { units, order, queued } => {
                self.record_order(tick, units, *order, *queued);
            }
            // A scenario begins with everybody whole and without orders.
            Action::RestoreOrders(_) | Action::RestoreHealth(_) => {}
            Action::SetDoctrine { team, doctrine } => {
                if let Some(team) = self.teams.get_mut(usize::from(team.0)) {
                    team.doctrine = *doctrine;
                }
            }
            Action::SetRules(rules) => self.rules = *rules,
            Action::SetDirections(cells) => self.set_directions(cells),
            &Action::SetMotion(motion) => {
                let wrong = match motion {
                    Motion::CellSteps(rules) => rules.out_of_range().is_some(),
                    Motion::Steered => false,
                };
                if !wrong {
                    self.motion = motion;
                }
            }
        }
    }

    fn add_units(&mut self, units: &[NewUnit]) {
        let terrain = self.terrain_with_obstacles();
        let mut taken: BTreeSet<Cell> = self.units.iter().flat_map(covered).collect();
        let mut numbers: BTreeSet<UnitId> = self.units.iter().map(|u| u.id).collect();
        for unit in units {
            let welcome = usize::from(unit.team.0) < self.teams.len()
                && self.units.len() < MOST_UNITS
                && unit.at.is_finite()
                && numbers.insert(unit.id);
            let Some(kind) = self.catalogue.kind(&unit.kind).filter(|_| welcome) else { continue };
            let near = kind.footprint(unit.at).map_or(Cell::containing(unit.at), |area| area.at);
            let mut spec = UnitSpec { id: unit.id, team: unit.team, kind, at: near };
            if settle(&terrain, &taken, &mut spec) {
                taken.extend(covered(&spec));
                self.units.push(spec);
            }
        }
    }

    fn remove_units(&mut self, units: &[UnitId]) {
        let gone: BTreeSet<_> = units.iter().copied().collect();
        self.units.retain(|u| !gone.contains(&u.id));
        self.withdraw_orders(&gone, 0);
    }

    /// An order replaces what the same units were to be told later.
    fn record_order(&mut self, tick: u64, units: &[UnitId], order: Order, queued: bool) {
        if !queued {
            self.withdraw_orders(&units.iter().copied().collect(), tick);
        }
        let place = self.orders.partition_point(|o| o.tick <= tick);
        let who = Who::Units(units.to_vec());
        self.orders.insert(place, ScriptedOrder { tick, who, order: order.map(Place::At), queued });
    }

    /// Takes units out of all orders from a tick on.
    fn withdraw_orders(&mut self, units: &BTreeSet<UnitId>, from_tick: u64) {
        let mut orders = std::mem::take(&mut self.orders);
        for order in orders.iter_mut().filter(|o| o.tick >= from_tick) {
            let members = self.members(&order.who);
            if members.iter().any(|m| units.contains(m)) {
                let rest = members.into_iter().filter(|m| !units.contains(m)).collect();
                order.who = Who::Units(rest);
            }
        }
        orders.retain(|o| !matches!(&o.who, Who::Units(u) if u.is_empty()));
        self.orders = orders;
    }

    fn move_units_off_walls(&mut self) {
        let terrain = self.terrain_with_obstacles();
        let stands = |unit: &UnitSpec| covered(unit).all(|cell| terrain.is_passable(cell));
        let mut taken: BTreeSet<Cell> =
            self.units.iter().filter(|u| stands(u)).flat_map(covered).collect();
        self.units.retain_mut(|unit| {
            if stands(unit) {
                return true;
            }
            let found = settle(&terrain, &taken, unit);
            if found {
                taken.extend(covered(unit));
            }
            found
        });
        let free = |cell: Cell| terrain.is_passable(cell);
        for goal in &mut self.goals {
            if !terrain.is_passable(goal.at)
                && let Some(cell) = nearest_cell(terrain.bounds(), goal.at, free)
            {
                goal.at = cell;
            }
        }
    }
}

/// The cells that a unit stands on.
fn covered(unit: &UnitSpec) -> impl Iterator<Item = Cell> + use<> {
    Rectangle::new(unit.at, unit.kind.size, unit.kind.size).cells()
}

/// Moves a unit to the nearest place where its cells are passable and not taken. Returns whether there
/// is one.
fn settle(terrain: &Terrain, taken: &BTreeSet<Cell>, unit: &mut UnitSpec) -> bool {
    let size = unit.kind.size;
    let place = nearest_cell(terrain.bounds(), unit.at, |at| {
        Rectangle::new(at, size, size)
            .cells()
            .all(|cell| terrain.is_passable(cell) && !taken.contains(&cell))
    });
    unit.at = place.unwrap_or(unit.at);
    place.is_some()
}

/// The nearest cell that fits, in rings around a cell.
fn nearest_cell(bounds: Bounds, near: Cell, fits: impl Fn(Cell) -> bool) -> Option<Cell> {
    let near = bounds.clamp(near);
    (0..bounds.width.max(bounds.height) as i32)
        .flat_map(|radius| ring(near, radius))
        .find(|&cell| fits(cell))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CornerRule, Ground};
    use crate::scenario::{ObstacleKind, TeamId};
    use glam::Vec2;

    fn scenario() -> Scenario {
        let terrain = Terrain::open(Bounds::new(8, 4), CornerRule::Free);
        Scenario { seed: 1, ..Scenario::on(terrain) }
    }

    fn drop_at(s: &mut Scenario, x: f32, y: f32) -> UnitId {
        let id = s.next_unit_id();
        let unit = NewUnit { id, team: TeamId(0), kind: "soldier".into(), at: Vec2::new(x, y) };
        s.apply(0, &Action::Spawn(vec![unit]));
        id
    }

    #[test]
    fn units_dropped_on_one_place_stand_on_different_cells() {
        let mut s = scenario();
        drop_at(&mut s, 2.5, 2.5);
        drop_at(&mut s, 2.6, 2.4);
        assert_eq!(s.units.len(), 2);
        assert_ne!(s.units[0].at, s.units[1].at);
    }

    #[test]
    fn a_wall_painted_over_a_unit_moves_it_aside() {
        let mut s = scenario();
        drop_at(&mut s, 2.5, 2.5);
        s.apply(5, &Action::Paint(vec![(Cell::new(2, 2), Ground::Wall)]));
        assert!(s.stamped_terrain().is_passable(s.units[0].at));
        let area = Rectangle::new(Cell::new(0, 0), 8, 4);
        s.apply(6, &Action::PlaceObstacle { id: ObstacleId(0), kind: ObstacleKind::Wall, area });
        assert!(s.units.is_empty(), "no cell is left to stand on");
    }

    #[test]
    fn a_later_order_replaces_what_the_same_units_were_told_after_it() {
        let mut s = scenario();
        let (a, b) = (drop_at(&mut s, 0.5, 0.5), drop_at(&mut s, 3.5, 0.5));
        let order = |units: Vec<UnitId>, x| Action::Order {
            units,
            order: Order::Move(Cell::new(x, 3)),
            queued: false,
        };
        s.apply(100, &order(vec![a, b], 1));
        s.apply(50, &order(vec![a], 2));
        assert_eq!(s.orders.len(), 2);
        assert_eq!((s.orders[0].tick, &s.orders[0].who), (50, &Who::Units(vec![a])));
        assert_eq!((s.orders[1].tick, &s.orders[1].who), (100, &Who::Units(vec![b])));
        s.apply(60, &Action::RemoveUnits(vec![a, b]));
        assert!(s.orders.is_empty());
    }
}
