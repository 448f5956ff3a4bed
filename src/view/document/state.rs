//! The document: the run that is open, and its history. The arenas hold its state; whatever is shown is read there.
//!
//! An edit becomes part of the run at the present tick, before the first one too. The arenas get its actions at once, and show
//! them even during a pause.

use crate::scenario::{Action, Scenario, TeamAction};
use crate::sim::{Arena, Clock, Run, Tick, TickSystems, To};
use crate::view::document::comparison::{ComparisonIntent, letter};
use crate::view::document::history::{Edit, History};
use crate::view::document::intent::{EditIntent, Intent};
use crate::view::document::seek::{
    PassSystems, RunCache, Seek, bring_up_to_date, is_whole_second, keep_keyframes, name_teams,
};
use crate::view::panels::notices::Notice;
use bevy::prelude::*;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

mod serve;

pub(crate) use serve::serve_edits;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<RunCache>()
        .add_message::<Notice>()
        .add_systems(Update, read_clock.in_set(DocumentSystems::Read))
        .add_systems(
            Update,
            (serve_edits, bring_up_to_date, name_teams).chain().in_set(DocumentSystems::Serve),
        )
        .add_systems(
            Tick,
            keep_keyframes
                .run_if(is_whole_second)
                .in_set(PassSystems::KeepKeyframes)
                .after(TickSystems::Report),
        );
}

/// The stages of [`FrameSystems::Input`](crate::view::frame::FrameSystems::Input), in order.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DocumentSystems {
    /// The document takes in what the simulation reports.
    Read,
    /// Keys and tools send intents.
    Tools,
    /// Intents are served.
    Serve,
}

/// The open document.
#[derive(Resource)]
pub struct Document {
    /// The file it came from or was saved to.
    pub path: Option<PathBuf>,
    /// The present tick of the arenas.
    pub tick: u64,
    pub(super) history: History,
    /// The run that the arenas have; nothing before they exist.
    pub(super) shown: Option<Run>,
    /// The tick that the arenas seek; `None` once they are there.
    pub(super) seek: Option<Seek>,
    /// Intents that wait until the arenas have arrived.
    waiting: VecDeque<Intent>,
    /// Grows whenever the future of the run changes, with the tick from which on it does.
    branch: (u64, u64),
    serial: u64,
    /// The state of the history that is in the file.
    saved: Option<u64>,
}

impl Document {
    /// A document with a scenario. It counts as saved until it is changed.
    pub fn new(scenario: &Scenario, path: Option<PathBuf>) -> Self {
        Self::with_run(Run::of(scenario), path)
    }

    /// A document with a run.
    pub(super) fn with_run(run: Run, path: Option<PathBuf>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self {
            path,
            tick: 0,
            history: History::new(run),
            shown: None,
            seek: None,
            waiting: VecDeque::new(),
            branch: (0, 0),
            serial: NEXT.fetch_add(1, Ordering::Relaxed),
            saved: Some(0),
        }
    }

    /// A document that is not in its file yet, such as work restored after a crash.
    pub fn unsaved(scenario: &Scenario, path: Option<PathBuf>) -> Self {
        Self { saved: None, ..Self::new(scenario, path) }
    }

