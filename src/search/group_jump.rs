//! Shortest paths from many cells to one goal by one jump point search, continued only as far as needed.
//!
//! The search goes from the goal outwards, guided towards the rectangle that holds the starts, as in
//! [`GroupSearch`]; every corner rule is symmetric. Every start is a target: runs end there, see `jump_engine.rs`. Whether a
//! run meets a start is read from bitmaps of the rectangle. The lengths are those of [`GroupSearch`]; of several shortest
//! paths it may choose another, and it knows no distances but those of the starts.
//!
//! Cost: a sixth of the time of [`GroupSearch`] on StarCraft maps, for a group of 50 that stands together; a third of that is
//! writing down the paths.

use super::fixed_point;
use super::group_search::Area;
use super::jump_engine::{JumpEngine, Query, Targets, TooLong};
use super::{GroupSearch, Path, SearchStats};
use crate::grid::{BitLines, Cell, Direction, Node, Terrain};

/// A search for a group, with memory that is reused from group to group.
#[derive(Clone, Debug, Default)]
pub struct GroupJump {
    engine: JumpEngine,
    goal: Option<Cell>,
    revision: u64,
    starts: Starts,
    /// Serves paths too long for 32 bits of cost.
    long: Option<Box<GroupSearch>>,
}

/// The cells to find, and the smallest rectangle that holds all of them.
#[derive(Clone, Debug, Default)]
struct Starts {
    cells: Vec<Cell>,
    area: Area,
    /// One bit per cell of the rectangle: whether it is a start.
    rows: BitLines,
    columns: BitLines,
}

impl Starts {
    /// Takes the passable ones of some cells. Returns whether there are any.
    fn assign(&mut self, terrain: &Terrain, cells: &[Cell]) -> bool {
        self.cells.clear();
        self.cells.extend(cells.iter().copied().filter(|&cell| terrain.is_passable(cell)));
        let Some(area) = Area::around(self.cells.iter().copied()) else { return false };
        self.area = area;
        let width = (area.high.x - area.low.x + 1) as usize;
        let height = (area.high.y - area.low.y + 1) as usize;
        self.rows.reset(height, width);
        self.columns.reset(width, height);
        for cell in &self.cells {
            let (x, y) = ((cell.x - area.low.x) as usize, (cell.y - area.low.y) as usize);
            self.rows.set(y, x, true);
            self.columns.set(x, y, true);
        }
        true
    }
}

impl Targets for Starts {
    #[inline]
    fn contains(&self, cell: Cell) -> bool {
        let Area { low, high } = self.area;
        let is_inside = (low.x..=high.x).contains(&cell.x) && (low.y..=high.y).contains(&cell.y);
        is_inside && self.rows.get((cell.y - low.y) as usize, (cell.x - low.x) as usize)
    }

    #[inline]
    fn first_on_run(&self, from: Cell, direction: Direction, steps: u32) -> Option<u32> {
        let Area { low, high } = self.area;
        let (dx, dy) = direction.offset();
        // Along the run, and across it: the position of the cell, and the ends of the rectangle.
        let (lines, at, low, high, line, first, last) = if dy == 0 {
            (&self.rows, from.x, low.x, high.x, from.y, low.y, high.y)
        } else {
            (&self.columns, from.y, low.y, high.y, from.x, low.x, high.x)
        };
        if !(first..=last).contains(&line) {
            return None;
        }
        let line = (line - first) as usize;
        let found = if dx + dy > 0 {
            lines.next(line, usize::try_from((at + 1).max(low) - low).ok()?)
        } else {
            lines.previous(line, usize::try_from((at - 1).min(high) - low).ok()?)
        };
        let away = (found? as i32 + low).abs_diff(at);
        (away <= steps).then_some(away)
    }

    #[inline]
    fn estimate(&self, cell: Cell) -> u32 {
        self.area.distance(cell)
    }
}

impl GroupJump {
    /// Starts a search around a goal for some cells, and drops the previous one. If the goal is blocked, nothing will be
    /// found.
    pub fn begin(&mut self, terrain: &Terrain, goal: Cell, starts: &[Cell]) {
        self.engine.clear();
        (self.goal, self.long) = (None, None);
        self.revision = terrain.revision();
        if !terrain.is_passable(goal) || !self.starts.assign(terrain, starts) {
            return;
        }
        self.goal = Some(goal);
        let begun = self.engine.begin(&Query::new(terrain, &self.starts), goal);
        self.serve_long(terrain, begun);
    }

