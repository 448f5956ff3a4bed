//! The table of keys, and the system that looks keys up in it.

use super::*;
use crate::overlay::OVERLAYS;
use crate::view::document::films::{FilmIntent, Films};
use crate::view::input::chord::key_named;
use crate::view::lessons::LearnIntent;
use crate::view::lessons::about_window::About;
use crate::view::panels::experiments::ExperimentsPanel;
use crate::view::panels::layout::Shown;
use crate::view::panels::settings_window::SettingsWindow;

fn overlay_key(key: KeyCode) -> bool {
    OVERLAYS.iter().any(|overlay| key_named(overlay.hotkey) == Some(key))
}

fn presses() -> impl Iterator<Item = (Modifiers, KeyCode, &'static Intent)> {
    BINDINGS.iter().filter_map(|binding| match &binding.trigger {
        Trigger::Press(modifiers, key, intent) => Some((*modifiers, *key, intent)),
        _ => None,
    })
}

fn pans() -> impl Iterator<Item = (Modifiers, KeyCode)> {
    BINDINGS.iter().filter_map(|binding| match &binding.trigger {
        Trigger::Pan(modifiers, key, _) => Some((*modifiers, *key)),
        _ => None,
    })
}

/// The intents that the system sends for one key press, with a unit selected.
fn sent(press: KeyPress, set_up: impl FnOnce(&mut App)) -> Vec<Intent> {
    let mut app = App::new();
    app.init_resource::<InputEvents>()
        .init_resource::<EguiWantsInput>()
        .init_resource::<Dialogs>()
        .init_resource::<KeyMap>()
        .init_resource::<Shown>()
        .init_resource::<SettingsWindow>()
        .init_resource::<ExperimentsPanel>()
        .init_resource::<About>()
        .init_resource::<Films>()
        .insert_resource(Selection::units([crate::scenario::UnitId(0)].into()))
        .add_message::<Intent>()
        .add_systems(Update, press_keys);
    app.world_mut().resource_mut::<InputEvents>().keys.push(press);
    set_up(&mut app);
    app.update();
    app.world_mut().resource_mut::<Messages<Intent>>().drain().collect()
}

fn press(modifiers: Modifiers, key: KeyCode) -> KeyPress {
    KeyPress { key, modifiers, repeat: false }
}

#[test]
fn no_key_means_two_things() {
    let keys: Vec<_> = presses().map(|(modifiers, key, _)| (modifiers, key)).collect();
    for (i, key) in keys.iter().enumerate() {
        assert!(!keys[..i].contains(key), "{key:?} is bound twice");
    }
    let both: Vec<_> = pans().filter(|key| keys.contains(key)).collect();
    assert_eq!(both, [(NONE, KeyCode::KeyA)], "A attacks with units selected, else it pans");
}

#[test]
fn every_key_sends_what_the_table_says_and_no_other_key_sends_anything() {
    for (modifiers, key, intent) in presses() {
        assert_eq!(sent(press(modifiers, key), |_| {}), std::slice::from_ref(intent), "{key:?}");
    }
    let all_modifiers = [NONE, CTRL, SHIFT, CTRL_SHIFT, Modifiers { alt: true, ..NONE }];
    let codes: Vec<KeyCode> =
        presses().map(|(_, key, _)| key).chain(pans().map(|(_, key)| key)).collect();
    for (modifiers, &key) in all_modifiers.iter().flat_map(|m| codes.iter().map(move |k| (*m, k))) {
        let bound = presses().any(|(m, k, _)| (m, k) == (modifiers, key));
        let overlay = modifiers == NONE && overlay_key(key);
        let count = sent(press(modifiers, key), |_| {}).len();
        assert_eq!(count, usize::from(bound || overlay), "{modifiers:?} {key:?}");
    }
}

