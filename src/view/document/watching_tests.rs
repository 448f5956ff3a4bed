//! The open file is saved by another program, in every state that the window can be in.

use crate::scenario::{Doctrine, TeamId};
use crate::sim::{Arena, Pace};
use crate::view::document::comparison::ComparisonIntent;
use crate::view::document::tests::desk::{Desk, level};
use crate::view::document::{FileIntent, Intent};
use crate::view::panels::dialogs::Answer;

#[test]
fn a_saved_file_is_shown_at_once_paused_and_running() {
    for running in [false, true] {
        let mut desk = Desk::new();
        if running {
            desk.ticks(40);
        }
        desk.saved_elsewhere(&level(&["..#.", "...."]));
        assert_eq!(desk.rows(), ["..@.", "...."], "running: {running}");
        assert_eq!(desk.app.world().resource::<Pace>().running, running);
        assert!(!desk.document().is_dirty() && !desk.is_asked());
        assert_eq!(desk.document().path.as_ref(), Some(&desk.path));
        assert!(desk.document().tick < 40, "it starts again");
        assert!(desk.notices().contains("level.ron has changed on disk"));
        desk.saved_elsewhere(&level(&["...."]));
        assert_eq!(desk.rows(), ["...."], "the next save counts as well");
    }
}

#[test]
fn unsaved_edits_are_kept_until_the_user_has_answered() {
    let mut desk = Desk::new();
    desk.edit();
    desk.saved_elsewhere(&level(&["...#", "...."]));
    assert!(desk.is_asked());
    assert_eq!(desk.rows(), ["....", "..@."]);
    desk.answer(Answer::KeepMine);
    assert_eq!(desk.rows(), ["....", "..@."]);
    assert!(desk.document().is_dirty() && !desk.is_asked());
    desk.saved_elsewhere(&level(&["..##", "...."]));
    assert!(desk.is_asked(), "another change is another question");
    desk.answer(Answer::TakeFile);
    assert_eq!(desk.rows(), ["..@@", "...."]);
    assert!(!desk.document().is_dirty());
    desk.edit();
    desk.saved_elsewhere(&level(&["....", "...#"]));
    desk.answer(Answer::SaveElsewhere);
    assert_eq!(desk.rows(), ["..@@", "..@."], "the chooser is open, nothing is lost");
}

#[test]
fn edits_during_a_run_are_protected_as_well() {
    let mut desk = Desk::new();
    desk.ticks(20);
    desk.edit();
    desk.saved_elsewhere(&level(&["...#", "...."]));
    assert!(desk.is_asked());
    assert_eq!(desk.rows()[1], "..@.");
}

#[test]
fn a_broken_file_changes_nothing_and_the_next_save_is_tried_again() {
    let mut desk = Desk::new();
    for broken in ["(version: 1, map: Rows([\"..", "", "nonsense", "(version: 1)"] {
        desk.saved_elsewhere(broken);
        assert_eq!(desk.rows(), ["....", "...."], "{broken}");
        let told = desk.notices();
        assert!(told.contains("cannot be opened"), "{broken}: {told}");
        assert!(!desk.is_asked());
    }
    desk.saved_elsewhere(&level(&["..##", "...."]));
    assert_eq!(desk.rows(), ["..@@", "...."]);
}

#[test]
fn a_file_that_is_gone_for_a_moment_changes_nothing() {
    let mut desk = Desk::new();
    std::fs::remove_file(&desk.path).unwrap();
    desk.frames();
    assert_eq!(desk.rows(), ["....", "...."]);
    desk.saved_elsewhere(&level(&["...#", "...."]));
    assert_eq!(desk.rows(), ["...@", "...."]);
}

#[test]
fn saving_here_is_no_change_from_elsewhere() {
    let mut desk = Desk::new();
    desk.edit();
    desk.send(Intent::File(FileIntent::Save));
    desk.notices();
    let serial = desk.document().serial();
    desk.frames();
    assert!(!desk.document().is_dirty() && !desk.is_asked());
    assert_eq!(desk.document().serial(), serial, "the document stays the same");
    assert_eq!(desk.notices(), "");
    desk.saved_elsewhere(&level(&["....", "####"]));
    assert_eq!(desk.rows(), ["....", "@@@@"], "other programs are still seen");
}

#[test]
fn arenas_side_by_side_stay_if_the_teams_are_the_same() {
    let mut desk = Desk::new();
    let add = ComparisonIntent::Add { team: TeamId(0), doctrine: Doctrine::default() };
    desk.send(Intent::Comparison(add));
    desk.frames();
    let arenas =
        |desk: &mut Desk| desk.app.world_mut().query::<&Arena>().iter(desk.app.world()).count();
    assert_eq!(arenas(&mut desk), 2);
    desk.saved_elsewhere(&level(&["..#.", "...."]));
    assert_eq!(desk.rows(), ["..@.", "...."]);
    assert_eq!(arenas(&mut desk), 2);
    assert!(!desk.document().is_dirty());
    let two_teams =
        level(&["....", "...#"]).replace("(name: \"a\")", "(name: \"a\"), (name: \"b\")");
    desk.saved_elsewhere(&two_teams);
    assert_eq!(desk.document().start().teams.len(), 2, "{}", desk.notices());
    assert_eq!(arenas(&mut desk), 1);
}

#[test]
fn the_map_that_a_scenario_names_is_watched_too_and_a_bare_map_as_well() {
    let mut desk = Desk::new();
    let map = desk.path.with_file_name("ground.txt");
    std::fs::write(&map, "....\n....\n").unwrap();
    desk.saved_elsewhere("(version: 1, map: File(\"ground.txt\"))");
    std::fs::write(&map, "....\n.##.\n....\n").unwrap();
    desk.frames();
    assert_eq!(desk.rows()[1], ".@@.");
    desk.send(Intent::File(FileIntent::Open(map.clone())));
    assert!(!desk.document().start().units.is_empty());
    std::fs::write(&map, "....\n").unwrap();
    desk.frames();
    assert_eq!(desk.rows(), ["...."]);
}
