//! Small pictures of scenarios, drawn one after the other in the background when they are first wanted, and kept.

use crate::picture::{Image, thumbnail};
use crate::scenario::{MapPicture, Scenario, Source, is_picture, load_file, shipped};
use crate::view::panels::widgets::look_again;
use bevy::prelude::Resource;
use bevy_egui::egui;
use std::cmp::Ordering;
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::SystemTime;

/// Width and height of a picture, in pixels: twice what it takes on a usual screen would be too slow to draw.
pub const SIZE: (u32, u32) = (312, 204);

/// Maximum number of pictures that become textures in one frame.
const PER_FRAME: usize = 2;

/// What a picture shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum PictureOf {
    /// A scenario that comes with the program, by its index.
    Shipped(usize),
    /// A file, as it was at a time.
    File(PathBuf, Option<SystemTime>),
    /// A scenario that the program made.
    Made(Made),
}

/// A scenario that is known by its address in memory.
#[derive(Clone, Debug)]
pub struct Made(pub Arc<Scenario>);

impl PartialEq for Made {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Eq for Made {}

impl PartialOrd for Made {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Made {
    fn cmp(&self, other: &Self) -> Ordering {
        Arc::as_ptr(&self.0).cmp(&Arc::as_ptr(&other.0))
    }
}

impl PictureOf {
    /// A file as it is now.
    pub fn file(path: &std::path::Path) -> Self {
        let modified = std::fs::metadata(path).and_then(|data| data.modified()).ok();
        Self::File(path.into(), modified)
    }

    fn draw(&self) -> Option<Image> {
        let scenario = match self {
            Self::Made(Made(scenario)) => Scenario::clone(scenario),
            Self::Shipped(place) => shipped().get(*place)?.load().ok()?,
            // A picture is read with the options that its dialog would propose.
            Self::File(path, _) => match is_picture(path) {
                true => {
                    let picture = MapPicture::decode(&std::fs::read(path).ok()?);
                    let options = picture.ok()?.proposed_options();
                    Source::Picture(path.clone(), options).load().ok()?
                }
                false => load_file(path).ok()?,
            },
        };
        Some(thumbnail(&scenario, SIZE.0, SIZE.1))
    }
}

/// The pictures that were wanted so far.
#[derive(Resource, Default)]
pub struct ScenarioPictures {
    /// Nothing while it is being drawn, and for files that cannot be read.
    known: BTreeMap<PictureOf, Option<egui::TextureHandle>>,
    shared: Arc<Shared>,
    worker: Option<JoinHandle<()>>,
}

/// What the window and the worker share.
#[derive(Default)]
struct Shared {
    wanted: Mutex<VecDeque<PictureOf>>,
    drawn: Mutex<VecDeque<(PictureOf, Image)>>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl ScenarioPictures {
    /// The picture, if it has been drawn. Otherwise it will be.
    pub fn get(&mut self, of: &PictureOf) -> Option<&egui::TextureHandle> {
        if !self.known.contains_key(of) {
            self.known.insert(of.clone(), None);
            lock(&self.shared.wanted).push_back(of.clone());
        }
        self.known.get(of).and_then(Option::as_ref)
    }

    /// Takes in what has been drawn, and goes on drawing. Call it once per frame.
    pub fn update(&mut self, context: &egui::Context) {
        for _ in 0..PER_FRAME {
            let Some((of, image)) = lock(&self.shared.drawn).pop_front() else { break };
            let size = [image.width as usize, image.height as usize];
            let image = egui::ColorImage::from_rgb(size, image.pixels.as_flattened());
            let texture = context.load_texture("scenario", image, egui::TextureOptions::LINEAR);
            self.known.insert(of, Some(texture));
        }
        let is_idle = self.worker.as_ref().is_none_or(JoinHandle::is_finished);
        if is_idle && !lock(&self.shared.wanted).is_empty() {
            let shared = self.shared.clone();
            self.worker = Some(std::thread::spawn(move || work(&shared)));
        }
        let draws = self.worker.as_ref().is_some_and(|worker| !worker.is_finished());
        if !lock(&self.shared.drawn).is_empty() {
            context.request_repaint();
        } else if draws {
            look_again(context);
        }
    }
}

fn work(shared: &Shared) {
    loop {
        // The lock must not be held while drawing.
        let Some(of) = lock(&shared.wanted).pop_front() else { return };
        if let Some(image) = of.draw() {
            lock(&shared.drawn).push_back((of, image));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::{Duration, Instant};

    #[test]
    fn pictures_are_drawn_in_the_background_and_bad_files_do_no_harm() {
        let folder = tempfile::tempdir().unwrap();
        let bad = folder.path().join("bad.ron");
        std::fs::write(&bad, "nonsense").unwrap();
        let map = folder.path().join("level.txt");
        std::fs::write(&map, "....\n..#.\n").unwrap();
        let wanted = [
            PictureOf::file(&bad),
            PictureOf::file(&folder.path().join("none.map")),
            PictureOf::Shipped(usize::MAX),
            PictureOf::file(&map),
            PictureOf::Shipped(1),
        ];
        let (mut pictures, context) = (ScenarioPictures::default(), egui::Context::default());
        let start = Instant::now();
        let has = |pictures: &mut ScenarioPictures, of: &PictureOf| pictures.get(of).is_some();
        while !has(&mut pictures, &wanted[3]) || !has(&mut pictures, &wanted[4]) {
            wanted.iter().for_each(|of| {
                pictures.get(of);
            });
            pictures.update(&context);
            assert!(start.elapsed() < Duration::from_secs(120), "nothing is drawn");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(wanted[..3].iter().all(|of| pictures.get(of).is_none()));
    }
}
