//! The pictures of a report: small in the experiments panel, and enlarged after a click.
//!
//! A picture is SVG text. It is rasterised with the fonts of egui at the resolution of the screen, and kept as a texture
//! until its size or the report changes.

use super::rasterise::rasterise;
use super::widgets::quiet;
use crate::report::Picture;
use bevy_egui::egui::{self, TextureHandle, Ui, Vec2};
use std::collections::BTreeMap;

/// Maximum size of a small picture, in logical pixels.
const MAX: Vec2 = Vec2::new(480.0, 300.0);
/// Space between a small picture and its frame, in logical pixels.
const FRAME: f32 = 6.0;
/// Free space around an enlarged picture, in logical pixels.
const MARGIN: f32 = 64.0;

/// The pictures of the report that is shown.
#[derive(Default)]
pub struct ReportPictures {
    /// The index of the experiment, and the number of its report.
    report: (usize, u64),
    /// By index in the report, and whether it is enlarged.
    drawn: BTreeMap<(usize, bool), Drawn>,
    enlarged: Option<usize>,
}

/// A rasterised picture.
struct Drawn {
    pixels: [u32; 2],
    /// `None` if the text is not valid SVG.
    texture: Option<TextureHandle>,
}

impl ReportPictures {
    /// Shows the pictures in rows. `report` identifies the report.
    pub fn show(&mut self, ui: &mut Ui, report: (usize, u64), pictures: &[Picture]) {
        if self.report != report {
            *self = Self { report, ..Self::default() };
        }
        // Rasterises one picture per frame, so that no frame takes long.
        let mut may_draw = true;
        ui.horizontal_wrapped(|ui| {
            for (index, picture) in pictures.iter().enumerate() {
                let Some(size) = size_of(&picture.svg).map(|size| fitted(size, MAX)) else {
                    ui.label(format!("{} cannot be shown.", picture.file));
                    continue;
                };
                // The size with frame and name, so that the row wraps before a picture that does not fit.
                let line =
                    ui.text_style_height(&egui::TextStyle::Body) + ui.spacing().item_spacing.y;
                let block = size + Vec2::new(0.0, line) + Vec2::splat(2.0 * FRAME + 2.0);
                ui.allocate_ui_with_layout(block, egui::Layout::top_down(egui::Align::Min), |ui| {
                    egui::Frame::group(ui.style()).inner_margin(FRAME).show(ui, |ui| {
                        ui.set_width(size.x);
                        self.show_small(ui, (index, picture), size, &mut may_draw);
                    });
                });
            }
        });
        self.show_enlarged(ui, pictures, &mut may_draw);
    }

    /// One picture with its name below it.
    fn show_small(
        &mut self,
        ui: &mut Ui,
        (index, picture): (usize, &Picture),
        size: Vec2,
        may_draw: &mut bool,
    ) {
        let (rectangle, response) = ui.allocate_exact_size(size, egui::Sense::click());
        // Pictures out of view are not rasterised.
        if ui.is_rect_visible(rectangle)
            && let Some(texture) = self.texture(ui, (index, false), picture, size, may_draw)
        {
            egui::Image::new(&texture).paint_at(ui, rectangle);
        }
        let response = response.on_hover_cursor(egui::CursorIcon::ZoomIn);
        if response.on_hover_text("Click to enlarge").clicked() {
            self.enlarged = Some(index);
        }
        let name = quiet(picture.file.trim_end_matches(".svg"));
        ui.add(egui::Label::new(name).truncate());
    }

    /// Whether a picture lies in front of everything.
    pub fn is_enlarged(&self) -> bool {
        self.enlarged.is_some()
    }

    /// The enlarged picture in front of everything, until a click or Escape closes it.
    fn show_enlarged(&mut self, ui: &mut Ui, pictures: &[Picture], may_draw: &mut bool) {
        let Some((index, picture)) = self.enlarged.and_then(|i| Some((i, pictures.get(i)?))) else {
            return;
        };
        let most = ui.ctx().content_rect().size() - Vec2::splat(MARGIN);
        let Some(size) = size_of(&picture.svg) else { return };
        let size = size * (most / size).min_elem();
        let texture = self.texture(ui, (index, true), picture, size, may_draw);
        let modal = egui::Modal::new(egui::Id::new("enlarged picture")).show(ui.ctx(), |ui| {
            let Some(texture) = texture else {
                ui.allocate_space(size);
                return false;
            };
            let image = egui::Image::new(&texture).fit_to_exact_size(size);
            let image = ui.add(image.sense(egui::Sense::click()));
            image.on_hover_cursor(egui::CursorIcon::ZoomOut).clicked()
        });
        if modal.inner || modal.should_close() {
            self.enlarged = None;
        }
    }

    /// The texture of a picture; `size` in logical pixels. Rasterises it if needed and if `may_draw` allows.
    fn texture(
        &mut self,
        ui: &Ui,
        index: (usize, bool),
        picture: &Picture,
        size: Vec2,
        may_draw: &mut bool,
    ) -> Option<TextureHandle> {
        let most = ui.input(|input| input.max_texture_side) as f32;
        let pixels = size * ui.ctx().pixels_per_point();
        let pixels = (pixels * (most / pixels.max_elem()).min(1.0)).round().max(Vec2::splat(1.0));
        let pixels = [pixels.x as u32, pixels.y as u32];
        let known = self.drawn.get(&index).filter(|drawn| drawn.pixels == pixels);
        if known.is_none() && std::mem::take(may_draw) {
            let image = rasterise(&picture.svg, pixels);
            let texture = image.map(|image| {
                ui.ctx().load_texture(&picture.file, image, egui::TextureOptions::LINEAR)
            });
            self.drawn.insert(index, Drawn { pixels, texture });
            ui.ctx().request_repaint();
        }
        // Until then, a texture of another size is better than none.
        self.drawn.get(&index).and_then(|drawn| drawn.texture.clone())
    }
}

/// The size of a picture according to its SVG header, in logical pixels.
fn size_of(svg: &str) -> Option<Vec2> {
    let attribute = |name: &str| -> Option<f32> {
        let head = &svg[..svg.find('>')?];
        let from = head.find(&format!(" {name}=\""))? + name.len() + 3;
        head[from..].split('"').next()?.parse().ok()
    };
    let size = Vec2::new(attribute("width")?, attribute("height")?);
    (size.min_elem() >= 1.0 && size.is_finite()).then_some(size)
}

/// A size scaled down to fit, with the same aspect ratio.
fn fitted(size: Vec2, most: Vec2) -> Vec2 {
    size * (most / size).min_elem().min(1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read_and_made_to_fit() {
        let text = "<svg xmlns=\"none\" width=\"80\" height=\"40\"></svg>";
        assert_eq!(size_of(text), Some(Vec2::new(80.0, 40.0)));
        assert_eq!(fitted(Vec2::new(80.0, 40.0), Vec2::new(40.0, 40.0)), Vec2::new(40.0, 20.0));
        assert_eq!(fitted(Vec2::new(80.0, 40.0), Vec2::splat(999.0)), Vec2::new(80.0, 40.0));
        assert_eq!(size_of("no picture"), None);
    }
}
