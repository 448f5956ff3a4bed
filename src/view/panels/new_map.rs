//! The dialog for a new map: size, generator with its parameters, seed, units, and a picture that follows every change.

use super::new_map_preview;
use super::parameters::edit_parameters;
use super::widgets::{choose, quiet, wrapped};
use crate::grid::{Bounds, Generator, MapKind};
use crate::parts::Part;
use crate::scenario::NewMap;
use bevy_egui::egui::{self, Ui};

/// Sizes that a button sets.
const SIZES: [(u32, u32); 4] = [(48, 32), (64, 64), (128, 128), (512, 512)];
/// Width of the picture and of the settings beside it, in logical pixels.
const COLUMN: f32 = 380.0;
/// Space between them, in logical pixels.
const GAP: f32 = 20.0;

/// Width of the dialog: two columns where there is room for them.
pub fn width(context: &egui::Context) -> f32 {
    if context.content_rect().width() > 2.0 * COLUMN + GAP + 60.0 {
        2.0 * COLUMN + GAP
    } else {
        COLUMN
    }
}

/// Shows the settings of a new map, with its picture.
pub fn show(ui: &mut Ui, map: &mut NewMap) {
    ui.heading("New map");
    // Room for the heading, the buttons and the frame of the dialog.
    let most = (ui.ctx().content_rect().height() - 150.0).max(120.0);
    let two_columns = width(ui.ctx()) > COLUMN;
    // In a low window the picture is lower, and in one column the settings stay in sight below it.
    let height = (most * if two_columns { 0.7 } else { 0.4 }).clamp(80.0, 380.0);
    // Without a minimum height, a scroll area in a dialog reaches the height of its content only after several frames.
    let scroll = egui::ScrollArea::vertical().max_height(most).min_scrolled_height(most);
    scroll.auto_shrink([false, true]).show(ui, |ui| {
        if two_columns {
            ui.horizontal_top(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                column(ui, |ui| new_map_preview::show(ui, map, height));
                column(ui, |ui| settings(ui, map));
            });
        } else {
            new_map_preview::show(ui, map, height);
            settings(ui, map);
        }
    });
}

fn column(ui: &mut Ui, body: impl FnOnce(&mut Ui)) {
    ui.vertical(|ui| {
        ui.set_width(COLUMN);
        ui.spacing_mut().item_spacing.x = 8.0;
        body(ui);
    });
}

fn settings(ui: &mut Ui, map: &mut NewMap) {
    ui.label(quiet("What is on it"));
    if let Some(kind) = choose(ui, map.generator.map(|generator| generator.kind()), &grounds()) {
        map.generator = kind.map(Generator::of);
    }
    egui::Grid::new("new map").num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| {
        size(ui, &mut map.bounds);
        ui.label("Units");
        let doc = "Twelve units at one end, with an order to go to a goal at the other end";
        ui.checkbox(&mut map.units, "Units and a goal").on_hover_text(doc);
        ui.end_row();
    });
    // The room of the longest list is kept free, so that nothing moves when another generator is chosen.
    let height = tallest(ui);
    ui.scope(|ui| {
        ui.set_min_height(height);
        of_generator(ui, map);
    });
}

/// What a generator is, its parameters and its seed.
fn of_generator(ui: &mut Ui, map: &mut NewMap) {
    wrapped(ui, quiet(about(map.generator)));
    let Some(generator) = &mut map.generator else { return };
    ui.spacing_mut().slider_width = 120.0;
    let usual = Generator::of(generator.kind());
    let salt = generator.kind().name();
    edit_parameters(ui, salt, generator.parameters_mut(), usual.parameters());
    seed(ui, &mut map.seed);
}

/// The height of the longest [`of_generator`].
fn tallest(ui: &mut Ui) -> f32 {
    let width = ui.available_width();
    let id = egui::Id::new(("height of generators", width.round() as u32));
    if let Some(known) = ui.data(|data| data.get_temp(id)) {
        return known;
    }
    let height = |kind| {
        let mut map = NewMap::blank(Bounds::new(8, 8));
        map.generator = Some(Generator::of(kind));
        let room = egui::Rect::from_min_size(ui.cursor().min, egui::vec2(width, 0.0));
        let builder = egui::UiBuilder::new().id_salt(("measured", kind.name())).max_rect(room);
        let mut measured = ui.new_child(builder.invisible());
        of_generator(&mut measured, &mut map);
        measured.min_rect().height()
    };
    let tallest = MapKind::ALL.map(height).into_iter().fold(0.0, f32::max);
    ui.data_mut(|data| data.insert_temp(id, tallest));
    tallest
}

fn size(ui: &mut Ui, bounds: &mut Bounds) {
    let mut sides = [bounds.width, bounds.height];
    for (label, side) in ["Columns", "Rows"].into_iter().zip(&mut sides) {
        ui.label(label);
        let field = egui::DragValue::new(side).range(4..=Bounds::MAX_SIDE).suffix(" cells");
        ui.add(field).on_hover_text("Drag, or click and type");
        ui.end_row();
    }
    ui.label("");
    ui.horizontal(|ui| {
        for (width, height) in SIZES {
            let button = ui.button(format!("{width} x {height}"));
            if button.on_hover_text("Sets the size").clicked() {
                sides = [width, height];
            }
        }
    });
    ui.end_row();
    *bounds = Bounds::new(sides[0], sides[1]);
}

fn seed(ui: &mut Ui, seed: &mut u64) {
    ui.horizontal(|ui| {
        let label = ui.label("Seed").id;
        let doc = "The same settings and seed give the same map on every machine";
        let field = egui::DragValue::new(seed).range(0..=u64::from(u32::MAX));
        ui.add(field).labelled_by(label).on_hover_text(doc);
        let dice = ui.button("Another").on_hover_text("Draws another map");
        if dice.clicked() {
            *seed = drawn_after(*seed);
        }
    });
}

/// The seed after a seed, with five digits at most, so that it is easy to pass on and to type.
fn drawn_after(seed: u64) -> u64 {
    // A step of a linear congruential generator (Knuth, MMIX).
    let next = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    (next >> 33) % 100_000
}

/// Open ground and every generator: value, label, tooltip.
fn grounds() -> Vec<(Option<MapKind>, &'static str, &'static str)> {
    let blank = (None, "Blank", about(None));
    let kind = |kind| (Some(kind), label(kind), about(Some(Generator::of(kind))));
    std::iter::once(blank).chain(MapKind::ALL.map(kind)).collect()
}

fn label(kind: MapKind) -> &'static str {
    match kind {
        MapKind::Caves => "Caves",
        MapKind::Rooms => "Rooms",
        MapKind::TwoBase => "Two bases",
        MapKind::Scatter => "Scattered",
    }
}

fn about(generator: Option<Generator>) -> &'static str {
    match generator {
        None => "Open ground. Paint walls and drop units on it.",
        Some(generator) => Generator::LIST[generator.index()].doc,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_dice_draw_many_different_short_seeds() {
        let mut seeds = std::collections::BTreeSet::new();
        let mut seed = 1;
        for _ in 0..200 {
            seed = drawn_after(seed);
            assert!(seed < 100_000);
            seeds.insert(seed);
        }
        assert!(seeds.len() > 190, "{}", seeds.len());
    }
}
