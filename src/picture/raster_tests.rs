use super::*;
use crate::picture::canvas::Layer;

const AREA: IRect = IRect { min: IVec2::ZERO, max: IVec2::new(40, 30) };

/// A canvas of 4 x 3 cells at 10 pixels per cell, on black.
fn drawn(paint: impl FnOnce(&mut Canvas)) -> Image {
    let view = Viewport { area: AREA, origin: Vec2::ZERO, zoom: 10.0 };
    let mut canvas = Canvas::default();
    canvas.clear(view.visible(), 0.1);
    paint(&mut canvas);
    let mut raster = Raster::new(AREA.size(), Rgb(0, 0, 0));
    raster.draw(&canvas, &view);
    raster.finish()
}

fn lit(image: &Image) -> usize {
    image.pixels.iter().filter(|pixel| pixel[0] > 0).count()
}

#[test]
fn a_rectangle_covers_the_pixels_whose_middles_it_holds() {
    let image = drawn(|canvas| {
        let mut painter = canvas.on(Layer::Cells, Vec2::ONE);
        painter.fill(Vec2::ZERO, Vec2::new(0.5, 0.2), Paint::WHITE);
    });
    assert_eq!(lit(&image), 5 * 2);
    assert_eq!((image.at(10, 10), image.at(14, 11)), ([255; 3], [255; 3]));
    assert_eq!((image.at(15, 10), image.at(9, 10)), ([0; 3], [0; 3]));
}

#[test]
fn light_is_mixed_as_the_window_mixes_it() {
    let image = drawn(|canvas| {
        canvas.on(Layer::Cells, Vec2::ZERO).fill(Vec2::ZERO, Vec2::ONE, Paint::WHITE.fade(0.5));
    });
    assert_eq!(image.at(5, 5), [188; 3], "half the light is 188 of 255");
}

#[test]
fn a_line_has_its_width_and_no_seam_at_its_joints() {
    let corner = [(0.5, 0.5), (2.05, 0.5), (2.05, 2.5)].map(Vec2::from);
    let image = drawn(|canvas| {
        let paint = Paint::WHITE.fade(0.5);
        canvas.on(Layer::Paths, Vec2::ZERO).polyline(corner.into_iter(), 3.0, paint);
    });
    let brightest = image.pixels.iter().map(|pixel| pixel[0]).max();
    assert_eq!(brightest, Some(188), "no pixel is painted twice");
    let across: Vec<u8> = (17..25).map(|x| image.at(x, 20)[0]).collect();
    assert_eq!(across, [0, 0, 188, 188, 188, 0, 0, 0][..].to_vec(), "three pixels wide");
    assert_eq!(image.at(20, 5), [188; 3], "the corner is closed");
}

#[test]
fn a_line_that_turns_back_is_drawn_both_ways() {
    let there_and_back = [(1.0, 1.0), (3.0, 1.0), (0.2, 1.0)].map(Vec2::from);
    let image = drawn(|canvas| {
        canvas.on(Layer::Paths, Vec2::ZERO).polyline(there_and_back.into_iter(), 3.0, Paint::WHITE);
    });
    assert!(image.at(4, 10)[0] > 0 && image.at(25, 10)[0] > 0);
}

#[test]
fn glyphs_keep_their_shape_at_every_size() {
    for (half, least, most) in [(0.15, 4, 16), (0.5, 70, 100), (1.4, 560, 680)] {
        let image = drawn(|canvas| {
            let at = Vec2::new(2.0, 1.5);
            let mut painter = canvas.on(Layer::Units, Vec2::ZERO);
            painter.glyph(Glyph::Dot, at, Vec2::splat(half), 0.3, Paint::WHITE);
        });
        let inside = image.pixels.iter().filter(|pixel| pixel[0] > 188).count();
        assert!((least..=most).contains(&inside), "{half}: {inside}");
        assert!(image.at(20, 15)[0] > 250, "{half}");
    }
}

#[test]
fn the_head_of_an_arrow_has_smooth_edges() {
    let image = drawn(|canvas| {
        let mut painter = canvas.on(Layer::Marks, Vec2::ZERO);
        painter.arrow(Vec2::new(0.5, 0.5), Vec2::new(3.0, 2.4), 4.0, Paint::WHITE);
    });
    assert!(image.pixels.iter().filter(|pixel| (1..255).contains(&pixel[0])).count() > 20);
}

#[test]
fn nothing_is_painted_outside_the_area_of_the_map() {
    let view =
        Viewport { area: IRect::new(10, 10, 20, 20), origin: Vec2::splat(-500.0), zoom: 900.0 };
    let mut canvas = Canvas::default();
    canvas.clear(view.visible(), 1.0 / 900.0);
    let mut painter = canvas.on(Layer::Tools, Vec2::ZERO);
    painter.fill(Vec2::splat(-9.0), Vec2::splat(9.0), Paint::WHITE);
    painter.line(Vec2::splat(-1e6), Vec2::splat(1e6), 9.0, Paint::WHITE);
    painter.glyph(Glyph::Disc, Vec2::ZERO, Vec2::splat(9.0), 0.0, Paint::WHITE);
    painter.arrow(Vec2::splat(-9.0), Vec2::splat(9.0), 9.0, Paint::WHITE);
    let mut raster = Raster::new(IVec2::new(30, 30), Rgb(0, 0, 0));
    raster.draw(&canvas, &view);
    assert_eq!(lit(&raster.finish()), 100);
}

#[test]
fn pictures_per_cell_have_hard_edges() {
    let area = Rect::new(0.0, 0.0, 2.0, 1.0);
    let mut picture = Picture::new(area, 2, 2);
    picture.texels[1] = [255, 255, 255, 255];
    let view = Viewport { area: AREA, origin: Vec2::ZERO, zoom: 10.0 };
    let mut raster = Raster::new(AREA.size(), Rgb(0, 0, 0));
    raster.overlay(&view, &picture, Vec2::ONE, 1.0);
    let image = raster.finish();
    assert_eq!(lit(&image), 100);
    assert_eq!((image.at(19, 15), image.at(20, 15)), ([0; 3], [255; 3]));
}
