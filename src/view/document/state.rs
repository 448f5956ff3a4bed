//! The document: the scenario as it would be saved, its history, and its arenas.
//!
//! An edit changes the scenario at once and is sent to the inbox of every arena; what would undo it there
//! comes back a moment later. Opening and restarting build the arenas anew from the scenario.

use crate::scenario::{Action, Motion, Scenario};
use crate::sim::{self, Applied, Arena, Batch, Clock, Inbox, Log};
use crate::view::document::comparison::{BesideIntent, Comparison, letter};
use crate::view::document::history::{Edit, EntryId, History, Step};
use crate::view::document::intent::{EditIntent, Intent};
use crate::view::shared::{FrameSystems, Selection};
use bevy::prelude::*;
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

pub(crate) fn plugin(app: &mut App) {
    app.configure_sets(
        Update,
        (DocumentSystems::Read, DocumentSystems::Tools, DocumentSystems::Serve)
            .chain()
            .in_set(FrameSystems::Input),
    )
    .add_systems(Update, (read_clock, collect_inverses).chain().in_set(DocumentSystems::Read))
    .add_systems(
        Update,
        (serve_edits, rebuild_arenas, deliver).chain().in_set(DocumentSystems::Serve),
    );
}

/// The order in which a frame's input is dealt with.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum DocumentSystems {
    /// What the simulation reports is read.
    Read,
    /// Keys and tools say what they want.
    Tools,
    /// What they want is done.
    Serve,
}

/// What a person is working on.
#[derive(Resource)]
pub struct Document {
    /// The scenario, with all edits.
    pub scenario: Scenario,
    /// The file it came from or was saved to.
    pub path: Option<PathBuf>,
    /// The present tick of the arenas.
    pub tick: u64,
    serial: u64,
    history: History,
    saved: Option<u64>,
    arenas: Vec<u32>,
    outbox: Vec<Dispatch>,
    awaited: BTreeMap<u32, VecDeque<Option<EntryId>>>,
    wanted: VecDeque<Way>,
    rebuild: Option<Rebuild>,
    /// The scenario that the arenas were built from.
    start: Scenario,
    beside: Comparison,
    /// The doctrines that the arenas beside the first were built with.
    start_beside: Comparison,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Way {
    Undo,
    Redo,
}

/// Actions on their way to an arena, or to all.
struct Dispatch {
    arena: Option<u32>,
    entry: Option<EntryId>,
    actions: Vec<Action>,
}

/// How the arenas are built anew.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Rebuild {
    /// From the scenario as it is now, at its start.
    Start,
    /// From the same beginning, and run again to this tick.
    At(u64),
}

impl Document {
    /// A document that holds a scenario. Without a path, it counts as work that was never saved only once
    /// it is changed.
    pub fn new(scenario: Scenario, path: Option<PathBuf>) -> Self {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        Self {
            serial: NEXT.fetch_add(1, Ordering::Relaxed),
            start: scenario.clone(),
            scenario,
            path,
            tick: 0,
            history: History::default(),
            saved: Some(0),
            arenas: Vec::new(),
            outbox: Vec::new(),
            awaited: BTreeMap::new(),
            wanted: VecDeque::new(),
            rebuild: Some(Rebuild::Start),
            beside: Comparison::default(),
            start_beside: Comparison::default(),
        }
    }

    /// A document of work that is not in its file yet, such as work restored after a crash.
    pub fn unsaved(scenario: Scenario, path: Option<PathBuf>) -> Self {
        Self { saved: None, ..Self::new(scenario, path) }
    }

    /// Whether there is work that is not saved.
    pub fn is_dirty(&self) -> bool {
        self.saved != Some(self.history.state())
    }

    /// Notes that the present state is in a file.
    pub fn mark_saved(&mut self, path: &Path) {
        self.history.seal();
        self.path = Some(path.to_owned());
        self.saved = Some(self.history.state());
    }

    /// Tells this document from those that were open before.
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

    /// The edits, for the menu.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Does something to the scenario and to every arena, or in an arena beside the first alone.
    pub fn perform(&mut self, edit: Edit) {
        if edit.actions.is_empty() {
            return;
        }
        self.wanted.clear();
        let entry = self.history.record(&edit, &self.scenario, &self.beside);
        for action in &edit.actions {
            match edit.arena {
                Some(arena) => self.beside.apply(arena, action),
                None => self.scenario.apply(self.tick, action),
            }
        }
        let (arena, actions) = (edit.arena, edit.actions);
        self.outbox.push(Dispatch { arena, entry: Some(entry), actions });
    }

