//! Best-first search: A* and every search that is A* with other costs.
//!
//! P. Hart, N. Nilsson, B. Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", IEEE TSSC
//! 4(2), 1968. The details follow the tables of the Map Marker papers: neighbours are visited in the order of
//! [`Direction::ALL`], a new path to a known node replaces the old one only if its priority is strictly smaller, and an
//! expanded node may be reopened. [`Takeover`] also offers the rule as printed, where an equal priority is enough.
//!
//! When a node gets a better path, it enters the queue again. Its older entries are skipped when they come up. An
//! expansion costs two to four times as much as in [`FastSearch`](super::FastSearch).

use super::exact::Exact;
use super::{CostModel, Estimate, Path, SearchStats, Visit};
use crate::grid::{Cell, Node, Terrain};

/// Which of several nodes with the same priority comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ties {
    /// The node that entered the queue first.
    #[default]
    FirstIn,
    /// The node with the larger cost from the start. Among those, the node that entered the queue first. Costs that
    /// agree in single precision count as equal.
    LargerG,
}

/// When a new path to a known node replaces the old one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Takeover {
    /// If the priority of the node becomes smaller.
    #[default]
    Smaller,
    /// If the priority becomes smaller or stays equal.
    SmallerOrEqual,
}

/// A search problem.
#[derive(Clone, Copy, Debug)]
pub struct Problem<'a, M, H, G> {
    /// The map.
    pub terrain: &'a Terrain,
    /// First cell of the path.
    pub start: Cell,
    /// Whether a node is a goal. Called when a node is expanded.
    pub goal: G,
    /// The cost of steps.
    pub model: M,
    /// Estimate of the remaining cost.
    pub estimate: H,
    /// Order of nodes with equal priority.
    pub ties: Ties,
    /// Whether an expanded node enters the queue again when a better path to it is found.
    pub reopen: bool,
    /// When a new path to a known node replaces the old one.
    pub takeover: Takeover,
}

/// How a search ended, or that it has not ended yet.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The search reached this goal.
    Found(Cell),
    /// No goal can be reached.
    NoPath,
    /// The node budget is used up. The search can be continued.
    Paused,
}

/// Best-first search with memory that is reused from search to search.
#[derive(Clone, Debug, Default)]
pub struct BestFirst {
    double: Exact<f64>,
    /// Searches whose model works in single precision take half the memory.
    single: Exact<f32>,
    /// Whether the last search was one of those.
    is_single: bool,
    progress: Progress,
}

/// How far a search has come.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress {
    /// In order of expansion. A reopened node appears again.
    pub(super) expanded: Vec<Node>,
    pub(super) found: Option<Node>,
    pub(super) stats: SearchStats,
}

impl<M: CostModel, H, G> Problem<'_, M, H, G> {
    /// Single precision leaves no room for ties in the keys of the queue.
    fn is_single(&self) -> bool {
        M::SINGLE && self.ties == Ties::FirstIn
    }
}

impl BestFirst {
    /// Searches from start to goal.
    pub fn search<M, H, G>(&mut self, problem: &Problem<M, H, G>) -> Outcome
    where
        M: CostModel,
        H: Estimate,
        G: Fn(Node) -> bool,
    {
        self.begin(problem);
        self.advance(problem, u64::MAX)
    }

    /// Starts a search and drops the previous one.
    pub fn begin<M: CostModel, H: Estimate, G>(&mut self, problem: &Problem<M, H, G>) {
        self.progress.expanded.clear();
        self.progress.found = None;
        self.progress.stats = SearchStats::default();
        self.is_single = problem.is_single();
        if self.is_single {
            self.single.begin(problem, &mut self.progress);
        } else {
            self.double.begin(problem, &mut self.progress);
        }
    }

    /// Continues the search that was started with this problem, for at most `most` more expansions.
    pub fn advance<M, H, G>(&mut self, problem: &Problem<M, H, G>, most: u64) -> Outcome
    where
        M: CostModel,
        H: Estimate,
        G: Fn(Node) -> bool,
    {
        if problem.is_single() {
            self.single.advance(problem, most, &mut self.progress)
        } else {
            self.double.advance(problem, most, &mut self.progress)
        }
    }

    /// Statistics of the last search.
    pub fn stats(&self) -> SearchStats {
        self.progress.stats
    }

    /// The nodes that the last search expanded, in order. A reopened node appears again.
    pub fn expanded(&self) -> &[Node] {
        &self.progress.expanded
    }

    /// The data of the last search about a cell, or `None` if the search never touched it. Takes as long as the list of
    /// all entries of the queue.
    pub fn visit(&self, terrain: &Terrain, cell: Cell) -> Option<Visit> {
        let node = terrain.bounds().contains(cell).then(|| terrain.node(cell))?;
        let values =
            if self.is_single { self.single.values_of(node) } else { self.double.values_of(node) };
        let [g, h, priority] = values?;
        let order = self.progress.expanded.iter().rposition(|&expanded| expanded == node);
        Some(Visit { g, h, priority, order: order.map(|order| order as u32) })
    }

    /// `g`, `h` and priority of any node that the last search touched, prepared for many questions.
    pub fn values(&self) -> Box<dyn Fn(Node) -> Option<[f64; 3]> + '_> {
        if self.is_single { Box::new(self.single.values()) } else { Box::new(self.double.values()) }
    }

    /// The path to the goal that the last search found.
    pub fn path(&self, terrain: &Terrain) -> Option<Path> {
        self.path_to(terrain, terrain.cell(self.progress.found?))
    }

    /// The best path found so far to any cell that the last search touched.
    pub fn path_to(&self, terrain: &Terrain, cell: Cell) -> Option<Path> {
        let node = terrain.bounds().contains(cell).then(|| terrain.node(cell))?;
        let start = *self.progress.expanded.first()?;
        let mut cells = if self.is_single {
            self.single.walk_back(terrain, node, start)?
        } else {
            self.double.walk_back(terrain, node, start)?
        };
        cells.reverse();
        Some(Path::new(cells))
    }
}
