//! The panels with teams, goals and facts, without a window: which edits they send when something is clicked or typed.

use bevy_egui::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use phalanx::grid::{Bounds, Cell, CornerRule};
use phalanx::scenario::{
    Action, FactAction, Goal, GoalAction, GoalId, Scenario, Team, TeamAction, TeamId,
};
use phalanx::view::document::{EditIntent, Intent, ToolIntent};
use phalanx::view::input::Tool;
use phalanx::view::panels::{goal_rows, scenario_facts, team_rows};

/// Shows a panel and collects its intents.
fn shown<'a>(mut panel: impl FnMut(&mut egui::Ui) -> Vec<Intent> + 'a) -> Harness<'a, Vec<Intent>> {
    Harness::builder()
        .with_size(egui::vec2(380.0, 700.0))
        .build_ui_state(move |ui, wanted: &mut Vec<Intent>| wanted.extend(panel(ui)), Vec::new())
}

fn actions(harness: &Harness<Vec<Intent>>) -> Vec<Action> {
    let edits = harness.state().iter().filter_map(|intent| match intent {
        Intent::Edit(EditIntent::Perform(edit)) => Some(edit.actions.clone()),
        _ => None,
    });
    edits.flatten().collect()
}

fn teams() -> Vec<Team> {
    vec![Team::numbered(0), Team::numbered(1)]
}

#[test]
fn a_team_is_added_and_removed_with_one_click() {
    let teams = teams();
    let mut harness = shown(|ui| team_rows::show(ui, &teams, &[3, 1]));
    harness.run();
    assert!(
        harness.query_by_label("3 units").is_some() && harness.query_by_label("1 unit").is_some()
    );
    harness.get_by_label("Add team").click();
    harness.run();
    let second = harness.get_all_by_label("Remove").nth(1).unwrap();
    second.click();
    harness.run();
    let Team { name, colour, .. } = Team::numbered(2);
    let expected = [TeamAction::Add { name, colour }, TeamAction::Remove(TeamId(1))];
    assert_eq!(actions(&harness), expected.map(Action::Team));
}

#[test]
fn the_last_team_cannot_be_removed() {
    let teams = vec![Team::numbered(0)];
    let mut harness = shown(|ui| team_rows::show(ui, &teams, &[0]));
    harness.run();
    harness.get_by_label("Remove").click();
    harness.run();
    assert_eq!(actions(&harness), []);
}

#[test]
fn enemies_become_friends_with_one_click() {
    let teams = teams();
    let mut harness = shown(|ui| team_rows::show(ui, &teams, &[0, 0]));
    harness.run();
    harness.get_by_label("enemy of orange").click();
    harness.run();
    let ally = |team| TeamAction::Ally { team: TeamId(team), alliance: Some(1) };
    assert_eq!(actions(&harness), [ally(1), ally(0)].map(Action::Team));
}

#[test]
fn a_name_counts_when_it_is_finished() {
    let teams = teams();
    let mut harness = shown(|ui| team_rows::show(ui, &teams, &[0, 0]));
    harness.run();
    let field = egui::accesskit::Role::TextInput;
    harness.get_all_by_role(field).next().unwrap().focus();
    harness.run();
    harness.get_all_by_role(field).next().unwrap().type_text("guard");
    harness.run();
    assert_eq!(actions(&harness), [], "not while it is typed");
    harness.key_press(egui::Key::Enter);
    harness.run();
    let sent = actions(&harness);
    let [Action::Team(TeamAction::Rename { team: TeamId(0), name })] = &sent[..] else {
        panic!("{sent:?}")
    };
    assert!(name.contains("blue") && name.contains("guard"), "{name}");
}

#[test]
fn goals_are_listed_and_removed_and_the_tool_is_at_hand() {
    let goals = vec![Goal { id: GoalId(0), name: "flag".into(), at: Cell::new(4, 2) }];
    let mut harness = shown(|ui| goal_rows::show(ui, &goals, None));
    harness.run();
    harness.get_by_label("Remove").click();
    harness.run();
    harness.get_by_label_contains("Place goals").click();
    harness.run();
    assert_eq!(actions(&harness), [Action::Goal(GoalAction::Remove("flag".into()))]);
    let take = Intent::Tool(ToolIntent::Take(Tool::Goal));
    assert!(harness.state().contains(&take), "{:?}", harness.state());
}

#[test]
fn the_corner_rule_and_the_seed_are_changed_by_one_edit_each() {
    let scenario = Scenario::blank(Bounds::new(4, 4));
    let mut harness = shown(|ui| scenario_facts::show(ui, &scenario, scenario.terrain.corners()));
    harness.run();
    harness.get_by_label("Always").click();
    harness.run();
    harness.get_by_label("Next").click();
    harness.run();
    let expected = [Action::SetCorners(CornerRule::Free), Action::Fact(FactAction::Seed(1))];
    assert_eq!(actions(&harness), expected);
}
