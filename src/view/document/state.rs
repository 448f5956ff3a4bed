//! The document: the scenario as it would be saved, its history, and the arenas that run it.
//!
//! An edit changes the scenario at once and goes to the inbox of every arena. What undoes it there is reported after the
//! next tick.

use crate::scenario::Scenario;
use crate::sim::{Arena, Clock};
use crate::view::document::comparison::{Comparison, ComparisonIntent, letter};
use crate::view::document::delivery::{Delivery, collect_inverses, deliver};
use crate::view::document::history::{Edit, History, Step};
use crate::view::document::intent::{EditIntent, Intent};
use crate::view::document::rebuild::{Rebuild, Start, rebuild_arenas};
use bevy::prelude::*;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, (read_clock, collect_inverses).chain().in_set(DocumentSystems::Read))
        .add_systems(
            Update,
            (serve_edits, rebuild_arenas, deliver).chain().in_set(DocumentSystems::Serve),
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

/// The open scenario.
#[derive(Resource)]
pub struct Document {
    /// The scenario, with all edits.
    pub scenario: Scenario,
    /// The file it came from or was saved to.
    pub path: Option<PathBuf>,
    /// The present tick of the arenas.
    pub tick: u64,
    /// How the arenas beside the first differ from it.
    pub(super) comparison: Comparison,
    /// What the arenas were built from.
    pub(super) start: Start,
    /// How the arenas are to be built again in this frame.
    pub(super) rebuild: Option<Rebuild>,
    pub(super) delivery: Delivery,
    pub(super) history: History,
    serial: u64,
    /// The state of the history that is in the file.
    saved: Option<u64>,
    /// Steps through the history that wait for inverses.
    steps: VecDeque<HistoryStep>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum HistoryStep {
    Undo,
    Redo,
}

impl Document {
    /// A document with a scenario. It counts as saved until it is changed.
    pub fn new(scenario: Scenario, path: Option<PathBuf>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self {
            start: Start { scenario: scenario.clone(), comparison: Comparison::default() },
            scenario,
            path,
            tick: 0,
            comparison: Comparison::default(),
            rebuild: Some(Rebuild::Start),
            delivery: Delivery::default(),
            history: History::default(),
            serial: NEXT.fetch_add(1, Ordering::Relaxed),
            saved: Some(0),
            steps: VecDeque::new(),
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

    /// A number of its own for every document that was opened.
    pub fn serial(&self) -> u64 {
        self.serial
    }

    /// Identifies the present state, see [`History::state`].
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

    /// How the arenas beside the first differ from it.
    pub fn comparison(&self) -> &Comparison {
        &self.comparison
    }

    /// Applies an edit to the scenario and to every arena, or to one arena beside the first.
    pub(super) fn perform(&mut self, edit: Edit) {
        if edit.actions.is_empty() {
            return;
        }
        self.steps.clear();
        let entry = self.history.record(&edit, &self.scenario, &self.comparison);
        for action in &edit.actions {
            match edit.arena {
                Some(arena) => self.comparison.apply(arena, action),
                None => self.scenario.apply(self.tick, action),
            }
        }
        self.delivery.send(edit.arena, Some(entry), &edit.actions, &self.comparison);
    }

    /// Adds or closes an arena beside the first.
    pub(super) fn serve_comparison(&mut self, intent: &ComparisonIntent) {
        self.steps.clear();
        let name = match intent {
            ComparisonIntent::Add { .. } => "Compare side by side".into(),
            ComparisonIntent::Close(arena) => format!("Close {}", letter(*arena)),
        };
        self.history.record_arenas(name, &self.scenario, &self.comparison);
        match intent {
            ComparisonIntent::Add { team, doctrine } => {
                self.comparison.add(&self.scenario, *team, *doctrine);
            }
            ComparisonIntent::Close(arena) => self.comparison.close(*arena),
        }
        self.restart();
    }

    /// Undoes the last edit as soon as its inverses have arrived.
    pub(super) fn undo(&mut self) {
        self.steps.push_back(HistoryStep::Undo);
    }

    /// Repeats the edit that was undone last.
    pub(super) fn redo(&mut self) {
        self.steps.push_back(HistoryStep::Redo);
    }

    /// Starts again from the beginning, with the scenario as it is now.
    pub fn restart(&mut self) {
        self.rebuild = Some(Rebuild::Start);
    }

    /// Returns to an earlier tick by running again from the start.
    pub fn go_to(&mut self, tick: u64) {
        self.rebuild = Some(Rebuild::At(tick));
    }

    /// Takes the steps through the history that were asked for, as far as the inverses have arrived.
    fn walk_history(&mut self) {
        while let Some(&step) = self.steps.front() {
            let (scenario, comparison) = (&mut self.scenario, &mut self.comparison);
            let result = match step {
                HistoryStep::Undo => {
                    self.history.undo(scenario, comparison, self.delivery.arenas())
                }
                HistoryStep::Redo => self.history.redo(scenario, comparison),
            };
            match result {
                Step::NotYet => return,
                Step::Nothing => {}
                Step::PerArena(actions) => {
                    for (arena, actions) in actions {
                        self.delivery.send(Some(arena), None, &actions, &self.comparison);
                    }
                }
                Step::Again { entry, arena, actions } => {
                    self.delivery.send(arena, Some(entry), &actions, &self.comparison);
                }
                Step::Rebuild => self.rebuild = Some(Rebuild::Start),
            }
            self.steps.pop_front();
        }
    }
}

fn read_clock(mut document: ResMut<Document>, clocks: Query<(&Arena, &Clock)>) {
    if let Some((_, clock)) = clocks.iter().min_by_key(|(arena, _)| arena.index)
        && document.tick != clock.tick
    {
        document.tick = clock.tick;
    }
}

/// Serves edits, undo and redo, and the comparison.
pub(crate) fn serve_edits(mut intents: MessageReader<Intent>, mut document: ResMut<Document>) {
    for intent in intents.read() {
        match intent {
            Intent::Comparison(intent) => document.serve_comparison(intent),
            Intent::Edit(EditIntent::Perform(edit)) => document.perform(edit.clone()),
            Intent::Edit(EditIntent::Seal) => document.history.seal(),
            Intent::Edit(EditIntent::Undo) => document.undo(),
            Intent::Edit(EditIntent::Redo) => document.redo(),
            _ => {}
        }
    }
    if !document.steps.is_empty() {
        document.walk_history();
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
