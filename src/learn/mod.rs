//! What the program teaches: lessons and about cards, as data.
//!
//! Both are files in `assets`, compiled into the program. A lesson is RON, a card is Markdown with a head. Each file is
//! checked once, when it is read. The window shows them; the tests run every lesson to its end without a window.
//!
//! | file | holds |
//! |---|---|
//! | `lesson` | what a lesson is made of |
//! | `condition` | what a step waits for |
//! | `doctrine_parameter` | a parameter of a doctrine by its name |
//! | `observation` | what conditions look at |
//! | `lessons` | the list of lessons, read and checked |
//! | `card` | an about card |
//! | `subjects` | everything that has a card: algorithms, layers, overlays, metrics |
//! | `cards` | the list of cards, read and checked |
//! | `drawing` | the small drawing of a card |
//! | `markdown` | the part of Markdown that cards and lessons use |

mod card;
#[cfg(test)]
mod card_numbers_tests;
mod cards;
mod condition;
mod doctrine_parameter;
pub mod drawing;
mod lesson;
mod lessons;
pub mod markdown;
mod observation;
mod subjects;

pub use card::{Card, read_card};
pub use cards::{CARD_FILES, card_named, card_of, cards};
pub use condition::{Condition, Number};
pub use doctrine_parameter::set_parameter;
pub use lesson::{Deed, Lesson, Point, Step};
pub use lessons::{LESSON_FILES, lessons, read_lesson};
pub use observation::{ArenaView, Did, Observation};
pub use subjects::{ParameterText, Subject, SubjectKind, subjects};

/// A file that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DataFile {
    /// Its name without the ending.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}
