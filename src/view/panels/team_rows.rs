//! The teams of the scenario: colour, name, units, allies.

use super::key_hints::told;
use super::team_colour;
use super::text_field::name_field;
use super::tooltips::Explain;
use super::widgets::{quiet, wrapped};
use crate::scenario::{
    Action, MAX_TEAMS, Team, TeamAction, TeamId, are_enemies, living_teams, side_of,
};
use crate::view::document::history::Edit;
use crate::view::document::intent::{EditIntent, Intent, ToolIntent};
use bevy_egui::egui::{self, Ui};

/// Joins the steps of the colour picker into one edit, see [`Edit::drag`].
const DRAG: &str = "team colour";

/// What allies do.
const FRIENDS: &str =
    "Allies never attack each other. They give way to and heal each other, and win together";

/// Shows the teams. `sizes` holds the number of living units by team.
pub fn show(ui: &mut Ui, teams: &[Team], sizes: &[usize]) -> Vec<Intent> {
    let mut wanted = Vec::new();
    let count = living_teams(teams).count();
    for (id, team) in living_teams(teams) {
        let units = sizes.get(usize::from(id.0)).copied().unwrap_or(0);
        ui.push_id(("team", id.0), |ui| {
            row(ui, (id, team), units, count > 1, &mut wanted);
            if count > 1 {
                friends(ui, (id, team), teams, &mut wanted);
            }
            ui.add_space(4.0);
        });
    }
    let button = egui::Button::new("Add team");
    let doc = "Adds a team with a colour of its own and takes the units tool: click on the map to drop its first units";
    if ui.add_enabled(teams.len() < MAX_TEAMS, button).explain(doc).clicked() {
        let Team { name, colour, .. } = Team::next(teams);
        let label = format!("Add team {name}");
        perform(&mut wanted, label, vec![TeamAction::Add { name, colour }]);
        // The next click on the map drops the first units of the new team.
        let new = TeamId(teams.len() as u8);
        wanted.push(Intent::Tool(ToolIntent::DropFor(new)));
    }
    if count < 2 {
        wrapped(
            ui,
            quiet("A fight needs two teams. Teams are enemies unless you make them allies."),
        );
    }
    wanted
}

fn perform(wanted: &mut Vec<Intent>, name: String, actions: Vec<TeamAction>) {
    let actions = actions.into_iter().map(Action::Team).collect();
    wanted.push(Intent::perform(Edit::new(name, actions)));
}

fn row(
    ui: &mut Ui,
    (id, team): (TeamId, &Team),
    units: usize,
    removable: bool,
    wanted: &mut Vec<Intent>,
) {
    ui.horizontal(|ui| {
        let picked = team_colour::show(ui, team.colour);
        if let Some(colour) = picked.colour.filter(|colour| *colour != team.colour) {
            let name = format!("Change colour of {}", team.name);
            let actions = vec![Action::Team(TeamAction::Recolour { team: id, colour })];
            wanted.push(Intent::perform(Edit::part_of(DRAG, name, actions)));
        }
        if picked.done {
            wanted.push(Intent::Edit(EditIntent::Seal));
        }
        let doc = "The name of the team; press Enter to apply. No two teams have the same name";
        if let Some(name) = name_field(ui, "name", &team.name, doc, 118.0) {
            let label = format!("Rename {} to {name}", team.name);
            perform(wanted, label, vec![TeamAction::Rename { team: id, name }]);
        }
        let count = if units == 1 { "1 unit".into() } else { format!("{units} units") };
        let doc = "Living units, in the first arena; click to drop units of this team on the map";
        if ui.add(egui::Button::new(count).small()).explain(doc).clicked() {
            wanted.push(Intent::Tool(ToolIntent::DropFor(id)));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let button = ui.add_enabled(removable, egui::Button::new("Remove"));
            let doc = "Removes the team with its units and their orders; `Ctrl+Z` brings it back";
            let doc = told(ui.ctx(), doc);
            let needed = "A scenario needs a team, so the last one stays";
            if button.explain(doc).on_disabled_hover_text(needed).clicked() {
                let label = format!("Remove team {}", team.name);
                perform(wanted, label, vec![TeamAction::Remove(id)]);
            }
        });
    });
}

