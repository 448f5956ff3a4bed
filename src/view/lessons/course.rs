//! The lesson that is open: which step, and whether it is done. Plain data; no window.

use crate::learn::{Condition, Did, Lesson, Step, lessons};
use bevy::prelude::Resource;
use std::collections::BTreeSet;

/// Seconds between the moment at which a step is done and the next step.
pub(super) const TICK_MARK: f64 = 1.6;

/// The lesson that is open, the one that waits for its scenario, and what was finished.
#[derive(Resource, Clone, Debug, Default)]
pub struct Course {
    /// The lesson that waits until its scenario is open, and the document that was open when it was asked for.
    pub(super) waiting: Option<(usize, u64)>,
    open: Option<Open>,
    /// The lessons that were finished since the program started, by index.
    pub finished: BTreeSet<usize>,
    /// Whether the offer of the first lesson was closed.
    pub offer_hidden: bool,
}

/// A lesson that is open.
#[derive(Clone, Debug, PartialEq)]
pub struct Open {
    /// The index of the lesson.
    pub lesson: usize,
    /// The index of the step; the number of steps at the end.
    pub step: usize,
    /// The document of the lesson, see `Document::serial`.
    pub serial: u64,
    /// When the step began, in seconds.
    pub since: f64,
    /// How far the step is.
    pub progress: Progress,
    /// What the user did during the step.
    pub did: Vec<Did>,
    /// The answer that was chosen.
    pub answer: Option<usize>,
}

/// How far a step is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress {
    /// It has just begun.
    New,
    /// What it waits for has not happened yet.
    Waiting,
    /// It is done since this time, in seconds; the next step follows automatically.
    Done(f64),
    /// It is done and stays until the user goes on: it was done when it began, or the user came back to it.
    Stays,
}

impl Open {
    /// The lesson.
    pub fn lesson(&self) -> Option<&'static Lesson> {
        lessons().get(self.lesson)
    }

    /// The step, unless the lesson is at its end.
    pub fn step(&self) -> Option<&'static Step> {
        self.lesson()?.steps.get(self.step)
    }

    /// Whether it waits for what the learner expects, and nothing has been shown yet.
    pub fn asks_before_anything_is_seen(&self) -> bool {
        let asks = self.step().is_some_and(|step| matches!(step.until, Condition::Predict(_)));
        asks && self.step == 0 && self.progress == Progress::Waiting
    }

    fn enter(&mut self, step: usize, now: f64, progress: Progress) {
        *self = Self { step, since: now, progress, did: Vec::new(), answer: None, ..self.clone() };
    }
}

impl Course {
    /// Nothing was begun yet.
    pub const START: Self =
        Self { waiting: None, open: None, finished: BTreeSet::new(), offer_hidden: false };

    /// The lesson that is open.
    pub fn open(&self) -> Option<&Open> {
        self.open.as_ref()
    }

    pub(super) fn open_mut(&mut self) -> Option<&mut Open> {
        self.open.as_mut()
    }

    /// Begins a lesson in a document.
    pub fn begin(&mut self, lesson: usize, serial: u64, now: f64) {
        self.waiting = None;
        self.open = Some(Open {
            lesson,
            step: 0,
            serial,
            since: now,
            progress: Progress::New,
            did: Vec::new(),
            answer: None,
        });
    }

    /// Leaves the lesson.
    pub fn close(&mut self) {
        self.open = None;
        self.waiting = None;
    }

    /// Goes to the next step, or to the end.
    pub fn next(&mut self, now: f64) {
        let Some(open) = &mut self.open else { return };
        let steps = open.lesson().map_or(0, |lesson| lesson.steps.len());
        if open.step < steps {
            open.enter(open.step + 1, now, Progress::New);
        }
        if open.step == steps {
            self.finished.insert(open.lesson);
        }
    }

    /// Goes to the step before, which then stays.
    pub fn back(&mut self, now: f64) {
        if let Some(open) = &mut self.open
            && open.step > 0
        {
            open.enter(open.step - 1, now, Progress::Stays);
        }
    }

    /// Takes in whether what the step waits for has happened, and moves on a moment after it has.
    pub fn update(&mut self, holds: bool, now: f64) {
        let Some(open) = &mut self.open else { return };
        let Some(step) = open.step() else { return };
        open.progress = match open.progress {
            Progress::New if step.until == Condition::Read => Progress::Stays,
            Progress::New if holds => Progress::Stays,
            Progress::New => Progress::Waiting,
            // Why the answer is right stands there to be read.
            Progress::Waiting if holds && matches!(step.until, Condition::Answer { .. }) => {
                Progress::Stays
            }
            Progress::Waiting if holds => Progress::Done(now),
            other => other,
        };
        if let Progress::Done(since) = open.progress
            && now - since >= TICK_MARK
        {
            self.next(now);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn begun() -> Course {
        let mut course = Course::default();
        course.begin(0, 7, 0.0);
        course
    }

    fn step(course: &Course) -> usize {
        course.open().unwrap().step
    }

    #[test]
    fn a_step_that_is_done_is_followed_by_the_next_after_a_moment() {
        let mut course = begun();
        course.update(false, 0.1);
        course.update(true, 5.0);
        assert_eq!((step(&course), course.open().unwrap().progress), (0, Progress::Done(5.0)));
        course.update(false, 5.1);
        assert_eq!(step(&course), 0, "done stays done");
        course.update(false, 5.1 + TICK_MARK);
        assert_eq!(step(&course), 1);
    }

    #[test]
    fn a_step_that_was_done_before_it_began_waits_until_it_was_read() {
        let mut course = begun();
        course.update(true, 0.1);
        course.update(true, 60.0);
        assert_eq!((step(&course), course.open().unwrap().progress), (0, Progress::Stays));
        course.next(61.0);
        assert_eq!(step(&course), 1);
        course.back(62.0);
        course.update(true, 99.0);
        assert_eq!(step(&course), 0, "a step that the user came back to stays");
    }

    #[test]
    fn a_lesson_ends_once_and_stays_at_its_end() {
        let mut course = begun();
        let steps = lessons()[0].steps.len();
        (0..steps + 5).for_each(|_| course.next(1.0));
        assert_eq!(step(&course), steps);
        assert!(course.finished.contains(&0));
        assert!(course.open().unwrap().step().is_none());
        course.close();
        course.update(true, 1.0);
        course.next(1.0);
        course.back(1.0);
        assert!(course.open().is_none());
    }
}
