//! The goals of the scenario: their names and places.

use super::key_hints::key_of;
use super::key_hints::told;
use super::text_field::name_field;
use super::tooltips::Explain;
use super::widgets::{number_row, quiet, wrapped};
use crate::scenario::{Action, Goal, GoalAction};
use crate::view::document::history::Edit;
use crate::view::document::intent::{Intent, ShowIntent, ToolIntent};
use crate::view::input::selection::Selection;
use crate::view::input::tools::Tool;
use bevy_egui::egui::{self, Ui};

/// Shows the goals. `selected` is the name of the selected one.
pub fn show(ui: &mut Ui, goals: &[Goal], selected: Option<&str>) -> Vec<Intent> {
    let mut wanted = Vec::new();
    for (place, goal) in goals.iter().enumerate() {
        ui.push_id(("goal", place), |ui| {
            row(ui, goal, selected == Some(goal.name.as_str()), &mut wanted)
        });
    }
    if goals.is_empty() {
        wrapped(
            ui,
            quiet("No goals yet. A goal is a named place on the map, for orders and for the eye."),
        );
    }
    ui.add_space(2.0);
    let take = Intent::Tool(ToolIntent::Take(Tool::Goal));
    let key = key_of(ui.ctx(), &take).unwrap_or_default();
    let button = egui::Button::new("Place goals").shortcut_text(key);
    let doc = "Takes the goal tool: click on the map to place a goal, drag a goal to move it";
    if ui.add(button).explain(doc).clicked() {
        wanted.push(take);
    }
    wanted
}

fn perform(name: String, action: GoalAction) -> Intent {
    Intent::perform(Edit::new(name, vec![Action::Goal(action)]))
}

fn row(ui: &mut Ui, goal: &Goal, selected: bool, wanted: &mut Vec<Intent>) {
    ui.horizontal(|ui| {
        let doc = "The name of the goal; press Enter to apply. No two goals have the same name";
        if let Some(to) = name_field(ui, "name", &goal.name, doc, 130.0) {
            let action = GoalAction::Rename { name: goal.name.clone(), to: to.clone() };
            wanted.push(perform(format!("Rename {} to {to}", goal.name), action));
            if selected {
                wanted.push(Intent::Tool(ToolIntent::Select(Selection::goal(to))));
            }
        }
        let place = ui.selectable_label(selected, goal.at.to_string());
        if place
            .explain("Selects the goal and looks there; drag it on the map to move it")
            .clicked()
        {
            wanted.push(Intent::Tool(ToolIntent::Select(Selection::goal(goal.name.clone()))));
            wanted.push(Intent::Show(ShowIntent::CentreOn(goal.at.center())));
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let doc = "Removes the goal. Orders to it lead to where it was";
            if ui.button("Remove").explain(doc).clicked() {
                let action = GoalAction::Remove(goal.name.clone());
                wanted.push(perform(format!("Remove goal {}", goal.name), action));
            }
        });
    });
}

/// Shows the selected goal.
pub fn show_selected(ui: &mut Ui, goal: &Goal) {
    number_row(ui, "goal", goal.name.clone(), "A named place");
    number_row(ui, "at", goal.at.to_string(), "Its cell: column, row");
    wrapped(
        ui,
        quiet(told(
            ui.ctx(),
            "Drag it to move it; `Delete` removes it. Its name stands in the Scenario tab.",
        )),
    );
}
