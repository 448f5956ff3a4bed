//! The dialog for pictures and films of the open run.

use super::layout::PanelSystems;
use super::widgets::{look_again, quiet};
use crate::view::document::Document;
use crate::view::document::films::{FilmIntent, Films, SIZES};
use crate::view::document::intent::Intent;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show_dialog.after(PanelSystems));
}

fn show_dialog(
    mut contexts: EguiContexts,
    mut films: ResMut<Films>,
    document: Res<Document>,
    mut intents: MessageWriter<Intent>,
) -> Result {
    if !films.open && films.job().is_none() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    let mut open = true;
    let window = egui::Window::new("Picture or film").open(&mut open).resizable(false);
    let middle = context.content_rect().center();
    window.collapsible(false).pivot(egui::Align2::CENTER_CENTER).default_pos(middle).show(
        &context,
        |ui| {
            if let Some(job) = films.job() {
                let name = job.path.file_name().unwrap_or_default().to_string_lossy();
                ui.label(format!("Drawing {name}"));
                let bar = egui::ProgressBar::new(job.progress.fraction()).desired_width(320.0);
                ui.add(bar.show_percentage());
                if ui.button("Cancel").clicked() {
                    job.progress.cancel();
                }
                look_again(&context);
                return;
            }
            ui.label(quiet(
                "Drawn without the window, with the overlays and the selection shown now.",
            ));
            choices(ui, &mut films, &document);
            ui.horizontal(|ui| {
                let doc = "A PNG file of the present tick";
                if ui.button("Picture of this moment…").on_hover_text(doc).clicked() {
                    intents.write(Intent::Film(FilmIntent::AskShot));
                }
                let doc = "A GIF file of this part of the run";
                if ui.button("Film…").on_hover_text(doc).clicked() {
                    intents.write(Intent::Film(FilmIntent::AskFilm));
                }
            });
        },
    );
    // A film goes on while the dialog is closed; it comes back with the bar.
    films.open = open && films.open;
    Ok(())
}

fn choices(ui: &mut egui::Ui, films: &mut Films, document: &Document) {
    let (mut from, mut to) = films.part(document);
    let before = (from, to);
    egui::Grid::new("film").num_columns(2).show(ui, |ui| {
        let seconds =
            |value, range| egui::DragValue::new(value).range(range).suffix(" s").speed(0.1);
        ui.label("from").on_hover_text("Where the film begins");
        ui.add(seconds(&mut from, 0.0..=f64::from(u32::MAX)));
        ui.end_row();
        ui.label("to")
            .on_hover_text("Where the film ends. What lies ahead is simulated for the film.");
        ui.add(seconds(&mut to, 0.0..=f64::from(u32::MAX)));
        ui.end_row();
        ui.label("size");
        let size = &mut films.size;
        egui::ComboBox::from_id_salt("size").selected_text(SIZES[(*size).min(3)].0).show_ui(
            ui,
            |ui| {
                for (place, (name, ..)) in SIZES.iter().enumerate() {
                    ui.selectable_value(size, place, *name);
                }
            },
        );
        ui.end_row();
    });
    if (from, to) != before {
        films.part = Some((from.min(to), to.max(from)));
    }
    ui.checkbox(&mut films.metrics, "metrics as CSV").on_hover_text("One row per tick");
    ui.checkbox(&mut films.trajectories, "positions as CSV")
        .on_hover_text("One row per unit and tick");
    ui.checkbox(&mut films.paths, "walked paths as SVG");
}
