//! Protects unsaved changes: nothing replaces the document before the user has answered what to do with them.

use crate::view::document::intent::FileIntent;

/// Holds back an intent that would replace unsaved changes until the question is answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Guard {
    waiting: Option<FileIntent>,
}

/// What to do with an intent.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// Serve it.
    Go(FileIntent),
    /// Ask what to do with the unsaved changes.
    Ask,
    /// Another question is open already.
    Wait,
}

impl Guard {
    /// Judges an intent; `dirty` says whether there are unsaved changes.
    pub fn judge(&mut self, wanted: FileIntent, dirty: bool) -> Verdict {
        if !dirty || !wanted.replaces_document() {
            return Verdict::Go(wanted);
        }
        match self.waiting.replace(wanted) {
            Some(_) => Verdict::Wait,
            None => Verdict::Ask,
        }
    }

    /// The user discards the changes: returns the intent that was held back.
    pub fn discarded(&mut self) -> Option<FileIntent> {
        self.waiting.take()
    }

    /// The document was saved: returns the intent that was held back, if any.
    pub fn saved(&mut self) -> Option<FileIntent> {
        self.waiting.take()
    }

    /// The user cancelled, or saving failed: drops the intent that was held back.
    pub fn cancelled(&mut self) {
        self.waiting = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_saved_document_is_replaced_without_a_question() {
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
    fn saving_is_never_held_back_and_releases_the_intent_that_was() {
        let mut guard = Guard::default();
        let open = FileIntent::Open("other.ron".into());
        assert_eq!(guard.judge(open.clone(), true), Verdict::Ask);
        assert_eq!(guard.judge(FileIntent::Save, true), Verdict::Go(FileIntent::Save));
        assert_eq!(guard.saved(), Some(open));
    }

    #[test]
    fn cancelling_the_save_keeps_the_document() {
        let mut guard = Guard::default();
        guard.judge(FileIntent::Reload, true);
        guard.cancelled();
        assert_eq!(guard.saved(), None);
        assert_eq!(guard.judge(FileIntent::Reload, true), Verdict::Ask, "it asks again");
    }

    #[test]
    fn a_second_intent_replaces_the_first_without_a_second_question() {
        let mut guard = Guard::default();
        guard.judge(FileIntent::Next, true);
        assert_eq!(guard.judge(FileIntent::Quit, true), Verdict::Wait);
        assert_eq!(guard.discarded(), Some(FileIntent::Quit));
    }
}
