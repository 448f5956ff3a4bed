//! New, open, save, reload, the gallery, and quitting.
//!
//! A file is read completely before it replaces the document. If it has an error, a dialog says why and the document
//! stays open.

use crate::scenario::{
    Doctrine, NewMap, PatrolFile, Scenario, Source, is_picture, is_problem_file, map_format,
    save_file, shipped,
};
use crate::sim::{AllFacts, Pace};
use crate::view::Options;
use crate::view::document::autosave::{Autosave, Orphan};
use crate::view::document::chooser::{Chooser, Choosing};
use crate::view::document::guard::{Guard, Verdict};
use crate::view::document::intent::{FileIntent, Intent, IntentRelay};
use crate::view::document::maps::{MapIntent, describe_map, export};
use crate::view::document::state::{Document, DocumentSystems, serve_edits};
use crate::view::input::selection::Selection;
use crate::view::panels::dialogs::{Answer, Dialog, Dialogs};
use crate::view::panels::notices::Notice;
use crate::view::settings::RECENT;
use bevy::prelude::*;
use bevy::window::{FileDragAndDrop, PrimaryWindow, WindowCloseRequested};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) fn plugin(app: &mut App) {
    let options = app.world().get_resource::<Options>().cloned().unwrap_or_default();
    let (scenario, source) = match options.scenario {
        Some(scenario) => (scenario, options.source),
        None => (
            Scenario::blank(Source::NEW_MAP).under(Doctrine::a_star_with_traffic()),
            Source::default(),
        ),
    };
    let mut files = Files::default();
    let document = Document::new(&scenario, source.scenario_file().map(Path::to_owned));
    files.opened(source);
    app.insert_resource(document)
        .insert_resource(files)
        .add_systems(Update, read_window_events.in_set(DocumentSystems::Tools))
        .add_systems(Update, serve_files.in_set(DocumentSystems::Serve).before(serve_edits))
        .add_systems(Update, name_window.after(DocumentSystems::Serve));
}

/// The file of the document, and recent files.
#[derive(Resource, Default)]
pub struct Files {
    /// The index in the gallery of the scenario that is open.
    pub current: Option<usize>,
    /// Files that were opened or saved, newest first.
    pub recent: Vec<PathBuf>,
    guard: Guard,
    pub(super) orphans: Vec<Orphan>,
    /// Where the document was read from, for reloading.
    pub(super) source: Source,
    /// Grows whenever this program has read or written the file.
    pub(super) revision: u64,
}

impl Files {
    /// Reads a document. A map and a recording have no scenario file yet.
    fn read(source: &Source) -> Result<Document, String> {
        let (scenario, path) = (source.load()?, source.scenario_file().map(Path::to_owned));
        Ok(match source.is_unsaved() {
            true => Document::unsaved(&scenario, path),
            false => Document::new(&scenario, path),
        })
    }

    /// Whether an intent would lose work. Reading a document again that was not changed gives it back.
    fn loses_work(&self, document: &Document, intent: &FileIntent) -> bool {
        let is_whole = document.state() == 0 && self.source.is_unsaved();
        document.is_dirty() && !(is_whole && *intent == FileIntent::Reload)
    }

    /// Whether this scenario, which is in no file, is open.
    pub fn holds(&self, scenario: &Arc<Scenario>) -> bool {
        matches!(&self.source, Source::Given(own) if Arc::ptr_eq(own, scenario))
    }

    fn opened(&mut self, source: Source) {
        self.revision += 1;
        self.current = match &source {
            Source::Shipped(index) => Some(*index),
            _ => None,
        };
        if let Source::File(path) | Source::Picture(path, _) = &source {
            self.remember(path);
        }
        self.source = source;
    }

    fn remember(&mut self, path: &Path) {
        // The working directory may be another one at the next start.
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|p| *p != path);
        self.recent.insert(0, path);
        self.recent.truncate(RECENT);
    }

    /// Adds the recent files of earlier starts.
    pub fn recall(&mut self, earlier: Vec<PathBuf>) {
        let known = self.recent.clone();
        self.recent.extend(earlier.into_iter().filter(|path| !known.contains(path)));
        self.recent.truncate(RECENT);
    }

    /// The index of the next or previous scenario of the gallery; the last is followed by the first.
    fn neighbour(&self, forwards: bool) -> Option<usize> {
        neighbour(shipped().len(), self.current, forwards)
    }
}

fn neighbour(count: usize, current: Option<usize>, forwards: bool) -> Option<usize> {
    match (count, current) {
        (0, _) => None,
        (_, None) => Some(if forwards { 0 } else { count - 1 }),
        (_, Some(index)) => {
            Some(if forwards { (index + 1) % count } else { (index + count - 1) % count })
        }
    }
}

