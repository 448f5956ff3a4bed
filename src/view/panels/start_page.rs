//! The start page: everything that can be opened, as pictures in place of the map and its panels.

use super::dialogs::Dialogs;
use super::layout::{PageArea, PanelSystems};
use super::widgets::{button, quiet};
use crate::view::document::gallery::Gallery;
use crate::view::document::intent::{FileIntent, Intent};
use crate::view::document::maps::MapIntent;
use crate::view::document::scenario_pictures::{PictureOf, ScenarioPictures};
use crate::view::document::start_page::{StartEntry, StartGroup, StartIntent, StartPage, groups};
use crate::view::lessons::Course;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(EguiPrimaryContextPass, show_page.after(PanelSystems));
}

/// Width and height of the picture on a card, in logical pixels.
const PICTURE: egui::Vec2 = egui::vec2(208.0, 136.0);
/// Height of the text on a card, in logical pixels.
const WORDS: f32 = 100.0;
/// Distance from the edge of a card to what is in it, in logical pixels.
const MARGIN: f32 = 8.0;

#[expect(clippy::too_many_arguments, reason = "a system takes each resource that it uses")]
fn show_page(
    mut contexts: EguiContexts,
    mut page: ResMut<StartPage>,
    mut pictures: ResMut<ScenarioPictures>,
    gallery: Res<Gallery>,
    area: Res<PageArea>,
    course: Res<Course>,
    dialogs: Res<Dialogs>,
    mut intents: MessageWriter<Intent>,
) -> Result {
    if !page.open {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    pictures.update(&context);
    let shown = groups(&page, &gallery, &course.finished);
    let place = egui::Rect::from_min_max(
        egui::pos2(area.0.min.x, area.0.min.y),
        egui::pos2(area.0.max.x, area.0.max.y),
    );
    let layer = egui::Area::new(egui::Id::new("start page"))
        .order(egui::Order::Middle)
        .fixed_pos(place.min)
        .constrain(false);
    let mut wanted = Vec::new();
    layer.show(&context, |ui| {
        ui.set_min_size(place.size());
        ui.set_max_size(place.size());
        ui.set_clip_rect(place);
        ui.painter().rect_filled(place, 0.0, ui.visuals().panel_fill);
        let inner = egui::Frame::new().inner_margin(egui::Margin::symmetric(20, 14));
        inner.show(ui, |ui| wanted.extend(show(ui, &mut page, &shown, &mut pictures)));
    });
    // Escape closes a dialog over the page first, perhaps earlier in this frame.
    let escape = context.input(|input| input.key_pressed(egui::Key::Escape));
    let is_covered = dialogs.is_question_open();
    let was_covered = std::mem::replace(&mut page.is_covered, is_covered);
    if escape && !is_covered && !was_covered {
        wanted.push(Intent::Start(StartIntent::Close));
    }
    intents.write_batch(wanted);
    Ok(())
}

/// Shows the page.
pub fn show(
    ui: &mut egui::Ui,
    page: &mut StartPage,
    groups: &[StartGroup],
    pictures: &mut ScenarioPictures,
) -> Vec<Intent> {
    let mut wanted = Vec::new();
    ui.horizontal(|ui| {
        ui.heading("Start page");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let close = Intent::Start(StartIntent::Close);
            button(ui, "Close", "Back to the map (Esc)", true, close, &mut wanted);
        });
    });
    ui.horizontal_wrapped(|ui| {
        let field = egui::TextEdit::singleline(&mut page.search)
            .hint_text("Search scenarios")
            .desired_width(220.0);
        let field = ui.add(field);
        if page.is_new {
            field.request_focus();
        }
        let enter = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        let first = groups.first().and_then(|group| group.entries.first());
        if let Some(first) = first.filter(|_| enter && !page.search.trim().is_empty()) {
            wanted.push(first.open.clone());
        }
        ui.add_space(8.0);
        starters(ui, &mut wanted);
    });
    page.is_new = false;
    ui.add_space(4.0);
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        if groups.is_empty() {
            ui.label(quiet("No scenario has these words."));
        }
        for group in groups {
            ui.add_space(8.0);
            ui.label(egui::RichText::new(&group.title).strong().size(16.0));
            if !group.about.is_empty() {
                ui.label(quiet(&group.about));
            }
            ui.add_space(2.0);
            cards(ui, &group.entries, pictures, &mut wanted);
        }
        ui.add_space(12.0);
    });
    wanted
}

