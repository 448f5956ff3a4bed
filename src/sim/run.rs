//! A run: the scenario that it starts from, and every action with its tick. Its state is in the arenas, and nowhere else.
//!
//! A change before the first tick is an action at tick 0. Several arenas may share a run: most entries are for all of them,
//! some for one. Window, headless runner, recordings and films share this type.

use crate::scenario::{
    Action, Batch, Doctrine, FactAction, ObstacleId, Scenario, Team, TeamAction, TeamId, UnitId,
};
use crate::sim::export::bake;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// The arenas that an entry is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum To {
    /// Every arena.
    All,
    /// One arena, by its index.
    One(u32),
}

/// Actions that happen together before a tick.
#[derive(Clone, Debug)]
pub struct Entry {
    /// For whom.
    pub to: To,
    /// Its name in a history, such as "Paint wall".
    pub name: String,
    /// What is done, and when.
    pub batch: Arc<Batch>,
    /// Identifies the run up to and including this entry.
    past: u64,
}

/// Where a run starts and what happens in it. Cheap to copy.
#[derive(Clone, Debug)]
pub struct Run {
    start: Arc<Scenario>,
    arenas: u32,
    /// Sorted by tick.
    log: Vec<Arc<Entry>>,
    /// Identifies the run before its first entry.
    root: u64,
}

fn fresh() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

impl To {
    /// Whether an arena is among them.
    pub fn includes(self, arena: u32) -> bool {
        self == Self::All || self == Self::One(arena)
    }
}

impl Entry {
    /// The tick before which it happens.
    pub fn tick(&self) -> u64 {
        self.batch.tick
    }

    /// What is done.
    pub fn actions(&self) -> &[Action] {
        &self.batch.actions
    }
}

impl Run {
    /// Greatest number of arenas.
    pub const MAX_ARENAS: u32 = 4;

    /// The run of a scenario in one arena. Its actions become the log; those that set what arenas may disagree about are for
    /// the first arena.
    pub fn of(scenario: &Scenario) -> Self {
        let mut start = scenario.tidied();
        let batches = std::mem::take(&mut start.actions);
        let mut run = Self { start: Arc::new(start), arenas: 1, log: Vec::new(), root: fresh() };
        for Batch { tick, actions } in batches {
            for together in actions.chunk_by(|a, b| a.is_for_one_arena() == b.is_for_one_arena()) {
                let to = if together[0].is_for_one_arena() { To::One(0) } else { To::All };
                run.add(tick, to, together[0].title(), together.to_vec());
            }
        }
        run
    }

    /// The scenario at tick 0, without actions.
    pub fn start(&self) -> &Arc<Scenario> {
        &self.start
    }

    /// The number of arenas.
    pub fn arenas(&self) -> u32 {
        self.arenas
    }

    /// What happens, sorted by tick.
    pub fn log(&self) -> &[Arc<Entry>] {
        &self.log
    }

    /// What happens after the start.
    pub fn later(&self) -> &[Arc<Entry>] {
        &self.log[self.log.partition_point(|entry| entry.tick() == 0)..]
    }

    /// Whether something happens after a tick.
    pub fn has_future(&self, tick: u64) -> bool {
        self.log.last().is_some_and(|entry| entry.tick() > tick)
    }

    /// Removes what happens after a tick: the run becomes another one from there on.
    pub fn branch_at(&mut self, tick: u64) {
        self.log.retain(|entry| entry.tick() <= tick);
    }

    /// Adds actions after all others.
    pub fn add(&mut self, tick: u64, to: To, name: impl Into<String>, actions: Vec<Action>) {
        let batch = Arc::new(Batch { tick, actions });
        self.log.push(Arc::new(Entry { to, name: name.into(), batch, past: fresh() }));
    }

    /// Replaces the actions of the last entry.
    pub fn replace_last(&mut self, actions: Vec<Action>) {
        if let Some(last) = self.log.pop() {
            self.add(last.tick(), last.to, last.name.clone(), actions);
        }
    }

    /// Whether the last entry is of a tick and sets nothing but the setting that an action sets, so that the action can take its
    /// place.
    pub fn ends_with_setting_of(&self, tick: u64, actions: &[Action]) -> bool {
        let ([new], Some(last)) = (actions, self.log.last()) else { return false };
        let [old] = last.actions() else { return false };
        last.tick() == tick && new.setting().is_some() && old.setting() == new.setting()
    }

    /// A number for what has happened before a tick. Runs with the same number at a tick have the same state there.
    pub fn past(&self, tick: u64) -> u64 {
        let place = self.log.partition_point(|entry| entry.tick() < tick);
        place.checked_sub(1).map_or(self.root, |last| self.log[last].past)
    }

    /// Whether the arenas of two runs are built alike.
    pub fn has_root_of(&self, other: &Self) -> bool {
        self.root == other.root
    }

    /// What this run has more than another one that it goes on from; `None` if it is not that run with something added.
    pub fn since(&self, other: &Self) -> Option<&[Arc<Entry>]> {
        let known = other.log.len();
        let end = |run: &Self| known.checked_sub(1).map_or(run.root, |last| run.log[last].past);
        let goes_on = known <= self.log.len() && self.has_root_of(other) && end(self) == end(other);
        goes_on.then(|| &self.log[known..])
    }