/// What was saved. Edits during a run keep their ticks, which may surprise.
fn saved_text(path: &Path, scenario: &Scenario) -> String {
    let saved = format!("Saved {}", path.display());
    match scenario.actions.iter().map(|batch| batch.actions.len()).sum::<usize>() {
        0 => saved,
        count => format!(
            "{saved}. {count} edits are stored with their ticks. `Shift+R` applies them from the start instead."
        ),
    }
}

pub(super) fn cannot_open(text: String) -> Dialog {
    Dialog::Error { title: "This file cannot be opened".into(), text }
}

fn cannot_save(text: String) -> Dialog {
    Dialog::Error { title: "This file cannot be saved".into(), text }
}

/// Closing the window quits; dropping a file on it opens the file.
fn read_window_events(
    mut closing: MessageReader<WindowCloseRequested>,
    mut drops: MessageReader<FileDragAndDrop>,
    mut intents: MessageWriter<Intent>,
) {
    for _ in closing.read() {
        intents.write(Intent::File(FileIntent::Quit));
    }
    for drop in drops.read() {
        if let FileDragAndDrop::DroppedFile { path_buf, .. } = drop {
            intents.write(Intent::File(FileIntent::Open(path_buf.clone())));
        }
    }
}

/// Serves intents about files, after a question if they would replace unsaved changes.
#[expect(clippy::too_many_arguments, reason = "a system takes each resource that it uses")]
pub(super) fn serve_files(
    mut answers: MessageReader<Answer>,
    mut relay: IntentRelay,
    mut files: ResMut<Files>,
    mut chooser: ResMut<Chooser>,
    mut document: ResMut<Document>,
    facts: AllFacts,
    mut pace: ResMut<Pace>,
    mut selection: ResMut<Selection>,
    mut autosave: ResMut<Autosave>,
    mut dialogs: ResMut<Dialogs>,
    mut notices: MessageWriter<Notice>,
    mut exit: MessageWriter<AppExit>,
) {
    // Intents, and whether the question has been answered already.
    let mut queue = VecDeque::new();
    for answer in answers.read() {
        match answer {
            Answer::NewMap(map) => queue.push_back((FileIntent::New(*map), false)),
            Answer::Patrols(file) => {
                queue.push_back((FileIntent::OpenPatrols(file.clone()), false));
            }
            Answer::TakeFile => queue.push_back((FileIntent::TakeFile, true)),
            Answer::SaveElsewhere => queue.push_back((FileIntent::AskSaveAs, false)),
            // Served by `chooser`.
            Answer::Replace => {}
            Answer::KeepMine => {}
            Answer::Save => queue.push_back((FileIntent::Save, false)),
            Answer::Discard => queue.extend(files.guard.discarded().map(|intent| (intent, true))),
            Answer::Cancel | Answer::NothingChosen => files.guard.cancelled(),
            Answer::Seen => {}
            // The start page goes on offering it.
            Answer::Later => {}
            Answer::DiscardAll => files.orphans.drain(..).for_each(Orphan::discard),
            &Answer::Restore(index) => queue.push_back((FileIntent::Restore(index), false)),
        }
    }
    queue.extend(relay.take().into_iter().filter_map(|intent| match intent {
        Intent::File(intent) => Some((intent, false)),
        _ => None,
    }));
    while let Some((intent, allowed)) = queue.pop_front() {
        let loses = !allowed && files.loses_work(&document, &intent);
        let intent = match files.guard.judge(intent, loses) {
            Verdict::Go(intent) => intent,
            Verdict::Ask => {
                dialogs.open(Dialog::Unsaved { name: document.name() });
                continue;
            }
            Verdict::Wait => continue,
        };
        let source = match intent {
            FileIntent::AskNew => {
                dialogs.open(Dialog::NewMap(NewMap::blank(Source::NEW_MAP)));
                continue;
            }
            FileIntent::AskOpen => {
                chooser.open(Choosing::Open, &document);
                continue;
            }
            FileIntent::AskSaveAs => {
                chooser.open(Choosing::SaveAs, &document);
                continue;
            }
            FileIntent::Save => {
                match document.path.clone() {
                    Some(path) => queue.push_front((FileIntent::SaveAs(path), true)),
                    None => chooser.open(Choosing::SaveAs, &document),
                }
                continue;
            }
            FileIntent::SaveAs(path) if map_format(&path).is_some() => {
                // A map holds less than the document, so the changes stay unsaved.
                files.guard.cancelled();
                match export(&document, facts.first(), &path) {
                    Ok(told) => {
                        notices.write(Notice::new(told));
                    }
                    Err(text) => dialogs.open(cannot_save(text)),
                }
                continue;
            }
            FileIntent::SaveAs(path) => {
                let saved = document.run().saved();
                match save_file(&saved, &path) {
                    Ok(()) => {
                        document.mark_saved(&path);
                        files.opened(Source::File(path.clone()));
                        notices.write(Notice::new(saved_text(&path, &saved)));
                        queue.extend(files.guard.saved().map(|intent| (intent, true)));
                    }
                    Err(error) => {
                        files.guard.cancelled();
                        dialogs.open(cannot_save(error.to_string()));
                    }
                }
                continue;
            }
            FileIntent::Quit => {
                autosave.end();
                exit.write(AppExit::Success);
                return;
            }
            FileIntent::New(map) => Source::of_new_map(map),
            FileIntent::Open(path) if is_picture(&path) => {
                relay.send([Intent::Map(MapIntent::AskPicture(path))]);
                continue;
            }
            FileIntent::Open(path) if is_problem_file(&path) => {
                dialogs.open(match PatrolFile::find(&path) {
                    Ok(file) => Dialog::Patrols(file),
                    Err(text) => cannot_open(text),
                });
                continue;
            }
            FileIntent::Restore(index) => {
                match files.restore(index, &mut autosave) {
                    Some(Ok(restored)) => {
                        *document = restored;
                        *selection = Selection::default();
                    }
                    Some(Err(text)) => dialogs.open(cannot_open(text)),
                    None => {}
                }
                continue;
            }
            FileIntent::TakeFile => {
                notices.write(Notice::new(files.take_file(&mut document)));
                continue;
            }
            FileIntent::Open(path) => Source::File(path),
            FileIntent::OpenPicture(path, options) => Source::Picture(path, options),
            FileIntent::OpenPatrols(file) => file.source(),
            FileIntent::OpenShipped(index) => Source::Shipped(index),
            FileIntent::OpenGiven(scenario) => Source::Given(scenario),
            FileIntent::OpenPasted(scenario) => Source::Pasted(scenario),
            FileIntent::Reload => files.source.clone(),
            FileIntent::Previous | FileIntent::Next => {
                match files.neighbour(intent == FileIntent::Next) {
                    Some(index) => Source::Shipped(index),
                    None => continue,
                }
            }
        };
        match Files::read(&source) {
            Ok(opened) => {
                *document = opened;
                *selection = Selection::default();
                notices.write_batch(describe_map(&source, document.start()));
                // A scenario of an experiment runs at once, as it did there, and so does a pasted run.
                if matches!(source, Source::Given(_) | Source::Pasted(_)) {
                    *pace = Pace { running: true, steps: 0 };
                }
                // What is made before the first tick is part of the scenario.
                if matches!(source, Source::New(_) | Source::Made(_)) {
                    *pace = Pace { running: false, steps: 0 };
                }
                files.opened(source);
            }
            Err(text) => dialogs.open(cannot_open(text)),
        }
    }
}

