//! The costs of a game for single cells: lava, roads, danger. They change what steps cost under every search and with every layer.
//!
//! A step into a cell costs its length times the factor of the cell, then times the factors of the layers, plus the surcharges of
//! the layers, plus the surcharge of the cell. Factors are at least 1, so that all estimates of distances hold; to make a road
//! cheap, make the rest of the ground dear.
//!
//! Searches over jump points know no costs; where cells have some, they plan as A* does. The flow of a flow field knows none
//! either: units of a team with costs follow their paths instead.

use super::context::PlanContext;
use crate::grid::{Bounds, Cell, Ground, Node, Terrain};
use serde::{Deserialize, Serialize, Serializer};
use std::ops::RangeInclusive;

/// Costs of cells.
///
/// ```
/// use phalanx::grid::{Cell, CornerRule, Terrain};
/// use phalanx::planning::{CellCosts, GroupRequest, PlanContext, PlanScratch, Search, plan};
///
/// let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["......."; 5]);
/// let mut costs = CellCosts::new(&terrain);
/// (1..5).for_each(|y| costs.set(Cell::new(3, y), 20.0, 0.0).unwrap());
/// let context = PlanContext::bare(&terrain).with_costs(&costs);
/// let starts = [Cell::new(0, 4)];
/// let request = GroupRequest::new(&context, &starts, Cell::new(6, 4));
/// let plans = plan(&Search::default(), &request, &mut PlanScratch::default());
/// let path = plans[0].path.as_ref().unwrap();
/// assert!(path.cells().contains(&Cell::new(3, 0)), "it goes round the lava");
/// ```
#[derive(Clone, Debug, Deserialize)]
#[serde(from = "Stored")]
pub struct CellCosts {
    bounds: Bounds,
    /// By node of the terrain: factor and surcharge.
    values: Vec<(f32, f32)>,
    /// Number of cells with other values than the usual ones.
    count: usize,
    revision: u64,
}

/// Costs in a file: those of single cells.
#[derive(Serialize, Deserialize)]
struct Stored(Bounds, Vec<(Cell, f32, f32)>);

const USUAL: (f32, f32) = (1.0, 0.0);

impl CellCosts {
    /// The range of factors.
    pub const FACTORS: RangeInclusive<f32> = 1.0..=1000.0;
    /// The range of surcharges, in cells.
    pub const SURCHARGES: RangeInclusive<f32> = 0.0..=1000.0;

    /// Usual costs for all cells of a terrain.
    pub fn new(terrain: &Terrain) -> Self {
        Self::on(terrain.bounds())
    }

    /// Usual costs for all cells of a map of this size.
    pub fn on(bounds: Bounds) -> Self {
        let nodes = (bounds.width as usize + 2) * (bounds.height as usize + 2);
        Self { bounds, values: vec![USUAL; nodes], count: 0, revision: 0 }
    }

    /// Sets what a step into a cell costs: its length times a factor, plus a surcharge in cells. `(1.0, 0.0)` is usual. Cells
    /// outside the map are skipped.
    pub fn set(&mut self, cell: Cell, factor: f32, surcharge: f32) -> Result<(), CostFault> {
        if !Self::FACTORS.contains(&factor) || !Self::SURCHARGES.contains(&surcharge) {
            return Err(CostFault { factor, surcharge });
        }
        if let Some(place) = self.place(cell) {
            let old = std::mem::replace(&mut self.values[place], (factor, surcharge));
            self.count += usize::from((factor, surcharge) != USUAL);
            self.count -= usize::from(old != USUAL);
            self.revision ^= mark(place, old) ^ mark(place, (factor, surcharge));
        }
        Ok(())
    }

    /// Factor and surcharge of a cell.
    pub fn get(&self, cell: Cell) -> (f32, f32) {
        self.place(cell).map_or(USUAL, |place| self.values[place])
    }

    /// Whether all cells have the usual costs.
    pub fn is_usual(&self) -> bool {
        self.count == 0
    }

    /// A number that follows from the costs: other costs have another one. 0 if all are usual.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The cells with costs of their own, with factor and surcharge.
    pub fn iter(&self) -> impl Iterator<Item = (Cell, f32, f32)> {
        let all = self.bounds.cells().map(|cell| (cell, self.get(cell)));
        all.filter(|(_, cost)| *cost != USUAL).map(|(cell, (factor, more))| (cell, factor, more))
    }

    #[inline]
    pub(in crate::planning) fn of(&self, node: Node) -> (f64, f64) {
        let (factor, surcharge) = self.values.get(node as usize).copied().unwrap_or(USUAL);
        (factor.into(), surcharge.into())
    }

    fn place(&self, cell: Cell) -> Option<usize> {
        let stride = self.bounds.width as usize + 2;
        let inside = self.bounds.contains(cell);
        inside.then(|| (cell.y as usize + 1) * stride + cell.x as usize + 1)
    }
}

/// What a cost adds to the revision.
fn mark(place: usize, cost: (f32, f32)) -> u64 {
    if cost == USUAL {
        return 0;
    }
    let number = (place as u64) << 32 | u64::from(cost.0.to_bits());
    let mixed = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(cost.1.to_bits());
    (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// Equal costs for all cells.
impl PartialEq for CellCosts {
    fn eq(&self, other: &Self) -> bool {
        self.bounds == other.bounds && self.values == other.values
    }
}

impl Serialize for CellCosts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Stored(self.bounds, self.iter().collect()).serialize(serializer)
    }
}

