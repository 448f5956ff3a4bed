//! The dialogs for own maps and the start page, without a window.

use bevy_egui::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use phalanx::scenario::{MapOptions, MapPicture, PatrolFile};
use phalanx::view::document::{
    FileIntent, Intent, MapIntent, PictureOf, ScenarioPictures, StartEntry, StartGroup,
    StartIntent, StartPage,
};
use phalanx::view::panels::dialogs::{self, Answer, Dialog};
use phalanx::view::panels::import_picture::{self, ImportPicture, PictureChoice};
use phalanx::view::panels::paste_map::{self, PasteChoice, PasteMap};
use phalanx::view::panels::start_page;
use std::path::Path;
use std::time::{Duration, Instant};

/// A grey picture with a dark stripe.
fn picture(width: u32, height: u32) -> MapPicture {
    let mut out = Vec::new();
    let mut encoder = png::Encoder::new(&mut out, width, height);
    encoder.set_color(png::ColorType::Grayscale);
    encoder.set_depth(png::BitDepth::Eight);
    let grey = |place: u32| if place % width < width / 4 { 100 } else { 200 };
    let pixels: Vec<u8> = (0..width * height).map(grey).collect();
    encoder.write_header().unwrap().write_image_data(&pixels).unwrap();
    MapPicture::decode(&out).unwrap()
}

type ImportState = (ImportPicture, Option<PictureChoice>);

fn import(width: u32, height: u32, options: MapOptions) -> Harness<'static, ImportState> {
    let dialog = ImportPicture::new(Path::new("maps/level.png"), picture(width, height), options);
    Harness::builder().with_size(egui::vec2(1000.0, 800.0)).build_ui_state(
        |ui, (dialog, choice): &mut ImportState| {
            *choice = choice.take().or(import_picture::show(&ui.ctx().clone(), dialog));
        },
        (dialog, None),
    )
}

/// Steps until a text is shown; the preview is made in the background.
fn wait_for<S>(harness: &mut Harness<'_, S>, text: &str) {
    let start = Instant::now();
    while harness.query_by_label_contains(text).is_none() {
        assert!(start.elapsed() < Duration::from_secs(60), "there is no {text:?}");
        std::thread::sleep(Duration::from_millis(5));
        harness.step();
    }
    harness.step();
}

#[test]
fn a_picture_is_shown_as_the_map_that_it_becomes() {
    let mut harness = import(40, 20, MapOptions::default());
    wait_for(&mut harness, "25 % wall");
    assert!(harness.query_by_label("40 x 20 cells").is_some());
    assert!(harness.query_by_label_contains("Open level.png as a map").is_some());
    harness.get_by_label("8").click();
    wait_for(&mut harness, "5 x 3 cells");
    harness.get_by_label("bright").click();
    wait_for(&mut harness, "% floor");
    wait_for(&mut harness, "dark pixels");
    harness.state_mut().0.options.threshold = 90;
    harness.state_mut().0.options.invert = false;
    wait_for(&mut harness, "100 % floor");
    harness.get_by_label("Open").click();
    harness.step();
    harness.step();
    let options = MapOptions { threshold: 90, cell_size: 8, invert: false };
    assert_eq!(harness.state().1, Some(PictureChoice::Open(options)));
}

#[test]
fn a_picture_that_is_too_large_says_so_and_cannot_be_opened_before_cells_are_larger() {
    let mut harness = import(5000, 4, MapOptions::default());
    wait_for(&mut harness, "choose larger cells");
    harness.get_by_label("Open").click();
    harness.step();
    harness.step();
    assert_eq!(harness.state().1, None);
    harness.get_by_label("16").click();
    wait_for(&mut harness, "313 x 1 cells");
    harness.get_by_label("Cancel").click();
    harness.step();
    harness.step();
    assert_eq!(harness.state().1, Some(PictureChoice::Cancel));
}

