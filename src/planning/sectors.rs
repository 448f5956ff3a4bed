//! Sectors: paths planned piece by piece along a path over large squares.
//!
//! M. R. Jansen, N. R. Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008, section "Reducing Costs
//! Using Abstraction", after N. R. Sturtevant, "Memory-Efficient Abstractions for Pathfinding", AIIDE 2007. The map is cut
//! into squares, and each square into parts that hang together. A* over the parts gives the way at large; a search
//! under the layers that are on leads to any cell of a part further on, so that it is free to follow the directions;
//! then the next piece is planned.
//!
//! The paper describes two rules, both of which can be run ([`Sectors::next_sector_only`], [`Sectors::as_printed`]): a piece leads to any
//! cell of the next sector; or one step further ahead, to any cell of the sector after it, and directly to a goal that lies there
//! (Fig. 4), which gives better paths and costs more.
//!
//! Differs: neither gives the paper's tables. What does is a fit, and the default: one step ahead, straight to the goal only if it
//! lies in the same or the next part, 60 per cent of a piece walked (its first cell counted) if that is more than 3 cells, and
//! units seen within 4 cells instead of 5.
//!
//! Open in the paper: how much of a piece is walked before the next plan (as printed: all of it), and how parts are joined (here from
//! middle to middle, by octile distance).
//!
//! The parts cost one look at every cell and its moves, once for each change of the terrain; a plan costs a search over a few
//! dozen parts and one over about two sectors of cells.

use super::a_star::{Heuristic, UnitPlan};
use super::among_units::{Aim, around};
use super::layers::Layers;
use super::scratch::PlanScratch;
use super::step_cost::PlanContext;
use crate::grid::{Bounds, Cell, Direction, Rectangle, Terrain};
use crate::search::{Path, SearchStats};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

crate::parameters! {
    /// Parameters of planning by sectors.
    pub struct Sectors {
        /// Side of a sector.
        size: u32 = 8, in 2..=64, unit "cells";
        /// How many parts beyond the next one a piece leads: 0 to the next sector, 1 one step ahead.
        ahead: u32 = 1, in 0..=8, unit "sectors";
        /// Whether a piece into the goal's own part leads directly to the goal, as in Fig. 4. Off, that is so only if the goal
        /// lies nearer than the part that pieces lead to.
        direct: bool = false;
        /// How much of a piece is walked before the next one is planned.
        keep: f64 = 0.6, in 0.1..=1.0;
        /// Pieces that would come out no longer than this are walked whole.
        least: u32 = 3, in 0..=64, unit "cells";
        /// Units nearer than this when a piece is planned count as walls, where units go from cell to cell.
        visibility: f64 = 4.0, in 0.0..=32.0, unit "cells";
    }
}

impl Sectors {
    /// One step ahead, as the text describes it: directly to a goal in the second sector from here, pieces walked whole, units
    /// seen as far as without sectors.
    pub fn as_printed(size: u32) -> Self {
        Self { size, ahead: 1, direct: true, keep: 1.0, visibility: 5.0, ..Self::default() }
    }

    /// To any cell of the next sector: the rule before the paper's fix.
    pub fn next_sector_only(size: u32) -> Self {
        Self { ahead: 0, direct: false, ..Self::as_printed(size) }
    }
}

