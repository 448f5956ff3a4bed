//! The work of a jump point search: its nodes, its queue, and the runs between jump points.
//!
//! D. Harabor, A. Grastien, "Online Graph Pruning for Pathfinding on Grid Maps", AAAI 2011, and "Improving Jump Point
//! Search", ICAPS 2014. A* over canonical moves (see `grid/canonical.rs`), but a node enters the queue only where a run
//! of equal moves ends: where another move becomes worthwhile, or at a target. Straight runs are read from bitmaps that
//! the terrain keeps up to date, 64 cells at a time. A diagonal run looks along both of its straight directions at each
//! cell, and enters what it finds there at once, without a node of its own between.
//!
//! A run ends at its first target and goes on from there when the target is expanded, so a search may have many targets.

use super::fixed_point::{self, DIAGONAL, STRAIGHT};
use super::heap::Heap;
use super::nodes::next_generation;
use crate::grid::{Cell, Direction, MoveTable, Node, Terrain, canonical_moves};

/// The nodes of a search, with memory that is reused from search to search.
#[derive(Clone, Debug, Default)]
pub(super) struct JumpEngine {
    records: Vec<Record>,
    generation: u32,
    queue: Heap<(u64, Node)>,
    /// In order of expansion.
    pub(super) expanded: Vec<Node>,
    pub(super) generated: u64,
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
pub(super) struct TooLong;

/// What a search looks for.
pub(super) trait Targets {
    /// Whether a cell is a target.
    fn contains(&self, cell: Cell) -> bool;

    /// Number of steps from a cell to the first target on a straight run of `steps` steps.
    fn first_on_run(&self, from: Cell, direction: Direction, steps: u32) -> Option<u32>;

    /// A consistent heuristic: at most the cost of a shortest path to a target.
    fn estimate(&self, cell: Cell) -> u32;
}

/// What all expansions of a search have in common.
pub(super) struct Query<'a, T> {
    terrain: &'a Terrain,
    table: &'static MoveTable,
    targets: &'a T,
}

impl<'a, T> Query<'a, T> {
    pub(super) fn new(terrain: &'a Terrain, targets: &'a T) -> Self {
        Self { terrain, table: canonical_moves(terrain.corners()), targets }
    }
}

/// A path so far: where it stands, at which cost, and the jump point that it comes from.
#[derive(Clone, Copy)]
struct Run {
    cell: Cell,
    g: u32,
    parent: Node,
}

impl JumpEngine {
    /// Drops the search.
    pub(super) fn clear(&mut self) {
        self.expanded.clear();
        self.queue.clear();
        self.generated = 0;
    }

    /// Starts a search from a passable cell, and drops the previous one.
    pub(super) fn begin<T: Targets>(
        &mut self,
        query: &Query<T>,
        root: Cell,
    ) -> Result<(), TooLong> {
        self.clear();
        let count = query.terrain.node_count();
        if self.records.len() < count {
            self.records.resize(count, Record::default());
        }
        self.generation = next_generation(self.generation, u32::MAX >> GENERATION_SHIFT, || {
            self.records.fill(Record::default());
        });
        let parent = query.terrain.node(root);
        self.enter(query, Run { cell: root, g: 0, parent }, 0)
    }

    /// Takes the next node out of the queue. Its cost is final. It must be expanded next, unless the search ends with it.
    #[inline]
    pub(super) fn take(&mut self) -> Option<Node> {
        while let Some((_, node)) = self.queue.first() {
            self.queue.pop();
            let tag = &mut self.records[node as usize].tag;
            if *tag & EXPANDED == 0 {
                *tag |= EXPANDED;
                self.expanded.push(node);
                return Some(node);
            }
        }
        None
    }

    /// Enters the ends of all runs from a node that was just taken out.
    #[inline]
    pub(super) fn expand<T: Targets>(
        &mut self,
        query: &Query<T>,
        node: Node,
    ) -> Result<(), TooLong> {
        let Record { g, tag, .. } = self.records[node as usize];
        let legal = query.terrain.moves(node);
        let is_root = self.expanded.len() == 1;
        let mut moves = match (tag & DIRECTION) as usize {
            _ if is_root => legal,
            direction => query.table[direction][legal as usize],
        };
        let run = Run { cell: query.terrain.cell(node), g, parent: node };
        while moves != 0 {
            let direction = Direction::ALL[moves.trailing_zeros() as usize];
            moves &= moves - 1;
            if direction.is_diagonal() {
                self.run_diagonally(query, run, direction)?;
            } else {
                self.run_straight(query, run, direction)?;
            }
        }
        Ok(())
    }

