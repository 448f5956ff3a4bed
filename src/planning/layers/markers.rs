//! Markers: a group plans one after the other, and each path makes its cells more attractive to the
//! units that plan next.
//!
//! E. W. Rivas, R. Souza, "Map Marker: a Multi-Agent Pathfinder for Cohesive Groups in Real-Time
//! Strategy Games" (Algorithms 1 to 3), and their earlier "Improving pathfinding cohesion in RTS
//! games", which has neither cap nor neighbours. The queue is ordered by `(g + h) * marker`; `g`
//! itself is never multiplied. After each unit the markers of its path are multiplied by the factor, those
//! of the cells beside it by the factor plus an increment, and none falls below the cap.
//!
//! Differs from the print where the printed tables need it, each with the rule as printed as an option: the
//! neighbours' factor has a floor (`neighbour_floor`, 0 as printed), and a path of equal total does not replace the one
//! that was found first (`equal_totals`; Algorithm 2, line 17, and Algorithm 1 of the earlier paper reject a path only if the total
//! of the known one is smaller).
//! Open in the papers, chosen so that the tables fit: rounding to single precision, which of equal nodes comes
//! first, where a node that is added again stands in the list.
//! Ours, off in both presets of the paper: the true distance as a guide, with a scout that looks around first, and of
//! equal nodes the one nearest to the target first, which is several times as fast on large maps. The papers' future work on
//! navigation meshes is not done here; flocking and potential fields combine with markers as parts of a doctrine.
//! Left out, with the same paths: the expansion of a node again by the very step that it is known by, which Algorithm 2 does and
//! which costs a literal program 2 to 29 times the expansions.
//!
//! Costs one search per unit; markers cost as much as the paths are long. On large maps the searches leave out nodes that
//! cannot matter, with the same paths; see `bounded_search.rs`. `nodes` can bring these nodes back.

use super::layer::{Layer, LayerTerm};
use super::marker_map::{Capping, MarkerMap, NodeFactors};
use crate::grid::{Cell, Direction, Node, Terrain, ring};
use crate::maths::hypot;
use crate::planning::PlanContext;
use crate::planning::step_cost::{QueueRules, Rounding};
use crate::search::{Takeover, Ties};

crate::choice! {
    /// In which order the units of a group plan.
    pub enum PlanningOrder {
        /// Those nearest to the target first, as in the papers.
        DistanceToTarget,
        /// Those nearest to the centre of the group first, which the papers tried too.
        DistanceToCentre,
    }
}

crate::choice! {
    /// In which precision costs are computed.
    pub enum Precision {
        /// Costs are rounded to single precision after every step, as in the papers' program.
        Paper,
        /// Double precision throughout.
        Exact,
    }
}

crate::choice! {
    /// What happens if a second path to a cell has the same total as the first one.
    pub enum EqualTotals {
        /// The first one stays, as the printed tables need it.
        KeepFirst,
        /// The second one replaces it, as in the printed Algorithm 2, line 17.
        TakeLast,
    }
}

crate::choice! {
    /// What guides the search to the target.
    pub enum Guide {
        /// The heuristic of the search. The papers take the straight line (Euclidean).
        Heuristic,
        /// The true distance, from one reverse search for the group; a scout looks around first. Ours.
        TrueDistance,
    }
}

crate::choice! {
    /// Which nodes a search expands on large maps. The paths are the same.
    pub enum SearchedNodes {
        /// Without those that cannot be on the path, as one reverse search for the group shows. Ours.
        Needed,
        /// All that the printed algorithm expands.
        All,
    }
}

