//! Sectors: a terrain cut into large squares, and each square into connected parts.
//!
//! Costs one look at every cell and its moves, once for each change of the terrain; a way over the parts expands a few
//! dozen of them.

use crate::grid::{Bounds, Cell, Direction, Rectangle, Terrain};
use crate::planning::PlanScratch;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The sectors of a terrain, split into parts that hang together.
#[derive(Clone, Debug)]
pub struct SectorMap {
    size: u32,
    bounds: Bounds,
    revision: u64,
    /// By node: the number of its part, counted from 1; 0 where no unit can stand.
    labels: Vec<u32>,
    parts: Vec<Part>,
}

/// A connected part of a sector.
#[derive(Clone, Debug, Default)]
struct Part {
    /// The sector that it lies in.
    sector: Option<Rectangle>,
    /// Sums of columns and rows of its cells, and their number.
    sums: (i64, i64, i64),
    /// Parts that a step leads to, in order.
    next: Vec<u32>,
}

impl Part {
    fn middle(&self) -> (f64, f64) {
        let count = self.sums.2.max(1) as f64;
        (self.sums.0 as f64 / count, self.sums.1 as f64 / count)
    }
}

impl SectorMap {
    /// Cuts a terrain into sectors.
    pub fn of(terrain: &Terrain, size: u32) -> Self {
        let size = size.max(1);
        let bounds = terrain.bounds();
        let mut map = Self {
            size,
            bounds,
            revision: terrain.revision(),
            labels: vec![0; terrain.node_count()],
            parts: vec![Part::default()],
        };
        let mut waiting = Vec::new();
        for cell in bounds.cells().filter(|&cell| terrain.is_passable(cell)) {
            let node = terrain.node(cell);
            if map.labels[node as usize] == 0 {
                let label = map.parts.len() as u32;
                let sector = map.sector_of(cell);
                map.parts.push(Part { sector: Some(sector), ..Part::default() });
                map.labels[node as usize] = label;
                waiting.push(cell);
                while let Some(cell) = waiting.pop() {
                    map.enter(terrain, cell, label, &mut waiting);
                }
            }
        }
        map.join(terrain);
        map
    }

    /// Adds a cell to a part, and puts its neighbours in the same sector in line.
    fn enter(&mut self, terrain: &Terrain, cell: Cell, label: u32, waiting: &mut Vec<Cell>) {
        let sector = self.sector_of(cell);
        let sums = &mut self.parts[label as usize].sums;
        *sums = (sums.0 + i64::from(cell.x), sums.1 + i64::from(cell.y), sums.2 + 1);
        for next in legal_steps(terrain, cell).filter(|&next| sector.contains(next)) {
            let known = &mut self.labels[terrain.node(next) as usize];
            if *known == 0 {
                *known = label;
                waiting.push(next);
            }
        }
    }

    /// Notes which parts touch.
    fn join(&mut self, terrain: &Terrain) {
        for cell in self.bounds.cells().filter(|&cell| terrain.is_passable(cell)) {
            let from = self.labels[terrain.node(cell) as usize];
            for next in legal_steps(terrain, cell) {
                let to = self.labels[terrain.node(next) as usize];
                let known = &mut self.parts[from as usize].next;
                if to != from && !known.contains(&to) {
                    known.push(to);
                }
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
    pub(super) fn is_current(&self, terrain: &Terrain, size: u32) -> bool {
        (self.size, self.bounds, self.revision) == (size, terrain.bounds(), terrain.revision())
    }

    /// By node: the number of its part, counted from 1; 0 where no unit can stand.
    pub(super) fn labels(&self) -> &[u32] {
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

    /// The way from part to part, both ends included, by A* from middle to middle; and the parts expanded.
    pub fn way(&self, from: u32, to: u32) -> (Option<Vec<u32>>, u64) {
        let distance = |a: u32, b: u32| {
            let ((ax, ay), (bx, by)) =
                (self.parts[a as usize].middle(), self.parts[b as usize].middle());
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

fn legal_steps(terrain: &Terrain, cell: Cell) -> impl Iterator<Item = Cell> {
    let moves = terrain.moves(terrain.node(cell));
    let legal = Direction::ALL.into_iter().filter(move |d| moves & d.bit() != 0);
    legal.map(move |d| cell.step(d))
}

impl PlanScratch {
    /// The sectors that the last plan by sectors used.
    pub fn sectors(&self) -> Option<&SectorMap> {
        self.sectors.as_ref()
    }
}
