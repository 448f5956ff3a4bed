//! WHCA*: units plan the next few steps in space and time, against what others have reserved.
//!
//! D. Silver, "Cooperative Pathfinding", AIIDE 2005: Windowed Hierarchical Cooperative A*. A search over pairs of cell and
//! time, as deep as the window; beyond it the heuristic is the distance of the unit alone, by a reverse search that is
//! resumed. Waiting costs 1, on the goal nothing. No two units are on one cell at one time, and no two change places.
//! Each plans again when half its window is walked, not all at once.
//!
//! Open in direction-maps, which compares itself with WHCA* at a window of 4: everything else. In its experiment here units plan in a
//! fixed order, and those that are done keep their cell; with `rotate` the order rotates, and with `step_aside` units that
//! are done make room and come back. `resume` is Silver's reverse resumable search; off, the nodes come nearer to those
//! that direction-maps prints (see the experiment `direction-maps`).
//!
//! Differs: `rotate`, `step_aside`, `strict` and `round_parked` are off in the preset "WHCA*". "WHCA* over a direction map", which is ours,
//! has `round_parked` on: without it, most of its runs on the map of Table 1 never end, because waiting behind a unit that is
//! done is cheaper than any step against the stream. Units that follow one another closely act front unit first, because
//! actions are made one after the other.
//!
//! It runs over any layers: inside the window steps cost what the layers say, beyond it as well, at the costs of
//! the time at which the reverse search reached the cell. WHCA* over a direction map is named as future work in M. R. Jansen, N. R.
//! Sturtevant, "Direction Maps for Cooperative Pathfinding", AIIDE 2008.
//!
//! Where units are steered there is no timetable: a group plans one window together, and the rest of the path alone.
//!
//! A plan expands a few dozen states for a window of 4, and the reverse search the cells that it reaches for the first time. A
//! reverse search keeps eight bytes per cell that it reached; the memory of all together is limited.

mod kept;
mod window;

use super::a_star::AStar;
use super::path_search::{PathSearch, UnitPlan};
use crate::grid::{Cell, Direction, Node};
use crate::planning::step_cost::StepCost;
use crate::planning::{CellCosts, Layers, PlanContext, PlanScratch, Request, SearchedCell};
use crate::search::{CostModel, Path, Reservations, SearchStats};
use kept::KeptSearches;
use serde::{Deserialize, Serialize};
use window::{Memory, Window};

crate::parameters! {
    /// Parameters of WHCA*.
    pub struct Whca {
        /// How far ahead units plan together.
        window: u32 = 4, in 1..=16, unit "steps";
        /// Whether a cell may not be entered in the step in which a unit leaves it. Off, units follow one another
        /// closely; the one in front acts first.
        strict: bool = false;
        /// Whether the order in which units plan rotates, so that no unit always has to give way.
        rotate: bool = false;
        /// Whether units that have arrived step aside for others and come back. Off, they stay.
        step_aside: bool = false;
        /// Whether the search for a unit alone leads round units that stay where they are. Off, it ignores them, and a unit
        /// may wait behind them if the detour is longer than the window.
        round_parked: bool = false;
        /// Whether the search for a unit alone is resumed. Off, it is redone with every plan.
        resume: bool = true;
    }
}

impl PathSearch for Whca {
    /// A unit that plans alone sees others as far as A* does.
    fn plan(&self, request: &Request, scratch: &mut PlanScratch) -> UnitPlan {
        AStar::ALONE.plan(request, scratch)
    }

    fn cooperation(&self) -> Option<&Whca> {
        Some(self)
    }

    fn ignored_when_steered(&self) -> Option<&'static str> {
        Some("WHCA* plans only the first window together: reservations count on cell steps.")
    }
}

/// Occupant of a cell that has no reservation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// No unit, or one whose steps are reserved.
    Free,
    /// A unit that is about to go.
    Passing,
    /// A unit that stays.
    Parked,
}

/// A unit that is to plan.
#[derive(Clone, Copy, Debug)]
pub struct Cooperator<'a> {
    /// The context of its plan.
    pub context: &'a PlanContext<'a>,
    /// Its number.
    pub unit: u32,
    /// Where it stands.
    pub start: Cell,
    /// Where it is going.
    pub goal: Cell,
    /// How many of its steps it reserves; a unit that rests reserves few, so that others can plan to come through.
    pub holds: u32,
    /// When its path to this goal began; distances under costs from before that are out of date.
    pub since: u64,
}

/// What units that plan together share: the table, and the distances to their goals.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Cooperation {
    /// The cell of each unit at each time.
    pub table: Reservations,
    kept: KeptSearches,
    #[serde(skip)]
    memory: Memory,
}

/// Whose costs distances were computed with. Distances without costs serve all units with the same rule for parked units.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Prices {
    team: u8,
    #[serde(with = "crate::ron_text")]
    layers: Layers,
    /// Its group, if that matters.
    group: Option<u32>,
    /// Its number, if it has costs of its own.
    unit: Option<u32>,
    /// The revision of the costs of cells, and what swamp costs.
    #[serde(with = "crate::unhashed::unless_default")]
    costs: u64,
}

