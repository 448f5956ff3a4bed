//! The document: the run that is open, its history, and the scenario as it is now.
//!
//! An edit before the first tick changes the scenario that the run starts from. A later one becomes part of the run at its
//! tick. Either way the arenas get its actions at once, and show them even during a pause.

use crate::scenario::{Action, Batch, NewUnit, Scenario};
use crate::sim::{Arena, Clock, Tick, TickSystems};
use crate::view::document::comparison::{Comparison, ComparisonIntent, letter};
use crate::view::document::delivery::{Outgoing, deliver, read_motion};
use crate::view::document::facts::{moves_teams_up, name_teams};
use crate::view::document::history::{Edit, History, replaces};
use crate::view::document::intent::{EditIntent, Intent};
use crate::view::document::seek::{
    PassSystems, RunCache, Seek, build_before_the_first_tick, is_whole_second, keep_keyframes, seek,
};
use crate::view::document::timeline::{Timeline, addressed, fold};
use crate::view::panels::notices::Notice;
use bevy::prelude::*;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

mod serve;

pub(crate) use serve::serve_edits;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<RunCache>()
        .add_message::<Notice>()
        .add_systems(Update, (read_clock, read_motion).chain().in_set(DocumentSystems::Read))
        .add_systems(
            Update,
            (serve_edits, seek, deliver, name_teams).chain().in_set(DocumentSystems::Serve),
        )
        .add_systems(
            Tick,
            (
                build_before_the_first_tick.in_set(PassSystems::Build).before(TickSystems::Command),
                keep_keyframes
                    .run_if(is_whole_second)
                    .in_set(PassSystems::KeepKeyframes)
                    .after(TickSystems::Report),
            ),
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
    /// The scenario as it is now, with all edits up to the present tick.
    pub scenario: Scenario,
    /// The file it came from or was saved to.
    pub path: Option<PathBuf>,
    /// The present tick of the arenas.
    pub tick: u64,
    /// How the arenas beside the first differ from it now.
    pub(super) comparison: Comparison,
    pub(super) history: History,
    /// The run that the arenas were built for; nothing before they exist.
    pub(super) shown: Option<Timeline>,
    /// Whether the arenas show edits at tick 0 as a preview, and must be built again before the first tick.
    pub(super) rebuild_at_start: bool,
    /// The tick that the arenas are brought to, while they are not there.
    pub(super) seek: Option<Seek>,
    pub(super) outbox: Vec<Outgoing>,
    /// Intents that wait until the arenas have arrived.
    waiting: VecDeque<Intent>,
    /// The number of edits that `scenario` has taken in.
    pub(super) folded: usize,
    /// Grows whenever the future of the run changes, with the tick from which on it does.
    branch: (u64, u64),
    serial: u64,
    /// The state of the history that is in the file.
    saved: Option<u64>,
}

impl Document {
    /// A document with a scenario. It counts as saved until it is changed.
    pub fn new(scenario: Scenario, path: Option<PathBuf>) -> Self {
        Self::with_run(Timeline::new(scenario), path)
    }

    /// A document with a run.
    pub(super) fn with_run(timeline: Timeline, path: Option<PathBuf>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let (scenario, comparison) = timeline.at(0);
        Self {
            scenario,
            path,
            tick: 0,
            comparison,
            history: History::new(timeline),
            shown: None,
            rebuild_at_start: false,
            seek: None,
            outbox: Vec::new(),
            waiting: VecDeque::new(),
            folded: 0,
            branch: (0, 0),
            serial: NEXT.fetch_add(1, Ordering::Relaxed),
            saved: Some(0),
        }
    }

    /// A document that is not in its file yet, such as work restored after a crash.
    pub fn unsaved(scenario: Scenario, path: Option<PathBuf>) -> Self {
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

    /// The scenario with the actions at their ticks, as it is saved.
    pub fn recorded(&self) -> Scenario {
        self.timeline().recorded()
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
            None if self.scenario.title.is_empty() => "untitled".into(),
            None => self.scenario.title.clone(),
        }
    }

