//! What a run is made of: the scenario at its start, and every edit with its tick.
//!
//! Edits before the first tick change the scenario itself. Later ones keep their ticks: in undo, after a step back, in files
//! and in recordings.

use crate::scenario::{Action, Batch, Scenario};
use crate::view::document::comparison::Comparison;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// An edit during a run.
#[derive(Clone, Debug)]
pub struct TimedEdit {
    /// The tick before which it is applied.
    pub tick: u64,
    /// The one arena beside the first that it is for. `None`: for all.
    pub arena: Option<u32>,
    /// Its name in the history.
    pub name: String,
    /// What it does.
    pub actions: Vec<Action>,
    /// The line of history up to and including this edit, see [`Timeline::line_at`].
    line: u64,
}

/// A run: where it starts and what happens in it. Cheap to copy.
#[derive(Clone, Debug)]
pub struct Timeline {
    /// The scenario at tick 0, without actions, as a file holds it: what runs is what is saved.
    pub start: Arc<Scenario>,
    /// How the arenas beside the first differ from it at tick 0.
    pub comparison: Comparison,
    /// Sorted by tick.
    edits: Vec<Arc<TimedEdit>>,
    /// The line of history before the first edit.
    root: u64,
}

fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl Timeline {
    /// The run of a scenario.
    pub fn new(mut scenario: Scenario) -> Self {
        let actions = std::mem::take(&mut scenario.actions);
        let mut timeline = Self::from_start(&scenario, Comparison::default());
        for Batch { tick, actions } in actions {
            let name = name_of(&actions);
            timeline.push(TimedEdit { tick, arena: None, name, actions, line: 0 });
        }
        timeline
    }

    fn from_start(start: &Scenario, mut comparison: Comparison) -> Self {
        comparison.close_ranks(&start.teams);
        let start = Scenario { actions: Vec::new(), ..start.tidied() };
        Self { start: Arc::new(start), comparison, edits: Vec::new(), root: fresh() }
    }

    /// The same edits with other arenas beside the first.
    pub fn with_comparison(&self, comparison: Comparison) -> Self {
        let mut timeline = Self::from_start(&self.start, comparison);
        self.edits.iter().for_each(|edit| timeline.push(TimedEdit::clone(edit)));
        timeline
    }

    /// The same edits from another start.
    pub fn with_start(&self, start: &Scenario) -> Self {
        let mut timeline = Self::from_start(start, self.comparison.clone());
        self.edits.iter().for_each(|edit| timeline.push(TimedEdit::clone(edit)));
        timeline
    }

    /// The same run, of which other names are told at the start. Its states are the same.
    pub fn with_names(&self, start: &Scenario) -> Self {
        Self { start: Arc::new(start.tidied()), ..self.clone() }
    }

    /// The same run without the edits for one arena, which is closed. Those of later arenas move up.
    pub fn without_arena(&self, arena: u32) -> Self {
        let mut timeline = self.clone();
        timeline.comparison.close(arena);
        timeline.edits.clear();
        timeline.root = fresh();
        for edit in self.edits.iter().filter(|edit| edit.arena != Some(arena)) {
            let moved = edit.arena.map(|other| if other > arena { other - 1 } else { other });
            timeline.push(TimedEdit { arena: moved, ..TimedEdit::clone(edit) });
        }
        timeline
    }

    /// The edits, sorted by tick.
    pub fn edits(&self) -> &[Arc<TimedEdit>] {
        &self.edits
    }

    /// Whether edits come after a tick.
    pub fn has_future(&self, tick: u64) -> bool {
        self.edits.last().is_some_and(|edit| edit.tick > tick)
    }

    /// Removes the edits after a tick: the run becomes another one from there on.
    pub fn branch_at(&mut self, tick: u64) {
        self.edits.retain(|edit| edit.tick <= tick);
    }

    /// Removes all edits, and starts from another scenario.
    pub fn restart_from(&mut self, start: &Scenario, comparison: Comparison) {
        *self = Self::from_start(start, comparison);
    }

    /// Adds an edit after all others.
    pub fn add(&mut self, tick: u64, arena: Option<u32>, name: &str, actions: Vec<Action>) {
        self.push(TimedEdit { tick, arena, name: name.into(), actions, line: 0 });
    }

    /// Replaces the last edit.
    pub fn replace_last(&mut self, actions: Vec<Action>) {
        if let Some(last) = self.edits.pop() {
            self.push(TimedEdit { actions, ..TimedEdit::clone(&last) });
        }
    }

    fn push(&mut self, edit: TimedEdit) {
        self.edits.push(Arc::new(TimedEdit { line: fresh(), ..edit }));
    }

    /// A number for what has happened before a tick. Two runs with the same number at a tick have the same state there.
    pub fn line_at(&self, tick: u64) -> u64 {
        let place = self.edits.partition_point(|edit| edit.tick < tick);
        place.checked_sub(1).map_or(self.root, |last| self.edits[last].line)
    }

    /// Whether the arenas of two runs are built alike.
    pub fn has_root_of(&self, other: &Timeline) -> bool {
        self.root == other.root
    }

    /// By arena: the actions that it gets.
    pub fn scripts(&self) -> Vec<Vec<Batch>> {
        let mut comparison = self.comparison.clone();
        let mut scripts = vec![Vec::new(); comparison.arenas().len()];
        for edit in &self.edits {
            for (arena, actions) in addressed(&mut comparison, edit.arena, &edit.actions) {
                if let Some(script) = scripts.get_mut(arena as usize) {
                    script.push(Batch { tick: edit.tick, actions });
                }
            }
        }
        scripts
    }

    /// By arena: the scenario that it runs, with its actions.
    pub fn scenarios(&self) -> Vec<Scenario> {
        let arenas = self.comparison.arenas().into_iter().zip(self.scripts());
        let scenario =
            |(arena, actions)| Scenario { actions, ..self.comparison.scenario(arena, &self.start) };
        arenas.map(scenario).collect()
    }

    /// The scenario and the comparison with the edits up to a tick.
    pub fn at(&self, tick: u64) -> (Scenario, Comparison) {
        let (mut scenario, mut comparison) =
            (Scenario::clone(&self.start), self.comparison.clone());
        for edit in self.edits.iter().filter(|edit| edit.tick <= tick) {
            edit.fold_into(&mut scenario, &mut comparison);
        }
        (scenario, comparison)
    }

    /// The scenario with the actions at their ticks, as it is saved. What is only for arenas beside the first is left out.
    pub fn recorded(&self) -> Scenario {
        let edits = self.edits.iter().filter(|edit| edit.arena.is_none());
        let mut actions: Vec<Batch> = Vec::new();
        for edit in edits {
            match actions.last_mut() {
                Some(last) if last.tick == edit.tick => last.actions.extend(edit.actions.clone()),
                _ => actions.push(Batch { tick: edit.tick, actions: edit.actions.clone() }),
            }
        }
        Scenario { actions, ..Scenario::clone(&self.start) }
    }
}

