//! The combat rules of the scenario.

use super::key_hints::told;
use super::parameters::edit_parameters;
use super::tooltips::Explain;
use super::widgets::{quiet, wrapped};
use crate::combat::Rules;
use crate::scenario::Action;
use crate::view::document::history::Edit;
use crate::view::document::intent::{EditIntent, Intent};
use bevy_egui::egui::{self, Ui};

/// Joins the steps of a slider into one edit, see [`Edit::drag`].
const DRAG: &str = "rules";
const NAME: &str = "Change combat rules";

/// Shows the rules.
pub fn show(ui: &mut Ui, rules: &Rules) -> Vec<Intent> {
    let mut wanted = Vec::new();
    let mut new = *rules;
    let mut change = edit_parameters(ui, "rules", &mut new, &Rules::default());
    wrapped(
        ui,
        quiet(told(
            ui.ctx(),
            "Changes apply at once, except the start variation: it applies from the next start with all edits (`Shift+R`).",
        )),
    );
    let usual = *rules == Rules::default();
    let reset = ui.add_enabled(!usual, egui::Button::new("Back to the usual values"));
    let doc = "Sets every rule to its default";
    let already = "Every rule is at its default";
    if reset.explain(doc).on_disabled_hover_text(already).clicked() {
        (new, change.changed) = (Rules::default(), true);
    }
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
