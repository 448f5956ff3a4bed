//! Tells why an overlay that was just switched on shows nothing: its legend may lie outside the window.

use super::{Legend, Legends, Overlays};
use crate::view::scene::canvas::DrawSystems;
use crate::view::shared::Notice;
use bevy::prelude::*;
use std::collections::BTreeMap;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, tell.after(DrawSystems::Paint));
}

/// Passes after which the legend of an overlay that was switched on is up to date.
const SETTLED: u32 = 3;

/// Overlays that are shown, with the passes since they were switched on.
#[derive(Default, Debug)]
struct Shown(Option<BTreeMap<&'static str, u32>>);

impl Shown {
    /// Takes note of what is shown now. Returns what was switched on a moment ago, alone: whoever switches on all of them
    /// at once does not ask after each.
    fn pass(&mut self, on: impl Iterator<Item = &'static str>) -> Option<&'static str> {
        // What is shown from the start was not asked for.
        let first = self.0.is_none();
        let before = self.0.take().unwrap_or_default();
        let age = |key| match before.get(key) {
            Some(&passes) => passes.saturating_add(1),
            None => {
                if first {
                    SETTLED + 1
                } else {
                    0
                }
            }
        };
        let now: BTreeMap<&'static str, u32> = on.map(|key| (key, age(key))).collect();
        let mut fresh = now.iter().filter(|&(_, &passes)| passes == SETTLED).map(|(&key, _)| key);
        let asked = fresh.next().filter(|_| fresh.next().is_none());
        self.0 = Some(now);
        asked
    }
}

fn tell(
    overlays: Res<Overlays>,
    legends: Res<Legends>,
    mut shown: Local<Shown>,
    mut notices: MessageWriter<Notice>,
) {
    let asked = shown.pass(overlays.rows.iter().filter(|row| row.on).map(|row| row.key));
    let row = asked.and_then(|key| overlays.rows.iter().find(|row| row.key == key));
    if let Some(row) = row
        && let Some(Legend::Empty(why)) = legends.of(row.key)
    {
        notices.write(Notice::new(format!("{}: {why}", row.title)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_switched_on_alone_is_asked_after_and_only_once() {
        let mut shown = Shown::default();
        let mut pass = |keys: &[&'static str]| shown.pass(keys.iter().copied());
        for _ in 0..5 {
            assert_eq!(pass(&["a"]), None, "on from the start");
        }
        let told: Vec<_> = (0..6).filter_map(|_| pass(&["a", "b"])).collect();
        assert_eq!(told, ["b"]);
        assert_eq!((0..6).filter_map(|_| pass(&["a", "b", "c", "d"])).count(), 0);
        assert_eq!(pass(&["a"]), None);
        let again: Vec<_> = (0..6).filter_map(|_| pass(&["a", "b"])).collect();
        assert_eq!(again, ["b"]);
    }
}
