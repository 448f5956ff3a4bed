//! What happened in the first arena since the start, for the list of events and the marks on the timeline.

use super::event_kinds::{EventSettings, Happening};
use crate::grid::Cell;
use crate::sim::{Arena, Clock, Events};
use crate::view::document::Document;
use crate::view::frame::FrameSystems;
use bevy::prelude::*;

/// Maximum number of events that are kept, the first ones.
const MAX: usize = 50_000;
/// Maximum number of marks on the timeline.
const MAX_MARKS: usize = 4096;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<EventLog>().add_systems(Update, collect.in_set(FrameSystems::Draw));
}

/// An event in the log.
#[derive(Clone, Debug, PartialEq)]
pub struct LoggedEvent {
    /// The tick.
    pub tick: u64,
    /// The place.
    pub at: Cell,
    /// Its kind.
    pub kind: Happening,
    /// What happened.
    pub sentence: String,
    /// How many equal ones there were at this tick.
    pub times: usize,
}

/// All events since the start, in the order of their ticks.
#[derive(Resource, Clone, Debug, Default)]
pub struct EventLog {
    list: Vec<LoggedEvent>,
    marks: Vec<(u64, String)>,
    /// Events before this tick are known.
    until: u64,
    document: u64,
    branch: u64,
}

impl EventLog {
    /// The events.
    pub fn list(&self) -> &[LoggedEvent] {
        &self.list
    }

    /// The ticks of the events that are worth a mark, and what happened.
    pub fn marks(&self) -> &[(u64, String)] {
        &self.marks
    }

    fn branch_at(&mut self, tick: u64) {
        let keep = self.list.partition_point(|event| event.tick < tick);
        self.list.truncate(keep);
        self.until = self.until.min(tick);
    }

    fn add(&mut self, events: &Events, now: u64) {
        let from = self.until;
        for event in events.iter().filter(|event| (from..now).contains(&event.tick)) {
            let Some(kind) = Happening::of(&event.kind) else { continue };
            let sentence = event.kind.sentence();
            let full = self.list.len() == MAX;
            match self.list.last_mut() {
                Some(last) if last.tick == event.tick && last.sentence == sentence => {
                    last.times += 1;
                }
                _ if full => break,
                _ => {
                    let (tick, at) = (event.tick, event.at);
                    self.list.push(LoggedEvent { tick, at, kind, sentence, times: 1 });
                }
            }
        }
        self.until = self.until.max(now);
    }

    fn mark(&mut self, settings: &EventSettings) {
        // Single units that wait would cover the timeline.
        let worth =
            |event: &&LoggedEvent| settings.shows(event.kind) && (event.kind != Happening::Stuck);
        let marks = self.list.iter().filter(worth).take(MAX_MARKS);
        self.marks = marks.map(|event| (event.tick, event.sentence.clone())).collect();
    }
}

fn collect(
    mut log: ResMut<EventLog>,
    document: Res<Document>,
    settings: Res<EventSettings>,
    arenas: Query<(&Arena, &Clock, &Events)>,
) {
    let before = (log.list.len(), log.until);
    if log.document != document.serial() {
        *log = EventLog { document: document.serial(), ..EventLog::default() };
    }
    let (branch, tick) = document.branch();
    if log.branch != branch {
        log.branch = branch;
        log.branch_at(tick);
    }
    if document.seek_target().is_none()
        && let Some((_, clock, events)) = arenas.iter().find(|(arena, ..)| arena.index == 0)
        && clock.tick > log.until
    {
        log.add(events, clock.tick);
    }
    if before.0 != log.list.len() || log.until < before.1 || settings.is_changed() {
        log.mark(&settings);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::{Event, EventKind, GroupId};

    fn ordered(tick: u64) -> Event {
        Event {
            tick,
            at: Cell::default(),
            kind: EventKind::Ordered { group: crate::sim::GroupId(0), units: tick as usize },
        }
    }

    #[test]
    fn events_are_collected_once_and_those_of_an_abandoned_future_are_forgotten() {
        let mut events = Events::default();
        [0, 5, 9].into_iter().for_each(|tick| events.push(ordered(tick)));
        let ticks = |log: &EventLog| log.list().iter().map(|m| m.tick).collect::<Vec<_>>();
        let mut log = EventLog::default();
        log.add(&events, 6);
        log.add(&events, 6);
        assert_eq!(ticks(&log), [0, 5]);
        log.add(&events, 10);
        assert_eq!(ticks(&log), [0, 5, 9]);
        log.branch_at(5);
        assert_eq!(ticks(&log), [0]);
        log.add(&events, 10);
        assert_eq!(ticks(&log), [0, 5, 9]);
    }

    #[test]
    fn equal_events_of_one_tick_share_an_entry_and_marks_follow_the_filter() {
        let mut events = Events::default();
        (0..3).for_each(|_| events.push(ordered(4)));
        let split = EventKind::Split { group: GroupId(0), parts: 2 };
        events.push(Event { tick: 8, at: Cell::default(), kind: split });
        let mut log = EventLog::default();
        log.add(&events, 10);
        assert_eq!(log.list().iter().map(|event| event.times).collect::<Vec<_>>(), [3, 1]);
        let mut settings = EventSettings::default();
        log.mark(&settings);
        assert_eq!(log.marks().len(), 2);
        settings
            .serve(crate::view::panels::event_kinds::EventIntent::Show(Happening::Order, false));
        log.mark(&settings);
        assert_eq!(log.marks().iter().map(|mark| mark.0).collect::<Vec<_>>(), [8]);
    }
}
