//! Lessons and about cards in the window. What they say is in [`crate::learn`].
//!
//! | file | holds |
//! |---|---|
//! | `course` | the lesson that is open: which step, and whether it is done |
//! | `follow` | the systems: they serve intents, watch the program and move on |
//! | `kept` | which lessons were finished, from one start to the next |
//! | `deeds` | "Show me": what a step asks for, as intents |
//! | `step_card` | the card with the step, under the map |
//! | `menu` | the list of lessons, and the offer of the first one |
//! | `about_window`, `about_button` | the cards, and the button that opens one |
//! | `card_text`, `card_drawing` | Markdown and drawings in egui |
//! | `spotlight` | the ring around what a step points at |

pub mod about_button;
pub mod about_window;
mod card_drawing;
mod card_text;
pub mod course;
mod deeds;
mod follow;
mod kept;
pub mod menu;
pub mod spotlight;
pub mod step_card;

pub use course::Course;
pub use kept::KeptLessons;

use self::course::{Progress, TICK_MARK};
use crate::view::document::Document;
use crate::view::document::files::Files;
use crate::view::document::intent::Intent;
use bevy::prelude::*;
use bevy_egui::egui;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Course>().add_plugins((
        follow::plugin,
        kept::plugin,
        about_window::plugin,
        spotlight::plugin,
    ));
}

/// An intent about lessons and cards; served by `lessons::follow`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LearnIntent {
    /// Opens a lesson, by its index in the list.
    Start(usize),
    /// Goes to the next step, whether or not this one is done.
    Next,
    /// Goes to the step before.
    Back,
    /// Does what the step asks for.
    ShowMe,
    /// Chooses an answer, by its index.
    Answer(usize),
    /// Leaves the lesson.
    Close,
    /// Hides the offer of the first lesson.
    HideOffer,
    /// Shows an about card: by its name, or by its subject, such as `layer/markers`.
    About(String),
    /// Shows or hides the window with the about cards.
    ToggleAbout,
}

/// Seconds until the card of a step or the ring changes without input; `None` if they do not.
pub(crate) fn due(course: &Course, now: f64) -> Option<f64> {
    let open = course.open().filter(|open| open.step().is_some())?;
    if spotlight::swells(open, now) {
        return Some(0.0);
    }
    match open.progress {
        Progress::Done(since) => Some((since + TICK_MARK - now).max(0.0)),
        _ => step_card::changes(open)
            .into_iter()
            .map(|at| at - now)
            .filter(|left| *left >= 0.0)
            .reduce(f64::min),
    }
}

/// Shows the card of the lesson under the map, or on the first screen the offer of the first lesson.
pub(crate) fn show(
    root: &mut egui::Ui,
    course: &Course,
    document: &Document,
    files: &Files,
    time: &Time<Real>,
) -> Vec<Intent> {
    if let Some(open) = course.open() {
        let card = step_card::StepCard {
            open,
            elsewhere: open.serial != document.serial(),
            now: time.elapsed_secs_f64(),
            tick: document.tick,
        };
        return step_card::show(root, &card);
    }
    let first_screen = files.current == Some(0) && course.waiting.is_none();
    if first_screen && !course.offer_hidden && course.finished.is_empty() {
        let panel = egui::Panel::bottom("offer of a lesson").resizable(false);
        return panel.show(root, menu::offer).inner;
    }
    Vec::new()
}
