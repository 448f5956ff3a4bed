//! Sectors: a terrain cut into large squares, and each square into connected parts.
//!
//! Costs one look at every cell and its moves, once for each change of the terrain; a route over the parts expands a few
//! dozen of them.

use crate::grid::{Bounds, Cell, Direction, Node, Rectangle, Terrain};
use crate::planning::PlanScratch;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The sectors of a terrain, split into connected parts.
#[derive(Clone, Debug)]
pub struct SectorMap {
    size: u32,
    bounds: Bounds,
    revision: u64,
    /// By node: the number of its part, counted from 1; 0 where no unit can stand.
    labels: Vec<u32>,
    parts: Vec<Part>,
    /// Number of rows of cells that are cut.
    rows: u32,
}

/// A connected part of a sector.
#[derive(Clone, Debug, Default)]
struct Part {
    /// The sector that it lies in.
    sector: Option<Rectangle>,
    /// The mean column and row of its cells.
    middle: (f64, f64),
    /// Parts that a step leads to, in order.
    next: Vec<u32>,
}

impl SectorMap {
    /// Cuts a terrain into sectors.
    pub fn of(terrain: &Terrain, size: u32) -> Self {
        let mut map = Self::begin(terrain, size);
        map.advance_to(terrain, terrain.bounds().height);
        map
    }

    /// Begins to cut a terrain into sectors.
    pub(in crate::planning) fn begin(terrain: &Terrain, size: u32) -> Self {
        Self {
            size: size.max(1),
            bounds: terrain.bounds(),
            revision: terrain.revision(),
            labels: vec![0; terrain.node_count()],
            parts: vec![Part::default()],
            rows: 0,
        }
    }

    /// Continues until this many rows of cells are divided; the last one joins the parts. Slicing does not change the result.
    pub(in crate::planning) fn advance_to(&mut self, terrain: &Terrain, rows: u32) {
        let rows = rows.min(self.bounds.height);
        if rows <= self.rows {
            return;
        }
        let mut waiting = Vec::new();
        for y in self.rows..rows {
            for x in 0..self.bounds.width {
                let cell = Cell::new(x as i32, y as i32);
                let node = terrain.node(cell);
                if self.labels[node as usize] == 0 && terrain.is_open(node) {
                    self.flood(terrain, node, cell, &mut waiting);
                }
            }
        }
        self.rows = rows;
        if rows == self.bounds.height {
            self.join(terrain);
        }
    }

    /// Adds the part around a cell.
    fn flood(
        &mut self,
        terrain: &Terrain,
        node: Node,
        cell: Cell,
        waiting: &mut Vec<(Node, Cell)>,
    ) {
        let label = self.parts.len() as u32;
        let sector = self.sector_of(cell);
        let offsets = terrain.offsets();
        let mut sums = (0, 0, 0);
        self.labels[node as usize] = label;
        waiting.push((node, cell));
        while let Some((node, cell)) = waiting.pop() {
            sums = (sums.0 + i64::from(cell.x), sums.1 + i64::from(cell.y), sums.2 + 1);
            for direction in directions(terrain.moves(node)) {
                let next = node.wrapping_add_signed(offsets[direction as usize]);
                if self.labels[next as usize] == 0 && sector.contains(cell.step(direction)) {
                    self.labels[next as usize] = label;
                    waiting.push((next, cell.step(direction)));
                }
            }
        }
        let middle = (sums.0 as f64 / sums.2 as f64, sums.1 as f64 / sums.2 as f64);
        self.parts.push(Part { sector: Some(sector), middle, next: Vec::new() });
    }

    /// Records which parts touch. Only the cells at the edge of a sector have steps to another part.
    fn join(&mut self, terrain: &Terrain) {
        let offsets = terrain.offsets();
        let side = self.size as i32;
        let Bounds { width, height } = self.bounds;
        for y in 0..height as i32 {
            let all = y % side == 0 || y % side == side - 1;
            let mut x = 0;
            while x < width as i32 {
                let node = terrain.node(Cell::new(x, y));
                let from = self.labels[node as usize];
                for direction in directions(if from > 0 { terrain.moves(node) } else { 0 }) {
                    let next = node.wrapping_add_signed(offsets[direction as usize]);
                    let to = self.labels[next as usize];
                    let known = &mut self.parts[from as usize].next;
                    if to != from && !known.contains(&to) {
                        known.push(to);
                    }
                }
                let within = x % side;
                x += if all || within == side - 1 || side <= 2 { 1 } else { side - 1 - within };
            }
        }
        self.parts.iter_mut().for_each(|part| part.next.sort_unstable());
    }

