//! The cost of steps.

use super::NodeSet;
use crate::grid::{CornerRule, Direction, Node, Terrain};

/// The cost of steps and the order of the queue.
///
/// The engine computes in `f64` and does not round. A model that follows a paper's single precision rounds its own
/// results. Two rules prevent paths that run in circles: a step makes the cost larger, and for one node a larger cost
/// never gives a smaller priority.
pub trait CostModel {
    /// Whether every straight step costs the same, and every diagonal step the same and less than two straight ones. Nodes
    /// may be closed, but no single step. A search then looks only at moves that can improve a path.
    const UNIFORM: bool = false;

    /// Whether all costs, heuristics and priorities are numbers of single precision and not negative. A search then keeps them as such.
    const SINGLE: bool = false;

    /// Whether the model leaves out paths that cannot matter: see [`bound`](Self::bound).
    const BOUNDED: bool = false;

    /// The cost of the path to `to`, if the path to `from` costs `g` and the step is legal. Infinity forbids the step.
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64;

    /// The key of the queue. A new path to a node replaces the old one only if this becomes smaller.
    #[inline]
    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        let _ = node;
        g + h
    }

    /// Whether the priority of a node with this cost depends on its heuristic. If not, the search takes zero and saves the
    /// question. A priority that needs no heuristic is lower than all that need one.
    #[inline]
    fn needs_estimate(&self, g: f64) -> bool {
        let _ = g;
        true
    }

    /// Distances to the goal by node, and the largest sum of cost and distance that matters. The search drops a path to a
    /// node that exceeds it. Without distances it drops none. Asked only if `BOUNDED`.
    #[inline]
    fn bound(&self) -> (&[f32], f32) {
        (&[], f32::INFINITY)
    }

    /// Called before a node with this priority is expanded; only if `BOUNDED`.
    #[inline]
    fn comes_up(&self, priority: f64) {
        let _ = priority;
    }
}

impl<M: CostModel> CostModel for &M {
    const UNIFORM: bool = M::UNIFORM;
    const SINGLE: bool = M::SINGLE;

    #[inline]
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        (**self).step(from, to, direction, g)
    }

    #[inline]
    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        (**self).priority(node, g, h)
    }

    #[inline]
    fn needs_estimate(&self, g: f64) -> bool {
        (**self).needs_estimate(g)
    }
}

/// Length of a diagonal step in searches: the square root of 2, rounded to 32 fractional bits (error 1e-11). Sums of
/// steps are then exact in `f64` in any order. So two paths of the same length never differ by rounding, and rounding
/// reopens no node.
pub const DIAGONAL_LENGTH: f64 = 6_074_001_000.0 / 4_294_967_296.0;

/// Steps cost their length.
#[derive(Clone, Copy, Debug)]
pub struct Lengths;

impl CostModel for Lengths {
    const UNIFORM: bool = true;

    #[inline]
    fn step(&self, _: Node, _: Node, direction: Direction, g: f64) -> f64 {
        g + if direction.is_diagonal() { DIAGONAL_LENGTH } else { 1.0 }
    }
}

/// Another model, with a set of nodes that are blocked for this search only. They also count as blocked for the corner
/// rule of the terrain.
#[derive(Clone, Copy, Debug)]
pub struct Around<'a, M> {
    /// The cost of all other steps.
    pub model: M,
    /// The map.
    pub terrain: &'a Terrain,
    /// The nodes blocked in addition. The start of the search may be one of them.
    pub blocked: &'a NodeSet,
}

impl<M: CostModel> CostModel for Around<'_, M> {
    #[inline]
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        if self.blocked.contains(to) {
            return f64::INFINITY;
        }
        if direction.is_diagonal() {
            let (dx, dy) = direction.offset();
            let sides = [from.wrapping_add_signed(dx), to.wrapping_add_signed(-dx)];
            debug_assert_eq!(
                sides[0].wrapping_add_signed(dy * self.terrain.stride() as i32),
                to,
                "the sides of a diagonal step"
            );
            let free = sides.map(|n| self.terrain.is_open(n) && !self.blocked.contains(n));
            let legal = match self.terrain.corners() {
                CornerRule::Free => true,
                CornerRule::NotBetweenTwo => free[0] || free[1],
                CornerRule::BothSidesFree => free[0] && free[1],
            };
            if !legal {
                return f64::INFINITY;
            }
        }
        self.model.step(from, to, direction, g)
    }

    #[inline]
    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        self.model.priority(node, g, h)
    }
}