/// Ways to begin with your own work.
fn starters(ui: &mut egui::Ui, wanted: &mut Vec<Intent>) {
    let file = Intent::File;
    button(
        ui,
        "New map…",
        "An empty map, or one from a generator",
        true,
        file(FileIntent::AskNew),
        wanted,
    );
    let doc = "A scenario, a MovingAI map, a picture or a Tiled map;\ndropping it on the window does the same";
    button(ui, "Open a file…", doc, true, file(FileIntent::AskOpen), wanted);
    let doc = "A map drawn with letters, or any scenario as text";
    button(ui, "Paste a map…", doc, true, Intent::Map(MapIntent::AskPaste), wanted);
}

/// Cards in rows, as many as fit.
fn cards(
    ui: &mut egui::Ui,
    entries: &[StartEntry],
    pictures: &mut ScenarioPictures,
    wanted: &mut Vec<Intent>,
) {
    let gap = 12.0;
    let width = PICTURE.x + 2.0 * MARGIN;
    let columns = (((ui.available_width() + gap) / (width + gap)) as usize).max(1);
    for row in entries.chunks(columns) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = gap;
            for entry in row {
                if card(ui, entry, pictures).clicked() {
                    wanted.push(entry.open.clone());
                }
            }
        });
        ui.add_space(gap - ui.spacing().item_spacing.y);
    }
}

/// A picture with a name and a sentence, which is one large button.
fn card(ui: &mut egui::Ui, entry: &StartEntry, pictures: &mut ScenarioPictures) -> egui::Response {
    let size = PICTURE + egui::vec2(2.0 * MARGIN, 2.0 * MARGIN + WORDS);
    let (place, response) = ui.allocate_exact_size(size, egui::Sense::click());
    let info = || egui::WidgetInfo::labeled(egui::WidgetType::Button, true, &entry.title);
    response.widget_info(info);
    // Only what is seen is drawn.
    if !ui.is_rect_visible(place) {
        return response;
    }
    let visuals = ui.style().interact(&response);
    let fill = if response.hovered() { visuals.weak_bg_fill } else { ui.visuals().faint_bg_color };
    ui.painter().rect(place, 6.0, fill, visuals.bg_stroke, egui::StrokeKind::Inside);
    let picture = egui::Rect::from_min_size(place.min + egui::Vec2::splat(MARGIN), PICTURE);
    paint_picture(ui, picture, &entry.picture, pictures);
    let words = egui::Rect::from_min_max(
        picture.left_bottom() + egui::vec2(0.0, 6.0),
        place.max - egui::Vec2::splat(MARGIN),
    );
    let layout = egui::Layout::top_down(egui::Align::Min);
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(words).layout(layout));
    inner.set_clip_rect(words.intersect(ui.clip_rect()));
    inner.spacing_mut().item_spacing.y = 2.0;
    let title = egui::RichText::new(&entry.title).strong();
    inner.add(egui::Label::new(title).wrap().selectable(false));
    let about = quiet(&entry.about).size(12.0);
    inner.add(egui::Label::new(about).wrap().selectable(false));
    response.on_hover_cursor(egui::CursorIcon::PointingHand)
}

fn paint_picture(
    ui: &egui::Ui,
    place: egui::Rect,
    of: &PictureOf,
    pictures: &mut ScenarioPictures,
) {
    ui.painter().rect_filled(place, 3.0, ui.visuals().extreme_bg_color);
    if let Some(texture) = pictures.get(of) {
        let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
        ui.painter().image(texture.id(), place, whole, egui::Color32::WHITE);
    }
}
