//! The cells that the searches of a plan expand, recorded only on request: for overlays and pictures.
//!
//! "Visited nodes" in E. Wicks Rivas, R. Souza, "Map Marker", and in the marker-cohesion paper before it. A unit's plan may take
//! several searches (pieces of a route by sectors, a window and the path beyond it); together they are the unit's one
//! search. Recording never changes a plan. While it is on it costs a look-up and a copy per expanded node.

use super::scratch::{Engine, PlanScratch};
use crate::grid::{Cell, Node, Terrain};

/// A cell that a search expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SearchedCell {
    /// The cell.
    pub cell: Cell,
    /// Cost from the start (of a reverse search: from the goal), in cells.
    pub g: f32,
    /// Estimated cost still to go, in cells.
    pub h: f32,
    /// The priority at which it was expanded.
    pub f: f32,
}

impl SearchedCell {
    /// A cell with its `g`, `h` and `f`.
    pub(super) fn new(cell: Cell, values: [f64; 3]) -> Self {
        let [g, h, f] = values.map(|value| value as f32);
        Self { cell, g, h, f }
    }
}

/// A set of nodes: one bit for each from the first to the last one in it, so that the sets of many large searches fit
/// into memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NodeBits {
    /// The number of the first word.
    first: usize,
    words: Vec<u64>,
}

const BITS: usize = u64::BITS as usize;

impl NodeBits {
    /// Adds nodes.
    pub fn extend(&mut self, nodes: impl Iterator<Item = Node> + Clone) {
        let word = |node: Node| node as usize / BITS;
        let (low, high) = nodes.clone().fold((usize::MAX, 0), |(low, high), node| {
            (low.min(word(node)), high.max(word(node) + 1))
        });
        if low >= high {
            return;
        }
        if self.words.is_empty() {
            self.first = low;
        }
        if low < self.first {
            let missing = self.first - low;
            self.words.splice(0..0, std::iter::repeat_n(0, missing));
            self.first = low;
        }
        if high > self.first + self.words.len() {
            self.words.resize(high - self.first, 0);
        }
        for node in nodes {
            self.words[word(node) - self.first] |= 1 << (node as usize % BITS);
        }
    }

    /// Whether a node is in the set.
    pub fn contains(&self, node: Node) -> bool {
        let word = (node as usize / BITS).checked_sub(self.first);
        word.and_then(|word| self.words.get(word))
            .is_some_and(|word| word >> (node as usize % BITS) & 1 == 1)
    }

    /// The nodes, in order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = Node> + Clone + '_ {
        self.words.iter().enumerate().flat_map(move |(place, &word)| {
            let base = ((self.first + place) * BITS) as Node;
            std::iter::successors((word != 0).then_some(word), |word| {
                Some(word & (word - 1)).filter(|&rest| rest != 0)
            })
            .map(move |word| base + word.trailing_zeros())
        })
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The memory that the set takes, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Self>() + self.words.capacity() * size_of::<u64>()
    }
}

/// What the search for one unit expanded.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Visited {
    /// Every node that was expanded.
    pub nodes: NodeBits,
    /// The cells in the order of their expansion, with the values that the search ended with; a reopened cell comes again.
    /// Not more than [`Visited::MAX_CELLS`], and only of the unit that planned last in a group.
    pub cells: Vec<SearchedCell>,
    /// Whether a search went over jump points, and passed over the cells between them.
    pub over_jump_points: bool,
    /// Whether one search from the goal served a whole group: `g` counts from the goal.
    pub from_goal: bool,
}

impl Visited {
    /// Maximum number of cells that are kept with their values.
    pub const MAX_CELLS: usize = 1 << 20;

    /// Adds what another search for the same unit expanded.
    pub fn append(&mut self, later: Visited) {
        if self.nodes.is_empty() {
            *self = later;
            return;
        }
        self.nodes.extend(later.nodes.iter());
        self.over_jump_points |= later.over_jump_points;
        self.from_goal |= later.from_goal;
        let room = Self::MAX_CELLS.saturating_sub(self.cells.len());
        self.cells.extend(later.cells.into_iter().take(room));
    }

    fn add(
        &mut self,
        nodes: impl Iterator<Item = Node> + Clone,
        values: impl Fn(Node) -> Option<SearchedCell>,
    ) {
        self.nodes.extend(nodes.clone());
        let room = Self::MAX_CELLS.saturating_sub(self.cells.len());
        self.cells.extend(nodes.filter_map(values).take(room));
    }
}

/// The recorder of a scratch.
#[derive(Clone, Debug, Default)]
pub(super) struct Recorder {
    pub on: bool,
    visited: Visited,
}

impl PlanScratch {
    /// Records from now on what searches expand, or stops that.
    pub fn watch(&mut self, on: bool) {
        self.recorder.on = on;
        if !on {
            self.recorder.visited = Visited::default();
        }
    }

    /// What was expanded since this was asked last, while it was recorded.
    pub fn take_visited(&mut self) -> Visited {
        std::mem::take(&mut self.recorder.visited)
    }

    /// Records what the search that ran last expanded.
    pub(super) fn record_search(&mut self, terrain: &Terrain) {
        if !self.recorder.on {
            return;
        }
        let Self { exact, fast, jump, field, group_jump, last, recorder, .. } = self;
        let visited = &mut recorder.visited;
        visited.over_jump_points |= matches!(last, Engine::Jump | Engine::GroupJump);
        visited.from_goal |= matches!(last, Engine::Field | Engine::GroupJump | Engine::ExactGroup);
        let searched = |node, values| Some(SearchedCell::new(terrain.cell(node), values));
        match last {
            Engine::Exact | Engine::ExactGroup => {
                let values = exact.values();
                visited.add(exact.expanded().iter().copied(), |node| searched(node, values(node)?));
            }
            Engine::Fast => visited.add(fast.expanded().iter().copied(), |node| {
                let (g, h) = fast.costs(terrain, node)?;
                searched(node, [g, h, g + h])
            }),
            Engine::Jump => visited.add(jump.expanded().iter().copied(), |node| {
                let (g, h) = jump.costs(terrain, node)?;
                searched(node, [g, h, g + h])
            }),
            Engine::Field => visited.add(field.expanded().iter().copied(), |node| {
                let g = field.distance(terrain, terrain.cell(node))?;
                searched(node, [g, 0.0, g])
            }),
            Engine::GroupJump => visited.add(group_jump.expanded().iter().copied(), |node| {
                let (g, h) = group_jump.costs(terrain, node)?;
                searched(node, [g, h, g + h])
            }),
            Engine::None => {}
        }
    }

    /// Records cells that were expanded elsewhere.
    pub(super) fn record_cells(
        &mut self,
        terrain: &Terrain,
        cells: impl Iterator<Item = SearchedCell> + Clone,
    ) {
        if self.recorder.on {
            let visited = &mut self.recorder.visited;
            visited.nodes.extend(cells.clone().map(|searched| terrain.node(searched.cell)));
            let room = Visited::MAX_CELLS.saturating_sub(visited.cells.len());
            visited.cells.extend(cells.take(room));
        }
    }
}

#[cfg(test)]
#[path = "visited_tests.rs"]
mod tests;