/// A switch for each other team: ally or enemy.
fn friends(ui: &mut Ui, (id, team): (TeamId, &Team), teams: &[Team], wanted: &mut Vec<Intent>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (other, rival) in living_teams(teams).filter(|(other, _)| *other != id) {
            let allied = !are_enemies(teams, id, other);
            let (name, whom) = (&team.name, &rival.name);
            let doc = match allied {
                true => {
                    format!("{name} and {whom} are allies; click to make {name} leave the alliance")
                }
                false => format!("{name} and {whom} are enemies; click to make them allies"),
            };
            let label = format!("{} of {whom}", if allied { "friend" } else { "enemy" });
            let button = egui::Button::new(label).small().selected(allied);
            if ui.add(button).explain(format!("{doc}. {FRIENDS}")).clicked() {
                let (label, actions) = match allied {
                    true => (format!("Make {name} leave its alliance"), leave(teams, id)),
                    false => (format!("Make {name} and {whom} allies"), join(teams, id, other)),
                };
                perform(wanted, label, actions);
            }
        }
    });
}

/// Puts a team into the alliance of another, or both into a new one.
fn join(teams: &[Team], team: TeamId, other: TeamId) -> Vec<TeamAction> {
    let mut actions = leave(teams, team);
    actions.retain(|action| action.team() != Some(team));
    let known = teams.get(usize::from(other.0)).and_then(|other| other.alliance);
    let is_free = |number: &u8| teams.iter().all(|team| team.alliance != Some(*number));
    let number = known.or_else(|| (1..=u8::MAX).find(is_free)).unwrap_or(0);
    if known.is_none() {
        actions.push(TeamAction::Ally { team: other, alliance: Some(number) });
    }
    actions.push(TeamAction::Ally { team, alliance: Some(number) });
    actions
}

/// Takes a team out of its alliance. One that would be left alone in it leaves it, too.
fn leave(teams: &[Team], team: TeamId) -> Vec<TeamAction> {
    let side = side_of(teams, team);
    let others: Vec<TeamId> = living_teams(teams)
        .filter(|(other, _)| *other != team && side_of(teams, *other) == side)
        .map(|(other, _)| other)
        .collect();
    let mut actions = vec![TeamAction::Ally { team, alliance: None }];
    if let [alone] = others[..] {
        actions.push(TeamAction::Ally { team: alone, alliance: None });
    }
    actions
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(teams: &[Team], actions: Vec<TeamAction>) -> Vec<Option<u8>> {
        let scenario = crate::scenario::Scenario {
            teams: teams.to_vec(),
            ..crate::scenario::Scenario::blank(crate::grid::Bounds::new(3, 3))
        };
        let actions: Vec<Action> = actions.into_iter().map(Action::Team).collect();
        let scenario = crate::sim::bake(&scenario, &actions);
        scenario.teams.iter().map(|team| team.alliance).collect()
    }

    #[test]
    fn a_team_joins_leaves_and_changes_alliances() {
        let with = |alliances: &[Option<u8>]| -> Vec<Team> {
            let team = |(i, alliance): (usize, &Option<u8>)| Team {
                alliance: *alliance,
                ..Team::numbered(i)
            };
            alliances.iter().enumerate().map(team).collect()
        };
        let alone = with(&[None; 3]);
        let two = changed(&alone, join(&alone, TeamId(0), TeamId(2)));
        assert_eq!(two, [Some(1), None, Some(1)]);
        let two = with(&two);
        assert_eq!(changed(&two, join(&two, TeamId(1), TeamId(0))), [Some(1); 3]);
        assert_eq!(changed(&two, join(&two, TeamId(0), TeamId(1))), [Some(2), Some(2), None]);
        assert_eq!(changed(&two, leave(&two, TeamId(2))), [None; 3]);
        let three = with(&[Some(1); 3]);
        assert_eq!(changed(&three, leave(&three, TeamId(1))), [Some(1), None, Some(1)]);
    }
}
