//! Lessons and about cards without a window: what they show, and which intents they return.

use bevy_egui::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use phalanx::learn::markdown::spans;
use phalanx::learn::{Condition, Observation, SubjectKind, cards, lessons};
use phalanx::view::document::Intent;
use phalanx::view::input::chord::Chord;
use phalanx::view::input::commands::commands;
use phalanx::view::input::key_map::KeyMap;
use phalanx::view::lessons::about_window::{self, About};
use phalanx::view::lessons::course::{Course, Open};
use phalanx::view::lessons::step_card::{self, StepCard};
use phalanx::view::lessons::{LearnIntent, about_button, menu};
use phalanx::view::panels::key_hints;

fn shown<'a>(
    size: (f32, f32),
    mut panel: impl FnMut(&mut egui::Ui) -> Vec<Intent> + 'a,
) -> Harness<'a, Vec<Intent>> {
    Harness::builder()
        .with_size(egui::vec2(size.0, size.1))
        .build_ui_state(move |ui, wanted: &mut Vec<Intent>| wanted.extend(panel(ui)), Vec::new())
}

/// A lesson at a step that waits.
fn at(lesson: usize, step: usize) -> Open {
    let mut course = Course::default();
    course.begin(lesson, 1, 0.0);
    (0..step).for_each(|_| course.next(0.0));
    course.update(false, 0.0);
    course.open().unwrap().clone()
}

fn card(open: &Open, now: f64) -> StepCard<'_> {
    StepCard { open, elsewhere: false, now, tick: 0 }
}

fn learn(intent: LearnIntent) -> Vec<Intent> {
    vec![Intent::Learn(intent)]
}

#[test]
fn a_step_says_what_to_do_and_its_buttons_return_intents() {
    let open = at(0, 2);
    for (label, intent) in [
        ("Show me", LearnIntent::ShowMe),
        ("Skip", LearnIntent::Next),
        ("Back", LearnIntent::Back),
        ("Close", LearnIntent::Close),
    ] {
        let mut harness = shown((700.0, 240.0), |ui| step_card::show(ui, &card(&open, 1.0)));
        harness.run();
        harness.get_by_label_contains("Step 3 of");
        harness.get_by_label_contains("Click a unit");
        harness.get_by_label(label).click();
        harness.run();
        assert_eq!(*harness.state(), learn(intent), "{label}");
    }
}

#[test]
fn a_click_that_was_meant_for_the_step_before_does_nothing() {
    let open = at(0, 1);
    for label in ["Skip", "Show me"] {
        let mut harness = shown((700.0, 240.0), |ui| step_card::show(ui, &card(&open, 0.2)));
        harness.run();
        harness.get_by_label(label).click();
        harness.run();
        assert!(harness.state().is_empty(), "{label}: {:?}", harness.state());
    }
}

#[test]
fn steps_and_hints_name_the_keys_in_force() {
    let mut keys = KeyMap::default();
    let place = |id: &str| commands().iter().position(|command| command.id == id).unwrap();
    keys.bind(place("Time(TogglePause)"), 0, Chord::parse("Insert").unwrap());
    let open = at(0, 1);
    let mut harness = shown((700.0, 240.0), |ui| {
        key_hints::publish(ui.ctx(), &keys);
        step_card::show(ui, &card(&open, 60.0))
    });
    harness.run();
    harness.get_by_label_contains("Press Insert to start");
    // Every hint is shown without its marks, also where it names keys and tabs.
    for (index, lesson) in lessons().iter().enumerate() {
        for (step, of) in lesson.steps.iter().enumerate().filter(|(_, of)| !of.hint.is_empty()) {
            let open = at(index, step);
            let mut harness = shown((700.0, 320.0), |ui| step_card::show(ui, &card(&open, 60.0)));
            harness.run();
            let plain: String = spans(&of.hint).into_iter().map(|span| span.text).collect();
            assert!(harness.query_by_label_contains(&plain).is_some(), "{plain}");
        }
    }
}

#[test]
fn the_hint_comes_after_a_while() {
    let open = at(0, 1);
    let hint = &lessons()[0].steps[1].hint;
    let mut early = shown((700.0, 240.0), |ui| step_card::show(ui, &card(&open, 5.0)));
    early.run();
    assert!(early.query_by_label_contains(hint).is_none());
    let mut late = shown((700.0, 240.0), |ui| step_card::show(ui, &card(&open, 60.0)));
    late.run();
    assert!(late.query_by_label_contains(hint).is_some());
}

#[test]
fn a_wrong_answer_is_explained_and_the_right_one_is_sent() {
    let lesson = &lessons()[0];
    let place = lesson.steps.iter().position(|s| matches!(s.until, Condition::Answer { .. }));
    let place = place.expect("the lesson asks something");
    let Condition::Answer { options, right, wrong, because } = &lesson.steps[place].until else {
        return;
    };
    let open = Open { answer: Some((right + 1) % options.len()), ..at(0, place) };
    let mut harness = shown((700.0, 320.0), |ui| step_card::show(ui, &card(&open, 1.0)));
    harness.run();
    harness.get_by_label_contains(&wrong[..20]);
    harness.get_by_label(&options[*right]).click();
    harness.run();
    assert_eq!(*harness.state(), learn(LearnIntent::Answer(*right)));
    drop(harness);
    let open = Open { answer: Some(*right), ..open };
    let mut harness = shown((700.0, 320.0), |ui| step_card::show(ui, &card(&open, 1.0)));
    harness.run();
    harness.get_by_label_contains(&because[..20]);
    assert!(harness.query_by_label_contains(&wrong[..20]).is_none());
}

