//! MovingAI problems compared with their printed optimal lengths.
//!
//! N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG 4(2), 2012.

use crate::grid::{Cell, ScenProblem, Terrain};
use crate::search::{DistanceField, FastSearch, JumpSearch, Path, check_path};
use serde::Serialize;
use std::time::Instant;

/// How far a length may lie from the printed optimum, relative to the optimum.
///
/// The files print 6 to 9 digits of sums that were formed in single precision. Adding the root of 2
/// to a sum between 2048 and 4096 rounds by up to 0.00012 each time and always the same way, which makes
/// up to 0.00009 of the length of a long diagonal path. Paths between the same two cells differ by an
/// even number of straight steps, so their lengths differ by 0.1 or more, unless one makes at least 24
/// straight steps where the other makes 17 diagonal ones: below 1000 cells the tolerance hides nothing.
const RELATIVE_TOLERANCE: f64 = 1e-4;

/// Maximum number of findings that a report lists.
const MAX_FINDINGS: usize = 20;

/// How far a length may lie from a printed optimum to count as the same, in cells: at least half of the last digit that the
/// file prints. A file without any decimals prints whole lengths exactly.
pub fn tolerance(optimal: f64, decimals: u32) -> f64 {
    let half_a_digit = if decimals > 0 { 0.5 * 0.1_f64.powi(decimals as i32) } else { 0.0 };
    // A length halfway between two printed ones may be rounded either way.
    (RELATIVE_TOLERANCE * optimal.max(1.0)).max(half_a_digit * (1.0 + RELATIVE_TOLERANCE))
}

/// The search that solves problems.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum SolveSearch {
    /// A* with the octile heuristic: [`FastSearch`].
    #[default]
    AStar,
    /// Jump points: [`JumpSearch`].
    JumpPoint,
    /// From the goal outwards: [`DistanceField`].
    DistanceField,
}

/// A search with its memory.
enum Engine {
    AStar(FastSearch),
    JumpPoint(JumpSearch),
    DistanceField(DistanceField),
}

impl Engine {
    fn new(search: SolveSearch) -> Self {
        match search {
            SolveSearch::AStar => Self::AStar(FastSearch::default()),
            SolveSearch::JumpPoint => Self::JumpPoint(JumpSearch::default()),
            SolveSearch::DistanceField => Self::DistanceField(DistanceField::default()),
        }
    }

    /// The path and the nodes that were expanded.
    fn search(&mut self, map: &Terrain, start: Cell, goal: Cell) -> (Option<Path>, u64) {
        match self {
            Self::AStar(search) => {
                search.search(map, start, goal);
                (search.path(map), search.stats().expanded)
            }
            Self::JumpPoint(search) => {
                search.search(map, start, goal);
                (search.path(map), search.stats().expanded)
            }
            Self::DistanceField(search) => {
                search.begin(map, goal);
                search.settle(map, start);
                (search.path(map, start), search.stats().expanded)
            }
        }
    }
}

/// Results of the problems of a file.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SolveReport {
    /// Problems tried.
    pub problems: usize,
    /// Problems with a path, each checked step by step.
    pub solved: usize,
    /// Problems whose path is as long as the file says.
    pub optimal: usize,
    /// Problems without a length in the file; they do not count as optimal.
    pub without_optimum: usize,
    /// Those of them that have no path, which is what a length of 0 says in some files.
    pub unsolvable: usize,
    /// The largest excess over the printed optimum in cells, rounding of the file included; negative
    /// if every path is shorter than printed. 0 if there was nothing to compare.
    pub worst_excess: f64,
    /// Nodes expanded in all searches.
    pub expanded: u64,
    /// Time spent searching, in seconds.
    pub seconds: f64,
    /// The first problems with an unexpected result.
    pub findings: Vec<Finding>,
}

/// A problem with an unexpected result.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Finding {
    /// Number of the problem in its file, from 1.
    pub problem: usize,
    /// Its line in the file, from 1.
    pub line: u32,
    /// What is wrong, in a sentence.
    pub what: String,
}

/// One problem and its result.
pub struct Solved<'a> {
    /// Its number in the file, from 1.
    pub number: usize,
    /// The problem.
    pub problem: &'a ScenProblem,
    /// The length of the path, in cells; `None` if there is none.
    pub length: Option<f64>,
    /// Nodes expanded.
    pub expanded: u64,
    /// What is wrong with the result, in a sentence; `None` if it is as expected.
    pub wrong: Option<String>,
}

