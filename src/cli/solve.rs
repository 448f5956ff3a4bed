//! `phalanx solve`: MovingAI problems against their optimum.

use super::{Failure, Outcome, SolveArgs, print_json};
use phalanx::experiment::solve as solve_problems;
use phalanx::grid::{read_map_file, read_scen_file};

pub fn solve(args: SolveArgs) -> Outcome {
    let map = read_map_file(&args.map).map_err(|e| Failure::Failed(e.to_string()))?;
    let problems = read_scen_file(&args.scen).map_err(|e| Failure::Failed(e.to_string()))?;
    let report = solve_problems(&map, &problems, args.limit);
    if args.json {
        print_json(&report)?;
    } else {
        println!("problems      {}", report.problems);
        println!("solved        {}", report.solved);
        println!("optimal       {}", report.optimal);
        println!("worst excess  {:.6} cells", report.worst_excess);
        println!("expanded      {}", report.expanded);
        println!("seconds       {:.3}", report.seconds);
    }
    for finding in &report.findings {
        eprintln!("problem {}: {}", finding.problem, finding.what);
    }
    if report.is_perfect() { Ok(()) } else { Err(Failure::Finding) }
}
