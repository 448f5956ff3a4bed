//! The start page: what can be opened, as data. `panels::start_page` shows it.

use crate::learn::{Lesson, lessons};
use crate::scenario::{Recording, Scenario, map_format, shipped_named};
use crate::view::document::files::{Files, serve_files};
use crate::view::document::gallery::{Gallery, GalleryEntry};
use crate::view::document::intent::{FileIntent, Intent};
use crate::view::document::scenario_pictures::{Made, PictureOf, ScenarioPictures};
use crate::view::document::state::{Document, DocumentSystems};
use crate::view::lessons::LearnIntent;
use crate::view::panels::dialogs::Dialogs;
use bevy::prelude::*;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<StartPage>()
        .init_resource::<ScenarioPictures>()
        .add_systems(Update, serve_start_page.in_set(DocumentSystems::Serve).after(serve_files));
}

/// An intent about the start page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StartIntent {
    /// Shows or hides the page.
    Toggle,
    /// Hides the page.
    Close,
}

/// The start page.
#[derive(Resource, Default)]
pub struct StartPage {
    /// Whether the page is shown.
    pub open: bool,
    /// What the user looks for.
    pub search: String,
    /// Whether the page has just been opened, so that the search field takes the keyboard.
    pub is_new: bool,
    /// Whether a dialog lay over it in the last frame.
    pub is_covered: bool,
    /// Recent files and unfinished work, looked up when the page was opened.
    pub own: Vec<StartGroup>,
    /// The document that was open then.
    serial: Option<u64>,
}

/// A heading with entries below it.
#[derive(Clone, Debug, PartialEq)]
pub struct StartGroup {
    /// The heading.
    pub title: String,
    /// One sentence; may be empty.
    pub about: String,
    /// What can be opened.
    pub entries: Vec<StartEntry>,
}

/// Something that can be opened.
#[derive(Clone, Debug, PartialEq)]
pub struct StartEntry {
    /// Its name.
    pub title: String,
    /// One sentence.
    pub about: String,
    /// What it looks like.
    pub picture: PictureOf,
    /// What opens it.
    pub open: Intent,
}

impl StartEntry {
    /// Whether it is what the user looks for: every word occurs in its name or its sentence.
    pub fn fits(&self, search: &str) -> bool {
        let text = format!("{} {}", self.title, self.about).to_lowercase();
        search.to_lowercase().split_whitespace().all(|word| text.contains(word))
    }
}

/// A paper: words of its citation, a heading, and its idea in one sentence.
struct Paper(&'static str, &'static str, &'static str);

const PAPERS: &[Paper] = &[
    Paper(
        "Map Marker: a Multi-Agent Pathfinder",
        "Map Marker",
        "Each planned path draws the searches of the next units to its cells, so a group takes one side.",
    ),
    Paper(
        "Improving pathfinding cohesion",
        "Marker cohesion",
        "The earlier paper on markers, with its own layouts.",
    ),
    Paper(
        "Direction Maps",
        "Direction maps",
        "Cells learn in which direction units cross them, and units go with the stream.",
    ),
    Paper(
        "Hybrid Pathfinding",
        "Hybrid pathfinding in StarCraft",
        "A* on the way, potential fields or boids in a fight: units keep their distance while their weapons cool down.",
    ),
    Paper(
        "Intelligent Moving of Groups",
        "Flocks and influence in Glest",
        "A flock arrives together, and influence maps tell it which enemies to avoid.",
    ),
];

const HARD_CASES: (&str, &str) = (
    "Hard cases of group movement",
    "Bridges, doors, corridors and crossings: where groups jam, split or wait.",
);

/// The scenarios that come with the program: hard cases first, then by paper.
pub fn shipped_groups(gallery: &[GalleryEntry]) -> Vec<StartGroup> {
    let group = |title: &str, about: &str, fits: &dyn Fn(&GalleryEntry) -> bool| StartGroup {
        title: title.into(),
        about: about.into(),
        entries: (0..)
            .zip(gallery)
            .filter(|(_, entry)| fits(entry))
            .map(|(place, entry)| StartEntry {
                title: entry.title.clone(),
                about: entry.description.clone(),
                picture: PictureOf::Shipped(place),
                open: Intent::File(FileIntent::OpenShipped(place)),
            })
            .collect(),
    };
    let of = |paper: &Paper, entry: &GalleryEntry| entry.citation.contains(paper.0);
    let hard = |entry: &GalleryEntry| !PAPERS.iter().any(|paper| of(paper, entry));
    let (title, about) = HARD_CASES;
    std::iter::once(group(title, about, &hard))
        .chain(PAPERS.iter().map(|paper| group(paper.1, paper.2, &|entry| of(paper, entry))))
        .filter(|group| !group.entries.is_empty())
        .collect()
}

/// Recent files that still exist.
fn recent_group(recent: &[PathBuf]) -> Option<StartGroup> {
    let entries: Vec<StartEntry> = recent
        .iter()
        .filter(|path| path.is_file())
        .map(|path| StartEntry {
            title: path.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            about: place_of(path),
            picture: PictureOf::file(path),
            open: Intent::File(FileIntent::Open(path.clone())),
        })
        .collect();
    (!entries.is_empty()).then(|| StartGroup {
        title: "Recent files".into(),
        about: String::new(),
        entries,
    })
}

fn place_of(path: &Path) -> String {
    let kind = match map_format(path) {
        Some(format) => format.name,
        None if Recording::is_file(path) => "recording",
        None => "scenario",
    };
    match path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
        Some(folder) => format!("{kind} in {}", folder.display()),
        None => kind.into(),
    }
}

