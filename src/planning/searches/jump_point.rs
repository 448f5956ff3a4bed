//! Jump point search: optimal paths of single units, several times as fast as A* on large maps.
//!
//! D. Harabor, A. Grastien, "Improving Jump Point Search", ICAPS 2014; see [`JumpSearch`](crate::search::JumpSearch). The
//! lengths are those of A*. Where several paths are shortest, it may choose another one, so it is a search of its own and
//! no preset of a paper changes. Jump points know no layer costs: where layers change costs, or other units count as walls, it
//! plans as A* does. A group is planned as by A*, by one search for all of its units; on large maps that search goes over
//! jump points, too.
//!
//! Costs a fifth to a tenth of the time of A* per path.

use super::a_star::AStar;
use super::path_search::{PathSearch, UnitPlan};
use crate::planning::scratch::{Engine, PlanScratch};
use crate::planning::{GroupRequest, Request};

crate::parameters! {
    /// Parameters of jump point search.
    pub struct JumpPoint {
        /// One search per unit, instead of one reverse search for a group of several units.
        per_unit: bool = false;
    }
}

impl PathSearch for JumpPoint {
    fn plan(&self, request: &Request, scratch: &mut PlanScratch) -> UnitPlan {
        if request.others.is_some() || request.context.is_priced() {
            return AStar::ALONE.plan(request, scratch);
        }
        let terrain = request.context.terrain;
        scratch.last = Engine::Jump;
        scratch.jump.search(terrain, request.start, request.goal);
        scratch.record_search(terrain);
        UnitPlan { path: scratch.jump.path(terrain), stats: scratch.jump.stats() }
    }

    fn plan_group(
        &self,
        request: &GroupRequest,
        scratch: &mut PlanScratch,
    ) -> Option<Vec<UnitPlan>> {
        let together = !self.per_unit && request.starts.len() > 1;
        together.then(|| AStar::default().plan_group(request, scratch)).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, Cell, CornerRule, MapKind, Terrain, generate};
    use crate::planning::{Layers, Markers, PlanContext, Search, plan};

    fn lengths(search: Search, context: &PlanContext, starts: &[Cell], goal: Cell) -> Vec<f64> {
        let request = GroupRequest::new(context, starts, goal);
        let plans = plan(&search, &request, &mut PlanScratch::default());
        plans.iter().map(|plan| plan.path.as_ref().map_or(0.0, |path| path.length())).collect()
    }

    #[test]
    fn paths_are_as_long_as_those_of_a_star_alone_in_a_group_and_under_layers() {
        let mut terrain = generate(MapKind::Caves, Bounds::new(90, 70), 5);
        for corners in CornerRule::ALL {
            terrain.set_corners(corners);
            let cells: Vec<Cell> =
                terrain.bounds().cells().filter(|&c| terrain.is_passable(c)).step_by(211).collect();
            let (goal, starts) = cells.split_first().unwrap();
            let bare = PlanContext::bare(&terrain);
            let marked = Layers { markers: Some(Markers::default()), ..Layers::default() };
            for layers in [Layers::default(), marked] {
                let context = bare.with_layers(layers);
                let a_star = lengths(Search::AStar(AStar::ALONE), &context, starts, *goal);
                for per_unit in [true, false] {
                    let search = Search::JumpPoint(JumpPoint { per_unit });
                    assert_eq!(lengths(search, &context, starts, *goal), a_star);
                }
            }
        }
    }

    #[test]
    fn blocked_cells_have_no_path() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["..#", "..#"]);
        let context = PlanContext::bare(&terrain);
        let search = Search::JumpPoint(JumpPoint::default());
        assert_eq!(lengths(search, &context, &[Cell::new(0, 0)], Cell::new(2, 1)), [0.0]);
        assert_eq!(lengths(search, &context, &[Cell::new(2, 0)], Cell::new(0, 1)), [0.0]);
        assert_eq!(lengths(search, &context, &[Cell::new(0, 0)], Cell::new(0, 1)), [1.0]);
    }
}
