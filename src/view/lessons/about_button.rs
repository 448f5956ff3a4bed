//! The button that opens an about card.

use super::{LearnIntent, spotlight};
use crate::learn::{SubjectKind, card_of};
use crate::view::document::intent::Intent;
use bevy_egui::egui::{self, RichText, Ui};

/// A small button beside a name. Nothing is shown for a subject without a card.
pub fn show(ui: &mut Ui, kind: SubjectKind, key: &str, wanted: &mut Vec<Intent>) {
    let name = format!("{}/{key}", kind.word());
    let Some(card) = card_of(&name) else { return };
    let button = egui::Button::new(RichText::new("ℹ").weak()).small().frame(false);
    let response = ui.add(button).on_hover_text(format!("About: {}", card.title));
    // Screen readers and tests know it by its subject.
    let label = format!("About {}", card.title);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &label));
    if response.clicked() {
        wanted.push(Intent::Learn(LearnIntent::About(name)));
    }
}

/// The name of a number, which opens its card when it is clicked. `doc` is its tooltip.
pub fn name(ui: &mut Ui, text: RichText, doc: &str, metric: &str, wanted: &mut Vec<Intent>) {
    let subject = format!("{}/{metric}", SubjectKind::Metric.word());
    let card = card_of(&subject);
    let sense = if card.is_some() { egui::Sense::click() } else { egui::Sense::hover() };
    let label = ui.add(egui::Label::new(text).truncate().sense(sense));
    spotlight::mark(ui, label.rect, &format!("metric {metric}"));
    if card.is_none() {
        label.on_hover_text(doc);
        return;
    }
    let label = label.on_hover_cursor(egui::CursorIcon::PointingHand);
    if label.on_hover_text(format!("{doc}\nClick to read more.")).clicked() {
        wanted.push(Intent::Learn(LearnIntent::About(subject)));
    }
}