/// Work that was not saved when the program ended.
fn unfinished_group(files: &Files) -> Option<StartGroup> {
    let works = files.unfinished();
    (!works.is_empty()).then(|| StartGroup {
        title: "Unfinished work".into(),
        about: "Not saved when the program ended.".into(),
        entries: (0..)
            .zip(works)
            .map(|(place, (name, age, file))| StartEntry {
                title: name,
                about: age,
                picture: PictureOf::file(&file),
                open: Intent::File(FileIntent::Restore(place)),
            })
            .collect(),
    })
}

/// The layouts of the movement benchmark.
fn benchmark_group(scenarios: &[Arc<Scenario>]) -> StartGroup {
    let entry = |scenario: &Arc<Scenario>| StartEntry {
        title: scenario.title.clone(),
        about: scenario.description.clone(),
        picture: PictureOf::Made(Made(scenario.clone())),
        open: Intent::File(FileIntent::OpenGiven(scenario.clone())),
    };
    StartGroup {
        title: "Movement benchmark".into(),
        about: "The layouts of `phalanx experiment movement`, after the benchmark of Warzone 2100."
            .into(),
        entries: scenarios.iter().map(entry).collect(),
    }
}

/// The lessons, with what they open. Those that were finished have a tick.
pub fn lesson_group(finished: &BTreeSet<usize>) -> StartGroup {
    let entry = |(place, lesson): (usize, &Lesson)| {
        let shipped = shipped_named(&lesson.scenario).unwrap_or_default();
        let tick = if finished.contains(&place) { " ✔" } else { "" };
        StartEntry {
            title: format!("{}{tick}", lesson.title),
            about: format!("{} {} minutes.", lesson.sentence, lesson.minutes),
            picture: PictureOf::Shipped(shipped),
            open: Intent::Learn(LearnIntent::Start(place)),
        }
    };
    StartGroup {
        title: "Lessons".into(),
        about: "A few minutes each, inside the program: each step waits until you have done it."
            .into(),
        entries: lessons().iter().enumerate().map(entry).collect(),
    }
}

fn serve_start_page(
    mut intents: MessageReader<Intent>,
    mut page: ResMut<StartPage>,
    mut dialogs: ResMut<Dialogs>,
    files: Res<Files>,
    document: Res<Document>,
) {
    for intent in intents.read() {
        let Intent::Start(intent) = intent else { continue };
        match intent {
            StartIntent::Toggle if !page.open => {
                (page.open, page.is_new) = (true, true);
                page.search.clear();
                let own = [unfinished_group(&files), recent_group(&files.recent)];
                page.own = own.into_iter().flatten().collect();
            }
            StartIntent::Toggle | StartIntent::Close => page.open = false,
        }
    }
    // Whatever was opened is to be seen.
    let now = Some(document.serial());
    if page.serial != now {
        if page.serial.is_some() {
            page.open = false;
        }
        page.serial = now;
    }
    if dialogs.start_page != page.open {
        dialogs.start_page = page.open;
    }
}

