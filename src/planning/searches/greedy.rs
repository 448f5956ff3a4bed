//! Greedy: units follow the layers one step at a time, without a search.
//!
//! M. R. Jansen, N. R. Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008: "inexpensive agents can be added to
//! the world which perform a form of flow-field following on the DM. This is achieved with a greedy one-step
//! lookahead." Of the legal steps the one with the lowest cost plus heuristic is made.
//!
//! The paper's agents expand one node per time step: `one_step`, where units go from cell to cell. They never search, so they arrive
//! only if the stream leads past their goal.
//!
//! Open in the paper: how an agent leaves the stream. Here it enters its goal as soon as it stands beside it.
//!
//! Differs: without `one_step`, and for units that are steered, the walk is made at once and handed out as a path, so that it can be
//! drawn, queued and walked like any other; it enters no cell twice. Where it ends in a corner, or takes too long, a search goes on
//! from there; and as long as nothing has been learned, there is nothing to follow and a search finds the whole path.
//!
//! Costs one look at eight neighbours per step.

use super::a_star::AStar;
use super::path_search::{PathSearch, UnitPlan};
use crate::grid::{Cell, Direction, Node};
use crate::planning::scratch::{Engine, PlanScratch};
use crate::planning::step_cost::StepCost;
use crate::planning::{Others, Request, SearchedCell};
use crate::search::{CostModel, Estimate, Octile, Path, SearchStats};

crate::parameters! {
    /// Parameters of following the layers without a search.
    pub struct Greedy {
        /// Whether a unit that goes from cell to cell looks one step ahead with each action, which expands one node, and never
        /// searches. Off, the whole walk is made at once.
        one_step: bool = false;
        /// A walk longer than this multiple of the straight-line distance is abandoned, and a search continues.
        patience: f64 = 3.0, in 0.0..=20.0;
    }
}

impl PathSearch for Greedy {
    fn plan(&self, request: &Request, scratch: &mut PlanScratch) -> UnitPlan {
        let Some(others) = request.others else { return self.plan_walk(request, scratch) };
        let terrain = request.context.terrain;
        if self.one_step {
            return next_step(request, &others, scratch);
        }
        let plan = self.plan_walk(&Request { others: None, ..*request }, scratch);
        let cells = plan.path.as_ref().map_or(&[][..], |path| path.cells());
        let next = cells.get(1).filter(|&&cell| cell != request.goal);
        // Following leads into another unit: a search finds a detour.
        if next.is_some_and(|&cell| (others.occupied)(terrain.node(cell))) {
            return AStar::ALONE.plan(request, scratch);
        }
        plan
    }
}

impl Greedy {
    /// Walks from start to goal, and searches the rest of the path where the walk does not get there.
    fn plan_walk(&self, request: &Request, scratch: &mut PlanScratch) -> UnitPlan {
        let &Request { context, start, goal, .. } = request;
        let terrain = context.terrain;
        let blank = context.fields.directions.is_blank();
        if blank || !terrain.is_passable(start) || !terrain.is_passable(goal) {
            return AStar::ALONE.plan(request, scratch);
        }
        let mut cells = self.walk(request, scratch);
        let steps = cells.len() as u64;
        let mut plan = UnitPlan::default();
        if let Some(&end) = cells.last()
            && end != goal
        {
            plan = AStar::ALONE.plan(&request.from(end), scratch);
            match plan.path.take() {
                Some(rest) => cells.extend(rest.into_cells().into_iter().skip(1)),
                None => cells.clear(),
            }
        }
        plan.stats.expanded += steps;
        plan.stats.generated += steps;
        plan.path = (!cells.is_empty()).then(|| Path::new(without_loops(cells)));
        plan
    }

