//! The line at the bottom: how to use the tool, and what is under the pointer.

use super::key_hints::told;
use super::widgets::quiet;
use crate::view::input::tools::Armed;
use crate::view::overlays::{Hover, HoveredFields, HoveredSearch, HoveredUnit};
use bevy::math::Vec2;
use bevy_egui::egui::{self, Ui};

/// Shows the line. Keys of the first start stand in backquotes in the hint.
pub fn show(ui: &mut Ui, hint: &str, hover: &Hover) {
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let text = read_out(hover);
            if !text.is_empty() {
                ui.label(text).on_hover_text("What is under the pointer");
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(quiet(told(ui.ctx(), hint))).truncate());
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
        parts.push(format!("marker {:.3}", fields.marker));
    }
    if fields.direction != Vec2::ZERO {
        parts.push(format!("direction ({:.2}, {:.2})", fields.direction.x, fields.direction.y));
    }
    if fields.influence != 0.0 {
        parts.push(format!("influence {:.0}", fields.influence));
    }
    if let Some((flock, danger)) = fields.danger {
        let strength = if flock { "flock's strength c_F" } else { "own strength c_u" };
        parts.push(format!(
            "{strength} {:.1}, danger epsilon {:+.2}, bounded psi {:+.2}, step x{:.2}",
            danger.strength, danger.epsilon, danger.psi, danger.factor
        ));
    }
    if let (Some(price), Some(difference)) = (fields.price, fields.difference)
        && difference != 0.0
    {
        parts.push(format!("a step costs {price:.2}, {difference:+.2} by the layers"));
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
        Some(last) if last.from_goal => {
            let h = if last.h > 0.0 {
                format!("h {:.1} to the group", last.h)
            } else {
                "no h".to_owned()
            };
            format!(
                "{by}; one search from the goal, #{}: g {:.1} from the goal, {h}",
                last.order, last.g
            )
        }
        Some(last) => format!(
            "{by}; unit {}, #{}: g {:.1}  h {:.1}  f {:.1}",
            last.unit.0, last.order, last.g, last.h, last.f
        ),
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
