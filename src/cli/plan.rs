//! `phalanx plan`: the planned paths of all units.

use super::{Outcome, PlanArgs, load, print, print_json, say, set_doctrines};
use phalanx::experiment::{UnitReport, plan_scenario};
use phalanx::grid::Cell;
use std::collections::BTreeMap;

/// The goals that cannot be reached, each with a number of units.
fn unreachable(units: &[UnitReport]) -> BTreeMap<Cell, usize> {
    let mut goals = BTreeMap::new();
    for unit in units.iter().filter(|unit| !unit.reachable) {
        *goals.entry(unit.goal).or_default() += 1;
    }
    goals
}

pub fn plan(args: PlanArgs) -> Outcome {
    let mut scenario = load(&args.file, &args.map)?;
    set_doctrines(&mut scenario, &args.doctrine)?;
    let report = plan_scenario(&scenario);
    if args.json {
        return print_json(&report);
    }
    print("unit  start        goal         length   expanded")?;
    for unit in &report.units {
        let end = unit.path.last().filter(|_| !unit.reachable);
        let end = end.map_or(String::new(), |end| format!("  cannot be reached; to {end}"));
        print(format!(
            "{:>4}  {:<11}  {:<11}  {:>8.3}  {:>8}{end}",
            unit.id,
            unit.start.to_string(),
            unit.goal.to_string(),
            unit.length,
            unit.expanded
        ))?;
    }
    for (goal, units) in unreachable(&report.units) {
        let what = if units == 1 { "unit" } else { "units" };
        print(format!("cannot be reached {goal}, the goal of {units} {what}"))?;
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
