//! Serves the intents that change the document.

use super::Document;
use crate::sim::{Pace, TICKS_PER_SECOND};
use crate::view::document::intent::{EditIntent, Intent};
use crate::view::panels::notices::Notice;
use bevy::prelude::*;

/// Serves edits, undo and redo, and the comparison.
pub(crate) fn serve_edits(
    mut intents: MessageReader<Intent>,
    mut document: ResMut<Document>,
    pace: Res<Pace>,
    mut notices: MessageWriter<Notice>,
) {
    let was_going = document.seek.is_some();
    let edits = intents.read().filter(|i| matches!(i, Intent::Edit(_) | Intent::Comparison(_)));
    let edits: Vec<Intent> = edits.cloned().collect();
    if !edits.is_empty() {
        document.waiting.extend(edits);
    }
    while !document.waiting.is_empty() && !document.keeps_waiting() {
        match document.waiting.pop_front() {
            Some(Intent::Comparison(intent)) => {
                notices.write_batch(starts_again(&document));
                document.serve_comparison(&intent);
            }
            Some(Intent::Edit(EditIntent::Perform(edit))) => document.perform(edit),
            Some(Intent::Edit(EditIntent::Seal)) => document.history.seal(),
            Some(Intent::Edit(EditIntent::Undo)) => document.undo(),
            Some(Intent::Edit(EditIntent::Redo)) => document.redo(),
            _ => {}
        }
    }
    // What changes while time passes lets it pass on.
    if !was_going && document.seek.is_some() && pace.running {
        document.set_then_run(true);
    }
}

/// That a comparison starts all arenas again, and how to get back, unless they are at the start.
fn starts_again(document: &Document) -> Option<Notice> {
    let tick = document.seek_target().unwrap_or(document.tick);
    let seconds = tick as f64 / f64::from(TICKS_PER_SECOND);
    let text = format!("All arenas start again at 0 s; `Ctrl+Z` goes back to {seconds:.1} s");
    (tick > 0).then(|| Notice::new(text))
}
