//! Every reader of the program, given any bytes. The fuzz targets call these, and so does `cargo test` with the corpus and
//! with damaged copies of it.
#![allow(dead_code, reason = "each target uses one of them")]

use phalanx::grid::{read_map, read_scen};
use phalanx::scenario::{
    MAP_FORMATS, MapFile, MapOptions, MapPicture, Recording, load_str, read_directions,
    read_doctrine, read_kinds, to_ron,
};
use phalanx::sim::{TraceHead, TraceReader, TraceWriter};
use std::io::Cursor;

/// A reader.
pub type Reader = fn(&[u8]);

/// All of them, by the name of the target and of the folder of the corpus.
pub const READERS: &[(&str, Reader)] = &[
    ("scenario", scenario),
    ("map", map),
    ("problems", problems),
    ("picture", picture),
    ("tiled_xml", tiled_xml),
    ("tiled_json", tiled_json),
    ("drawing", drawing),
    ("directions", directions),
    ("recording", recording),
    ("line", line),
    ("trace", trace),
    ("doctrine", doctrine),
    ("kinds", kinds),
    ("tileset", tileset),
];

fn with_text(bytes: &[u8], read: impl FnOnce(&str)) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        read(text);
    }
}

/// What is valid is written and read again, to an equal scenario.
pub fn scenario(bytes: &[u8]) {
    with_text(bytes, |text| {
        let Ok(scenario) = load_str(text, "fuzz", None) else { return };
        let written = to_ron(&scenario);
        let again = load_str(&written, "written", None);
        assert!(again.is_ok_and(|again| again == scenario), "{written}");
    });
}

pub fn map(bytes: &[u8]) {
    with_text(bytes, |text| drop(read_map(text)));
}

pub fn problems(bytes: &[u8]) {
    with_text(bytes, |text| drop(read_scen(text)));
}

pub fn picture(bytes: &[u8]) {
    if let Ok(picture) = MapPicture::decode(bytes) {
        let _ = picture.terrain(MapOptions::default());
        let _ = picture.terrain(picture.proposed_options());
    }
}

pub fn tiled_xml(bytes: &[u8]) {
    format("tmx", bytes);
}

pub fn tiled_json(bytes: &[u8]) {
    format("tmj", bytes);
}

pub fn drawing(bytes: &[u8]) {
    format("txt", bytes);
}

/// A map in the format with this ending; files that it names do not exist.
fn format(ending: &str, bytes: &[u8]) {
    let format = MAP_FORMATS.iter().find(|format| format.extensions.contains(&ending));
    let read = format.expect("a known format").read;
    let _ = read(&MapFile::alone(bytes, MapOptions::default()));
}

pub fn directions(bytes: &[u8]) {
    with_text(bytes, |text| drop(read_directions(text, "fuzz", None)));
}

/// What is valid is written in both forms and read again.
pub fn recording(bytes: &[u8]) {
    with_text(bytes, |text| {
        let Ok(recording) = Recording::from_ron(text, "fuzz") else { return };
        let written = recording.to_ron();
        assert!(Recording::from_ron(&written, "written").is_ok(), "{written}");
        // A line is repeated only by the version that made it: this one.
        let Recording { scenario, ticks, every, .. } = recording.clone();
        let line = Recording::new(scenario, ticks, every).to_line();
        let again = Recording::from_line(&line);
        assert!(again.is_ok_and(|again| again.scenario == recording.scenario), "{line}");
    });
}

pub fn line(bytes: &[u8]) {
    with_text(bytes, |text| drop(Recording::from_line(text)));
}

/// The bytes as a trace, and as the ticks behind a head that is right for this version of the program.
pub fn trace(bytes: &[u8]) {
    let head = TraceHead {
        program: "fuzz".into(),
        scenario: String::new(),
        seed: 0,
        doctrines: Vec::new(),
        start: 0,
        arguments: Vec::new(),
        components: TraceHead::component_names(),
    };
    let mut behind = Vec::new();
    TraceWriter::new(&mut behind, &head).expect("memory can be written");
    behind.extend(bytes);
    for bytes in [bytes, &behind] {
        let Ok(mut trace) = TraceReader::new(Cursor::new(bytes)) else { continue };
        while let Ok(Some(_)) = trace.next_tick() {}
    }
}

pub fn doctrine(bytes: &[u8]) {
    with_text(bytes, |text| drop(read_doctrine(text, "fuzz")));
}

pub fn kinds(bytes: &[u8]) {
    with_text(bytes, |text| drop(read_kinds(text, "fuzz")));
}

pub fn tileset(bytes: &[u8]) {
    with_text(bytes, |text| drop(phalanx::scenario::tileset_grounds(text, "fuzz")));
}
