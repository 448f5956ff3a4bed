//! The list of lessons in the menu, and the offer of the first one.

use super::LearnIntent;
use super::course::Course;
use crate::learn::lessons;
use crate::view::document::StartIntent;
use crate::view::document::intent::Intent;
use crate::view::panels::key_hints::told;
use bevy_egui::egui::{self, RichText, Ui};

/// The entries of the menu "Learn".
pub fn show(ui: &mut Ui, course: &Course) -> Vec<Intent> {
    ui.set_width(380.0);
    let mut wanted = list(ui, course);
    ui.separator();
    let doc = "Every algorithm, layer, overlay and number: the idea, the formula, what to look for";
    if ui.button("About cards…").on_hover_text(doc).clicked() {
        wanted.push(Intent::Learn(LearnIntent::ToggleAbout));
    }
    if !wanted.is_empty() {
        ui.close();
    }
    wanted
}

/// One button for each lesson.
pub fn list(ui: &mut Ui, course: &Course) -> Vec<Intent> {
    let mut wanted = Vec::new();
    for (index, lesson) in lessons().iter().enumerate() {
        let mut text = egui::text::LayoutJob::default();
        let font = || egui::FontSelection::Default;
        let mark = if course.finished.contains(&index) { " ✔" } else { "" };
        let title = RichText::new(format!("{}. {}{mark}", index + 1, lesson.title)).strong();
        title.append_to(&mut text, ui.style(), font(), egui::Align::Min);
        let sentence = RichText::new(format!("\n{} {} minutes.", lesson.sentence, lesson.minutes));
        sentence.weak().append_to(&mut text, ui.style(), font(), egui::Align::Min);
        let now = course.open().is_some_and(|open| open.lesson == index);
        let size = egui::vec2(ui.available_width(), 0.0);
        let row = egui::Button::new(text).selected(now).min_size(size).wrap();
        if ui.add(row).on_hover_text("Opens the lesson and its scenario").clicked() {
            wanted.push(Intent::Learn(LearnIntent::Start(index)));
        }
    }
    wanted
}

/// Offers the first lesson, in one line.
pub fn offer(ui: &mut Ui) -> Vec<Intent> {
    let mut wanted = Vec::new();
    let Some(lesson) = lessons().first() else { return wanted };
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if ui.button("Not now").on_hover_text("The menu Learn has all lessons").clicked() {
                wanted.push(Intent::Learn(LearnIntent::HideOffer));
            }
            let doc = "Every scenario as a picture, your recent files and unfinished work (`Home`)";
            if ui.button("All scenarios").on_hover_text(told(ui.ctx(), doc)).clicked() {
                wanted.push(Intent::Start(StartIntent::Toggle));
            }
            let start = RichText::new("Start the first lesson").strong();
            if ui.button(start).on_hover_text(&lesson.sentence).clicked() {
                wanted.push(Intent::Learn(LearnIntent::Start(0)));
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let text = format!("New here? {}", lesson.title);
                ui.add(egui::Label::new(text).truncate());
            });
        });
    });
    wanted
}
