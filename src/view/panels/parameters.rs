//! Sliders, switches and choices, built from lists of parameters.

use super::tooltips::Explain;
use super::widgets::{other_button, quiet};
use crate::learn::SubjectKind;
use crate::parameters::{Kind, Parameter, Parameters, Value};
use crate::parts::Part;
use crate::planning::Layers;
use crate::view::document::intent::Intent;
use crate::view::lessons::{about_button, spotlight};
use crate::words::{capitalised, cells_per, in_words};
use bevy_egui::egui::{self, Ui};

/// What happened to a value in this frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// It has a new value.
    pub changed: bool,
    /// It is still being dragged.
    pub dragging: bool,
    /// Its drag has just ended.
    pub released: bool,
}

impl Change {
    fn of(response: &egui::Response) -> Self {
        Self {
            changed: response.changed(),
            dragging: response.dragged(),
            released: response.drag_stopped(),
        }
    }

    /// A change at one stroke.
    pub fn made(changed: bool) -> Self {
        Self { changed, ..Self::default() }
    }

    /// Two changes as one.
    pub fn and(self, other: Self) -> Self {
        Self {
            changed: self.changed || other.changed,
            dragging: self.dragging || other.dragging,
            released: self.released || other.released,
        }
    }
}

/// Chooses a part of a doctrine and edits its parameters.
pub fn edit_part<P: Part>(
    ui: &mut Ui,
    kind: SubjectKind,
    part: &mut P,
    wanted: &mut Vec<Intent>,
) -> Change {
    let title = kind.label();
    let mut change = Change::default();
    ui.horizontal(|ui| {
        ui.label(quiet(title)).explain(P::DOC);
        about_button::show(ui, kind, part.name(), wanted);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let mut index = part.index();
            let combo = egui::ComboBox::from_id_salt(title).selected_text(part.label());
            let response = combo.show_ui(ui, |ui| {
                for (i, info) in P::LIST.iter().enumerate() {
                    ui.selectable_value(&mut index, i, info.label()).explain(info.doc);
                }
            });
            response.response.explain(P::LIST[part.index()].doc);
            if index != part.index() {
                *part = P::at(index);
                change = Change::made(true);
            }
        });
    });
    let default = P::at(part.index());
    change.and(edit_parameters(ui, title, part.parameters_mut(), default.parameters()))
}

/// Switches layers on and off and edits the parameters of those that are on.
pub fn edit_layers(ui: &mut Ui, layers: &mut Layers, wanted: &mut Vec<Intent>) -> Change {
    let mut change = Change::default();
    let default = Layers::all();
    for (layer, info) in Layers::LIST.iter().enumerate() {
        let mut on = layers.parameters(layer).is_some();
        ui.horizontal(|ui| {
            let label = ui.label(quiet(capitalised(info.name))).explain(Layers::DOC).id;
            about_button::show(ui, SubjectKind::Layer, info.name, wanted);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let switch = ui.checkbox(&mut on, "").labelled_by(label).explain(info.doc);
                if switch.changed() {
                    layers.switch(layer, on);
                    change = Change::made(true);
                }
            });
        });
        if let (Some(set), Some(default)) =
            (layers.parameters_mut(layer), default.parameters(layer))
        {
            change = change.and(edit_parameters(ui, info.name, set, default));
        }
    }
    change
}

/// Edits parameters, one row for each.
pub fn edit_parameters(
    ui: &mut Ui,
    salt: &str,
    parameters: &mut dyn Parameters,
    default: &dyn Parameters,
) -> Change {
    let mut change = Change::default();
    for (index, parameter) in parameters.list().iter().enumerate() {
        let value = parameters.value(index);
        ui.push_id((salt, index), |ui| {
            if let Some((new, made)) = edit_value(ui, parameter, value, default.value(index)) {
                parameters.set(index, new);
                change = change.and(made);
            }
        });
    }
    change
}

fn edit_value(
    ui: &mut Ui,
    parameter: &Parameter,
    value: Value,
    default: Value,
) -> Option<(Value, Change)> {
    let doc = tooltip(parameter, default);
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            // An invisible button keeps its space, so that nothing jumps during a drag.
            let reset = egui::Button::new("↺").small().frame(false);
            let reset = ui.add_visible(value != default, reset);
            let back = format!("Back to {}", as_text(parameter, default));
            let reset = reset.explain(back).clicked();
            let (new, change, control) = edit_control(ui, parameter, value)?;
            spotlight::mark(ui, control.rect, &format!("parameter {}", parameter.name));
            // The name gets the space that is left.
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add_space(10.0);
                let name = egui::Label::new(parameter.label()).truncate();
                let name = ui.add(name).explain(&doc).id;
                control.labelled_by(name).explain(&doc);
            });
            Some(if reset { (default, Change::made(true)) } else { (new, change) })
        })
        .inner
    })
    .inner
}

