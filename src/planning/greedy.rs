//! Greedy: units follow the layers one step at a time, without a search.
//!
//! M. R. Jansen, N. R. Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008: "inexpensive agents can be added to
//! the world which perform a form of flow-field following on the DM. This is achieved with a greedy one-step
//! lookahead." Of the legal steps the one with the least price plus estimate is made.
//!
//! The paper's agents expand one node per time step: `one_step`, where units go from cell to cell. They never search, so they arrive
//! only if the stream leads past their goal.
//!
//! Open in the paper: how an agent leaves the stream. Here it enters its goal as soon as it stands beside it.
//!
//! Differs: without `one_step`, and for units that are steered, the walk is made at once and handed out as a path, so that it can be
//! drawn, queued and walked like any other; it enters no cell twice. Where it ends in a corner, or takes too long, a search goes on
//! from there; and as long as nobody has learned anything, there is nothing to follow and a search does it all.
//!
//! Costs one look at eight neighbours per step.

use super::a_star::{AStar, Heuristic, UnitPlan};
use super::layers::Layers;
use super::scratch::{Last, PlanScratch};
use super::step_cost::{PlanContext, Pricing};
use super::{Search, plan_unit as search_on};
use crate::grid::{Cell, Direction, Node};
use crate::search::{CostModel, Estimate, Octile, Path, SearchStats, Visit};

crate::parameters! {
    /// Parameters of following the layers without a search.
    pub struct Greedy {
        /// Whether a unit that goes from cell to cell looks one step ahead with each action, which expands one node, and never
        /// searches. Off, the whole walk is made at once.
        one_step: bool = false;
        /// Of a whole walk: how many times as many steps as the straight way has may be made before a search takes over.
        patience: f64 = 3.0, in 0.0..=20.0;
    }
}

