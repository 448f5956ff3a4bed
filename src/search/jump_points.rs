//! Jump point search: plain shortest paths over few nodes. See `jump_engine.rs`.
//!
//! Works with every corner rule, and with unit costs only: cells with costs need [`BestFirst`](super::BestFirst). Lengths
//! are those of [`FastSearch`]; of several shortest paths it may choose another. Cost: a fifth to a tenth of the time of
//! `FastSearch` on large maps.

use super::fixed_point;
use super::jump_engine::{JumpEngine, Query, Targets, TooLong};
use super::{FastSearch, Outcome, Path, SearchStats};
use crate::grid::{Cell, Direction, Node, Terrain};

/// A jump point search, with memory that is reused from query to query.
#[derive(Clone, Debug, Default)]
pub struct JumpSearch {
    engine: JumpEngine,
    goal: Cell,
    found: Option<Node>,
    /// Serves paths too long for 32 bits of cost.
    long: Option<Box<FastSearch>>,
}

/// The only target of a search.
struct Goal(Cell);

impl Targets for Goal {
    #[inline]
    fn contains(&self, cell: Cell) -> bool {
        cell == self.0
    }

    #[inline]
    fn first_on_run(&self, from: Cell, direction: Direction, steps: u32) -> Option<u32> {
        let (dx, dy) = direction.offset();
        let ahead = (self.0.x - from.x) * dx + (self.0.y - from.y) * dy;
        let beside = (self.0.x - from.x) * dy - (self.0.y - from.y) * dx;
        (beside == 0 && ahead > 0 && ahead as u32 <= steps).then_some(ahead as u32)
    }

    #[inline]
    fn estimate(&self, cell: Cell) -> u32 {
        fixed_point::octile(cell, self.0)
    }
}

impl JumpSearch {
    /// Searches for a shortest path between two cells.
    pub fn search(&mut self, terrain: &Terrain, start: Cell, goal: Cell) -> Outcome {
        self.engine.clear();
        self.goal = goal;
        (self.found, self.long) = (None, None);
        if !terrain.is_passable(start) || !terrain.is_passable(goal) {
            return Outcome::NoPath;
        }
        match self.run(terrain, start) {
            Ok(found) => self.found = found,
            Err(TooLong) => {
                let mut search = Box::<FastSearch>::default();
                let outcome = search.search(terrain, start, goal);
                self.long = Some(search);
                return outcome;
            }
        }
        if self.found.is_some() { Outcome::Found(goal) } else { Outcome::NoPath }
    }

    fn run(&mut self, terrain: &Terrain, start: Cell) -> Result<Option<Node>, TooLong> {
        let goal = Goal(self.goal);
        let query = Query::new(terrain, &goal);
        let target = terrain.node(self.goal);
        self.engine.begin(&query, start)?;
        while let Some(node) = self.engine.take() {
            if node == target {
                return Ok(Some(node));
            }
            self.engine.expand(&query, node)?;
        }
        Ok(None)
    }

    /// Statistics of the last search: jump points only.
    pub fn stats(&self) -> SearchStats {
        if let Some(long) = &self.long {
            return long.stats();
        }
        let expanded = self.engine.expanded.len() as u64;
        SearchStats { expanded, generated: self.engine.generated, reopened: 0 }
    }

    /// The jump points that the last search expanded, in order.
    pub fn expanded(&self) -> &[Node] {
        self.long.as_ref().map_or(&self.engine.expanded, |long| long.expanded())
    }

    /// Cost of a touched jump point from the start, and its heuristic to the goal, in cells.
    pub fn costs(&self, terrain: &Terrain, node: Node) -> Option<(f64, f64)> {
        if let Some(long) = &self.long {
            return long.costs(terrain, node);
        }
        let cost = self.engine.cost(node)?;
        Some((fixed_point::length(cost), terrain.cell(node).octile(self.goal)))
    }

    /// The path that the last search found.
    pub fn path(&self, terrain: &Terrain) -> Option<Path> {
        if let Some(long) = &self.long {
            return long.path(terrain);
        }
        let mut cells = self.engine.walk_back(terrain, self.found?);
        cells.reverse();
        Some(Path::new(cells))
    }
}
