//! What the user wants, as data.
//!
//! Keys, tools and panels send intents; each is served by one module. So a panel can be tested without a window, and a
//! button does the same as its key.

use crate::grid::Cell;
use crate::scenario::{
    MapOptions, NewMap, PatrolFile, Scenario, TeamId, UnitId, is_picture, is_problem_file,
};
use crate::view::document::comparison::ComparisonIntent;
use crate::view::document::direction_files::DirectionFileIntent;
use crate::view::document::films::FilmIntent;
use crate::view::document::history::Edit;
use crate::view::document::maps::MapIntent;
use crate::view::document::numbers_file::NumbersIntent;
use crate::view::document::recordings::RecordingIntent;
use crate::view::document::start_page::StartIntent;
use crate::view::input::selection::Selection;
use crate::view::input::tools::{Armed, Tool};
use crate::view::lessons::LearnIntent;
use crate::view::panels::event_kinds::EventIntent;
use crate::view::panels::experiment_runs::ExperimentIntent;
use crate::view::panels::places::{Side, Tab};
use crate::view::settings::SettingsIntent;
use bevy::ecs::message::MessageCursor;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<Intent>();
}

/// Something that the user wants.
#[derive(Message, Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "only a few are sent in a frame")]
pub enum Intent {
    /// Files; served by `document::files`.
    File(FileIntent),
    /// Changes of the scenario; served by `document::state`.
    Edit(EditIntent),
    /// Arenas side by side; served by `document::state`.
    Comparison(ComparisonIntent),
    /// Pictures and films; served by `films`.
    Film(FilmIntent),
    /// Recordings and moments; served by `document::recordings`.
    Recording(RecordingIntent),
    /// Files with learned directions; served by `document::direction_files`.
    DirectionFile(DirectionFileIntent),
    /// The start page; served by `document::start_page`.
    Start(StartIntent),
    /// The numbers of the run as a file; served by `document::numbers_file`.
    Numbers(NumbersIntent),
    /// The user's own maps; served by `document::maps`.
    Map(MapIntent),
    /// Simulated time; served by `input::time_control`.
    Time(TimeIntent),
    /// Tools and the selection; served by `input::tools::commands`.
    Tool(ToolIntent),
    /// What is shown; served by `panels::layout` and `scene::screenshot`.
    Show(ShowIntent),
    /// The papers' experiments; served by `panels::experiment_runs`.
    Experiment(ExperimentIntent),
    /// What stays from one start to the next; served by `settings`.
    Settings(SettingsIntent),
    /// Lessons and about cards; served by `lessons::follow`.
    Learn(LearnIntent),
    /// The list of events; served by `panels::event_kinds`.
    Event(EventIntent),
}

impl Intent {
    /// Performs an edit.
    pub fn perform(edit: Edit) -> Self {
        Self::Edit(EditIntent::Perform(edit))
    }
}

/// Reads intents and sends others in the same system. Intents that are sent are seen by the systems after it in the same
/// frame.
#[derive(SystemParam)]
pub struct IntentRelay<'w, 's> {
    messages: ResMut<'w, Messages<Intent>>,
    cursor: Local<'s, MessageCursor<Intent>>,
}

impl IntentRelay<'_, '_> {
    /// The intents since the last time.
    pub fn take(&mut self) -> Vec<Intent> {
        self.cursor.read(&self.messages).cloned().collect()
    }

    /// Sends intents.
    pub fn send(&mut self, intents: impl IntoIterator<Item = Intent>) {
        self.messages.write_batch(intents);
    }
}

/// An intent about files.
#[derive(Clone, Debug, PartialEq)]
pub enum FileIntent {
    /// Asks what a new map is made of.
    AskNew,
    /// Starts with a new map.
    New(NewMap),
    /// Asks which file to open.
    AskOpen,
    /// Opens a scenario or a map.
    Open(PathBuf),
    /// Opens a picture as a map.
    OpenPicture(PathBuf, MapOptions),
    /// Opens a problem file as patrols on its map.
    OpenPatrols(PatrolFile),
    /// Opens a scenario of the gallery, by its index.
    OpenShipped(usize),
    /// Opens a scenario that is not a file, such as one that an experiment ran.
    OpenGiven(Arc<Scenario>),
    /// Opens a scenario that was pasted as text. It counts as unsaved.
    OpenPasted(Arc<Scenario>),
    /// Opens the previous scenario of the gallery.
    Previous,
    /// Opens the next scenario of the gallery.
    Next,
    /// Reloads the present file.
    Reload,
    /// Reads the present file again, whatever has changed here: another program has saved it.
    TakeFile,
    /// Opens unfinished work, by its index in the list.
    Restore(usize),
    /// Saves; asks where if there is no file yet.
    Save,
    /// Asks where to save.
    AskSaveAs,
    /// Saves into this file.
    SaveAs(PathBuf),
    /// Quits the program.
    Quit,
}

