//! Editing a scenario by the same actions that change a running simulation.
//!
//! Edits made while a simulation runs also become part of the scenario, so that they can be saved and run again: ground
//! and units as if they had been there from the start. Orders by hand are actions of the run; they never change the orders
//! that the scenario gives, but join them before the first tick.

use super::free_space::{Site, move_units_off_walls, nearest_cell, place_unit};
use super::rules::{Facts, admit};
use crate::combat::UnitKind;
use crate::grid::{Bounds, Cell, Ground, Rectangle, Terrain};
use crate::scenario::{
    Action, Catalogue, FactAction, Goal, NewUnit, ObstacleId, ObstacleSpec, Order, Place, Scenario,
    ScriptedOrder, Team, UnitId, UnitSpec, Who,
};
use glam::Vec2;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap, HashSet};
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

    /// Makes an action part of the scenario, as done at a tick. The scenario stays valid: an action that is not
    /// [admissible](crate::scenario::admit) changes nothing, units that would end up under a wall or on each other move to the
    /// nearest free cell, and units without one are removed.
    pub fn apply(&mut self, tick: u64, action: &Action) {
        let mut editor = Editor {
            scenario: self,
            numbers: OnceCell::new(),
            standing: OnceCell::new(),
            homeless: BTreeSet::new(),
        };
        if admit(action, &editor).is_ok() {
            editor.apply(tick, action);
        }
    }

    /// An order by hand before the first tick is given after those of the scenario.
    fn order_at_start(&mut self, units: &[UnitId], order: Order, queued: bool) {
        let place = self.orders.partition_point(|o| o.tick == 0);
        let (who, order) = (Who::Units(units.to_vec()), order.map(Place::At));
        self.orders.insert(place, ScriptedOrder { tick: 0, who, order, queued });
    }

    /// Takes units out of all orders.
    pub(super) fn withdraw_orders(&mut self, units: &BTreeSet<UnitId>) {
        let mut orders = std::mem::take(&mut self.orders);
        for order in &mut orders {
            let members = self.members(&order.who);
            if members.iter().any(|m| units.contains(m)) {
                let rest = members.into_iter().filter(|m| !units.contains(m)).collect();
                order.who = Who::Units(rest);
            }
        }
        orders.retain(|o| !matches!(&o.who, Who::Units(u) if u.is_empty()));
        self.orders = orders;
    }
}

/// One action on a scenario. What costs a pass over the map or the units is computed when it is first needed.
struct Editor<'a> {
    scenario: &'a mut Scenario,
    numbers: OnceCell<HashSet<UnitId>>,
    standing: OnceCell<Standing>,
    /// Units for which there is no place left.
    homeless: BTreeSet<usize>,
}

/// What blocks cells for units.
struct Standing {
    /// The ground with every obstacle.
    terrain: Terrain,
    /// The cells that units cover, with the unit's place in [`Scenario::units`].
    taken: HashMap<Cell, usize>,
}

