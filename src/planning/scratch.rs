//! Memory that planning uses again from call to call.

use super::context::PlanContext;
use super::layers::{LayerTrails, MarkerMap};
use super::searches::SectorMap;
use super::visited::Recorder;
use crate::grid::{Cell, Terrain};
use crate::search::{
    BestFirst, DistanceField, FastSearch, GroupJump, GroupSearch, JumpSearch, NodeSet,
};
use serde::{Deserialize, Serialize};

/// The engines that planning runs on, with their memory, and what the last plan left behind.
///
/// Fits any terrain, and grows with the largest one. What can be read back belongs to the terrain that
/// was planned on last.
#[derive(Clone, Debug, Default)]
pub struct PlanScratch {
    pub(super) exact: BestFirst,
    pub(super) fast: FastSearch,
    pub(super) jump: JumpSearch,
    pub(super) field: DistanceField,
    /// The search for a group by jump points.
    pub(super) group_jump: GroupJump,
    /// The true distances that guide the searches of a group.
    pub(super) group: GroupSearch,
    pub(super) blocked: NodeSet,
    /// What the paths of the last group that planned in turns left behind.
    pub(super) trails: LayerTrails,
    /// How many groups have planned in turns.
    pub(super) groups_in_turns: u64,
    /// The sectors of the terrain that was last planned on by sectors.
    pub(super) sectors: Option<SectorMap>,
    /// The larger sectors of the terrain on which units got a head start.
    pub(super) coarse: Option<SectorMap>,
    pub(super) last: Engine,
    /// What searches expand, while that is asked for.
    pub(super) recorder: Recorder,
}

/// The part of a [`PlanScratch`] that lasts from plan to plan; everything else is memory that is filled again.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PlanMemory {
    trails: LayerTrails,
    groups_in_turns: u64,
}

/// The engine that ran last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Engine {
    #[default]
    Exact,
    /// Jump points from the goal, for a group.
    ExactGroup,
    Fast,
    Jump,
    Field,
    GroupJump,
    /// The search expanded nodes outside the engines, and records them itself.
    None,
}

impl Engine {
    /// Cost of expanding a node, compared with the fast search.
    pub fn weight(self) -> u64 {
        if matches!(self, Self::Exact | Self::ExactGroup) { 5 } else { 1 }
    }
}

impl PlanScratch {
    /// Prepares for a group whose units plan in turns.
    pub(super) fn begin_turns(&mut self, context: &PlanContext) {
        self.trails.begin_group(context);
        self.group.forget();
    }

    /// The markers that the last group with markers left on the ground.
    pub fn markers(&self) -> &MarkerMap {
        &self.trails.markers
    }

    /// The marker that the last group left in a cell: 1 where no path came by.
    pub fn marker(&self, terrain: &Terrain, cell: Cell) -> f64 {
        let inside = terrain.bounds().contains(cell);
        let marker =
            inside.then(|| self.markers().values().get(terrain.node(cell) as usize)).flatten();
        marker.copied().unwrap_or(1.0)
    }

    /// What the next plan may depend on, and what can be shown of the last one.
    pub fn memory(&self) -> PlanMemory {
        PlanMemory { trails: self.trails.clone(), groups_in_turns: self.groups_in_turns }
    }

    /// Goes on from an earlier state.
    pub fn recall(&mut self, memory: PlanMemory) {
        let PlanMemory { trails, groups_in_turns } = memory;
        (self.trails, self.groups_in_turns) = (trails, groups_in_turns);
    }

    /// Changes whenever a group has planned with markers.
    pub fn markers_revision(&self) -> u64 {
        self.groups_in_turns
    }
}
