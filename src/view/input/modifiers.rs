//! Modifier keys.

use bevy::input::keyboard::KeyCode;
use std::collections::BTreeSet;

/// The modifiers that are held at a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Modifiers {
    /// Ctrl or Command: the program treats both alike, on every system.
    pub command: bool,
    /// Shift.
    pub shift: bool,
    /// Alt.
    pub alt: bool,
}

impl Modifiers {
    /// No modifier.
    pub const NONE: Self = Self { command: false, shift: false, alt: false };
    /// Ctrl or Command alone.
    pub const COMMAND: Self = Self { command: true, ..Self::NONE };
    /// Shift alone.
    pub const SHIFT: Self = Self { shift: true, ..Self::NONE };
    /// Shift with Ctrl or Command.
    pub const COMMAND_SHIFT: Self = Self { command: true, ..Self::SHIFT };
}

/// The modifier keys that are down. A modifier is held until the last of its keys is released.
#[derive(Clone, Debug, Default)]
pub struct ModifierKeys(BTreeSet<KeyCode>);

impl ModifierKeys {
    const COMMAND: [KeyCode; 4] =
        [KeyCode::ControlLeft, KeyCode::ControlRight, KeyCode::SuperLeft, KeyCode::SuperRight];
    const SHIFT: [KeyCode; 2] = [KeyCode::ShiftLeft, KeyCode::ShiftRight];
    const ALT: [KeyCode; 2] = [KeyCode::AltLeft, KeyCode::AltRight];

    /// Records that a key went down or up. Returns whether it is a modifier.
    pub fn record(&mut self, key: KeyCode, down: bool) -> bool {
        let modifiers = [&Self::COMMAND[..], &Self::SHIFT, &Self::ALT];
        let is_modifier = modifiers.iter().any(|keys| keys.contains(&key));
        if is_modifier && down {
            self.0.insert(key);
        } else {
            self.0.remove(&key);
        }
        is_modifier
    }

    /// Forgets all keys: a window without focus gets no key releases.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// The modifiers that are held now.
    pub fn held(&self) -> Modifiers {
        let any = |keys: &[KeyCode]| keys.iter().any(|key| self.0.contains(key));
        Modifiers { command: any(&Self::COMMAND), shift: any(&Self::SHIFT), alt: any(&Self::ALT) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_and_command_are_one_modifier() {
        for key in ModifierKeys::COMMAND {
            let mut keys = ModifierKeys::default();
            assert!(keys.record(key, true));
            assert_eq!(keys.held(), Modifiers::COMMAND, "{key:?}");
            keys.record(key, false);
            assert_eq!(keys.held(), Modifiers::NONE, "{key:?}");
        }
    }

    #[test]
    fn a_modifier_is_held_until_its_last_key_is_released() {
        let mut keys = ModifierKeys::default();
        for key in [KeyCode::ControlLeft, KeyCode::SuperLeft, KeyCode::ShiftRight] {
            keys.record(key, true);
        }
        keys.record(KeyCode::SuperLeft, false);
        assert_eq!(keys.held(), Modifiers::COMMAND_SHIFT);
        keys.record(KeyCode::ControlLeft, false);
        assert_eq!(keys.held(), Modifiers::SHIFT);
        keys.clear();
        assert_eq!(keys.held(), Modifiers::NONE);
    }

    #[test]
    fn letters_are_no_modifiers() {
        let mut keys = ModifierKeys::default();
        assert!(!keys.record(KeyCode::KeyA, true));
        assert_eq!(keys.held(), Modifiers::NONE);
    }
}
