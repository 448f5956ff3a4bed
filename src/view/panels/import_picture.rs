//! The dialog that turns a picture into a map: how bright a wall is, how large a cell is, and the resulting map.

use super::answers::{self, Choice};
use super::map_preview::{MapPreview, framed, word};
use super::widgets::{look_again, quiet, slider, wrapped};
use crate::grid::Ground;
use crate::scenario::{MapOptions, MapPicture, colour_of};
use crate::words::capitalised;
use bevy_egui::egui::{self, Color32, RichText};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

/// Longest side of the small copy of the picture, in pixels.
const COPY: u32 = 512;

/// A picture that is about to become a map.
pub struct ImportPicture {
    path: PathBuf,
    picture: Arc<MapPicture>,
    /// As they are set now.
    pub options: MapOptions,
    /// Result of the last options that were tried.
    result: Option<Result<MapPreview, String>>,
    /// The options of `result`.
    tried: Option<MapOptions>,
    trying: Option<Attempt>,
    copy: Option<egui::TextureHandle>,
}

/// Options that are tried in the background.
struct Attempt {
    options: MapOptions,
    handle: JoinHandle<Result<MapPreview, String>>,
}

/// What the user chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureChoice {
    /// The map with these options.
    Open(MapOptions),
    /// Nothing.
    Cancel,
}

impl ImportPicture {
    /// Reads a picture; one sentence if that fails.
    pub fn read(path: &Path) -> Result<Self, String> {
        let told = |why: String| format!("{}: {why}", path.display());
        let bytes = std::fs::read(path).map_err(|error| told(error.to_string()))?;
        let picture = MapPicture::decode(&bytes).map_err(|error| told(error.message))?;
        let options = picture.proposed_options();
        Ok(Self::new(path, picture, options))
    }

    /// A dialog for a picture that was read.
    pub fn new(path: &Path, picture: MapPicture, options: MapOptions) -> Self {
        Self {
            path: path.into(),
            picture: Arc::new(picture),
            options,
            result: None,
            tried: None,
            trying: None,
            copy: None,
        }
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Tries the present options in the background, one attempt at a time.
    fn update(&mut self, context: &egui::Context) {
        if let Some(attempt) = self.trying.take_if(|attempt| attempt.handle.is_finished()) {
            let failed = || Err("the picture could not be read".to_string());
            self.result = Some(attempt.handle.join().unwrap_or_else(|_| failed()));
            self.tried = Some(attempt.options);
        }
        if self.trying.is_none() && self.tried != Some(self.options) {
            let (picture, options) = (self.picture.clone(), self.options);
            let handle = std::thread::spawn(move || {
                let terrain = picture.terrain(options).map_err(|error| error.message)?;
                Ok(MapPreview::of(&terrain))
            });
            self.trying = Some(Attempt { options, handle });
        }
        if self.trying.is_some() {
            look_again(context);
        }
    }
}

/// Shows the dialog. Returns the choice once there is one.
pub fn show(context: &egui::Context, import: &mut ImportPicture) -> Option<PictureChoice> {
    import.update(context);
    let enter = answers::enter_pressed(context);
    let room = room(context);
    let modal = egui::Modal::new(egui::Id::new("import picture")).show(context, |ui| {
        ui.set_width(2.0 * room.x + 20.0);
        ui.spacing_mut().item_spacing.y = 8.0;
        let name = import.path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        ui.add(
            egui::Label::new(RichText::new(format!("Open {name} as a map")).heading()).truncate(),
        );
        // Room for the heading, the buttons and the frame of the dialog.
        let most = (context.content_rect().height() - 150.0).max(120.0);
        let scroll = egui::ScrollArea::vertical().max_height(most).min_scrolled_height(most);
        scroll.show(ui, |ui| {
            pictures(ui, import, room);
            settings(ui, import);
            legend(ui, import.options);
        });
        buttons(ui, import)
    });
    let entered = (enter && is_good(import)).then_some(PictureChoice::Open(import.options));
    // A click beside the dialog would lose the settings.
    let closed = modal.should_close() && !modal.backdrop_response.clicked();
    modal.inner.or(entered).or(closed.then_some(PictureChoice::Cancel))
}

/// Width and height of each of the two pictures, in logical pixels. In a small window they are smaller.
fn room(context: &egui::Context) -> egui::Vec2 {
    let window = context.content_rect().size();
    egui::vec2((0.5 * window.x - 50.0).clamp(100.0, 300.0), (0.27 * window.y).clamp(80.0, 240.0))
}

/// Whether the present options give a map, as far as is known.
fn is_good(import: &ImportPicture) -> bool {
    matches!(import.result, Some(Ok(_))) && import.tried == Some(import.options)
}

fn pictures(ui: &mut egui::Ui, import: &mut ImportPicture, room: egui::Vec2) {
    let copy = import.copy.get_or_insert_with(|| {
        let filter = egui::TextureOptions::NEAREST;
        ui.ctx().load_texture("picture", small_copy(&import.picture), filter)
    });
    ui.horizontal_top(|ui| {
        ui.vertical(|ui| {
            framed(ui, copy, room);
            let MapPicture { width, height, .. } = *import.picture;
            ui.label(format!("{width} x {height} pixels"));
        });
        ui.vertical(|ui| match &mut import.result {
            Some(Ok(preview)) => {
                preview.show(ui, room);
                preview.tell(ui);
            }
            Some(Err(why)) => {
                let colour = ui.visuals().error_fg_color;
                ui.set_width(room.x);
                wrapped(ui, RichText::new(sentence(why)).color(colour));
            }
            None => {
                ui.allocate_space(room);
                ui.label(quiet("reading the picture"));
            }
        });
    });
}

fn sentence(text: &str) -> String {
    let end = if text.ends_with('.') { "" } else { "." };
    capitalised(text) + end
}

fn settings(ui: &mut egui::Ui, import: &mut ImportPicture) {
    let options = &mut import.options;
    egui::Grid::new("picture options").num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| {
        ui.label("Threshold").on_hover_text("Where the border between floor and wall is");
        let doc = "Pixels darker than this are blocked: 0 is black, 255 is white";
        slider(ui, &mut options.threshold, |threshold| egui::Slider::new(threshold, 0..=255))
            .on_hover_text(doc);
        ui.end_row();
        ui.label("Cell size").on_hover_text("How many pixels make a cell");
        ui.horizontal(|ui| {
            let range = 1..=MapOptions::MAX_CELL_SIZE;
            slider(ui, &mut options.cell_size, |size| {
                egui::Slider::new(size, range).logarithmic(true).suffix(" pixels")
            })
            .on_hover_text("Width and height of a cell; a cell is what most of its pixels are");
            for size in [1, 8, 16, 32] {
                let chosen = options.cell_size == size;
                let button = ui.selectable_label(chosen, size.to_string());
                if button.on_hover_text("Sets the cell size").clicked() {
                    options.cell_size = size;
                }
            }
        });
        ui.end_row();
        ui.label("Walls are");
        ui.horizontal(|ui| {
            ui.selectable_value(&mut options.invert, false, "dark")
                .on_hover_text("Dark pixels are walls, bright ones are floor");
            ui.selectable_value(&mut options.invert, true, "bright")
                .on_hover_text("For pictures with bright walls on a dark floor");
        });
        ui.end_row();
    });
}

