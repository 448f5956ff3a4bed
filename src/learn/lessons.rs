//! The list of lessons, read and checked.

use super::condition::Condition;
use super::lesson::{Deed, Lesson};
use super::{DataFile, card_named};
use crate::overlay::overlay_named;
use crate::scenario::{Scenario, ScenarioError, nearest, preset_named, shipped, shipped_named};
use std::sync::LazyLock;

macro_rules! lesson_files {
    ($($name:literal,)+) => {
        &[$(DataFile {
            name: $name,
            text: include_str!(concat!("../../assets/lessons/", $name, ".ron")),
        },)+]
    };
}

/// The files of the lessons, in the order in which they are offered.
pub const LESSON_FILES: &[DataFile] = lesson_files![
    "1-boulder",
    "2-patrol",
    "3-whca",
    "4-flocks",
    "5-kiting",
    "6-influence",
    "7-benchmark",
    "8-a-star",
    "9-crowds",
    "10-traffic",
];

/// The lessons that come with the program. A file with an error is left out; tests read every file.
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: LazyLock<Vec<Lesson>> = LazyLock::new(|| {
        let read = |file: &DataFile| read_lesson(file.text, &format!("{}.ron", file.name)).ok();
        LESSON_FILES.iter().filter_map(read).collect()
    });
    &LESSONS
}

/// Reads a lesson. `file` is used in messages.
pub fn read_lesson(text: &str, file: &str) -> Result<Lesson, ScenarioError> {
    let lesson: Lesson = ron::from_str(text).map_err(|error| {
        let at = error.span.start;
        ScenarioError::at(file, at.line, at.col, error.code.to_string())
    })?;
    lesson.check().map_err(|(word, message)| {
        let (line, column) = place_of(text, &word);
        ScenarioError::at(file, line, column, message)
    })?;
    Ok(lesson)
}

/// Line and column of the first place of a word, or the beginning.
fn place_of(text: &str, word: &str) -> (usize, usize) {
    let Some(at) = text.find(word).filter(|_| !word.is_empty()) else { return (1, 1) };
    let before = &text[..at];
    let line = before.matches('\n').count() + 1;
    let column = before.rsplit('\n').next().map_or(0, |rest| rest.chars().count()) + 1;
    (line, column)
}

/// The offending word and a sentence.
type Fault = (String, String);

impl Lesson {
    /// The scenario that the lesson starts from.
    pub fn open(&self) -> Result<Scenario, String> {
        let place = shipped_named(&self.scenario).ok_or("there is no such scenario")?;
        let mut scenario = shipped()[place].load().map_err(|error| error.to_string())?;
        for (team, doctrine) in &self.doctrines {
            let preset = preset_named(doctrine).ok_or("there is no such doctrine")?;
            let team = scenario.teams.iter_mut().find(|known| known.name == *team);
            team.ok_or("there is no such team")?.doctrine = preset.doctrine;
        }
        Ok(scenario)
    }

    /// Whether one of its steps waits for an overlay.
    pub fn asks_for_overlay(&self, key: &str) -> bool {
        let conditions = self.steps.iter().flat_map(|step| step.until.each());
        conditions.into_iter().any(|c| matches!(c, Condition::Overlay(own) if own == key))
    }

    /// Checks that everything that it names exists.
    fn check(&self) -> Result<(), Fault> {
        if shipped_named(&self.scenario).is_none() {
            let names: Vec<&str> = shipped().iter().map(|shipped| shipped.name).collect();
            let near = nearest(&self.scenario, names).map_or(String::new(), did_you_mean);
            return Err((
                self.scenario.clone(),
                format!("no scenario is called `{}`{near}", self.scenario),
            ));
        }
        let scenario = self.open().map_err(|message| (self.scenario.clone(), message))?;
        if self.steps.is_empty() {
            return Err(("steps".into(), "a lesson needs at least one step".into()));
        }
        let team = |name: &String| match scenario.teams.iter().any(|team| team.name == *name) {
            true => Ok(()),
            false => Err((name.clone(), format!("the scenario has no team `{name}`"))),
        };
        for step in &self.steps {
            let conditions = step.facts.iter().chain([&step.until]).flat_map(Condition::each);
            for condition in conditions {
                match condition {
                    Condition::Overlay(key) => overlay(key)?,
                    Condition::Card(name) => card(name)?,
                    Condition::Doctrine { team: name, name: preset, .. } => {
                        team(name)?;
                        doctrine(preset)?;
                    }
                    Condition::Parameter { team: name, .. } => team(name)?,
                    Condition::Answer { options, right, .. } if *right >= options.len() => {
                        let message = format!("there is no answer {right}; they count from 0");
                        return Err(("right".into(), message));
                    }
                    _ => {}
                }
            }
            for deed in &step.show {
                match deed {
                    Deed::Overlay(key) => overlay(key)?,
                    Deed::Card(name) => card(name)?,
                    Deed::Compare { team: name, doctrine: preset }
                    | Deed::Doctrine { team: name, name: preset, .. } => {
                        team(name)?;
                        doctrine(preset)?;
                    }
                    Deed::Parameter { team: name, .. }
                    | Deed::Select { team: name, .. }
                    | Deed::Order { team: name, .. } => team(name)?,
                    _ => {}
                }
            }
        }
        Ok(())
    }
}