    /// Whether this is the search for this goal and the terrain has not changed since it was started. Only valid for the
    /// terrain that the search was started on.
    pub fn is_current(&self, terrain: &Terrain, goal: Cell) -> bool {
        self.goal == Some(goal) && self.revision == terrain.revision()
    }

    /// Continues until a cell has its path, or until it is certain that it has none. Returns whether it has one. The search
    /// must have been started for this cell.
    pub fn settle(&mut self, terrain: &Terrain, cell: Cell) -> bool {
        self.settle_within(terrain, cell, u64::MAX) == Some(true)
    }

    /// Like [`Self::settle`], but pauses after `most` expansions. `None` if it is not known yet whether the cell has a path.
    pub fn settle_within(&mut self, terrain: &Terrain, cell: Cell, most: u64) -> Option<bool> {
        if self.goal.is_none() || !terrain.is_passable(cell) {
            return Some(false);
        }
        let last = self.stats().expanded.saturating_add(most);
        self.run(terrain, Some(cell), last)
    }

    /// Continues until this many nodes are expanded.
    pub fn expand_count(&mut self, terrain: &Terrain, count: u64) {
        if self.goal.is_some() {
            self.run(terrain, None, count);
        }
    }

    /// Expands nodes until a cell is expanded, or until `count` nodes are. Returns whether the cell has a path, if that is
    /// known.
    fn run(&mut self, terrain: &Terrain, cell: Option<Cell>, count: u64) -> Option<bool> {
        let wanted = cell.map(|cell| terrain.node(cell));
        while self.long.is_none() {
            if wanted.is_some_and(|wanted| self.engine.is_expanded(wanted)) {
                return Some(true);
            }
            if self.engine.expanded.len() as u64 >= count {
                return None;
            }
            let Some(node) = self.engine.take() else { return Some(false) };
            let expanded = self.engine.expand(&Query::new(terrain, &self.starts), node);
            self.serve_long(terrain, expanded);
        }
        let done = self.engine.expanded.len() as u64;
        let long = self.long.as_mut()?;
        match cell {
            Some(cell) => {
                let left = count.saturating_sub(done + long.stats().expanded);
                long.settle_within(terrain, cell, left)
            }
            None => {
                long.expand_count(terrain, count.saturating_sub(done));
                None
            }
        }
    }

    /// Starts the A* search instead if a cost was too large for this one.
    fn serve_long(&mut self, terrain: &Terrain, work: Result<(), TooLong>) {
        if let (Err(TooLong), Some(goal)) = (work, self.goal) {
            let mut long = Box::<GroupSearch>::default();
            long.begin(terrain, goal, &self.starts.cells);
            self.long = Some(long);
        }
    }

    /// A shortest path to the goal from a cell that the search was started for and has settled.
    pub fn path(&self, terrain: &Terrain, cell: Cell) -> Option<Path> {
        if let Some(long) = &self.long {
            return long.path(terrain, cell);
        }
        let inside = self.goal.is_some() && terrain.bounds().contains(cell);
        let node = inside.then(|| terrain.node(cell)).filter(|&n| self.engine.is_expanded(n))?;
        Some(Path::new(self.engine.walk_back(terrain, node)))
    }

    /// Statistics of the search so far: jump points only.
    pub fn stats(&self) -> SearchStats {
        let expanded = self.engine.expanded.len() as u64;
        let mut stats = SearchStats { expanded, generated: self.engine.generated, reopened: 0 };
        if let Some(long) = &self.long {
            stats += long.stats();
        }
        stats
    }

    /// The settled nodes, in order.
    pub fn expanded(&self) -> &[Node] {
        self.long.as_ref().map_or(&self.engine.expanded, |long| long.expanded())
    }

    /// The distance of a settled node to the goal, and its heuristic to the cells that the search goes towards, in cells.
    pub fn costs(&self, terrain: &Terrain, node: Node) -> Option<(f64, f64)> {
        if let Some(long) = &self.long {
            return long.costs(terrain, node);
        }
        let estimate = fixed_point::length(self.starts.estimate(terrain.cell(node)));
        Some((fixed_point::length(self.engine.cost(node)?), estimate))
    }
}
