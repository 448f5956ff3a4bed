//! Repairs: shortest paths that keep off some more cells.

use super::scratch::{Engine, PlanScratch};
use super::searches::UnitPlan;
use super::weighted_a_star::is_goal;
use crate::grid::{Cell, Terrain};
use crate::search::{Around, Lengths, Octile, Outcome, Problem, Takeover, Ties};

impl PlanScratch {
    /// Plans one path that avoids further cells, such as those of units that stand in the way.
    ///
    /// The start may be among those cells; if the goal is, there is no path. Gives up after `most`
    /// expansions, so that a repair never costs more than a new plan.
    pub fn plan_around(
        &mut self,
        terrain: &Terrain,
        (start, goal): (Cell, Cell),
        blocked: impl IntoIterator<Item = Cell>,
        most: u64,
    ) -> UnitPlan {
        self.last = Engine::Exact;
        self.blocked.assign(terrain, blocked);
        let Self { exact, blocked, .. } = self;
        let problem = Problem {
            terrain,
            start,
            goal: is_goal(terrain, goal),
            model: Around { model: Lengths, terrain, blocked },
            estimate: Octile(goal),
            ties: Ties::LargerG,
            reopen: true,
            takeover: Takeover::default(),
        };
        let standable =
            terrain.is_passable(goal) && (start == goal || !blocked.contains(terrain.node(goal)));
        exact.begin(&problem);
        let outcome = exact.advance(&problem, if standable { most } else { 0 });
        let path = matches!(outcome, Outcome::Found(_)).then(|| exact.path(terrain)).flatten();
        UnitPlan { path, stats: exact.stats() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;
    use crate::search::check_path;

    #[test]
    fn a_repair_keeps_off_the_cells_that_others_stand_on() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &[".....", ".....", "....."]);
        let (start, goal) = (Cell::new(0, 1), Cell::new(4, 1));
        let mut scratch = PlanScratch::default();
        let mut around = |blocked: &[(i32, i32)], most| {
            let blocked = blocked.iter().map(|&c| Cell::from(c));
            scratch.plan_around(&terrain, (start, goal), blocked, most).path
        };
        assert_eq!(around(&[], 999).unwrap().length(), 4.0);
        let path = around(&[(2, 1), (2, 0), (0, 1)], 999).unwrap();
        check_path(&terrain, &path, start, goal).unwrap();
        assert!(path.cells().contains(&Cell::new(2, 2)));
        // Up to the wall of the standing unit, past it straight, and back: corners are checked.
        assert_eq!(path.length(), 2.0 + 2.0 * std::f64::consts::SQRT_2);
        assert_eq!(around(&[(2, 0), (2, 1), (2, 2)], 999), None);
        assert_eq!(around(&[(4, 1)], 999), None, "a unit stands on the goal");
        assert_eq!(around(&[(2, 1)], 3), None, "given up");
    }
}
