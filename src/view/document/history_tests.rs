//! The history without a simulation.

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
    let id = history.record(&edit, scenario, &Comparison::default());
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
    let undone = h.undo(&mut s, &mut Comparison::default(), &[0]);
    assert_eq!(undone, Step::PerArena([(0, vec![erase(2)])].into()));
    assert_eq!((walls(&s).as_str(), h.redo_name()), (".@......", Some("two")));
    assert!(
        matches!(h.redo(&mut s, &mut Comparison::default()), Step::Again { actions, .. } if actions == [paint(2)])
    );
    assert_eq!(walls(&s), ".@@.....");
    assert_eq!(h.redo(&mut s, &mut Comparison::default()), Step::Nothing);
}

#[test]
fn a_drag_is_undone_in_one_go_and_in_reverse_order() {
    let (mut h, mut s) = (History::default(), scenario());
    for x in 1..4 {
        let edit = Edit::part_of("stroke", "Paint wall", vec![paint(x)]);
        perform(&mut h, &mut s, edit, &[erase(x)]);
    }
    let undone = h.undo(&mut s, &mut Comparison::default(), &[0]);
    assert_eq!(undone, Step::PerArena([(0, vec![erase(3), erase(2), erase(1)])].into()));
    assert_eq!(walls(&s), "........");
    assert_eq!(h.undo(&mut s, &mut Comparison::default(), &[0]), Step::Nothing);
}

#[test]
fn a_second_drag_is_an_entry_of_its_own() {
    let (mut h, mut s) = (History::default(), scenario());
    perform(&mut h, &mut s, Edit::part_of("stroke", "a", vec![paint(1)]), &[erase(1)]);
    h.seal();
    perform(&mut h, &mut s, Edit::part_of("stroke", "b", vec![paint(2)]), &[erase(2)]);
    h.undo(&mut s, &mut Comparison::default(), &[0]);
    assert_eq!(walls(&s), ".@......");
}

#[test]
fn a_slider_on_its_way_leaves_one_action_to_redo() {
    let (mut h, mut s) = (History::default(), scenario());
    let set = || Action::SetDoctrine { team: TeamId(0), doctrine: Doctrine::default() };
    for _ in 0..3 {
        perform(&mut h, &mut s, Edit::part_of("doctrine", "d", vec![set()]), &[set()]);
    }
    assert!(matches!(h.undo(&mut s, &mut Comparison::default(), &[0]), Step::PerArena(_)));
    assert!(
        matches!(h.redo(&mut s, &mut Comparison::default()), Step::Again { actions, .. } if actions.len() == 1)
    );
}

#[test]
fn undo_waits_until_every_arena_has_reported_its_inverse() {
    let (mut h, mut s) = (History::default(), scenario());
    perform(&mut h, &mut s, Edit::new("one", vec![paint(1)]), &[erase(1)]);
    assert_eq!(h.undo(&mut s, &mut Comparison::default(), &[0, 1]), Step::NotYet);
    assert_eq!(walls(&s), ".@......");
    assert!(matches!(h.undo(&mut s, &mut Comparison::default(), &[0]), Step::PerArena(_)));
}

#[test]
fn a_new_edit_forgets_what_was_undone() {
    let (mut h, mut s) = (History::default(), scenario());
    perform(&mut h, &mut s, Edit::new("one", vec![paint(1)]), &[erase(1)]);
    h.undo(&mut s, &mut Comparison::default(), &[0]);
    perform(&mut h, &mut s, Edit::new("two", vec![paint(2)]), &[erase(2)]);
    assert_eq!(h.redo(&mut s, &mut Comparison::default()), Step::Nothing);
}

#[test]
fn an_order_of_an_earlier_run_is_undone_by_a_rebuild_but_ground_is_not() {
    let (mut h, mut s) = (History::default(), scenario());
    perform(&mut h, &mut s, Edit::new("paint", vec![paint(1)]), &[erase(1)]);
    perform(&mut h, &mut s, Edit::new("order", vec![order()]), &[Action::Paint(vec![])]);
    h.begin_run();
    assert_eq!(h.undo(&mut s, &mut Comparison::default(), &[0]), Step::Rebuild);
    assert!(s.orders.is_empty());
    assert_eq!(
        h.undo(&mut s, &mut Comparison::default(), &[0]),
        Step::PerArena([(0, vec![erase(1)])].into())
    );
}

#[test]
fn the_state_returns_when_an_edit_is_undone_and_changes_when_a_drag_goes_on() {
    let (mut h, mut s) = (History::default(), scenario());
    let clean = h.state();
    perform(&mut h, &mut s, Edit::part_of("stroke", "a", vec![paint(1)]), &[erase(1)]);
    let first = h.state();
    perform(&mut h, &mut s, Edit::part_of("stroke", "a", vec![paint(2)]), &[erase(2)]);
    assert_ne!(h.state(), first);
    h.undo(&mut s, &mut Comparison::default(), &[0]);
    assert_eq!(h.state(), clean);
}

#[test]
fn forgetting_old_entries_does_not_make_the_work_look_untouched() {
    let (mut h, mut s) = (History::default(), scenario());
    let clean = h.state();
    for x in 0..=History::LIMIT as i32 {
        perform(&mut h, &mut s, Edit::new("p", vec![paint(x % 8)]), &[erase(x % 8)]);
    }
    while h.undo(&mut s, &mut Comparison::default(), &[0]) != Step::Nothing {}
    assert_ne!(h.state(), clean);
}

#[test]
fn what_is_done_in_an_arena_beside_the_first_is_undone_there_and_needs_no_saving() {
    let (mut h, mut s) = (History::default(), scenario());
    let doctrine = |name: &str| crate::scenario::preset_named(name).unwrap().doctrine;
    let mut comparison = Comparison::default();
    let clean = h.state();
    h.record_arenas("Compare", &s, &comparison);
    comparison.add(&s, TeamId(0), doctrine("Map Marker"));
    let set = |name| Action::SetDoctrine { team: TeamId(0), doctrine: doctrine(name) };
    let edit = Edit::new("Change doctrine", vec![set("Marker A*")]).in_arena(1);
    let id = h.record(&edit, &s, &comparison);
    comparison.apply(1, &edit.actions[0]);
    assert_eq!(h.undo(&mut s, &mut comparison, &[0, 1]), Step::NotYet);
    h.add_inverse(id, 1, vec![set("Map Marker")]);
    let undone = h.undo(&mut s, &mut comparison, &[0, 1]);
    assert_eq!(undone, Step::PerArena([(1, vec![set("Map Marker")])].into()));
    assert_eq!(comparison.teams(1, &s.teams)[0].doctrine, doctrine("Map Marker"));
    assert_eq!(h.undo(&mut s, &mut comparison, &[0, 1]), Step::Rebuild);
    assert!(comparison.is_empty() && h.state() == clean);
    assert_eq!(h.redo(&mut s, &mut comparison), Step::Rebuild);
    let again = h.redo(&mut s, &mut comparison);
    assert!(matches!(again, Step::Again { arena: Some(1), .. }), "{again:?}");
    assert_eq!(comparison.teams(1, &s.teams)[0].doctrine, doctrine("Marker A*"));
    assert_eq!(h.state(), clean, "the comparison is not saved");
}
