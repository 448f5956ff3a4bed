use super::*;
use crate::grid::Bounds;
use crate::scenario::{Action, Order, Place, Scenario, ScriptedOrder, Who, load_str, to_ron};
use crate::sim::bake;

fn goal(scenario: &mut Scenario, action: GoalAction) {
    *scenario = bake(scenario, &[Action::Goal(action)]);
}

fn place(name: &str, x: i32) -> GoalAction {
    GoalAction::Place { name: name.into(), at: Cell::new(x, 2) }
}

#[test]
fn goals_are_placed_named_moved_and_removed_and_orders_follow() {
    let mut scenario = Scenario::blank(Bounds::new(12, 6));
    for action in [place("a", 3), place("b", 5), place("c", 7), place("b", 9), place("x", 12)] {
        goal(&mut scenario, action);
    }
    let names = |s: &Scenario| s.goals.iter().map(|goal| goal.name.clone()).collect::<Vec<_>>();
    assert_eq!(names(&scenario), ["a", "b", "c"], "a name once, inside the map");
    let order = |goal| ScriptedOrder {
        tick: 0,
        who: Who::Everyone,
        order: Order::Move(Place::Goal(GoalId(goal))),
        queued: false,
    };
    scenario.orders = vec![order(0), order(1), order(2)];
    goal(&mut scenario, GoalAction::Move { name: "b".into(), to: Cell::new(1, 1) });
    goal(&mut scenario, GoalAction::Rename { name: "c".into(), to: "b".into() });
    goal(&mut scenario, GoalAction::Rename { name: "c".into(), to: "end".into() });
    goal(&mut scenario, GoalAction::Remove("b".into()));
    goal(&mut scenario, GoalAction::Remove("nobody".into()));
    assert_eq!(names(&scenario), ["a", "end"]);
    let places: Vec<_> =
        scenario.orders.iter().map(|o| scenario.cell_of(o.order.place().unwrap())).collect();
    assert_eq!(places, [(3, 2), (1, 1), (7, 2)].map(|at| Some(Cell::from(at))));
    assert_eq!(load_str(&to_ron(&scenario), "saved", None).unwrap(), scenario);
}
