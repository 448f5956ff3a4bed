//! The line at the bottom: how to use the tool, and what is under the pointer.

use super::key_hints::told;
use super::widgets::quiet;
use crate::overlay::{HoveredVisit, short};
use crate::view::input::tools::Armed;
use crate::view::overlays::{Hover, HoveredFields, HoveredSearch, HoveredUnit};
use bevy::math::Vec2;
use bevy_egui::egui::{self, Ui};

/// The part of the line that the hint may keep for itself, however much there is to say about the place under the pointer.
const HINT: f32 = 0.5;

/// Shows the line. Keys of the first start stand in backquotes in the hint.
pub fn show(ui: &mut Ui, hint: &str, hover: &Hover) {
    let hint = told(ui.ctx(), hint);
    ui.horizontal(|ui| {
        let font = egui::TextStyle::Body.resolve(ui.style());
        let needed = ui.painter().layout_no_wrap(hint.clone(), font, egui::Color32::WHITE).size().x;
        let room = ui.available_width() - ui.spacing().item_spacing.x;
        let kept = needed.min(HINT * room);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let text = read_out(hover);
            if !text.is_empty() {
                ui.scope(|ui| {
                    ui.set_max_width(room - kept);
                    let doc = format!("What is under the pointer: {text}");
                    ui.add(egui::Label::new(text).truncate()).on_hover_text(doc);
                });
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(quiet(hint)).truncate());
            });
        });
    });
}

/// The hint while an enemy is under the pointer.
pub fn attack_hint(enemy: &HoveredUnit, armed: Option<Armed>) -> String {
    let click = if armed.is_some() { "Click" } else { "Right-click" };
    let HoveredUnit { id, team_name, kind, .. } = enemy;
    format!("{click}: the selection attacks unit {} ({team_name} {kind})", id.0)
}

/// The values of the layers in a cell, without those that have no effect.
fn layer_values(fields: &HoveredFields) -> Vec<String> {
    let mut parts = Vec::new();
    if fields.marker < 1.0 {
        parts.push(format!("marker {:.2}", fields.marker));
    }
    if fields.direction != Vec2::ZERO {
        let Vec2 { x, y } = fields.direction;
        parts.push(format!("learned direction ({x:.2}, {y:.2})"));
    }
    if fields.influence != 0.0 {
        let who = if fields.influence > 0.0 { "enemies" } else { "friends" };
        parts.push(format!("{who} stronger by {}", short(fields.influence.abs() as f32)));
    }
    if let Some((flock, danger)) = fields.danger {
        let whose = if flock { "the flock's" } else { "its own" };
        let strength = short(danger.strength as f32);
        parts
            .push(format!("{:.2} times the cost at {whose} strength of {strength}", danger.factor));
    }
    if let (Some(cost), Some(difference)) = (fields.price, fields.difference)
        && difference != 0.0
    {
        let change = if difference > 0.0 { "more" } else { "less" };
        let difference = difference.abs();
        parts.push(format!("a step counts as {cost:.2}, {difference:.2} {change} by the layers"));
    }
    parts
}

/// How the searches of a group's last plan expanded a cell.
fn search_values(search: &HoveredSearch) -> String {
    let by = match search.of {
        1 => "expanded".into(),
        of => format!("expanded by {} of {of} searches", search.by),
    };
    match search.last {
        Some(HoveredVisit { order, g, h, from_goal: true, .. }) => {
            let rest = if h > 0.0 { format!(", h {h:.1}") } else { String::new() };
            format!("{by} as no. {order}, g {g:.1} from the goal{rest}")
        }
        Some(HoveredVisit { unit, order, g, h, f, .. }) => {
            format!("{by}; for unit {} as no. {order}: g {g:.1}, h {h:.1}, f {f:.1}", unit.0)
        }
        None => by,
    }
}

/// What is under the pointer, in one line.
fn read_out(hover: &Hover) -> String {
    let mut parts = Vec::new();
    if let Some(unit) = &hover.unit {
        parts.push(format!("unit {} ({} {})", unit.id.0, unit.team_name, unit.kind));
    }
    if let Some((_, kind)) = hover.obstacle {
        parts.push(format!("{kind:?}").to_lowercase());
    }
    if let Some(search) = hover.searched {
        parts.push(search_values(&search));
    }
    if let Some(fields) = hover.fields {
        parts.extend(layer_values(&fields));
    }
    if let Some(potential) = hover.potential {
        parts.push(format!("potential {potential:.1}"));
    }
    if let (Some(cell), Some(ground)) = (hover.cell, hover.ground) {
        let ground = format!("{ground:?}").to_lowercase();
        parts.push(format!("{cell}  {ground}"));
    }
    parts.join("   ·   ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::UnitId;

    const FIELDS: HoveredFields = HoveredFields {
        marker: 1.0,
        direction: Vec2::ZERO,
        influence: 0.0,
        price: Some(1.0),
        difference: Some(0.0),
        danger: None,
    };

    #[test]
    fn what_the_layers_do_to_a_cell_is_said_in_words() {
        assert_eq!(layer_values(&FIELDS), [""; 0]);
        let marked =
            HoveredFields { marker: 0.9, price: Some(0.7), difference: Some(-0.3), ..FIELDS };
        let told = ["marker 0.90", "a step counts as 0.70, 0.30 less by the layers"];
        assert_eq!(layer_values(&marked), told);
        let felt = |influence| layer_values(&HoveredFields { influence, ..FIELDS });
        assert_eq!(felt(-20684.82), ["friends stronger by 20\u{2009}685"]);
        assert_eq!(felt(12.0), ["enemies stronger by 12"]);
    }

    #[test]
    fn what_a_search_found_out_about_a_cell_is_told_in_its_order() {
        let last =
            HoveredVisit { unit: UnitId(7), order: 3, g: 2.0, h: 0.0, f: 2.0, from_goal: true };
        let shared = HoveredSearch { by: 1, of: 1, last: Some(last) };
        assert_eq!(search_values(&shared), "expanded as no. 3, g 2.0 from the goal");
        let last = HoveredVisit { from_goal: false, h: 5.0, f: 7.0, ..last };
        let own = HoveredSearch { by: 2, of: 9, last: Some(last) };
        let told = "expanded by 2 of 9 searches; for unit 7 as no. 3: g 2.0, h 5.0, f 7.0";
        assert_eq!(search_values(&own), told);
    }
}