#[test]
fn every_overlay_is_switched_by_its_key() {
    for (index, overlay) in OVERLAYS.iter().enumerate() {
        let key = key_named(overlay.hotkey).expect("a key of its own");
        assert!(!presses().any(|(m, k, _)| (m, k) == (NONE, key)), "{key:?} is bound twice");
        assert!(!pans().any(|pan| pan == (NONE, key)), "{key:?} pans");
        let toggle = Intent::Show(ToggleOverlay(index));
        assert_eq!(sent(press(NONE, key), |_| {}), [toggle], "{key:?}");
    }
}

#[test]
fn while_a_new_key_is_asked_for_no_key_does_anything_else() {
    let ask = |app: &mut App| app.world_mut().resource_mut::<SettingsWindow>().ask_key(3, 0);
    for key in [KeyCode::Space, KeyCode::Escape, KeyCode::F12] {
        let pressed = KeyChange::Pressed(Chord::new(NONE, key));
        let expected = [Intent::Settings(SettingsIntent::Key(pressed))];
        assert_eq!(sent(press(NONE, key), ask), expected);
    }
}

/// Opens a window.
type Opening = fn(&mut World);

#[test]
fn escape_closes_one_window_and_only_then_reaches_the_tools() {
    let windows: [(Opening, Intent); 6] = [
        (
            |world| world.resource_mut::<SettingsWindow>().open = true,
            Intent::Settings(SettingsIntent::Close),
        ),
        (|world| world.resource_mut::<Shown>().help = true, Intent::Show(CloseHelp)),
        (
            |world| world.resource_mut::<About>().shown = true,
            Intent::Learn(LearnIntent::ToggleAbout),
        ),
        (|world| world.resource_mut::<Films>().open = true, Intent::Film(FilmIntent::Toggle)),
        (|world| world.resource_mut::<Shown>().plot_enlarged = true, Intent::Show(ClosePlot)),
        (|world| world.resource_mut::<ExperimentsPanel>().open = true, Intent::Experiment(Toggle)),
    ];
    let escape = press(NONE, KeyCode::Escape);
    for (place, (_, close)) in windows.iter().enumerate() {
        let open = |app: &mut App| {
            windows[place..].iter().for_each(|(open, _)| open(app.world_mut()));
        };
        assert_eq!(sent(escape, open), std::slice::from_ref(close));
        // Other keys do what they always do.
        assert_eq!(sent(press(CTRL, KeyCode::KeyS), open), [Intent::File(Save)]);
    }
    assert_eq!(sent(escape, |_| {}), [Intent::Tool(Escape)]);
}

#[test]
fn only_a_screenshot_can_be_taken_while_a_dialog_is_open() {
    let open_dialog = |app: &mut App| {
        app.world_mut().resource_mut::<Dialogs>().choosing_file = true;
    };
    for (modifiers, key, intent) in presses() {
        let expected = usize::from(*intent == Intent::Show(Screenshot));
        assert_eq!(sent(press(modifiers, key), open_dialog).len(), expected, "{key:?}");
    }
}

#[test]
fn modifiers_must_match_exactly() {
    assert_eq!(sent(press(CTRL, KeyCode::KeyS), |_| {}), [Intent::File(Save)]);
    assert_eq!(sent(press(CTRL_SHIFT, KeyCode::KeyS), |_| {}), [Intent::File(AskSaveAs)]);
    assert_eq!(sent(press(NONE, KeyCode::KeyS), |_| {}), []);
}

#[test]
fn a_held_key_repeats_only_small_steps() {
    let held = |key| sent(KeyPress { repeat: true, ..press(NONE, key) }, |_| {}).len();
    assert_eq!((held(KeyCode::ArrowRight), held(KeyCode::Space)), (1, 0));
}

#[test]
fn every_group_has_bindings_and_every_listed_binding_says_what_it_does() {
    for group in Group::ALL {
        assert!(BINDINGS.iter().any(|b| b.group == group), "{group:?} is empty");
    }
    for binding in BINDINGS {
        assert_eq!(binding.keys.is_empty(), binding.what.is_empty(), "{}", binding.keys);
    }
}
