//! The history of edits: what each did to the scenario, and what undoes it in the running arenas.
//!
//! The scenario is put back as a whole (its ground is shared, so an entry costs a few vectors). The arenas
//! are put back by the inverse actions that the simulation reports once it has applied an edit; they
//! may differ from arena to arena, because the same units may stand elsewhere in each.

use crate::scenario::{Action, Scenario};
use std::collections::BTreeMap;

/// Something a person does that can be undone in one go.
#[derive(Clone, Debug, PartialEq)]
pub struct Edit {
    /// What it is called in the history, such as "Paint wall".
    pub name: String,
    /// Edits with the same key join one entry until the history is sealed: the parts of a drag.
    pub drag: Option<&'static str>,
    /// What is done.
    pub actions: Vec<Action>,
}

impl Edit {
    /// An edit that is complete.
    pub fn new(name: impl Into<String>, actions: Vec<Action>) -> Self {
        Self { name: name.into(), drag: None, actions }
    }

    /// A part of a drag.
    pub fn part_of(drag: &'static str, name: impl Into<String>, actions: Vec<Action>) -> Self {
        Self { name: name.into(), drag: Some(drag), actions }
    }
}

/// The number of an entry.
pub type EntryId = u64;

/// One edit that was made.
#[derive(Clone, Debug)]
pub struct Entry {
    id: EntryId,
    /// Identifies the state that this entry leads to; changes when a drag goes on.
    state: u64,
    name: String,
    /// The drag that may still add to this entry.
    drag: Option<&'static str>,
    /// The scenario on the other side: before the edit while it is done, after it while it is undone.
    other: Scenario,
    redo: Vec<Action>,
    /// How many actions were sent, so that it is known when all inverses have arrived.
    sent: usize,
    /// By arena: the inverses, in the order in which the actions were applied.
    inverses: BTreeMap<u32, Vec<Vec<Action>>>,
    /// The run in which it was made.
    run: u64,
}

impl Entry {
    fn is_complete(&self, arenas: &[u32]) -> bool {
        arenas.iter().all(|a| self.inverses.get(a).map_or(0, Vec::len) >= self.sent)
    }

    /// Whether its inverses mean the same in a run that began after it. Orders do not: a new run
    /// gives them by itself, at their ticks. Nor does what a run had learned.
    fn outlives_its_run(&self) -> bool {
        !self.redo.iter().any(|a| {
            matches!(
                a,
                Action::Order { .. }
                    | Action::RestoreOrders(_)
                    | Action::RemoveUnits(_)
                    | Action::SetDirections(_)
            )
        })
    }

    fn undo_actions(&self) -> BTreeMap<u32, Vec<Action>> {
        let back = |list: &Vec<Vec<Action>>| list.iter().rev().flatten().cloned().collect();
        self.inverses.iter().map(|(&arena, list)| (arena, back(list))).collect()
    }
}

/// What has to be done to the arenas after a step through the history.
#[derive(Clone, Debug, PartialEq)]
pub enum Step {
    /// There is nothing to undo or redo.
    Nothing,
    /// The simulation has not reported the inverses yet; try again in the next frame.
    NotYet,
    /// Send each arena these actions.
    PerArena(BTreeMap<u32, Vec<Action>>),
    /// Send every arena these actions, whose inverses belong to an entry.
    All(EntryId, Vec<Action>),
    /// Build the arenas anew from the scenario.
    Rebuild,
}

/// All edits, done and undone.
#[derive(Clone, Debug, Default)]
pub struct History {
    done: Vec<Entry>,
    undone: Vec<Entry>,
    next: u64,
    run: u64,
    /// The state before the first entry.
    base: u64,
}

impl History {
    /// Greatest number of entries.
    pub const LIMIT: usize = 200;
    /// Greatest number of cells that the entries may keep in all, as each may hold a ground of its own.
    pub const CELL_LIMIT: usize = 64 << 20;