    /// The actions of one arena.
    pub fn journal(&self, arena: u32) -> Vec<Arc<Batch>> {
        let own = self.log.iter().filter(|entry| entry.to.includes(arena));
        own.map(|entry| entry.batch.clone()).collect()
    }

    /// By arena: the scenario that it runs, with its actions.
    pub fn scenarios(&self) -> Vec<Scenario> {
        let scenario = |arena| {
            let actions = joined(self.journal(arena));
            Scenario { actions, ..Scenario::clone(&self.start) }
        };
        (0..self.arenas).map(scenario).collect()
    }

    /// The run of the first arena as a file holds it: what happens before the first tick is worked into the scenario.
    pub fn saved(&self) -> Scenario {
        self.worked_in(0, |tick, _| tick == 0).tidied()
    }

    /// The run of one arena with the chosen actions worked into its start.
    fn worked_in(&self, arena: u32, chosen: impl Fn(u64, &Action) -> bool) -> Scenario {
        let (mut now, mut later) = (Vec::new(), Vec::new());
        for batch in self.journal(arena) {
            let (some, rest): (Vec<Action>, _) =
                batch.actions.iter().cloned().partition(|action| chosen(batch.tick, action));
            now.extend(some);
            later.push(Arc::new(Batch { tick: batch.tick, actions: rest }));
        }
        let mut scenario = match now.is_empty() {
            true => Scenario::clone(&self.start),
            false => bake(&self.start, &now),
        };
        scenario.actions.extend(joined(later));
        scenario
    }

    /// The same run from a start into which what happens at tick 0 is worked. Teams that were removed there leave the list.
    pub fn with_new_start(&self) -> Self {
        self.rebased(|tick, _| tick == 0)
    }

    /// The run in which every edit happens at the start. Orders by hand keep their ticks.
    pub fn with_all_edits_at_the_start(&self) -> Self {
        self.rebased(|tick, action| tick == 0 || !matches!(action, Action::Order { .. }))
    }

    /// The same run from another start, into which the chosen actions are worked. Where an arena then differs from the first
    /// one, it is told so at tick 0.
    fn rebased(&self, chosen: impl Fn(u64, &Action) -> bool) -> Self {
        let first = self.worked_in(0, &chosen).tidied();
        let mut run = Self::of(&first);
        for arena in 1..self.arenas {
            let own = self.worked_in(arena, &chosen).tidied();
            run.open(differences(&first, &own));
        }
        run
    }

    /// The same run with an arena more, in which one team has another doctrine. In all else it is told what the first arena is
    /// told at tick 0.
    pub fn with_arena(&self, team: TeamId, doctrine: Doctrine) -> Self {
        let mut run = self.clone();
        let mut actions = run.told_at_start(0);
        actions.push(Action::SetDoctrine { team, doctrine });
        run.open(actions);
        run
    }

    /// The same run beside the further arenas that another run starts with.
    pub fn beside_arenas_of(&self, other: &Self) -> Self {
        let mut run = self.clone();
        (1..other.arenas).for_each(|arena| run.open(other.told_at_start(arena)));
        run
    }

    /// The same run without one arena, which is not the first. Later ones move up.
    pub fn without_arena(&self, arena: u32) -> Self {
        let mut run = self.clone();
        if arena == 0 || arena >= run.arenas {
            return run;
        }
        run.arenas -= 1;
        run.log.retain(|entry| entry.to != To::One(arena));
        for entry in &mut run.log {
            if let To::One(other) = entry.to
                && other > arena
            {
                *entry = Arc::new(Entry { to: To::One(other - 1), ..Entry::clone(entry) });
            }
        }
        run.renew();
        run
    }

    /// What one arena alone is told at tick 0.
    fn told_at_start(&self, arena: u32) -> Vec<Action> {
        let own = self.log.iter().filter(|entry| entry.tick() == 0 && entry.to == To::One(arena));
        own.flat_map(|entry| entry.actions().to_vec()).collect()
    }

    /// Adds an arena that is told something at tick 0.
    fn open(&mut self, actions: Vec<Action>) {
        if self.arenas == Self::MAX_ARENAS {
            return;
        }
        let (to, name) = (To::One(self.arenas), "Compare side by side".into());
        self.arenas += 1;
        let place = self.log.partition_point(|entry| entry.tick() == 0);
        let batch = Arc::new(Batch { tick: 0, actions });
        self.log.insert(place, Arc::new(Entry { to, name, batch, past: 0 }));
        self.renew();
    }

    /// Nothing that is known of the states of this run holds any more.
    fn renew(&mut self) {
        self.root = fresh();
        for entry in &mut self.log {
            *entry = Arc::new(Entry { past: fresh(), ..Entry::clone(entry) });
        }
    }

