use super::*;

/// A grey picture with a white square.
fn square(at: u32) -> Image {
    let mut image = Image { width: 40, height: 30, pixels: vec![[60; 3]; 1200] };
    for y in 10..16 {
        for x in at..at + 6 {
            image.pixels[(y * 40 + x) as usize] = [255; 3];
        }
    }
    image
}

fn film(batches: Vec<Vec<Image>>) -> Vec<u8> {
    let mut film = GifFile::new(Vec::new(), 40, 30, 16).unwrap();
    batches.into_iter().for_each(|batch| film.add(batch).unwrap());
    film.finish().unwrap()
}

/// The frames as a viewer shows them, with their delays.
fn shown(bytes: &[u8]) -> Vec<(Image, u16)> {
    let mut decoder = gif::Decoder::new(bytes).unwrap();
    let mut image = Image { width: 40, height: 30, pixels: vec![[0; 3]; 1200] };
    let mut all = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let palette = frame.palette.as_ref().unwrap();
        for (i, &place) in frame.buffer.iter().enumerate() {
            if Some(place) != frame.transparent {
                let x = usize::from(frame.left) + i % usize::from(frame.width);
                let y = usize::from(frame.top) + i / usize::from(frame.width);
                let colour = &palette[usize::from(place) * 3..][..3];
                image.pixels[y * 40 + x].copy_from_slice(colour);
            }
        }
        all.push((image.clone(), frame.delay));
    }
    all
}

#[test]
fn a_viewer_sees_the_frames_that_were_added() {
    let images: Vec<Image> = [3, 3, 5, 20, 21].map(square).to_vec();
    let bytes = film(vec![images[..2].to_vec(), images[2..4].to_vec(), images[4..].to_vec()]);
    let seen: Vec<Image> = shown(&bytes).into_iter().map(|(image, _)| image).collect();
    assert!(seen == images);
}

#[test]
fn only_what_changed_is_stored() {
    let bytes = film(vec![vec![square(3), square(3), square(5)]]);
    let mut decoder = gif::Decoder::new(&bytes[..]).unwrap();
    let mut sizes = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        sizes.push((frame.width, frame.height));
    }
    assert_eq!(sizes, [(40, 30), (1, 1), (8, 6)]);
}

#[test]
fn delays_add_up_to_whole_seconds() {
    for rate in [1, 7, 10, 16, 25, 32] {
        let delays: Vec<u16> = (0..u64::from(rate)).map(|frame| delay(frame, rate)).collect();
        assert_eq!(delays.iter().sum::<u16>(), 100, "{rate}");
        let (least, most) = (delays.iter().min().unwrap(), delays.iter().max().unwrap());
        assert!(most - least <= 1 && *least >= 3, "{rate}: {delays:?}");
    }
}

#[test]
fn the_number_of_threads_does_not_matter() {
    let images: Vec<Image> = (0..20).map(square).collect();
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| film(vec![images.clone()]))
    };
    assert_eq!(with(1), with(4));
}
