//! Patrols from problem files: each line is a unit that walks back and forth between its start and its goal.

use super::{MAX_UNITS, MapOptions, load_file, load_map, map_format, read_scen_file};
use super::{Motion, Order, Place, Scenario, ScriptedOrder, Source, TeamId, UnitId, UnitSpec, Who};
use crate::combat::built_in;
use crate::grid::{Cell, ScenProblem};
use crate::planning::CellSteps;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

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

/// Whether a file holds problems, by its ending.
pub fn is_problem_file(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("scen"))
}

/// A problem file whose units are to patrol, with the map that it is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PatrolFile {
    /// The problem file.
    pub problems: PathBuf,
    /// Its map.
    pub map: PathBuf,
    /// Number of problems.
    pub count: usize,
    /// How often each unit goes there and back; 0: without end.
    pub rounds: u32,
    /// Whether units step by [`CellSteps::published`], or by the rules of the sandbox.
    pub published: bool,
}

impl PatrolFile {
    /// Reads a problem file and finds its map: where the file says that it is, or beside the file. If either is missing, a
    /// sentence.
    pub fn find(problems: &Path) -> Result<Self, String> {
        let told = |why: String| format!("{}: {why}", problems.display());
        let list = read_scen_file(problems).map_err(|error| error.to_string())?;
        let first = list.first().ok_or_else(|| told("the file has no problems".into()))?;
        let named = Path::new(&first.map);
        let folder = problems.parent().unwrap_or(Path::new(""));
        // MovingAI names its files `name.map` and `name.map.scen`.
        let beside =
            [named.file_name().map(|name| folder.join(name)), Some(problems.with_extension(""))];
        let map = std::iter::once(Some(folder.join(named)))
            .chain(beside)
            .flatten()
            .find(|map| map_format(map).is_some() && map.is_file())
            .ok_or_else(|| told(format!("its map {:?} is not beside it", first.map)))?;
        let count = list.len();
        Ok(Self { problems: problems.into(), map, count, rounds: 0, published: true })
    }

    /// Where the patrols come from.
    pub fn source(&self) -> Source {
        let Self { problems, map, rounds, published, .. } = self.clone();
        let rules = if published { CellSteps::published() } else { CellSteps::default() };
        // One tick to an action is too fast to be seen.
        let rules = CellSteps { ticks: CellSteps::default().ticks, ..rules };
        Source::Patrols { map, problems, rounds, rules, options: MapOptions::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, read_scen};

    #[test]
    fn the_map_of_a_problem_file_is_found_where_it_says_and_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let map = "type octile\nheight 3\nwidth 5\nmap\n.....\n.....\n.....\n";
        let lines = |map: &str| format!("version 1\n0 {map} 5 3 0 0 4 2 0\n");
        std::fs::write(at("small.map"), map).unwrap();
        for (file, names) in [
            ("a.scen", "small.map"),
            ("b.scen", "../maps/local/small.map"),
            ("small.map.scen", "other"),
        ] {
            std::fs::write(at(file), lines(names)).unwrap();
            let mut found = PatrolFile::find(&at(file)).unwrap();
            assert_eq!((&found.map, found.count), (&at("small.map"), 1), "{file}");
            found.rounds = 2;
            let scenario = found.source().load().unwrap();
            let order = Order::Patrol { to: Place::At(Cell::new(4, 2)), rounds: 2 };
            assert_eq!(scenario.orders[0].order, order);
            let Motion::CellSteps(rules) = scenario.motion else { panic!("{:?}", scenario.motion) };
            assert_eq!(
                (rules.nodes_per_pass, rules.makes_room_after, rules.settles),
                (0, 0, false)
            );
        }
        std::fs::write(at("lost.scen"), lines("lost.map")).unwrap();
        let message = PatrolFile::find(&at("lost.scen")).unwrap_err();
        assert!(message.contains("\"lost.map\" is not beside it"), "{message}");
        std::fs::write(at("empty.scen"), "version 1\n").unwrap();
        assert!(PatrolFile::find(&at("empty.scen")).unwrap_err().contains("no problems"));
    }

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