    /// The history, for the menu.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The present run.
    pub fn timeline(&self) -> &Timeline {
        self.history.timeline()
    }

    /// How the arenas beside the first differ from it.
    pub fn comparison(&self) -> &Comparison {
        &self.comparison
    }

    /// A number that grows whenever the future of the run changes, and the tick from which on it does.
    pub fn branch(&self) -> (u64, u64) {
        self.branch
    }

    /// The tick that the arenas are brought to, while they are not there.
    pub fn seek_target(&self) -> Option<u64> {
        self.seek.map(|seek| seek.tick)
    }

    /// Applies an edit at the present tick, to the scenario and every arena or to one arena beside the first. Edits after
    /// this tick leave the run; undo brings them back.
    pub(super) fn perform(&mut self, mut edit: Edit) {
        // The run would be saved with them, and the file could not be read.
        edit.actions.retain(|action| action.fault().is_none());
        if edit.actions.is_empty() {
            return;
        }
        if self.is_about_the_whole_run(&edit) {
            self.perform_on_start(&edit);
            return;
        }
        let mut timeline = self.timeline().clone();
        let branches = timeline.has_future(self.tick);
        timeline.branch_at(self.tick);
        fold(self.tick, edit.arena, &edit.actions, &mut self.scenario, &mut self.comparison);
        if self.tick == 0 {
            timeline.restart_from(&self.scenario, self.comparison.clone());
            self.scenario = Scenario::clone(&timeline.start);
            self.rebuild_at_start = true;
            if moves_teams_up(&edit) {
                self.go_to_now();
            }
            let snapped: Vec<Action> = edit.actions.iter().map(|a| self.snapped(a)).collect();
            let mut comparison = self.comparison.clone();
            for (arena, actions) in addressed(&mut comparison, edit.arena, &snapped) {
                self.outbox.push(Outgoing::Setup(arena, actions));
            }
        } else {
            self.add_timed(&mut timeline, &edit, branches);
        }
        let saved = edit.arena.is_none();
        self.history.record(&edit, timeline, self.tick, saved);
        self.folded = self.timeline().edits().len();
        self.changed_from(self.tick);
    }

    fn add_timed(&mut self, timeline: &mut Timeline, edit: &Edit, branches: bool) {
        let last = timeline.edits().last().filter(|last| last.tick == self.tick);
        let replaced = self.history.continues(edit)
            && last.is_some_and(|last| replaces(&last.actions, &edit.actions));
        if replaced {
            timeline.replace_last(edit.actions.clone());
        } else {
            timeline.add(self.tick, edit.arena, &edit.name, edit.actions.clone());
        }
        if replaced || branches {
            // What the arenas know of the future is wrong.
            self.go_to_now();
            return;
        }
        let mut comparison = self.comparison.clone();
        for (arena, actions) in addressed(&mut comparison, edit.arena, &edit.actions) {
            self.outbox.push(Outgoing::Script(arena, Batch { tick: self.tick, actions }));
        }
        self.shown = Some(timeline.clone());
    }

    /// Before the first tick units stand in the middle of cells, as they do when the scenario is loaded.
    fn snapped(&self, action: &Action) -> Action {
        let Action::Spawn(units) = action else { return action.clone() };
        let snap = |unit: &NewUnit| {
            let placed = self.scenario.units.iter().find(|known| known.id == unit.id);
            let at = placed.map_or(unit.at, |known| known.kind.position_at(known.at));
            NewUnit { at, ..unit.clone() }
        };
        Action::Spawn(units.iter().map(snap).collect())
    }

    pub(super) fn changed_from(&mut self, tick: u64) {
        self.branch = (self.branch.0 + 1, tick);
    }

