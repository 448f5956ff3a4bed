use super::*;
use crate::grid::{Bounds, Cell};
use crate::scenario::{
    Action, GoalId, NewUnit, Order, ScriptedOrder, TeamId, UnitId, load_str, to_ron,
};
use glam::Vec2;

fn two_teams() -> Scenario {
    let teams = vec![Team::numbered(0), Team::numbered(1)];
    let mut scenario = Scenario { teams, ..Scenario::blank(Bounds::new(12, 6)) };
    for (id, team) in [(0, 0), (1, 1), (2, 1)] {
        let at = Vec2::new(id as f32 * 2.0 + 0.5, 0.5);
        let unit = NewUnit { id: UnitId(id), team: TeamId(team), kind: "soldier".into(), at };
        scenario.apply(0, &Action::Spawn(vec![unit]));
    }
    scenario
}

fn team(scenario: &mut Scenario, action: TeamAction) {
    scenario.apply(0, &Action::Team(action));
}

fn goal(scenario: &mut Scenario, action: GoalAction) {
    scenario.apply(0, &Action::Goal(action));
}

fn add(name: &str) -> TeamAction {
    TeamAction::Add { name: name.into(), colour: (1, 2, 3) }
}

fn place(name: &str, x: i32) -> GoalAction {
    GoalAction::Place { name: name.into(), at: Cell::new(x, 2) }
}

#[test]
fn a_team_is_added_with_a_name_of_its_own_and_can_have_units_at_once() {
    let mut scenario = two_teams();
    for refused in ["blue", "", "  "] {
        team(&mut scenario, add(refused));
    }
    assert_eq!(scenario.teams.len(), 2);
    team(&mut scenario, add("green"));
    let unit =
        NewUnit { id: UnitId(9), team: TeamId(2), kind: "scout".into(), at: Vec2::new(9.5, 4.5) };
    scenario.apply(0, &Action::Spawn(vec![unit]));
    assert_eq!(scenario.units.last().unwrap().team, TeamId(2));
}

#[test]
fn a_removed_team_takes_its_units_and_orders_along_but_not_its_number() {
    let mut scenario = two_teams();
    team(&mut scenario, add("green"));
    let order = |who| ScriptedOrder { tick: 9, who, order: Order::Hold, queued: false };
    scenario.orders = vec![
        order(Who::Team(TeamId(1))),
        order(Who::Units(vec![UnitId(0), UnitId(2)])),
        order(Who::Units(vec![UnitId(2)])),
        order(Who::Team(TeamId(2))),
    ];
    team(&mut scenario, TeamAction::Remove(TeamId(1)));
    assert_eq!(scenario.units.iter().map(|unit| unit.id.0).collect::<Vec<_>>(), [0]);
    let left = [order(Who::Units(vec![UnitId(0)])), order(Who::Team(TeamId(2)))];
    assert_eq!(scenario.orders, left);
    let unit = |id, team| {
        let at = Vec2::new(8.5, 3.5);
        Action::Spawn(vec![NewUnit {
            id: UnitId(id),
            team: TeamId(team),
            kind: "scout".into(),
            at,
        }])
    };
    scenario.apply(0, &unit(5, 1));
    scenario.apply(0, &unit(6, 2));
    assert_eq!(scenario.units.last().unwrap().id, UnitId(6), "nobody joins a removed team");
    // In a file the list has no gap.
    let read = load_str(&to_ron(&scenario), "saved", None).unwrap();
    let names: Vec<_> = read.teams.iter().map(|team| team.name.as_str()).collect();
    assert_eq!(names, ["blue", "green"]);
    assert_eq!(read.units.last().unwrap().team, TeamId(1));
    assert_eq!(read.orders[1].who, Who::Team(TeamId(1)));
}

#[test]
fn the_last_team_stays() {
    let mut scenario = two_teams();
    team(&mut scenario, TeamAction::Remove(TeamId(0)));
    team(&mut scenario, TeamAction::Remove(TeamId(1)));
    team(&mut scenario, TeamAction::Remove(TeamId(0)));
    assert_eq!(scenario.teams.iter().map(|team| team.removed).collect::<Vec<_>>(), [true, false]);
}

#[test]
fn names_colours_and_alliances_survive_a_file() {
    let mut scenario = two_teams();
    team(&mut scenario, TeamAction::Rename { team: TeamId(0), name: "orange".into() });
    assert_eq!(scenario.teams[0].name, "blue", "the name is taken");
    team(&mut scenario, TeamAction::Rename { team: TeamId(0), name: "Östliche \"Garde\"".into() });
    team(&mut scenario, TeamAction::Recolour { team: TeamId(1), colour: (9, 8, 7) });
    for place in 0..2 {
        team(&mut scenario, TeamAction::Ally { team: TeamId(place), alliance: Some(4) });
    }
    let read = load_str(&to_ron(&scenario), "saved", None).unwrap();
    assert_eq!(read.teams, scenario.teams);
    assert!(!crate::scenario::are_enemies(&read.teams, TeamId(0), TeamId(1)));
}

#[test]
fn goals_are_placed_named_moved_and_removed_and_orders_follow() {
    let mut scenario = two_teams();
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
