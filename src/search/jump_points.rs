//! Jump point search: plain shortest paths over few nodes.
//!
//! D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, and "Improving Jump Point
//! Search", ICAPS 2014. A* over canonical moves (see `grid/canonical.rs`), but a node enters the queue only where a run
//! of equal moves ends: where another move becomes worthwhile, or at the goal. Straight runs are read from bitmaps that
//! the terrain keeps up to date, 64 cells at a time. A diagonal run looks along both of its straight directions at each
//! cell, and enters what it finds there at once, without a node of its own between.
//!
//! Works with every corner rule, and with unit costs only: cells with prices need [`BestFirst`](super::BestFirst). Lengths
//! are those of [`FastSearch`]; of several shortest paths it may choose another. Cost: a fifth to a tenth of the time of
//! `FastSearch` on large maps.

use super::fixed_point::{self, DIAGONAL, STRAIGHT};
use super::heap::Heap;
use super::nodes::next_generation;
use super::{FastSearch, Outcome, Path, SearchStats};
use crate::grid::{Cell, Direction, MoveTable, Node, Terrain, canonical_moves};

/// A jump point search, with memory that is reused from query to query.
#[derive(Clone, Debug, Default)]
pub struct JumpSearch {
    records: Vec<Record>,
    generation: u32,
    queue: Heap<(u64, Node)>,
    expanded: Vec<Node>,
    generated: u64,
    goal: Cell,
    found: Option<Node>,
    /// Serves paths too long for 32 bits of cost.
    long: Option<Box<FastSearch>>,
}

#[derive(Clone, Copy, Debug, Default)]
struct Record {
    g: u32,
    /// From the upper bits down: generation, flag "is expanded", direction of the last step.
    tag: u32,
    /// The jump point before this one. Diagonal steps lead on from it, then straight ones.
    parent: Node,
}

const EXPANDED: u32 = 8;
const DIRECTION: u32 = 7;
const GENERATION_SHIFT: u32 = 4;

/// A cost does not fit into 32 bits.
struct TooLong;

/// What all expansions of a query have in common.
struct Query<'a> {
    terrain: &'a Terrain,
    table: &'static MoveTable,
    goal: Cell,
}

/// A path so far: where it stands, at which cost, and the jump point that it comes from.
#[derive(Clone, Copy)]
struct Run {
    cell: Cell,
    g: u32,
    parent: Node,
}

