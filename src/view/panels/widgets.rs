//! Widgets that several panels use.

use super::key_hints::with_key;
use super::places::Sections;
use super::tooltips::Explain;
use crate::scenario::{Team, living_teams};
use crate::view::document::intent::Intent;
use bevy_egui::egui::{self, RichText, Ui};

/// Asks for a frame soon, to see how far work in the background is.
pub fn look_again(context: &egui::Context) {
    context.request_repaint_after(std::time::Duration::from_millis(150));
}

/// Words below this can be marked and copied.
pub fn copyable(ui: &mut Ui) {
    ui.style_mut().interaction.selectable_labels = true;
}

/// A label that wraps.
pub fn wrapped(ui: &mut Ui, text: impl Into<RichText>) {
    ui.add(egui::Label::new(text.into()).wrap());
}

/// Whether another button than the left one is down, or has just been released. Sliders stay where they are then; egui moves
/// them with every button.
pub fn other_button(ui: &Ui) -> bool {
    use egui::PointerButton::{Middle, Secondary};
    ui.input(|input| {
        let pointer = &input.pointer;
        [Secondary, Middle].iter().any(|&b| pointer.button_down(b) || pointer.button_released(b))
    })
}

/// Adds a slider that only the left button moves.
pub fn slider<T: Copy>(
    ui: &mut Ui,
    value: &mut T,
    made: impl for<'a> FnOnce(&'a mut T) -> egui::Slider<'a>,
) -> egui::Response {
    let mut new = *value;
    let response = ui.add(made(&mut new));
    if !other_button(ui) {
        *value = new;
    }
    response
}

/// Text in a weaker colour.
pub fn quiet(text: impl Into<String>) -> RichText {
    RichText::new(text).weak()
}

/// What can be folded away, with a tooltip on its title. Returns whether it is open now, if the user has just changed that.
pub fn fold(
    ui: &mut Ui,
    title: &str,
    doc: &str,
    open: bool,
    body: impl FnOnce(&mut Ui),
) -> Option<bool> {
    let header = egui::CollapsingHeader::new(RichText::new(title).strong());
    let shown = header.default_open(open).show(ui, |ui| {
        ui.add_space(2.0);
        body(ui);
        ui.add_space(6.0);
    });
    let header = shown.header_response.explain(doc);
    let state = || egui::collapsing_header::CollapsingState::load(ui.ctx(), header.id);
    header.clicked().then(|| state().is_some_and(|state| state.is_open()))
}

/// A section of a panel, which stays open or closed as the user left it, see [`sections`].
pub fn section(ui: &mut Ui, title: &str, doc: &str, open: bool, body: impl FnOnce(&mut Ui)) {
    let open = sections(ui.ctx()).get(title).copied().unwrap_or(open);
    if let Some(now) = fold(ui, title, doc, open, body) {
        let mut all = sections(ui.ctx());
        all.insert(title.to_owned(), now);
        keep_sections(ui.ctx(), all);
    }
}

fn place_of_sections() -> egui::Id {
    egui::Id::new("open sections")
}

/// The sections that the user opened or closed.
pub fn sections(context: &egui::Context) -> Sections {
    context.data(|data| data.get_temp(place_of_sections())).unwrap_or_default()
}

/// Sets the sections that the user opened or closed.
pub fn keep_sections(context: &egui::Context, sections: Sections) {
    context.data_mut(|data| data.insert_temp(place_of_sections(), sections));
}

/// A button that sends an intent. Its tooltip names the key of the intent.
pub fn button(
    ui: &mut Ui,
    label: &str,
    doc: &str,
    enabled: bool,
    intent: Intent,
    wanted: &mut Vec<Intent>,
) {
    let response = ui.add_enabled(enabled, egui::Button::new(label));
    let clicked = response.clicked();
    if response.hovered() || response.contains_pointer() {
        let doc = with_key(ui.ctx(), doc, &intent);
        response.explain(&doc).on_disabled_hover_text(doc);
    }
    if clicked {
        wanted.push(intent);
    }
}

/// A row of buttons, one of them selected. Returns the new choice if it changed.
pub fn choose<T: PartialEq + Copy>(ui: &mut Ui, now: T, options: &[(T, &str, &str)]) -> Option<T> {
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for &(option, label, doc) in options {
            if ui.selectable_label(option == now, label).explain(doc).clicked() {
                chosen = Some(option);
            }
        }
    });
    chosen.filter(|&option| option != now)
}

/// A row of teams with their colours, one of them selected. Returns the index of the new choice if it changed.
pub fn choose_team(ui: &mut Ui, now: usize, teams: &[Team], doc: &str) -> Option<usize> {
    let mut chosen = None;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (id, team) in living_teams(teams) {
            let index = usize::from(id.0);
            let (r, g, b) = team.colour;
            let swatch = egui::RichText::new("■ ").color(egui::Color32::from_rgb(r, g, b));
            let mut text = egui::text::LayoutJob::default();
            let name = egui::RichText::new(&team.name);
            for piece in [swatch, name] {
                let font = egui::FontSelection::Default;
                piece.append_to(&mut text, ui.style(), font, egui::Align::Center);
            }
            if ui.selectable_label(index == now, text).explain(doc).clicked() {
                chosen = Some(index);
            }
        }
    });
    chosen.filter(|&index| index != now)
}

/// What [`rounds_field`] is for.
pub const ROUNDS_DOC: &str = "How many times units on a patrol go there and back; 0: without end";

/// A field for the rounds of a patrol.
pub fn rounds_field(rounds: &mut u32) -> egui::DragValue<'_> {
    egui::DragValue::new(rounds)
        .speed(0.1)
        .update_while_editing(false)
        .custom_formatter(|rounds, _| match rounds as u32 {
            0 => "without end".into(),
            1 => "1 round".into(),
            rounds => format!("{rounds} rounds"),
        })
        .custom_parser(|typed| typed.split_whitespace().next()?.parse().ok())
}

/// A row with a label on the left and a number on the right.
pub fn number_row(ui: &mut Ui, label: &str, value: String, doc: &str) {
    ui.horizontal(|ui| {
        ui.label(quiet(label)).explain(doc);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            ui.label(RichText::new(value).monospace()).explain(doc);
        });
    });
}
