//! Memory that planning uses again from call to call.

use super::marker_map::MarkerMap;
use super::sectors::SectorMap;
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

    /// The first `most` cells that the last search expanded, in order; copied, so only for looking at.
    pub fn expanded_cells(&self, terrain: &Terrain, most: usize) -> Vec<Cell> {
        let nodes: &[Node] = match self.last {
            Last::Exact => self.exact.expanded(),
            Last::Fast => self.fast.expanded(),
            Last::Field => self.field.expanded(),
            Last::Walk => {
                let nodes = self.walk.iter().take(most).map(|(node, _)| *node);
                return nodes.map(|node| terrain.cell(node)).collect();
            }
        };
        nodes.iter().take(most).map(|&node| terrain.cell(node)).collect()
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

    /// What the last search knows about a cell, or `None` if it never reached it. In a search for a whole
    /// group costs count from the goal, and the order of expansion is not kept.
    pub fn visit(&self, terrain: &Terrain, cell: Cell) -> Option<Visit> {
        match self.last {
            Last::Exact => self.exact.visit(terrain, cell),
            Last::Fast => self.fast.visit(terrain, cell),
            Last::Field => {
                let g = self.field.distance(terrain, cell)?;
                Some(Visit { g, h: 0.0, priority: g, order: None })
            }
            Last::Walk => {
                self.walk.iter().find(|(node, _)| terrain.cell(*node) == cell).map(|(_, v)| *v)
            }
        }
    }
}