/// What colours mean.
fn legend(ui: &mut egui::Ui, options: MapOptions) {
    let (dark, bright) = if options.invert { ("bright", "dark") } else { ("dark", "bright") };
    let rows = [
        (Ground::Floor, format!("{bright} pixels")),
        (Ground::Wall, format!("{dark} or transparent pixels")),
        (Ground::Water, "blue, of any brightness".to_string()),
        (Ground::Trees, format!("green, as {dark} as walls")),
        (Ground::Swamp, format!("brown, as {bright} as floor")),
    ];
    let title = RichText::new("Which colours mean what").weak();
    egui::CollapsingHeader::new(title).default_open(true).show(ui, |ui| {
        egui::Grid::new("colours").num_columns(3).spacing([10.0, 3.0]).show(ui, |ui| {
            for (ground, what) in rows {
                let [red, green, blue] = colour_of(ground);
                let (place, _) =
                    ui.allocate_exact_size(egui::vec2(22.0, 12.0), egui::Sense::hover());
                ui.painter().rect_filled(place, 2.0, Color32::from_rgb(red, green, blue));
                let edge = ui.visuals().widgets.noninteractive.bg_stroke;
                ui.painter().rect_stroke(place, 2.0, edge, egui::StrokeKind::Inside);
                ui.label(word(ground));
                ui.label(quiet(what));
                ui.end_row();
            }
        });
    });
}

fn buttons(ui: &mut egui::Ui, import: &ImportPicture) -> Option<PictureChoice> {
    let open = PictureChoice::Open(import.options);
    let doc = "Opens the map with a few units on it (Enter)";
    answers::show(
        ui,
        &[
            Choice::main("Open", doc, open).enabled(is_good(import)),
            Choice::other("Cancel", "Keeps the open document (Esc)", PictureChoice::Cancel),
        ],
    )
}

/// The picture itself, or every n-th pixel of a large one.
fn small_copy(picture: &MapPicture) -> egui::ColorImage {
    let skip = picture.width.max(picture.height).div_ceil(COPY).max(1);
    let (columns, rows) = (picture.width.div_ceil(skip), picture.height.div_ceil(skip));
    let pixel = |place: u32| {
        let [red, green, blue, alpha] = picture.at(place % columns * skip, place / columns * skip);
        Color32::from_rgba_unmultiplied(red, green, blue, alpha)
    };
    let pixels = (0..columns * rows).map(pixel).collect();
    egui::ColorImage::new([columns as usize, rows as usize], pixels)
}