impl JumpSearch {
    /// Searches for a shortest path between two cells.
    pub fn search(&mut self, terrain: &Terrain, start: Cell, goal: Cell) -> Outcome {
        self.expanded.clear();
        self.queue.clear();
        (self.generated, self.goal) = (0, goal);
        (self.found, self.long) = (None, None);
        if !terrain.is_passable(start) || !terrain.is_passable(goal) {
            return Outcome::NoPath;
        }
        if self.records.len() < terrain.node_count() {
            self.records.resize(terrain.node_count(), Record::default());
        }
        self.generation = next_generation(self.generation, u32::MAX >> GENERATION_SHIFT, || {
            self.records.fill(Record::default());
        });
        let query = Query { terrain, table: canonical_moves(terrain.corners()), goal };
        match self.run(&query, start) {
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

    fn run(&mut self, query: &Query, start: Cell) -> Result<Option<Node>, TooLong> {
        let terrain = query.terrain;
        let (root, target) = (terrain.node(start), terrain.node(query.goal));
        self.enter(query, Run { cell: start, g: 0, parent: root }, 0)?;
        while let Some((_, node)) = self.queue.first() {
            self.queue.pop();
            let record = &mut self.records[node as usize];
            if record.tag & EXPANDED != 0 {
                continue;
            }
            record.tag |= EXPANDED;
            let Record { g, tag, .. } = *record;
            let is_root = self.expanded.is_empty();
            self.expanded.push(node);
            if node == target {
                return Ok(Some(node));
            }
            let legal = terrain.moves(node);
            let mut moves = match (tag & DIRECTION) as usize {
                _ if is_root => legal,
                direction => query.table[direction][legal as usize],
            };
            let run = Run { cell: terrain.cell(node), g, parent: node };
            while moves != 0 {
                let direction = Direction::ALL[moves.trailing_zeros() as usize];
                moves &= moves - 1;
                if direction.is_diagonal() {
                    self.run_diagonally(query, run, direction)?;
                } else {
                    self.run_straight(query, run, direction)?;
                }
            }
        }
        Ok(None)
    }

    /// Enters the end of a straight run, unless it is a dead end, or the goal on the way there.
    #[inline]
    fn run_straight(
        &mut self,
        query: &Query,
        run: Run,
        direction: Direction,
    ) -> Result<(), TooLong> {
        let (dx, dy) = direction.offset();
        let mut steps = query.terrain.jump_stops().run(run.cell, direction);
        let ahead = (query.goal.x - run.cell.x) * dx + (query.goal.y - run.cell.y) * dy;
        let beside = (query.goal.x - run.cell.x) * dy - (query.goal.y - run.cell.y) * dx;
        let meets_goal = beside == 0 && ahead > 0 && ahead as u32 <= steps;
        if meets_goal {
            steps = ahead as u32;
        }
        let cell = Cell::new(run.cell.x + dx * steps as i32, run.cell.y + dy * steps as i32);
        let moves = query.terrain.moves(query.terrain.node(cell));
        if meets_goal || query.table[direction as usize][moves as usize] != 0 {
            let g = run.g.checked_add(steps * STRAIGHT).ok_or(TooLong)?;
            self.enter(query, Run { cell, g, ..run }, direction as u32)?;
        }
        Ok(())
    }

    /// Follows a diagonal run to its end, and the straight runs that begin at each of its cells.
    #[inline]
    fn run_diagonally(
        &mut self,
        query: &Query,
        mut run: Run,
        direction: Direction,
    ) -> Result<(), TooLong> {
        let (dx, dy) = direction.offset();
        let along = Direction::ALL.map(|d| {
            let (x, y) = d.offset();
            (d, !d.is_diagonal() && (x == dx || y == dy))
        });
        let straight =
            along.iter().filter(|(_, is_part)| *is_part).map(|(d, _)| d.bit()).sum::<u8>();
        let natural = straight | direction.bit();
        let offset = query.terrain.offsets()[direction as usize];
        let mut node = query.terrain.node(run.cell);
        loop {
            node = node.wrapping_add_signed(offset);
            run.cell = run.cell.step(direction);
            run.g = run.g.checked_add(DIAGONAL).ok_or(TooLong)?;
            let moves = query.table[direction as usize][query.terrain.moves(node) as usize];
            if run.cell == query.goal || moves & !natural != 0 {
                return self.enter(query, run, direction as u32);
            }
            let mut sides = moves & straight;
            while sides != 0 {
                let side = Direction::ALL[sides.trailing_zeros() as usize];
                sides &= sides - 1;
                self.run_straight(query, run, side)?;
            }
            if moves & direction.bit() == 0 {
                return Ok(());
            }
        }
    }

    /// Enters a jump point if this path to it is better.
    #[inline]
    fn enter(&mut self, query: &Query, run: Run, direction: u32) -> Result<(), TooLong> {
        let node = query.terrain.node(run.cell);
        let fresh = self.generation << GENERATION_SHIFT;
        let record = &mut self.records[node as usize];
        if record.tag < fresh || record.tag & EXPANDED == 0 && run.g < record.g {
            *record = Record { g: run.g, tag: fresh | direction, parent: run.parent };
            let h = fixed_point::octile(run.cell, query.goal);
            let priority = run.g.checked_add(h).ok_or(TooLong)?;
            // Of equal priorities the larger cost comes first: it is nearer to the goal.
            self.queue.push((u64::from(priority) << 32 | u64::from(!run.g), node));
            self.generated += 1;
        }
        Ok(())
    }

    /// Statistics of the last search: jump points only.
    pub fn stats(&self) -> SearchStats {
        if let Some(long) = &self.long {
            return long.stats();
        }
        let expanded = self.expanded.len() as u64;
        SearchStats { expanded, generated: self.generated, reopened: 0 }
    }

    /// The jump points that the last search expanded, in order.
    pub fn expanded(&self) -> &[Node] {
        self.long.as_ref().map_or(&self.expanded, |long| long.expanded())
    }

    /// Cost of a touched jump point from the start, and its estimate to the goal, in cells.
    pub fn costs(&self, terrain: &Terrain, node: Node) -> Option<(f64, f64)> {
        if let Some(long) = &self.long {
            return long.costs(terrain, node);
        }
        let record = self.records.get(node as usize)?;
        let touched = self.generation > 0 && record.tag >> GENERATION_SHIFT == self.generation;
        touched.then(|| (fixed_point::length(record.g), terrain.cell(node).octile(self.goal)))
    }

    /// The path that the last search found.
    pub fn path(&self, terrain: &Terrain) -> Option<Path> {
        if let Some(long) = &self.long {
            return long.path(terrain);
        }
        let mut node = self.found?;
        let root = *self.expanded.first()?;
        let mut cell = terrain.cell(node);
        let mut cells = vec![cell];
        while node != root {
            node = self.records[node as usize].parent;
            let parent = terrain.cell(node);
            // Backwards: the straight steps, then the diagonal ones.
            while cell != parent {
                let (dx, dy) = (parent.x - cell.x, parent.y - cell.y);
                let (x, y) = match dx.abs() - dy.abs() {
                    0 => (dx.signum(), dy.signum()),
                    more if more > 0 => (dx.signum(), 0),
                    _ => (0, dy.signum()),
                };
                cell = Cell::new(cell.x + x, cell.y + y);
                cells.push(cell);
            }
        }
        cells.reverse();
        Some(Path::new(cells))
    }
}