crate::parameters! {
    /// Parameters of markers.
    pub struct Markers {
        /// Factor of the marker of each cell of a new path. 1 marks nothing.
        factor: f64 = 0.90, in 0.0..=1.0;
        /// The lowest value of a marker; without a limit groups stick together even round a tree.
        cap: f64 = 0.75, in 0.0..=1.0;
        /// What is added to the factor for the cells beside a path.
        neighbour_increment: f64 = 0.02, in 0.0..=0.5;
        /// The lowest factor for the cells beside a path. Not in the paper, but its table needs 0.90;
        /// 0 is the rule as printed.
        neighbour_floor: f64 = 0.90, in 0.0..=1.0;
        /// How far beside a path cells are marked too. 0 marks the path alone.
        neighbour_radius: u32 = 1, in 0..=4, unit "cells";
        /// Whether only attack-moves use markers, so that a player chooses with each order whether the group stays
        /// together or each unit takes the shortest path.
        only_attack_move: bool = false;
        /// In which order the units plan.
        order: PlanningOrder = PlanningOrder::DistanceToTarget;
        /// How costs are rounded.
        precision: Precision = Precision::Paper;
        /// What guides the search to the target.
        guide: Guide = Guide::Heuristic;
        /// What happens if a second path to a cell has the same total as the first one.
        equal_totals: EqualTotals = EqualTotals::KeepFirst;
        /// With the true distance as guide, cells up to this far away are looked at first, so that a
        /// unit sees the marked ground beside its own shortest path.
        scout: f64 = 12.0, in 0.0..=40.0, unit "cells";
        /// Which nodes a search expands on large maps. The paths are the same.
        nodes: SearchedNodes = SearchedNodes::Needed;
    }
}

impl Markers {
    /// Map Marker with Algorithms 2 and 3 taken literally.
    pub fn as_printed() -> Self {
        Self { neighbour_floor: 0.0, equal_totals: EqualTotals::TakeLast, ..Self::default() }
    }

    /// The proposal of both papers: markers for attack-moves, plain A* for moves.
    pub fn dual() -> Self {
        Self { only_attack_move: true, ..Self::default() }
    }

    /// The earlier paper's algorithm: no cap, no neighbours.
    pub fn marker_a_star() -> Self {
        Self { cap: 0.0, neighbour_radius: 0, ..Self::default() }
    }

    /// Marker A* as printed: the `<` of Algorithm 1 lets a path of equal total replace the first one.
    pub fn marker_a_star_as_printed() -> Self {
        Self { equal_totals: EqualTotals::TakeLast, ..Self::marker_a_star() }
    }

    /// Ours: guided by the true distance.
    pub fn scouted() -> Self {
        Self { guide: Guide::TrueDistance, precision: Precision::Exact, ..Self::default() }
    }

    /// The factor of the markers beside a path. Read literally it exceeds 1 for factors above .98; only
    /// a factor of 1, which marks nothing, leaves the cells beside alone, too.
    fn neighbour_factor(&self) -> f64 {
        if self.factor == 1.0 {
            return 1.0;
        }
        (self.factor + self.neighbour_increment).max(self.neighbour_floor)
    }
}

impl Layer for Markers {
    type Field = ();
    type Trail = MarkerMap;
    type Term<'a> = Marked<'a>;
    const IN_TURNS: bool = true;

    fn is_felt(&self, (): &(), _: &PlanContext) -> bool {
        true
    }