/// Walks from start to goal, and searches the rest of the way where the walk does not get there.
pub(super) fn plan_unit(
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    start: Cell,
    goal: Cell,
    rule: &Greedy,
) -> UnitPlan {
    let search = Search::AStar(AStar { per_unit: true, heuristic: Heuristic::Octile });
    let terrain = chart.terrain;
    if chart.directions.is_blank() || !terrain.is_passable(start) || !terrain.is_passable(goal) {
        return search_on(&search, layers, chart, scratch, start, goal);
    }
    let mut cells = walk(layers, chart, scratch, start, goal, rule);
    let steps = cells.len() as u64;
    scratch.record_search(terrain);
    let mut plan = UnitPlan::default();
    if let Some(&end) = cells.last()
        && end != goal
    {
        plan = search_on(&search, layers, chart, scratch, end, goal);
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

/// One step to the neighbour with the least price plus estimate, which expands one node. Nothing if all free neighbours are taken.
pub(super) fn next_step(
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    start: Cell,
    goal: Cell,
    occupied: impl Fn(Node) -> bool,
) -> UnitPlan {
    let terrain = chart.terrain;
    if !terrain.is_passable(start) || start == goal {
        return UnitPlan::default();
    }
    let PlanScratch { markers, walk, last, .. } = scratch;
    *last = Last::Walk;
    let pricing = Pricing::new(layers, chart, markers.values());
    let estimate = |node: Node| pricing.least() * Octile(goal).estimate(node, terrain.cell(node));
    let here = terrain.node(start);
    let h = estimate(here);
    walk.clear();
    walk.push((here, Visit { g: 0.0, h, priority: h, order: Some(0) }));
    let offsets = terrain.offsets();
    let steps = Direction::ALL.into_iter().filter(|d| terrain.moves(here) & d.bit() != 0);
    let total = |node: Node, d: Direction| {
        if terrain.cell(node) == goal {
            return 0.0;
        }
        pricing.priority(node, pricing.step(here, node, d, 0.0), estimate(node))
    };
    let next = steps
        .map(|d| (here.wrapping_add_signed(offsets[d as usize]), d))
        .filter(|&(node, _)| terrain.cell(node) == goal || !occupied(node))
        .map(|(node, d)| (node, total(node, d)))
        .min_by(|a, b| a.1.total_cmp(&b.1));
    let stats = SearchStats { expanded: 1, generated: 1, ..SearchStats::default() };
    let path = next.map(|(node, _)| Path::new(vec![start, terrain.cell(node)]));
    scratch.record_search(terrain);
    UnitPlan { path, stats }
}

/// The cells from the start to the goal, or to where the walk ends.
fn walk(
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    start: Cell,
    goal: Cell,
    rule: &Greedy,
) -> Vec<Cell> {
    let terrain = chart.terrain;
    let PlanScratch { blocked: visited, markers, walk, last, .. } = scratch;
    *last = Last::Walk;
    let pricing = Pricing::new(layers, chart, markers.values());
    let offsets = terrain.offsets();
    let estimate = |node: Node| pricing.least() * Octile(goal).estimate(node, terrain.cell(node));
    let most = rule.patience * start.octile(goal);
    visited.reset(terrain);
    walk.clear();
    let (mut here, mut g) = (terrain.node(start), 0.0);
    loop {
        let h = estimate(here);
        visited.insert(here);
        walk.push((here, Visit { g, h, priority: g + h, order: Some(walk.len() as u32) }));
        if terrain.cell(here) == goal || walk.len() as f64 > most {
            break;
        }
        let steps = Direction::ALL.into_iter().filter(|d| terrain.moves(here) & d.bit() != 0);
        let next = steps
            .map(|d| (here.wrapping_add_signed(offsets[d as usize]), d))
            .filter(|&(node, _)| !visited.contains(node))
            .map(|(node, d)| {
                let price = pricing.step(here, node, d, 0.0);
                (node, price, pricing.priority(node, price, estimate(node)))
            })
            .min_by(|a, b| a.2.total_cmp(&b.2));
        let Some((node, price, _)) = next else { break };
        here = node;
        g += price;
    }
    walk.iter().map(|(node, _)| terrain.cell(*node)).collect()
}

/// What a search adds may lead back over the walk; the way between is left out.
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
    use crate::planning::{DirectionMap, Directions};
    use crate::search::check_path;
    use glam::DVec2;

    fn planned(terrain: &Terrain, directions: &DirectionMap, start: Cell, goal: Cell) -> UnitPlan {
        let layers = Layers { directions: Some(Directions::default()), ..Layers::default() };
        let chart = PlanContext { directions, ..PlanContext::bare(terrain) };
        let mut scratch = PlanScratch::default();
        plan_unit(&layers, &chart, &mut scratch, start, goal, &Greedy::default())
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
        let plan = planned(&terrain, &map, start, goal);
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
        let layers = Layers { directions: Some(Directions::default()), ..Layers::default() };
        let chart = PlanContext { directions: &map, ..PlanContext::bare(&terrain) };
        let mut scratch = PlanScratch::default();
        let goal = Cell::new(8, 2);
        let mut step = |from: Cell, taken: Cell| {
            let occupied = |node| terrain.cell(node) == taken;
            let plan = next_step(&layers, &chart, &mut scratch, from, goal, occupied);
            assert_eq!(plan.stats.expanded, 1);
            plan.path.unwrap().goal().unwrap()
        };
        let nobody = Cell::new(0, 4);
        assert_eq!(step(Cell::new(2, 1), nobody), Cell::new(3, 1));
        assert_eq!(step(Cell::new(2, 1), Cell::new(3, 1)), Cell::new(3, 0), "round somebody");
        assert_eq!(step(Cell::new(7, 1), nobody), goal, "from beside it");
        assert_eq!(step(Cell::new(7, 1), goal), goal, "even if somebody stands there");
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
        let path = planned(&terrain, &map, start, goal).path.unwrap();
        check_path(&terrain, &path, start, goal).unwrap();
        assert!(path.length() < 13.0, "the way into the corner and back is left out: {path:?}");
    }

    #[test]
    fn with_nothing_learned_it_is_a_search() {
        let terrain = Terrain::from_text(CornerRule::Free, &["...", ".#.", "..."]);
        let (start, goal) = (Cell::new(0, 1), Cell::new(2, 1));
        let path = planned(&terrain, &DirectionMap::default(), start, goal).path.unwrap();
        assert_eq!(path.steps(), 2);
        assert!(planned(&terrain, &DirectionMap::default(), start, Cell::new(1, 1)).path.is_none());
    }
}
