//! Whether a list of scripted orders is admissible.

use super::rules::{Facts, Refusal};
use crate::scenario::sides::is_team;
use crate::scenario::{Place, ScriptedOrder, Who};

/// Most orders in a list that an action sets.
pub const MOST_ORDERS: usize = 10_000;

/// Whether every order is to a team that exists, and leads to a goal that exists or to a cell of the map. Units that do not
/// exist are skipped when the order is given.
pub(super) fn admit_orders(orders: &[ScriptedOrder], facts: &impl Facts) -> Result<(), Refusal> {
    if orders.len() > MOST_ORDERS {
        return Err(Refusal::TooManyOrders(orders.len()));
    }
    let fault = |order: &ScriptedOrder| match (&order.who, order.order.place()) {
        (Who::Team(team), _) if !is_team(facts.teams(), *team) => {
            Some("a team that does not exist")
        }
        (_, Some(Place::Goal(id))) if facts.goals().iter().all(|goal| goal.id != id) => {
            Some("a goal that does not exist")
        }
        (_, Some(Place::At(cell))) if !facts.bounds().contains(cell) => {
            Some("a place outside the map")
        }
        _ => None,
    };
    let mut wrong = orders.iter().enumerate().filter_map(|(i, order)| Some((i + 1, fault(order)?)));
    wrong.next().map_or(Ok(()), |(place, fault)| Err(Refusal::WrongOrder(place, fault)))
}

#[cfg(test)]
mod tests {
    use crate::grid::{Bounds, Cell};
    use crate::scenario::{
        Action, Goal, GoalId, Order, Place, Scenario, ScriptedOrder, TeamId, Who, load_str, to_ron,
    };

    fn order(tick: u64, who: Who, to: Place) -> ScriptedOrder {
        ScriptedOrder { tick, who, order: Order::Move(to), queued: false }
    }

    #[test]
    fn a_list_of_orders_is_sorted_saved_and_read() {
        let mut scenario = Scenario::blank(Bounds::new(9, 5)).with_first_units();
        let (late, early) = (
            order(64, Who::Team(TeamId(0)), Place::Goal(GoalId(0))),
            order(3, Who::Everyone, Place::At(Cell::new(2, 2))),
        );
        scenario.apply(0, &Action::SetOrders(vec![late.clone(), early.clone()]));
        assert_eq!(scenario.orders, [early, late]);
        assert_eq!(load_str(&to_ron(&scenario), "orders", None).unwrap(), scenario);
    }

    #[test]
    fn an_order_to_nobody_or_nowhere_is_refused() {
        let mut scenario = Scenario::blank(Bounds::new(9, 5));
        scenario.goals = vec![Goal { id: GoalId(0), name: "a".into(), at: Cell::new(1, 1) }];
        for wrong in [
            order(0, Who::Team(TeamId(9)), Place::Goal(GoalId(0))),
            order(0, Who::Everyone, Place::Goal(GoalId(1))),
            order(0, Who::Everyone, Place::At(Cell::new(9, 0))),
        ] {
            scenario.apply(0, &Action::SetOrders(vec![wrong]));
            assert!(scenario.orders.is_empty());
        }
    }
}
