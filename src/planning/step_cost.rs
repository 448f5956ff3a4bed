//! What steps cost under the layers that are on.
//!
//! The layers compose: influence stretches or shortens the length of a step; directions add to it; markers multiply
//! the priority in the queue and leave costs alone. Without any layer it is the length.

use super::directions::{DirectionMap, Surcharge};
use super::influence::{Danger, InfluenceMap, Presence};
use super::layers::Layers;
use super::markers::{Marked, Rounding};
use crate::grid::{Direction, Node, Terrain};
use crate::search::CostModel;

/// What a plan is made on: the ground, and what the layers know about it.
#[derive(Clone, Copy, Debug)]
pub struct PlanContext<'a> {
    /// The ground.
    pub terrain: &'a Terrain,
    /// Which way units have gone through each cell.
    pub directions: &'a DirectionMap,
    /// Where friends and enemies are felt.
    pub influence: &'a InfluenceMap,
    /// The side that plans.
    pub team: u8,
    /// The units that plan, in the order of their starts, as they stand on the influence map; or nobody, if they do
    /// not.
    pub planners: &'a [Presence],
}

impl<'a> PlanContext<'a> {
    /// Ground of which nothing else is known.
    pub fn bare(terrain: &'a Terrain) -> Self {
        static DIRECTIONS: DirectionMap = DirectionMap::new();
        static INFLUENCE: InfluenceMap = InfluenceMap::new();
        Self { terrain, directions: &DIRECTIONS, influence: &INFLUENCE, team: 0, planners: &[] }
    }

    /// The same for one of the units alone. If the group plans as one, that is what its units do, too.
    pub(super) fn of_unit(&self, layers: &Layers, unit: usize) -> Self {
        let planners = match layers.influence {
            Some(rule) if rule.flock => self.planners,
            _ => self.planners.get(unit..=unit).unwrap_or(&[]),
        };
        Self { planners, ..*self }
    }
}

/// The price of steps and the order of the queue, from all layers that are on.
pub(super) struct Pricing<'a> {
    rounding: Rounding,
    influence: Option<Danger<'a>>,
    directions: Option<Surcharge<'a>>,
    markers: Option<Marked<'a>>,
}

impl<'a> Pricing<'a> {
    /// `markers` holds the marker of every node; it is not looked at without that layer.
    pub(super) fn new(layers: &Layers, chart: &PlanContext<'a>, markers: &'a [f64]) -> Self {
        Self {
            rounding: layers.markers.map_or(Rounding::EXACT, |m| m.rounding()),
            influence: layers
                .influence
                .and_then(|rule| Danger::new(chart.influence, chart.team, chart.planners, &rule)),
            directions: layers.directions.and_then(|d| Surcharge::new(chart.directions, &d)),
            markers: layers.markers.map(|m| m.marked(markers)),
        }
    }

    /// The least that a step can cost per length: what an estimate of the distance is to be multiplied by.
    pub(super) fn least(&self) -> f64 {
        self.influence.as_ref().map_or(1.0, Danger::least)
    }
}

impl CostModel for Pricing<'_> {
    #[inline]
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        let mut cost = self.rounding.length(direction);
        if let Some(influence) = &self.influence {
            cost *= influence.of(to);
        }
        if let Some(directions) = &self.directions {
            cost += directions.of(from, to, direction);
        }
        self.rounding.round(g + cost)
    }

    #[inline]
    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        match &self.markers {
            Some(markers) => markers.priority(node, g, h),
            None => g + h,
        }
    }
}
