//! MovingAI problems compared with their printed optimal lengths.
//!
//! N. Sturtevant, "Benchmarks for Grid-Based Pathfinding", IEEE TCIAIG 4(2), 2012.

use crate::grid::{ScenProblem, Terrain};
use crate::search::{FastSearch, check_path};
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

/// Most findings that a report lists.
const MOST_FINDINGS: usize = 20;

/// How far a length may lie from a printed optimum to count as the same, in cells.
pub fn tolerance(optimal: f64) -> f64 {
    RELATIVE_TOLERANCE * optimal.max(1.0)
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
    /// What is wrong, in a sentence.
    pub what: String,
}

impl SolveReport {
    /// Whether every problem was solved, optimally if the file gives the optimum.
    pub fn is_perfect(&self) -> bool {
        self.solved == self.problems && self.optimal + self.without_optimum == self.problems
    }
}

/// Solves problems on a map, at most `limit` of them.
pub fn solve(map: &Terrain, problems: &[ScenProblem], limit: Option<usize>) -> SolveReport {
    let mut search = FastSearch::default();
    let mut report = SolveReport::default();
    let mut worst: Option<f64> = None;
    for (i, problem) in problems.iter().take(limit.unwrap_or(usize::MAX)).enumerate() {
        report.problems += 1;
        report.without_optimum += usize::from(problem.optimal.is_none());
        match solve_one(map, problem, &mut search, &mut report) {
            Ok(length) => {
                report.solved += 1;
                let Some(optimal) = problem.optimal else { continue };
                let excess = length - optimal;
                worst = Some(worst.map_or(excess, |w| w.max(excess)));
                if excess.abs() <= tolerance(optimal) {
                    report.optimal += 1;
                } else {
                    let what = format!("the path is {length:.6} long; the file says {optimal}");
                    report.find(i, what);
                }
            }
            Err(what) => report.find(i, what),
        }
    }
    report.worst_excess = worst.unwrap_or(0.0);
    report
}

/// The length of a checked path, or why there is none.
fn solve_one(
    map: &Terrain,
    problem: &ScenProblem,
    search: &mut FastSearch,
    report: &mut SolveReport,
) -> Result<f64, String> {
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
    search.search(map, start, goal);
    report.seconds += clock.elapsed().as_secs_f64();
    let stats = search.stats();
    report.expanded += stats.expanded;
    let path = search.path(map).ok_or_else(|| format!("no path leads from {start} to {goal}"))?;
    check_path(map, &path, start, goal)?;
    Ok(path.length())
}

impl SolveReport {
    fn find(&mut self, index: usize, what: String) {
        if self.findings.len() < MOST_FINDINGS {
            self.findings.push(Finding { problem: index + 1, what });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CornerRule, read_scen};
    use crate::scenario::{read_map_file, read_scen_file};
    use std::path::Path;

    fn report(lines: &str, limit: Option<usize>) -> SolveReport {
        let map = Terrain::from_text(CornerRule::BothSidesFree, &["...#.", ".#.#.", "...#."]);
        solve(&map, &read_scen(&format!("version 1\n{lines}")).unwrap(), limit)
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
        let found: Vec<usize> = report.findings.iter().map(|f| f.problem).collect();
        assert_eq!(found, [3, 4], "too long, and shorter than possible");
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
            let report = solve(&map, &sample, None);
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
