//! What steps cost under the layers that are on.
//!
//! The layers compose: influence stretches or shortens the length of a step; directions add to it; markers multiply
//! the priority in the queue and leave costs alone. Without any layer it is the length.

use super::context::PlanContext;
use super::layers::{LayerTerms, LayerTrails, Marked, NodeFactors, Precision};
use crate::grid::{Direction, Node};
use crate::search::{CostModel, DIAGONAL_LENGTH, Lengths, Takeover, Ties};

/// The cost of steps and the order of the queue, from all layers that are on.
pub(super) struct StepCost<'a> {
    rounding: Rounding,
    terms: LayerTerms<'a>,
}

/// [`StepCost`] where no layer changes the cost of a step, only the order of the queue.
pub(super) struct StepLength<'s, 'a>(&'s StepCost<'a>);

/// [`StepLength`] in single precision where each node has a weight: markers as in the papers.
pub(super) struct Weighted<'s>(NodeFactors<'s>);

/// [`Weighted`] in double precision, optionally with a scout.
pub(super) struct Scouted<'s> {
    markers: NodeFactors<'s>,
    scout: f64,
}

/// Costs, in the cheapest form that they have.
pub(super) enum Composed<'s, 'a> {
    Weighted(Weighted<'s>),
    Scouted(Scouted<'s>),
    Length(StepLength<'s, 'a>),
    Priced(&'s StepCost<'a>),
}

impl<'a> StepCost<'a> {
    /// For one unit, or for a group with common costs.
    pub fn new(context: &PlanContext<'a>, trails: &'a LayerTrails) -> Self {
        let rounding = context.layers.queue_rules().rounding;
        Self { rounding, terms: LayerTerms::new(context, trails) }
    }

    /// Like [`Self::new`], but in double precision, whatever the layers ask for.
    pub fn exact(context: &PlanContext<'a>, trails: &'a LayerTrails) -> Self {
        Self { rounding: Rounding::EXACT, terms: LayerTerms::new(context, trails) }
    }

    /// Composes the layers for one search.
    pub fn compose(&self) -> Composed<'_, 'a> {
        let weights = self.terms.weights().filter(|weights| weights.rounding == self.rounding);
        match weights {
            Some(Marked { markers, scout, rounding: PAPER }) if scout < 0.0 => {
                Composed::Weighted(Weighted(markers))
            }
            Some(Marked { markers, scout, rounding: Rounding::EXACT }) => {
                Composed::Scouted(Scouted { markers, scout })
            }
            _ if self.terms.change_prices() => Composed::Priced(self),
            _ => Composed::Length(StepLength(self)),
        }
    }

    /// The minimum cost of a step per length, by which a heuristic for the distance is multiplied.
    pub fn least(&self) -> f64 {
        self.terms.least()
    }

    /// The factor of a node's priority in the queue.
    pub fn weight(&self, node: Node) -> f64 {
        self.terms.weight(node)
    }
}

impl CostModel for StepCost<'_> {
    #[inline]
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        let length = self.rounding.length(direction);
        self.rounding.round(g + self.terms.price(from, to, direction, length))
    }

    #[inline]
    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        self.terms.priority(node, g, self.rounding.round(g + h))
    }
}

impl CostModel for StepLength<'_, '_> {
    const UNIFORM: bool = true;

    #[inline]
    fn step(&self, _: Node, _: Node, direction: Direction, g: f64) -> f64 {
        let rounding = self.0.rounding;
        rounding.round(g + rounding.length(direction))
    }

    #[inline]
    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        self.0.priority(node, g, h)
    }
}

impl CostModel for Weighted<'_> {
    const UNIFORM: bool = true;
    const SINGLE: bool = true;

    #[inline]
    fn step(&self, _: Node, _: Node, direction: Direction, g: f64) -> f64 {
        PAPER.round(g + PAPER.length(direction))
    }

    #[inline]
    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        // Both are numbers of single precision, so this is their sum rounded once.
        let total = g as f32 + h as f32;
        let weighted = self.0.get(node).map_or(total, |weight| (f64::from(total) * weight) as f32);
        weighted.into()
    }
}

impl CostModel for Scouted<'_> {
    const UNIFORM: bool = true;

    #[inline]
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        Lengths.step(from, to, direction, g)
    }

    #[inline]
    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        if g <= self.scout {
            return g - self.scout - 1.0;
        }
        self.markers.get(node).map_or(g + h, |marker| (g + h) * marker)
    }

    #[inline]
    fn needs_estimate(&self, g: f64) -> bool {
        g > self.scout
    }
}

const PAPER: Rounding = Rounding(Precision::Paper);

/// How the queue of a priced search is ordered.
#[derive(Clone, Copy, Debug)]
pub struct QueueRules {
    /// How costs are rounded.
    pub rounding: Rounding,
    /// Which of several nodes with the same priority comes first.
    pub ties: Ties,
    /// Whether an expanded node is put back when a better path to it is found.
    pub reopen: bool,
    /// When a new path to a known node replaces the old one.
    pub takeover: Takeover,
    /// Whether the true distance to the goal guides the search, instead of the heuristic that the search asks for.
    pub true_distance: bool,
    /// Whether nodes that cannot matter to the path are left out.
    pub bounded: bool,
}

impl Default for QueueRules {
    fn default() -> Self {
        Self {
            rounding: Rounding::EXACT,
            ties: Ties::LargerG,
            reopen: false,
            takeover: Takeover::Smaller,
            true_distance: false,
            bounded: false,
        }
    }
}

/// Rounds as a paper's program did, or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rounding(pub Precision);

impl Rounding {
    /// Double precision.
    pub const EXACT: Self = Self(Precision::Exact);

    /// Rounds a number.
    #[inline]
    pub fn round(self, value: f64) -> f64 {
        match self.0 {
            Precision::Paper => f64::from(value as f32),
            Precision::Exact => value,
        }
    }

    /// The length of a step; in double precision exactly as in plain A*, so that ties are the same.
    #[inline]
    pub fn length(self, direction: Direction) -> f64 {
        match (self.0, direction.is_diagonal()) {
            (_, false) => 1.0,
            (Precision::Paper, true) => self.round(direction.length()),
            (Precision::Exact, true) => DIAGONAL_LENGTH,
        }
    }
}
