//! Planning for units that go from cell to cell, one unit to a cell.
//!
//! M. R. Jansen, N. R. Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008. Units see those who stand
//! near and plan round them as if they were walls; whoever comes into the way later is met when a step fails. The text
//! leaves the clock and the moves open: the rules here are those that fit the paper's tables.
//!
//! Differs: the limit of nodes per pass, the random step of a unit that has been stuck for long, and settling beside a place that is
//! taken are ours. They are off in [`CellSteps::published`], which the experiment and `phalanx run --scen --patrol` use, and on by
//! default, because in the sandbox no frame may stall and no unit may be stuck for ever.
//!
//! A plan costs one search, and a look at the cells within sight.

use super::Search;
use super::a_star::{Heuristic, UnitPlan, is_goal};
use super::greedy;
use super::guidance::{Distance, Guidance};
use super::layers::Layers;
use super::markers::{Guide, Rounding};
use super::scratch::{Last, PlanScratch};
use super::sectors;
use super::step_cost::{PlanContext, Pricing};
use crate::grid::{Cell, Direction, Node, Rectangle};
use crate::search::{CostModel, Estimate, NodeSet, Problem, Takeover, Ties};
use std::cell::RefCell;

crate::choice! {
    /// How long an action takes.
    pub enum StepClock {
        /// Every action takes the same time: a straight step, a diagonal one, a step that fails, a wait. The tables of
        /// direction-maps need this.
        OneAction,
        /// A straight step takes 1, a diagonal one the root of 2.
        ByLength,
    }
}

crate::parameters! {
    /// Parameters of motion from cell to cell.
    pub struct CellSteps {
        /// How long an action takes: always the same time (OneAction, which the tables of direction-maps need), or by the
        /// length of the step (ByLength).
        clock: StepClock = StepClock::OneAction;
        /// Duration of a straight step.
        ticks: u32 = 8, in 1..=64, unit "ticks";
        /// Units nearer than this when a path is planned count as walls, except on the goal.
        visibility: f64 = 5.0, in 0.0..=32.0, unit "cells";
        /// Nodes that all units together may expand in one pass, so that no frame stalls. Units skipped because they are
        /// used up are planned first in the next pass. 0: no limit, as the tables need.
        nodes_per_pass: u32 = 50_000, in 0..=10_000_000, unit "nodes";
        /// Actions without a step after which a unit that has no path steps to a random free cell, so that jams dissolve. 0:
        /// never, as the tables need.
        makes_room_after: u32 = 16, in 0..=1000, unit "actions";
        /// Whether a unit counts as arrived that stands beside its place if another rests on it, or is stuck behind units that rest
        /// near it. Off, it keeps trying, as the tables need.
        settles: bool = true;
        /// What an action counts in the simulation time of direction-maps; changes only that number.
        action_time: f64 = 1.5, in 0.1..=10.0, unit "s";
    }
}

impl CellSteps {
    /// The rules of direction-maps as far as its tables tell them, without our additions; one tick to an action.
    pub fn published() -> Self {
        Self { ticks: 1, nodes_per_pass: 0, makes_room_after: 0, settles: false, ..Self::default() }
    }
}

/// Plans one path for a unit that sees others near it. `occupied` tells whether somebody else stands on a node.
///
/// Searches that plan piece by piece return the next piece only.
pub fn plan_among(
    search: &Search,
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    (start, goal): (Cell, Cell),
    occupied: impl Fn(Node) -> bool,
    visibility: f64,
) -> UnitPlan {
    if !chart.terrain.is_passable(goal) {
        return UnitPlan::default();
    }
    match search {
        Search::AStar(parameters) => {
            see_others(chart, scratch, (start, goal), occupied, visibility);
            around(layers, chart, scratch, start, Aim::Cell(goal), parameters.heuristic)
        }
        Search::Greedy(rule) if rule.one_step => {
            let seen = |node| occupied(node) && chart.terrain.cell(node).octile(start) < visibility;
            greedy::next_step(layers, chart, scratch, start, goal, seen)
        }
        Search::Greedy(rule) => {
            let plan = greedy::plan_unit(layers, chart, scratch, start, goal, rule);
            let cells = plan.path.as_ref().map_or(&[][..], |path| path.cells());
            let next = cells.get(1).filter(|&&cell| cell != goal);
            // Following leads into somebody: a search finds the way round.
            if next.is_none_or(|&cell| !occupied(chart.terrain.node(cell))) {
                return plan;
            }
            see_others(chart, scratch, (start, goal), occupied, visibility);
            around(layers, chart, scratch, start, Aim::Cell(goal), Heuristic::Octile)
        }
        Search::LocalRepair(parameters) => {
            see_others(chart, scratch, (start, goal), occupied, parameters.sight);
            around(layers, chart, scratch, start, Aim::Cell(goal), Heuristic::Octile)
        }
        // Those who plan together see others in their table; alone they look as far as A* does.
        Search::Whca(_) => {
            see_others(chart, scratch, (start, goal), occupied, visibility);
            around(layers, chart, scratch, start, Aim::Cell(goal), Heuristic::Octile)
        }
        Search::Sectors(parameters) => {
            see_others(chart, scratch, (start, goal), occupied, parameters.visibility);
            sectors::plan_piece(parameters, layers, chart, scratch, start, goal)
        }
    }
}

