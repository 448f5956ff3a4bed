//! `phalanx plan`: the planned paths of all units.

use super::{Outcome, PlanArgs, load, print, print_json, say, set_doctrines};
use phalanx::experiment::plan_scenario;

pub fn plan(args: PlanArgs) -> Outcome {
    let mut scenario = load(&args.file, &args.map)?;
    set_doctrines(&mut scenario, &args.doctrine)?;
    let report = plan_scenario(&scenario);
    if args.json {
        return print_json(&report);
    }
    print("unit  start        goal         length   expanded")?;
    for unit in &report.units {
        print(format!(
            "{:>4}  {:<11}  {:<11}  {:>8.3}  {:>8}",
            unit.id,
            unit.start.to_string(),
            unit.goal.to_string(),
            unit.length,
            unit.expanded
        ))?;
    }
    print(format!("average length  {:.5} cells", report.average_length))?;
    print(format!("cohesion        {:.5}", report.cohesion))?;
    print(format!("nodes expanded  {}", report.expanded))?;
    for passed in &report.sides {
        let sides = passed.sides;
        print(format!(
            "obstacle {:<6} {} left, {} right, {} above, {} below",
            passed.obstacle, sides.left, sides.right, sides.above, sides.below
        ))?;
    }
    for group in &report.separation {
        let verdict = match (group.clearly_separated, group.separated) {
            (true, _) => "clearly separated",
            (_, true) => "separated",
            _ => "together",
        };
        print(format!(
            "to {:<12} {} units in {} ways, {verdict}: at most {:.1} cells apart",
            group.goal.to_string(),
            group.units,
            group.ways,
            group.distance
        ))?;
    }
    if report.units.is_empty() {
        say("No unit of this scenario has an order, so there is nothing to plan.");
    }
    Ok(())
}
