//! WHCA*: units plan the next few steps in space and time, against what others have reserved.
//!
//! D. Silver, "Cooperative Pathfinding", AIIDE 2005: Windowed Hierarchical Cooperative A*. A search over pairs of cell and
//! time, as deep as the window; beyond it counts the distance of the unit alone, by a reverse search that is
//! resumed. Waiting costs 1, on the goal nothing. No two units are on one cell at one time, and no two change places.
//! Each plans anew when half its window is walked, not all at once.
//!
//! Open in direction-maps, which compares itself with WHCA* at a window of 4: everything else. In its experiment here units plan in a
//! fixed order, and those that are done keep their cell; with `rotate` the order goes round, and with `step_aside` units that
//! are done make room and come back. `resume` is Silver's reverse resumable search; off, the nodes come nearer to those
//! that direction-maps prints (see the experiment `direction-maps`).
//!
//! Differs: `rotate`, `step_aside`, `strict` and `round_parked` are off in the preset "WHCA*". "WHCA* over a direction map", which is ours,
//! has `round_parked` on: without it, most of its runs on the map of Table 1 never end, because waiting behind a unit that is
//! done is cheaper than any step against the stream. Units that follow one another closely act front unit first, because
//! actions are made one after the other.
//!
//! It runs over any layers: inside the window steps cost what the layers say, beyond it as well, at the prices of
//! the time at which the reverse search came by. WHCA* over a direction map is named as future work in M. R. Jansen, N. R.
//! Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008.
//!
//! Where units are steered there is no timetable: a group plans one window together, and the rest of the way alone.
//!
//! A plan expands a few dozen states for a window of 4, and the reverse search the cells that it comes to for the first time. A
//! reverse search keeps 16 bytes per cell and goal; how many are kept is limited.

use super::a_star::UnitPlan;
use super::layers::Layers;
use super::scratch::PlanScratch;
use super::step_cost::{PlanContext, Pricing};
use super::visited::SearchedCell;
use super::weighted_a_star;
use super::{AStar, Search};
use crate::grid::{Cell, Direction, Node, Terrain};
use crate::search::{CostModel, Path, Reservations, ReverseSearch, SearchStats};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

crate::parameters! {
    /// Parameters of WHCA*.
    pub struct Whca {
        /// How far ahead units plan together.
        window: u32 = 4, in 1..=16, unit "steps";
        /// Whether a cell may not be entered in the step in which somebody leaves it. Off, units follow one another
        /// closely; the one in front acts first.
        strict: bool = false;
        /// Whether the order in which units plan goes round, so that nobody always has to give way.
        rotate: bool = false;
        /// Whether units that have arrived step aside for others and come back. Off, they stay.
        step_aside: bool = false;
        /// Whether the search for a unit alone leads round units that stay where they are. Off, it ignores them, and a unit
        /// may wait behind them if the way round is longer than the window.
        round_parked: bool = false;
        /// Whether the search for a unit alone is resumed. Off, it is redone with every plan.
        resume: bool = true;
    }
}

/// Who stands on a cell, as far as the table does not know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody, or somebody whose steps are reserved.
    Free,
    /// Somebody who is about to go.
    Passing,
    /// Somebody who stays.
    Parked,
}

/// A unit that is to plan.
#[derive(Clone, Copy, Debug)]
pub struct Cooperator {
    /// Its number.
    pub unit: u32,
    /// Where it stands.
    pub start: Cell,
    /// Where it is going.
    pub goal: Cell,
    /// How many of its steps it reserves; those who only dwell reserve few, so that others can plan to come through.
    pub holds: u32,
    /// When its way to this goal began; distances under prices from before that are out of date.
    pub since: u64,
}

/// What units that plan together share: the table, and the distances to their goals.
#[derive(Clone, Debug, Default)]
pub struct Cooperation {
    /// Who will be where.
    pub table: Reservations,
    kept: Vec<Kept>,
    states: Vec<State>,
    generation: u32,
    queue: BinaryHeap<(Reverse<u64>, u32, Reverse<u32>)>,
}