impl Prices {
    fn of(who: &Cooperator) -> Option<Self> {
        let &PlanContext { team, layers, planners, .. } = who.context;
        who.context.is_priced().then(|| Self {
            team,
            layers,
            group: layers.congestion.and(planners.first()).and_then(|unit| unit.group),
            unit: (!who.context.is_common()).then_some(who.unit),
            costs: {
                let &PlanContext { costs, swamp, .. } = who.context;
                let swamp = if swamp > 1.0 { swamp.to_bits() } else { 0 };
                swamp ^ costs.map_or(0, CellCosts::revision)
            },
        })
    }
}

impl Cooperation {
    /// Plans the steps of one unit for a window from the present time of the table on, and reserves them. One cell for each
    /// time, the present included; a cell that comes twice is a wait. Nothing if there is no way to be anywhere at the
    /// end of the window. Returns how many states and cells were expanded, too.
    pub fn plan(
        &mut self,
        rules: &Whca,
        who: Cooperator,
        scratch: &mut PlanScratch,
        standing: impl Fn(Node) -> Standing,
    ) -> (Option<Vec<Cell>>, u64) {
        self.table.release(who.unit);
        let watched = scratch.recorder.on;
        let terrain = who.context.terrain;
        let prices = StepCost::new(who.context, &scratch.trails);
        let least = prices.least();
        let goal = terrain.bounds().contains(who.goal).then(|| terrain.node(who.goal));
        let on = rules.round_parked;
        let model = RoundTheParked { prices, standing: &standing, goal, on };
        let kept = self.distances(rules, &who);
        let mut window = Window {
            who,
            strict: rules.strict,
            depth: rules.window,
            least,
            model,
            standing: &standing,
            table: &self.table,
            distances: &mut self.kept.get(kept).search,
            memory: &mut self.memory,
            log: watched.then(Vec::new),
        };
        window.distances.watch(watched);
        let (cells, expanded) = window.search();
        let expanded = expanded + window.distances.take_expanded();
        let (beyond, states) = (window.distances.take_log(), window.log.unwrap_or_default());
        let beyond =
            beyond.iter().map(|&(node, g)| SearchedCell::new(terrain.cell(node), [g, 0.0, g]));
        scratch.record_cells(terrain, beyond.chain(states.iter().copied()));
        self.kept.weigh(kept);
        if let Some(cells) = &cells {
            let held = cells.iter().take(who.holds as usize + 1);
            let nodes: Vec<Node> = held.map(|&cell| terrain.node(cell)).collect();
            self.table.reserve(who.unit, &nodes);
        }
        (cells, expanded)
    }

    /// Plans for one unit of a group that has no timetable: the window together with the units that planned before it,
    /// the rest of the path alone.
    pub(in crate::planning) fn plan_member(
        &mut self,
        rules: &Whca,
        request: &Request,
        unit: u32,
        scratch: &mut PlanScratch,
    ) -> UnitPlan {
        let &Request { context, start, goal, .. } = request;
        if !context.terrain.is_passable(start) || !context.terrain.is_passable(goal) {
            return UnitPlan::default();
        }
        let who = Cooperator { context, unit, start, goal, holds: rules.window, since: 0 };
        let (window, expanded) = self.plan(rules, who, scratch, |_| Standing::Free);
        let mut cells = window.unwrap_or(vec![start]);
        cells.dedup();
        let rest = AStar::ALONE.plan(&request.from(cells[cells.len() - 1]), scratch);
        let stats = SearchStats { expanded: rest.stats.expanded + expanded, ..rest.stats };
        let path = rest.path.map(|rest| {
            cells.extend(rest.cells().iter().skip(1));
            Path::new(cells)
        });
        UnitPlan { path, stats }
    }

    /// The index of the cached distances to a goal.
    fn distances(&mut self, rules: &Whca, who: &Cooperator) -> usize {
        let (terrain, now) = (who.context.terrain, self.table.now());
        let (place, known) = self.kept.find(who.goal, Prices::of(who), rules.round_parked);
        let kept = self.kept.get(place);
        let current = known
            && rules.resume
            && kept.revision == terrain.revision()
            && (kept.begun >= who.since || !who.context.is_priced() && !rules.round_parked);
        if !current {
            (kept.revision, kept.begun) = (terrain.revision(), now);
            kept.search.begin(terrain, who.goal, who.start);
        }
        kept.used = now;
        place
    }
}

/// The costs of the layers, with no way through units that stay where they are, unless that is the goal. A detour
/// round them may cost more than waiting for a whole window, and the unit would wait for ever.
struct RoundTheParked<'a, M, S> {
    prices: M,
    standing: &'a S,
    goal: Option<Node>,
    on: bool,
}

impl<M: CostModel, S: Fn(Node) -> Standing> CostModel for RoundTheParked<'_, M, S> {
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        if self.on && Some(to) != self.goal && (self.standing)(to) == Standing::Parked {
            return f64::INFINITY;
        }
        self.prices.step(from, to, direction, g)
    }
}

#[cfg(test)]
#[path = "whca_tests.rs"]
mod tests;
