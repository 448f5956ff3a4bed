//! The layers that change the costs of a search: any set of them, each on or off.
//!
//! A layer joins the program by its file, which implements [`Layer`] for its parameters, and by its entry in the list
//! below. Everything else comes from that entry: its name in RON, its sliders, what arenas remember for it, and its
//! term in the cost of a step.

mod congestion;
mod directions;
mod influence;
mod layer;
mod marker_map;
mod markers;
mod registry;

pub use directions::{DirectionMap, LearnedCell, Learning, Normalise, movement};
pub use influence::{Explained, Falloff, InfluenceMap, Influences, Presence, Spread, explain};
pub use layer::{Layer, LayerField, LayerTerm, UnitSnapshot};
pub use marker_map::{MarkerMap, NodeFactors};
pub use markers::{EqualTotals, Guide, Marked, PlanningOrder, Precision, SearchedNodes};

use super::cell_costs::GroundCosts;
use super::context::PlanContext;
use super::step_cost::QueueRules;
use crate::grid::{Cell, Direction, Node, Terrain};
use crate::parameters::Parameters;
use crate::parts::PartInfo;
use serde::{Deserialize, Serialize};

registry::layers! {
    /// Map Marker: units plan one after the other, and each path makes its cells more attractive to the
    /// units that plan next, so that groups stay together round large obstacles.
    markers: Markers,
    /// Direction maps: cells learn in which direction units cross them, and steps against it cost
    /// more, so that streams form.
    directions: Directions,
    /// Influence: every unit spreads its strength around it; ground near stronger enemies costs more, ground near allies
    /// less, so that groups go round what they could not beat.
    influence: Influence,
    /// Congestion: cells where teammates of other groups stand still or come the other way cost more, so that groups share
    /// gaps and go round jams.
    congestion: Congestion,
}

impl Layers {
    /// What this kind of part decides, for tooltips.
    pub const DOC: &'static str = "What changes the cost of cells; any set of layers.";

    /// The layers that are on, by name, with their parameters.
    pub fn on(&self) -> impl Iterator<Item = (usize, &'static str, &dyn Parameters)> {
        Self::LIST
            .iter()
            .enumerate()
            .filter_map(|(i, info)| Some((i, info.name, self.parameters(i)?)))
    }
}