/// The distances to a goal.
#[derive(Clone, Debug)]
struct Kept {
    goal: Cell,
    revision: u64,
    begun: u64,
    used: u64,
    search: ReverseSearch,
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
/// Memory for distances, in nodes of all reverse searches together.
const MOST_NODES: usize = 8 << 20;
/// Reverse searches that are kept on any map.
const LEAST_KEPT: usize = 16;

impl Cooperation {
    /// Plans the steps of one unit for a window from the present time of the table on, and reserves them. One cell for each
    /// time, the present included; a cell that comes twice is a wait. Nothing if there is no way to be anywhere at the
    /// end of the window.
    pub fn plan(
        &mut self,
        parameters: &Whca,
        layers: &Layers,
        chart: &PlanContext,
        scratch: &mut PlanScratch,
        who: Cooperator,
        standing: impl Fn(Node) -> Standing,
    ) -> (Option<Vec<Cell>>, u64) {
        self.table.release(who.unit);
        let watched = scratch.recorder.on;
        let prices = Pricing::new(layers, chart, scratch.markers.values());
        let least = prices.least();
        let goal = chart.terrain.bounds().contains(who.goal).then(|| chart.terrain.node(who.goal));
        let on = parameters.round_parked;
        let model = RoundTheParked { prices, standing: &standing, goal, on };
        let priced = weighted_a_star::is_priced(layers, chart);
        let (kept, terrain) =
            (self.distances(parameters, priced, chart.terrain, who), chart.terrain);
        let mut window = Window {
            who,
            strict: parameters.strict,
            depth: parameters.window,
            least,
            terrain,
            model,
            table: &self.table,
            distances: &mut self.kept[kept].search,
            states: &mut self.states,
            queue: &mut self.queue,
            log: watched.then(Vec::new),
        };
        self.generation = window.make_room(self.generation);
        window.distances.watch(watched);
        let (cells, expanded) = window.search(self.generation, &standing);
        let expanded = expanded + window.distances.take_expanded();
        let (beyond, states) = (window.distances.take_log(), window.log.unwrap_or_default());
        let beyond = beyond.iter().map(|&(node, g)| {
            let (g, cell) = (g as f32, terrain.cell(node));
            SearchedCell { cell, g, h: 0.0, f: g }
        });
        scratch.record_cells(terrain, beyond.chain(states.iter().copied()));
        if let Some(cells) = &cells {
            let held = cells.iter().take(who.holds as usize + 1);
            let nodes: Vec<Node> = held.map(|&cell| terrain.node(cell)).collect();
            self.table.reserve(who.unit, &nodes);
        }
        (cells, expanded)
    }

    /// The place of the distances to a goal among those that are kept.
    fn distances(
        &mut self,
        parameters: &Whca,
        priced: bool,
        terrain: &Terrain,
        who: Cooperator,
    ) -> usize {
        let now = self.table.now();
        let most = (MOST_NODES / terrain.node_count().max(1)).max(LEAST_KEPT);
        let known = self.kept.iter().position(|kept| kept.goal == who.goal);
        let oldest = || {
            let places = 0..self.kept.len();
            places.min_by_key(|&i| (self.kept[i].used, i)).filter(|_| self.kept.len() >= most)
        };
        let place = known.or_else(oldest).unwrap_or_else(|| {
            let search = ReverseSearch::default();
            self.kept.push(Kept { goal: who.goal, revision: 0, begun: 0, used: 0, search });
            self.kept.len() - 1
        });
        let kept = &mut self.kept[place];
        let current = known.is_some()
            && parameters.resume
            && kept.revision == terrain.revision()
            && (!priced || kept.begun >= who.since);
        if !current {
            (kept.goal, kept.revision, kept.begun) = (who.goal, terrain.revision(), now);
            kept.search.begin(terrain, who.goal, who.start);
        }
        kept.used = now;
        place
    }
}

/// The prices of the layers, with no way through those who stay where they are, unless that is the goal. A detour round
/// them may be dearer than waiting for a whole window, and they would be waited for in vain.
struct RoundTheParked<'a, M, S> {
    prices: M,
    standing: &'a S,
    goal: Option<Node>,
    on: bool,
}

impl<M: CostModel, S: Fn(Node) -> Standing> CostModel for RoundTheParked<'_, M, S> {
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        if self.on && Some(to) != self.goal && (self.standing)(to) == Standing::Parked {
            return f64::INFINITY;
        }
        self.prices.step(from, to, direction, g)
    }
}

/// One search in space and time.
struct Window<'a, M> {
    who: Cooperator,
    strict: bool,
    depth: u32,
    least: f64,
    terrain: &'a Terrain,
    model: M,
    table: &'a Reservations,
    distances: &'a mut ReverseSearch,
    states: &'a mut Vec<State>,
    queue: &'a mut BinaryHeap<(Reverse<u64>, u32, Reverse<u32>)>,
    /// The states expanded, while somebody asks for them.
    log: Option<Vec<SearchedCell>>,
}