impl Editor<'_> {
    fn apply(&mut self, tick: u64, action: &Action) {
        let scenario = &mut *self.scenario;
        match action {
            Action::Paint(cells) => self.paint(cells),
            Action::SetCorners(corners) => {
                Arc::make_mut(&mut scenario.terrain).set_corners(*corners);
            }
            &Action::PlaceObstacle { id, kind, area } => {
                scenario.obstacles.push(ObstacleSpec { id, kind, area });
                self.make_way(|cell| area.contains(cell));
            }
            &Action::MoveObstacle { id, to } => {
                if let Some(obstacle) = scenario.obstacles.iter_mut().find(|o| o.id == id) {
                    obstacle.area.at = to;
                    let area = obstacle.area;
                    self.make_way(|cell| area.contains(cell));
                }
            }
            &Action::ResizeObstacle { id, area } => {
                if let Some(obstacle) = scenario.obstacles.iter_mut().find(|o| o.id == id) {
                    obstacle.area = area;
                    self.make_way(|cell| area.contains(cell));
                }
            }
            Action::RemoveObstacle(id) => scenario.obstacles.retain(|o| o.id != *id),
            Action::Spawn(units) => units.iter().for_each(|unit| self.add_unit(unit)),
            Action::RemoveUnits(units) => {
                let gone: BTreeSet<_> = units.iter().copied().collect();
                scenario.units.retain(|u| !gone.contains(&u.id));
                scenario.withdraw_orders(&gone);
            }
            Action::Order { units, order, queued } => {
                if tick == 0 {
                    scenario.order_at_start(units, *order, *queued);
                }
            }
            Action::SetOrders(orders) => {
                scenario.orders = orders.clone();
                scenario.orders.sort_by_key(|order| order.tick);
            }
            // At the start of a scenario units have full health.
            Action::SetHealth(_) => {}
            Action::SetDoctrine { team, doctrine } => {
                if let Some(team) = scenario.teams.get_mut(usize::from(team.0)) {
                    team.doctrine = *doctrine;
                }
            }
            Action::Kind(action) => scenario.change_kinds(action),
            Action::SetRules(rules) => scenario.rules = *rules,
            Action::SetDirections(cells) => scenario.set_directions(cells),
            Action::SetMotion(motion) => scenario.motion = *motion,
            Action::Team(action) => scenario.apply_to_teams(action),
            Action::Goal(action) => scenario.apply_to_goals(action),
            Action::Fact(FactAction::Title(title)) => scenario.title.clone_from(title),
            Action::Fact(FactAction::Description(text)) => scenario.description.clone_from(text),
            Action::Fact(FactAction::Seed(seed)) => scenario.seed = *seed,
        }
    }

    fn paint(&mut self, cells: &[(Cell, Ground)]) {
        let terrain = Arc::make_mut(&mut self.scenario.terrain);
        let mut changed: HashSet<Cell> = cells
            .iter()
            .filter(|&&(cell, ground)| terrain.set_ground(cell, ground))
            .map(|&(cell, _)| cell)
            .collect();
        changed.retain(|&cell| !terrain.is_passable(cell));
        self.make_way(|cell| changed.contains(&cell));
    }

    fn add_unit(&mut self, unit: &NewUnit) {
        let Ok((kind, at)) = place_unit(unit, self) else { return };
        let spec = UnitSpec { id: unit.id, team: unit.team, kind, at: corner(kind, at) };
        if let Some(numbers) = self.numbers.get_mut() {
            numbers.insert(spec.id);
        }
        if let Some(standing) = self.standing.get_mut() {
            let place = self.scenario.units.len();
            standing.taken.extend(covered(kind, spec.at).map(|cell| (cell, place)));
        }
        self.scenario.units.push(spec);
    }

    /// Moves units and goals off cells that have just been blocked.
    fn make_way(&mut self, is_blocked: impl Fn(Cell) -> bool) {
        let Scenario { units, goals, .. } = &*self.scenario;
        let unit_is_blocked = |unit: &UnitSpec| covered(unit.kind, unit.at).any(&is_blocked);
        if !units.iter().any(unit_is_blocked) && !goals.iter().any(|goal| is_blocked(goal.at)) {
            return;
        }
        move_units_off_walls(self);
        let mut place = 0..;
        let homeless = &self.homeless;
        self.scenario.units.retain(|_| place.next().is_some_and(|i| !homeless.contains(&i)));
        let Some(Standing { terrain, .. }) = self.standing.take() else { return };
        for goal in &mut self.scenario.goals {
            let distance = |cell: Cell| cell.euclidean(goal.at) as f32;
            let free = |cell: Cell| terrain.is_passable(cell);
            goal.at = nearest_cell(terrain.bounds(), goal.at, free, distance).unwrap_or(goal.at);
        }
    }

    fn standing(&self) -> &Standing {
        self.standing.get_or_init(|| Standing {
            terrain: self.scenario.terrain_with_obstacles(),
            taken: (self.scenario.units.iter().enumerate())
                .flat_map(|(i, unit)| covered(unit.kind, unit.at).map(move |cell| (cell, i)))
                .collect(),
        })
    }
}