fn did_you_mean(name: &str) -> String {
    format!("; did you mean `{name}`?")
}

fn overlay(key: &str) -> Result<(), Fault> {
    match overlay_named(key) {
        Some(overlay) if overlay.key == key => Ok(()),
        _ => Err((key.into(), format!("no overlay has the key `{key}`"))),
    }
}

fn card(name: &str) -> Result<(), Fault> {
    match card_named(name) {
        Some(_) => Ok(()),
        None => Err((name.into(), format!("no about card is called `{name}`"))),
    }
}

fn doctrine(name: &str) -> Result<(), Fault> {
    match preset_named(name) {
        Some(preset) if preset.name == name => Ok(()),
        _ => Err((name.into(), format!("no doctrine is called `{name}`"))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_lesson_in_the_folder_is_shipped_and_reads_without_error() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/lessons");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        files.sort();
        let mut shipped: Vec<String> =
            LESSON_FILES.iter().map(|f| format!("{}.ron", f.name)).collect();
        shipped.sort();
        assert_eq!(files, shipped);
        for file in LESSON_FILES {
            read_lesson(file.text, file.name).unwrap_or_else(|error| panic!("{error}"));
        }
        assert_eq!(lessons().len(), LESSON_FILES.len());
    }

    #[test]
    fn texts_are_short_and_every_step_says_what_to_do() {
        for lesson in lessons() {
            assert!(lesson.sentence.ends_with('.') && lesson.learned.ends_with('.'));
            assert!((2..=4).contains(&lesson.minutes), "{}", lesson.title);
            for step in &lesson.steps {
                assert!(step.text.len() <= 420, "{}: {}", step.text.len(), step.text);
                let reads = step.until == Condition::Read;
                assert_eq!(step.task.is_empty(), reads, "{}", step.text);
                assert_eq!(step.show.is_empty(), reads, "{}", step.text);
            }
        }
    }

    #[test]
    fn changes_that_are_for_the_start_are_asked_for_while_time_stands_still() {
        for lesson in lessons() {
            let mut running = false;
            for (place, step) in lesson.steps.iter().enumerate() {
                let changes = step.show.iter().any(|deed| {
                    matches!(
                        deed,
                        Deed::Restart
                            | Deed::Compare { .. }
                            | Deed::Doctrine { .. }
                            | Deed::Parameter { .. }
                    )
                });
                assert!(!(changes && running), "{}, step {}", lesson.title, place + 1);
                running |= step.show.contains(&Deed::Run);
                running &= !step.pause;
            }
        }
    }

    #[test]
    fn a_file_with_an_error_gets_a_sentence_with_its_place() {
        let text = LESSON_FILES[0].text;
        let wrong = text.replacen("12-map-marker-boulder", "12-map-marker-boulders", 1);
        let error = read_lesson(&wrong, "a.ron").unwrap_err();
        assert!(error.line > 1 && error.message.contains("boulders"), "{error}");
        let error = read_lesson("(title: 7)", "a.ron").unwrap_err();
        assert_eq!((error.line, error.file.as_str()), (1, "a.ron"));
        let wrong = text.replacen("Overlay(\"markers\")", "Overlay(\"maker\")", 1);
        let error = read_lesson(&wrong, "a.ron").unwrap_err();
        assert!(error.message.contains("`maker`"), "{error}");
    }
}
