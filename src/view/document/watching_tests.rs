//! The open file is saved by another program, in every state that the window can be in.

use super::*;
use crate::grid::{Cell, Ground};
use crate::scenario::{Action, Doctrine, Source, TeamId};
use crate::sim::{Arena, Pace, SimPlugin};
use crate::view::Options;
use crate::view::document::autosave::Autosave;
use crate::view::document::chooser::Chooser;
use crate::view::document::comparison::ComparisonIntent;
use crate::view::document::{Edit, files, intent, state};
use crate::view::input::selection::Selection;
use crate::view::panels::dialogs::Answer;
use crate::view::panels::notices::Notice;
use bevy::window::{FileDragAndDrop, WindowCloseRequested};
use std::path::PathBuf;
use tempfile::TempDir;

/// A window without a screen, with a file open in it.
struct Desk {
    app: App,
    path: PathBuf,
    _folder: TempDir,
    /// Makes every change of the file visible in its length.
    saves: usize,
}

fn level(rows: &[&str]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
    format!(
        "(version: 1, map: Rows([{}]), teams: [(name: \"a\")], units: [(team: \"a\", at: (0, 0))], \
         orders: [(order: Move(At(3, 0)))])",
        rows.join(", ")
    )
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("level.ron");
        std::fs::write(&path, level(&["....", "...."])).unwrap();
        let source = Source::File(path.clone());
        let scenario = Some(source.load().unwrap());
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            SimPlugin::default(),
            crate::view::frame::plugin,
            crate::view::input::time_control::plugin,
            intent::plugin,
            state::plugin,
        ))
        .insert_resource(Options { scenario, source, ..Options::default() })
        .init_resource::<Selection>()
        .init_resource::<Dialogs>()
        .init_resource::<Chooser>()
        .insert_resource(Autosave::begin(None))
        .insert_resource(Pace { running: false, steps: 0 })
        .add_message::<Answer>()
        .add_message::<Notice>()
        .add_message::<WindowCloseRequested>()
        .add_message::<FileDragAndDrop>()
        .add_plugins((files::plugin, plugin));
        app.world_mut().resource_mut::<Watching>().due =
            Timer::new(Duration::ZERO, TimerMode::Repeating);
        app.finish();
        app.cleanup();
        let mut desk = Self { app, path, _folder: folder, saves: 0 };
        desk.frames();
        desk
    }

    fn frames(&mut self) {
        for _ in 0..4 {
            self.app.world_mut().run_schedule(Update);
            self.app.world_mut().run_schedule(crate::sim::Tick);
        }
        self.app.world_mut().run_schedule(Update);
    }

    fn ticks(&mut self, count: usize) {
        self.app.insert_resource(Pace { running: true, steps: 0 });
        (0..count).for_each(|_| self.app.world_mut().run_schedule(crate::sim::Tick));
        self.app.world_mut().run_schedule(Update);
    }

    /// Another program saves the file.
    fn saved_elsewhere(&mut self, text: &str) {
        self.saves += 1;
        std::fs::write(&self.path, format!("{text}{}", " ".repeat(self.saves))).unwrap();
        self.frames();
    }

    fn edit(&mut self) {
        let wall = Action::Paint(vec![(Cell::new(2, 1), Ground::Wall)]);
        self.send(Intent::perform(Edit::new("Paint wall", vec![wall])));
    }

    fn send(&mut self, intent: Intent) {
        self.app.world_mut().write_message(intent);
        self.frames();
    }

    fn answer(&mut self, answer: Answer) {
        self.app.insert_resource(Dialogs::default());
        self.app.world_mut().write_message(answer);
        self.frames();
    }

    fn document(&self) -> &Document {
        self.app.world().resource::<Document>()
    }

    fn rows(&self) -> Vec<String> {
        let terrain = &self.document().scenario.terrain;
        let bounds = terrain.bounds();
        let letter = |x, y| terrain.ground(Cell::new(x, y)).letter();
        let row = |y| (0..bounds.width as i32).map(|x| letter(x, y)).collect();
        (0..bounds.height as i32).map(row).collect()
    }

    fn is_asked(&self) -> bool {
        self.app.world().resource::<Dialogs>().is_modal()
    }

    fn notices(&mut self) -> String {
        let mut notices = self.app.world_mut().resource_mut::<Messages<Notice>>();
        notices.drain().map(|notice| notice.text).collect::<Vec<_>>().join("\n")
    }
}

#[test]
fn a_saved_file_is_shown_at_once_paused_and_running() {
    for running in [false, true] {
        let mut desk = Desk::new();
        if running {
            desk.ticks(40);
        }
        desk.saved_elsewhere(&level(&["..#.", "...."]));
        assert_eq!(desk.rows(), ["..@.", "...."], "running: {running}");
        assert_eq!(desk.app.world().resource::<Pace>().running, running);
        assert!(!desk.document().is_dirty() && !desk.is_asked());
        assert_eq!(desk.document().path.as_ref(), Some(&desk.path));
        assert!(desk.document().tick < 40, "it starts again");
        assert!(desk.notices().contains("level.ron has changed on disk"));
        desk.saved_elsewhere(&level(&["...."]));
        assert_eq!(desk.rows(), ["...."], "the next save counts as well");
    }
}

