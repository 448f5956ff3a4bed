//! The open scenario: its history, its files, its arenas, and the intents of the user.
//!
//! From a click or a key to the simulation: a tool or a panel sends an [`Edit`] as an [`Intent`]; the
//! `Document` makes it an entry of its [`Run`](crate::sim::Run); the arenas take it in from their journals.
//!
//! `state` holds the document and serves edits. `history` keeps all runs that undo and redo lead to. `seek` gives the arenas
//! what is new, or brings them to another tick or another run.

mod alone;
pub(crate) mod autosave;
pub(crate) mod chooser;
pub(crate) mod comparison;
pub(crate) mod direction_files;
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
mod unfinished;
pub(crate) mod watching;

pub use alone::alone;
pub use comparison::ComparisonIntent;
pub use direction_files::DirectionFileIntent;
pub use gallery::GalleryEntry;
pub use history::Edit;
pub use intent::{EditIntent, FileIntent, Intent, ShowIntent, TimeIntent, ToolIntent};
pub use maps::MapIntent;
pub use numbers_file::NumbersIntent;
pub use recordings::RecordingIntent;
pub use scenario_pictures::{Made, PictureOf, ScenarioPictures};
pub(crate) use seek::{PassSystems, bring_up_to_date};
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
