//! A restart leaves later changes at their ticks: it says so, and its notice leads to them.

use super::desk::Desk;
use crate::grid::{Cell, Ground};
use crate::scenario::Action;
use crate::sim::{Pace, TICKS_PER_SECOND};
use crate::view::document::{Edit, EditIntent, Intent, TimeIntent};
use crate::view::panels::notices::Notice;
use bevy::prelude::*;

/// A desk with a stroke of two parts at 2 s and, if wanted, another edit at 3 s, after a restart; and the notice about them.
fn restarted(running: bool, edits: usize) -> (Desk, Option<Notice>) {
    let mut desk = Desk::new();
    let pause = |desk: &mut Desk| {
        desk.app.insert_resource(Pace { running: false, steps: 0 });
    };
    desk.ticks(2 * TICKS_PER_SECOND as usize);
    pause(&mut desk);
    for x in 0..2_i32.min(edits as i32 * 2) {
        let paint = Action::Paint(vec![(Cell::new(2 + x, 1), Ground::Wall)]);
        let part = Edit::part_of("brush", "Paint wall", vec![paint]);
        desk.send(Intent::perform(part));
    }
    desk.send(Intent::Edit(EditIntent::Seal));
    desk.ticks(TICKS_PER_SECOND as usize);
    pause(&mut desk);
    if edits > 1 {
        let paint = Action::Paint(vec![(Cell::new(1, 1), Ground::Trees)]);
        desk.send(Intent::perform(Edit::new("Paint trees", vec![paint])));
    }
    desk.app.insert_resource(Pace { running, steps: 0 });
    desk.send(Intent::Time(TimeIntent::Restart));
    arrive(&mut desk);
    let notice = desk.app.world_mut().resource_mut::<Messages<Notice>>().drain().last();
    (desk, notice)
}

/// Presses a button of a notice.
fn press(desk: &mut Desk, notice: &Notice, button: usize) {
    desk.send(notice.buttons[button].1.clone());
    arrive(desk);
}

/// Waits until the arenas have arrived at their tick.
fn arrive(desk: &mut Desk) {
    for _ in 0..10 {
        desk.frames();
        if desk.document().seek_target().is_none() {
            return;
        }
    }
    panic!("the arenas never arrive");
}

#[test]
fn a_restart_tells_how_many_changes_wait_and_when() {
    for running in [false, true] {
        let text = |edits| restarted(running, edits).1.map(|notice| notice.text);
        assert_eq!(text(0), None, "nothing waits");
        assert_eq!(text(1).as_deref(), Some("1 change waits at 2.0 s."), "a stroke is one change");
        assert_eq!(text(2).as_deref(), Some("2 changes wait, the first at 2.0 s."));
    }
}

#[test]
fn its_buttons_apply_the_changes_from_the_start_or_go_to_the_first() {
    for running in [false, true] {
        let (mut desk, notice) = restarted(running, 2);
        let notice = notice.unwrap();
        assert_eq!(desk.rows(), ["....", "...."], "they wait");
        press(&mut desk, &notice, 0);
        assert!(desk.document().run().saved().actions.is_empty(), "they are part of the start");
        assert_eq!(desk.rows(), ["....", ".T@@"]);

        let (mut desk, notice) = restarted(running, 2);
        press(&mut desk, &notice.unwrap(), 1);
        assert_eq!(desk.document().tick, u64::from(2 * TICKS_PER_SECOND));
        assert!(!desk.app.world().resource::<Pace>().running, "time to look at it");
        assert_eq!(desk.rows(), ["....", "..@@"]);
    }
}
