//! What happened in the first arena since the start, for the marks on the timeline.

use crate::sim::{Arena, Clock, EventKind, Events};
use crate::view::document::Document;
use crate::view::frame::FrameSystems;
use bevy::prelude::*;

/// Most events that are kept.
const MOST: usize = 4096;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<EventMarks>().add_systems(Update, collect.in_set(FrameSystems::Draw));
}

/// Events worth a mark, in the order of their ticks.
#[derive(Resource, Clone, Debug, Default)]
pub struct EventMarks {
    list: Vec<(u64, String)>,
    /// Events before this tick are known.
    until: u64,
    document: u64,
    branch: u64,
}

impl EventMarks {
    /// The ticks of the events and what happened.
    pub fn list(&self) -> &[(u64, String)] {
        &self.list
    }

    fn branch_at(&mut self, tick: u64) {
        let keep = self.list.partition_point(|(at, _)| *at < tick);
        self.list.truncate(keep);
        self.until = self.until.min(tick);
    }

    fn add(&mut self, events: &Events, now: u64) {
        let from = self.until;
        let new = events.iter().filter(|event| (from..now).contains(&event.tick));
        let room = MOST.saturating_sub(self.list.len());
        let new = new.filter(|event| is_worth_a_mark(&event.kind)).take(room);
        self.list.extend(new.map(|event| (event.tick, event.kind.sentence())));
        self.until = self.until.max(now);
    }
}

fn is_worth_a_mark(kind: &EventKind) -> bool {
    !matches!(kind, EventKind::Planned { .. } | EventKind::Freed(_) | EventKind::Waiting(..))
}

fn collect(
    mut marks: ResMut<EventMarks>,
    document: Res<Document>,
    arenas: Query<(&Arena, &Clock, &Events)>,
) {
    if marks.document != document.serial() {
        *marks = EventMarks { document: document.serial(), ..EventMarks::default() };
    }
    let (branch, tick) = document.branch();
    if marks.branch != branch {
        marks.branch = branch;
        marks.branch_at(tick);
    }
    if document.seek_target().is_some() {
        return;
    }
    if let Some((_, clock, events)) = arenas.iter().find(|(arena, ..)| arena.index == 0)
        && clock.tick > marks.until
    {
        marks.add(events, clock.tick);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Cell;
    use crate::sim::Event;

    #[test]
    fn events_are_collected_once_and_those_of_an_abandoned_future_are_forgotten() {
        let mut events = Events::default();
        for tick in [0, 5, 9] {
            let kind = EventKind::Ordered { units: tick as usize };
            events.push(Event { tick, at: Cell::default(), kind });
        }
        let ticks = |marks: &EventMarks| marks.list().iter().map(|m| m.0).collect::<Vec<_>>();
        let mut marks = EventMarks::default();
        marks.add(&events, 6);
        marks.add(&events, 6);
        assert_eq!(ticks(&marks), [0, 5]);
        marks.add(&events, 10);
        assert_eq!(ticks(&marks), [0, 5, 9]);
        marks.branch_at(5);
        assert_eq!(ticks(&marks), [0]);
        marks.add(&events, 10);
        assert_eq!(ticks(&marks), [0, 5, 9]);
    }
}
