//! The row of buttons at the end of a dialog. What Enter does is filled and stands at the right; what cannot be undone stands
//! apart at the left, in the colour of errors.

use bevy_egui::egui::{self, Button, Context, Layout, RichText, Stroke, Ui};

/// A button of a dialog, and its meaning.
pub struct Choice<'a, T> {
    label: &'a str,
    doc: &'a str,
    role: Role,
    enabled: bool,
    meaning: T,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Main,
    Other,
    Destructive,
}

impl<'a, T> Choice<'a, T> {
    const fn new(role: Role, label: &'a str, doc: &'a str, meaning: T) -> Self {
        Self { label, doc, role, enabled: true, meaning }
    }

    /// What the user most likely wants; Enter does the same.
    pub const fn main(label: &'a str, doc: &'a str, meaning: T) -> Self {
        Self::new(Role::Main, label, doc, meaning)
    }

    /// Something else.
    pub const fn other(label: &'a str, doc: &'a str, meaning: T) -> Self {
        Self::new(Role::Other, label, doc, meaning)
    }

    /// What loses work.
    pub const fn destructive(label: &'a str, doc: &'a str, meaning: T) -> Self {
        Self::new(Role::Destructive, label, doc, meaning)
    }

    /// Whether it can be chosen now.
    pub fn enabled(self, enabled: bool) -> Self {
        Self { enabled, ..self }
    }
}

/// Shows the buttons. Returns the meaning of the one that was clicked.
pub fn show<T: Clone>(ui: &mut Ui, choices: &[Choice<T>]) -> Option<T> {
    ui.add_space(4.0);
    let mut chosen = None;
    let of = |role| choices.iter().filter(move |choice| choice.role == role);
    ui.horizontal(|ui| {
        for choice in of(Role::Destructive) {
            chosen = chosen.take().or(button(ui, choice));
        }
        ui.with_layout(Layout::right_to_left(egui::Align::Center), |ui| {
            for choice in of(Role::Main).chain(of(Role::Other)) {
                chosen = chosen.take().or(button(ui, choice));
            }
        });
    });
    chosen
}

fn button<T: Clone>(ui: &mut Ui, choice: &Choice<T>) -> Option<T> {
    let button = match choice.role {
        Role::Main => main_button(ui, choice.label),
        Role::Other => Button::new(choice.label),
        Role::Destructive => {
            let colour = ui.visuals().error_fg_color;
            Button::new(RichText::new(choice.label).color(colour)).stroke(Stroke::new(1.0, colour))
        }
    };
    let response = ui.add_enabled(choice.enabled, button).on_hover_text(choice.doc);
    response.clicked().then(|| choice.meaning.clone())
}

/// The filled button.
pub fn main_button<'a>(ui: &Ui, label: &str) -> Button<'a> {
    let chosen = ui.visuals().selection;
    Button::new(RichText::new(label).color(chosen.stroke.color).strong()).fill(chosen.bg_fill)
}

/// Whether Enter was pressed and means the main button. In a field it finishes the field. To be asked before the fields are
/// shown.
pub fn enter_pressed(context: &Context) -> bool {
    !context.text_edit_focused() && context.input(|input| input.key_pressed(egui::Key::Enter))
}