/// Notes the cells that count as walls: occupied, nearer than the radius, and not the goal.
fn see_others(
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    (start, goal): (Cell, Cell),
    occupied: impl Fn(Node) -> bool,
    radius: f64,
) {
    let reach = radius.ceil().max(0.0) as i32;
    let side = 2 * reach as u32 + 1;
    let square = Rectangle::new(Cell::new(start.x - reach, start.y - reach), side, side);
    let seen = square.cells().filter(|&cell| {
        cell != start
            && cell != goal
            && cell.octile(start) < radius
            && chart.terrain.bounds().contains(cell)
            && occupied(chart.terrain.node(cell))
    });
    scratch.blocked.assign(chart.terrain, seen);
}

/// Where a search leads.
#[derive(Clone, Copy)]
pub(super) enum Aim<'a> {
    /// To a cell.
    Cell(Cell),
    /// To any cell with a label, all of which lie in a rectangle.
    Area(&'a [u32], u32, Rectangle),
}

/// A priced search that keeps off the cells in `scratch.blocked`.
pub(super) fn around(
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    start: Cell,
    aim: Aim,
    heuristic: Heuristic,
) -> UnitPlan {
    let terrain = chart.terrain;
    scratch.last = Last::Exact;
    let PlanScratch { exact, field, markers, blocked, .. } = scratch;
    let pricing = Pricing::new(layers, chart, markers.values());
    let rounding = layers.markers.map_or(Rounding::EXACT, |m| m.rounding());
    let least = pricing.least();
    let marked = layers.markers.is_some();
    let model = Avoiding { model: pricing, blocked };
    let ties = if marked { Ties::FirstIn } else { Ties::LargerG };
    let reopen = marked;
    let takeover = layers.markers.map_or(Takeover::Smaller, |m| m.takeover());
    match aim {
        Aim::Cell(goal) => {
            let distance = match (layers.markers.map(|m| m.guide), heuristic) {
                (Some(Guide::TrueDistance), _) => Distance::True(terrain, RefCell::new(field)),
                (_, Heuristic::Euclidean) => Distance::Euclidean,
                (_, Heuristic::Octile) => Distance::Octile,
            };
            let estimate = Guidance { distance, goal, least, rounding };
            let goal = is_goal(terrain, goal);
            exact.search(&Problem {
                terrain,
                start,
                goal,
                model,
                estimate,
                ties,
                reopen,
                takeover,
            });
        }
        Aim::Area(labels, label, area) => {
            let estimate = ToArea { area, least, rounding };
            let goal = |node: Node| labels.get(node as usize) == Some(&label);
            exact.search(&Problem {
                terrain,
                start,
                goal,
                model,
                estimate,
                ties,
                reopen,
                takeover,
            });
        }
    }
    let plan = UnitPlan { path: exact.path(terrain), stats: exact.stats() };
    scratch.record_search(terrain);
    plan
}

/// Another model, with the cells of units closed. Unlike walls they do not forbid the diagonal steps beside them.
struct Avoiding<'a, M> {
    model: M,
    blocked: &'a NodeSet,
}

impl<M: CostModel> CostModel for Avoiding<'_, M> {
    #[inline]
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        if self.blocked.contains(to) {
            f64::INFINITY
        } else {
            self.model.step(from, to, direction, g)
        }
    }

    #[inline]
    fn priority(&self, node: Node, g: f64, h: f64) -> f64 {
        self.model.priority(node, g, h)
    }
}

/// The shortest walk on an empty grid to the nearest cell of a rectangle.
struct ToArea {
    area: Rectangle,
    least: f64,
    rounding: Rounding,
}

impl Estimate for ToArea {
    #[inline]
    fn estimate(&self, _: Node, cell: Cell) -> f64 {
        let last = self.area.last();
        let nearest =
            Cell::new(cell.x.clamp(self.area.at.x, last.x), cell.y.clamp(self.area.at.y, last.y));
        self.rounding.round(self.least * cell.octile(nearest))
    }
}

/// Prepares the markers for one unit: marks what its companions still have to walk. In a group that goes from cell to
/// cell everybody plans when it needs to, so that there is no common order; those who are on the way count as having
/// planned before.
pub fn mark_companions<'a>(
    layers: &Layers,
    chart: &PlanContext,
    scratch: &mut PlanScratch,
    goal: Cell,
    companions: impl Iterator<Item = &'a [Cell]>,
) {
    if let Some(markers) = &layers.markers {
        markers.begin(chart, scratch, goal);
        for path in companions.filter(|path| !path.is_empty()) {
            markers.update_nodes(chart.terrain, &mut scratch.markers, path);
        }
    }
}