impl<M: CostModel> Window<'_, M> {
    /// Fits the states to the window and returns the next generation.
    fn make_room(&mut self, generation: u32) -> u32 {
        let side = 2 * self.depth as usize + 1;
        let count = side * side * (self.depth as usize + 1);
        let next = generation.wrapping_add(1);
        if self.states.len() < count || next == 0 {
            self.states.clear();
            self.states.resize(count, State::default());
            return 1;
        }
        next
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

    fn search(
        &mut self,
        generation: u32,
        standing: impl Fn(Node) -> Standing,
    ) -> (Option<Vec<Cell>>, u64) {
        self.queue.clear();
        self.enter(generation, self.who.start, 0, 0.0, WAIT);
        let mut expanded = 0;
        while let Some((Reverse(priority), depth, Reverse(state))) = self.queue.pop() {
            let record = &mut self.states[state as usize];
            if std::mem::replace(&mut record.closed, true) {
                continue;
            }
            let g = record.g;
            expanded += 1;
            let (cell, _) = self.place(state as usize);
            if let Some(log) = &mut self.log {
                let f = f64::from_bits(priority);
                log.push(SearchedCell { cell, g: g as f32, h: (f - g) as f32, f: f as f32 });
            }
            if depth == self.depth {
                return (Some(self.walk_back(state as usize)), expanded);
            }
            self.expand(generation, (cell, depth, g), &standing);
        }
        (None, expanded)
    }

    /// Looks at waiting and at every legal step.
    fn expand(
        &mut self,
        generation: u32,
        (cell, depth, g): (Cell, u32, f64),
        standing: &impl Fn(Node) -> Standing,
    ) {
        let (node, time) = (self.terrain.node(cell), self.table.now() + u64::from(depth));
        let offsets = self.terrain.offsets();
        let others =
            |node: Node, time: u64| self.table.at(node, time).filter(|&u| u != self.who.unit);
        // Somebody comes in here next: too close, whether this unit stays or goes.
        if self.strict && others(node, time + 1).is_some() {
            return;
        }
        let mut open: [Option<f64>; 9] = [None; 9];
        if others(node, time + 1).is_none() {
            open[usize::from(WAIT)] = Some(g + if cell == self.who.goal { 0.0 } else { 1.0 });
        }
        for direction in Direction::ALL {
            if self.terrain.moves(node) & direction.bit() == 0 {
                continue;
            }
            let next = node.wrapping_add_signed(offsets[direction as usize]);
            let in_front = others(next, time);
            let swaps = in_front.is_some() && others(node, time + 1) == in_front;
            let stands = match standing(next) {
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
            self.enter(generation, to, depth + 1, cost, by as u8);
        }
    }

    /// Puts a state into the queue if this is the best way to it, and a way leads on from there.
    fn enter(&mut self, generation: u32, cell: Cell, depth: u32, g: f64, by: u8) {
        let state = self.state(cell, depth);
        let record = &self.states[state];
        let known = record.generation == generation;
        if known && (record.closed || g >= record.g) || !g.is_finite() {
            return;
        }
        let ahead = self.distances.distance(self.terrain, &self.model, self.least, cell);
        if let Some(h) = ahead {
            self.states[state] = State { g, generation, closed: false, by };
            self.queue.push((Reverse((g + h).max(0.0).to_bits()), depth, Reverse(state as u32)));
        }
    }

    fn walk_back(&self, state: usize) -> Vec<Cell> {
        let (mut cell, mut depth) = self.place(state);
        let mut cells = vec![cell];
        while depth > 0 {
            let by = self.states[self.state(cell, depth)].by;
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

/// Plans for one of a group that has no timetable: the window together with those who planned before it, the rest of the
/// way alone.
pub(super) fn plan_member(
    parameters: &Whca,
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    cooperation: &mut Cooperation,
    (unit, start, goal): (u32, Cell, Cell),
) -> UnitPlan {
    if !chart.terrain.is_passable(start) || !chart.terrain.is_passable(goal) {
        return UnitPlan::default();
    }
    let who = Cooperator { unit, start, goal, holds: parameters.window, since: 0 };
    let free = |_: Node| Standing::Free;
    let (window, expanded) = cooperation.plan(parameters, layers, chart, scratch, who, free);
    let mut cells = window.unwrap_or(vec![start]);
    cells.dedup();
    let from = cells[cells.len() - 1];
    let alone = Search::AStar(AStar { per_unit: true, ..AStar::default() });
    let rest = super::plan_unit(&alone, layers, chart, scratch, from, goal);
    let stats = SearchStats { expanded: rest.stats.expanded + expanded, ..rest.stats };
    let path = rest.path.map(|rest| {
        cells.extend(rest.cells().iter().skip(1));
        Path::new(cells)
    });
    UnitPlan { path, stats }
}

#[cfg(test)]
#[path = "whca_tests.rs"]
mod tests;
