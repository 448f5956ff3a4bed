use super::*;
use crate::grid::{Bounds, Cell, Ground};
use crate::scenario::Scenario;

fn first() -> Run {
    Run::of(&Scenario::blank(Bounds::new(4, 4)))
}

fn wall(x: i32) -> Vec<Action> {
    vec![Action::Paint(vec![(Cell::new(x, 0), Ground::Wall)])]
}

/// Makes an edit at a tick, as the document does.
fn make(history: &mut History, edit: &Edit, tick: u64) {
    let mut run = history.run().clone();
    run.branch_at(tick);
    run.add(tick, edit.to, edit.name.as_str(), edit.actions.clone());
    history.record(edit, run, tick, edit.to.includes(0));
}

fn ticks(history: &History) -> Vec<u64> {
    history.run().log().iter().map(|edit| edit.tick()).collect()
}

#[test]
fn undo_leads_to_the_tick_of_the_edit_and_redo_to_where_it_was_left() {
    let mut history = History::new(first());
    make(&mut history, &Edit::new("Paint", wall(0)), 10);
    make(&mut history, &Edit::new("Order", wall(1)), 20);
    assert_eq!((history.undo_name(), history.redo_name()), (Some("Order"), None));
    assert_eq!(history.undo(95), Some(20));
    assert_eq!(ticks(&history), [10]);
    assert_eq!(history.undo(20), Some(10));
    assert_eq!((history.undo_name(), history.redo_name()), (None, Some("Paint")));
    assert_eq!(history.undo(10), None);
    assert_eq!((history.redo(), history.redo()), (Some(20), Some(95)));
    assert_eq!(ticks(&history), [10, 20]);
    assert_eq!(history.redo(), None);
}

#[test]
fn an_edit_in_the_past_starts_a_branch_and_undo_brings_the_old_future_back() {
    let mut history = History::new(first());
    make(&mut history, &Edit::new("Paint", wall(0)), 10);
    make(&mut history, &Edit::new("Paint", wall(1)), 50);
    history.reach(80);
    let before = history.run().clone();
    make(&mut history, &Edit::new("Order", wall(2)), 30);
    assert_eq!((ticks(&history), history.reached()), (vec![10, 30], 30));
    let branch = history.run().clone();
    assert_eq!(branch.past(30), before.past(30), "the past is the same");
    assert_ne!(branch.past(31), before.past(31));
    assert_eq!(history.undo(40), Some(30));
    assert_eq!((ticks(&history), history.reached()), (vec![10, 50], 80));
    assert_eq!(history.run().past(80), before.past(80));
}

#[test]
fn later_changes_are_counted_as_they_were_made() {
    let mut history = History::new(first());
    assert_eq!(history.later_changes(), 0);
    for (x, tick) in [(0, 10), (1, 10), (2, 12)] {
        make(&mut history, &Edit::part_of("brush", "Paint", wall(x)), tick);
    }
    assert_eq!((ticks(&history).len(), history.later_changes()), (3, 1), "one stroke");
    history.seal();
    make(&mut history, &Edit::part_of("brush", "Paint", wall(3)), 12);
    assert_eq!(history.later_changes(), 2, "another stroke of the same name");
    history.undo(20);
    assert_eq!(history.later_changes(), 1);
    history.redo();
    make(&mut history, &Edit::new("Order", wall(2)), 11);
    assert_eq!((ticks(&history).len(), history.later_changes()), (3, 2), "a branch");
}

#[test]
fn the_parts_of_a_drag_are_one_entry_until_it_is_sealed() {
    let mut history = History::new(first());
    let part = |x| Edit::part_of("brush", "Paint", wall(x));
    for (x, tick) in [(0, 5), (1, 6), (2, 7)] {
        make(&mut history, &part(x), tick);
    }
    assert_eq!(ticks(&history), [5, 6, 7], "each part keeps its tick");
    history.seal();
    make(&mut history, &part(3), 9);
    assert_eq!(history.undo(9), Some(9));
    assert_eq!(history.undo(9), Some(5), "the whole drag");
    assert!(ticks(&history).is_empty());
    let other = Edit::part_of("brush", "Paint", wall(0)).in_arena(1);
    make(&mut history, &part(0), 5);
    assert!(!history.continues(&other), "a drag in another arena is another one");
}

#[test]
fn the_state_returns_when_an_edit_is_undone_and_leaves_out_the_comparison() {
    let mut history = History::new(first());
    let saved = history.state();
    make(&mut history, &Edit::new("Doctrine of B", wall(0)).in_arena(1), 3);
    assert_eq!(history.state(), saved);
    make(&mut history, &Edit::new("Paint", wall(0)), 4);
    assert_ne!(history.state(), saved);
    history.undo(4);
    assert_eq!(history.state(), saved);
    make(&mut history, &Edit::part_of("brush", "Paint", wall(0)), 4);
    let first = history.state();
    make(&mut history, &Edit::part_of("brush", "Paint", wall(1)), 4);
    assert_ne!(history.state(), first, "a drag that goes on changes the work");
}

#[test]
fn a_long_history_forgets_its_oldest_entries_only() {
    let mut history = History::new(first());
    for tick in 0..2 * History::LIMIT as u64 {
        make(&mut history, &Edit::new("Paint", wall(0)), tick);
    }
    let mut undone = 0;
    while history.undo(0).is_some() {
        undone += 1;
    }
    assert_eq!(undone, History::LIMIT - 1);
    assert_eq!(ticks(&history).len(), History::LIMIT + 1, "the run keeps all its edits");
}

#[test]
fn strokes_before_the_first_tick_share_one_map() {
    let start = first();
    let mut history = History::new(start.clone());
    for x in 0..3 {
        make(&mut history, &Edit::new("Paint", wall(x)), 0);
        assert!(Arc::ptr_eq(history.run().start(), start.start()), "no copy of the ground");
    }
    history.undo(0);
    assert!(Arc::ptr_eq(history.run().start(), start.start()));
}