#[test]
fn escape_and_enter_answer_the_dialog_of_a_picture() {
    for (key, choice) in [
        (egui::Key::Enter, PictureChoice::Open(MapOptions::default())),
        (egui::Key::Escape, PictureChoice::Cancel),
    ] {
        let mut harness = import(40, 20, MapOptions::default());
        wait_for(&mut harness, "40 x 20 cells");
        harness.key_press(key);
        harness.step();
        harness.step();
        assert_eq!(harness.state().1, Some(choice));
    }
}

type PasteState = (PasteMap, Option<PasteChoice>);

fn paste(text: &str) -> Harness<'static, PasteState> {
    Harness::builder().with_size(egui::vec2(1000.0, 800.0)).build_ui_state(
        |ui, (dialog, choice): &mut PasteState| {
            *choice = choice.take().or(paste_map::show(&ui.ctx().clone(), dialog));
        },
        (PasteMap::with(text.into()), None),
    )
}

#[test]
fn the_text_field_has_the_focus_and_what_is_typed_becomes_a_map() {
    let mut harness = paste("");
    harness.run_steps(3);
    assert!(harness.ctx.text_edit_focused(), "typing must not fire shortcuts of the map");
    harness.event(egui::Event::Paste("....\n.##.\n".into()));
    harness.run_steps(3);
    assert!(harness.query_by_label("4 x 2 cells").is_some());
    harness.get_by_label("Open").click();
    harness.run_steps(3);
    let Some(PasteChoice::Open(scenario)) = &harness.state().1 else { panic!("nothing chosen") };
    assert_eq!(scenario.terrain.bounds().width, 4);
    assert!(!scenario.units.is_empty());
}

#[test]
fn a_text_that_is_no_map_says_what_is_wrong_and_can_be_mended() {
    let mut harness = paste("...\n..");
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("make them equally long").is_some());
    harness.get_by_label("Open").click();
    harness.run_steps(2);
    assert_eq!(harness.state().1, None);
    harness.state_mut().0 = PasteMap::with("...\n...".into());
    harness.run_steps(3);
    assert!(harness.query_by_label("3 x 2 cells").is_some());
    harness.key_press(egui::Key::Escape);
    harness.run_steps(2);
    assert_eq!(harness.state().1, Some(PasteChoice::Cancel));
}

#[test]
fn a_very_long_text_is_not_edited_but_read() {
    let text = format!("{}\n", ".".repeat(400)).repeat(400);
    let mut harness = paste(&text);
    harness.run_steps(2);
    assert!(harness.query_by_label("400 x 400 cells").is_some());
    harness.get_by_label("Clear").click();
    harness.run_steps(3);
    assert!(harness.query_by_label_contains("The map appears here").is_some());
}

#[test]
fn the_patrols_of_a_problem_file_open_with_rounds_and_rules() {
    let file = PatrolFile {
        problems: "starts.scen".into(),
        map: "level.map".into(),
        count: 20,
        rounds: 10,
        published: true,
    };
    let mut dialog = Dialog::Patrols(file.clone());
    let mut harness = Harness::builder().build_ui_state(
        |ui, given: &mut Option<Answer>| {
            *given = given.take().or(dialogs::show(&ui.ctx().clone(), &mut dialog));
        },
        None,
    );
    harness.run_steps(2);
    harness.get_by_label_contains("20 units, one for each line of starts.scen");
    harness.get_by_role(egui::accesskit::Role::SpinButton);
    harness.get_by_label("Sandbox").click();
    harness.run_steps(2);
    harness.get_by_label("Open").click();
    harness.run_steps(3);
    assert_eq!(*harness.state(), Some(Answer::Patrols(PatrolFile { published: false, ..file })));
}