impl FileIntent {
    /// Whether it replaces the open document.
    pub fn replaces_document(&self) -> bool {
        match self {
            // A dialog asks first.
            Self::Open(path) => !is_picture(path) && !is_problem_file(path),
            Self::Save | Self::AskSaveAs | Self::SaveAs(_) | Self::AskOpen | Self::AskNew => false,
            // The question was another one.
            Self::TakeFile => false,
            _ => true,
        }
    }
}

/// An intent that changes the scenario.
#[derive(Clone, Debug, PartialEq)]
pub enum EditIntent {
    /// Performs an edit, which can be undone.
    Perform(Edit),
    /// Ends a drag: the next edit is a new entry of the history.
    Seal,
    /// Undoes the last edit.
    Undo,
    /// Repeats the edit that was undone last.
    Redo,
}

/// An intent about simulated time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeIntent {
    /// Pauses or continues.
    TogglePause,
    /// One tick forward, then pause.
    Step,
    /// One tick back, then pause.
    StepBack,
    /// The next higher speed.
    Faster,
    /// The next lower speed.
    Slower,
    /// One simulated second per second.
    NormalSpeed,
    /// Back to the start. Every edit happens again at its tick.
    Restart,
    /// Back to the start, with all edits there.
    RestartWithAllEdits,
    /// To a tick, then pause.
    GoTo(u64),
}

/// An intent about tools and the selection.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolIntent {
    /// Switches to a tool.
    Take(Tool),
    /// Switches to the tool that drops units, for a team.
    DropFor(TeamId),
    /// A larger brush, obstacle or block.
    Larger,
    /// A smaller brush, obstacle or block.
    Smaller,
    /// The next left click gives this order.
    Arm(Armed),
    /// Stops the selected units.
    Hold,
    /// Selects every unit.
    SelectAll,
    /// Replaces the selection.
    Select(Selection),
    /// Deletes the selection.
    Delete,
    /// Cancels a drag, an armed order, the tool or the selection: the first that applies.
    Escape,
    /// Stores the selection under a number.
    StoreGroup(u8),
    /// Selects the units stored under a number.
    RecallGroup(u8),
    /// Units with these ids were dropped. Says so if they are fewer than `wanted`.
    Dropped {
        /// How many the user asked for.
        wanted: u32,
        /// Those inside the map.
        units: BTreeSet<UnitId>,
    },
}

/// An intent about what is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShowIntent {
    /// Shows or hides the list of keys.
    ToggleHelp,
    /// Hides the list of keys.
    CloseHelp,
    /// Hides the large plot.
    ClosePlot,
    /// Shows or hides the panels.
    TogglePanels,
    /// Opens or closes one panel.
    ToggleSide(Side),
    /// Shows a tab of the right panel.
    Tab(Tab),
    /// Shows or hides an overlay, by its index in the list.
    ToggleOverlay(usize),
    /// A cell was clicked for the order whose fields are open.
    Picked(Cell),
    /// Moves the camera to a position, in cells.
    CentreOn(Vec2),
    /// Fits the map into the window.
    FitMap,
    /// Follows the selection, or stops following it.
    FollowSelection,
    /// Saves a screenshot.
    Screenshot,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saving_does_not_replace_the_document() {
        assert!(!FileIntent::Save.replaces_document());
        assert!(!FileIntent::SaveAs("a.ron".into()).replaces_document());
        assert!(FileIntent::Quit.replaces_document());
        assert!(FileIntent::New(NewMap::blank(crate::grid::Bounds::new(3, 3))).replaces_document());
        assert!(FileIntent::Reload.replaces_document());
        assert!(FileIntent::Open("a.map".into()).replaces_document());
        assert!(!FileIntent::Open("a.png".into()).replaces_document(), "a dialog comes first");
        assert!(!FileIntent::Open("a.scen".into()).replaces_document(), "a dialog comes first");
        let options = MapOptions::default();
        assert!(FileIntent::OpenPicture("a.png".into(), options).replaces_document());
    }
}