    /// The arenas beside the first.
    pub fn beside(&self) -> &Comparison {
        &self.beside
    }

    /// Sets up or takes away arenas beside the first.
    fn serve_beside(&mut self, intent: BesideIntent) {
        self.wanted.clear();
        match intent {
            BesideIntent::Compare { team, doctrine } => {
                self.history.record_arenas("Compare side by side", &self.scenario, &self.beside);
                self.beside.add(&self.scenario, team, doctrine);
            }
            BesideIntent::Close(arena) => {
                let name = format!("Close {}", letter(arena));
                self.history.record_arenas(name, &self.scenario, &self.beside);
                self.beside.close(arena);
            }
        }
        self.restart();
    }

    /// Ends a drag, see [`Edit::drag`].
    pub fn seal(&mut self) {
        self.history.seal();
    }

    /// Takes the last edit back, as soon as that is possible.
    pub fn undo(&mut self) {
        self.wanted.push_back(Way::Undo);
    }

    /// Does again what was undone last.
    pub fn redo(&mut self) {
        self.wanted.push_back(Way::Redo);
    }

    /// Builds the arenas anew at the start of the scenario as it is now.
    pub fn restart(&mut self) {
        self.rebuild = Some(Rebuild::Start);
    }

    /// Goes back to an earlier tick by running again from the start.
    pub fn go_to(&mut self, tick: u64) {
        self.rebuild = Some(Rebuild::At(tick));
    }

    /// Undoes and redoes what was wanted, as far as the inverses have arrived.
    fn walk_history(&mut self) {
        while let Some(&way) = self.wanted.front() {
            let step = match way {
                Way::Undo => self.history.undo(&mut self.scenario, &mut self.beside, &self.arenas),
                Way::Redo => self.history.redo(&mut self.scenario, &mut self.beside),
            };
            match step {
                Step::NotYet => return,
                Step::Nothing => {}
                Step::PerArena(actions) => {
                    self.outbox.extend(actions.into_iter().map(|(arena, actions)| Dispatch {
                        arena: Some(arena),
                        entry: None,
                        actions,
                    }));
                }
                Step::Again { entry, arena, actions } => {
                    self.outbox.push(Dispatch { arena, entry: Some(entry), actions });
                }
                Step::Rebuild => self.rebuild = Some(Rebuild::Start),
            }
            self.wanted.pop_front();
        }
    }

    fn begin_run(&mut self, arenas: Vec<u32>) {
        self.arenas = arenas;
        self.awaited.clear();
        self.outbox.clear();
        self.history.begin_run();
    }

    /// Empties the outbox: the actions for an arena.
    fn post(&mut self) -> BTreeMap<u32, Vec<Action>> {
        let mut post = BTreeMap::<u32, Vec<Action>>::new();
        for letter in self.outbox.drain(..) {
            for &arena in self.arenas.iter().filter(|&&a| letter.arena.is_none_or(|to| to == a)) {
                let awaited = self.awaited.entry(arena).or_default();
                awaited.extend(letter.actions.iter().map(|_| letter.entry));
                let own = letter.actions.iter().map(|a| self.beside.addressed(arena, a));
                post.entry(arena).or_default().extend(own);
            }
        }
        post
    }

    /// Takes in what an arena reports.
    fn receive(&mut self, arena: u32, applied: Vec<(Action, Vec<Action>)>) {
        for (action, inverse) in applied {
            if matches!(action, Action::SetMotion(_)) && inverse.is_empty() {
                self.keep_steered(arena);
            }
            if let Some(Some(entry)) = self.awaited.entry(arena).or_default().pop_front() {
                self.history.add_inverse(entry, arena, inverse);
            }
        }
    }

