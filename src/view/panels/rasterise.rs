//! SVG text as pixels, with the fonts of egui.

use bevy_egui::egui::{ColorImage, FontDefinitions, FontFamily};
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use std::sync::{Arc, LazyLock};

/// Rasterises SVG text; `None` if it is not valid.
pub fn rasterise(svg: &str, pixels: [u32; 2]) -> Option<ColorImage> {
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(svg, &options).ok()?;
    let mut pixmap = Pixmap::new(pixels[0], pixels[1])?;
    let scale = [0, 1].map(|axis| {
        let size = [tree.size().width(), tree.size().height()][axis];
        pixels[axis] as f32 / size
    });
    resvg::render(&tree, Transform::from_scale(scale[0], scale[1]), &mut pixmap.as_mut());
    let size = pixels.map(|side| side as usize);
    Some(ColorImage::from_rgba_premultiplied(size, pixmap.data()))
}

/// Rasterises SVG text at its own size times a factor; `None` if it is not valid.
pub fn rasterised(svg: &str, factor: f32) -> Option<ColorImage> {
    let tree = Tree::from_str(svg, &Options::default()).ok()?;
    let pixels = [tree.size().width(), tree.size().height()].map(|side| (side * factor) as u32);
    rasterise(svg, pixels)
}

/// The fonts of egui; its label font stands in for every font family.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    let definitions = FontDefinitions::default();
    let labels = definitions.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    for name in labels {
        if let Some(font) = definitions.font_data.get(&name) {
            fonts.load_font_data(font.font.to_vec());
        }
    }
    let family = fonts.faces().next().and_then(|face| Some(face.families.first()?.0.clone()));
    if let Some(family) = family {
        fonts.set_sans_serif_family(&family);
        fonts.set_serif_family(&family);
        fonts.set_monospace_family(&family);
    }
    Arc::new(fonts)
});

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r##"<svg xmlns="http://www.w3.org/2000/svg" width="80" height="40" viewBox="0 0 80 40">
<rect x="0" y="0" width="80" height="40" fill="#ffffff"/>
<text x="4" y="28" font-family="sans-serif" font-size="24" fill="#000000">Marker</text></svg>"##;

    fn dark(image: &ColorImage) -> usize {
        image.pixels.iter().filter(|pixel| pixel.r() < 100).count()
    }

    #[test]
    fn text_is_drawn_with_the_fonts_of_egui_at_any_scale() {
        let small = rasterise(TEXT, [80, 40]).unwrap();
        let large = rasterise(TEXT, [160, 80]).unwrap();
        assert!(dark(&small) > 100, "{} dark pixels", dark(&small));
        assert!(dark(&large) > 3 * dark(&small), "{} and {}", dark(&small), dark(&large));
        assert_eq!(large.size, [160, 80]);
    }

    #[test]
    fn text_that_is_no_picture_gives_none() {
        assert!(rasterise("no picture", [4, 4]).is_none());
    }
}