impl SolveReport {
    /// Whether every problem was solved, optimally if the file gives the optimum, or cannot be solved, as the file says.
    pub fn is_perfect(&self) -> bool {
        self.solved + self.unsolvable == self.problems
            && self.optimal + self.without_optimum == self.problems
    }
}

/// Solves problems on a map, at most `limit` of them. `each` is called with every result, and says whether to go on.
pub fn solve(
    map: &Terrain,
    problems: &[ScenProblem],
    limit: Option<usize>,
    search: SolveSearch,
    mut each: impl FnMut(&Solved) -> bool,
) -> SolveReport {
    let mut engine = Engine::new(search);
    let mut report = SolveReport::default();
    let mut worst: Option<f64> = None;
    let decimals = problems.iter().map(|problem| problem.decimals).max().unwrap_or_default();
    for (number, problem) in (1..).zip(problems).take(limit.unwrap_or(usize::MAX)) {
        report.problems += 1;
        report.without_optimum += usize::from(problem.optimal.is_none());
        let mut solved = Solved { number, problem, length: None, expanded: 0, wrong: None };
        match solve_one(map, problem, &mut engine, &mut report, &mut solved.expanded) {
            Ok(Some(length)) => {
                report.solved += 1;
                solved.length = Some(length);
                if let Some(optimal) = problem.optimal {
                    let excess = length - optimal;
                    worst = Some(worst.map_or(excess, |w| w.max(excess)));
                    if excess.abs() <= tolerance(optimal, decimals) {
                        report.optimal += 1;
                    } else {
                        let what = format!("the path is {length:.6} long; the file says {optimal}");
                        solved.wrong = Some(what);
                    }
                }
            }
            Ok(None) if problem.optimal.is_none() => report.unsolvable += 1,
            Ok(None) => {
                let (start, goal) = (problem.start, problem.goal);
                solved.wrong = Some(format!("no path leads from {start} to {goal}"));
            }
            Err(what) => solved.wrong = Some(what),
        }
        if let Some(what) = &solved.wrong
            && report.findings.len() < MAX_FINDINGS
        {
            let (line, what) = (problem.line, what.clone());
            report.findings.push(Finding { problem: number, line, what });
        }
        if !each(&solved) {
            break;
        }
    }
    report.worst_excess = worst.unwrap_or(0.0);
    report
}

