//! A key with its modifiers, and its name.
//!
//! Names are those of a US keyboard, because keys are identified by their place.

use super::modifiers::Modifiers;
use bevy::input::keyboard::KeyCode;

/// A key with the modifiers that must be held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chord {
    /// The modifiers.
    pub modifiers: Modifiers,
    /// The key.
    pub key: KeyCode,
}

impl Chord {
    /// A key with modifiers.
    pub const fn new(modifiers: Modifiers, key: KeyCode) -> Self {
        Self { modifiers, key }
    }

    /// The name, such as `Ctrl+Shift+S`; `None` for a key that has none.
    pub fn name(self) -> Option<String> {
        let key = key_name(self.key)?;
        let Modifiers { command, shift, alt } = self.modifiers;
        let mut name = String::new();
        for (held, modifier) in [(command, "Ctrl+"), (alt, "Alt+"), (shift, "Shift+")] {
            if held {
                name.push_str(modifier);
            }
        }
        Some(name + key)
    }

    /// The chord of a name.
    pub fn parse(name: &str) -> Option<Self> {
        let mut modifiers = Modifiers::NONE;
        let mut rest = name.trim();
        loop {
            let (held, tail) = if let Some(tail) = rest.strip_prefix("Ctrl+") {
                (&mut modifiers.command, tail)
            } else if let Some(tail) = rest.strip_prefix("Shift+") {
                (&mut modifiers.shift, tail)
            } else if let Some(tail) = rest.strip_prefix("Alt+") {
                (&mut modifiers.alt, tail)
            } else {
                break;
            };
            *held = true;
            rest = tail;
        }
        let key = KEYS.iter().find(|(text, _)| *text == rest)?.1;
        Some(Self { modifiers, key })
    }
}

/// The key of a name without modifiers.
pub fn key_named(name: &str) -> Option<KeyCode> {
    KEYS.iter().find_map(|(text, key)| (*text == name).then_some(*key))
}

fn key_name(key: KeyCode) -> Option<&'static str> {
    KEYS.iter().find_map(|(text, code)| (*code == key).then_some(*text))
}

#[rustfmt::skip]
const KEYS: &[(&str, KeyCode)] = &[
    ("A", KeyCode::KeyA), ("B", KeyCode::KeyB), ("C", KeyCode::KeyC), ("D", KeyCode::KeyD), ("E", KeyCode::KeyE),
    ("F", KeyCode::KeyF), ("G", KeyCode::KeyG), ("H", KeyCode::KeyH), ("I", KeyCode::KeyI), ("J", KeyCode::KeyJ),
    ("K", KeyCode::KeyK), ("L", KeyCode::KeyL), ("M", KeyCode::KeyM), ("N", KeyCode::KeyN), ("O", KeyCode::KeyO),
    ("P", KeyCode::KeyP), ("Q", KeyCode::KeyQ), ("R", KeyCode::KeyR), ("S", KeyCode::KeyS), ("T", KeyCode::KeyT),
    ("U", KeyCode::KeyU), ("V", KeyCode::KeyV), ("W", KeyCode::KeyW), ("X", KeyCode::KeyX), ("Y", KeyCode::KeyY),
    ("Z", KeyCode::KeyZ),
    ("0", KeyCode::Digit0), ("1", KeyCode::Digit1), ("2", KeyCode::Digit2), ("3", KeyCode::Digit3),
    ("4", KeyCode::Digit4), ("5", KeyCode::Digit5), ("6", KeyCode::Digit6), ("7", KeyCode::Digit7),
    ("8", KeyCode::Digit8), ("9", KeyCode::Digit9),
    ("F1", KeyCode::F1), ("F2", KeyCode::F2), ("F3", KeyCode::F3), ("F4", KeyCode::F4), ("F5", KeyCode::F5),
    ("F6", KeyCode::F6), ("F7", KeyCode::F7), ("F8", KeyCode::F8), ("F9", KeyCode::F9), ("F10", KeyCode::F10),
    ("F11", KeyCode::F11), ("F12", KeyCode::F12),
    ("Up", KeyCode::ArrowUp), ("Down", KeyCode::ArrowDown), ("Left", KeyCode::ArrowLeft), ("Right", KeyCode::ArrowRight),
    ("Space", KeyCode::Space), ("Tab", KeyCode::Tab), ("Enter", KeyCode::Enter), ("Esc", KeyCode::Escape),
    ("Delete", KeyCode::Delete), ("Backspace", KeyCode::Backspace), ("Insert", KeyCode::Insert),
    ("Home", KeyCode::Home), ("End", KeyCode::End), ("Page up", KeyCode::PageUp), ("Page down", KeyCode::PageDown),
    ("[", KeyCode::BracketLeft), ("]", KeyCode::BracketRight), (",", KeyCode::Comma), (".", KeyCode::Period),
    ("/", KeyCode::Slash), ("\\", KeyCode::Backslash), (";", KeyCode::Semicolon), ("'", KeyCode::Quote),
    ("-", KeyCode::Minus), ("=", KeyCode::Equal), ("`", KeyCode::Backquote), ("<", KeyCode::IntlBackslash),
    ("Pad +", KeyCode::NumpadAdd), ("Pad -", KeyCode::NumpadSubtract), ("Pad *", KeyCode::NumpadMultiply),
    ("Pad /", KeyCode::NumpadDivide), ("Pad .", KeyCode::NumpadDecimal), ("Pad enter", KeyCode::NumpadEnter),
    ("Pad 0", KeyCode::Numpad0), ("Pad 1", KeyCode::Numpad1), ("Pad 2", KeyCode::Numpad2), ("Pad 3", KeyCode::Numpad3),
    ("Pad 4", KeyCode::Numpad4), ("Pad 5", KeyCode::Numpad5), ("Pad 6", KeyCode::Numpad6), ("Pad 7", KeyCode::Numpad7),
    ("Pad 8", KeyCode::Numpad8), ("Pad 9", KeyCode::Numpad9),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_can_be_read_again() {
        let all = [
            Modifiers::NONE,
            Modifiers::COMMAND,
            Modifiers::SHIFT,
            Modifiers::COMMAND_SHIFT,
            Modifiers { alt: true, ..Modifiers::COMMAND_SHIFT },
        ];
        for (_, key) in KEYS {
            for modifiers in all {
                let chord = Chord::new(modifiers, *key);
                assert_eq!(Chord::parse(&chord.name().unwrap()), Some(chord));
            }
        }
    }

    #[test]
    fn what_is_no_key_is_none() {
        for wrong in ["", "Ctrl+", "Hyper+A", "a", "Ctrl", "Shift+Shift", "🙂"] {
            assert_eq!(Chord::parse(wrong), None, "{wrong}");
        }
        assert_eq!(Chord::new(Modifiers::NONE, KeyCode::MediaPlayPause).name(), None);
    }
}