/// Sets the title of the window: the name of the document, with `*` while it has unsaved changes.
fn name_window(document: Res<Document>, mut window: Single<&mut Window, With<PrimaryWindow>>) {
    let mark = if document.is_dirty() { "*" } else { "" };
    let title = format!("{}{mark} - Phalanx", document.name());
    if window.title != title {
        window.title = title;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gallery_is_circular_in_both_directions() {
        assert_eq!(neighbour(3, Some(2), true), Some(0));
        assert_eq!(neighbour(3, Some(0), false), Some(2));
        assert_eq!(neighbour(3, None, true), Some(0));
        assert_eq!(neighbour(0, None, true), None);
    }

    #[test]
    fn a_file_with_an_error_is_refused_with_a_message_and_a_map_has_no_scenario_file() {
        let folder = tempfile::tempdir().unwrap();
        let wrong = folder.path().join("wrong.ron");
        std::fs::write(&wrong, "(version: 1, map: Rows([\"..x\"]))").unwrap();
        let map = folder.path().join("small.map");
        std::fs::write(&map, "type octile\nheight 1\nwidth 3\nmap\n..@\n").unwrap();
        let message = Files::read(&Source::File(wrong)).err().unwrap();
        assert!(message.contains("wrong.ron"), "{message}");
        let document = Files::read(&Source::File(map)).ok().unwrap();
        assert_eq!(document.path, None);
        assert!(!document.is_dirty());
    }
}