#[test]
fn a_prediction_takes_every_answer() {
    let lesson = &lessons()[0];
    let Condition::Predict(options) = &lesson.steps[0].until else {
        panic!("the first lesson begins with a prediction");
    };
    for (index, option) in options.iter().enumerate() {
        let open = at(0, 0);
        let mut harness = shown((700.0, 320.0), |ui| step_card::show(ui, &card(&open, 1.0)));
        harness.run();
        harness.get_by_label(option).click();
        harness.run();
        assert_eq!(*harness.state(), learn(LearnIntent::Answer(index)));
        let seen = Observation { answer: Some(index), ..Observation::default() };
        assert!(lesson.steps[0].until.holds(&seen));
    }
}

#[test]
fn the_card_is_as_high_at_every_step_and_its_buttons_stay_where_they_are() {
    for (index, lesson) in lessons().iter().enumerate() {
        let mut last = None;
        for step in 0..lesson.steps.len() {
            for now in [1.0, 60.0] {
                let open = at(index, step);
                let mut height = 0.0;
                let mut harness =
                    Harness::builder().with_size(egui::vec2(700.0, 400.0)).build_ui(|ui| {
                        step_card::show(ui, &card(&open, now));
                        height = 400.0 - ui.available_height();
                    });
                harness.run();
                let next = harness.get_by_label("Next").rect();
                drop(harness);
                let now = (height, next);
                assert_eq!(*last.get_or_insert(now), now, "{}, step {}", lesson.title, step + 1);
            }
        }
    }
}

#[test]
fn every_step_fits_into_a_small_window() {
    for (index, lesson) in lessons().iter().enumerate() {
        for step in 0..=lesson.steps.len() {
            let open = at(index, step);
            let mut height = 0.0;
            let mut harness =
                Harness::builder().with_size(egui::vec2(640.0, 600.0)).build_ui(|ui| {
                    let free = ui.available_height();
                    step_card::show(ui, &card(&open, 99.0));
                    height = free - ui.available_height();
                });
            harness.run();
            drop(harness);
            assert!(height < 260.0, "{}, step {}: {height} pixels", lesson.title, step + 1);
        }
    }
}

#[test]
fn the_end_leads_to_the_next_lesson_and_another_scenario_back_to_this_one() {
    let open = at(0, lessons()[0].steps.len());
    let mut harness = shown((700.0, 240.0), |ui| step_card::show(ui, &card(&open, 1.0)));
    harness.run();
    harness.get_by_label_contains("Next lesson").click();
    harness.run();
    assert_eq!(*harness.state(), learn(LearnIntent::Start(1)));
    let open = at(2, 1);
    let mut harness = shown((700.0, 240.0), |ui| {
        step_card::show(ui, &StepCard { elsewhere: true, ..card(&open, 1.0) })
    });
    harness.run();
    harness.get_by_label("Start the lesson again").click();
    harness.run();
    assert_eq!(*harness.state(), learn(LearnIntent::Start(2)));
}

#[test]
fn the_menu_lists_all_lessons_and_the_first_screen_offers_one() {
    let course = Course::default();
    let mut harness = shown((500.0, 700.0), |ui| menu::show(ui, &course));
    harness.run();
    for lesson in lessons() {
        harness.get_by_label_contains(&lesson.title);
    }
    harness.get_by_label_contains(&lessons()[3].title).click();
    harness.run();
    assert_eq!(*harness.state(), learn(LearnIntent::Start(3)));
    let mut harness = shown((700.0, 60.0), menu::offer);
    harness.run();
    harness.get_by_label("Start the first lesson").click();
    harness.run();
    assert_eq!(*harness.state(), learn(LearnIntent::Start(0)));
}

#[test]
fn every_card_can_be_shown_and_opened_by_its_button() {
    for card in cards() {
        let mut harness = Harness::builder()
            .with_size(egui::vec2(460.0, 1400.0))
            .build_ui(|ui| about_window::show_card(ui, card));
        harness.run();
        harness.get_by_label(&card.title);
        harness.get_by_label("Formula");
        harness.get_by_label("What to look for");
    }
    let mut harness = shown((300.0, 60.0), |ui| {
        let mut wanted = Vec::new();
        about_button::show(ui, SubjectKind::Layer, "markers", &mut wanted);
        wanted
    });
    harness.run();
    harness.get_by_label_contains("About Map Marker").click();
    harness.run();
    assert_eq!(*harness.state(), learn(LearnIntent::About("layer/markers".into())));
}

#[test]
fn the_window_of_cards_shows_the_one_that_was_asked_for() {
    let mut about = About::default();
    about.open("metric/hard stops");
    assert_eq!(about.card().map(|card| card.name.as_str()), Some("hard-stops"));
    about.open("nothing of that name");
    assert_eq!(about.card().map(|card| card.name.as_str()), Some("hard-stops"));
    let mut harness = Harness::builder()
        .with_size(egui::vec2(760.0, 600.0))
        .build_ui_state(about_window::show, about);
    harness.run();
    harness.get_all_by_label("Hard stops").next().expect("the title is shown");
    harness.get_by_label("WHCA*").click();
    harness.run();
    assert_eq!(harness.state().card().map(|card| card.name.as_str()), Some("whca"));
}