    /// Whether there are unsaved changes.
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.history.state())
    }

    /// Records that the present state is in a file.
    pub fn mark_saved(&mut self, path: &Path) {
        self.history.seal();
        self.path = Some(path.to_owned());
        self.saved = Some(self.history.state());
    }

    /// Nothing of what was changed so far is worth a question.
    pub fn forget_changes(&mut self) {
        self.history.seal();
        self.saved = Some(self.history.state());
    }

    /// The scenario that the run starts from: its title, its description, its map.
    pub fn start(&self) -> &Arc<Scenario> {
        self.run().start()
    }

    /// A number of its own for every document that was opened.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// Identifies what would be saved, see [`History::state`].
    pub fn state(&self) -> u64 {
        self.history.state()
    }

    /// The name in the title of the window: that of the file, or the scenario's title.
    pub fn name(&self) -> String {
        let file = self.path.as_deref().and_then(Path::file_name);
        match file {
            Some(name) => name.to_string_lossy().into_owned(),
            None if self.start().title.is_empty() => "untitled".into(),
            None => self.start().title.clone(),
        }
    }

    /// The history, for the menu.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The present run.
    pub fn run(&self) -> &Run {
        self.history.run()
    }

    /// A number that grows whenever the future of the run changes, and the tick from which on it does.
    pub fn branch(&self) -> (u64, u64) {
        self.branch
    }

    /// The tick that the arenas seek; `None` once they are there.
    pub fn seek_target(&self) -> Option<u64> {
        self.seek.map(|seek| seek.tick)
    }

    /// Makes an edit part of the run at the present tick. Edits after this tick leave the run; undo brings them back.
    pub(super) fn perform(&mut self, mut edit: Edit) {
        // The run would be saved with them, and the file could not be read.
        edit.actions.retain(|action| action.fault().is_none());
        if edit.actions.is_empty() {
            return;
        }
        if edit.to == To::All && self.run().is_about_all_of_it(&edit.actions) {
            self.describe(&edit);
            return;
        }
        let mut run = self.run().clone();
        run.branch_at(self.tick);
        if self.history.continues(&edit) && run.ends_with_setting_of(self.tick, &edit.actions) {
            run.replace_last(edit.actions.clone());
        } else {
            run.add(self.tick, edit.to, edit.name.as_str(), edit.actions.clone());
        }
        // Before the first tick later teams move up, as they do in a file.
        let removes = |action: &Action| matches!(action, Action::Team(TeamAction::Remove(_)));
        if self.tick == 0 && edit.actions.iter().any(removes) {
            run = run.with_new_start();
        }
        self.history.record(&edit, run, self.tick, edit.to.includes(0));
        self.changed_from(self.tick);
    }

    /// Changes what is said about the run as a whole. Another seed starts it again.
    fn describe(&mut self, edit: &Edit) {
        let Some(run) = self.run().described(&edit.actions) else { return };
        let starts_again = !run.has_root_of(self.run());
        self.history.record(edit, run, self.tick, true);
        if starts_again {
            self.start_again();
        }
    }

    /// The run is another one from its start on.
    fn start_again(&mut self) {
        self.history.start_again();
        self.changed_from(0);
        self.go_to(0);
    }

    pub(super) fn changed_from(&mut self, tick: u64) {
        self.branch = (self.branch.0 + 1, tick);
    }

    /// Adds or closes an arena beside the first. All arenas start again; undo leads back to this moment.
    pub(super) fn serve_comparison(&mut self, intent: &ComparisonIntent) {
        let now = self.seek_target().unwrap_or(self.tick);
        let (name, run) = match intent {
            ComparisonIntent::Add { team, doctrine } => {
                ("Compare side by side".into(), self.run().with_arena(*team, *doctrine))
            }
            ComparisonIntent::Close(arena) => {
                (format!("Close {}", letter(*arena)), self.run().without_arena(*arena))
            }
        };
        self.history.record(&Edit::new(name, Vec::new()), run, now, false);
        self.start_again();
    }

    /// Goes back to the moment before the last edit.
    pub(super) fn undo(&mut self) {
        let left = self.run().clone();
        if let Some(tick) = self.history.undo(self.seek_target().unwrap_or(self.tick)) {
            self.leave(&left, tick, tick);
        }
    }

    /// Goes to the run that was left by undo, to the moment at which it was left.
    pub(super) fn redo(&mut self) {
        let (left, before) = (self.run().clone(), self.tick);
        if let Some(tick) = self.history.redo() {
            self.leave(&left, before.min(tick), tick);
        }
    }

    /// Leaves a run for the present one, which differs from a tick on, or from the start if its arenas are built differently.
    fn leave(&mut self, left: &Run, from: u64, to: u64) {
        let alike = left.has_root_of(self.run());
        self.changed_from(if alike { from } else { 0 });
        self.go_to(to);
    }

    /// Goes to the start of the run. Every edit happens again at its tick.
    pub fn restart(&mut self) {
        self.go_to(0);
    }

    /// Starts again with all edits of the run at tick 0. Orders by hand keep their ticks.
    pub fn restart_with_all_edits(&mut self) {
        let run = self.run().with_all_edits_at_the_start();
        let edit = Edit::new("Restart with all edits", Vec::new());
        self.history.record(&edit, run, self.tick, true);
        self.start_again();
    }

    /// Goes to another tick of the run, earlier or later.
    pub fn go_to(&mut self, tick: u64) {
        self.history.seal();
        self.stay_at(tick);
    }

    /// The arenas seek a tick of the present run, during a drag.
    pub(super) fn stay_at(&mut self, tick: u64) {
        let then_run = self.seek.is_some_and(|seek| seek.then_run);
        self.seek = Some(Seek { tick, then_run, started: false });
    }

    /// Whether the simulation goes on once the arenas have arrived.
    pub(crate) fn runs_then(&self) -> bool {
        self.seek.is_some_and(|seek| seek.then_run)
    }

    /// Sets whether the simulation goes on once the arenas have arrived.
    pub(crate) fn set_then_run(&mut self, run: bool) {
        if let Some(seek) = &mut self.seek {
            seek.then_run = run;
        }
    }

    /// Whether the next intent waits: an edit is made at the tick where the arenas are going.
    fn keeps_waiting(&self) -> bool {
        let edits = matches!(self.waiting.front(), Some(Intent::Edit(EditIntent::Perform(_))));
        edits && self.seek_target().is_some_and(|tick| tick != self.tick)
    }

    /// The arenas are at a tick of the present run.
    pub(super) fn reach(&mut self, tick: u64) {
        self.tick = tick;
        self.history.reach(tick);
    }
}

fn read_clock(mut document: ResMut<Document>, clocks: Query<(&Arena, &Clock)>) {
    if let Some((_, clock)) = clocks.iter().min_by_key(|(arena, _)| arena.index)
        && document.tick != clock.tick
    {
        document.reach(clock.tick);
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
pub(super) mod tests;