#[test]
fn unsaved_edits_are_kept_until_the_user_has_answered() {
    let mut desk = Desk::new();
    desk.edit();
    desk.saved_elsewhere(&level(&["...#", "...."]));
    assert!(desk.is_asked());
    assert_eq!(desk.rows(), ["....", "..@."]);
    desk.answer(Answer::KeepMine);
    assert_eq!(desk.rows(), ["....", "..@."]);
    assert!(desk.document().is_dirty() && !desk.is_asked());
    desk.saved_elsewhere(&level(&["..##", "...."]));
    assert!(desk.is_asked(), "another change is another question");
    desk.answer(Answer::TakeFile);
    assert_eq!(desk.rows(), ["..@@", "...."]);
    assert!(!desk.document().is_dirty());
    desk.edit();
    desk.saved_elsewhere(&level(&["....", "...#"]));
    desk.answer(Answer::SaveElsewhere);
    assert_eq!(desk.rows(), ["..@@", "..@."], "the chooser is open, nothing is lost");
}

#[test]
fn edits_during_a_run_are_protected_as_well() {
    let mut desk = Desk::new();
    desk.ticks(20);
    desk.edit();
    desk.saved_elsewhere(&level(&["...#", "...."]));
    assert!(desk.is_asked());
    assert_eq!(desk.rows()[1], "..@.");
}

#[test]
fn a_broken_file_changes_nothing_and_the_next_save_is_tried_again() {
    let mut desk = Desk::new();
    for broken in ["(version: 1, map: Rows([\"..", "", "nonsense", "(version: 1)"] {
        desk.saved_elsewhere(broken);
        assert_eq!(desk.rows(), ["....", "...."], "{broken}");
        let told = desk.notices();
        assert!(told.contains("cannot be opened"), "{broken}: {told}");
        assert!(!desk.is_asked());
    }
    desk.saved_elsewhere(&level(&["..##", "...."]));
    assert_eq!(desk.rows(), ["..@@", "...."]);
}

#[test]
fn a_file_that_is_gone_for_a_moment_changes_nothing() {
    let mut desk = Desk::new();
    std::fs::remove_file(&desk.path).unwrap();
    desk.frames();
    assert_eq!(desk.rows(), ["....", "...."]);
    desk.saved_elsewhere(&level(&["...#", "...."]));
    assert_eq!(desk.rows(), ["...@", "...."]);
}

#[test]
fn saving_here_is_no_change_from_elsewhere() {
    let mut desk = Desk::new();
    desk.edit();
    desk.send(Intent::File(FileIntent::Save));
    desk.notices();
    let serial = desk.document().serial();
    desk.frames();
    assert!(!desk.document().is_dirty() && !desk.is_asked());
    assert_eq!(desk.document().serial(), serial, "the document stays the same");
    assert_eq!(desk.notices(), "");
    desk.saved_elsewhere(&level(&["....", "####"]));
    assert_eq!(desk.rows(), ["....", "@@@@"], "other programs are still seen");
}

#[test]
fn arenas_side_by_side_stay_if_the_teams_are_the_same() {
    let mut desk = Desk::new();
    let add = ComparisonIntent::Add { team: TeamId(0), doctrine: Doctrine::default() };
    desk.send(Intent::Comparison(add));
    desk.frames();
    let arenas =
        |desk: &mut Desk| desk.app.world_mut().query::<&Arena>().iter(desk.app.world()).count();
    assert_eq!(arenas(&mut desk), 2);
    desk.saved_elsewhere(&level(&["..#.", "...."]));
    assert_eq!(desk.rows(), ["..@.", "...."]);
    assert_eq!(arenas(&mut desk), 2);
    assert!(!desk.document().is_dirty());
    let two_teams =
        level(&["....", "...#"]).replace("(name: \"a\")", "(name: \"a\"), (name: \"b\")");
    desk.saved_elsewhere(&two_teams);
    assert_eq!(desk.document().scenario.teams.len(), 2, "{}", desk.notices());
    assert_eq!(arenas(&mut desk), 1);
}

#[test]
fn the_map_that_a_scenario_names_is_watched_too_and_a_bare_map_as_well() {
    let mut desk = Desk::new();
    let map = desk.path.with_file_name("ground.txt");
    std::fs::write(&map, "....\n....\n").unwrap();
    desk.saved_elsewhere("(version: 1, map: File(\"ground.txt\"))");
    std::fs::write(&map, "....\n.##.\n....\n").unwrap();
    desk.frames();
    assert_eq!(desk.rows()[1], ".@@.");
    desk.send(Intent::File(FileIntent::Open(map.clone())));
    assert!(!desk.document().scenario.units.is_empty());
    std::fs::write(&map, "....\n").unwrap();
    desk.frames();
    assert_eq!(desk.rows(), ["...."]);
}
