//! Markdown in egui.

use crate::learn::markdown::{Block, Span, Style};
use crate::view::panels::key_hints;
use bevy_egui::egui::{self, RichText, TextStyle, Ui};

/// Shows blocks of text.
pub fn show(ui: &mut Ui, blocks: &[Block]) {
    for (index, block) in blocks.iter().enumerate() {
        match block {
            Block::Heading(text) => heading(ui, text),
            Block::Paragraph(spans) => line(ui, spans),
            Block::Bullet(spans) => {
                ui.horizontal_top(|ui| {
                    ui.spacing_mut().item_spacing.x = 6.0;
                    ui.label("•");
                    line(ui, spans);
                });
            }
            Block::Code(_, text) => code(ui, text),
            Block::Table(rows) => table(ui, index, rows),
        }
    }
}

/// A heading of a section.
pub fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(6.0);
    ui.label(RichText::new(text).strong().size(15.0));
}

/// A line that wraps.
pub fn line(ui: &mut Ui, spans: &[Span]) {
    ui.add(egui::Label::new(job(ui, spans)).wrap());
}

/// A line as text with its styles.
pub fn job(ui: &Ui, spans: &[Span]) -> egui::text::LayoutJob {
    let mut job = egui::text::LayoutJob::default();
    let keys = key_hints::keys(ui.ctx());
    for span in spans {
        // Keys stand in backquotes; the user may have changed them.
        let key = (span.style == Style::Code).then(|| keys.instead_of(&span.text)).flatten();
        let text = RichText::new(key.as_deref().unwrap_or(&span.text));
        let text = match span.style {
            Style::Plain => text,
            Style::Strong => text.strong(),
            Style::Emphasis => text.italics(),
            Style::Code => text.monospace().background_color(ui.visuals().code_bg_color),
        };
        let font = egui::FontSelection::Default;
        text.append_to(&mut job, ui.style(), font, egui::Align::Center);
    }
    job
}

fn code(ui: &mut Ui, text: &str) {
    let frame = egui::Frame::new().fill(ui.visuals().code_bg_color).corner_radius(5.0);
    frame.inner_margin(egui::Margin::symmetric(10, 7)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.add(egui::Label::new(RichText::new(text).text_style(TextStyle::Monospace)).wrap());
    });
}

fn table(ui: &mut Ui, salt: usize, rows: &[Vec<Vec<Span>>]) {
    egui::Grid::new(("table", salt)).striped(true).spacing([14.0, 4.0]).show(ui, |ui| {
        for (index, row) in rows.iter().enumerate() {
            for cell in row {
                let mut job = job(ui, cell);
                if index == 0 {
                    let colour = ui.visuals().strong_text_color();
                    job.sections.iter_mut().for_each(|section| section.format.color = colour);
                }
                ui.label(job);
            }
            ui.end_row();
        }
    });
}
