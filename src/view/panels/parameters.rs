//! Sliders, switches and choices, built from lists of parameters.

use super::widgets::quiet;
use crate::learn::SubjectKind;
use crate::parameters::{Kind, Parameter, Parameters, Value};
use crate::parts::Part;
use crate::planning::Layers;
use crate::view::document::intent::Intent;
use crate::view::lessons::{about_button, spotlight};
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

    fn made(changed: bool) -> Self {
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
    let title = capitalised(kind.word());
    let title = title.as_str();
    let mut change = Change::default();
    ui.horizontal(|ui| {
        ui.label(quiet(title)).on_hover_text(P::DOC);
        about_button::show(ui, kind, part.name(), wanted);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let mut index = part.index();
            let combo = egui::ComboBox::from_id_salt(title).selected_text(part.name());
            let response = combo.show_ui(ui, |ui| {
                for (i, info) in P::LIST.iter().enumerate() {
                    ui.selectable_value(&mut index, i, info.name).on_hover_text(info.doc);
                }
            });
            response.response.on_hover_text(P::LIST[part.index()].doc);
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
            let label = ui.label(quiet(capitalised(info.name))).on_hover_text(Layers::DOC).id;
            about_button::show(ui, SubjectKind::Layer, info.name, wanted);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let switch = ui.checkbox(&mut on, "").labelled_by(label).on_hover_text(info.doc);
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

fn capitalised(name: &str) -> String {
    let mut letters = name.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
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
            let reset = reset.on_hover_text(back).clicked();
            let (new, change, control) = edit_control(ui, parameter, value)?;
            spotlight::mark(ui, control.rect, &format!("parameter {}", parameter.name));
            // The name gets the space that is left.
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add_space(10.0);
                let name = egui::Label::new(parameter.label()).truncate();
                let name = ui.add(name).on_hover_text(&doc).id;
                control.labelled_by(name).on_hover_text(&doc);
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
    match (&parameter.kind, value) {
        (&Kind::Number(min, max), Value::Number(mut v)) => {
            let response = if min > f64::MIN && max < f64::MAX {
                ui.add(egui::Slider::new(&mut v, min..=max).suffix(suffix).max_decimals(3))
            } else {
                ui.add(egui::DragValue::new(&mut v).suffix(suffix))
            };
            Some((Value::Number(v), Change::of(&response), response))
        }
        (&Kind::Whole(min, max), Value::Whole(mut v)) => {
            let response = if max - min <= 1000 {
                ui.add(egui::Slider::new(&mut v, min..=max).suffix(suffix))
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
            let combo = egui::ComboBox::from_id_salt("choice").selected_text(names[v]);
            let response = combo.show_ui(ui, |ui| {
                for (i, name) in names.iter().enumerate() {
                    ui.selectable_value(&mut v, i, *name);
                }
            });
            Some((Value::Choice(v), Change::made(v != before), response.response))
        }
        _ => None,
    }
}

/// What the parameter means, its range and its default.
fn tooltip(parameter: &Parameter, default: Value) -> String {
    let default = as_text(parameter, default);
    let range = match parameter.kind {
        Kind::Number(min, max) if min > f64::MIN && max < f64::MAX => {
            format!("\n{min} to {max} {}", parameter.unit)
        }
        Kind::Whole(min, max) if max - min <= 1000 => {
            format!("\n{min} to {max} {}", parameter.unit)
        }
        _ => String::new(),
    };
    format!("{}{}\nDefault: {default}", parameter.doc, range.trim_end())
}

fn as_text(parameter: &Parameter, value: Value) -> String {
    match (&parameter.kind, value) {
        (Kind::Choice(names), Value::Choice(i)) => names[i].into(),
        (_, Value::Switch(on)) => if on { "on" } else { "off" }.into(),
        _ => format!("{value} {}", unit_of(parameter, value)).trim_end().into(),
    }
}

/// The unit of a value, in the singular for 1.
fn unit_of(parameter: &Parameter, value: Value) -> &'static str {
    match value {
        Value::Whole(1) => parameter.unit.strip_suffix('s').unwrap_or(parameter.unit),
        _ => parameter.unit,
    }
}