    /// The cells from the start to the goal, or to where the walk ends.
    fn walk(&self, request: &Request, scratch: &mut PlanScratch) -> Vec<Cell> {
        let &Request { context, start, goal, .. } = request;
        let terrain = context.terrain;
        let PlanScratch { blocked: visited, trails, last, .. } = scratch;
        *last = Engine::None;
        let prices = StepCost::new(context, trails);
        let offsets = terrain.offsets();
        let estimate =
            |node: Node| prices.least() * Octile(goal).estimate(node, terrain.cell(node));
        let most = self.patience * start.octile(goal);
        visited.reset(terrain);
        let mut walk: Vec<SearchedCell> = Vec::new();
        let (mut here, mut g) = (terrain.node(start), 0.0);
        loop {
            let (cell, h) = (terrain.cell(here), estimate(here));
            visited.insert(here);
            walk.push(SearchedCell::new(cell, [g, h, g + h]));
            if cell == goal || walk.len() as f64 > most {
                break;
            }
            let steps = Direction::ALL.into_iter().filter(|d| terrain.moves(here) & d.bit() != 0);
            let next = steps
                .map(|d| (here.wrapping_add_signed(offsets[d as usize]), d))
                .filter(|&(node, _)| !visited.contains(node))
                .map(|(node, d)| {
                    let price = prices.step(here, node, d, 0.0);
                    (node, price, prices.priority(node, price, estimate(node)))
                })
                .min_by(|a, b| a.2.total_cmp(&b.2));
            let Some((node, price, _)) = next else { break };
            here = node;
            g += price;
        }
        scratch.record_cells(terrain, walk.iter().copied());
        walk.into_iter().map(|step| step.cell).collect()
    }
}

/// One step to the neighbour with the lowest cost plus heuristic, which expands one node. Nothing if all free
/// neighbours are taken.
fn next_step(request: &Request, others: &Others, scratch: &mut PlanScratch) -> UnitPlan {
    let &Request { context, start, goal, .. } = request;
    let terrain = context.terrain;
    if !terrain.is_passable(start) || start == goal {
        return UnitPlan::default();
    }
    let PlanScratch { trails, last, .. } = scratch;
    *last = Engine::None;
    let prices = StepCost::new(context, trails);
    let estimate = |node: Node| prices.least() * Octile(goal).estimate(node, terrain.cell(node));
    let here = terrain.node(start);
    let h = estimate(here);
    let offsets = terrain.offsets();
    let steps = Direction::ALL.into_iter().filter(|d| terrain.moves(here) & d.bit() != 0);
    let taken = |node: Node| {
        terrain.cell(node).octile(start) < others.visibility && (others.occupied)(node)
    };
    let total = |node: Node, d: Direction| {
        if terrain.cell(node) == goal {
            return 0.0;
        }
        prices.priority(node, prices.step(here, node, d, 0.0), estimate(node))
    };
    let next = steps
        .map(|d| (here.wrapping_add_signed(offsets[d as usize]), d))
        .filter(|&(node, _)| terrain.cell(node) == goal || !taken(node))
        .map(|(node, d)| (node, total(node, d)))
        .min_by(|a, b| a.1.total_cmp(&b.1));
    let stats = SearchStats { expanded: 1, generated: 1, ..SearchStats::default() };
    let path = next.map(|(node, _)| Path::new(vec![start, terrain.cell(node)]));
    scratch.record_cells(terrain, std::iter::once(SearchedCell::new(start, [0.0, h, h])));
    UnitPlan { path, stats }
}

