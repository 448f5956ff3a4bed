//! Memory that planning uses again from call to call.

use super::marker_map::MarkerMap;
use super::sectors::SectorMap;
use super::visited::Recorder;
use crate::grid::{Cell, Node, Terrain};
use crate::search::{BestFirst, DistanceField, FastSearch, NodeSet, Visit};

/// The searches that planning runs on, with their memory, and what the last one left behind.
///
/// Fits any terrain, and grows with the largest one. What can be read back belongs to the terrain that
/// was planned on last.
#[derive(Clone, Debug, Default)]
pub struct PlanScratch {
    pub(super) exact: BestFirst,
    pub(super) fast: FastSearch,
    pub(super) field: DistanceField,
    pub(super) blocked: NodeSet,
    /// What the last group that planned with markers left behind.
    pub(super) markers: MarkerMap,
    /// How many groups have planned with markers.
    pub(super) groups_marked: u64,
    /// The steps of the last walk without a search.
    pub(super) walk: Vec<(Node, Visit)>,
    /// The sectors of the terrain that was last planned on by sectors.
    pub(super) sectors: Option<SectorMap>,
    pub(super) last: Last,
    /// What searches expand, while somebody asks for it.
    pub(super) recorder: Recorder,
}

/// Which of the searches ran last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Last {
    #[default]
    Exact,
    Fast,
    Field,
    Walk,
}

impl PlanScratch {
    /// What the last group that planned with markers left on the ground.
    pub fn markers(&self) -> &MarkerMap {
        &self.markers
    }

    /// The marker that the last group left in a cell: 1 where no path came by.
    pub fn marker(&self, terrain: &Terrain, cell: Cell) -> f64 {
        let inside = terrain.bounds().contains(cell);
        let marker =
            inside.then(|| self.markers.values().get(terrain.node(cell) as usize)).flatten();
        marker.copied().unwrap_or(1.0)
    }

    /// Changes whenever a group has planned with markers.
    pub fn markers_revision(&self) -> u64 {
        self.groups_marked
    }
}