/// The groups of the page that have an entry for the search.
pub fn groups(page: &StartPage, gallery: &Gallery, finished: &BTreeSet<usize>) -> Vec<StartGroup> {
    let own = page.own.iter().cloned();
    let shipped = shipped_groups(&gallery.entries);
    let benchmark = benchmark_group(&gallery.benchmark);
    let all = own.chain([lesson_group(finished)]).chain(shipped).chain([benchmark]);
    all.filter_map(|mut group| {
        // The name of a paper finds all of its scenarios.
        let words = page.search.to_lowercase();
        if !group.title.to_lowercase().contains(words.trim()) {
            group.entries.retain(|entry| entry.fits(&page.search));
        }
        (!group.entries.is_empty()).then_some(group)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::{shipped, to_ron};

    fn gallery() -> Vec<GalleryEntry> {
        let load = |shipped: &crate::scenario::Shipped| shipped.load().unwrap();
        shipped().iter().map(|s| GalleryEntry::of(load(s))).collect()
    }

    #[test]
    fn every_shipped_scenario_is_in_exactly_one_group_and_every_paper_has_some() {
        let groups = shipped_groups(&gallery());
        assert_eq!(groups.len(), PAPERS.len() + 1);
        let mut places: Vec<PictureOf> =
            groups.iter().flat_map(|g| &g.entries).map(|entry| entry.picture.clone()).collect();
        places.sort();
        assert_eq!(places, (0..shipped().len()).map(PictureOf::Shipped).collect::<Vec<_>>());
        for group in &groups {
            assert!(group.about.ends_with('.'), "{}", group.title);
            assert!(group.entries.iter().all(|entry| entry.about.ends_with('.')));
        }
    }

    #[test]
    fn every_lesson_has_a_picture_of_its_scenario() {
        let group = lesson_group(&BTreeSet::new());
        assert_eq!(group.entries.len(), lessons().len());
        assert!(lessons().iter().all(|lesson| shipped_named(&lesson.scenario).is_some()));
    }

    #[test]
    fn finished_lessons_have_a_tick() {
        let ticked = |finished: &[usize]| -> Vec<usize> {
            let group = lesson_group(&finished.iter().copied().collect());
            let entries = group.entries.iter().enumerate();
            entries.filter(|(_, entry)| entry.title.ends_with('✔')).map(|(at, _)| at).collect()
        };
        assert_eq!(ticked(&[]), [0; 0]);
        assert_eq!(ticked(&[1, 4]), [1, 4]);
    }

    #[test]
    fn a_recording_is_called_one() {
        let folder = tempfile::tempdir().unwrap();
        let scenario = shipped()[0].load().unwrap();
        let about = |name: &str, text: String| {
            let file = folder.path().join(name);
            std::fs::write(&file, text).unwrap();
            recent_group(&[file]).unwrap().entries[0].about.clone()
        };
        let recording = Recording::new(scenario.clone(), 0, 1).to_ron();
        assert!(about("a.ron", recording).starts_with("recording in "));
        assert!(about("b.ron", to_ron(&scenario)).starts_with("scenario in "));
    }

    #[test]
    fn the_search_finds_words_in_any_order_and_whole_papers() {
        let gallery = Gallery::with(gallery());
        let found = |search: &str| {
            let page = StartPage { search: search.into(), ..StartPage::default() };
            groups(&page, &gallery, &BTreeSet::new())
                .iter()
                .map(|group| group.entries.len())
                .sum::<usize>()
        };
        assert_eq!(found(""), shipped().len() + lessons().len());
        assert!(found("hybrid pathfinding in starcraft") >= 5);
        assert!(found("BRIDGE ford") >= 1);
        assert_eq!(found("no such words anywhere"), 0);
    }

    #[test]
    fn recent_files_that_are_gone_are_left_out() {
        let folder = tempfile::tempdir().unwrap();
        let here = folder.path().join("level.png");
        std::fs::write(&here, "x").unwrap();
        assert_eq!(recent_group(&[folder.path().join("gone.ron")]), None);
        let group = recent_group(&[here, folder.path().join("gone.ron")]).unwrap();
        assert_eq!(group.entries.len(), 1);
        assert!(group.entries[0].about.starts_with("picture in "));
    }
}
