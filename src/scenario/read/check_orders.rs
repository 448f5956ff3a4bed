//! Checks the orders of a scenario file: each is for units that exist, to places on the map.

use super::check::{Fault, inside, unknown};
use super::file::{OrderKind, PlaceEntry, ScenarioFile, WhoEntry};
use super::locate::Step::{self, Entry, Field};
use crate::grid::Cell;
use crate::scenario::{Order, Place, Scenario, ScriptedOrder, TeamId, UnitId, Who};
use std::collections::HashSet;

/// Checks the orders.
pub fn orders(file: &ScenarioFile, scenario: &Scenario) -> Result<Vec<ScriptedOrder>, Fault> {
    let mut orders = Vec::new();
    for (i, entry) in file.orders.iter().enumerate() {
        let who = who(&entry.who, scenario, &[Field("orders"), Entry(i), Field("who")])?;
        let path = [Field("orders"), Entry(i), Field("order")];
        let to = |place: &PlaceEntry, step| {
            let path: Vec<Step> = path.iter().copied().chain([step]).collect();
            target(place, scenario, &path)
        };
        let order = match &entry.order {
            OrderKind::Move(place) => Order::Move(to(place, Entry(0))?),
            OrderKind::AttackMove(place) => Order::AttackMove(to(place, Entry(0))?),
            OrderKind::Attack(place) => Order::Attack(to(place, Entry(0))?),
            OrderKind::AttackUnit { unit, at } => {
                let path = [&path[..], &[Field("unit")]].concat();
                let unit = numbered(*unit, scenario, path)?;
                Order::AttackUnit { unit, at: to(at, Field("at"))? }
            }
            OrderKind::Patrol { to: place, rounds } => {
                Order::Patrol { to: to(place, Field("to"))?, rounds: *rounds }
            }
            OrderKind::Hold => Order::Hold,
            OrderKind::Stop => Order::Stop,
        };
        orders.push(ScriptedOrder { tick: entry.tick, who, order, queued: entry.queued });
    }
    orders.sort_by_key(|o| o.tick);
    Ok(orders)
}

/// The unit with a number.
fn numbered(id: u32, scenario: &Scenario, path: Vec<Step>) -> Result<UnitId, Fault> {
    if scenario.units.iter().any(|unit| unit.id == UnitId(id)) {
        return Ok(UnitId(id));
    }
    let most = match scenario.units.iter().map(|unit| unit.id.0).max() {
        None => "there are no units".into(),
        Some(last) => format!("units are numbered from 0 to {last}"),
    };
    Fault::at(path, format!("there is no unit {id}; {most}"))
}

fn who(entry: &WhoEntry, scenario: &Scenario, path: &[Step]) -> Result<Who, Fault> {
    let numbered = |id: u32, steps: &[Step]| numbered(id, scenario, [path, steps].concat());
    match entry {
        WhoEntry::Everyone => Ok(Who::Everyone),
        WhoEntry::Team(name) => {
            let names: Vec<&str> = scenario.teams.iter().map(|t| t.name.as_str()).collect();
            match names.iter().position(|n| n == name) {
                Some(team) => Ok(Who::Team(TeamId(team as u8))),
                None => Fault::at([path, &[Entry(0)]].concat(), unknown("team", name, &names)),
            }
        }
        WhoEntry::Units(ids) => {
            let mut seen = HashSet::new();
            for (i, &id) in ids.iter().enumerate() {
                numbered(id, &[Entry(0), Entry(i)])?;
                if !seen.insert(id) {
                    let path = [path, &[Entry(0), Entry(i)]].concat();
                    return Fault::at(path, format!("unit {id} is named twice; once is enough"));
                }
            }
            if ids.is_empty() {
                return Fault::at(
                    path,
                    "this order is for no unit; name one, or leave `who` out for everyone",
                );
            }
            Ok(Who::Units(ids.iter().map(|&id| UnitId(id)).collect()))
        }
        &WhoEntry::Range(first, last) => {
            numbered(first, &[Entry(0)])?;
            numbered(last, &[Entry(1)])?;
            if first > last {
                let message =
                    format!("the range from {first} to {last} is empty; write the smaller first");
                return Fault::at(path, message);
            }
            Ok(Who::Units((first..=last).map(UnitId).collect()))
        }
    }
}

fn target(place: &PlaceEntry, scenario: &Scenario, path: &[Step]) -> Result<Place, Fault> {
    match place {
        &PlaceEntry::At(x, y) => {
            inside(Cell::new(x, y), scenario.terrain.bounds(), "place", path).map(Place::At)
        }
        PlaceEntry::Goal(name) => {
            if let Some(goal) = scenario.goals.iter().find(|goal| goal.name == *name) {
                return Ok(Place::Goal(goal.id));
            }
            let names: Vec<&str> = scenario.goals.iter().map(|g| g.name.as_str()).collect();
            Fault::at([path, &[Entry(0)]].concat(), unknown("goal", name, &names))
        }
    }
}
