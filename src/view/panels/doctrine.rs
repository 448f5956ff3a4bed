//! The doctrine of a team: preset, parts and parameters.

use super::parameters::{Change, edit_layers, edit_part};
use super::preset_list;
use super::tooltips::Explain;
use super::widgets::{choose, choose_team, quiet, wrapped};
use crate::learn::SubjectKind;
use crate::scenario::{Action, Doctrine, SetDoctrine, Team, TeamId, preset_named, read_doctrine};
use crate::scenario::{is_team, living_teams};
use crate::sim::Run;
use crate::view::document::comparison::{ComparisonIntent, letter};
use crate::view::document::direction_files::DirectionFileIntent;
use crate::view::document::history::Edit;
use crate::view::document::intent::{EditIntent, Intent};
use crate::view::lessons::spotlight;
use bevy_egui::egui::{self, RichText, Ui};

/// Joins the steps of a slider into one edit, see [`Edit::drag`].
const DRAG: &str = "doctrine";

/// What the panel remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct DoctrinePanel {
    /// The index of the arena that is shown.
    pub arena: usize,
    /// The index of the team that is shown.
    pub team: usize,
    /// The text of a doctrine that is being pasted.
    pasting: Option<String>,
    /// Whether the field for it takes the keyboard: it was just opened.
    wants_focus: bool,
    /// What is wrong with that text.
    error: String,
}

impl DoctrinePanel {
    /// An edit for the arena that is shown. Edits of the first arena change the document.
    fn addressed(&self, edit: Edit) -> Edit {
        if self.arena > 0 { edit.in_arena(self.arena as u32) } else { edit }
    }
}

/// Shows the doctrine of a team. `arenas` holds the teams of each arena.
pub fn show(ui: &mut Ui, panel: &mut DoctrinePanel, arenas: &[&[Team]]) -> Vec<Intent> {
    let mut wanted = compare(ui, panel, arenas);
    let Some(teams) = arenas.get(panel.arena) else { return wanted };
    if !is_team(teams, TeamId(panel.team as u8)) {
        panel.team = living_teams(teams).next().map_or(0, |(team, _)| usize::from(team.0));
    }
    if living_teams(teams).count() > 1 {
        let doc = "Shows the doctrine of this team";
        if let Some(team) = choose_team(ui, panel.team, teams, doc) {
            panel.team = team;
        }
    }
    let Some(team) = teams.get(panel.team) else { return wanted };
    let mut doctrine = team.doctrine;
    let mut change = preset_list::show(ui, &mut doctrine);
    ui.add_space(2.0);
    change = change.and(edit_part(ui, SubjectKind::Search, &mut doctrine.search, &mut wanted));
    change = change.and(edit_layers(ui, &mut doctrine.layers, &mut wanted));
    if doctrine.layers.directions.is_some() {
        wanted.extend(learned_directions(ui, panel, arenas.len()));
    }
    change = change.and(edit_part(ui, SubjectKind::Travel, &mut doctrine.travel, &mut wanted));
    change = change.and(edit_part(ui, SubjectKind::Engage, &mut doctrine.engage, &mut wanted));
    change = change.and(edit_part(ui, SubjectKind::Traffic, &mut doctrine.traffic, &mut wanted));
    change = change.and(copy_and_paste(ui, panel, &mut doctrine));
    if change.changed && doctrine != team.doctrine {
        let team_id = TeamId(panel.team as u8);
        let actions = vec![Action::SetDoctrine(SetDoctrine { team: team_id, doctrine })];
        let name = format!("Change doctrine of {}", team.name);
        let edit = if change.dragging || change.released {
            Edit::part_of(DRAG, name, actions)
        } else {
            Edit::new(name, actions)
        };
        wanted.push(Intent::perform(panel.addressed(edit)));
    }
    if change.released {
        wanted.push(Intent::Edit(EditIntent::Seal));
    }
    wanted
}

/// Chooses, adds and closes arenas.
fn compare(ui: &mut Ui, panel: &mut DoctrinePanel, arenas: &[&[Team]]) -> Vec<Intent> {
    panel.arena = panel.arena.min(arenas.len().saturating_sub(1));
    let mut wanted = Vec::new();
    if arenas.len() > 1 {
        let names: Vec<String> = arenas
            .iter()
            .enumerate()
            .map(|(index, teams)| {
                let name =
                    teams.get(panel.team).map_or_else(String::new, |team| team.doctrine.name());
                format!("{} {name}", letter(index as u32))
            })
            .collect();
        let doc = "Shows the doctrines of this arena";
        let options: Vec<(usize, &str, &str)> =
            names.iter().enumerate().map(|(index, name)| (index, name.as_str(), doc)).collect();
        if let Some(arena) = choose(ui, panel.arena, &options) {
            panel.arena = arena;
        }
    }
    ui.horizontal(|ui| {
        let doc = "Runs the same scenario beside this one with another doctrine. Both restart and get the same edits and \
                   orders";
        let button = egui::Button::new("Compare side by side");
        let more = arenas.len() < Run::MAX_ARENAS as usize;
        let button = ui.add_enabled(more, button).explain(doc);
        spotlight::mark(ui, button.rect, "compare");
        if button.clicked() {
            let doctrine = next_doctrine(arenas, panel.team);
            let team = TeamId(panel.team as u8);
            wanted.push(Intent::Comparison(ComparisonIntent::Add { team, doctrine }));
            panel.arena = arenas.len();
        }
        if panel.arena > 0 && panel.arena < arenas.len() {
            let label = format!("Close {}", letter(panel.arena as u32));
            let doc = "Closes this arena; the others restart";
            if ui.button(label).explain(doc).clicked() {
                wanted.push(Intent::Comparison(ComparisonIntent::Close(panel.arena as u32)));
                panel.arena = 0;
            }
        }
    });
    wanted
}

