//! The latest events; a click on one moves the camera there.

use super::widgets::{quiet, wrapped};
use crate::sim::{Event, TICKS_PER_SECOND};
use crate::view::document::intent::{Intent, ShowIntent};
use bevy_egui::egui::{self, Ui};

/// Most rows of the list.
const SHOWN: usize = 60;

/// Shows the latest events, given newest first.
pub fn show<'a>(ui: &mut Ui, events: impl Iterator<Item = &'a Event>) -> Vec<Intent> {
    let mut wanted = Vec::new();
    ui.spacing_mut().item_spacing.y = 2.0;
    // Equal events of one tick share a row.
    let mut rows: Vec<(&Event, String, usize)> = Vec::new();
    for event in events {
        let sentence = event.kind.sentence();
        let full = rows.len() == SHOWN;
        match rows.last_mut() {
            Some((last, same, times)) if last.tick == event.tick && *same == sentence => {
                *times += 1
            }
            _ if full => break,
            _ => rows.push((event, sentence, 1)),
        }
    }
    let any = !rows.is_empty();
    for (event, sentence, times) in rows {
        let seconds = event.tick as f64 / f64::from(TICKS_PER_SECOND);
        let times = if times > 1 { format!(" ({times} times)") } else { String::new() };
        let text = format!("{seconds:>6.1} s  {sentence}{times}");
        let row = egui::Button::new(text).frame(false).wrap();
        let doc = format!("Tick {}, at {}. Click to look there.", event.tick, event.at);
        if ui.add(row).on_hover_text(doc).clicked() {
            wanted.push(Intent::Show(ShowIntent::CentreOn(event.at.center())));
        }
    }
    if !any {
        wrapped(ui, quiet("Nothing has happened yet."));
    }
    wanted
}
