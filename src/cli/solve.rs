//! `phalanx solve`: MovingAI problems compared with their optimal lengths.

use super::{Failure, Outcome, SolveArgs, print, print_json, say};
use phalanx::experiment::solve as solve_problems;
use phalanx::scenario::{read_map_file_with, read_scen_file};

pub fn solve(args: SolveArgs) -> Outcome {
    let options = args.options.options_for(&args.map)?;
    let map = read_map_file_with(&args.map, options).map_err(|e| Failure::Failed(e.to_string()))?;
    let problems = read_scen_file(&args.scen).map_err(|e| Failure::Failed(e.to_string()))?;
    let report = solve_problems(&map, &problems, args.limit);
    if args.json {
        print_json(&report)?;
    } else {
        print(format!("problems      {}", report.problems))?;
        print(format!("solved        {}", report.solved))?;
        print(format!("optimal       {}", report.optimal))?;
        print(format!("worst excess  {:.6} cells", report.worst_excess))?;
        print(format!("expanded      {}", report.expanded))?;
        print(format!("seconds       {:.3}", report.seconds))?;
    }
    for finding in &report.findings {
        say(format!("problem {}: {}", finding.problem, finding.what));
    }
    if report.is_perfect() { Ok(()) } else { Err(Failure::Finding) }
}
