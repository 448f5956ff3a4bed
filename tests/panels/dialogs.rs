//! Dialogs: what their buttons and keys answer, and that the buttons can be told apart.

use bevy_egui::egui::{self, Key, Rect};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use phalanx::grid::Bounds;
use phalanx::scenario::NewMap;
use phalanx::view::panels::dialogs::{self, Answer, Dialog};

/// A shown dialog, with its answer once there is one.
fn shown(mut dialog: Dialog, size: egui::Vec2) -> Harness<'static, Option<Answer>> {
    let mut harness = Harness::builder().with_size(size).build_ui_state(
        move |ui, answer: &mut Option<Answer>| {
            if answer.is_none() {
                *answer = dialogs::show(ui.ctx(), &mut dialog);
            }
        },
        None,
    );
    harness.run_steps(6);
    assert_eq!(*harness.state(), None, "a dialog waits for the user");
    harness
}

/// The answer of a dialog to what the user does.
fn answer_after(dialog: &Dialog, act: impl FnOnce(&mut Harness<Option<Answer>>)) -> Option<Answer> {
    let mut harness = shown(dialog.clone(), egui::vec2(900.0, 700.0));
    act(&mut harness);
    harness.run_steps(6);
    harness.state().clone()
}

fn new_map() -> NewMap {
    NewMap::blank(Bounds::new(48, 32))
}

