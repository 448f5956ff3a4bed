//! The experiments panel: what it shows, and which intents it returns when something is clicked.

use bevy_egui::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use phalanx::experiment::{EXPERIMENTS, Progress, Settings};
use phalanx::view::document::{FileIntent, Intent};
use phalanx::view::panels::experiment_runs::{ExperimentIntent, Experiments};
use phalanx::view::panels::experiments::{ExperimentsPanel, show};
use phalanx::words::in_words;

fn shown(experiments: Experiments) -> Harness<'static, Vec<Intent>> {
    let mut panel = ExperimentsPanel::default();
    let size = egui::vec2(1200.0, 2400.0);
    // One picture is drawn in each step.
    Harness::builder().with_size(size).with_max_steps(100).build_ui_state(
        move |ui, wanted: &mut Vec<Intent>| wanted.extend(show(ui, &mut panel, &experiments)),
        Vec::new(),
    )
}

fn with_results() -> Experiments {
    let mut experiments = Experiments::new(EXPERIMENTS);
    let report = EXPERIMENTS[0].run(&Settings::default(), &Progress::default());
    experiments.results.insert(0, report.map_err(|trouble| trouble.to_string()));
    experiments
}

#[test]
fn every_experiment_is_listed_and_can_be_run() {
    let mut harness = shown(Experiments::new(EXPERIMENTS));
    harness.run();
    for experiment in EXPERIMENTS {
        harness.get_by_label(&in_words(experiment.name));
    }
    harness.get_by_label(&in_words(EXPERIMENTS[1].name)).click();
    harness.run();
    harness.get_by_label("quick").click();
    harness.run();
    harness.get_by_label("Run").click();
    harness.run();
    let settings = Settings { quick: true, ..Settings::default() };
    let run = Intent::Experiment(ExperimentIntent::Run(1, settings));
    assert_eq!(harness.state(), &[run]);
}

#[test]
fn a_report_shows_claims_and_opens_what_was_run() {
    let mut harness = shown(with_results());
    harness.run();
    harness.get_all_by_label("holds").next().expect("claims are shown");
    harness.get_all_by_label_contains("57 of 57").next().expect("tables are shown");
    let open = harness.get_all_by_label_contains("Open one of 3").next();
    open.expect("rows can be opened").click();
    harness.run();
    let one = harness.get_by_label("Lonely Tree, factor 0.50, cap 0.01, seed 0");
    one.click();
    harness.run();
    let [Intent::File(FileIntent::OpenGiven(scenario))] = harness.state().as_slice() else {
        panic!("{:?}", harness.state());
    };
    assert_eq!(scenario.title, "Lonely Tree, factor 0.50, cap 0.01");
}

#[test]
fn repetitions_and_the_map_folder_are_set_in_the_window() {
    let mut harness = shown(Experiments::new(EXPERIMENTS));
    harness.run();
    harness.get_by_label("repetitions").click();
    harness.run();
    let field = harness.get_by_role(egui::accesskit::Role::TextInput);
    field.focus();
    harness.run();
    harness.get_by_role(egui::accesskit::Role::TextInput).type_text("/maps/here");
    harness.run();
    harness.get_by_label("Run").click();
    harness.run();
    let [Intent::Experiment(ExperimentIntent::Run(0, settings))] = harness.state().as_slice()
    else {
        panic!("{:?}", harness.state());
    };
    assert_eq!(settings.repetitions, Some(10));
    assert_eq!(settings.maps.as_deref(), Some(std::path::Path::new("/maps/here")));
    harness.get_by_label("no such folder");
    harness.get_by_label("Browse…").click();
    harness.run();
    let ask = Intent::Experiment(ExperimentIntent::AskMaps);
    assert_eq!(harness.state().last(), Some(&ask));
}

#[test]
fn pictures_are_shown_with_their_names() {
    let experiments = with_results();
    let pictures = &experiments.results[&0].as_ref().unwrap().pictures;
    assert!(!pictures.is_empty(), "the first experiment draws pictures");
    let name = pictures[0].file.trim_end_matches(".svg").to_owned();
    let mut harness = shown(experiments);
    harness.run();
    harness.get_by_label(&name);
}

/// Where a text is painted and can be seen.
fn seen<S>(harness: &Harness<S>, words: &str) -> Vec<egui::Rect> {
    let shapes = harness.output().shapes.iter();
    let place = |clipped: &egui::epaint::ClippedShape| match &clipped.shape {
        egui::Shape::Text(text) if text.galley.text() == words => {
            let place = text.visual_bounding_rect();
            clipped.clip_rect.contains_rect(place).then_some(place)
        }
        _ => None,
    };
    shapes.filter_map(place).collect()
}

#[test]
fn the_heads_of_a_table_stay_while_its_rows_are_scrolled() {
    let experiments = with_results();
    let table = experiments.results[&0].as_ref().unwrap().tables[0].clone();
    let (head, last) = (table.columns[0].name.clone(), table.rows.last().unwrap().label.clone());
    let mut panel = ExperimentsPanel::default();
    let size = egui::vec2(1200.0, 330.0);
    let mut harness = Harness::builder().with_size(size).with_max_steps(100).build_ui(move |ui| {
        show(ui, &mut panel, &experiments);
    });
    harness.run();
    harness.hover_at(egui::pos2(700.0, 250.0));
    let scroll = |harness: &mut Harness| {
        let (unit, phase) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move);
        let (delta, modifiers) = (egui::vec2(0.0, -30.0), egui::Modifiers::NONE);
        harness.event(egui::Event::MouseWheel { unit, delta, phase, modifiers });
        harness.run();
    };
    let mut column = None;
    for _ in 0..200 {
        let places = seen(&harness, &head);
        if let (Some(first), Some(now)) = (column, places.first()) {
            assert_eq!(now.left(), first, "above its column");
        }
        column = column.or(places.first().map(|place| place.left()));
        if !seen(&harness, &last).is_empty() {
            break;
        }
        assert!(column.is_none() || !places.is_empty(), "the head is gone");
        scroll(&mut harness);
    }
    assert!(!seen(&harness, &last).is_empty(), "the last row is reached");
    assert!(!seen(&harness, &head).is_empty());
    assert!(seen(&harness, &table.rows[0].label).is_empty(), "the table is higher than the window");
}

#[test]
fn tables_of_a_quick_sample_say_so() {
    let mut experiments = Experiments::new(EXPERIMENTS);
    let settings = Settings { quick: true, ..Settings::default() };
    let report = EXPERIMENTS[0].run(&settings, &Progress::default()).unwrap();
    assert!(report.to_string().contains("\nQuick sample of: "), "{report}");
    let title = format!("Quick sample of: {}", report.tables[0].title);
    experiments.results.insert(0, Ok(report));
    let mut harness = shown(experiments);
    harness.run();
    harness.get_all_by_label_contains(&title).next().expect("the title says it");
}
