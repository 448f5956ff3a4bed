//! The gallery: the scenarios that come with the program.

use crate::scenario::{Scenario, shipped};
use crate::view::Options;
use bevy::prelude::*;
use std::sync::Arc;
use std::thread::JoinHandle;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Gallery>().add_systems(Update, take_texts);
}

/// The scenarios of the gallery, in order.
///
/// Titles and descriptions are in the scenario files. Reading them all takes a moment because large maps are generated, so
/// a thread reads them while the window opens.
#[derive(Resource)]
pub struct Gallery {
    /// One entry per scenario.
    pub entries: Vec<GalleryEntry>,
    /// The layouts of the movement benchmark.
    pub benchmark: Vec<Arc<Scenario>>,
    reading: Option<JoinHandle<Texts>>,
}

/// What the thread reads.
type Texts = (Vec<GalleryEntry>, Vec<Arc<Scenario>>);

/// A scenario of the gallery.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GalleryEntry {
    /// Its title.
    pub title: String,
    /// One sentence.
    pub description: String,
    /// Its source; may be empty.
    pub citation: String,
}

impl GalleryEntry {
    /// The texts of a scenario.
    pub fn of(scenario: Scenario) -> Self {
        let Scenario { title, description, citation, .. } = scenario;
        Self { title, description, citation }
    }
}

impl FromWorld for Gallery {
    fn from_world(world: &mut World) -> Self {
        let make = world.get_resource::<Options>().and_then(|options| options.benchmark);
        let entry = |name: &str| GalleryEntry { title: name.into(), ..GalleryEntry::default() };
        let entries: Vec<_> = shipped().iter().map(|s| entry(s.name)).collect();
        let read = move || {
            let benchmark = make.map_or_else(Vec::new, |make| make());
            (read_texts(), benchmark.into_iter().map(Arc::new).collect())
        };
        Self { entries, benchmark: Vec::new(), reading: Some(std::thread::spawn(read)) }
    }
}

#[cfg(test)]
impl Gallery {
    /// A gallery whose texts have been read.
    pub fn with(entries: Vec<GalleryEntry>) -> Self {
        Self { entries, benchmark: Vec::new(), reading: None }
    }
}

fn read_texts() -> Vec<GalleryEntry> {
    shipped()
        .iter()
        .map(|shipped| match shipped.load() {
            Ok(scenario) => GalleryEntry::of(scenario),
            Err(error) => GalleryEntry {
                title: shipped.name.into(),
                description: error.to_string(),
                ..GalleryEntry::default()
            },
        })
        .collect()
}

fn take_texts(mut gallery: ResMut<Gallery>) {
    if gallery.reading.as_ref().is_some_and(JoinHandle::is_finished)
        && let Some(Ok(texts)) = gallery.reading.take().map(JoinHandle::join)
    {
        (gallery.entries, gallery.benchmark) = texts;
    }
}