    fn fresh(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Notes an edit that is about to be applied to `scenario`. Returns the entry that its inverses
    /// belong to.
    pub fn record(&mut self, edit: &Edit, scenario: &Scenario) -> EntryId {
        self.undone.clear();
        let state = self.fresh();
        if let Some(last) = self.done.last_mut()
            && edit.drag.is_some()
            && last.drag == edit.drag
        {
            last.state = state;
            last.sent += edit.actions.len();
            if !replaces(last.redo.last(), &edit.actions) {
                last.redo.extend(edit.actions.iter().cloned());
            } else {
                let keep = last.redo.len() - 1;
                last.redo.splice(keep.., edit.actions.iter().cloned());
            }
            return last.id;
        }
        self.seal();
        let id = self.fresh();
        self.done.push(Entry {
            id,
            state,
            name: edit.name.clone(),
            drag: edit.drag,
            other: scenario.clone(),
            redo: edit.actions.clone(),
            sent: edit.actions.len(),
            inverses: BTreeMap::new(),
            run: self.run,
        });
        let cells = scenario.terrain.bounds().area().max(1);
        let limit = (Self::CELL_LIMIT / cells).clamp(20, Self::LIMIT);
        if self.done.len() > limit {
            let forgotten = self.done.len() - limit;
            self.base = self.done[forgotten - 1].state;
            self.done.drain(..forgotten);
        }
        id
    }

    /// Ends a drag: what comes next is an entry of its own.
    pub fn seal(&mut self) {
        if let Some(last) = self.done.last_mut() {
            last.drag = None;
        }
    }

    /// Notes the inverse of one action of an entry in an arena.
    pub fn add_inverse(&mut self, id: EntryId, arena: u32, inverse: Vec<Action>) {
        let found = self.done.iter_mut().chain(&mut self.undone).rev().find(|e| e.id == id);
        if let Some(entry) = found {
            entry.inverses.entry(arena).or_default().push(inverse);
        }
    }

    /// The arenas were built anew: inverses that have not arrived never will.
    pub fn begin_run(&mut self) {
        self.run += 1;
        self.seal();
    }

    /// Takes the last edit back.
    pub fn undo(&mut self, scenario: &mut Scenario, arenas: &[u32]) -> Step {
        self.seal();
        let Some(mut entry) = self.done.pop() else { return Step::Nothing };
        let complete = entry.is_complete(arenas);
        if entry.run == self.run && !complete {
            self.done.push(entry);
            return Step::NotYet;
        }
        std::mem::swap(scenario, &mut entry.other);
        let step = if complete && (entry.run == self.run || entry.outlives_its_run()) {
            Step::PerArena(entry.undo_actions())
        } else {
            Step::Rebuild
        };
        self.undone.push(entry);
        step
    }

    /// Does again what was undone last.
    pub fn redo(&mut self, scenario: &mut Scenario) -> Step {
        let Some(mut entry) = self.undone.pop() else { return Step::Nothing };
        std::mem::swap(scenario, &mut entry.other);
        let step = if entry.run == self.run || entry.outlives_its_run() {
            entry.inverses.clear();
            entry.sent = entry.redo.len();
            entry.run = self.run;
            Step::All(entry.id, entry.redo.clone())
        } else {
            Step::Rebuild
        };
        self.done.push(entry);
        step
    }

    /// What undo would take back.
    pub fn undo_name(&self) -> Option<&str> {
        self.done.last().map(|e| e.name.as_str())
    }

    /// What redo would do again.
    pub fn redo_name(&self) -> Option<&str> {
        self.undone.last().map(|e| e.name.as_str())
    }

    /// Identifies the present state: equal as long as nothing was done, and again after undoing what was.
    pub fn state(&self) -> u64 {
        self.done.last().map_or(self.base, |e| e.state)
    }
}

/// Whether an edit makes the action before it, in the same drag, pointless: a slider on its way.
fn replaces(last: Option<&Action>, actions: &[Action]) -> bool {
    match (last, actions) {
        (Some(Action::SetDoctrine { team: a, .. }), [Action::SetDoctrine { team: b, .. }]) => {
            a == b
        }
        (Some(Action::SetRules(_)), [Action::SetRules(_)]) => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, Cell, CornerRule, Ground, Terrain};
    use crate::scenario::{Doctrine, Order, TeamId, UnitId};

    fn scenario() -> Scenario {
        Scenario::on(Terrain::open(Bounds::new(8, 4), CornerRule::Free))
    }

    fn paint(x: i32) -> Action {
        Action::Paint(vec![(Cell::new(x, 0), Ground::Wall)])
    }

    fn erase(x: i32) -> Action {
        Action::Paint(vec![(Cell::new(x, 0), Ground::Floor)])
    }

    /// Does an edit as the document and the simulation of arena 0 would.
    fn perform(history: &mut History, scenario: &mut Scenario, edit: Edit, inverses: &[Action]) {
        let id = history.record(&edit, scenario);
        edit.actions.iter().for_each(|a| scenario.apply(0, a));
        inverses.iter().for_each(|i| history.add_inverse(id, 0, vec![i.clone()]));
    }

    fn walls(scenario: &Scenario) -> String {
        (0..8).map(|x| scenario.terrain.ground(Cell::new(x, 0)).letter()).collect()
    }

    fn order() -> Action {
        let order = Order::Move(Cell::new(1, 1));
        Action::Order { units: vec![UnitId(0)], order, queued: false }
    }

    #[test]
    fn undo_and_redo_walk_through_the_edits_one_by_one() {
        let (mut h, mut s) = (History::default(), scenario());
        perform(&mut h, &mut s, Edit::new("one", vec![paint(1)]), &[erase(1)]);
        perform(&mut h, &mut s, Edit::new("two", vec![paint(2)]), &[erase(2)]);
        assert_eq!(walls(&s), ".@@.....");
        let undone = h.undo(&mut s, &[0]);
        assert_eq!(undone, Step::PerArena([(0, vec![erase(2)])].into()));
        assert_eq!((walls(&s).as_str(), h.redo_name()), (".@......", Some("two")));
        assert!(matches!(h.redo(&mut s), Step::All(_, actions) if actions == [paint(2)]));
        assert_eq!(walls(&s), ".@@.....");
        assert_eq!(h.redo(&mut s), Step::Nothing);
    }

    #[test]
    fn a_drag_is_undone_in_one_go_and_in_reverse_order() {
        let (mut h, mut s) = (History::default(), scenario());
        for x in 1..4 {
            let edit = Edit::part_of("stroke", "Paint wall", vec![paint(x)]);
            perform(&mut h, &mut s, edit, &[erase(x)]);
        }
        let undone = h.undo(&mut s, &[0]);
        assert_eq!(undone, Step::PerArena([(0, vec![erase(3), erase(2), erase(1)])].into()));
        assert_eq!(walls(&s), "........");
        assert_eq!(h.undo(&mut s, &[0]), Step::Nothing);
    }

    #[test]
    fn a_second_drag_is_an_entry_of_its_own() {
        let (mut h, mut s) = (History::default(), scenario());
        perform(&mut h, &mut s, Edit::part_of("stroke", "a", vec![paint(1)]), &[erase(1)]);
        h.seal();
        perform(&mut h, &mut s, Edit::part_of("stroke", "b", vec![paint(2)]), &[erase(2)]);
        h.undo(&mut s, &[0]);
        assert_eq!(walls(&s), ".@......");
    }

    #[test]
    fn a_slider_on_its_way_leaves_one_action_to_redo() {
        let (mut h, mut s) = (History::default(), scenario());
        let set = || Action::SetDoctrine { team: TeamId(0), doctrine: Doctrine::default() };
        for _ in 0..3 {
            perform(&mut h, &mut s, Edit::part_of("doctrine", "d", vec![set()]), &[set()]);
        }
        assert!(matches!(h.undo(&mut s, &[0]), Step::PerArena(_)));
        assert!(matches!(h.redo(&mut s), Step::All(_, actions) if actions.len() == 1));
    }

    #[test]
    fn undo_waits_until_every_arena_has_reported_its_inverse() {
        let (mut h, mut s) = (History::default(), scenario());
        perform(&mut h, &mut s, Edit::new("one", vec![paint(1)]), &[erase(1)]);
        assert_eq!(h.undo(&mut s, &[0, 1]), Step::NotYet);
        assert_eq!(walls(&s), ".@......");
        assert!(matches!(h.undo(&mut s, &[0]), Step::PerArena(_)));
    }

    #[test]
    fn a_new_edit_forgets_what_was_undone() {
        let (mut h, mut s) = (History::default(), scenario());
        perform(&mut h, &mut s, Edit::new("one", vec![paint(1)]), &[erase(1)]);
        h.undo(&mut s, &[0]);
        perform(&mut h, &mut s, Edit::new("two", vec![paint(2)]), &[erase(2)]);
        assert_eq!(h.redo(&mut s), Step::Nothing);
    }

    #[test]
    fn an_order_of_an_earlier_run_is_undone_by_building_anew_but_ground_is_not() {
        let (mut h, mut s) = (History::default(), scenario());
        perform(&mut h, &mut s, Edit::new("paint", vec![paint(1)]), &[erase(1)]);
        perform(&mut h, &mut s, Edit::new("order", vec![order()]), &[Action::Paint(vec![])]);
        h.begin_run();
        assert_eq!(h.undo(&mut s, &[0]), Step::Rebuild);
        assert!(s.orders.is_empty());
        assert_eq!(h.undo(&mut s, &[0]), Step::PerArena([(0, vec![erase(1)])].into()));
    }

    #[test]
    fn the_state_returns_when_an_edit_is_undone_and_changes_when_a_drag_goes_on() {
        let (mut h, mut s) = (History::default(), scenario());
        let clean = h.state();
        perform(&mut h, &mut s, Edit::part_of("stroke", "a", vec![paint(1)]), &[erase(1)]);
        let first = h.state();
        perform(&mut h, &mut s, Edit::part_of("stroke", "a", vec![paint(2)]), &[erase(2)]);
        assert_ne!(h.state(), first);
        h.undo(&mut s, &[0]);
        assert_eq!(h.state(), clean);
    }

    #[test]
    fn forgetting_old_entries_does_not_make_the_work_look_untouched() {
        let (mut h, mut s) = (History::default(), scenario());
        let clean = h.state();
        for x in 0..=History::LIMIT as i32 {
            perform(&mut h, &mut s, Edit::new("p", vec![paint(x % 8)]), &[erase(x % 8)]);
        }
        while h.undo(&mut s, &[0]) != Step::Nothing {}
        assert_ne!(h.state(), clean);
    }
}