#[test]
fn a_changed_file_is_asked_about_and_every_button_answers() {
    for (label, answer) in [
        ("Keep mine", Answer::KeepMine),
        ("Reload from disk", Answer::TakeFile),
        ("Save mine as…", Answer::SaveElsewhere),
    ] {
        let mut harness = Harness::builder().build_ui_state(
            |ui, given: &mut Option<Answer>| {
                let mut dialog = Dialog::FileChanged { name: "level.ron".into() };
                *given = given.take().or(dialogs::show(&ui.ctx().clone(), &mut dialog));
            },
            None,
        );
        harness.run_steps(2);
        assert!(harness.query_by_label_contains("level.ron").is_some());
        harness.get_by_label(label).click();
        harness.run_steps(3);
        assert_eq!(*harness.state(), Some(answer));
    }
}

fn group(title: &str, entries: usize) -> StartGroup {
    let entry = |place: usize| StartEntry {
        title: format!("{title} {place}"),
        about: "A sentence.".into(),
        // There is no such scenario, so that nothing is drawn.
        picture: PictureOf::Shipped(1000 + place),
        open: Intent::File(FileIntent::OpenShipped(place)),
    };
    StartGroup {
        title: title.into(),
        about: "What they have in common.".into(),
        entries: (0..entries).map(entry).collect(),
    }
}

#[test]
fn the_start_page_opens_what_is_clicked() {
    let groups = [group("Recent", 1), group("Hard case", 5)];
    let (mut page, mut pictures) = (StartPage::default(), ScenarioPictures::default());
    page.is_new = true;
    let mut harness = Harness::builder().with_size(egui::vec2(860.0, 1400.0)).build_ui_state(
        |ui, wanted: &mut Vec<Intent>| {
            wanted.extend(start_page::show(ui, &mut page, &groups, &mut pictures));
        },
        Vec::new(),
    );
    harness.run_steps(3);
    assert!(harness.ctx.text_edit_focused(), "the search field takes the keyboard");
    assert!(harness.state().is_empty());
    for (label, intent) in [
        ("Hard case 3", Intent::File(FileIntent::OpenShipped(3))),
        ("New map…", Intent::File(FileIntent::AskNew)),
        ("Open a file…", Intent::File(FileIntent::AskOpen)),
        ("Paste a map…", Intent::Map(MapIntent::AskPaste)),
        ("Close", Intent::Start(StartIntent::Close)),
    ] {
        harness.state_mut().clear();
        harness.get_by_role_and_label(egui::accesskit::Role::Button, label).click();
        harness.run_steps(3);
        assert_eq!(*harness.state(), [intent], "{label}");
    }
}

#[test]
fn enter_in_the_search_field_opens_the_first_entry_that_fits() {
    let groups = [group("Hard case", 2)];
    let (mut page, mut pictures) = (StartPage::default(), ScenarioPictures::default());
    page.is_new = true;
    page.search = "hard".into();
    let mut harness = Harness::builder().with_size(egui::vec2(860.0, 900.0)).build_ui_state(
        |ui, wanted: &mut Vec<Intent>| {
            wanted.extend(start_page::show(ui, &mut page, &groups, &mut pictures));
        },
        Vec::new(),
    );
    harness.run_steps(3);
    harness.key_press(egui::Key::Enter);
    harness.run_steps(3);
    assert_eq!(*harness.state(), [Intent::File(FileIntent::OpenShipped(0))]);
}

#[test]
fn a_search_without_result_says_so_on_narrow_and_wide_pages() {
    for width in [120.0, 400.0, 2000.0] {
        let (mut page, mut pictures) = (StartPage::default(), ScenarioPictures::default());
        let mut harness = Harness::builder().with_size(egui::vec2(width, 500.0)).build_ui_state(
            |ui, wanted: &mut Vec<Intent>| {
                wanted.extend(start_page::show(ui, &mut page, &[], &mut pictures));
            },
            Vec::new(),
        );
        harness.run_steps(3);
        assert!(harness.query_by_label_contains("No scenario has these words").is_some());
    }
}
