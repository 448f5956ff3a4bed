//! Patrols from problem files: each line is a unit that walks back and forth between its start and its goal.

use super::{MAX_UNITS, MapOptions, load_file, load_map, map_format, read_scen_file};
use super::{Motion, Order, Place, Scenario, ScriptedOrder, TeamId, UnitId, UnitSpec, Who};
use crate::combat::built_in;
use crate::grid::{Cell, ScenProblem};
use crate::planning::CellSteps;
use std::collections::BTreeMap;
use std::path::Path;

impl Scenario {
    /// The ground with one unit for each problem, which goes from start to goal and back `rounds` times (0: for
    /// ever), from cell to cell. If a problem does not fit, a sentence that says why.
    pub fn with_patrols(
        mut self,
        problems: &[ScenProblem],
        rounds: u32,
        rules: CellSteps,
    ) -> Result<Self, String> {
        let bounds = self.terrain.bounds();
        let stamped = self.stamped_terrain();
        if problems.len() > MAX_UNITS {
            let count = problems.len();
            return Err(format!("there are {count} problems; at most {MAX_UNITS} are possible"));
        }
        let mut standing: BTreeMap<Cell, usize> = BTreeMap::new();
        self.units.clear();
        self.orders.clear();
        self.motion = Motion::CellSteps(rules);
        for (i, problem) in problems.iter().enumerate() {
            let number = match problem.line {
                0 => (i + 1).to_string(),
                line => format!("{} (line {line})", i + 1),
            };
            if (problem.width, problem.height) != (bounds.width, bounds.height) {
                return Err(format!(
                    "problem {number} is for a map of {} x {} cells; this one has {} x {}",
                    problem.width, problem.height, bounds.width, bounds.height
                ));
            }
            for (name, cell) in [("start", problem.start), ("goal", problem.goal)] {
                if !stamped.is_passable(cell) {
                    return Err(format!(
                        "the {name} {cell} of problem {number} is not a free cell"
                    ));
                }
            }
            if let Some(other) = standing.insert(problem.start, i + 1) {
                let start = problem.start;
                return Err(format!(
                    "problem {number} starts on {start}, where problem {other} starts already; for \
                     patrols give each its own start"
                ));
            }
            let id = UnitId(i as u32);
            self.units.push(UnitSpec {
                id,
                team: TeamId(0),
                kind: built_in()[0],
                at: problem.start,
            });
            self.orders.push(ScriptedOrder {
                tick: 0,
                who: Who::Units(vec![id]),
                order: Order::Patrol { to: Place::At(problem.goal), rounds },
                queued: false,
            });
        }
        Ok(self)
    }
}

/// Reads a map, with options if it is a picture, and the patrols of a problem file. If either does not fit, a sentence with the file's name.
///
/// With [`CellSteps::published`] and the same seed this is exactly what the experiment `direction-maps` runs for that file.
pub fn load_patrols(
    map: &Path,
    options: MapOptions,
    problems: &Path,
    rounds: u32,
    rules: CellSteps,
) -> Result<Scenario, String> {
    let scenario = match map_format(map) {
        Some(_) => load_map(map, options),
        None => load_file(map),
    };
    let scenario = scenario.map_err(|error| error.to_string())?;
    let list = read_scen_file(problems).map_err(|error| error.to_string())?;
    let mut scenario = scenario
        .with_patrols(&list, rounds, rules)
        .map_err(|message| format!("{}: {message}", problems.display()))?;
    let name = |path: &Path| path.file_stem().map(|n| n.to_string_lossy().into_owned());
    let name = name(problems).unwrap_or_default();
    scenario.title = format!("Patrols of {name}");
    scenario.description = format!("{} units go back and forth between two places.", list.len());
    Ok(scenario)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, read_scen};

    fn scenario(lines: &str) -> Result<Scenario, String> {
        let problems = read_scen(&format!("version 1\n{lines}")).unwrap();
        Scenario::blank(Bounds::new(5, 3)).with_patrols(&problems, 2, CellSteps::default())
    }

    #[test]
    fn every_line_becomes_a_patrol_of_its_own() {
        let s = scenario("0 m 5 3 0 0 4 2 0\n0 m 5 3 4 0 0 2 0\n").unwrap();
        assert_eq!(s.units.len(), 2);
        assert_eq!(s.units[1].at, Cell::new(4, 0));
        let order = Order::Patrol { to: Place::At(Cell::new(0, 2)), rounds: 2 };
        assert_eq!((&s.orders[1].who, s.orders[1].order), (&Who::Units(vec![UnitId(1)]), order));
        assert!(matches!(s.motion, Motion::CellSteps(_)));
    }

    #[test]
    fn problems_that_do_not_fit_say_why() {
        let why = |lines| scenario(lines).unwrap_err();
        assert!(why("0 m 6 3 0 0 4 2 0\n").contains("for a map of 6 x 3 cells"));
        assert!(why("0 m 5 3 0 0 5 2 0\n").contains("the goal (5, 2) of problem 1 (line 2)"));
        assert!(why("0 m 5 3 0 0 4 2 0\n0 m 5 3 0 0 1 1 0\n").contains("where problem 1 starts"));
    }
}
