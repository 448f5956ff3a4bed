//! The dialog for a map as text: what is pasted or typed is shown as a map, or one sentence says what is wrong.

use super::answers::{self, Choice};
use super::map_preview::MapPreview;
use super::widgets::{quiet, wrapped};
use crate::scenario::{Scenario, read_pasted};
use bevy_egui::egui;
use std::sync::Arc;

/// Longest text that is shown for editing, in bytes. Longer ones can only be replaced.
const EDITABLE: usize = 1 << 16;
/// Width and height of the preview, in logical pixels.
const ROOM: egui::Vec2 = egui::vec2(300.0, 260.0);

const EXAMPLE: &str = "..........\n...####...\n...#..#...\n......#...\n..SS..#WW.\n..........";

/// A text that is about to become a map.
#[derive(Default)]
pub struct PasteMap {
    text: String,
    /// The result of reading the text; `None` while it is empty.
    result: Option<Result<(Arc<Scenario>, MapPreview), String>>,
    has_focus: bool,
}

/// What the user chose.
#[derive(Clone, Debug, PartialEq)]
pub enum PasteChoice {
    /// This scenario.
    Open(Arc<Scenario>),
    /// Nothing.
    Cancel,
}

impl PasteMap {
    /// A dialog with a text in it.
    pub fn with(text: String) -> Self {
        let mut paste = Self { text, ..Self::default() };
        paste.read();
        paste
    }

    /// The text.
    pub fn into_text(self) -> String {
        self.text
    }

    /// What is wrong with the text, if anything.
    pub fn problem(&self) -> Option<&str> {
        self.result.as_ref().and_then(|result| result.as_ref().err()).map(String::as_str)
    }

    fn read(&mut self) {
        self.result = (!self.text.trim().is_empty()).then(|| {
            let scenario = read_pasted(&self.text)?;
            let preview = MapPreview::of(&scenario.terrain);
            Ok((Arc::new(scenario), preview))
        });
    }

    fn scenario(&self) -> Option<Arc<Scenario>> {
        let result = self.result.as_ref()?.as_ref();
        result.ok().map(|(scenario, _)| scenario.clone())
    }
}

/// Shows the dialog. Returns the choice once there is one.
pub fn show(context: &egui::Context, paste: &mut PasteMap) -> Option<PasteChoice> {
    // In the text, Enter begins a new line.
    let ctrl_enter =
        |input: &egui::InputState| input.modifiers.command && input.key_pressed(egui::Key::Enter);
    let enter = answers::enter_pressed(context) || context.input(ctrl_enter);
    let modal = egui::Modal::new(egui::Id::new("paste map")).show(context, |ui| {
        ui.set_width(700.0_f32.min(context.content_rect().width() - 60.0));
        ui.spacing_mut().item_spacing.y = 8.0;
        ui.heading("Paste a map");
        let doc = "Rows of letters: . floor, S swamp, # or @ wall, T trees, W water. A MovingAI map, a scenario and a copied run are \
                   read, too.";
        wrapped(ui, quiet(doc));
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| text_box(ui, paste));
            ui.vertical(|ui| result(ui, paste));
        });
        buttons(ui, paste)
    });
    // A click beside the dialog would lose the text.
    let closed = modal.should_close() && !modal.backdrop_response.clicked();
    let entered = paste.scenario().filter(|_| enter).map(PasteChoice::Open);
    modal.inner.or(entered).or(closed.then_some(PasteChoice::Cancel))
}

fn text_box(ui: &mut egui::Ui, paste: &mut PasteMap) {
    let width = ui.available_width() - ROOM.x - 20.0;
    ui.set_width(width);
    if paste.text.len() > EDITABLE {
        ui.label(format!("{} lines of text", paste.text.lines().count()));
        if ui.button("Clear").on_hover_text("Removes the text").clicked() {
            *paste = PasteMap::default();
        }
        return;
    }
    egui::ScrollArea::both().max_height(ROOM.y).auto_shrink(false).show(ui, |ui| {
        let field = egui::TextEdit::multiline(&mut paste.text)
            .code_editor()
            .desired_rows(14)
            .desired_width(f32::INFINITY)
            .hint_text(EXAMPLE);
        let response = ui.add(field);
        if !paste.has_focus {
            response.request_focus();
            paste.has_focus = true;
        }
        if response.changed() {
            paste.read();
        }
    });
}

fn result(ui: &mut egui::Ui, paste: &mut PasteMap) {
    ui.set_width(ROOM.x);
    match &mut paste.result {
        None => {
            ui.label(quiet("The map appears here."));
        }
        Some(Err(why)) => {
            let colour = ui.visuals().error_fg_color;
            wrapped(ui, egui::RichText::new(why.as_str()).color(colour));
        }
        Some(Ok((scenario, preview))) => {
            preview.show(ui, egui::vec2(ROOM.x, ROOM.y - 50.0));
            preview.tell(ui);
            if !scenario.title.is_empty() {
                wrapped(ui, quiet(format!("{}. {}", scenario.title, scenario.description)));
            }
        }
    }
}

fn buttons(ui: &mut egui::Ui, paste: &PasteMap) -> Option<PasteChoice> {
    let scenario = paste.scenario();
    let doc = "Opens it; a bare map gets a few units and a goal (Ctrl+Enter)";
    let open = scenario.clone().map_or(PasteChoice::Cancel, PasteChoice::Open);
    answers::show(
        ui,
        &[
            Choice::main("Open", doc, open).enabled(scenario.is_some()),
            Choice::other("Cancel", "Keeps the open document (Esc)", PasteChoice::Cancel),
        ],
    )
}
