//! Units and a goal for a map that has none, so that there is something to see at once.
//!
//! In the largest region, units stand at one end of its longer side and go to a goal at the other end. Cells with room
//! around them are preferred. Costs one flood fill and a few passes over the map.

use crate::combat::built_in;
use crate::grid::{Cell, Direction, Regions, Terrain};
use crate::scenario::{
    Goal, GoalId, Order, Place, Scenario, ScriptedOrder, TeamId, UnitId, UnitSpec, Who,
};
use std::collections::{BTreeSet, VecDeque};

/// Units on a map that has room for them.
const UNITS: usize = 12;

/// Largest part of a region that is filled with units, as a divisor of its cells.
const SHARE: usize = 4;

impl Scenario {
    /// The scenario with units at one end of the map and an order to go to a goal at the other end. Unchanged if
    /// it has units, or if no two cells are connected.
    pub fn with_first_units(mut self) -> Self {
        if !self.units.is_empty() {
            return self;
        }
        let terrain = self.stamped_terrain();
        let Some((start, goal, cells)) = ends(&terrain) else { return self };
        let most = UNITS.min(cells / SHARE).max(1);
        let places = cells_around(&terrain, start, goal, most);
        self.units = (0..)
            .map(UnitId)
            .zip(places)
            .map(|(id, at)| UnitSpec { id, team: TeamId(0), kind: built_in()[0], at })
            .collect();
        let id = GoalId::next(&self.goals);
        self.goals.push(Goal { id, name: self.free_goal_name(), at: goal });
        self.orders.push(ScriptedOrder {
            tick: 0,
            who: Who::Everyone,
            order: Order::Move(Place::Goal(id)),
            queued: false,
        });
        self
    }

    /// The scenario with first units and a description that says what they do: a bare map to look at.
    pub fn to_try_out(self) -> Self {
        let scenario = self.with_first_units();
        let description = match scenario.units.len() {
            0 => String::new(),
            1 => "A bare map; one unit goes from one end to the other.".into(),
            n => format!("A bare map; {n} units go from one end to the other."),
        };
        Self { description, ..scenario }
    }

    fn free_goal_name(&self) -> String {
        let is_free = |name: &String| self.goals.iter().all(|goal| goal.name != *name);
        let numbered = (2..).map(|n| format!("goal {n}"));
        std::iter::once("goal".to_string()).chain(numbered).find(is_free).unwrap_or_default()
    }
}

/// A cell at each end of the largest region, and the number of its cells; `None` if no region has two cells.
fn ends(terrain: &Terrain) -> Option<(Cell, Cell, usize)> {
    let regions = Regions::of(terrain);
    let largest = (1..=regions.count() as u32).max_by_key(|&r| (regions.size(r), u32::MAX - r))?;
    let count = regions.size(largest) as usize;
    let inside = |cell: &Cell| regions.region(terrain, *cell) == largest;
    let has_room = |cell: &Cell| inside(cell) && terrain.is_open_around(*cell);
    let roomy = terrain.bounds().cells().filter(has_room).count() > count / 2;
    let cells = || {
        terrain.bounds().cells().filter(|cell| if roomy { has_room(cell) } else { inside(cell) })
    };
    let first = cells().next()?;
    let (low, high) = cells().fold((first, first), |(low, high), cell| {
        let low = Cell::new(low.x.min(cell.x), low.y.min(cell.y));
        (low, Cell::new(high.x.max(cell.x), high.y.max(cell.y)))
    });
    // Along the longer side, centred on the other one as far as possible.
    let wide = high.x - low.x >= high.y - low.y;
    let along = |c: &Cell| if wide { c.x } else { c.y };
    let off_middle = |c: &Cell| {
        if wide { (2 * c.y - low.y - high.y).abs() } else { (2 * c.x - low.x - high.x).abs() }
    };
    let start = cells().min_by_key(|c| (along(c), off_middle(c)))?;
    let goal = cells().min_by_key(|c| (-along(c), off_middle(c)))?;
    (start != goal).then_some((start, goal, count))
}

/// The cells that are the fewest steps away from one, without the goal.
fn cells_around(terrain: &Terrain, start: Cell, goal: Cell, most: usize) -> Vec<Cell> {
    let mut seen = BTreeSet::from([start]);
    let mut queue = VecDeque::from([start]);
    let mut found = Vec::new();
    while let Some(cell) = queue.pop_front() {
        if cell != goal {
            found.push(cell);
        }
        if found.len() == most {
            break;
        }
        for direction in Direction::ALL {
            let (dx, dy) = direction.offset();
            let next = Cell::new(cell.x + dx, cell.y + dy);
            if terrain.allows(cell, direction) && seen.insert(next) {
                queue.push_back(next);
            }
        }
    }
    // In rows, as blocks of units are written.
    found.sort_by_key(|cell| (cell.y, cell.x));
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, CornerRule};

    fn on(rows: &[&str]) -> Scenario {
        Scenario::plain(Terrain::from_text(CornerRule::default(), rows)).with_first_units()
    }

    #[test]
    fn units_stand_at_one_end_and_go_to_the_other() {
        let scenario = Scenario::blank(Bounds::new(40, 20)).with_first_units();
        assert_eq!(scenario.units.len(), UNITS);
        assert!(scenario.units.iter().all(|unit| unit.at.x < 8), "{:?}", scenario.units);
        assert_eq!(scenario.goals[0].at.x, 38);
        assert_eq!(scenario.orders.len(), 1);
        let tall = Scenario::blank(Bounds::new(20, 40)).with_first_units();
        assert_eq!(tall.goals[0].at.y, 38);
    }

    #[test]
    fn units_stand_on_free_cells_that_are_connected_with_the_goal() {
        let scenario = on(&["..#.........", "..#.@@@@@@@.", "..#.@.....@.", "..#........."]);
        let regions = Regions::of(&scenario.terrain);
        let goal = scenario.goals[0].at;
        let places: BTreeSet<Cell> = scenario.units.iter().map(|unit| unit.at).collect();
        assert_eq!(places.len(), scenario.units.len(), "two units on one cell");
        assert!(!places.is_empty() && !places.contains(&goal));
        for place in places {
            assert!(regions.connected(&scenario.terrain, place, goal), "{place} to {goal}");
        }
    }

    #[test]
    fn a_map_without_room_gets_no_units() {
        for rows in [&["@@", "@@"], &["@.", "@@"]] {
            let scenario = on(rows);
            assert!(scenario.units.is_empty() && scenario.orders.is_empty(), "{rows:?}");
        }
        assert_eq!(on(&[".."]).units.len(), 1);
    }

    #[test]
    fn units_that_are_there_stay_as_they_are() {
        let scenario = Scenario::blank(Bounds::new(9, 9)).with_first_units();
        assert_eq!(scenario.clone().with_first_units(), scenario);
    }
}
