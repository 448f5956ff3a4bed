//! Unsaved work of programs that were killed: offered at the start, and on the start page as long as it is there.

use crate::scenario::{Source, load_file};
use crate::view::document::autosave::{Autosave, Orphan};
use crate::view::document::files::Files;
use crate::view::document::state::Document;
use crate::view::folders::Folders;
use crate::view::panels::dialogs::{Dialog, Dialogs};
use bevy::prelude::*;
use std::path::PathBuf;
use std::time::SystemTime;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Startup, offer_orphans);
}

impl Files {
    /// Unsaved work of programs that were killed: name, age and file.
    pub fn unfinished(&self) -> Vec<(String, String, PathBuf)> {
        let row = |orphan: &Orphan| {
            let (name, age) = describe(orphan);
            (name, age, orphan.file())
        };
        self.orphans.iter().map(row).collect()
    }

    /// Restores unsaved work, by its index in the list.
    pub(super) fn restore(
        &mut self,
        index: usize,
        autosave: &mut Autosave,
    ) -> Option<Result<Document, String>> {
        let orphan = (index < self.orphans.len()).then(|| self.orphans.remove(index))?;
        Some(load_file(&orphan.file()).map_err(|e| e.to_string()).map(|scenario| {
            let path = orphan.origin.clone();
            autosave.adopt(orphan);
            self.current = None;
            self.revision += 1;
            self.source = path.clone().map_or_else(Source::default, Source::File);
            Document::unsaved(&scenario, path)
        }))
    }
}

/// The name and the age of unsaved work.
fn describe(orphan: &Orphan) -> (String, String) {
    let name = if orphan.name.is_empty() { "untitled" } else { &orphan.name };
    let age = SystemTime::now().duration_since(orphan.modified).unwrap_or_default().as_secs();
    let age = match age {
        0..60 => "less than a minute ago".into(),
        60..7200 => format!("{} min ago", age / 60),
        7200..172_800 => format!("{} hours ago", age / 3600),
        _ => format!("{} days ago", age / 86_400),
    };
    (name.into(), age)
}

/// Offers unsaved work of programs that were killed.
fn offer_orphans(
    folders: Option<Res<Folders>>,
    mut files: ResMut<Files>,
    mut dialogs: ResMut<Dialogs>,
) {
    let Some(folder) = folders.as_ref().and_then(|folders| folders.data.as_deref()) else { return };
    files.orphans = Orphan::find(folder);
    if !files.orphans.is_empty() {
        let works = files
            .orphans
            .iter()
            .map(describe)
            .map(|(name, age)| format!("{name}, {age}"))
            .collect();
        dialogs.open(Dialog::Restore { works });
    }
}