impl TimedEdit {
    /// Makes the edit part of a scenario or of a comparison.
    pub fn fold_into(&self, scenario: &mut Scenario, comparison: &mut Comparison) {
        fold(self.tick, self.arena, &self.actions, scenario, comparison);
    }
}

/// Makes actions part of a scenario, or of a comparison if they are for one arena beside the first.
pub fn fold(
    tick: u64,
    arena: Option<u32>,
    actions: &[Action],
    scenario: &mut Scenario,
    comparison: &mut Comparison,
) {
    for action in actions {
        match arena {
            Some(arena) => comparison.apply(arena, action),
            None => {
                comparison.note(action);
                scenario.apply(tick, action);
            }
        }
    }
}

/// The actions that each arena gets of an edit. The comparison takes in what is for one arena.
pub fn addressed(
    comparison: &mut Comparison,
    arena: Option<u32>,
    actions: &[Action],
) -> Vec<(u32, Vec<Action>)> {
    if let Some(arena) = arena {
        actions.iter().for_each(|action| comparison.apply(arena, action));
        return vec![(arena, actions.to_vec())];
    }
    actions.iter().for_each(|action| comparison.note(action));
    let own = |arena| actions.iter().map(|action| comparison.addressed(arena, action)).collect();
    comparison.arenas().into_iter().map(|arena| (arena, own(arena))).collect()
}

/// A name for actions from a file.
fn name_of(actions: &[Action]) -> String {
    let name = match actions.first() {
        Some(Action::Paint(_)) => "Paint",
        Some(Action::SetCorners(_)) => "Change corner rule",
        Some(Action::PlaceObstacle { .. }) => "Place obstacle",
        Some(Action::MoveObstacle { .. }) => "Move obstacle",
        Some(Action::ResizeObstacle { .. }) => "Resize obstacle",
        Some(Action::RemoveObstacle(_)) => "Remove obstacle",
        Some(Action::Spawn(_)) => "Drop units",
        Some(Action::RemoveUnits(_)) => "Remove units",
        Some(Action::Order { .. }) => "Order",
        Some(Action::SetHealth(_)) => "Change health",
        Some(Action::SetDoctrine { .. }) => "Change doctrine",
        Some(Action::SetOrders(_)) => "Change orders",
        Some(Action::Kind(_)) => "Change unit kind",
        Some(Action::SetRules(_)) => "Change combat rules",
        Some(Action::SetDirections(_)) => "Change directions",
        Some(Action::SetMotion(_)) => "Change motion",
        Some(Action::Team(action)) => action.title(),
        Some(Action::Goal(action)) => action.title(),
        Some(Action::Fact(action)) => action.title(),
        None => "Nothing",
    };
    name.into()
}
