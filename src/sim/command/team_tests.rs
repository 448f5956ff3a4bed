use super::*;
use crate::grid::Bounds;
use crate::scenario::{
    Action, NewUnit, Order, Scenario, ScriptedOrder, Who, are_enemies, load_str, to_ron,
};
use crate::sim::bake;

fn two_teams() -> Scenario {
    let teams = vec![Team::numbered(0), Team::numbered(1)];
    let start = Scenario { teams, ..Scenario::blank(Bounds::new(12, 6)) };
    let unit = |(id, team)| {
        let at = Vec2::new(id as f32 * 2.0 + 0.5, 0.5);
        NewUnit { id: UnitId(id), team: TeamId(team), kind: "soldier".into(), at }
    };
    bake(&start, &[Action::Spawn([(0, 0), (1, 1), (2, 1)].map(unit).to_vec())])
}

fn team(scenario: &mut Scenario, action: TeamAction) {
    *scenario = bake(scenario, &[Action::Team(action)]);
}

fn add(name: &str) -> TeamAction {
    TeamAction::Add { name: name.into(), colour: (1, 2, 3) }
}

#[test]
fn a_team_is_added_with_a_name_of_its_own_and_can_have_units_at_once() {
    let mut scenario = two_teams();
    for refused in ["blue", "", "  "] {
        team(&mut scenario, add(refused));
    }
    assert_eq!(scenario.teams.len(), 2);
    let (id, at) = (UnitId(9), Vec2::new(9.5, 4.5));
    let unit = NewUnit { id, team: TeamId(2), kind: "scout".into(), at };
    scenario = bake(&scenario, &[Action::Team(add("green")), Action::Spawn(vec![unit])]);
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
    let unit = |id, team| {
        let at = Vec2::new(8.5, 3.5);
        NewUnit { id: UnitId(id), team: TeamId(team), kind: "scout".into(), at }
    };
    scenario = bake(&scenario, &[Action::Spawn(vec![unit(5, 1), unit(6, 2)])]);
    assert_eq!(scenario.units.last().unwrap().id, UnitId(6), "nobody joins a removed team");
    // In a file the list has no gap, and nobody has orders who is not there.
    let read = load_str(&to_ron(&scenario), "saved", None).unwrap();
    let names: Vec<_> = read.teams.iter().map(|team| team.name.as_str()).collect();
    assert_eq!(names, ["blue", "green"]);
    assert_eq!(read.units.last().unwrap().team, TeamId(1));
    let left = [order(Who::Units(vec![UnitId(0)])), order(Who::Team(TeamId(1)))];
    assert_eq!(read.orders, left);
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
    assert!(!are_enemies(&read.teams, TeamId(0), TeamId(1)));
}
