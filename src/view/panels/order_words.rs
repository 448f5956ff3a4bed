//! Orders in words.

use crate::scenario::{Order, Place, Who};
use crate::sim::ArenaFacts;

/// The units that an order is for.
pub fn who_text(who: &Who, facts: &ArenaFacts) -> String {
    match who {
        Who::Everyone => "everyone".into(),
        Who::Team(team) => {
            let team = facts.teams.get(usize::from(team.0));
            team.map_or_else(|| "a team that is gone".into(), |team| team.name.clone())
        }
        Who::Units(units) => match units.as_slice() {
            [unit] => format!("unit {}", unit.0),
            _ => format!("{} units", units.len()),
        },
    }
}

/// What is ordered.
pub fn what_text(order: &Order<Place>, facts: &ArenaFacts) -> String {
    let to = |place: &Place| place_text(*place, facts);
    match order {
        Order::Move(place) => format!("move to {}", to(place)),
        Order::AttackMove(place) => format!("attack-move to {}", to(place)),
        Order::Attack(place) => format!("attack what is at {}", to(place)),
        Order::AttackUnit { unit, .. } => format!("attack unit {}", unit.0),
        Order::Patrol { to: place, rounds: 0 } => format!("patrol to {}", to(place)),
        Order::Patrol { to: place, rounds } => format!("patrol to {}, {rounds} times", to(place)),
        Order::Hold => "hold".into(),
        Order::Stop => "stop".into(),
    }
}

/// A place: the name of a goal, or a cell.
pub fn place_text(place: Place, facts: &ArenaFacts) -> String {
    match place {
        Place::At(cell) => cell.to_string(),
        Place::Goal(goal) => {
            let goal = facts.goals.iter().find(|known| known.id == goal);
            goal.map_or_else(|| "a goal that is gone".into(), |goal| goal.name.clone())
        }
    }
}
