//! The picture of a new map. It is made on a thread of its own, so that a large map does not stall the dialog; while it is
//! made, the picture before it stays.

use super::map_preview::MapPreview;
use super::widgets::{look_again, quiet};
use crate::grid::{CornerRule, Terrain};
use crate::scenario::NewMap;
use bevy_egui::egui::{self, Ui};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;

/// Width of the picture, in logical pixels.
const WIDTH: f32 = 380.0;

/// The picture and the thread that makes the next one. Kept in the memory of the user interface.
#[derive(Default)]
struct NewMapPreview {
    shown: Option<(NewMap, MapPreview)>,
    making: Option<(NewMap, JoinHandle<MapPreview>)>,
}

/// Shows the picture of a map, at most so high, and begins a new one if the map has changed.
pub fn show(ui: &mut Ui, map: &NewMap, height: f32) {
    let room = egui::vec2(WIDTH, height);
    type Shared = Arc<Mutex<NewMapPreview>>;
    let id = egui::Id::new("preview of a new map");
    let memory: Shared = ui.data_mut(|data| data.get_temp_mut_or_default::<Shared>(id).clone());
    let mut preview = memory.lock().unwrap_or_else(PoisonError::into_inner);
    // Units are not drawn.
    preview.update(NewMap { units: false, ..*map });
    if preview.making.is_some() {
        look_again(ui.ctx());
    }
    match &mut preview.shown {
        Some((_, picture)) => {
            picture.show(ui, room);
            picture.tell(ui);
        }
        None => {
            let (area, _) = ui.allocate_exact_size(room, egui::Sense::hover());
            ui.painter().rect_filled(area, 4.0, ui.visuals().extreme_bg_color);
            ui.label("");
            ui.label(quiet("Drawing..."));
        }
    }
}

impl NewMapPreview {
    fn update(&mut self, map: NewMap) {
        if self.making.as_ref().is_some_and(|(_, thread)| thread.is_finished())
            && let Some((made, thread)) = self.making.take()
            && let Ok(picture) = thread.join()
        {
            self.shown = Some((made, picture));
        }
        let is_shown = self.shown.as_ref().is_some_and(|(shown, _)| *shown == map);
        if !is_shown && self.making.is_none() {
            self.making = Some((map, std::thread::spawn(move || picture(&map))));
        }
    }
}

fn picture(map: &NewMap) -> MapPreview {
    let open = || Terrain::open(map.bounds, CornerRule::default());
    MapPreview::of(&map.generated().unwrap_or_else(open))
}
