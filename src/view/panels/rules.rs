//! The combat rules of the scenario.

use super::parameters::edit_parameters;
use super::widgets::{quiet, wrapped};
use crate::combat::Rules;
use crate::scenario::Action;
use crate::view::document::history::Edit;
use crate::view::document::intent::{EditIntent, Intent};
use bevy_egui::egui::Ui;

/// Joins the steps of a slider into one edit, see [`Edit::drag`].
const DRAG: &str = "rules";
const NAME: &str = "Change combat rules";

/// Shows the rules.
pub fn show(ui: &mut Ui, rules: &Rules) -> Vec<Intent> {
    let mut wanted = Vec::new();
    let mut new = *rules;
    let change = edit_parameters(ui, "rules", &mut new, &Rules::default());
    wrapped(
        ui,
        quiet(
            "Changes apply at once, except the start variation: it applies from the next restart (R).",
        ),
    );
    if change.changed && new != *rules {
        let actions = vec![Action::SetRules(new)];
        wanted.push(Intent::perform(if change.dragging || change.released {
            Edit::part_of(DRAG, NAME, actions)
        } else {
            Edit::new(NAME, actions)
        }));
    }
    if change.released {
        wanted.push(Intent::Edit(EditIntent::Seal));
    }
    wanted
}