    fn sector_of(&self, cell: Cell) -> Rectangle {
        let side = self.size as i32;
        let at = Cell::new(cell.x / side * side, cell.y / side * side);
        let last = self.bounds.clamp(Cell::new(at.x + side - 1, at.y + side - 1));
        Rectangle::spanning(at, last)
    }

    /// Whether this is the map of a terrain as it is now.
    pub(in crate::planning) fn is_current(&self, terrain: &Terrain, size: u32) -> bool {
        (self.size, self.bounds, self.revision) == (size, terrain.bounds(), terrain.revision())
    }

    /// Whether all rows are cut and the parts are joined.
    pub(in crate::planning) fn is_complete(&self) -> bool {
        self.rows == self.bounds.height
    }

    /// By node: the number of its part, counted from 1; 0 where no unit can stand.
    pub(in crate::planning) fn labels(&self) -> &[u32] {
        &self.labels
    }

    /// Whether a step leads from one part to another.
    pub(super) fn touch(&self, from: u32, to: u32) -> bool {
        self.parts[from as usize].next.contains(&to)
    }

    /// The number of the part that a cell belongs to, counted from 1; nothing where no unit can stand.
    pub fn part(&self, terrain: &Terrain, cell: Cell) -> Option<u32> {
        let inside = terrain.bounds() == self.bounds && self.bounds.contains(cell);
        inside.then(|| self.labels[terrain.node(cell) as usize]).filter(|&label| label > 0)
    }

    /// The sector that a part lies in.
    pub fn sector(&self, part: u32) -> Option<Rectangle> {
        self.parts.get(part as usize)?.sector
    }

    /// The route from part to part, both ends included, by A* from centre to centre; and the parts expanded.
    pub fn way(&self, from: u32, to: u32) -> (Option<Vec<u32>>, u64) {
        let distance = |a: u32, b: u32| {
            let ((ax, ay), (bx, by)) =
                (self.parts[a as usize].middle, self.parts[b as usize].middle);
            let (dx, dy) = ((ax - bx).abs(), (ay - by).abs());
            // Whole numbers, so that the queue has an order without doubt.
            ((dx.max(dy) + (std::f64::consts::SQRT_2 - 1.0) * dx.min(dy)) * 1024.0) as u64
        };
        let mut known: Vec<Option<(u64, u32)>> = vec![None; self.parts.len()];
        let mut closed = vec![false; self.parts.len()];
        let mut expanded = 0;
        let mut queue = BinaryHeap::from([(Reverse(distance(from, to)), 0, Reverse(from))]);
        known[from as usize] = Some((0, from));
        while let Some((_, cost, Reverse(part))) = queue.pop() {
            if std::mem::replace(&mut closed[part as usize], true) {
                continue;
            }
            expanded += 1;
            if part == to {
                return (Some(walk_back(&known, from, to)), expanded);
            }
            for &next in &self.parts[part as usize].next {
                let cost = cost + distance(part, next);
                let better = known[next as usize].is_none_or(|(old, _)| cost < old);
                if better && !closed[next as usize] {
                    known[next as usize] = Some((cost, part));
                    queue.push((Reverse(cost + distance(next, to)), cost, Reverse(next)));
                }
            }
        }
        (None, expanded)
    }
}

fn walk_back(known: &[Option<(u64, u32)>], from: u32, to: u32) -> Vec<u32> {
    let mut way = vec![to];
    let mut part = to;
    while part != from {
        let Some((_, before)) = known[part as usize] else { break };
        part = before;
        way.push(part);
    }
    way.reverse();
    way
}

/// The directions of some bits.
fn directions(mut bits: u8) -> impl Iterator<Item = Direction> {
    std::iter::from_fn(move || {
        let direction = Direction::ALL.get(bits.trailing_zeros() as usize);
        bits &= bits.wrapping_sub(1);
        direction.copied()
    })
}

impl PlanScratch {
    /// The sectors that the last plan by sectors used.
    pub fn sectors(&self) -> Option<&SectorMap> {
        self.sectors.as_ref()
    }
}