    /// Algorithm 2, line 16: what the queue is ordered by.
    fn term<'a>(
        &self,
        (): &'a (),
        trail: &'a MarkerMap,
        _: &PlanContext<'a>,
    ) -> Option<Marked<'a>> {
        let scout = if self.guide == Guide::TrueDistance { self.scout } else { -1.0 };
        Some(Marked { markers: trail.factors(), rounding: Rounding(self.precision), scout })
    }

    fn counts_for(&self, attack: bool) -> bool {
        attack || !self.only_attack_move
    }

    /// Algorithm 1, line 4: the group sorted by distance; ties keep the order of the list.
    fn planning_order(&self, starts: &[Cell], goal: Cell) -> Vec<usize> {
        let count = starts.len().max(1) as f64;
        let middle = starts.iter().fold((0.0, 0.0), |sum, c| {
            (sum.0 + f64::from(c.x) / count, sum.1 + f64::from(c.y) / count)
        });
        let distance = |cell: Cell| match self.order {
            PlanningOrder::DistanceToTarget => cell.euclidean(goal),
            PlanningOrder::DistanceToCentre => {
                hypot(f64::from(cell.x) - middle.0, f64::from(cell.y) - middle.1)
            }
        };
        let mut order: Vec<usize> = (0..starts.len()).collect();
        order.sort_by(|&a, &b| distance(starts[a]).total_cmp(&distance(starts[b])));
        order
    }

    /// Algorithm 2: first-in ties and reopening; line 17 says when a new path to a known node replaces the old one.
    fn queue_rules(&self) -> Option<QueueRules> {
        Some(QueueRules {
            rounding: Rounding(self.precision),
            // By the true distance all nodes of all shortest paths are equal. The nearest to the target saves the others.
            ties: match self.guide {
                Guide::Heuristic => Ties::FirstIn,
                Guide::TrueDistance => Ties::LargerG,
            },
            reopen: true,
            takeover: match self.equal_totals {
                EqualTotals::KeepFirst => Takeover::Smaller,
                EqualTotals::TakeLast => Takeover::SmallerOrEqual,
            },
            true_distance: self.guide == Guide::TrueDistance,
            bounded: self.nodes == SearchedNodes::Needed,
        })
    }

    fn begin_group(&self, trail: &mut MarkerMap, terrain: &Terrain) {
        trail.reset(terrain);
    }

    /// Algorithm 3: the path with start and target, then the free cells beside it, each once.
    fn leave_path(&self, trail: &mut MarkerMap, terrain: &Terrain, path: &[Cell]) {
        trail.begin_path(terrain);
        let factor = self.neighbour_factor();
        // Where markers only fall, one at the cap stays there.
        let falls = self.cap < 1.0 && self.factor <= 1.0 && factor <= 1.0;
        let mark = |trail: &mut MarkerMap, node: Node, factor: f64| {
            if !(falls && trail.is_at(node, self.cap)) {
                trail.mark(node, factor, self.cap);
            }
        };
        for &cell in path {
            mark(trail, terrain.node(cell), self.factor);
        }
        let (radius, revision) = (self.neighbour_radius, terrain.revision());
        let capping = Capping { cap: self.cap, radius, revision };
        let reach = radius as i32;
        // Each cell with the distance between its node and that in the centre.
        let stride = terrain.stride() as i32;
        let near: Vec<(Cell, i32)> = (1..=reach)
            .flat_map(|radius| ring(Cell::default(), radius))
            .map(|cell| (cell, cell.y * stride + cell.x))
            .collect();
        // The cells around a cell of the path, without those that are marked already because they are as near to the cell
        // before it.
        let ahead = Direction::ALL.map(|step| {
            let before = Cell::default().step(step.opposite());
            let is_new = |(cell, _): &(Cell, i32)| cell.chebyshev(before) > reach;
            near.iter().copied().filter(is_new).collect::<Vec<_>>()
        });
        let mut before = None;
        for &cell in path {
            let step = before.and_then(|before| Direction::between(before, cell));
            let node = terrain.node(cell);
            if falls && trail.is_capped(node, capping) {
                before = Some(cell);
                continue;
            }
            let beside = step.map_or(&near, |step| &ahead[step as usize]);
            if reach <= 1 && terrain.moves(node) == u8::MAX {
                // All cells around are free.
                for &(_, distance) in beside {
                    mark(trail, node.wrapping_add_signed(distance), factor);
                }
            } else {
                for &(offset, distance) in beside {
                    if terrain.is_passable(Cell::new(cell.x + offset.x, cell.y + offset.y)) {
                        mark(trail, node.wrapping_add_signed(distance), factor);
                    }
                }
            }
            // With a radius above 1, cells beside the path may lie outside the map and have no node.
            let is_capped = |&(offset, distance): &(Cell, i32)| {
                !terrain.is_passable(Cell::new(cell.x + offset.x, cell.y + offset.y))
                    || trail.is_at(node.wrapping_add_signed(distance), self.cap)
            };
            if falls && trail.is_at(node, self.cap) && near.iter().all(is_capped) {
                trail.note_capped(node, capping);
            }
            before = Some(cell);
        }
    }
}

/// Algorithm 2, line 16: the priority of a node is `(g + h)` times its marker.
#[derive(Clone, Copy, Debug)]
pub struct Marked<'a> {
    /// The markers.
    pub markers: NodeFactors<'a>,
    /// How priorities are rounded.
    pub rounding: Rounding,
    /// Cells up to this far away come before all others, nearest first; negative for none.
    pub scout: f64,
}

impl LayerTerm for Marked<'_> {
    const PRICES: bool = false;

    fn weights(&self) -> Option<Marked<'_>> {
        Some(*self)
    }

    fn weight(&self, node: Node) -> f64 {
        self.markers.get(node).unwrap_or(1.0)
    }

    #[inline]
    fn priority(&self, node: Node, g: f64, priority: f64) -> f64 {
        if g <= self.scout {
            return g - self.scout - 1.0;
        }
        match self.markers.get(node) {
            Some(marker) => self.rounding.round(priority * marker),
            None => self.rounding.round(priority),
        }
    }
}

#[cfg(test)]
#[path = "markers_tests.rs"]
mod tests;
