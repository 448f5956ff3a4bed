//! What was learned stays from one start of the program to the next.

use super::course::Course;
use crate::learn::LESSON_FILES;
use crate::view::settings::Settings;
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(PostStartup, recall)
        .add_systems(Last, remember.run_if(resource_changed::<Course>));
}

/// What is kept about lessons.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptLessons {
    /// The names of the lessons that were finished.
    finished: BTreeSet<String>,
    /// Whether the offer of the first lesson was closed.
    offer_hidden: bool,
}

impl KeptLessons {
    fn of(course: &Course) -> Self {
        let names = course.finished.iter().filter_map(|&index| LESSON_FILES.get(index));
        let finished = names.map(|file| file.name.to_owned()).collect();
        Self { finished, offer_hidden: course.offer_hidden }
    }

    /// Brings what is kept back. Names of lessons that are gone are ignored.
    fn restore(&self, course: &mut Course) {
        let known = LESSON_FILES.iter().enumerate();
        let finished = known.filter(|(_, file)| self.finished.contains(file.name));
        course.finished.extend(finished.map(|(index, _)| index));
        course.offer_hidden |= self.offer_hidden;
    }
}

fn recall(settings: Res<Settings>, mut course: ResMut<Course>) {
    settings.lessons.restore(&mut course);
}

fn remember(mut settings: ResMut<Settings>, course: Res<Course>) {
    let now = KeptLessons::of(&course);
    if settings.lessons != now {
        settings.lessons = now;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finished_lessons_are_kept_by_name_and_unknown_names_are_ignored() {
        let mut course = Course::START;
        course.offer_hidden = true;
        course.finished.extend([0, 2]);
        let mut kept = KeptLessons::of(&course);
        kept.finished.insert("a lesson of another version".into());
        let mut again = Course::START;
        kept.restore(&mut again);
        assert_eq!((again.finished, again.offer_hidden), (course.finished, true));
    }
}