    /// Whether actions are about the run as a whole, whenever they are sent: its texts and its seed, and the names and colours
    /// of teams that are there from the start.
    pub fn is_about_all_of_it(&self, actions: &[Action]) -> bool {
        let is_first = |team: TeamId| usize::from(team.0) < self.start.teams.len();
        actions.iter().all(|action| match action {
            Action::Fact(_) => true,
            Action::Team(TeamAction::Recolour { team, .. }) => is_first(*team),
            Action::Team(TeamAction::Rename { team, name }) => {
                is_first(*team) && !self.is_given_later(name)
            }
            _ => false,
        })
    }

    /// Whether a team gets this name during the run.
    fn is_given_later(&self, wanted: &str) -> bool {
        let mut actions = self.log.iter().flat_map(|entry| entry.actions());
        actions.any(|action| {
            matches!(
                action,
                Action::Team(TeamAction::Add { name, .. } | TeamAction::Rename { name, .. })
                    if name == wanted
            )
        })
    }

    /// The run with another start, by actions about all of it. `None` if they change nothing. Its states stay the same unless
    /// the seed is another one.
    pub fn described(&self, actions: &[Action]) -> Option<Self> {
        let mut start = Scenario::clone(&self.start);
        for action in actions {
            match action {
                Action::Fact(FactAction::Title(title)) => start.title.clone_from(title),
                Action::Fact(FactAction::Description(text)) => start.description.clone_from(text),
                Action::Fact(FactAction::Seed(seed)) => start.seed = *seed,
                Action::Team(TeamAction::Rename { team, name }) => {
                    let is_free = start.teams.iter().all(|team| team.name != *name);
                    if let Some(team) = start.teams.get_mut(usize::from(team.0))
                        && is_free
                        && !name.trim().is_empty()
                    {
                        team.name.clone_from(name);
                    }
                }
                Action::Team(TeamAction::Recolour { team, colour }) => {
                    if let Some(team) = start.teams.get_mut(usize::from(team.0)) {
                        team.colour = *colour;
                    }
                }
                _ => {}
            }
        }
        if start == *self.start {
            return None;
        }
        let other_seed = start.seed != self.start.seed;
        let mut run = Self { start: Arc::new(start), ..self.clone() };
        if other_seed {
            run.renew();
        }
        Some(run)
    }

    /// Gives teams the names and colours that the start has for them. Nothing in a run depends on those. Returns whether any
    /// was another.
    pub fn name_teams(&self, teams: &mut [Team]) -> bool {
        let mut changed = false;
        for (place, (team, known)) in teams.iter_mut().zip(&self.start.teams).enumerate() {
            let changes = |action: &Action| {
                matches!(
                    action,
                    Action::Team(TeamAction::Rename { team, .. } | TeamAction::Recolour { team, .. })
                        if usize::from(team.0) == place
                )
            };
            let is_same = team.name == known.name && team.colour == known.colour;
            if !is_same && !self.log.iter().flat_map(|entry| entry.actions()).any(changes) {
                team.name.clone_from(&known.name);
                team.colour = known.colour;
                changed = true;
            }
        }
        changed
    }

    /// An id that no unit of the run has.
    pub fn next_unit(&self) -> UnitId {
        let spawned = self.log.iter().flat_map(|entry| entry.actions()).flat_map(|action| {
            let units = if let Action::Spawn(units) = action { &units[..] } else { &[] };
            units.iter().map(|unit| UnitId(unit.id.0.saturating_add(1)))
        });
        spawned.fold(self.start.next_unit_id(), UnitId::max)
    }

    /// An id that no obstacle of the run has.
    pub fn next_obstacle(&self) -> ObstacleId {
        let placed = self.log.iter().flat_map(|entry| entry.actions()).filter_map(|action| {
            let Action::PlaceObstacle { id, .. } = action else { return None };
            Some(ObstacleId(id.0.saturating_add(1)))
        });
        placed.fold(self.start.next_obstacle_id(), ObstacleId::max)
    }
}

/// One batch for each tick.
fn joined(batches: Vec<Arc<Batch>>) -> Vec<Batch> {
    let mut joined: Vec<Batch> = Vec::new();
    for batch in batches.into_iter().filter(|batch| !batch.actions.is_empty()) {
        match joined.last_mut() {
            Some(last) if last.tick == batch.tick => {
                last.actions.extend_from_slice(&batch.actions);
            }
            _ => joined.push(Batch::clone(&batch)),
        }
    }
    joined
}

/// What an arena must be told at tick 0 so that it starts like another one, in what arenas may disagree about.
fn differences(first: &Scenario, own: &Scenario) -> Vec<Action> {
    let mut actions = Vec::new();
    for (place, (team, known)) in (0..).zip(own.teams.iter().zip(&first.teams)) {
        if team.doctrine != known.doctrine {
            let (team, doctrine) = (TeamId(place), team.doctrine);
            actions.push(Action::SetDoctrine { team, doctrine });
        }
    }
    if own.motion != first.motion {
        actions.push(Action::SetMotion(own.motion));
    }
    if own.directions != first.directions {
        actions.push(Action::SetDirections(own.directions.cells().to_vec()));
    }
    actions
}

#[cfg(test)]
#[path = "run_tests.rs"]
mod tests;