    /// Follows a straight run. Enters the first target on it, or else its end, unless that is a dead end.
    #[inline]
    fn run_straight<T: Targets>(
        &mut self,
        query: &Query<T>,
        run: Run,
        direction: Direction,
    ) -> Result<(), TooLong> {
        let (dx, dy) = direction.offset();
        let whole = query.terrain.jump_stops().run(run.cell, direction);
        let target = query.targets.first_on_run(run.cell, direction, whole);
        let steps = target.unwrap_or(whole);
        let cell = Cell::new(run.cell.x + dx * steps as i32, run.cell.y + dy * steps as i32);
        let moves = query.terrain.moves(query.terrain.node(cell));
        if target.is_some() || query.table[direction as usize][moves as usize] != 0 {
            let g = run.g.checked_add(steps * STRAIGHT).ok_or(TooLong)?;
            self.enter(query, Run { cell, g, ..run }, direction as u32)?;
        }
        Ok(())
    }

    /// Follows a diagonal run to its end, and the straight runs that begin at each of its cells.
    #[inline]
    fn run_diagonally<T: Targets>(
        &mut self,
        query: &Query<T>,
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
            if query.targets.contains(run.cell) || moves & !natural != 0 {
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
    fn enter<T: Targets>(
        &mut self,
        query: &Query<T>,
        run: Run,
        direction: u32,
    ) -> Result<(), TooLong> {
        let node = query.terrain.node(run.cell);
        let fresh = self.generation << GENERATION_SHIFT;
        let record = &mut self.records[node as usize];
        if record.tag < fresh || record.tag & EXPANDED == 0 && run.g < record.g {
            *record = Record { g: run.g, tag: fresh | direction, parent: run.parent };
            let h = query.targets.estimate(run.cell);
            let priority = run.g.checked_add(h).ok_or(TooLong)?;
            // Of equal priorities the larger cost comes first: it is nearer to a target.
            self.queue.push((u64::from(priority) << 32 | u64::from(!run.g), node));
            self.generated += 1;
        }
        Ok(())
    }

    /// The record of a node that the search has touched.
    #[inline]
    fn record(&self, node: Node) -> Option<&Record> {
        let is_touched = |record: &&Record| record.tag >> GENERATION_SHIFT == self.generation;
        self.records.get(node as usize).filter(is_touched).filter(|_| self.generated > 0)
    }

    /// The cost of a node that the search has touched.
    pub(super) fn cost(&self, node: Node) -> Option<u32> {
        self.record(node).map(|record| record.g)
    }

    /// Whether a node has been expanded, and so has its final cost.
    #[inline]
    pub(super) fn is_expanded(&self, node: Node) -> bool {
        self.record(node).is_some_and(|record| record.tag & EXPANDED != 0)
    }

    /// The cells from a touched node back to the root, both included.
    pub(super) fn walk_back(&self, terrain: &Terrain, from: Node) -> Vec<Cell> {
        let (Some(&root), Some(cost)) = (self.expanded.first(), self.cost(from)) else {
            return Vec::new();
        };
        let mut cell = terrain.cell(from);
        // Enough for straight steps only.
        let mut cells = Vec::with_capacity((cost / fixed_point::STRAIGHT) as usize + 1);
        cells.push(cell);
        let mut node = from;
        while node != root {
            node = self.records[node as usize].parent;
            let parent = terrain.cell(node);
            let (dx, dy) = (parent.x - cell.x, parent.y - cell.y);
            // Backwards: the straight steps, then the diagonal ones.
            let diagonal = dx.abs().min(dy.abs());
            let straight = dx.abs().max(dy.abs()) - diagonal;
            let along = if dx.abs() > dy.abs() { (dx.signum(), 0) } else { (0, dy.signum()) };
            for ((x, y), steps) in [(along, straight), ((dx.signum(), dy.signum()), diagonal)] {
                let first = cell;
                cells.extend((1..=steps).map(|i| Cell::new(first.x + i * x, first.y + i * y)));
                cell = Cell::new(first.x + steps * x, first.y + steps * y);
            }
        }
        cells
    }
}
