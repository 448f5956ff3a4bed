//! Damaged and random files: every reader gives a map within the limits or one sentence, and never panics.

use super::sample_tests::{self as samples, TSX};
use super::{MAP_FORMATS, MapFile, MapFormat, MapOptions};
use crate::grid::{Bounds, Terrain, TextError};
use proptest::prelude::*;

/// Checks what a reader returned.
fn check(format: &MapFormat, result: Result<Terrain, TextError>) -> Result<(), TestCaseError> {
    match result {
        Ok(terrain) => {
            let Bounds { width, height } = terrain.bounds();
            let sides = 1..=Bounds::MAX_SIDE;
            prop_assert!(sides.contains(&width) && sides.contains(&height), "{}", format.name);
        }
        Err(error) => {
            prop_assert!(error.line >= 1 && error.column >= 1, "{}: {error}", format.name);
            prop_assert!(!error.message.trim().is_empty(), "{}", format.name);
        }
    }
    Ok(())
}

fn options() -> impl Strategy<Value = MapOptions> {
    (any::<u8>(), prop_oneof![0..5_u32, any::<u32>()], any::<bool>())
        .prop_map(|(threshold, cell_size, invert)| MapOptions { threshold, cell_size, invert })
}

/// A change of a file, at a place given as a fraction of its length.
#[derive(Clone, Debug)]
enum Damage {
    Set(f64, u8),
    Remove(f64, f64),
    Repeat(f64, f64),
    /// Numbers and words that readers trust.
    Insert(f64, &'static str),
    Cut(f64),
}

fn damage() -> impl Strategy<Value = Damage> {
    let part = || 0.0..1.0_f64;
    let word = prop::sample::select(vec![
        "4294967295",
        "-1",
        "99999999999999999999",
        "1e308",
        "NaN",
        "0",
        "\"",
        "<",
        ">",
        "{",
        "[",
        "/>",
        "\u{fffd}",
        "\n",
        "&#0;",
        "<group>",
        "width=\"0\"",
        "null",
    ]);
    prop_oneof![
        (part(), any::<u8>()).prop_map(|(at, byte)| Damage::Set(at, byte)),
        (part(), part()).prop_map(|(at, to)| Damage::Remove(at, to)),
        (part(), part()).prop_map(|(at, to)| Damage::Repeat(at, to)),
        (part(), word).prop_map(|(at, word)| Damage::Insert(at, word)),
        part().prop_map(Damage::Cut),
    ]
}

fn apply(bytes: &mut Vec<u8>, damage: &Damage) {
    let place = |part: f64| (part * bytes.len() as f64) as usize;
    match *damage {
        Damage::Set(at, byte) => {
            let at = place(at);
            if let Some(old) = bytes.get_mut(at) {
                *old = byte;
            }
        }
        Damage::Remove(at, to) => {
            let (from, to) = (place(at).min(place(to)), place(at).max(place(to)));
            bytes.drain(from..to.min(from + 20));
        }
        Damage::Repeat(at, to) => {
            let (from, to) = (place(at).min(place(to)), place(at).max(place(to)));
            let piece = bytes[from..to.min(from + 60)].to_vec();
            bytes.splice(from..from, piece);
        }
        Damage::Insert(at, word) => {
            let at = place(at);
            bytes.splice(at..at, word.bytes());
        }
        Damage::Cut(at) => bytes.truncate(place(at)),
    }
}

/// Makes the checksums of a PNG file right again, so that damage reaches what is behind them.
fn mend_checksums(bytes: &mut [u8]) {
    let mut at = 8;
    while let Some(Ok(length)) = bytes.get(at..at + 4).map(<[u8; 4]>::try_from) {
        let end = at + 8 + u32::from_be_bytes(length) as usize;
        if end + 4 > bytes.len() {
            break;
        }
        let mut sum = flate2::Crc::new();
        sum.update(&bytes[at + 4..end]);
        bytes[end..end + 4].copy_from_slice(&sum.sum().to_be_bytes());
        at = end + 4;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn damaged_files_never_panic(damages in prop::collection::vec(damage(), 1..6), options in options()) {
        for (format, mut bytes) in samples::all() {
            damages.iter().for_each(|damage| apply(&mut bytes, damage));
            check(format, samples::read(format, &bytes, options))?;
            if format.extensions.contains(&"png") {
                mend_checksums(&mut bytes);
                check(format, samples::read(format, &bytes, options))?;
            }
        }
    }

    #[test]
    fn damaged_tilesets_never_panic(damages in prop::collection::vec(damage(), 1..6)) {
        let mut tileset = TSX.to_vec();
        damages.iter().for_each(|damage| apply(&mut tileset, damage));
        for (format, bytes) in samples::all() {
            let beside = |_: &str| Ok(tileset.clone());
            let file = MapFile { bytes: &bytes, options: MapOptions::default(), beside: &beside };
            check(format, (format.read)(&file))?;
        }
    }

    #[test]
    fn random_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), options in options()) {
        for format in MAP_FORMATS {
            check(format, samples::read(format, &bytes, options))?;
        }
    }

    #[test]
    fn random_text_never_panics(text in "[.#@STW\"<>{}, \n=a-z0-9/:\\[\\]-]{0,120}", options in options()) {
        for format in MAP_FORMATS {
            check(format, samples::read(format, text.as_bytes(), options))?;
        }
    }
}

#[test]
fn files_that_ask_for_too_much_memory_are_refused() {
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    let (tmx, tmj) = (text(samples::TMX), text(samples::TMJ));
    let large = "width=\"60000\" height=\"60000\"";
    let nested = format!("{}{}", "<group>".repeat(200_000), "</group>".repeat(200_000));
    let ihdr =
        [&b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\xea\x60\0\0\xea\x60\x08\x02\0\0\0"[..], &[0; 4]];
    let mut picture = ihdr.concat();
    mend_checksums(&mut picture);
    for (ending, bytes, word) in [
        ("map", b"type octile\nheight 4000000000\nwidth 9\nmap\n".to_vec(), "4096"),
        ("png", picture, "60000 x 60000"),
        (
            "tmx",
            tmx.replace("width=\"8\" height=\"5\"", large).into_bytes(),
            "make the map smaller",
        ),
        (
            "tmx",
            tmx.replacen("width=\"8\" height=\"5\"", large, 1).into_bytes(),
            "60000 x 60000 cells",
        ),
        (
            "tmx",
            tmx.replace("<objectgroup", &format!("{nested}<objectgroup")).into_bytes(),
            "nested",
        ),
        (
            "tmj",
            tmj.replacen("\"x\": -16", "\"x\": -2000000000", 1).into_bytes(),
            "go from 1 to 4096",
        ),
        (
            "tmj",
            tmj.replace("\"width\": 16", "\"width\": 4000000000").into_bytes(),
            "make the map smaller",
        ),
        ("tmj", "{\"layers\": [".repeat(1 << 16).into_bytes(), "recursion"),
        ("txt", ".\n".repeat(5000).into_bytes(), "5000"),
    ] {
        let format = MAP_FORMATS.iter().find(|f| f.extensions.contains(&ending)).unwrap();
        let error = samples::read(format, &bytes, MapOptions::default()).unwrap_err();
        assert!(error.message.contains(word), "{ending}: {error}");
    }
}
