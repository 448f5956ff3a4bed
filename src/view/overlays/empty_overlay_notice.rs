//! Says why an overlay that was just switched on shows nothing: its legend may lie outside the window.

use super::{Legends, Overlays};
use crate::overlay::{ArenaLegend, Legend};
use crate::view::panels::notices::Notice;
use crate::view::scene::canvas::DrawSystems;
use bevy::prelude::*;
use std::collections::BTreeMap;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, explain_empty_overlay.after(DrawSystems::Paint));
}

/// Frames after which the legend of an overlay that was switched on is up to date.
const SETTLED: u32 = 3;

/// Overlays that are on, with the frames since they were switched on.
#[derive(Default, Debug)]
struct Switched(Option<BTreeMap<&'static str, u32>>);

impl Switched {
    /// Records what is on in this frame. Returns the overlay that was switched on [`SETTLED`] frames ago, if only one was:
    /// a user who switches on several at once does not want a notice about each.
    fn update(&mut self, on: impl Iterator<Item = &'static str>) -> Option<&'static str> {
        // Overlays that are on from the start were not switched on.
        let age_of_new = if self.0.is_none() { SETTLED + 1 } else { 0 };
        let before = self.0.take().unwrap_or_default();
        let age = |key| before.get(key).map_or(age_of_new, |frames| frames.saturating_add(1));
        let now: BTreeMap<&'static str, u32> = on.map(|key| (key, age(key))).collect();
        let mut fresh = now.iter().filter(|&(_, &frames)| frames == SETTLED).map(|(&key, _)| key);
        let only = fresh.next().filter(|_| fresh.next().is_none());
        self.0 = Some(now);
        only
    }
}

fn explain_empty_overlay(
    overlays: Res<Overlays>,
    legends: Res<Legends>,
    mut switched: Local<Switched>,
    mut notices: MessageWriter<Notice>,
) {
    let on = overlays.rows.iter().filter(|row| row.on).map(|row| row.overlay);
    let only = switched.update(on.clone().map(|overlay| overlay.key));
    let overlay = on.clone().find(|overlay| Some(overlay.key) == only);
    if let Some(overlay) = overlay
        && let [ArenaLegend { legend: Legend::Empty(why), .. }] = legends.of(overlay.key)
    {
        notices.write(Notice::new(format!("{}: {why}", overlay.title)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_overlay_that_was_switched_on_alone_is_explained_once() {
        let mut switched = Switched::default();
        let mut update = |keys: &[&'static str]| switched.update(keys.iter().copied());
        for _ in 0..5 {
            assert_eq!(update(&["a"]), None, "on from the start");
        }
        let told: Vec<_> = (0..6).filter_map(|_| update(&["a", "b"])).collect();
        assert_eq!(told, ["b"]);
        assert_eq!((0..6).filter_map(|_| update(&["a", "b", "c", "d"])).count(), 0);
        assert_eq!(update(&["a"]), None);
        let again: Vec<_> = (0..6).filter_map(|_| update(&["a", "b"])).collect();
        assert_eq!(again, ["b"]);
    }
}
