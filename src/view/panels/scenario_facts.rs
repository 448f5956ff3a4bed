//! What the scenario says about itself, its seed, and when units may step diagonally.

use super::text_field::text_field;
use super::tooltips::Explain;
use super::widgets::{choose, quiet, wrapped};
use crate::grid::CornerRule;
use crate::scenario::{Action, FactAction, Scenario};
use crate::view::document::history::Edit;
use crate::view::document::intent::Intent;
use bevy_egui::egui::Ui;

/// Shows title, description, seed and corner rule.
pub fn show(ui: &mut Ui, start: &Scenario, now: CornerRule) -> Vec<Intent> {
    let mut wanted = Vec::new();
    let width = (ui.available_width() - 12.0).max(80.0);
    ui.label(quiet("title"));
    let doc = "A few words; press Enter to apply";
    if let Some(title) = text_field(ui, "title", &start.title, doc, (width, 1)) {
        wanted.push(perform(FactAction::Title(title.trim().into())));
    }
    ui.label(quiet("description"));
    let doc = "One sentence that says what there is to see. Applied when you leave the field";
    if let Some(text) = text_field(ui, "description", &start.description, doc, (width, 2)) {
        wanted.push(perform(FactAction::Description(text.trim().into())));
    }
    if !start.citation.is_empty() {
        wrapped(ui, quiet(format!("From: {}", start.citation)));
    }
    ui.add_space(2.0);
    seed(ui, start.seed, &mut wanted);
    ui.add_space(2.0);
    corners(ui, now, &mut wanted);
    wanted
}

fn perform(action: FactAction) -> Intent {
    Intent::perform(Edit::of(Action::Fact(action)))
}

fn seed(ui: &mut Ui, seed: u64, wanted: &mut Vec<Intent>) {
    ui.horizontal(|ui| {
        let doc =
            "What all random draws start from: a whole number. The same seed gives the same run";
        ui.label(quiet("seed")).explain(doc);
        let typed = text_field(ui, "seed", &seed.to_string(), doc, (90.0, 1));
        let typed = typed.and_then(|text| text.trim().parse().ok());
        let next = ui.button("Next").explain("Takes the next seed");
        let next = next.clicked().then(|| seed.wrapping_add(1));
        if let Some(new) = typed.or(next).filter(|new| *new != seed) {
            wanted.push(perform(FactAction::Seed(new)));
        }
    });
    wrapped(ui, quiet("Changing the seed restarts the run."));
}

/// Shows when units may step diagonally.
fn corners(ui: &mut Ui, corners: CornerRule, wanted: &mut Vec<Intent>) {
    ui.label(quiet("diagonal steps")).explain("When units may step diagonally");
    let rules = [
        (CornerRule::Free, "Always", "Even between two blocked cells"),
        (
            CornerRule::NotBetweenTwo,
            "One side free",
            "At least one of the two cells beside the step must be free",
        ),
        (
            CornerRule::BothSidesFree,
            "Both sides free",
            "Only if both cells beside the step are free, as in MovingAI benchmarks",
        ),
    ];
    if let Some(rule) = choose(ui, corners, &rules) {
        wanted.push(Intent::perform(Edit::new(
            "Change diagonal steps",
            vec![Action::SetCorners(rule)],
        )));
    }
}
