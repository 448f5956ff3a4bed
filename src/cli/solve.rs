//! `phalanx solve`: MovingAI problems compared with their optimal lengths.

use super::arguments::SearchArg;
use super::{Failure, Outcome, Outputs, SolveArgs, interrupt, print, print_json, say};
use phalanx::experiment::{SolveReport, SolveSearch, Solved, solve as solve_problems};
use phalanx::grid::ScenProblem;
use phalanx::scenario::{NewFile, read_map_file_with, read_scen_file};
use serde::Serialize;
use std::io::Write;
use std::path::Path;

/// The result, as JSON.
#[derive(Serialize)]
struct Report<'a> {
    search: String,
    #[serde(flatten)]
    numbers: &'a SolveReport,
    /// The map that the problems name, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    for_another_map: Option<&'a str>,
    /// Whether a signal came before the last problem.
    interrupted: bool,
}

pub fn solve(args: SolveArgs) -> Outcome {
    let options = args.options.options_for(&args.map)?;
    let map = read_map_file_with(&args.map, options)?;
    let problems = read_scen_file(&args.scen)?;
    Outputs::reading([args.map.as_path(), args.scen.as_path()])
        .and("--lengths", args.lengths.as_ref())
        .beside_json(args.json)
        .check(args.force)?;
    let mut rows = args.lengths.as_deref().map(Rows::create).transpose()?;
    let mut written = Ok(());
    let search = match args.search {
        SearchArg::AStar => SolveSearch::AStar,
        SearchArg::JumpPoint => SolveSearch::JumpPoint,
        SearchArg::DistanceField => SolveSearch::DistanceField,
    };
    let report = solve_problems(&map, &problems, args.limit, search, |solved| {
        written = rows.as_mut().map_or(Ok(()), |rows| rows.write(solved));
        written.is_ok() && interrupt::signal().is_none()
    });
    written?;
    rows.map_or(Ok(()), Rows::keep)?;
    let for_another_map = other_map(&args.map, &problems);
    if args.json {
        let search = format!("{search:?}");
        let interrupted = interrupt::signal().is_some();
        print_json(&Report { search, numbers: &report, for_another_map, interrupted })?;
    } else {
        print_numbers(&report)?;
    }
    if let Some(name) = for_another_map {
        say(format!("{}: the problems are for the map {name}", args.scen.display()));
    }
    for finding in &report.findings {
        say(format!(
            "{}:{}: problem {}: {}",
            args.scen.display(),
            finding.line,
            finding.problem,
            finding.what
        ));
    }
    if interrupt::signal().is_some() {
        say(format!("interrupted after {} problems", report.problems));
        return Err(Failure::Interrupted);
    }
    if report.is_perfect() { Ok(()) } else { Err(Failure::Finding) }
}

fn print_numbers(report: &SolveReport) -> Outcome {
    print(format!("problems      {}", report.problems))?;
    print(format!("solved        {}", report.solved))?;
    print(format!("optimal       {}", report.optimal))?;
    if report.without_optimum > 0 {
        let (open, unsolvable) = (report.without_optimum, report.unsolvable);
        print(format!("no optimum    {open}, {unsolvable} of them without a path"))?;
    }
    print(format!("worst excess  {:.6} cells", report.worst_excess))?;
    print(format!("expanded      {}", report.expanded))?;
    print(format!("seconds       {:.3}", report.seconds))
}

/// The map that the first problem is for, if it has another name.
fn other_map<'a>(map: &Path, problems: &'a [ScenProblem]) -> Option<&'a str> {
    let named = problems.first()?.map.as_str();
    let stem = |path: &Path| {
        let stem = path.file_stem().unwrap_or_default();
        stem.to_string_lossy().to_lowercase()
    };
    // The files were made on several systems.
    let last = named.rsplit(['/', '\\']).next().unwrap_or(named);
    (stem(Path::new(last)) != stem(map)).then_some(named)
}

/// A row for each problem.
struct Rows<'a> {
    path: &'a Path,
    file: NewFile,
}

impl<'a> Rows<'a> {
    fn create(path: &'a Path) -> Result<Self, Failure> {
        let file = NewFile::create(path);
        let file = file.map_err(|message| about(path, &message))?;
        let mut rows = Self { path, file };
        rows.line("problem,line,start_x,start_y,goal_x,goal_y,optimum,length,expanded,result\n")?;
        Ok(rows)
    }

    fn write(&mut self, solved: &Solved) -> Outcome {
        let Solved { number, problem, length, expanded, wrong } = solved;
        let ScenProblem { start, goal, optimal, line, .. } = problem;
        let or_empty = |value: &Option<f64>| value.map_or(String::new(), |value| value.to_string());
        let result = match (wrong, length, optimal) {
            (Some(_), ..) => "wrong",
            (None, None, _) => "no path",
            (None, Some(_), None) => "no optimum",
            (None, Some(_), Some(_)) => "optimal",
        };
        self.line(&format!(
            "{number},{line},{},{},{},{},{},{},{expanded},{result}\n",
            start.x,
            start.y,
            goal.x,
            goal.y,
            or_empty(optimal),
            or_empty(length)
        ))
    }

    fn line(&mut self, text: &str) -> Outcome {
        self.file.write_all(text.as_bytes()).map_err(|error| about(self.path, &error))
    }

    fn keep(self) -> Outcome {
        let path = self.path;
        self.file.keep().map_err(|message| about(path, &message))
    }
}

fn about(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Failed(format!("{}: {error}", path.display()))
}
