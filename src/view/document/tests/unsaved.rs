//! Which documents count as unsaved from the start: each way to open one, with the mark in the title, the question before it
//! is lost, the autosave and the recovery.

use super::desk::Desk;
use crate::grid::{Bounds, CornerRule, Generator, MapKind, Terrain};
use crate::scenario::{MapOptions, NewMap, Recording, Scenario, read_pasted, save_map, to_ron};
use crate::view::document::autosave::Orphan;
use crate::view::document::files::Files;
use crate::view::document::{FileIntent, Intent};
use crate::view::panels::dialogs::Answer;
use std::sync::Arc;

const ROWS: &str = ".......\n..###..\n.......\n";

fn pasted(text: &str) -> FileIntent {
    FileIntent::OpenPasted(Arc::new(read_pasted(text).unwrap()))
}

/// What only the open document holds.
fn unsaved() -> Vec<(&'static str, FileIntent)> {
    let blank = NewMap::blank(Bounds::new(24, 16));
    let generated = |kind| NewMap { generator: Some(Generator::of(kind)), ..blank };
    let scenario = Scenario { title: "Chat".into(), ..read_pasted(ROWS).unwrap() };
    let line = Recording::new(scenario.clone(), 40, 32).to_line();
    let mut all = vec![
        ("pasted rows", pasted(ROWS)),
        ("a pasted scenario", pasted(&to_ron(&scenario))),
        ("a pasted run", pasted(&line)),
        ("a new map with units", FileIntent::New(NewMap { units: true, ..blank })),
    ];
    let maps = MapKind::ALL.map(|kind| ("a generated map", FileIntent::New(generated(kind))));
    all.extend(maps);
    all
}

#[test]
fn what_only_the_document_holds_is_asked_about_and_comes_back_after_a_crash() {
    for (name, open) in unsaved() {
        let mut desk = Desk::new();
        desk.send(Intent::File(open));
        let opened = desk.document().run().saved();
        assert!(desk.document().is_dirty(), "{name}: marked in the title");
        for leave in [FileIntent::Next, FileIntent::Open(desk.path.clone()), FileIntent::Quit] {
            desk.send(Intent::File(leave));
            assert!(desk.is_asked(), "{name}");
            desk.answer(Answer::Cancel);
            assert_eq!(desk.document().run().saved(), opened, "{name}");
        }
        let folder = desk.kill();

        let works = Orphan::find(&Desk::data(&folder));
        assert_eq!(works.len(), 1, "{name}: autosaved");
        let mut desk = Desk::in_folder(folder);
        desk.app.world_mut().resource_mut::<Files>().orphans = works;
        desk.send(Intent::File(FileIntent::Restore(0)));
        assert!(desk.document().is_dirty(), "{name}: still in no file");
        assert_eq!(desk.document().start().terrain, opened.terrain, "{name}");
        assert_eq!(desk.document().start().units, opened.units, "{name}");

        let file = desk.path.with_file_name("kept.ron");
        desk.send(Intent::File(FileIntent::SaveAs(file)));
        assert!(!desk.document().is_dirty(), "{name}: saved");
        desk.send(Intent::File(FileIntent::Next));
        assert!(!desk.is_asked(), "{name}: nothing is lost");
    }
}

#[test]
fn reading_again_what_was_not_changed_loses_nothing_and_asks_nothing() {
    for (name, open) in unsaved() {
        let mut desk = Desk::new();
        desk.send(Intent::File(open));
        let opened = desk.document().run().saved();
        desk.send(Intent::File(FileIntent::Reload));
        assert!(!desk.is_asked(), "{name}");
        assert_eq!(desk.document().run().saved(), opened, "{name}");
        assert!(desk.document().is_dirty(), "{name}: it is in no file yet");
        desk.edit();
        desk.send(Intent::File(FileIntent::Reload));
        assert!(desk.is_asked(), "{name}: the edit would be lost");
    }
}

#[test]
fn what_can_be_opened_again_is_not_asked_about_until_it_is_changed() {
    let ground = Terrain::from_text(CornerRule::Free, &["....", ".##.", "...."]);
    let given = || Arc::new(Scenario::plain(ground.clone()).to_try_out());
    for name in ["blank", "experiment or lesson", "shipped", "map", "picture", "recording"] {
        let mut desk = Desk::new();
        let open = match name {
            "blank" => FileIntent::New(NewMap::blank(Bounds::new(24, 16))),
            "experiment or lesson" => FileIntent::OpenGiven(given()),
            "shipped" => FileIntent::OpenShipped(1),
            "map" => FileIntent::Open(desk.beside("level.txt", ROWS.as_bytes())),
            "picture" => {
                let file = desk.path.with_file_name("level.png");
                save_map(&given(), &file).unwrap();
                FileIntent::OpenPicture(file, MapOptions { cell_size: 2, ..MapOptions::default() })
            }
            _ => {
                let run = Recording::new(Scenario::clone(&given()), 40, 32).to_ron();
                FileIntent::Open(desk.beside("run.ron", run.as_bytes()))
            }
        };
        let before = desk.document().serial();
        desk.send(Intent::File(open));
        assert_ne!(desk.document().serial(), before, "{name} is open");
        assert!(!desk.document().is_dirty(), "{name}");
        assert_eq!(desk.document().path, None, "{name}: saving asks for a file");
        desk.edit();
        assert!(desk.document().is_dirty(), "{name}");
        desk.send(Intent::File(FileIntent::Next));
        assert!(desk.is_asked(), "{name}");
    }
}
