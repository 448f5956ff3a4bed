//! One row per overlay: switch, key, opacity, legend.

use super::key_hints::key_of;
use super::tooltips::Explain;
use super::widgets::{quiet, slider, wrapped};
use crate::learn::SubjectKind;
use crate::overlay::{ArenaLegend, Legend, Rgb, short};
use crate::view::document::intent::{Intent, ShowIntent};
use crate::view::lessons::{about_button, spotlight};
use crate::view::overlays::{Legends, Overlays};
use crate::view::theme::egui_colour;
use bevy_egui::egui::{self, Color32, Mesh, Rect, RichText, Sense, Ui, pos2, vec2};

/// Shows and changes the overlays.
pub fn show(ui: &mut Ui, overlays: &mut Overlays, legends: &Legends) -> Vec<Intent> {
    let mut wanted = Vec::new();
    ui.horizontal(|ui| {
        if ui.button("None").explain("Hides all overlays").clicked() {
            overlays.set_all(false);
        }
        if ui.button("All").explain("Shows all overlays").clicked() {
            overlays.set_all(true);
        }
        if ui.button("Reset").explain("As at the start").clicked() {
            overlays.reset();
        }
    });
    for (index, row) in overlays.rows.iter_mut().enumerate() {
        ui.horizontal(|ui| {
            let switch = ui.checkbox(&mut row.on, row.overlay.title);
            spotlight::mark(ui, switch.rect, &format!("overlay {}", row.overlay.key));
            switch.explain(row.overlay.doc);
            about_button::show(ui, SubjectKind::Overlay, row.overlay.key, &mut wanted);
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let toggle = Intent::Show(ShowIntent::ToggleOverlay(index));
                if let Some(key) = key_of(ui.ctx(), &toggle) {
                    ui.label(quiet(key)).explain("The key that switches it");
                }
            });
        });
        if !row.on {
            continue;
        }
        ui.indent(row.overlay.key, |ui| {
            ui.horizontal(|ui| {
                ui.label(quiet("opacity"));
                let percent = |text: &str| {
                    let number = text.trim().trim_end_matches('%').trim().parse::<f64>();
                    number.ok().map(|v| v / 100.0)
                };
                let opacity = slider(ui, &mut row.opacity, |opacity| {
                    egui::Slider::new(opacity, 0.0..=1.0)
                        .custom_formatter(|v, _| format!("{:.0} %", v * 100.0))
                        .custom_parser(percent)
                });
                opacity.explain("How strongly it is drawn");
            });
            show_arena_legends(ui, legends.of(row.overlay.key));
        });
    }
    wanted
}

/// Shows the legends of an overlay, each below the letters of its arenas.
pub(super) fn show_arena_legends(ui: &mut Ui, legends: &[ArenaLegend]) {
    for ArenaLegend { arenas, legend } in legends {
        if !arenas.is_empty() {
            ui.label(RichText::new(format!("arena {arenas}")).strong());
        }
        show_legend(ui, legend);
    }
}

/// The legends of an overlay in one line, as far as it reaches.
pub(super) fn summary(ui: &mut Ui, legends: &[ArenaLegend]) {
    for ArenaLegend { arenas, legend } in legends {
        if !arenas.is_empty() {
            ui.label(RichText::new(arenas).strong());
        }
        in_a_line(ui, legend);
    }
}

/// Width of a ramp of colours in a line, in logical pixels.
const LINE_RAMP: f32 = 80.0;
/// A line that has less room than this ends, in logical pixels.
const LINE_END: f32 = 24.0;

fn in_a_line(ui: &mut Ui, legend: &Legend) {
    let text = |ui: &mut Ui, words: &str| {
        if ui.available_width() > LINE_END {
            ui.add(egui::Label::new(quiet(words)).truncate());
        }
    };
    match legend {
        Legend::Empty(why) => text(ui, why),
        Legend::Ramp { title, stops, low, high, .. } => {
            text(ui, &short(*low));
            if ui.available_width() > LINE_RAMP + LINE_END {
                ui.scope(|ui| {
                    ui.set_max_width(LINE_RAMP);
                    ramp(ui, stops);
                });
            }
            text(ui, &short(*high));
            text(ui, title);
        }
        Legend::Several(legends) => legends.iter().for_each(|legend| in_a_line(ui, legend)),
        Legend::Swatches(swatches) => {
            for swatch in swatches {
                if ui.available_width() < LINE_END {
                    break;
                }
                if let Some(colour) = swatch.colour {
                    let (rect, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
                    ui.painter().rect_filled(rect, 2.0, egui_colour(colour));
                }
                text(ui, &swatch.label);
            }
        }
    }
}

/// Shows the legend of an overlay.
fn show_legend(ui: &mut Ui, legend: &Legend) {
    match legend {
        Legend::Empty(why) => wrapped(ui, quiet(why)),
        Legend::Ramp { title, stops, low, high, notes } => {
            wrapped(ui, title.as_str());
            ramp(ui, stops);
            ui.horizontal(|ui| {
                ui.label(quiet(short(*low)));
                ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                    ui.label(quiet(short(*high)));
                });
            });
            notes.iter().for_each(|note| wrapped(ui, quiet(note)));
        }
        Legend::Several(legends) => legends.iter().for_each(|legend| show_legend(ui, legend)),
        Legend::Swatches(swatches) => {
            for swatch in swatches {
                ui.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(12.0, 12.0), Sense::hover());
                    if let Some(colour) = swatch.colour {
                        ui.painter().rect_filled(rect, 2.0, egui_colour(colour));
                    }
                    wrapped(ui, quiet(&swatch.label));
                });
            }
        }
    }
}

/// A bar with the colours of a ramp.
pub(super) fn ramp(ui: &mut Ui, stops: &[Rgb]) {
    let size = vec2(ui.available_width(), 10.0);
    let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
    let colours: Vec<Color32> = stops.iter().map(|&stop| egui_colour(stop)).collect();
    let mut mesh = Mesh::default();
    for (i, pair) in colours.windows(2).enumerate() {
        let x =
            |place: usize| rect.left() + rect.width() * place as f32 / (colours.len() - 1) as f32;
        let piece = Rect::from_min_max(pos2(x(i), rect.top()), pos2(x(i + 1), rect.bottom()));
        let first = mesh.vertices.len() as u32;
        mesh.colored_vertex(piece.left_top(), pair[0]);
        mesh.colored_vertex(piece.left_bottom(), pair[0]);
        mesh.colored_vertex(piece.right_bottom(), pair[1]);
        mesh.colored_vertex(piece.right_top(), pair[1]);
        mesh.add_triangle(first, first + 1, first + 2);
        mesh.add_triangle(first, first + 2, first + 3);
    }
    ui.painter().add(mesh);
}