impl Facts for Editor<'_> {
    fn bounds(&self) -> Bounds {
        self.scenario.terrain.bounds()
    }

    fn teams(&self) -> &[Team] {
        &self.scenario.teams
    }

    fn goals(&self) -> &[Goal] {
        &self.scenario.goals
    }

    fn unit_count(&self) -> usize {
        self.scenario.units.len()
    }

    fn has_unit(&self, id: UnitId) -> bool {
        let numbers = || self.scenario.units.iter().map(|unit| unit.id).collect();
        self.numbers.get_or_init(numbers).contains(&id)
    }

    fn obstacle_count(&self) -> usize {
        self.scenario.obstacles.len()
    }

    fn obstacle(&self, id: ObstacleId) -> Option<ObstacleSpec> {
        self.scenario.obstacles.iter().find(|obstacle| obstacle.id == id).copied()
    }

    fn kind(&self, name: &str) -> Option<&'static UnitKind> {
        self.scenario.catalogue.kind(name)
    }

    fn catalogue(&self) -> Option<&Catalogue> {
        Some(&self.scenario.catalogue)
    }

    fn uses_kind(&self, name: &str) -> bool {
        self.scenario.units.iter().any(|unit| unit.kind.name == name)
    }

    fn has_cell_for_each_unit(&self) -> bool {
        // Each unit of a scenario stands on cells of its own.
        true
    }
}

/// Units are known by their place in [`Scenario::units`].
impl Site for Editor<'_> {
    type Unit = usize;

    fn is_on_cells(&self) -> bool {
        true
    }

    fn has_room(&self, kind: &UnitKind, at: Vec2, except: Option<usize>) -> bool {
        let Standing { terrain, taken } = self.standing();
        covered(kind, corner(kind, at)).all(|cell| {
            let other = taken.get(&cell).filter(|&&unit| Some(unit) != except);
            terrain.is_passable(cell) && other.is_none()
        })
    }

    fn units_on_walls(&self) -> Vec<(usize, &'static UnitKind, Vec2)> {
        let walls = &self.standing().terrain;
        let stands =
            |unit: &UnitSpec| covered(unit.kind, unit.at).all(|cell| walls.is_passable(cell));
        (self.scenario.units.iter().enumerate())
            .filter(|(_, unit)| !stands(unit))
            .map(|(i, unit)| (i, unit.kind, unit.kind.position_at(unit.at)))
            .collect()
    }

    fn move_off_wall(&mut self, unit: usize, to: Option<Vec2>) {
        let Some(standing) = self.standing.get_mut() else { return };
        let UnitSpec { kind, at, .. } = &mut self.scenario.units[unit];
        for cell in covered(kind, *at) {
            standing.taken.remove(&cell);
        }
        match to {
            Some(to) => {
                *at = corner(kind, to);
                standing.taken.extend(covered(kind, *at).map(|cell| (cell, unit)));
            }
            None => {
                self.homeless.insert(unit);
            }
        }
    }
}

/// The upper left cell of a unit at a position.
fn corner(kind: &UnitKind, at: Vec2) -> Cell {
    kind.footprint(at).map_or(Cell::containing(at), |area| area.at)
}

/// The cells of a unit with this upper left cell.
fn covered(kind: &UnitKind, corner: Cell) -> impl Iterator<Item = Cell> + use<> {
    Rectangle::new(corner, kind.size, kind.size).cells()
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
    fn an_order_by_hand_leaves_the_orders_of_the_scenario() {
        let mut s = scenario();
        let (a, b) = (drop_at(&mut s, 0.5, 0.5), drop_at(&mut s, 3.5, 0.5));
        let order = |tick, who, x| ScriptedOrder {
            tick,
            who,
            order: Order::Move(Place::At(Cell::new(x, 3))),
            queued: false,
        };
        let own = [order(0, Who::Everyone, 1), order(100, Who::Everyone, 2)];
        s.orders = own.to_vec();
        let by_hand =
            Action::Order { units: vec![a], order: Order::Move(Cell::new(5, 3)), queued: false };
        s.apply(50, &by_hand);
        assert_eq!(s.orders, own);
        s.apply(0, &by_hand);
        assert_eq!(s.orders, [own[0].clone(), order(0, Who::Units(vec![a]), 5), own[1].clone()]);
        s.apply(60, &Action::RemoveUnits(vec![a, b]));
        assert_eq!(s.orders, own, "whom they concern is found out when they are given");
    }
}