/// The sectors of a terrain, split into parts that hang together.
#[derive(Clone, Debug)]
pub struct SectorMap {
    size: u32,
    bounds: Bounds,
    revision: u64,
    /// By node: the number of its part, counted from 1; 0 where nobody can stand.
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
                    map.enter(terrain, cell, label, sector, &mut waiting);
                }
            }
        }
        map.join(terrain);
        map
    }

    /// Adds a cell to a part, and puts its neighbours in the same sector in line.
    fn enter(
        &mut self,
        terrain: &Terrain,
        cell: Cell,
        label: u32,
        sector: Rectangle,
        waiting: &mut Vec<Cell>,
    ) {
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

    fn is_current(&self, terrain: &Terrain, size: u32) -> bool {
        (self.size, self.bounds, self.revision) == (size, terrain.bounds(), terrain.revision())
    }

    /// The number of the part that a cell belongs to, counted from 1; nothing where nobody can stand.
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

/// Plans the next piece of a path. The cells in `scratch.blocked` count as walls.
pub(super) fn plan_piece(
    parameters: &Sectors,
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    start: Cell,
    goal: Cell,
) -> UnitPlan {
    // Taken out for the time of the search, which needs the rest of the scratch.
    let map = match scratch.sectors.take() {
        Some(map) if map.is_current(chart.terrain, parameters.size) => map,
        _ => SectorMap::of(chart.terrain, parameters.size),
    };
    let plan = piece(parameters, &map, layers, chart, scratch, start, goal);
    scratch.sectors = Some(map);
    plan
}

fn piece(
    parameters: &Sectors,
    map: &SectorMap,
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    start: Cell,
    goal: Cell,
) -> UnitPlan {
    let (Some(from), Some(to)) = (map.part(chart.terrain, start), map.part(chart.terrain, goal))
    else {
        return UnitPlan::default();
    };
    let exact = |scratch: &mut PlanScratch| {
        around(layers, chart, scratch, start, Aim::Cell(goal), Heuristic::Octile)
    };
    // Parts beyond the own one to which the search is exact.
    let near = parameters.ahead as usize + usize::from(parameters.direct);
    if from == to || near > 0 && map.parts[from as usize].next.contains(&to) {
        return exact(scratch);
    }
    let (way, expanded) = map.way(from, to);
    let counted = |mut plan: UnitPlan| {
        plan.stats.expanded += expanded;
        plan
    };
    let Some(way) = way else { return counted(UnitPlan::default()) };
    if way.len() <= near + 1 {
        return counted(exact(scratch));
    }
    let part = way[way.len().min(parameters.ahead as usize + 2) - 1];
    let Some(area) = map.sector(part) else { return counted(UnitPlan::default()) };
    let aim = Aim::Area(&map.labels, part, area);
    let mut plan = counted(around(layers, chart, scratch, start, aim, Heuristic::Octile));
    if let Some(path) = &mut plan.path {
        let kept = (parameters.keep * path.cells().len() as f64).floor() as usize;
        if kept > parameters.least as usize {
            let mut cells = std::mem::take(path).into_cells();
            // One step is the least.
            cells.truncate(kept.max(2));
            *path = Path::new(cells);
        }
    }
    plan
}

/// Plans a whole path, piece after piece, for units that do not plan again on the way.
pub(super) fn plan_whole(
    parameters: &Sectors,
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    start: Cell,
    goal: Cell,
) -> UnitPlan {
    scratch.blocked.reset(chart.terrain);
    let mut cells = vec![start];
    let mut stats = SearchStats::default();
    // Under prices a piece may lead back; then the rest is planned exactly.
    let most = 4 + 4 * chart.terrain.bounds().area() / (parameters.size * parameters.size) as usize;
    for _ in 0..most {
        let here = cells[cells.len() - 1];
        let piece = plan_piece(parameters, layers, chart, scratch, here, goal);
        stats += piece.stats;
        let Some(path) = piece.path else { return UnitPlan { path: None, stats } };
        cells.extend(path.cells().iter().skip(1));
        if path.goal() == Some(goal) {
            return UnitPlan { path: Some(Path::new(cells)), stats };
        }
    }
    let here = cells[cells.len() - 1];
    let rest = around(layers, chart, scratch, here, Aim::Cell(goal), Heuristic::Octile);
    stats += rest.stats;
    let path = rest.path.map(|rest| {
        cells.extend(rest.cells().iter().skip(1));
        Path::new(cells)
    });
    UnitPlan { path, stats }
}

impl PlanScratch {
    /// The sectors that the last plan by sectors used.
    pub fn sectors(&self) -> Option<&SectorMap> {
        self.sectors.as_ref()
    }
}

#[cfg(test)]
#[path = "sectors_tests.rs"]
mod tests;
