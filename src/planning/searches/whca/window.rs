//! The search of WHCA* over pairs of cell and time, as deep as the window.

use super::{Cooperator, Standing};
use crate::grid::{Cell, Direction, Node};
use crate::planning::SearchedCell;
use crate::search::{CostModel, Reservations, ReverseSearch};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Memory that is used again from window to window.
#[derive(Clone, Debug, Default)]
pub struct Memory {
    states: Vec<State>,
    generation: u32,
    queue: BinaryHeap<(Reverse<u64>, u32, Reverse<u32>)>,
}

/// A cell at a time, relative to where and when a plan begins.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    g: f64,
    generation: u32,
    closed: bool,
    /// The direction of the step that led here; [`WAIT`] for none.
    by: u8,
}

const WAIT: u8 = 8;
/// One search in space and time.
pub struct Window<'a, M, S> {
    pub who: Cooperator<'a>,
    pub strict: bool,
    pub depth: u32,
    pub least: f64,
    pub model: M,
    pub standing: &'a S,
    pub table: &'a Reservations,
    pub distances: &'a mut ReverseSearch,
    pub memory: &'a mut Memory,
    /// The states expanded, while that is recorded.
    pub log: Option<Vec<SearchedCell>>,
}

impl<M: CostModel, S: Fn(Node) -> Standing> Window<'_, M, S> {
    /// The best path to any cell at the end of the window, and how many states were expanded.
    pub fn search(&mut self) -> (Option<Vec<Cell>>, u64) {
        self.make_room();
        self.enter(self.who.start, 0, 0.0, WAIT);
        let mut expanded = 0;
        while let Some((Reverse(priority), depth, Reverse(state))) = self.memory.queue.pop() {
            let record = &mut self.memory.states[state as usize];
            if std::mem::replace(&mut record.closed, true) {
                continue;
            }
            let g = record.g;
            expanded += 1;
            let (cell, _) = self.place(state as usize);
            if let Some(log) = &mut self.log {
                let f = f64::from_bits(priority);
                log.push(SearchedCell::new(cell, [g, f - g, f]));
            }
            if depth == self.depth {
                return (Some(self.walk_back(state as usize)), expanded);
            }
            self.expand(cell, depth, g);
        }
        (None, expanded)
    }

    /// Fits the memory to the window.
    fn make_room(&mut self) {
        let side = 2 * self.depth as usize + 1;
        let count = side * side * (self.depth as usize + 1);
        let Memory { states, generation, queue } = &mut *self.memory;
        *generation = generation.wrapping_add(1);
        if states.len() < count || *generation == 0 {
            states.clear();
            states.resize(count, State::default());
            *generation = 1;
        }
        queue.clear();
    }

    /// The number of a state.
    fn state(&self, cell: Cell, depth: u32) -> usize {
        let reach = self.depth as i32;
        let side = 2 * self.depth as usize + 1;
        let (x, y) = (cell.x - self.who.start.x + reach, cell.y - self.who.start.y + reach);
        (depth as usize * side + y as usize) * side + x as usize
    }

    /// The cell and the depth of a state.
    fn place(&self, state: usize) -> (Cell, u32) {
        let (reach, side) = (self.depth as i32, 2 * self.depth as usize + 1);
        let (x, y) = ((state % side) as i32 - reach, (state / side % side) as i32 - reach);
        let start = self.who.start;
        (Cell::new(start.x + x, start.y + y), (state / side / side) as u32)
    }

    /// Looks at waiting and at every legal step.
    fn expand(&mut self, cell: Cell, depth: u32, g: f64) {
        let terrain = self.who.context.terrain;
        let (node, time) = (terrain.node(cell), self.table.now() + u64::from(depth));
        let offsets = terrain.offsets();
        let others =
            |node: Node, time: u64| self.table.at(node, time).filter(|&u| u != self.who.unit);
        // Another unit comes in here next: too close, whether this unit stays or goes.
        if self.strict && others(node, time + 1).is_some() {
            return;
        }
        let mut open: [Option<f64>; 9] = [None; 9];
        if others(node, time + 1).is_none() {
            open[usize::from(WAIT)] = Some(g + if cell == self.who.goal { 0.0 } else { 1.0 });
        }
        for direction in Direction::ALL {
            if terrain.moves(node) & direction.bit() == 0 {
                continue;
            }
            let next = node.wrapping_add_signed(offsets[direction as usize]);
            let in_front = others(next, time);
            let swaps = in_front.is_some() && others(node, time + 1) == in_front;
            let stands = match (self.standing)(next) {
                Standing::Free => false,
                Standing::Passing => depth == 0,
                Standing::Parked => true,
            };
            let taken = others(next, time + 1).is_some();
            if !(taken || swaps || stands || self.strict && in_front.is_some()) {
                open[direction as usize] = Some(self.model.step(node, next, direction, g));
            }
        }
        for (by, cost) in open.into_iter().enumerate().filter_map(|(by, c)| Some((by, c?))) {
            let to = Direction::ALL.get(by).map_or(cell, |&direction| cell.step(direction));
            self.enter(to, depth + 1, cost, by as u8);
        }
    }

    /// Puts a state into the queue if this is the best path to it, and a path leads on from there.
    fn enter(&mut self, cell: Cell, depth: u32, g: f64, by: u8) {
        let state = self.state(cell, depth);
        let generation = self.memory.generation;
        let record = &self.memory.states[state];
        let known = record.generation == generation;
        if known && (record.closed || g >= record.g) || !g.is_finite() {
            return;
        }
        let ahead =
            self.distances.distance(self.who.context.terrain, &self.model, self.least, cell);
        if let Some(h) = ahead {
            self.memory.states[state] = State { g, generation, closed: false, by };
            let priority = Reverse((g + h).max(0.0).to_bits());
            self.memory.queue.push((priority, depth, Reverse(state as u32)));
        }
    }

    fn walk_back(&self, state: usize) -> Vec<Cell> {
        let (mut cell, mut depth) = self.place(state);
        let mut cells = vec![cell];
        while depth > 0 {
            let by = self.memory.states[self.state(cell, depth)].by;
            if let Some(direction) = Direction::ALL.get(usize::from(by)) {
                cell = cell.step(direction.opposite());
            }
            depth -= 1;
            cells.push(cell);
        }
        cells.reverse();
        cells
    }
}