    /// Adds or closes an arena beside the first. All arenas start again; undo leads back to this moment.
    pub(super) fn serve_comparison(&mut self, intent: &ComparisonIntent) {
        let now = self.seek_target().unwrap_or(self.tick);
        let before = self.timeline();
        let (name, timeline) = match intent {
            ComparisonIntent::Add { team, doctrine } => {
                let mut comparison = before.comparison.clone();
                comparison.add(&before.start, *team, *doctrine);
                ("Compare side by side".into(), before.with_comparison(comparison))
            }
            ComparisonIntent::Close(arena) => {
                (format!("Close {}", letter(*arena)), before.without_arena(*arena))
            }
        };
        self.history.record(&Edit::new(name, Vec::new()), timeline, now, false);
        self.history.start_again();
        self.changed_from(0);
        self.go_to(0);
    }

    /// Goes back to the moment before the last edit.
    pub(super) fn undo(&mut self) {
        let left = self.timeline().clone();
        if let Some(tick) = self.history.undo(self.seek_target().unwrap_or(self.tick)) {
            self.leave(&left, tick, tick);
        }
    }

    /// Goes to the run that was left by undo, to the moment at which it was left.
    pub(super) fn redo(&mut self) {
        let (left, before) = (self.timeline().clone(), self.tick);
        if let Some(tick) = self.history.redo() {
            self.leave(&left, before.min(tick), tick);
        }
    }

    /// Leaves a run for the present one, which differs from a tick on, or from the start if its arenas are built differently.
    fn leave(&mut self, left: &Timeline, from: u64, to: u64) {
        let alike = left.has_root_of(self.timeline());
        self.changed_from(if alike { from } else { 0 });
        self.go_to(to);
    }

    /// Goes to the start of the run. Every edit happens again at its tick.
    pub fn restart(&mut self) {
        self.go_to(0);
    }

    /// Starts again with all edits of the run at tick 0. Orders by hand keep their ticks.
    pub fn restart_with_all_edits(&mut self) {
        let (scenario, comparison) = self.timeline().at(u64::MAX);
        let mut timeline = self.timeline().clone();
        timeline.restart_from(&scenario, comparison);
        for edit in self.timeline().edits() {
            let is_order = |action: &&Action| matches!(action, Action::Order { .. });
            let orders: Vec<Action> = edit.actions.iter().filter(is_order).cloned().collect();
            if !orders.is_empty() {
                timeline.add(edit.tick, edit.arena, &edit.name, orders);
            }
        }
        let edit = Edit::new("Restart with all edits", Vec::new());
        self.history.record(&edit, timeline, self.tick, true);
        self.history.start_again();
        self.changed_from(0);
        self.go_to(0);
    }

    /// Goes to another tick of the run, earlier or later.
    pub fn go_to(&mut self, tick: u64) {
        self.history.seal();
        self.outbox.clear();
        let then_run = self.seek.is_some_and(|seek| seek.then_run);
        self.seek = Some(Seek { tick, then_run, started: false });
    }

    /// The arenas stay at this tick and take in the changed run.
    fn go_to_now(&mut self) {
        self.outbox.clear();
        let then_run = self.seek.is_some_and(|seek| seek.then_run);
        self.seek = Some(Seek { tick: self.tick, then_run, started: false });
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
    pub(super) fn show(&mut self, tick: u64) {
        self.tick = tick;
        let (scenario, comparison) = self.timeline().at(tick);
        (self.scenario, self.comparison) = (scenario, comparison);
        self.folded = self.timeline().edits().partition_point(|edit| edit.tick <= tick);
        self.history.reach(tick);
    }

    /// Time has passed: takes in the edits of the run that are due by now.
    fn advance(&mut self, tick: u64) {
        self.tick = tick;
        self.history.reach(tick);
        let edits = self.history.timeline().edits();
        while let Some(edit) = edits.get(self.folded).filter(|edit| edit.tick <= tick) {
            edit.fold_into(&mut self.scenario, &mut self.comparison);
            self.folded += 1;
        }
    }
}

fn read_clock(mut document: ResMut<Document>, clocks: Query<(&Arena, &Clock)>) {
    if let Some((_, clock)) = clocks.iter().min_by_key(|(arena, _)| arena.index)
        && document.tick != clock.tick
    {
        document.advance(clock.tick);
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
pub(super) mod tests;
