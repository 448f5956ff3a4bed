//! A window without a screen, with a file open in it.

use crate::grid::{Cell, Ground};
use crate::scenario::{Action, Source};
use crate::sim::{Arena, Land, Pace, SimPlugin};
use crate::view::Options;
use crate::view::document::autosave::{self, Autosave};
use crate::view::document::chooser::Chooser;
use crate::view::document::intent::{self, Intent};
use crate::view::document::state::{self, Document};
use crate::view::document::watching::{self, Watching};
use crate::view::document::{Edit, files};
use crate::view::input::selection::Selection;
use crate::view::panels::dialogs::{Answer, Dialogs};
use crate::view::panels::notices::Notice;
use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, WindowCloseRequested};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tempfile::TempDir;

pub struct Desk {
    pub app: App,
    /// The file that is open at the start.
    pub path: PathBuf,
    /// Holds the file, and in the folder `data` the autosave. Kept by whoever lives longest.
    pub folder: Arc<TempDir>,
    /// Makes every change of the file visible in its length.
    saves: usize,
}

/// A scenario with this ground and one unit.
pub fn level(rows: &[&str]) -> String {
    let rows: Vec<String> = rows.iter().map(|row| format!("{row:?}")).collect();
    format!(
        "(version: 1, map: Rows([{}]), teams: [(name: \"a\")], units: [(team: \"a\", at: (0, 0))], \
         orders: [(order: Move(At(3, 0)))])",
        rows.join(", ")
    )
}

impl Desk {
    pub fn new() -> Self {
        Self::in_folder(Arc::new(tempfile::tempdir().unwrap()))
    }

    /// A program that starts where another one may have ended.
    pub fn in_folder(folder: Arc<TempDir>) -> Self {
        let path = folder.path().join("level.ron");
        std::fs::write(&path, level(&["....", "...."])).unwrap();
        let source = Source::File(path.clone());
        let scenario = Some(source.load().unwrap());
        let mut app = App::new();
        app.add_plugins((
            MinimalPlugins,
            SimPlugin::default().recording(true),
            crate::view::frame::plugin,
            crate::view::input::time_control::plugin,
            intent::plugin,
            state::plugin,
        ))
        .insert_resource(Options { scenario, source, ..Options::default() })
        .init_resource::<Selection>()
        .init_resource::<Dialogs>()
        .init_resource::<Chooser>()
        .insert_resource(Autosave::at_once(&folder.path().join("data")))
        .insert_resource(Pace { running: false, steps: 0 })
        .add_message::<Answer>()
        .add_message::<Notice>()
        .add_message::<AppExit>()
        .add_message::<WindowCloseRequested>()
        .add_message::<FileDragAndDrop>()
        .add_systems(Last, autosave::keep_autosave)
        .add_plugins((files::plugin, watching::plugin));
        app.world_mut().resource_mut::<Watching>().look_at_once();
        app.finish();
        app.cleanup();
        let mut desk = Self { app, path, folder, saves: 0 };
        desk.frames();
        desk
    }

    pub fn frames(&mut self) {
        for _ in 0..4 {
            self.app.world_mut().run_schedule(Update);
            self.app.world_mut().run_schedule(crate::sim::Tick);
        }
        self.app.world_mut().run_schedule(Update);
        self.app.world_mut().run_schedule(Last);
    }

    pub fn ticks(&mut self, count: usize) {
        self.app.insert_resource(Pace { running: true, steps: 0 });
        (0..count).for_each(|_| self.app.world_mut().run_schedule(crate::sim::Tick));
        self.app.world_mut().run_schedule(Update);
    }

    /// Another program saves the file.
    pub fn saved_elsewhere(&mut self, text: &str) {
        self.saves += 1;
        std::fs::write(&self.path, format!("{text}{}", " ".repeat(self.saves))).unwrap();
        self.frames();
    }

    /// Paints a cell.
    pub fn edit(&mut self) {
        let wall = Action::Paint(vec![(Cell::new(2, 1), Ground::Wall)]);
        self.send(Intent::perform(Edit::new("Paint wall", vec![wall])));
    }

    pub fn send(&mut self, intent: Intent) {
        self.app.world_mut().write_message(intent);
        self.frames();
    }

    pub fn answer(&mut self, answer: Answer) {
        self.app.insert_resource(Dialogs::default());
        self.app.world_mut().write_message(answer);
        self.frames();
    }

    pub fn document(&self) -> &Document {
        self.app.world().resource::<Document>()
    }

    pub fn rows(&self) -> Vec<String> {
        let world = self.app.world();
        let mut lands = world.try_query::<(&Arena, &Land)>().unwrap();
        let first = lands.iter(world).find(|(arena, _)| arena.index == 0);
        let terrain = &first.unwrap().1.terrain;
        let bounds = terrain.bounds();
        let letter = |x, y| terrain.ground(Cell::new(x, y)).letter();
        let row = |y| (0..bounds.width as i32).map(|x| letter(x, y)).collect();
        (0..bounds.height as i32).map(row).collect()
    }

    pub fn is_asked(&self) -> bool {
        self.app.world().resource::<Dialogs>().is_modal()
    }

    pub fn notices(&mut self) -> String {
        let mut notices = self.app.world_mut().resource_mut::<Messages<Notice>>();
        notices.drain().map(|notice| notice.text).collect::<Vec<_>>().join("\n")
    }

    /// Ends the program without a chance to save anything.
    pub fn kill(mut self) -> Arc<TempDir> {
        self.app.world_mut().resource_mut::<Autosave>().wait();
        self.folder
    }

    /// The folder of the autosave.
    pub fn data(folder: &TempDir) -> PathBuf {
        folder.path().join("data")
    }

    /// A file beside the first.
    pub fn beside(&self, name: &str, bytes: &[u8]) -> PathBuf {
        let file = Path::with_file_name(&self.path, name);
        std::fs::write(&file, bytes).unwrap();
        file
    }
}
