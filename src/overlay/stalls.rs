//! Where units have stood still on their way, since the start.

use super::Overlay;
use super::drawing::{Drawing, Picture};
use super::legend::Legend;
use super::revision_of;
use super::scene::Scene;
use crate::sim::{Generation, Numbers, Stalls, TICKS_PER_SECOND};

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "standing still",
    title: "Standing still",
    doc: "How long units with orders have stood still on each cell, since the start, outside 6 cells of their goals: where they queue and \
          jam.",
    hotkey: "J",
    on: false,
    opacity: 0.6,
    revision: Some(revision),
    draw,
};

fn revision(scene: &Scene) -> u64 {
    let stalled = scene.get::<Stalls>().map_or(0, Stalls::stalled);
    let numbers = scene.get::<Numbers>();
    let told = numbers.map_or((0, 0), |n| (n.stall_share.to_bits(), n.hard_stops));
    revision_of((stalled, told, scene.get::<Generation>(), scene.terrain().revision()))
}

fn draw(scene: &Scene) -> Drawing {
    let Some(stalls) = scene.get::<Stalls>().filter(|stalls| stalls.stalled() > 0) else {
        return Drawing::empty("No unit has stood still on its way.");
    };
    let seconds = |ticks: u32| ticks as f32 / TICKS_PER_SECOND as f32;
    let longest = seconds(stalls.cells().map(|(_, ticks)| ticks).max().unwrap_or(0));
    let mut picture = Picture::of_cells(scene.terrain().bounds());
    for (cell, ticks) in stalls.cells() {
        picture
            .set(cell, scene.scale.between(seconds(ticks).sqrt(), 0.0, longest.sqrt()).texel(255));
    }
    let numbers = scene.get::<Numbers>();
    let notes = vec![
        format!("stall share: {:.1} %", stalls.share()),
        format!("hard stops: {}", numbers.map_or(0, |numbers| numbers.hard_stops)),
        "colour scale: square root of the time".into(),
    ];
    let legend = Legend::ramp(
        scene.scale,
        "seconds that units stood still on a cell",
        (0.0, longest),
        notes,
    );
    Drawing { picture: Some(picture), legend, ..Drawing::default() }
}
