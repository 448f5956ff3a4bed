//! Tells the simulation which searches to record.

use super::Overlays;
use crate::overlay::VISITED_NODES;
use crate::sim::{CaptureSearch, Land};
use crate::view::scene::canvas::DrawSystems;
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, capture_searches.in_set(DrawSystems::Paint));
}

/// Searches on maps of at most this many cells are recorded even while the overlay is off, for the values under the
/// pointer and so that there is something to see as soon as it is switched on.
const RECORDED_BELOW: usize = 256 * 256;

fn capture_searches(
    mut capture: ResMut<CaptureSearch>,
    overlays: Res<Overlays>,
    lands: Query<&Land>,
) {
    let small = lands.iter().all(|land| land.terrain.bounds().area() <= RECORDED_BELOW);
    let last_search = small || overlays.opacity(VISITED_NODES).is_some();
    capture.set_if_neq(CaptureSearch { last_search, separation: true });
}
