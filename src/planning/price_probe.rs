//! What steps cost under the layers that are on, for overlays and read-outs.

use super::context::PlanContext;
use super::scratch::PlanScratch;
use super::step_cost::StepCost;
use crate::grid::{Cell, Direction, Terrain};
use crate::search::{CostModel, Lengths};

/// The costs of cells: what a step into a cell weighs in the queue of a search, in cells.
///
/// Where the cost depends on where the step comes from, it is the mean over all legal steps.
pub struct Prices<'a> {
    terrain: &'a Terrain,
    prices: StepCost<'a>,
}

impl<'a> Prices<'a> {
    /// For units that plan on this context, after what the last group has left behind.
    pub fn new(context: &PlanContext<'a>, scratch: &'a PlanScratch) -> Self {
        Self { terrain: context.terrain, prices: StepCost::exact(context, &scratch.trails) }
    }

    /// The cost with the layers; nothing where no step leads.
    pub fn with(&self, cell: Cell) -> Option<f64> {
        let mean = self.mean(&self.prices, cell)?;
        Some(self.prices.weight(self.terrain.node(cell)) * mean)
    }

    /// The cost with the layers minus the cost without: negative where the layers attract.
    pub fn difference(&self, cell: Cell) -> Option<f64> {
        Some(self.with(cell)? - self.mean(&Lengths, cell)?)
    }

    fn mean(&self, model: &impl CostModel, cell: Cell) -> Option<f64> {
        if !self.terrain.is_passable(cell) {
            return None;
        }
        let to = self.terrain.node(cell);
        let (mut steps, mut sum) = (0_u32, 0.0);
        for direction in Direction::ALL {
            let from = cell.step(direction.opposite());
            if self.terrain.is_passable(from) && self.terrain.allows(from, direction) {
                steps += 1;
                sum += model.step(self.terrain.node(from), to, direction, 0.0);
            }
        }
        (steps > 0).then(|| sum / f64::from(steps))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;
    use crate::planning::{
        DirectionMap, Directions, GroupRequest, LayerFields, Layers, Markers, Search, plan,
    };
    use glam::DVec2;

    #[test]
    fn the_difference_is_what_each_layer_adds_or_takes_away() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["....", "####"]);
        let mut directions = DirectionMap::default();
        let mut scratch = PlanScratch::default();
        let none = Layers::default();
        let marked = Layers { markers: Some(Markers::default()), ..none };
        let directed = Layers { directions: Some(Directions::default()), ..none };
        let (start, goal) = (Cell::new(0, 0), Cell::new(2, 0));
        directions.set(&terrain, Cell::new(3, 0), DVec2::X);
        let fields = LayerFields { directions, ..LayerFields::default() };
        let context = PlanContext { fields: &fields, ..PlanContext::bare(&terrain) };
        let planning = context.with_layers(marked);
        plan(&Search::default(), &GroupRequest::new(&planning, &[start], goal), &mut scratch);
        let difference = |layers: Layers, x| {
            Prices::new(&context.with_layers(layers), &scratch).difference(Cell::new(x, 0))
        };
        assert_eq!(difference(none, 1), Some(0.0));
        assert_eq!(difference(marked, 1), Some(0.9 - 1.0));
        // A quarter of 10, times 2 for cells without a direction, or 2 - 1 along one.
        assert_eq!(difference(directed, 1), Some(5.0));
        assert_eq!(difference(directed, 3), Some(2.5));
        let on_wall = Prices::new(&context, &scratch).difference(Cell::new(0, 1));
        assert_eq!(on_wall, None);
    }
}
