//! Pauses the simulation at the tick of an event, if the user asked for that. Pausing never changes a run.

use super::event_kinds::{EventSettings, Happening, serve_events};
use super::notices::Notice;
use crate::sim::{ArenaEvent, Pace, TICKS_PER_SECOND, Tick, TickSystems};
use crate::view::document::{Document, DocumentSystems, PassSystems};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<EventSettings>()
        .add_systems(Update, serve_events.in_set(DocumentSystems::Serve))
        .add_systems(
            Tick,
            pause_at_events.after(TickSystems::Report).before(PassSystems::KeepKeyframes),
        );
}

/// Runs in every pass, so that no tick follows the one with the event. What happens while the arenas seek another
/// tick pauses nothing: it has happened before.
fn pause_at_events(
    mut events: MessageReader<ArenaEvent>,
    settings: Res<EventSettings>,
    document: Res<Document>,
    mut pace: ResMut<Pace>,
    mut notices: MessageWriter<Notice>,
) {
    if document.seek_target().is_some() || !pace.running {
        events.clear();
        return;
    }
    let wanted = |event: &&ArenaEvent| {
        Happening::of(&event.event.kind).is_some_and(|kind| settings.pauses_at(kind))
    };
    if let Some(ArenaEvent { event, .. }) = events.read().filter(wanted).last() {
        let seconds = event.tick as f64 / f64::from(TICKS_PER_SECOND);
        *pace = Pace { running: false, steps: 0 };
        notices.write(Notice::new(format!("Paused at {seconds:.1} s: {}.", event.kind.sentence())));
    }
}