impl From<Stored> for CellCosts {
    fn from(Stored(bounds, cells): Stored) -> Self {
        let mut costs = Self::on(bounds);
        for (cell, factor, surcharge) in cells {
            // Damaged values stay usual.
            let _ = costs.set(cell, factor, surcharge);
        }
        costs
    }
}

/// What steps cost before the layers: swamp, and the costs of single cells.
#[derive(Clone, Copy)]
pub(in crate::planning) struct GroundCosts<'a> {
    terrain: &'a Terrain,
    costs: Option<&'a CellCosts>,
    swamp: f64,
}

impl<'a> GroundCosts<'a> {
    pub fn of(context: &PlanContext<'a>) -> Self {
        Self { terrain: context.terrain, costs: context.costs, swamp: context.swamp }
    }

    /// Whether any step may cost more than its length.
    #[inline]
    pub fn is_felt(&self) -> bool {
        self.costs.is_some() || self.swamp > 1.0
    }

    /// Factor and surcharge of a step into a node; `None` if no step costs more than its length.
    #[inline]
    pub fn of_step_into(&self, node: Node) -> Option<(f64, f64)> {
        if !self.is_felt() {
            return None;
        }
        let (factor, surcharge) = self.costs.map_or((1.0, 0.0), |costs| costs.of(node));
        let is_swamp = self.swamp > 1.0 && self.terrain.ground_of(node) == Ground::Swamp;
        Some((if is_swamp { factor * self.swamp } else { factor }, surcharge))
    }
}

/// A cost outside its range.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error(
    "a cost of {factor} times the length plus {surcharge} is not possible: factors go from 1 to 1000, surcharges from 0 to 1000 cells"
)]
pub struct CostFault {
    /// The factor.
    pub factor: f32,
    /// The surcharge.
    pub surcharge: f32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;
    use crate::parts::Part;
    use crate::planning::{
        Directions, GroupRequest, Influence, Layers, Markers, PlanContext, PlanScratch, Search,
        plan,
    };

    /// Lava in the straight way, with a way round it along the upper row.
    fn lava(terrain: &Terrain) -> CellCosts {
        let mut costs = CellCosts::new(terrain);
        (1..6).for_each(|y| costs.set(Cell::new(6, y), 30.0, 5.0).unwrap());
        costs
    }

    #[test]
    fn every_search_goes_round_dear_cells_with_every_layer() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["............"; 6]);
        let costs = lava(&terrain);
        let starts = [Cell::new(0, 4), Cell::new(0, 5), Cell::new(1, 5)];
        let bare = PlanContext::bare(&terrain);
        let layers = [
            Layers::default(),
            Layers { markers: Some(Markers::default()), ..Layers::default() },
            Layers { markers: Some(Markers::scouted()), ..Layers::default() },
            Layers { directions: Some(Directions::default()), ..Layers::default() },
            Layers { influence: Some(Influence::default()), ..Layers::default() },
        ];
        for layers in layers {
            for search in (0..Search::LIST.len()).map(Search::at) {
                let crossed = |context: PlanContext| {
                    let context = context.with_layers(layers);
                    let request = GroupRequest::new(&context, &starts, Cell::new(11, 5));
                    let plans = plan(&search, &request, &mut PlanScratch::default());
                    let cells = plans.iter().filter_map(|plan| plan.path.as_ref());
                    let cells: Vec<Cell> = cells.flat_map(|path| path.cells().to_vec()).collect();
                    assert!(cells.contains(&Cell::new(11, 5)), "{search:?} {layers:?}");
                    cells.iter().filter(|cell| costs.get(**cell) != USUAL).count()
                };
                assert!(crossed(bare) > 0, "{search:?} {layers:?}");
                assert_eq!(crossed(bare.with_costs(&costs)), 0, "{search:?} {layers:?}");
            }
        }
    }

    #[test]
    fn swamp_costs_what_the_context_says() {
        let map = ["...........", "....SSS....", "....SSS....", "....SSS...."];
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &map);
        let starts = [Cell::new(0, 3)];
        for search in (0..Search::LIST.len()).map(Search::at) {
            let waded = |factor| {
                let context = PlanContext::bare(&terrain).with_swamp(factor);
                let request = GroupRequest::new(&context, &starts, Cell::new(10, 3));
                let plans = plan(&search, &request, &mut PlanScratch::default());
                let cells = plans[0].path.as_ref().unwrap().cells().to_vec();
                cells.iter().filter(|cell| terrain.ground(**cell) == Ground::Swamp).count()
            };
            assert_eq!((waded(1.0), waded(4.0)), (3, 0), "{search:?}");
        }
    }

    #[test]
    fn usual_costs_change_nothing_and_others_survive_being_stored() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["....."; 3]);
        let mut costs = CellCosts::new(&terrain);
        assert!(costs.is_usual() && !PlanContext::bare(&terrain).with_costs(&costs).is_priced());
        assert!(costs.set(Cell::new(1, 1), 0.5, 0.0).is_err());
        assert!(costs.set(Cell::new(1, 1), f32::NAN, 0.0).is_err());
        assert_eq!(costs.set(Cell::new(9, 9), 2.0, 0.0), Ok(()), "outside");
        costs.set(Cell::new(1, 1), 3.0, 2.0).unwrap();
        let text = ron::to_string(&costs).unwrap();
        let read: CellCosts = ron::from_str(&text).unwrap();
        assert_eq!((&read, read.revision()), (&costs, costs.revision()));
        costs.set(Cell::new(1, 1), 1.0, 0.0).unwrap();
        assert!(costs.is_usual());
    }
}
