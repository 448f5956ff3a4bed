//! A scenario as a file holds it.

use super::{ObstacleId, Order, Place, Scenario, UnitId, Who};
use std::collections::{HashMap, HashSet};

impl Scenario {
    /// The same scenario as a file holds it: orders and actions sorted by tick, removed teams out of the list. What refers to something that does not exist
    /// is dropped; places outside the map move to its edge. If two units or obstacles have the same id, all are numbered by
    /// their place in the list.
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
        let known: Vec<bool> = scenario.orders.iter().map(|order| scenario.knows(order)).collect();
        let mut known = known.into_iter();
        scenario.orders.retain(|_| known.next() == Some(true));
        scenario.orders.retain_mut(|order| {
            order.order = order.order.map(|place| match place {
                Place::At(cell) => Place::At(bounds.clamp(cell)),
                goal => goal,
            });
            // An attack on a unit that is gone becomes an attack on its place.
            if let Order::AttackUnit { unit, at } = order.order {
                order.order = match places.get(&unit) {
                    Some(&place) => Order::AttackUnit { unit: UnitId(place), at },
                    None => Order::Attack(at),
                };
            }
            let Who::Units(units) = &mut order.who else { return true };
            let mut seen = HashSet::new();
            *units = units
                .iter()
                .filter_map(|unit| places.get(unit).copied().map(UnitId))
                .filter(|unit| seen.insert(*unit))
                .collect();
            !units.is_empty()
        });
        scenario.orders.sort_by_key(|o| o.tick);
        scenario.actions.sort_by_key(|batch| batch.tick);
        scenario
    }
}

/// Whether an id comes twice.
fn has_twins<T: Eq + std::hash::Hash>(ids: impl Iterator<Item = T>) -> bool {
    let mut seen = HashSet::new();
    ids.into_iter().any(|id| !seen.insert(id))
}
