//! The motion of an arena: steered, or cell steps with their rules.

use super::parameters::{Change, edit_parameters};
use super::widgets::{choose, quiet, wrapped};
use crate::planning::CellSteps;
use crate::scenario::{Action, Motion, Team};
use crate::view::document::history::Edit;
use crate::view::document::intent::{EditIntent, Intent};
use bevy_egui::egui::{RichText, Ui};

/// Joins the steps of a slider into one edit, see [`Edit::drag`].
const DRAG: &str = "motion";
const NAME: &str = "Change motion";

/// What the panel remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct MotionPanel {
    /// The last rules of cell steps, for the next time that cell steps are chosen.
    steps: CellSteps,
}

/// Shows the motion of an arena, and which parts of its teams' doctrines have no effect with it.
pub fn show(
    ui: &mut Ui,
    panel: &mut MotionPanel,
    arena: usize,
    motion: &Motion,
    teams: &[Team],
) -> Vec<Intent> {
    if let Motion::CellSteps(rules) = motion {
        panel.steps = *rules;
    }
    let steps = Motion::CellSteps(panel.steps);
    let options = [Motion::Steered, steps].map(|one| (one, one.name(), one.about()));
    let mut new = *motion;
    let mut change = Change::default();
    if let Some(chosen) = choose(ui, new, &options) {
        new = chosen;
        change.changed = true;
    }
    wrapped(ui, quiet(motion.about()));
    if let Motion::CellSteps(rules) = &mut new
        && matches!(motion, Motion::CellSteps(_))
    {
        ui.add_space(2.0);
        if let Some(chosen) = choose(ui, *rules, &rules_of_steps(rules.ticks)) {
            *rules = chosen;
            change.changed = true;
        }
        change = change.and(edit_parameters(ui, "motion", rules, &CellSteps::default()));
    }
    for sentence in motion.ignores_of(teams) {
        wrapped(ui, RichText::new(sentence).color(ui.visuals().warn_fg_color));
    }
    let mut wanted = Vec::new();
    if change.changed && new != *motion {
        let actions = vec![Action::SetMotion(new)];
        let edit = if change.dragging || change.released {
            Edit::part_of(DRAG, NAME, actions)
        } else {
            Edit::new(NAME, actions)
        };
        let edit = if arena > 0 { edit.in_arena(arena as u32) } else { edit };
        wanted.push(Intent::perform(edit));
    }
    if change.released {
        wanted.push(Intent::Edit(EditIntent::Seal));
    }
    wanted
}

/// The rules of cell steps that have a name, at a duration of a step.
fn rules_of_steps(ticks: u32) -> [(CellSteps, &'static str, &'static str); 2] {
    [
        (
            CellSteps { ticks, ..CellSteps::default() },
            "Sandbox",
            "With our additions: no frame stalls, and no unit is stuck for ever",
        ),
        (
            CellSteps { ticks, ..CellSteps::published() },
            "As published",
            "The rules of direction-maps as far as its tables tell them, without our additions",
        ),
    ]
}
