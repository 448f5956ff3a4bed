//! A small picture of a map, and what it is made of.

use super::widgets::quiet;
use crate::grid::{Bounds, Cell, Ground, Terrain};
use crate::picture::texels;
use bevy_egui::egui::{self, Color32, Ui};

/// Longest side of the picture, in pixels.
const MAX_SIZE: u32 = 512;
/// Maximum number of texels along the side of a cell.
const FINEST: u32 = 8;

/// A small picture of a map, and what it is made of.
pub struct MapPreview {
    /// Its size in cells.
    pub bounds: Bounds,
    /// What it is made of, see [`shares`].
    shares: String,
    image: Option<egui::ColorImage>,
    texture: Option<egui::TextureHandle>,
}

impl MapPreview {
    /// Looks at every cell once.
    pub fn of(terrain: &Terrain) -> Self {
        let shares = shares(terrain);
        Self { bounds: terrain.bounds(), shares, image: Some(image(terrain)), texture: None }
    }

    /// Shows the picture in a frame of this size, as large as it fits.
    pub fn show(&mut self, ui: &mut Ui, room: egui::Vec2) {
        if let Some(image) = self.image.take() {
            let filter = egui::TextureOptions::NEAREST;
            self.texture = Some(ui.ctx().load_texture("map preview", image, filter));
        }
        if let Some(texture) = &self.texture {
            framed(ui, texture, room);
        }
    }

    /// A line with the size and one with the kinds of ground.
    pub fn tell(&self, ui: &mut Ui) {
        let Bounds { width, height } = self.bounds;
        ui.label(format!("{width} x {height} cells"));
        ui.add(egui::Label::new(quiet(&self.shares)).truncate());
    }
}

/// What a map is made of, such as `81 % floor, 19 % wall`.
pub fn shares(terrain: &Terrain) -> String {
    let mut counts: Vec<(Ground, usize)> = Ground::ALL.iter().map(|g| (*g, 0)).collect();
    for cell in terrain.bounds().cells() {
        let ground = terrain.ground(cell);
        if let Some((_, count)) = counts.iter_mut().find(|(kind, _)| *kind == ground) {
            *count += 1;
        }
    }
    let all = terrain.bounds().area().max(1);
    let share = |&(kind, count): &(Ground, usize)| {
        let percent = 100.0 * count as f64 / all as f64;
        let percent = if percent < 0.5 { "under 1".into() } else { format!("{percent:.0}") };
        (count > 0).then(|| format!("{percent} % {}", word(kind)))
    };
    counts.iter().filter_map(share).collect::<Vec<_>>().join(", ")
}

/// The word for a kind of ground.
pub fn word(ground: Ground) -> &'static str {
    match ground {
        Ground::Floor => "floor",
        Ground::Swamp => "swamp",
        Ground::Wall => "wall",
        Ground::Trees => "trees",
        Ground::Water => "water",
    }
}

/// Shows a texture in a frame of this size, as large as it fits; small pictures are enlarged.
pub fn framed(ui: &mut Ui, texture: &egui::TextureHandle, room: egui::Vec2) {
    let (frame, _) = ui.allocate_exact_size(room, egui::Sense::hover());
    let size = texture.size_vec2().max(egui::Vec2::splat(1.0));
    let scale = (room.x / size.x).min(room.y / size.y);
    let place = egui::Rect::from_center_size(frame.center(), size * scale);
    let whole = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(1.0, 1.0));
    ui.painter().rect_filled(frame, 4.0, ui.visuals().extreme_bg_color);
    ui.painter().image(texture.id(), place, whole, Color32::WHITE);
}

/// The ground as the map shows it, or every n-th cell of a large one.
fn image(terrain: &Terrain) -> egui::ColorImage {
    let Bounds { width, height } = terrain.bounds();
    let longest = width.max(height).max(1);
    let side = (MAX_SIZE / longest).clamp(1, FINEST);
    let skip = longest.div_ceil(MAX_SIZE).max(1);
    let (columns, rows) = (width.div_ceil(skip), height.div_ceil(skip));
    let size = [(columns * side) as usize, (rows * side) as usize];
    let mut pixels = vec![Color32::BLACK; size[0] * size[1]];
    for (row, column) in (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column))) {
        let cell = Cell::new((column * skip) as i32, (row * skip) as i32);
        texels::paint(terrain, cell, side, |x, y, [red, green, blue]| {
            let place = ((row * side + y) as usize) * size[0] + (column * side + x) as usize;
            pixels[place] = Color32::from_rgb(red, green, blue);
        });
    }
    egui::ColorImage::new(size, pixels)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    #[test]
    fn a_preview_says_what_a_map_is_made_of_and_stays_small() {
        let terrain = Terrain::from_text(CornerRule::default(), &["....#", "....W"]);
        assert_eq!(shares(&terrain), "80 % floor, 10 % wall, 10 % water");
        for (width, height) in [(1, 1), (700, 3), (4096, 2048), (3, 513)] {
            let image = image(&Terrain::open(Bounds::new(width, height), CornerRule::default()));
            assert!(image.size.iter().all(|n| (1..=512).contains(n)), "{:?}", image.size);
        }
    }
}