fn edit_control(
    ui: &mut Ui,
    parameter: &Parameter,
    value: Value,
) -> Option<(Value, Change, egui::Response)> {
    let suffix = match unit_of(parameter, value) {
        "" => String::new(),
        unit => format!(" {unit}"),
    };
    let cells = cells_per(parameter.unit);
    let (new, change, control) = match (&parameter.kind, value) {
        (&Kind::Number(min, max), Value::Number(mut v)) => {
            let response = if min > f64::MIN && max < f64::MAX {
                let slider = egui::Slider::new(&mut v, min..=max).suffix(suffix).max_decimals(3);
                let response = ui.add(in_cells(slider.smart_aim(false), cells));
                if response.changed() && response.dragged() {
                    let step =
                        drag_step((max - min) * cells.unwrap_or(1.0), ui) / cells.unwrap_or(1.0);
                    v = ((v / step).round() * step).clamp(min, max);
                }
                response
            } else {
                ui.add(egui::DragValue::new(&mut v).suffix(suffix))
            };
            Some((Value::Number(v), Change::of(&response), response))
        }
        (&Kind::Whole(min, max), Value::Whole(mut v)) => {
            let response = if max - min <= 1000 {
                ui.add(in_cells(egui::Slider::new(&mut v, min..=max).suffix(suffix), cells))
            } else {
                ui.add(egui::DragValue::new(&mut v).range(min..=max).suffix(suffix))
            };
            Some((Value::Whole(v), Change::of(&response), response))
        }
        (Kind::Switch, Value::Switch(mut v)) => {
            let response = ui.checkbox(&mut v, "");
            Some((Value::Switch(v), Change::made(response.changed()), response))
        }
        (Kind::Choice(names), Value::Choice(mut v)) => {
            let before = v;
            let combo = egui::ComboBox::from_id_salt("choice").selected_text(in_words(names[v]));
            let response = combo.show_ui(ui, |ui| {
                for (i, name) in names.iter().enumerate() {
                    ui.selectable_value(&mut v, i, in_words(name));
                }
            });
            Some((Value::Choice(v), Change::made(v != before), response.response))
        }
        _ => None,
    }?;
    Some(if other_button(ui) {
        (value, Change::default(), control)
    } else {
        (new, change, control)
    })
}

/// The step of a slider that is dragged: the largest power of ten that is no longer than a pixel's share of the range, so that
/// round numbers such as 0.99 are reached.
fn drag_step(range: f64, ui: &Ui) -> f64 {
    let pixels = f64::from(ui.spacing().slider_width).max(1.0);
    10_f64.powf((range / pixels).log10().floor()).max(0.001)
}

/// Shows the lengths of the papers, such as pixels, in cells.
fn in_cells(slider: egui::Slider, cells: Option<f64>) -> egui::Slider {
    let Some(cells) = cells else { return slider };
    slider
        .custom_formatter(move |value, _| written(value * cells))
        .custom_parser(move |text| text.trim().parse::<f64>().ok().map(|value| value / cells))
}

/// A number with up to three decimals and no needless zeros.
pub(super) fn written(value: f64) -> String {
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').into()
}

/// What the parameter means, its range and its default.
fn tooltip(parameter: &Parameter, default: Value) -> String {
    let default = as_text(parameter, default);
    let (scale, unit) = match cells_per(parameter.unit) {
        Some(cells) => (cells, "cells"),
        None => (1.0, parameter.unit),
    };
    let between = |min: f64, max: f64| {
        format!("\n{} to {} {unit}", written(min * scale), written(max * scale))
    };
    let range = match parameter.kind {
        Kind::Number(min, max) if min > f64::MIN && max < f64::MAX => between(min, max),
        Kind::Whole(min, max) if max - min <= 1000 => between(min as f64, max as f64),
        _ => String::new(),
    };
    let in_files = match cells_per(parameter.unit) {
        Some(cells) => {
            format!("\nStored in files in {} ({} per cell)", parameter.unit, 1.0 / cells)
        }
        None => String::new(),
    };
    format!("{}{}\nDefault: {default}{in_files}", parameter.doc, range.trim_end())
}

fn as_text(parameter: &Parameter, value: Value) -> String {
    match (&parameter.kind, value) {
        (Kind::Choice(names), Value::Choice(i)) => in_words(names[i]),
        (_, Value::Switch(on)) => if on { "on" } else { "off" }.into(),
        (_, value) => {
            let number = match (cells_per(parameter.unit), value) {
                (Some(cells), Value::Number(number)) => written(number * cells),
                (Some(cells), Value::Whole(number)) => written(number as f64 * cells),
                _ => value.to_string(),
            };
            format!("{number} {}", unit_of(parameter, value)).trim_end().into()
        }
    }
}

/// The unit of a value as it is shown, in the singular for 1.
fn unit_of(parameter: &Parameter, value: Value) -> &'static str {
    match value {
        _ if cells_per(parameter.unit).is_some() => "cells",
        Value::Whole(1) => parameter.unit.strip_suffix('s').unwrap_or(parameter.unit),
        _ => parameter.unit,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steering::Boids;

    #[test]
    fn lengths_of_the_papers_are_shown_in_cells() {
        let boids = Boids::default();
        let all = boids.list().iter().enumerate();
        let gap = all.clone().find(|(_, p)| p.name == "terrain_gap").unwrap();
        let told = tooltip(gap.1, boids.value(gap.0));
        assert!(told.contains("\n0 to 2 cells\nDefault: 0.125 cells\n"), "{told}");
        assert!(told.ends_with("Stored in files in pixels (32 per cell)"), "{told}");
        for (index, parameter) in all {
            let told = tooltip(parameter, boids.value(index));
            let head =
                told.split("Stored in files").next().unwrap().replace("pixels are a cell", "");
            assert!(!head.contains("pixels") && !head.contains("to 2 tiles"), "{told}");
        }
    }
}
