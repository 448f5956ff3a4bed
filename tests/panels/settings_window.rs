//! The settings window and the list of keys without the program around them.

use bevy_egui::egui;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use phalanx::view::document::{FileIntent, Intent};
use phalanx::view::input::chord::Chord;
use phalanx::view::input::commands::commands;
use phalanx::view::input::key_map::KeyMap;
use phalanx::view::panels::settings_window::{self, Page, SettingsWindow};
use phalanx::view::panels::{help, key_hints};
use phalanx::view::settings::{KeyChange, Look, Settings, SettingsIntent, Theme};

#[derive(Default)]
struct Shown {
    window: SettingsWindow,
    settings: Settings,
    map: KeyMap,
    wanted: Vec<Intent>,
}

fn harness(page: Page, set_up: impl FnOnce(&mut Shown)) -> Harness<'static, Shown> {
    let mut shown = Shown::default();
    (shown.window.open, shown.window.page) = (true, page);
    set_up(&mut shown);
    let mut harness = Harness::builder().with_size(egui::vec2(1000.0, 600.0)).build_ui_state(
        |ui, shown: &mut Shown| {
            // As in the program, scroll bars cover nothing.
            ui.ctx().all_styles_mut(|style| {
                style.spacing.scroll = egui::style::ScrollStyle::solid();
            });
            let wanted =
                settings_window::show(ui.ctx(), &mut shown.window, &shown.settings, &shown.map);
            shown.wanted.extend(wanted);
        },
        shown,
    );
    harness.run();
    harness
}

fn place(id: &str) -> usize {
    commands().iter().position(|command| command.id == id).unwrap()
}

fn key(change: KeyChange) -> Intent {
    Intent::Settings(SettingsIntent::Key(change))
}

#[test]
fn theme_and_size_are_chosen_on_the_first_page() {
    let mut harness = harness(Page::Look, |_| {});
    harness.get_by_label("Light").click();
    harness.run();
    harness.get_by_label("+").click();
    harness.run();
    let light = Look { theme: Theme::Light, ..Look::default() };
    let expected = [SettingsIntent::Look(light), SettingsIntent::Larger].map(Intent::Settings);
    assert_eq!(harness.state().wanted, expected);
}

#[test]
fn pages_are_changed_by_a_click() {
    let mut harness = harness(Page::Look, |_| {});
    harness.get_by_label("Files").click();
    harness.run();
    assert_eq!(harness.state().window.page, Page::Files);
    assert!(harness.state().wanted.is_empty());
}

#[test]
fn a_click_on_a_key_asks_for_another_one() {
    let mut harness = harness(Page::Keys, |_| {});
    let keys = harness.state().map.of(place("Tool(Take(Select))")).to_vec();
    assert_eq!(keys, [Chord::parse("Q").unwrap()]);
    harness.get_by_label("Q").click();
    harness.run();
    assert_eq!(harness.state().wanted, [key(KeyChange::Ask(place("Tool(Take(Select))"), 0))]);
}

#[test]
fn a_conflict_is_told_in_words_with_a_choice_to_swap() {
    let mut harness = harness(Page::Keys, |shown| {
        shown.window.ask_key(place("Tool(Take(Select))"), 0);
        shown.window.pressed(Chord::parse("Space").unwrap());
    });
    harness.get_by_label("Space is already assigned to \"Pauses or continues\".");
    harness.get_by_label("Swap").click();
    harness.run();
    assert_eq!(harness.state().wanted, [key(KeyChange::Swap)]);
}

#[test]
fn a_key_that_always_stays_the_same_cannot_be_swapped() {
    let harness = harness(Page::Keys, |shown| {
        shown.window.ask_key(place("Tool(Take(Select))"), 0);
        shown.window.pressed(Chord::parse("1").unwrap());
    });
    harness.get_by_label_contains("1 is reserved for");
    assert!(harness.query_by_label("Swap").is_none());
}

#[test]
fn a_changed_key_can_be_reset() {
    let select = place("Tool(Take(Select))");
    let mut harness = harness(Page::Keys, |shown| {
        assert!(shown.map.bind(select, 0, Chord::parse("Insert").unwrap()));
    });
    harness.get_by_label("↺").click();
    harness.run();
    assert_eq!(harness.state().wanted, [key(KeyChange::Reset(select))]);
}

#[test]
fn the_help_fits_every_window_and_shows_the_keys_in_force() {
    let mut map = KeyMap::default();
    assert!(map.bind(place("File(Save)"), 0, Chord::parse("Ctrl+Alt+W").unwrap()));
    for size in [(1000.0, 600.0), (640.0, 400.0), (1280.0, 720.0), (2560.0, 1440.0)] {
        let size = egui::vec2(size.0, size.1);
        let map = map.clone();
        let mut harness = Harness::builder().with_size(size).build_ui(move |ui| {
            key_hints::publish(ui.ctx(), &map);
            help::show(ui.ctx(), &mut true);
        });
        harness.run();
        let window = harness.get_by_label("Keys and mouse").rect();
        let screen = egui::Rect::from_min_size(egui::Pos2::ZERO, size);
        assert!(screen.contains_rect(window), "{size}: {window}");
        harness.get_by_label("Ctrl+Alt+W");
        // No two words lie over each other: every row has its own place.
        let rows: Vec<_> = harness.get_all_by_role(egui::accesskit::Role::Label).collect();
        assert!(rows.len() > 80, "{} rows", rows.len());
    }
}

#[test]
fn menus_name_the_keys_in_force() {
    let context = egui::Context::default();
    let save = Intent::File(FileIntent::Save);
    assert_eq!(key_hints::key_of(&context, &save).as_deref(), Some("Ctrl+S"));
    let mut map = KeyMap::default();
    map.bind(place("File(Save)"), 0, Chord::parse("Insert").unwrap());
    key_hints::publish(&context, &map);
    assert_eq!(key_hints::with_key(&context, "Saves", &save), "Saves (Insert)");
}