/// The length of a checked path, if there is one; or why the problem does not fit the map.
fn solve_one(
    map: &Terrain,
    problem: &ScenProblem,
    engine: &mut Engine,
    report: &mut SolveReport,
    expanded: &mut u64,
) -> Result<Option<f64>, String> {
    let (bounds, start, goal) = (map.bounds(), problem.start, problem.goal);
    if (bounds.width, bounds.height) != (problem.width, problem.height) {
        return Err(format!(
            "the problem is for a map of {} x {} cells; this one has {} x {}",
            problem.width, problem.height, bounds.width, bounds.height
        ));
    }
    for (name, cell) in [("start", start), ("goal", goal)] {
        if !bounds.contains(cell) {
            return Err(format!("the {name} {cell} lies outside the map"));
        }
        if !map.is_passable(cell) {
            return Err(format!("the {name} {cell} is blocked"));
        }
    }
    let clock = Instant::now();
    let path;
    (path, *expanded) = engine.search(map, start, goal);
    report.seconds += clock.elapsed().as_secs_f64();
    report.expanded += *expanded;
    let Some(path) = path else { return Ok(None) };
    check_path(map, &path, start, goal)?;
    Ok(Some(path.length()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CornerRule, read_scen};
    use crate::scenario::{read_map_file, read_scen_file};
    use std::path::Path;

    fn report(lines: &str, limit: Option<usize>) -> SolveReport {
        let map = Terrain::from_text(CornerRule::BothSidesFree, &["...#.", ".#.#.", "...#."]);
        let problems = read_scen(&format!("version 1\n{lines}")).unwrap();
        let [first, others @ ..] =
            [SolveSearch::AStar, SolveSearch::JumpPoint, SolveSearch::DistanceField]
                .map(|search| solve(&map, &problems, limit, search, |_| true));
        for other in others {
            let seconds = first.seconds;
            let expanded = first.expanded;
            assert_eq!(SolveReport { seconds, expanded, ..other }, first);
        }
        first
    }

    #[test]
    fn lengths_are_compared_with_the_file() {
        let report = report(
            "0 m 5 3 0 0 2 2 4\n0 m 5 3 0 0 2 0 2\n0 m 5 3 0 0 2 0 1.5\n0 m 5 3 0 0 2 0 3\n\
             0 m 5 3 0 0 2 0 0\n",
            None,
        );
        assert_eq!((report.problems, report.solved, report.optimal), (5, 5, 2));
        assert_eq!(report.without_optimum, 1);
        assert_eq!(report.worst_excess, 0.5);
        assert!(!report.is_perfect());
        let found: Vec<(usize, u32)> =
            report.findings.iter().map(|f| (f.problem, f.line)).collect();
        assert_eq!(found, [(3, 4), (4, 5)], "too long, and shorter than possible");
        assert!(report.expanded > 0 && report.seconds > 0.0);
    }

    #[test]
    fn problems_that_cannot_be_solved_say_why() {
        let report = report(
            "0 m 5 3 0 0 4 0 4\n0 m 5 3 1 1 0 0 1\n0 m 5 3 0 0 3 0 1\n0 m 5 3 0 0 5 0 1\n\
             0 m 6 3 0 0 2 0 2\n",
            None,
        );
        assert_eq!((report.problems, report.solved), (5, 0));
        let what: Vec<&str> = report.findings.iter().map(|f| f.what.as_str()).collect();
        assert_eq!(
            what,
            [
                "no path leads from (0, 0) to (4, 0)",
                "the start (1, 1) is blocked",
                "the goal (3, 0) is blocked",
                "the goal (5, 0) lies outside the map",
                "the problem is for a map of 6 x 3 cells; this one has 5 x 3",
            ]
        );
    }

    #[test]
    fn a_length_of_zero_without_a_path_is_an_answer() {
        let report = report("0 m 5 3 0 0 4 0 0\n0 m 5 3 0 0 2 0 0\n", None);
        assert_eq!((report.problems, report.solved, report.unsolvable), (2, 1, 1));
        assert!(report.is_perfect() && report.findings.is_empty());
    }

    #[test]
    fn a_length_is_compared_as_far_as_the_file_prints_it() {
        // By hand: 1 + the root of 2 is 2.41421...
        let map = Terrain::from_text(CornerRule::BothSidesFree, &["...", "..."]);
        let optimal = |printed: &str| {
            let lines = format!("0 m 3 2 0 0 2 0 2.00\n0 m 3 2 0 0 2 1 {printed}\n");
            let problems = read_scen(&format!("version 1\n{lines}")).unwrap();
            solve(&map, &problems, None, SolveSearch::AStar, |_| true).optimal
        };
        assert_eq!(["2.41", "2.42", "2.40", "2.4142"].map(optimal), [2, 1, 1, 2]);
    }

    #[test]
    fn a_limit_takes_the_first_problems() {
        let report = report("0 m 5 3 0 0 2 0 2\n0 m 5 3 0 0 2 0 9\n", Some(1));
        assert!(report.is_perfect());
        assert_eq!(report.problems, 1);
    }

    #[test]
    fn reports_have_the_documented_names() {
        let value = serde_json::to_value(SolveReport::default()).unwrap();
        for name in ["problems", "solved", "optimal", "worst_excess", "expanded", "seconds"] {
            assert!(value.get(name).is_some(), "{name}");
        }
    }

    /// Every `.map` of a folder whose problems lie beside it as `.map.scen`; every n-th problem.
    fn solve_folder(folder: &Path, each: usize) -> SolveReport {
        let mut total = SolveReport::default();
        let mut files: Vec<_> =
            std::fs::read_dir(folder).unwrap().map(|f| f.unwrap().path()).collect();
        files.sort();
        for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "map")) {
            let map = read_map_file(file).unwrap();
            let problems = read_scen_file(&file.with_extension("map.scen")).unwrap();
            let sample: Vec<ScenProblem> = problems.into_iter().rev().step_by(each).collect();
            let report = solve(&map, &sample, None, SolveSearch::AStar, |_| true);
            assert!(report.is_perfect(), "{}: {report:?}", file.display());
            total.problems += report.problems;
            total.expanded += report.expanded;
            total.seconds += report.seconds;
            total.worst_excess = total.worst_excess.max(report.worst_excess);
        }
        total
    }

    #[test]
    fn starcraft_problems_are_solved_optimally() {
        let Some(folder) = std::env::var_os("PHALANX_MAPS") else {
            eprintln!("skipped: set PHALANX_MAPS to a folder with `starcraft/` to run this test");
            return;
        };
        let total = solve_folder(&Path::new(&folder).join("starcraft"), 500);
        assert!(total.problems >= 75);
        eprintln!("{total:?}");
    }
}
