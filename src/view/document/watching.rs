//! Watches the open file: what another program saves is shown here at once.
//!
//! A document without unsaved changes is read again. One with changes is kept until the user has answered. A file that
//! cannot be read, perhaps because it is only half written, is reported and tried again after its next change.

use crate::scenario::{FileWatch, Scenario};
use crate::sim::Run;
use crate::view::document::files::{Files, serve_files};
use crate::view::document::intent::{FileIntent, Intent};
use crate::view::document::state::{Document, DocumentSystems};
use crate::view::panels::dialogs::{Dialog, Dialogs};
use bevy::prelude::*;
use std::path::Path;
use std::time::Duration;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Watching>()
        .add_systems(Update, watch_file.in_set(DocumentSystems::Serve).before(serve_files));
}

/// Time between two looks at the file.
const PERIOD: Duration = Duration::from_millis(300);

/// The files of the open document.
#[derive(Resource)]
pub struct Watching {
    watch: FileWatch,
    /// What `watch` was made for, the revision of [`Files`].
    revision: Option<u64>,
    /// Whether a change was seen at the last look. It is taken once the file rests, so that it is whole.
    changing: bool,
    due: Timer,
}

impl Default for Watching {
    fn default() -> Self {
        let due = Timer::new(PERIOD, TimerMode::Repeating);
        Self { watch: FileWatch::default(), revision: None, changing: false, due }
    }
}

impl Watching {
    /// Looks at the files in every frame.
    #[cfg(test)]
    pub fn look_at_once(&mut self) {
        self.due = Timer::new(Duration::ZERO, TimerMode::Repeating);
    }

    /// Looks at the files. Returns whether they have changed and rest now.
    fn look(&mut self, files: &Files, document: &Document) -> bool {
        if self.revision != Some(files.revision) {
            // Opened or saved by this program: whatever is there now is known.
            self.revision = Some(files.revision);
            self.watch = FileWatch::new(files.source.files(document.start()));
            self.changing = false;
            return false;
        }
        let before = self.changing;
        self.changing = self.watch.changed();
        before && !self.changing
    }
}

impl Files {
    /// Reads the file again after another program has saved it. The run starts again; arenas beside the first stay if the
    /// teams are the same. Returns the message for the user.
    pub(super) fn take_file(&mut self, document: &mut Document) -> String {
        let name = self.source.file().and_then(Path::file_name).unwrap_or_default();
        let name = name.to_string_lossy().into_owned();
        match self.source.load() {
            Ok(scenario) => {
                *document = document.read_again(scenario);
                self.revision += 1;
                format!("{name} has changed on disk and was opened again.")
            }
            Err(why) => {
                format!(
                    "{name} has changed on disk but cannot be opened, so nothing changes here. {why}"
                )
            }
        }
    }
}

impl Document {
    /// The document with what is in its file now.
    fn read_again(&self, scenario: Scenario) -> Self {
        let mut run = Run::of(&scenario);
        if run.start().teams.len() == self.start().teams.len() {
            run = run.beside_arenas_of(self.run());
        }
        Self::with_run(run, self.path.clone())
    }
}

fn watch_file(
    mut watching: ResMut<Watching>,
    files: Res<Files>,
    document: Res<Document>,
    time: Res<Time<Real>>,
    mut dialogs: ResMut<Dialogs>,
    mut intents: MessageWriter<Intent>,
) {
    let is_new = watching.revision != Some(files.revision);
    if !watching.due.tick(time.delta()).just_finished() && !is_new {
        return;
    }
    if !watching.look(&files, &document) {
        return;
    }
    if document.is_dirty() {
        dialogs.open(Dialog::FileChanged { name: document.name() });
    } else {
        intents.write(Intent::File(FileIntent::TakeFile));
    }
}

#[cfg(test)]
#[path = "watching_tests.rs"]
mod tests;
