//! Pictures become maps and maps become pictures.

use super::*;
use crate::scenario::MapOptions;

fn png(width: u32, height: u32, colour: ColorType, data: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(data).unwrap();
    out
}

fn read(bytes: &[u8], threshold: u8, cell_size: u32) -> Result<Terrain, TextError> {
    read_picture(&MapFile::alone(bytes, MapOptions { threshold, cell_size, invert: false }))
}

fn rows(terrain: &Terrain) -> Vec<String> {
    let Bounds { width, height } = terrain.bounds();
    let row = |y| (0..width as i32).map(|x| terrain.ground(Cell::new(x, y)).letter()).collect();
    (0..height as i32).map(row).collect()
}

#[test]
fn colours_mean_what_the_manual_says() {
    for (what, colour, ground) in [
        ("white", [255, 255, 255, 255], Ground::Floor),
        ("light grey", [140, 140, 140, 255], Ground::Floor),
        ("sand", [237, 201, 175, 255], Ground::Floor),
        ("bright grass", [120, 200, 80, 255], Ground::Floor),
        ("snow", [230, 240, 255, 255], Ground::Floor),
        ("black", [0, 0, 0, 255], Ground::Wall),
        ("dark grey", [90, 90, 100, 255], Ground::Wall),
        ("dark red", [120, 20, 20, 255], Ground::Wall),
        ("nearly transparent white", [255, 255, 255, 90], Ground::Wall),
        ("blue", [0, 0, 255, 255], Ground::Water),
        ("dark blue", [10, 20, 70, 255], Ground::Water),
        ("cyan", [60, 200, 220, 255], Ground::Water),
        ("dark green", [20, 90, 30, 255], Ground::Trees),
        ("brown", [180, 140, 80, 255], Ground::Swamp),
    ] {
        assert_eq!(ground_of(colour, MapOptions::default()), ground, "{what}");
    }
    for ground in Ground::ALL {
        let [r, g, b] = colour_of(ground);
        assert_eq!(ground_of([r, g, b, 255], MapOptions::default()), ground);
    }
}

#[test]
fn the_threshold_moves_the_border_between_floor_and_wall() {
    let grey = png(4, 1, ColorType::Grayscale, &[0, 60, 120, 180]);
    assert_eq!(rows(&read(&grey, 128, 1).unwrap()), ["@@@."]);
    assert_eq!(rows(&read(&grey, 61, 1).unwrap()), ["@@.."]);
    assert_eq!(rows(&read(&grey, 60, 1).unwrap()), ["@..."]);
    assert_eq!(rows(&read(&grey, 0, 1).unwrap()), ["...."]);
}

#[test]
fn inverted_pictures_have_dark_floor_and_bright_walls() {
    let picture = png(3, 1, ColorType::Rgb, &[0, 0, 0, 255, 255, 255, 0, 0, 255]);
    let options = MapOptions { invert: true, ..MapOptions::default() };
    let terrain = read_picture(&MapFile::alone(&picture, options)).unwrap();
    assert_eq!(rows(&terrain), [".@W"], "water is blue all the same");
}

#[test]
fn a_cell_is_what_most_of_its_pixels_are() {
    // 5 x 3 pixels in cells of 2 x 2: the last column and row are cut.
    let (w, b) = (255, 0);
    let grey = [w, w, w, b, b, w, b, b, w, w, w, b, w, w, b];
    let picture = png(5, 3, ColorType::Grayscale, &grey);
    assert_eq!(rows(&read(&picture, 128, 2).unwrap()), [".@@", "@.@"]);
}

#[test]
fn every_kind_of_pixel_is_read() {
    assert_eq!(
        rows(&read(&png(2, 1, ColorType::GrayscaleAlpha, &[255, 255, 255, 0]), 128, 1).unwrap()),
        [".@"]
    );
    assert_eq!(
        rows(&read(&png(2, 1, ColorType::Rgb, &[0, 0, 255, 9, 9, 9]), 128, 1).unwrap()),
        ["W@"]
    );
    let rgba = [255, 255, 255, 255, 255, 255, 255, 0];
    assert_eq!(rows(&read(&png(2, 1, ColorType::Rgba, &rgba), 128, 1).unwrap()), [".@"]);
}

#[test]
fn what_is_no_picture_is_told_in_one_sentence() {
    let message = |bytes: &[u8], cell| read(bytes, 128, cell).unwrap_err().message;
    assert!(message(b"", 1).contains("not a PNG file"));
    assert!(message(b"GIF89a, which is another kind of picture", 1).contains("not a PNG file"));
    let good = png(64, 64, ColorType::Grayscale, &[7; 64 * 64]);
    assert!(message(&good[..good.len() - 30], 1).contains("ends too early"));
    let wide = png(5000, 1, ColorType::Grayscale, &[7; 5000]);
    let told = message(&wide, 1);
    assert!(told.contains("5000 x 1 cells") && told.contains("choose larger cells"), "{told}");
    assert!(read(&wide, 128, 2).is_ok());
}