/// Presets to compare with, each with another idea.
const COMPARED: [&str; 5] = ["A*", "Map Marker", "Flow field", "Flock", "ORCA"];

/// A doctrine to compare with: the first such preset that a team has in no arena yet.
fn next_doctrine(arenas: &[&[Team]], team: usize) -> Doctrine {
    let is_shown = |doctrine: &Doctrine| {
        arenas.iter().any(|teams| teams.get(team).is_some_and(|team| team.doctrine == *doctrine))
    };
    let mut presets = COMPARED.into_iter().filter_map(preset_named).map(|preset| preset.doctrine);
    presets.find(|preset| !is_shown(preset)).unwrap_or_default()
}

/// Saves, loads and clears learned directions.
fn learned_directions(ui: &mut Ui, panel: &DoctrinePanel, arenas: usize) -> Option<Intent> {
    let mut wanted = None;
    ui.horizontal(|ui| {
        ui.label(quiet("Learned directions"))
            .explain("The directions of motion that the cells have learned so far");
        if ui.button("Save…").explain("Saves them to a file").clicked() {
            wanted = Some(Intent::DirectionFile(DirectionFileIntent::AskSave));
        }
        if ui.button("Load…").explain("Loads them from a file for this map").clicked() {
            wanted = Some(Intent::DirectionFile(DirectionFileIntent::AskLoad));
        }
        let doc = match (panel.arena, arenas) {
            (0, 0..=1) => "Clears them",
            (0, _) => "Clears them in all arenas",
            _ => "Clears them in this arena only, now and at every restart",
        };
        if ui.button("Clear").explain(doc).clicked() {
            let clear = Edit::new("Clear directions", vec![Action::SetDirections(Vec::new())]);
            wanted = Some(Intent::perform(panel.addressed(clear)));
        }
    });
    wanted
}

fn copy_and_paste(ui: &mut Ui, panel: &mut DoctrinePanel, doctrine: &mut Doctrine) -> Change {
    let mut change = Change::default();
    ui.add_space(2.0);
    ui.horizontal(|ui| {
        if ui.button("Copy").explain("Copies the doctrine as RON text").clicked() {
            ui.ctx().copy_text(to_text(doctrine));
        }
        if ui.button("Paste…").explain("Reads a doctrine from RON text").clicked() {
            panel.pasting = panel.pasting.is_none().then(String::new);
            panel.wants_focus = panel.pasting.is_some();
            panel.error.clear();
        }
        if ui.button("Reset").explain("Back to the default doctrine").clicked() {
            *doctrine = Doctrine::default();
            change.changed = true;
        }
    });
    if let Some(text) = &mut panel.pasting {
        let field = egui::TextEdit::multiline(text)
            .code_editor()
            .desired_rows(4)
            .hint_text("(search: AStar((per_unit: true)))");
        let field = ui.add(field).explain("Paste or type a doctrine here");
        if std::mem::take(&mut panel.wants_focus) {
            field.request_focus();
        }
        let mut done = false;
        ui.horizontal(|ui| {
            if ui.button("Apply").explain("Uses this doctrine").clicked() {
                match from_text(text) {
                    Ok(new) => {
                        *doctrine = new;
                        change.changed = true;
                        done = true;
                    }
                    Err(error) => panel.error = error,
                }
            }
            done |= ui.button("Close").explain("Keeps the doctrine as it is").clicked();
        });
        if !panel.error.is_empty() {
            let colour = ui.visuals().error_fg_color;
            wrapped(ui, RichText::new(&panel.error).color(colour));
        }
        if done {
            panel.pasting = None;
            panel.error.clear();
        }
    }
    change
}

/// A doctrine as RON text.
fn to_text(doctrine: &Doctrine) -> String {
    let pretty = ron::ser::PrettyConfig::default();
    ron::ser::to_string_pretty(doctrine, pretty).unwrap_or_default()
}

/// A doctrine from RON text, or an error message.
fn from_text(text: &str) -> Result<Doctrine, String> {
    read_doctrine(text, "doctrine").map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::presets;

    #[test]
    fn a_doctrine_survives_copy_and_paste() {
        for preset in presets() {
            assert_eq!(
                from_text(&to_text(&preset.doctrine)),
                Ok(preset.doctrine),
                "{}",
                preset.name
            );
        }
    }

    #[test]
    fn each_further_arena_shows_another_preset() {
        let with = |name: &str| {
            let doctrine = preset_named(name).unwrap().doctrine;
            vec![Team::numbered(0), Team { doctrine, ..Team::numbered(1) }]
        };
        for (first, others) in [
            ("Map Marker", ["A*", "Flow field", "Flock"]),
            ("A*", ["Map Marker", "Flow field", "Flock"]),
            ("Hybrid mixed", ["A*", "Map Marker", "Flow field"]),
        ] {
            let mut arenas = vec![with(first)];
            for other in others {
                let teams: Vec<&[Team]> = arenas.iter().map(Vec::as_slice).collect();
                assert_eq!(next_doctrine(&teams, 1), preset_named(other).unwrap().doctrine);
                arenas.push(with(other));
            }
        }
    }

    #[test]
    fn a_pasted_doctrine_must_keep_to_the_ranges() {
        let wrong = from_text("(travel: FollowPath((look_ahead: 99.0)))").unwrap_err();
        assert!(wrong.contains("look_ahead"), "{wrong}");
        assert!(from_text("nonsense").is_err());
    }
}
