//! What steps cost under the layers that are on, for people to look at.

use super::layers::Layers;
use super::scratch::PlanScratch;
use super::step_cost::{PlanContext, Pricing};
use crate::grid::{Cell, Direction, Terrain};
use crate::search::{CostModel, Lengths};

/// The prices of cells: what a step into a cell weighs in the queue of a search, in cells.
///
/// Where the price depends on where the step comes from, the mean over all legal steps counts.
pub struct Prices<'a> {
    terrain: &'a Terrain,
    pricing: Pricing<'a>,
    /// What the last group has left behind, if markers count.
    marked: Option<&'a PlanScratch>,
}

impl<'a> Prices<'a> {
    /// For those who plan with these layers on this chart.
    pub fn new(layers: &Layers, chart: &PlanContext<'a>, scratch: &'a PlanScratch) -> Self {
        let unmarked = Layers { markers: None, ..*layers };
        Self {
            terrain: chart.terrain,
            pricing: Pricing::new(&unmarked, chart, &[]),
            marked: layers.markers.is_some().then_some(scratch),
        }
    }

    /// The price with the layers; nothing where no step leads.
    pub fn with(&self, cell: Cell) -> Option<f64> {
        let marker = self.marked.map_or(1.0, |scratch| scratch.marker(self.terrain, cell));
        Some(marker * self.mean(&self.pricing, cell)?)
    }

    /// The price with the layers minus the price without: negative where the layers attract.
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
    use crate::planning::{DirectionMap, Directions, Markers, Search, plan};
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
        let chart = PlanContext { directions: &directions, ..PlanContext::bare(&terrain) };
        plan(&Search::default(), &marked, &chart, &mut scratch, &[start], goal);
        let difference =
            |layers: &Layers, x| Prices::new(layers, &chart, &scratch).difference(Cell::new(x, 0));
        assert_eq!(difference(&none, 1), Some(0.0));
        assert_eq!(difference(&marked, 1), Some(0.9 - 1.0));
        // A quarter of 10, times 2 for cells without a direction, or 2 - 1 along one.
        assert_eq!(difference(&directed, 1), Some(5.0));
        assert_eq!(difference(&directed, 3), Some(2.5));
        let on_wall = Prices::new(&none, &chart, &scratch).difference(Cell::new(0, 1));
        assert_eq!(on_wall, None);
    }
}
