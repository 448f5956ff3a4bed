//! The keys in force: those of the first start, with what the user changed.

use super::chord::Chord;
use super::commands::{Act, Command, commands};
use super::keys::BINDINGS;
use super::tools::Armed;
use crate::view::document::intent::{Intent, ToolIntent};
use bevy::ecs::resource::Resource;
use bevy::math::Vec2;
use std::collections::BTreeMap;

/// The keys of every command. No key means two things, except that the key of "attack" may pan while no unit is selected.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct KeyMap {
    /// By the index of the command in [`commands`].
    chords: Vec<Vec<Chord>>,
}

impl Default for KeyMap {
    fn default() -> Self {
        Self { chords: commands().iter().map(|command| command.defaults.clone()).collect() }
    }
}

/// The keys of one command as names, by the id of the command.
pub type ChangedKeys = BTreeMap<String, Vec<String>>;

impl KeyMap {
    /// The keys of the first start with changes. Unknown commands and keys are ignored. A key that is given to a command
    /// is taken from those that have it by default.
    pub fn new(changed: &ChangedKeys) -> Self {
        let mut map = Self::default();
        let own = |command: &Command| changed.get(&command.id).filter(|_| !command.is_fixed());
        for (place, command) in commands().iter().enumerate() {
            if own(command).is_some() {
                map.chords[place].clear();
            }
        }
        for (place, command) in commands().iter().enumerate() {
            for chord in own(command).into_iter().flatten().filter_map(|name| Chord::parse(name)) {
                if let Some(other) = map.owner(chord, place) {
                    if commands()[other].is_fixed() {
                        continue;
                    }
                    map.chords[other].retain(|&c| c != chord);
                }
                if !map.chords[place].contains(&chord) {
                    map.chords[place].push(chord);
                }
            }
        }
        map
    }

    /// What differs from the first start.
    pub fn changed(&self) -> ChangedKeys {
        let differ = commands().iter().zip(&self.chords).filter(|(c, now)| c.defaults != **now);
        differ
            .map(|(command, now)| {
                (command.id.clone(), now.iter().filter_map(|chord| chord.name()).collect())
            })
            .collect()
    }

    /// The keys of a command, by its index in [`commands`].
    pub fn of(&self, place: usize) -> &[Chord] {
        self.chords.get(place).map_or(&[], Vec::as_slice)
    }

    /// Whether the keys of a command differ from those of the first start.
    pub fn is_changed(&self, place: usize) -> bool {
        commands().get(place).is_some_and(|command| command.defaults != self.of(place))
    }

    /// The intent of a key.
    pub fn intent(&self, chord: Chord) -> Option<Intent> {
        commands().iter().zip(&self.chords).find_map(|(command, chords)| match &command.act {
            Act::Send(intent) if chords.contains(&chord) => Some(intent.clone()),
            _ => None,
        })
    }

    /// The keys that move the camera, with their directions.
    pub fn pans(&self) -> impl Iterator<Item = (Chord, Vec2)> {
        commands().iter().zip(&self.chords).flat_map(|(command, chords)| {
            let way = match command.act {
                Act::Pan(way) => Some(way),
                Act::Send(_) => None,
            };
            chords.iter().filter_map(move |&chord| Some((chord, way?)))
        })
    }

    /// The name of the first key of an intent.
    pub fn key_of(&self, intent: &Intent) -> Option<String> {
        let act = |command: &Command| matches!(&command.act, Act::Send(own) if own == intent);
        let place = commands().iter().position(act)?;
        self.chords[place].first()?.name()
    }

    /// The key in force of the command that has this key at the first start. `None` if no key has this name.
    pub fn instead_of(&self, first: &str) -> Option<String> {
        let chord = Chord::parse(first)?;
        let place = commands().iter().position(|command| command.defaults.contains(&chord))?;
        if !self.is_changed(place) || self.of(place).contains(&chord) {
            return Some(first.into());
        }
        Some(self.of(place).first().and_then(|chord| chord.name()).unwrap_or("no key".into()))
    }

