//! What a person wants, as data: keys, buttons and dialogs all say it in these words.
//!
//! A panel returns intents and a key sends one; each is served by the one module that knows how. So a
//! panel can be tested without a window, and a button and its key can never differ.

use crate::grid::Bounds;
use crate::scenario::Scenario;
use crate::view::document::comparison::BesideIntent;
use crate::view::document::direction_files::LearnedIntent;
use crate::view::document::history::Edit;
use crate::view::input::tools::{Armed, Tool};
use crate::view::panels::experiment_runs::ExperimentIntent;
use bevy::prelude::*;
use std::path::PathBuf;
use std::sync::Arc;

pub(crate) fn plugin(app: &mut App) {
    app.add_message::<Intent>();
}

/// Something that a person wants.
#[derive(Message, Clone, Debug, PartialEq)]
#[allow(clippy::large_enum_variant, reason = "a person wants only a few things in a frame")]
pub enum Intent {
    /// About files; served by `files`.
    File(FileIntent),
    /// About the contents; served by `document`.
    Edit(EditIntent),
    /// About the arenas side by side; served by `document`.
    Comparison(BesideIntent),
    /// About learned directions; served by `learned`.
    Learned(LearnedIntent),
    /// About simulated time; served by `time_control`.
    Time(TimeIntent),
    /// About tools and the selection; served by `tools`.
    Tool(ToolIntent),
    /// About what is shown; served by `panels`.
    Show(ShowIntent),
    /// About the papers' experiments; served by `experiments`.
    Experiment(ExperimentIntent),
}

/// What can be done with files.
#[derive(Clone, Debug, PartialEq)]
pub enum FileIntent {
    /// Asks for the size of a new map.
    AskNew,
    /// Starts with an empty map of this size.
    New(Bounds),
    /// Asks which file to open.
    AskOpen,
    /// Opens a scenario or a map.
    Open(PathBuf),
    /// Opens one of the scenarios that come with the program, by its place in the gallery.
    OpenShipped(usize),
    /// Opens a scenario that is no file, such as one that an experiment was run on.
    OpenGiven(Arc<Scenario>),
    /// Opens the scenario that comes before the present one in the gallery.
    Previous,
    /// Opens the scenario that comes after the present one in the gallery.
    Next,
    /// Reads the present file again.
    Reload,
    /// Saves; asks where, if the work has no file yet.
    Save,
    /// Asks where to save.
    AskSaveAs,
    /// Saves into this file.
    SaveAs(PathBuf),
    /// Ends the program.
    Quit,
}

impl FileIntent {
    /// Whether the present work would be gone afterwards.
    pub fn replaces_work(&self) -> bool {
        !matches!(
            self,
            Self::Save | Self::AskSaveAs | Self::SaveAs(_) | Self::AskOpen | Self::AskNew
        )
    }
}

/// What can be done with the contents.
#[derive(Clone, Debug, PartialEq)]
pub enum EditIntent {
    /// Does something that can be undone.
    Perform(Edit),
    /// What is being dragged has been let go: the next edit is a new entry of the history.
    Seal,
    /// Takes the last edit back.
    Undo,
    /// Does again what was undone last.
    Redo,
}

/// What can be done with simulated time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum TimeIntent {
    /// Pauses or goes on.
    TogglePause,
    /// One tick forwards, then pause.
    Step,
    /// One tick backwards, then pause.
    StepBack,
    /// The next higher speed.
    Faster,
    /// The next lower speed.
    Slower,
    /// One simulated second per second.
    NormalSpeed,
    /// Back to the start, with all edits.
    Restart,
}

/// What can be done with tools and the selection.
#[derive(Clone, Debug, PartialEq)]
pub enum ToolIntent {
    /// Takes a tool.
    Take(Tool),
    /// A larger brush, obstacle or block.
    Larger,
    /// A smaller one.
    Smaller,
    /// The next left click gives this order.
    Arm(Armed),
    /// The selected units stop and stay.
    Hold,
    /// Selects every unit.
    SelectAll,
    /// Selects exactly these.
    Select(crate::view::shared::Selection),
    /// Deletes what is selected.
    Delete,
    /// Cancels what is going on; failing that, takes the select tool; failing that, clears the selection.
    Escape,
    /// Remembers the selection under a number.
    StoreGroup(u8),
    /// Selects what was stored under a number.
    RecallGroup(u8),
}

/// What can be done with what is shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum ShowIntent {
    /// Shows or hides the list of keys.
    ToggleHelp,
    /// Hides the list of keys.
    CloseHelp,
    /// Shows or hides the panels.
    TogglePanels,
    /// Shows or hides an overlay, by its place in the list.
    ToggleOverlay(usize),
    /// Moves the camera over a place, in cells.
    CentreOn(Vec2),
}

/// Short forms for those who send intents.
impl Intent {
    /// Performs an edit.
    pub fn perform(edit: Edit) -> Self {
        Self::Edit(EditIntent::Perform(edit))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saving_never_counts_as_replacing_the_work() {
        assert!(!FileIntent::Save.replaces_work());
        assert!(!FileIntent::SaveAs("a.ron".into()).replaces_work());
        assert!(FileIntent::Quit.replaces_work());
        assert!(FileIntent::New(Bounds::new(3, 3)).replaces_work());
        assert!(FileIntent::Reload.replaces_work());
    }
}
