//! A scenario as a file holds it.

use super::sides::is_team;
use super::{Goal, GoalId, ObstacleId, Order, Place, Scenario, ScriptedOrder, Team, UnitId, Who};
use crate::grid::Bounds;
use std::collections::{HashMap, HashSet};

impl Scenario {
    /// The scenario as a file holds it: orders and actions sorted by tick, removed teams out of the list. What refers to something that does not exist
    /// is dropped; places outside the map move to its edge. If two units or obstacles have the same id, all are numbered by
    /// their index in the list.
    pub fn tidied(&self) -> Self {
        let mut scenario = self.clone();
        scenario.close_ranks();
        let bounds = self.terrain.bounds();
        scenario.obstacles.retain(|o| bounds.holds(o.area));
        if has_twins(scenario.obstacles.iter().map(|o| o.id)) {
            for (obstacle, place) in scenario.obstacles.iter_mut().zip(0..) {
                obstacle.id = ObstacleId(place);
            }
        }
        let has_place: Vec<bool> =
            scenario.units.iter().map(|unit| scenario.has_place_for(unit)).collect();
        let mut place = has_place.into_iter();
        scenario.units.retain(|_| place.next() == Some(true));
        let mut places: HashMap<UnitId, u32> =
            scenario.units.iter().map(|unit| (unit.id, unit.id.0)).collect();
        if has_twins(scenario.units.iter().map(|unit| unit.id)) {
            places = scenario.units.iter().map(|unit| unit.id).zip(0..).collect();
            for (unit, place) in scenario.units.iter_mut().zip(0..) {
                unit.id = UnitId(place);
            }
        }
        if has_twins(scenario.goals.iter().map(|goal| goal.id)) {
            for (goal, place) in scenario.goals.iter_mut().zip(0..) {
                goal.id = GoalId(place);
            }
        }
        let mut orders = std::mem::take(&mut scenario.orders);
        let known = Known { bounds, teams: &scenario.teams, goals: &scenario.goals };
        known.tidy(&mut orders, |unit| places.get(&unit).copied().map(UnitId));
        scenario.orders = orders;
        scenario.actions.sort_by_key(|batch| batch.tick);
        scenario
    }
}

/// What orders may refer to.
pub(crate) struct Known<'a> {
    pub bounds: Bounds,
    pub teams: &'a [Team],
    pub goals: &'a [Goal],
}

impl Known<'_> {
    /// Sorts orders by tick and drops those to somebody or something that does not exist. `unit` gives the present id of a
    /// unit, if it exists.
    pub fn tidy(&self, orders: &mut Vec<ScriptedOrder>, unit: impl Fn(UnitId) -> Option<UnitId>) {
        orders.retain_mut(|order| {
            let is_known = match order.order.place() {
                Some(Place::Goal(id)) => self.goals.iter().any(|goal| goal.id == id),
                _ => true,
            };
            order.order = order.order.map(|place| match place {
                Place::At(cell) => Place::At(self.bounds.clamp(cell)),
                goal => goal,
            });
            // An attack on a unit that is gone becomes an attack on its place.
            if let Order::AttackUnit { unit: quarry, at } = order.order {
                order.order = match unit(quarry) {
                    Some(unit) => Order::AttackUnit { unit, at },
                    None => Order::Attack(at),
                };
            }
            is_known
                && match &mut order.who {
                    Who::Everyone => true,
                    Who::Team(team) => is_team(self.teams, *team),
                    Who::Units(units) => {
                        let mut seen = HashSet::new();
                        let known = units.iter().filter_map(|&id| unit(id));
                        *units = known.filter(|&id| seen.insert(id)).collect();
                        !units.is_empty()
                    }
                }
        });
        orders.sort_by_key(|order| order.tick);
    }
}

/// Whether an id comes twice.
fn has_twins<T: Eq + std::hash::Hash>(ids: impl Iterator<Item = T>) -> bool {
    let mut seen = HashSet::new();
    ids.into_iter().any(|id| !seen.insert(id))
}
