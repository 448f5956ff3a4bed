//! The keys that switch overlays.

use bevy::prelude::KeyCode;

/// The key of a name: a letter, or `F1` to `F12`.
pub fn key_code(name: &str) -> Option<KeyCode> {
    KEYS.iter().find_map(|(key, code)| (*key == name).then_some(*code))
}

#[rustfmt::skip]
const KEYS: &[(&str, KeyCode)] = &[
    ("A", KeyCode::KeyA), ("B", KeyCode::KeyB), ("C", KeyCode::KeyC), ("D", KeyCode::KeyD), ("E", KeyCode::KeyE),
    ("F", KeyCode::KeyF), ("G", KeyCode::KeyG), ("H", KeyCode::KeyH), ("I", KeyCode::KeyI), ("J", KeyCode::KeyJ),
    ("K", KeyCode::KeyK), ("L", KeyCode::KeyL), ("M", KeyCode::KeyM), ("N", KeyCode::KeyN), ("O", KeyCode::KeyO),
    ("P", KeyCode::KeyP), ("Q", KeyCode::KeyQ), ("R", KeyCode::KeyR), ("S", KeyCode::KeyS), ("T", KeyCode::KeyT),
    ("U", KeyCode::KeyU), ("V", KeyCode::KeyV), ("W", KeyCode::KeyW), ("X", KeyCode::KeyX), ("Y", KeyCode::KeyY),
    ("Z", KeyCode::KeyZ),
    ("F1", KeyCode::F1), ("F2", KeyCode::F2), ("F3", KeyCode::F3), ("F4", KeyCode::F4), ("F5", KeyCode::F5),
    ("F6", KeyCode::F6), ("F7", KeyCode::F7), ("F8", KeyCode::F8), ("F9", KeyCode::F9), ("F10", KeyCode::F10),
    ("F11", KeyCode::F11), ("F12", KeyCode::F12),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::overlay::OVERLAYS;
    use crate::view::input::keys::{BINDINGS, Trigger};
    use crate::view::input::modifiers::Modifiers;

    #[test]
    fn every_overlay_has_a_key_that_nothing_else_uses() {
        for overlay in OVERLAYS {
            let key = key_code(overlay.hotkey);
            let Some(key) = key else { panic!("{} is no key", overlay.hotkey) };
            let taken = BINDINGS.iter().any(|binding| match &binding.trigger {
                Trigger::Press(modifiers, code, _) | Trigger::Pan(modifiers, code, _) => {
                    *modifiers == Modifiers::NONE && *code == key
                }
                Trigger::Mouse => false,
            });
            assert!(
                !taken,
                "{} has the key {}, which has another meaning",
                overlay.title, overlay.hotkey
            );
        }
    }
}