/// What a search adds may lead back over the walk; the loop between is left out.
fn without_loops(cells: Vec<Cell>) -> Vec<Cell> {
    let mut last = std::collections::BTreeMap::new();
    for (place, &cell) in cells.iter().enumerate() {
        last.insert(cell, place);
    }
    let mut kept = Vec::with_capacity(cells.len());
    let mut place = 0;
    while let Some(&cell) = cells.get(place) {
        kept.push(cell);
        place = last.get(&cell).map_or(place, |&later| later) + 1;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CornerRule, Terrain};
    use crate::planning::{DirectionMap, Directions, LayerFields, Layers, PlanContext};
    use crate::search::check_path;
    use glam::DVec2;

    /// The plan of a follower by directions, if it sees no others or these.
    fn planned(
        terrain: &Terrain,
        directions: &DirectionMap,
        (start, goal): (Cell, Cell),
        others: Option<Others>,
    ) -> UnitPlan {
        let layers = Layers { directions: Some(Directions::default()), ..Layers::default() };
        let fields = LayerFields { directions: directions.clone(), ..LayerFields::default() };
        let context = PlanContext { fields: &fields, layers, ..PlanContext::bare(terrain) };
        let greedy = Greedy { one_step: others.is_some(), ..Greedy::default() };
        let request = Request { context: &context, start, goal, others };
        greedy.plan(&request, &mut PlanScratch::default())
    }

    #[test]
    fn a_follower_takes_the_lane_that_others_have_worn() {
        let terrain = Terrain::from_text(CornerRule::Free, &["........."; 5]);
        let mut map = DirectionMap::default();
        for x in 0..9 {
            map.set(&terrain, Cell::new(x, 1), DVec2::X);
            map.set(&terrain, Cell::new(x, 2), DVec2::NEG_X);
        }
        let (start, goal) = (Cell::new(0, 2), Cell::new(8, 2));
        let plan = planned(&terrain, &map, (start, goal), None);
        let path = plan.path.unwrap();
        check_path(&terrain, &path, start, goal).unwrap();
        assert!(path.cells()[1..8].iter().all(|c| c.y == 1), "{path:?}");
        assert_eq!(plan.stats.expanded, path.cells().len() as u64, "one for each step");
    }

    #[test]
    fn one_step_follows_the_stream_past_others_and_expands_one_node() {
        let terrain = Terrain::from_text(CornerRule::Free, &["........."; 5]);
        let mut map = DirectionMap::default();
        for x in 0..9 {
            map.set(&terrain, Cell::new(x, 1), DVec2::X);
            map.set(&terrain, Cell::new(x, 2), DVec2::NEG_X);
        }
        let goal = Cell::new(8, 2);
        let step = |from: Cell, taken: Cell| {
            let occupied = |node| terrain.cell(node) == taken;
            let others = Others { occupied: &occupied, visibility: 5.0 };
            let plan = planned(&terrain, &map, (from, goal), Some(others));
            assert_eq!(plan.stats.expanded, 1);
            plan.path.unwrap().goal().unwrap()
        };
        let elsewhere = Cell::new(0, 4);
        assert_eq!(step(Cell::new(2, 1), elsewhere), Cell::new(3, 1));
        assert_eq!(step(Cell::new(2, 1), Cell::new(3, 1)), Cell::new(3, 0), "round another unit");
        assert_eq!(step(Cell::new(7, 1), elsewhere), goal, "from beside it");
        assert_eq!(step(Cell::new(7, 1), goal), goal, "even if a unit stands there");
    }

    #[test]
    fn where_the_walk_ends_in_a_corner_a_search_goes_on() {
        let rows = [".......", ".####..", "....#..", ".####..", "......."];
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &rows);
        let mut map = DirectionMap::default();
        for x in 0..4 {
            map.set(&terrain, Cell::new(x, 2), DVec2::X);
        }
        let (start, goal) = (Cell::new(0, 2), Cell::new(6, 2));
        let path = planned(&terrain, &map, (start, goal), None).path.unwrap();
        check_path(&terrain, &path, start, goal).unwrap();
        assert!(path.length() < 13.0, "the way into the corner and back is left out: {path:?}");
    }

    #[test]
    fn with_nothing_learned_it_is_a_search() {
        let terrain = Terrain::from_text(CornerRule::Free, &["...", ".#.", "..."]);
        let (map, start, goal) = (DirectionMap::default(), Cell::new(0, 1), Cell::new(2, 1));
        let path = planned(&terrain, &map, (start, goal), None).path.unwrap();
        assert_eq!(path.steps(), 2);
        assert!(planned(&terrain, &map, (start, Cell::new(1, 1)), None).path.is_none());
    }
}
