//! The guard over unsaved work: nothing that replaces it happens before a person has said what to do.

use crate::view::document::intent::FileIntent;

/// Holds back what would replace unsaved work until the question is answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guard {
    waiting: Option<FileIntent>,
}

/// What to do about something that is wanted.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Do it.
    Go(FileIntent),
    /// Ask what should become of the unsaved work.
    Ask,
    /// Another question is open already.
    Wait,
}

impl Guard {
    /// Judges what is wanted while the work is saved or not.
    pub fn judge(&mut self, wanted: FileIntent, dirty: bool) -> Verdict {
        if !dirty || !wanted.replaces_work() {
            return Verdict::Go(wanted);
        }
        match self.waiting.replace(wanted) {
            Some(_) => Verdict::Wait,
            None => Verdict::Ask,
        }
    }

    /// "Discard": what was held back may go ahead.
    pub fn discarded(&mut self) -> Option<FileIntent> {
        self.waiting.take()
    }

    /// The work was saved: what was held back, if anything, may go ahead.
    pub fn saved(&mut self) -> Option<FileIntent> {
        self.waiting.take()
    }

    /// "Cancel", or saving failed or was given up: nothing happens.
    pub fn cancelled(&mut self) {
        self.waiting = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn saved_work_can_be_replaced_without_a_question() {
        let mut guard = Guard::default();
        assert_eq!(guard.judge(FileIntent::Quit, false), Verdict::Go(FileIntent::Quit));
    }

    #[test]
    fn closing_with_unsaved_work_asks_and_discarding_closes() {
        let mut guard = Guard::default();
        assert_eq!(guard.judge(FileIntent::Quit, true), Verdict::Ask);
        assert_eq!(guard.discarded(), Some(FileIntent::Quit));
        assert_eq!(guard.discarded(), None);
    }

    #[test]
    fn saving_is_never_held_back_and_then_lets_the_rest_go_ahead() {
        let mut guard = Guard::default();
        let open = FileIntent::Open("other.ron".into());
        assert_eq!(guard.judge(open.clone(), true), Verdict::Ask);
        assert_eq!(guard.judge(FileIntent::Save, true), Verdict::Go(FileIntent::Save));
        assert_eq!(guard.saved(), Some(open));
    }

    #[test]
    fn giving_up_the_save_keeps_the_work() {
        let mut guard = Guard::default();
        guard.judge(FileIntent::Reload, true);
        guard.cancelled();
        assert_eq!(guard.saved(), None);
        assert_eq!(guard.judge(FileIntent::Reload, true), Verdict::Ask, "it asks again");
    }

    #[test]
    fn a_second_wish_replaces_the_first_without_a_second_question() {
        let mut guard = Guard::default();
        guard.judge(FileIntent::Next, true);
        assert_eq!(guard.judge(FileIntent::Quit, true), Verdict::Wait);
        assert_eq!(guard.discarded(), Some(FileIntent::Quit));
    }
}
