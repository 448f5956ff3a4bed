//! The open scenario: its history, its files, its arenas, and the intents of the user.
//!
//! The way of an action from a click or a key to the simulation:
//!
//! | wrapper | what it adds to the [`Action`](crate::scenario::Action)s inside | made by | read by |
//! |---|---|---|---|
//! | [`Edit`] | a name for the history, the drag that it is part of, the one arena that it is for | tools, panels | `Document` |
//! | [`Intent`] | nothing: one message type for everything a user can want, of which an edit is one | keys, tools, panels | the module that serves it |
//! | `TimedEdit` | the tick | `Document` | the history, files, recordings |
//! | `Batch` | nothing but that tick | `Timeline` | the `Journal` of an arena, scenario files |
//!
//! `state` holds the document and serves edits. `timeline` is one run, `history` all runs that undo and redo lead to.
//! `seek` brings the arenas to another tick or another run.

pub(crate) mod autosave;
pub(crate) mod chooser;
pub(crate) mod comparison;
mod delivery;
pub(crate) mod direction_files;
mod facts;
pub(crate) mod files;
pub(crate) mod films;
pub(crate) mod gallery;
mod guard;
pub(crate) mod history;
pub(crate) mod intent;
pub(crate) mod maps;
pub(crate) mod numbers_file;
pub(crate) mod recordings;
pub(crate) mod scenario_pictures;
mod seek;
pub(crate) mod start_page;
pub(crate) mod state;
#[cfg(test)]
pub(crate) mod tests;
pub(crate) mod timeline;
mod unfinished;
pub(crate) mod watching;

pub use comparison::ComparisonIntent;
pub use direction_files::DirectionFileIntent;
pub use gallery::GalleryEntry;
pub use history::Edit;
pub use intent::{EditIntent, FileIntent, Intent, ShowIntent, TimeIntent, ToolIntent};
pub use maps::MapIntent;
pub use numbers_file::NumbersIntent;
pub use recordings::RecordingIntent;
pub use scenario_pictures::{Made, PictureOf, ScenarioPictures};
pub(crate) use seek::PassSystems;
pub use start_page::{StartEntry, StartGroup, StartIntent, StartPage};
pub(crate) use state::{Document, DocumentSystems, serve_edits};

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        intent::plugin,
        state::plugin,
        files::plugin,
        unfinished::plugin,
        films::plugin,
        chooser::plugin,
        direction_files::plugin,
        gallery::plugin,
        numbers_file::plugin,
        recordings::plugin,
        autosave::plugin,
        maps::plugin,
        watching::plugin,
        start_page::plugin,
    ));
}
