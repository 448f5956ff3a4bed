//! Columns and rows of the selected obstacle.

use super::tooltips::Explain;
use super::widgets::{quiet, wrapped};
use crate::grid::Rectangle;
use crate::scenario::{Action, ObstacleSpec, ResizeObstacle};
use crate::sim::ArenaFacts;
use crate::view::document::history::Edit;
use crate::view::document::intent::{EditIntent, Intent};
use crate::view::input::tools::fits;
use bevy_egui::egui::{self, Ui};

/// Joins the steps of a drag into one edit, see [`Edit::drag`].
const DRAG: &str = "obstacle size";
const NAME: &str = "Resize obstacle";

/// Shows the size of an obstacle as two numbers that can be changed. Its upper left cell stays.
pub fn show(ui: &mut Ui, obstacle: &ObstacleSpec, facts: &ArenaFacts) -> Vec<Intent> {
    let mut wanted = Vec::new();
    let Rectangle { at, size } = obstacle.area;
    let bounds = facts.terrain.bounds();
    let most = (
        bounds.width.saturating_sub(at.x.max(0) as u32).max(1),
        bounds.height.saturating_sub(at.y.max(0) as u32).max(1),
    );
    let mut new = size;
    let released = ui
        .horizontal(|ui| {
            ui.label(quiet("columns x rows"));
            let columns =
                number(ui, &mut new.0, most.0, "Columns, in cells: drag, or click and type");
            ui.label(quiet("x"));
            let rows = number(ui, &mut new.1, most.1, "Rows, in cells: drag, or click and type");
            columns || rows
        })
        .inner;
    if new != size {
        let area = Rectangle::new(at, new.0, new.1);
        if fits(facts, area, Some(obstacle.id)) {
            let actions = vec![Action::ResizeObstacle(ResizeObstacle { id: obstacle.id, area })];
            wanted.push(Intent::perform(Edit::part_of(DRAG, NAME, actions)));
        } else {
            wrapped(ui, quiet("Another obstacle is in the way."));
        }
    }
    if released {
        wanted.push(Intent::Edit(EditIntent::Seal));
    }
    wanted
}

/// A number of cells. Returns whether a change of it has ended.
fn number(ui: &mut Ui, value: &mut u32, most: u32, doc: &str) -> bool {
    let field = egui::DragValue::new(value).range(1..=most).speed(0.1).update_while_editing(false);
    let response = ui.add(field).explain(doc);
    response.drag_stopped() || response.lost_focus()
}