    /// A sentence in which keys of the first start stand in backquotes, with the keys in force instead. Other words in
    /// backquotes stay as they are.
    pub fn tell(&self, text: &str) -> String {
        let piece = |(index, piece): (usize, &str)| match index % 2 {
            0 => piece.to_owned(),
            _ => self.instead_of(piece).unwrap_or_else(|| format!("`{piece}`")),
        };
        text.split('`').enumerate().map(piece).collect()
    }

    /// The keys of a row of [`BINDINGS`], as the help shows them.
    pub fn row(&self, row: usize) -> String {
        let mut places = (0..commands().len()).filter(|&place| commands()[place].row == Some(row));
        if places.clone().all(|place| !self.is_changed(place)) {
            return BINDINGS[row].keys.into();
        }
        let names: Vec<String> = places.by_ref().map(|place| self.names(place)).collect();
        names.join("  ")
    }

    /// The names of the keys of a command.
    pub fn names(&self, place: usize) -> String {
        let names: Vec<String> = self.of(place).iter().filter_map(|chord| chord.name()).collect();
        if names.is_empty() { "no key".into() } else { names.join(", ") }
    }

    /// The command whose key conflicts with that of another one.
    pub fn owner(&self, chord: Chord, of: usize) -> Option<usize> {
        (0..self.chords.len()).find(|&place| {
            place != of && self.chords[place].contains(&chord) && !may_share(place, of)
        })
    }

    /// Gives a key to a command, in place of the one in `slot`, or as a further one. It is taken from the command that
    /// has it, which gets the old key in exchange. Returns false if that key always stays the same.
    pub fn bind(&mut self, place: usize, slot: usize, chord: Chord) -> bool {
        let fixed = |place: usize| commands().get(place).is_none_or(Command::is_fixed);
        let owner = self.owner(chord, place);
        if fixed(place) || owner.is_some_and(fixed) || chord.name().is_none() {
            return false;
        }
        let old = self.chords[place].get(slot).copied();
        if let Some(owner) = owner {
            self.chords[owner].retain(|&c| c != chord);
        }
        let own = &mut self.chords[place];
        own.retain(|&c| Some(c) == old || c != chord);
        match old.and_then(|old| own.iter().position(|&c| c == old)) {
            Some(at) => own[at] = chord,
            None => own.push(chord),
        }
        if let (Some(owner), Some(old)) = (owner, old)
            && self.owner(old, owner).is_none()
        {
            self.chords[owner].push(old);
        }
        true
    }

    /// Takes a key from a command.
    pub fn clear(&mut self, place: usize, slot: usize) {
        let fixed = commands().get(place).is_none_or(Command::is_fixed);
        if !fixed && slot < self.chords[place].len() {
            self.chords[place].remove(slot);
        }
    }

    /// Gives a command the keys of the first start; they are taken from commands that have them now.
    pub fn reset(&mut self, place: usize) {
        let Some(command) = commands().get(place) else { return };
        for &chord in &command.defaults {
            if let Some(owner) = self.owner(chord, place) {
                self.chords[owner].retain(|&c| c != chord);
            }
        }
        self.chords[place] = command.defaults.clone();
    }
}

/// Whether two commands may have the same key: "attack" needs selected units, and then nothing pans with that key.
fn may_share(a: usize, b: usize) -> bool {
    let (Some(a), Some(b)) = (commands().get(a), commands().get(b)) else { return false };
    (is_attack(&a.act) && matches!(b.act, Act::Pan(_)))
        || (is_attack(&b.act) && matches!(a.act, Act::Pan(_)))
}

fn is_attack(act: &Act) -> bool {
    *act == Act::Send(Intent::Tool(ToolIntent::Arm(Armed::Attack)))
}

#[cfg(test)]
#[path = "key_map_tests.rs"]
mod tests;
