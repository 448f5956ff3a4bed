//! Head starts: the first part of a path, long before the whole path is planned.
//!
//! Thousands of units with a goal each wait many seconds for their paths. Meanwhile each can walk: a search over large
//! sectors (see [`SectorMap`]) gives the coarse route, and a search within the first of them leads to the last. The path is
//! legal and leads towards the goal round every obstacle, since the route over the sectors is complete, but it is not shortest.
//! Costs of layers are ignored.
//!
//! Costs about 2 ms per change of a terrain of 512 x 512 cells, then 30 to 100 microseconds per path.

use super::scratch::{Engine, PlanScratch};
use super::searches::{SectorMap, UnitPlan};
use super::weighted_a_star::is_goal;
use crate::grid::{Cell, Direction, Node, Terrain};
use crate::search::{CostModel, Lengths, Octile, Problem, Takeover, Ties};
use serde::{Deserialize, Serialize};

/// Side of a sector, in cells.
const SECTOR: u32 = 16;
/// Number of parts of the route that are walked at once.
const PARTS: usize = 6;
/// Cost of expanding a part, in nodes of the fast search.
const PART_WEIGHT: u64 = 16;
/// Cost of expanding a node within the parts, which needs a look-up in their list.
const NODE_WEIGHT: u64 = 10;
/// Cost of assigning a cell to a sector, in nodes of the fast search.
const NODES_PER_CELL: u64 = 2;

/// How many rows of a terrain have been divided into sectors. The sectors themselves are memory of the searches, and are
/// rebuilt where that is lost; this number is part of the state, because it affects the run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Groundwork {
    revision: u64,
    rows: u32,
}

impl Groundwork {
    /// Restarts if the terrain has changed. Returns whether it has.
    pub fn follow(&mut self, terrain: &Terrain) -> bool {
        let changed = self.revision != terrain.revision();
        if changed {
            *self = Self { revision: terrain.revision(), rows: 0 };
        }
        changed
    }

    /// Goes on until the sectors are complete or the work exceeds `most`. Returns the work done, and whether head starts
    /// can be planned.
    pub fn advance(
        &mut self,
        terrain: &Terrain,
        scratch: &mut PlanScratch,
        most: u64,
    ) -> (u64, bool) {
        let bounds = terrain.bounds();
        self.follow(terrain);
        let per_row = NODES_PER_CELL * u64::from(bounds.width) + 1;
        let more = (bounds.height - self.rows).min((most / per_row) as u32 + 1);
        self.rows += more;
        scratch.cut_rows(terrain, self.rows);
        (u64::from(more) * per_row, self.rows == bounds.height)
    }
}

impl PlanScratch {
    /// Divides this many rows of a terrain into the sectors for head starts.
    fn cut_rows(&mut self, terrain: &Terrain, rows: u32) {
        let current = self.coarse.as_ref().is_some_and(|map| map.is_current(terrain, SECTOR));
        if !current {
            self.coarse = None;
        }
        let map = self.coarse.get_or_insert_with(|| SectorMap::begin(terrain, SECTOR));
        map.advance_to(terrain, rows);
    }

    /// Plans the first part of a path, or all of it if the goal is near. Returns the work beside the plan, counted in
    /// nodes of the fast search. There is none before a [`Groundwork`] for the same terrain is complete.
    pub fn head_start(&mut self, terrain: &Terrain, start: Cell, goal: Cell) -> (UnitPlan, u64) {
        let Some(map) = self.coarse.as_ref().filter(|map| map.is_complete()) else {
            return (UnitPlan::default(), 0);
        };
        let (Some(from), Some(to)) = (map.part(terrain, start), map.part(terrain, goal)) else {
            return (UnitPlan::default(), 0);
        };
        let (way, expanded) = map.way(from, to);
        let mut work = expanded * PART_WEIGHT;
        let Some(mut way) = way else { return (UnitPlan::default(), work) };
        way.truncate(PARTS);
        let last = way[way.len() - 1];
        let area = map.sector(last).filter(|_| last != to);
        let towards = area.map_or(goal, |area| middle(area.at, area.last()));
        let at_goal = is_goal(terrain, goal);
        self.last = Engine::Exact;
        self.exact.search(&Problem {
            terrain,
            start,
            goal: |node| match area {
                Some(_) => map.labels()[node as usize] == last,
                None => at_goal(node),
            },
            model: Within { labels: map.labels(), parts: &way },
            estimate: Octile(towards),
            ties: Ties::LargerG,
            reopen: false,
            takeover: Takeover::default(),
        });
        let plan = UnitPlan { path: self.exact.path(terrain), stats: self.exact.stats() };
        work += plan.stats.expanded * NODE_WEIGHT;
        (plan, work)
    }
}

fn middle(a: Cell, b: Cell) -> Cell {
    Cell::new((a.x + b.x) / 2, (a.y + b.y) / 2)
}

/// Steps cost their length and lead to certain parts only.
struct Within<'a> {
    labels: &'a [u32],
    parts: &'a [u32],
}

impl CostModel for Within<'_> {
    #[inline]
    fn step(&self, from: Node, to: Node, direction: Direction, g: f64) -> f64 {
        if self.parts.contains(&self.labels[to as usize]) {
            Lengths.step(from, to, direction, g)
        } else {
            f64::INFINITY
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, MapKind, Regions, generate};

    #[test]
    fn pieces_lead_to_the_goal_in_legal_steps() {
        for kind in MapKind::ALL {
            let terrain = generate(kind, Bounds::new(160, 120), 5);
            let regions = Regions::of(&terrain);
            let free: Vec<Cell> =
                terrain.bounds().cells().filter(|&c| terrain.is_passable(c)).collect();
            let mut scratch = PlanScratch::default();
            let mut groundwork = Groundwork::default();
            let mut slices = 0;
            while !groundwork.advance(&terrain, &mut scratch, 5000).1 {
                let (plan, _) = scratch.head_start(&terrain, free[0], free[1]);
                assert_eq!(plan.path, None, "the sectors are not complete");
                slices += 1;
                if slices == 3 {
                    scratch = PlanScratch::default();
                }
            }
            assert!(slices > 3);
            assert_eq!(groundwork.advance(&terrain, &mut scratch, 5000), (0, true));
            for (i, &start) in free.iter().step_by(701).enumerate() {
                let goal = free[(i * 7919 + 31) % free.len()];
                let mut here = start;
                let mut pieces = 0;
                while here != goal && regions.connected(&terrain, start, goal) {
                    let (plan, work) = scratch.head_start(&terrain, here, goal);
                    let path = plan.path.unwrap_or_else(|| panic!("{kind:?}: {here} to {goal}"));
                    assert!(work > 0 && terrain.can_walk(path.cells()));
                    assert_eq!(path.cells()[0], here);
                    here = path.cells()[path.cells().len() - 1];
                    pieces += 1;
                    assert!(pieces < 60, "{kind:?}: {start} to {goal} goes round in circles");
                }
            }
        }
    }

    #[test]
    fn there_is_no_head_start_to_another_region() {
        let terrain = Terrain::from_text(crate::grid::CornerRule::BothSidesFree, &["..#.."]);
        let mut scratch = PlanScratch::default();
        Groundwork::default().advance(&terrain, &mut scratch, u64::MAX);
        let (plan, _) = scratch.head_start(&terrain, Cell::new(0, 0), Cell::new(4, 0));
        assert_eq!(plan.path, None);
        let (plan, _) = scratch.head_start(&terrain, Cell::new(0, 0), Cell::new(2, 0));
        assert_eq!(plan.path, None, "a wall");
    }
}
