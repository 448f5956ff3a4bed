//! The help window: all mouse gestures and all keys in force. It fits every window: with fewer columns, and scrolling.

use super::key_hints::keys;
use super::widgets::quiet;
use crate::view::input::commands::commands;
use crate::view::input::key_map::KeyMap;
use crate::view::input::keys::{BINDINGS, Group};
use bevy_egui::egui::{self, RichText, Ui, vec2};

/// Minimum and maximum width of a column, in logical pixels.
const COLUMN: [f32; 2] = [330.0, 420.0];
/// Width of the keys in it, in logical pixels.
const KEYS: f32 = 132.0;
/// Free space around the window, in logical pixels.
const MARGIN: f32 = 48.0;
/// Space for the title and the frame of the window, in logical pixels.
const FRAME: f32 = 72.0;

/// Shows the window. `open` becomes false when it is closed.
pub fn show(context: &egui::Context, open: &mut bool) {
    let screen = context.content_rect();
    let room = screen.size() - vec2(MARGIN, MARGIN + FRAME);
    let columns = ((room.x / COLUMN[0]) as usize).clamp(1, 3);
    let width = (columns as f32 * COLUMN[1]).min(room.x);
    let map = keys(context);
    egui::Window::new("Keys and mouse")
        .open(open)
        .collapsible(false)
        .auto_sized()
        .constrain_to(screen)
        .anchor(egui::Align2::CENTER_CENTER, [0.0, 0.0])
        .show(context, |ui| {
            ui.set_width(width);
            ui.label(quiet("On a Mac, Command works like Ctrl. Other keys: Settings, page Keys."));
            let height = room.y.max(120.0);
            let scroll = egui::ScrollArea::vertical().max_height(height);
            scroll.min_scrolled_height(height).show(ui, |ui| {
                ui.columns(columns, |parts| {
                    for (ui, groups) in parts.iter_mut().zip(divided(columns)) {
                        groups.into_iter().for_each(|group| list(ui, group, &map));
                    }
                });
            });
        });
}

/// The rows of a group: keys and what they do.
fn rows(group: Group, map: &KeyMap) -> Vec<(String, String)> {
    let table = BINDINGS.iter().enumerate();
    let listed = table.filter(|(_, b)| b.group == group && !b.keys.is_empty());
    let mut rows: Vec<_> = listed.map(|(row, b)| (map.row(row), b.what.to_owned())).collect();
    for (place, command) in commands().iter().enumerate() {
        if command.group == group && command.row.is_none() {
            rows.push((map.names(place), command.what.clone()));
        }
    }
    rows
}

/// The groups in columns of about the same length, in order.
fn divided(columns: usize) -> Vec<Vec<Group>> {
    let map = KeyMap::default();
    let lengths = Group::ALL.map(|group| rows(group, &map).len() + 2);
    let share = lengths.iter().sum::<usize>().div_ceil(columns);
    let mut parts = vec![Vec::new()];
    let mut filled = 0;
    for (group, length) in Group::ALL.into_iter().zip(lengths) {
        // A group goes where most of it belongs.
        if filled + length / 2 > share * parts.len() && parts.len() < columns {
            parts.push(Vec::new());
        }
        filled += length;
        if let Some(part) = parts.last_mut() {
            part.push(group);
        }
    }
    parts
}

fn list(ui: &mut Ui, group: Group, map: &KeyMap) {
    ui.label(RichText::new(group.title()).strong());
    let width = ui.available_width();
    for (keys, what) in rows(group, map) {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let mut part = |width: f32, text: RichText| {
                ui.allocate_ui_with_layout(
                    vec2(width, 0.0),
                    egui::Layout::top_down(egui::Align::Min),
                    |ui| {
                        ui.set_width(width);
                        ui.add(egui::Label::new(text).wrap());
                    },
                );
            };
            part(KEYS, RichText::new(keys).monospace());
            part((width - KEYS - 16.0).max(80.0), quiet(what));
        });
    }
    ui.add_space(8.0);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_hold_every_group_once_and_are_about_equally_long() {
        for columns in 1..=3 {
            let parts = divided(columns);
            assert_eq!(parts.len(), columns);
            assert_eq!(parts.concat(), Group::ALL);
            let map = KeyMap::default();
            let length =
                |part: &Vec<Group>| part.iter().map(|&g| rows(g, &map).len()).sum::<usize>();
            let longest = parts.iter().map(length).max().unwrap_or(0);
            let all: usize = parts.iter().map(length).sum();
            assert!(longest * columns < all * 2, "{columns} columns: {longest} of {all}");
        }
    }
}