/// A dialog, the answers of Enter and Esc, and all buttons with their answers. The first button is the main one, the last one
/// loses work if `true`.
struct Asked(Dialog, Answer, Answer, Vec<(&'static str, Answer)>, bool);

fn all() -> Vec<Asked> {
    use Answer::*;
    let name = || "bridge.ron".to_owned();
    let (title, text) = ("No".into(), "Why not.".into());
    vec![
        Asked(
            Dialog::Unsaved { name: name() },
            Save,
            Cancel,
            vec![("Save", Save), ("Cancel", Cancel), ("Discard", Discard)],
            true,
        ),
        Asked(
            Dialog::FileChanged { name: name() },
            KeepMine,
            KeepMine,
            vec![
                ("Keep mine", KeepMine),
                ("Save mine as…", SaveElsewhere),
                ("Reload from disk", TakeFile),
            ],
            true,
        ),
        Asked(
            Dialog::Replace { name: name() },
            Cancel,
            Cancel,
            vec![("Cancel", Cancel), ("Replace", Replace)],
            true,
        ),
        Asked(
            Dialog::Restore { works: vec![name()] },
            Restore(0),
            Later,
            vec![("Restore", Restore(0)), ("Later", Later), ("Discard", DiscardAll)],
            true,
        ),
        Asked(
            Dialog::NewMap(new_map()),
            NewMap(new_map()),
            Cancel,
            vec![("Create", NewMap(new_map())), ("Cancel", Cancel)],
            false,
        ),
        Asked(Dialog::Error { title, text }, Seen, Seen, vec![("OK", Seen)], false),
    ]
}

#[test]
fn every_button_and_key_of_a_dialog_gives_its_own_answer() {
    for Asked(dialog, on_enter, on_escape, buttons, _) in all() {
        let key = |key| answer_after(&dialog, |harness| harness.key_press(key));
        assert_eq!(key(Key::Enter), Some(on_enter), "{dialog:?}");
        assert_eq!(key(Key::Escape), Some(on_escape), "{dialog:?}");
        for (label, answer) in buttons {
            let click = answer_after(&dialog, |harness| harness.get_by_label(label).click());
            assert_eq!(click, Some(answer), "{dialog:?}");
        }
    }
}

/// The colours of the text and the fill of a button, as painted.
fn look(harness: &Harness<Option<Answer>>, place: Rect) -> Vec<egui::Color32> {
    fn collect(shape: &egui::Shape, place: Rect, found: &mut Vec<egui::Color32>) {
        match shape {
            egui::Shape::Vec(shapes) => shapes.iter().for_each(|s| collect(s, place, found)),
            egui::Shape::Rect(rect) if place.expand(1.0).contains_rect(rect.rect) => {
                found.push(rect.fill);
            }
            egui::Shape::Text(text) if place.contains_rect(text.visual_bounding_rect()) => {
                let sections = text.galley.job.sections.iter();
                found.extend(sections.map(|section| section.format.color));
            }
            _ => {}
        }
    }
    let mut found = Vec::new();
    let shapes = harness.output().shapes.iter();
    shapes.for_each(|clipped| collect(&clipped.shape, place, &mut found));
    found
}

#[test]
fn what_loses_work_stands_apart_in_the_colour_of_errors_and_the_main_button_is_filled() {
    for Asked(dialog, _, _, buttons, loses) in all() {
        let harness = shown(dialog.clone(), egui::vec2(900.0, 700.0));
        let visuals = harness.ctx.global_style().visuals.clone();
        let places: Vec<Rect> =
            buttons.iter().map(|(label, _)| harness.get_by_label(label).rect()).collect();
        let looks: Vec<_> = places.iter().map(|&place| look(&harness, place)).collect();
        let filled = |look: &Vec<egui::Color32>| look.contains(&visuals.selection.bg_fill);
        let red = |look: &Vec<egui::Color32>| look.contains(&visuals.error_fg_color);
        assert!(filled(&looks[0]) && !red(&looks[0]), "{dialog:?}: {looks:?}");
        assert!(looks[1..].iter().all(|look| !filled(look)), "{dialog:?}: {looks:?}");
        assert_eq!(looks.last().is_some_and(red), loses, "{dialog:?}: {looks:?}");
        if loses {
            let (last, others) = places.split_last().unwrap();
            for other in others.iter().filter(|other| other.y_range().contains(last.center().y)) {
                assert!(other.left() - last.right() > 40.0, "{dialog:?}: {last:?} {other:?}");
            }
        }
    }
}

#[test]
fn enter_in_a_number_finishes_the_number() {
    let mut harness = shown(Dialog::NewMap(new_map()), egui::vec2(1300.0, 900.0));
    let columns = harness.get_all_by_role(egui::accesskit::Role::SpinButton).next().unwrap();
    columns.click();
    harness.run_steps(6);
    harness.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    harness.event(egui::Event::Text("20".into()));
    harness.run_steps(6);
    harness.key_press(Key::Enter);
    harness.run_steps(6);
    assert_eq!(*harness.state(), None);
    harness.key_press(Key::Enter);
    harness.run_steps(6);
    let map = NewMap::blank(Bounds::new(20, 32));
    assert_eq!(*harness.state(), Some(Answer::NewMap(map)));
}

#[test]
fn a_click_beside_settings_does_not_lose_them() {
    let beside = |dialog| {
        let mut harness = shown(dialog, egui::vec2(1300.0, 900.0));
        let at = egui::pos2(8.0, 8.0);
        // Longer than a moment is no click.
        harness.drag_at(at);
        harness.step();
        harness.drop_at(at);
        harness.run_steps(6);
        harness.state().clone()
    };
    assert_eq!(beside(Dialog::Unsaved { name: "a".into() }), Some(Answer::Cancel));
    assert_eq!(beside(Dialog::NewMap(new_map())), None);
}

#[test]
fn every_button_can_be_reached_in_every_window() {
    for (width, height) in [(640.0, 480.0), (1280.0, 720.0), (1440.0, 900.0), (2560.0, 1440.0)] {
        let mut dialogs: Vec<(Dialog, Vec<&str>)> = all()
            .into_iter()
            .map(|Asked(dialog, _, _, buttons, _)| {
                (dialog, buttons.into_iter().map(|(label, _)| label).collect())
            })
            .collect();
        let works = (0..40).map(|number| format!("work {number}, 3 hours ago")).collect();
        dialogs.push((Dialog::Restore { works }, vec!["Later", "Discard all"]));
        let text = "A very long reason. ".repeat(200);
        dialogs.push((Dialog::Error { title: "No".into(), text }, vec!["OK"]));
        for (dialog, buttons) in dialogs {
            let harness = shown(dialog.clone(), egui::vec2(width, height));
            let window = Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(width, height));
            for label in buttons {
                let place = harness.get_by_label(label).rect();
                assert!(window.contains_rect(place), "{width} x {height}, {label}: {dialog:?}");
            }
        }
    }
}
