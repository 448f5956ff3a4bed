//! The page of the settings window with all keys: click one, press another.

use super::settings_window::Asked;
use super::widgets::{button, quiet, wrapped};
use crate::view::document::intent::Intent;
use crate::view::input::commands::{Command, commands};
use crate::view::input::key_map::KeyMap;
use crate::view::input::keys::Group;
use crate::view::settings::{KeyChange, SettingsIntent};
use bevy_egui::egui::{self, RichText, Ui};

fn key(change: KeyChange) -> Intent {
    Intent::Settings(SettingsIntent::Key(change))
}

/// Shows the page.
pub fn show(ui: &mut Ui, map: &KeyMap, asked: Option<Asked>, wanted: &mut Vec<Intent>) {
    wrapped(ui, quiet("Click a key, then press the new one. On a Mac, Command works like Ctrl."));
    for group in Group::ALL {
        let own = || commands().iter().enumerate().filter(|(_, command)| command.group == group);
        if own().all(|(_, command)| command.is_fixed()) {
            continue;
        }
        ui.add_space(6.0);
        ui.label(RichText::new(group.title()).strong());
        for (place, command) in own().filter(|(_, command)| !command.is_fixed()) {
            let asked = asked.filter(|asked| asked.command == place);
            ui.push_id(place, |ui| row(ui, map, place, command, asked, wanted));
        }
    }
    ui.add_space(8.0);
    let doc = "Esc, and the digits that store and recall selections, always stay the same";
    let any = !map.changed().is_empty();
    button(ui, "Reset all keys", doc, any, key(KeyChange::ResetAll), wanted);
}

fn row(
    ui: &mut Ui,
    map: &KeyMap,
    place: usize,
    command: &Command,
    asked: Option<Asked>,
    wanted: &mut Vec<Intent>,
) {
    ui.horizontal(|ui| {
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if map.is_changed(place) {
                let doc = "Reset to default";
                button(ui, "↺", doc, true, key(KeyChange::Reset(place)), wanted);
            }
            let further = map.of(place).len();
            button(ui, "+", "Add another key", true, key(KeyChange::Ask(place, further)), wanted);
            for (slot, chord) in map.of(place).iter().enumerate().rev() {
                let name = chord.name().unwrap_or_default();
                let waiting = asked.is_some_and(|asked| asked.slot == slot);
                let text = RichText::new(name).monospace();
                let text = egui::Button::new(text).selected(waiting);
                if ui.add(text).on_hover_text("Click, then press another key").clicked() {
                    wanted.push(key(KeyChange::Ask(place, slot)));
                }
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                ui.add(egui::Label::new(&command.what).truncate()).on_hover_text(&command.what);
            });
        });
    });
    if let Some(asked) = asked {
        egui::Frame::group(ui.style()).show(ui, |ui| question(ui, map, asked, wanted));
    }
}

/// What the user is asked while a key is changed.
fn question(ui: &mut Ui, map: &KeyMap, asked: Asked, wanted: &mut Vec<Intent>) {
    let Some(chord) = asked.pressed else {
        wrapped(ui, "Press the new key. Esc keeps the old one.");
        ui.horizontal(|ui| {
            let there = asked.slot < map.of(asked.command).len();
            button(
                ui,
                "Unassign",
                "Leaves the command without this key",
                there,
                key(KeyChange::Clear),
                wanted,
            );
            button(ui, "Cancel", "Nothing changes", true, key(KeyChange::Cancel), wanted);
        });
        return;
    };
    let name = chord.name().unwrap_or_else(|| "This key".into());
    let owner = map.owner(chord, asked.command).and_then(|place| commands().get(place));
    let ask_again = key(KeyChange::Ask(asked.command, asked.slot));
    match owner {
        Some(owner) if !owner.is_fixed() => {
            wrapped(ui, format!("{name} is already assigned to \"{}\".", owner.what));
            ui.horizontal(|ui| {
                let doc = match map.of(asked.command).get(asked.slot) {
                    Some(old) => {
                        let old = old.name().unwrap_or_default();
                        format!("\"{}\" gets {old} in exchange", owner.what)
                    }
                    None => format!("\"{}\" will no longer have a key", owner.what),
                };
                button(ui, "Swap", &doc, true, key(KeyChange::Swap), wanted);
                button(ui, "Another key", "Asks again", true, ask_again, wanted);
                button(ui, "Cancel", "Nothing changes", true, key(KeyChange::Cancel), wanted);
            });
        }
        owner => {
            let why = owner.map_or_else(
                || "cannot be used".into(),
                |owner| format!("is reserved for \"{}\"", owner.what),
            );
            wrapped(ui, format!("{name} {why}."));
            ui.horizontal(|ui| {
                button(ui, "Another key", "Asks again", true, ask_again, wanted);
                button(ui, "Cancel", "Nothing changes", true, key(KeyChange::Cancel), wanted);
            });
        }
    }
}