    /// An arena with more units than free cells refuses cell steps: then the document does not have them either.
    fn keep_steered(&mut self, arena: u32) {
        let steered = Action::SetMotion(Motion::Steered);
        if arena == 0 {
            self.scenario.apply(self.tick, &steered);
        } else {
            self.beside.apply(arena, &steered);
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

fn collect_inverses(mut document: ResMut<Document>, mut arenas: Query<(&Arena, &mut Applied)>) {
    for (arena, mut applied) in &mut arenas {
        if !applied.0.is_empty() {
            document.receive(arena.index, std::mem::take(&mut applied.0));
        }
    }
}

/// Does, undoes and redoes what is wanted.
pub(crate) fn serve_edits(mut intents: MessageReader<Intent>, mut document: ResMut<Document>) {
    for intent in intents.read() {
        if let Intent::Comparison(intent) = intent {
            document.serve_beside(intent.clone());
        }
        let Intent::Edit(intent) = intent else { continue };
        match intent {
            EditIntent::Perform(edit) => document.perform(edit.clone()),
            EditIntent::Seal => document.seal(),
            EditIntent::Undo => document.undo(),
            EditIntent::Redo => document.redo(),
        }
    }
    if !document.wanted.is_empty() {
        document.walk_history();
    }
}

/// Takes the arenas down and builds them anew, if that is wanted.
fn rebuild_arenas(world: &mut World) {
    let Some(rebuild) = world.resource_mut::<Document>().rebuild.take() else { return };
    let mut query = world.query::<(Entity, &Arena)>();
    let mut old: Vec<(u32, Entity)> = query.iter(world).map(|(e, a)| (a.index, e)).collect();
    old.sort_unstable();
    match rebuild {
        Rebuild::Start => {
            for (_, arena) in old {
                world.despawn(arena);
            }
            let mut document = world.resource_mut::<Document>();
            document.start = document.scenario.clone();
            document.start_beside = document.beside.clone();
            document.tick = 0;
            let indices = document.beside.arenas();
            document.begin_run(indices.clone());
            for index in indices {
                spawn_start(world, index);
            }
        }
        Rebuild::At(tick) => {
            run_again(world, old, tick);
        }
    }
    keep_selection_valid(world);
}

/// Builds an arena at the start of the run.
fn spawn_start(world: &mut World, index: u32) -> Entity {
    let document = world.resource::<Document>();
    let start = document.start_beside.scenario(index, &document.start);
    sim::spawn_arena(world, &start, index)
}

/// Replaces the arenas by ones that run from the same beginning to a tick. Edits that were made after that
/// tick are kept: they are made again there.
fn run_again(world: &mut World, old: Vec<(u32, Entity)>, tick: u64) {
    let mut runs = Vec::new();
    for (index, arena) in old {
        let log = world.get::<Log>(arena).map(|log| log.0.clone()).unwrap_or_default();
        let unread = world.get::<Inbox>(arena).map(|inbox| inbox.0.clone()).unwrap_or_default();
        world.despawn(arena);
        runs.push((index, spawn_start(world, index), log, unread));
    }
    let recordings: Vec<(Entity, &[Batch])> =
        runs.iter().map(|(_, arena, log, _)| (*arena, log.as_slice())).collect();
    sim::replay(world, &recordings, tick);
    world.resource_mut::<Document>().tick = tick;
    for (index, arena, log, unread) in runs {
        let made = world.get::<Log>(arena).map_or(0, |log| log.0.len());
        let later: Vec<Action> = log.into_iter().skip(made).flat_map(|b| b.actions).collect();
        let mut document = world.resource_mut::<Document>();
        let awaited = document.awaited.entry(index).or_default();
        later.iter().for_each(|_| awaited.push_front(None));
        if let Some(mut applied) = world.get_mut::<Applied>(arena) {
            applied.0.clear();
        }
        if let Some(mut inbox) = world.get_mut::<Inbox>(arena) {
            inbox.0 = later.into_iter().chain(unread).collect();
        }
    }
}

/// Units that no longer exist are not selected any more.
fn keep_selection_valid(world: &mut World) {
    let document = world.resource::<Document>();
    let units = document.scenario.units.iter().map(|u| u.id).collect();
    let obstacles: Vec<_> = document.scenario.obstacles.iter().map(|o| o.id).collect();
    let mut selection = world.resource_mut::<Selection>();
    selection.units = selection.units.intersection(&units).copied().collect();
    selection.obstacle = selection.obstacle.filter(|o| obstacles.contains(o));
}

/// Hands the actions to the arenas.
fn deliver(mut document: ResMut<Document>, mut arenas: Query<(&Arena, &mut Inbox)>) {
    if document.outbox.is_empty() {
        return;
    }
    let mut post = document.post();
    for (arena, mut inbox) in &mut arenas {
        if let Some(actions) = post.remove(&arena.index) {
            inbox.0.extend(actions);
        }
    }
}

#[cfg(test)]
#[path = "state_tests.rs"]
mod tests;
