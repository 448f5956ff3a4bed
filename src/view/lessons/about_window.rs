//! The window with the about cards: a list at the left, a card at the right.

use super::{card_drawing, card_text};
use crate::learn::{Card, ParameterText, SubjectKind, card_named, card_of, cards};
use crate::view::panels::layout::PanelSystems;
use crate::view::panels::widgets::{copyable, quiet, wrapped};
use bevy::prelude::*;
use bevy_egui::{
    EguiContexts, EguiPrimaryContextPass,
    egui::{self, RichText, Ui},
};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<About>()
        .add_systems(EguiPrimaryContextPass, show_window.after(PanelSystems));
}

/// The window: whether it is shown, and which card.
#[derive(Resource, Clone, Debug, Default)]
pub struct About {
    /// Whether it is shown.
    pub shown: bool,
    card: Option<&'static Card>,
    search: String,
}

/// Width of the list, in logical pixels.
const LIST: f32 = 190.0;

impl About {
    /// Shows a card, by its name or by its subject.
    pub fn open(&mut self, name: &str) {
        if let Some(card) = card_named(name).or_else(|| card_of(name)) {
            self.shown = true;
            self.card = Some(card);
            self.search.clear();
        }
    }

    /// The card that is shown.
    pub fn card(&self) -> Option<&'static Card> {
        self.card.filter(|_| self.shown)
    }
}

fn show_window(mut contexts: EguiContexts, mut about: ResMut<About>) -> Result {
    if !about.shown {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let screen = context.content_rect();
    let mut open = true;
    egui::Window::new("About")
        .id(egui::Id::new("about cards"))
        .open(&mut open)
        .collapsible(false)
        .resizable(true)
        .default_size(egui::vec2(700.0, (screen.height() * 0.55).clamp(280.0, 620.0)))
        .max_size(screen.size() - egui::vec2(60.0, 110.0))
        // The card of a lesson below the map stays in sight.
        .pivot(egui::Align2::CENTER_TOP)
        .default_pos(screen.center_top() + egui::vec2(0.0, 44.0))
        .show(&context, |ui| show(ui, &mut about));
    about.shown = open;
    Ok(())
}

/// Shows the list and the card.
pub fn show(ui: &mut Ui, about: &mut About) {
    egui::Panel::left("cards").resizable(false).exact_size(LIST).show(ui, |ui| list(ui, about));
    egui::CentralPanel::default().frame(egui::Frame::new().inner_margin(10)).show(ui, |ui| {
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match about.card {
            Some(card) => show_card(ui, card),
            None => about.card = cards().first(),
        });
    });
}

fn list(ui: &mut Ui, about: &mut About) {
    let field = egui::TextEdit::singleline(&mut about.search).hint_text("Search");
    ui.add(field.desired_width(LIST - 16.0)).on_hover_text("Finds words in titles and texts");
    let words = about.search.trim().to_lowercase();
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let mut last: Option<SubjectKind> = None;
        let mut found = false;
        for card in cards().iter().filter(|card| matches(card, &words)) {
            found = true;
            let kind = card.subjects.first().map(|subject| subject.kind);
            if kind != last {
                ui.add_space(4.0);
                ui.label(quiet(kind.map_or("", SubjectKind::heading)));
                last = kind;
            }
            let chosen = about.card.is_some_and(|shown| shown.name == card.name);
            if ui.selectable_label(chosen, &card.title).clicked() {
                about.card = Some(card);
            }
        }
        if !found {
            wrapped(ui, quiet("No card has these words."));
        }
    });
}

fn matches(card: &Card, words: &str) -> bool {
    let text = || format!("{} {:?} {:?}", card.title, card.idea, card.subjects).to_lowercase();
    words.is_empty() || text().contains(words)
}

/// Shows one card.
pub fn show_card(ui: &mut Ui, card: &Card) {
    copyable(ui);
    ui.label(RichText::new(&card.title).strong().size(20.0));
    card_text::show(ui, &card.idea);
    ui.add_space(4.0);
    card_drawing::show(ui, &card.drawing);
    let sections = [
        ("What to look for", &card.look),
        ("Formula", &card.formula),
        ("Use it when", &card.use_when),
        ("Costs", &card.costs),
        ("Differs", &card.differs),
    ];
    for (heading, blocks) in sections {
        card_text::heading(ui, heading);
        card_text::show(ui, blocks);
    }
    for subject in &card.subjects {
        let parameters = subject.parameters();
        if !parameters.is_empty() {
            card_text::heading(ui, "Parameters");
            parameters.iter().for_each(|parameter| row(ui, parameter));
        }
    }
    if !card.paper.is_empty() {
        card_text::heading(ui, "Source");
        wrapped(ui, quiet(&card.paper));
    }
    ui.add_space(8.0);
}

fn row(ui: &mut Ui, parameter: &ParameterText) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(&parameter.label).strong());
        ui.label(quiet(&parameter.values));
    });
    ui.indent(&parameter.label, |ui| wrapped(ui, parameter.doc));
}
