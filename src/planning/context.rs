//! A request to a search: ground, costs, units, starts and goal.

use super::cell_costs::CellCosts;
use super::layers::{LayerFields, Layers, UnitSnapshot};
use crate::grid::{Cell, Node, Terrain};
use std::fmt;
use std::sync::LazyLock;

/// The input of a plan: the ground, the layers that change its costs and what they know, and the units that plan.
#[derive(Clone, Copy, Debug)]
pub struct PlanContext<'a> {
    /// The ground.
    pub terrain: &'a Terrain,
    /// The layers that are on.
    pub layers: Layers,
    /// What the layers know.
    pub fields: &'a LayerFields,
    /// The team that plans.
    pub team: u8,
    /// The units that plan, in the order of their starts; none if nothing is known of them.
    pub planners: &'a [UnitSnapshot],
    /// What single cells cost, if the game says so.
    pub costs: Option<&'a CellCosts>,
    /// How many times as much steps into swamp cost, 1 or more.
    pub swamp: f64,
}

impl<'a> PlanContext<'a> {
    /// Ground without layers, of which nothing else is known.
    pub fn bare(terrain: &'a Terrain) -> Self {
        static NOTHING: LazyLock<LayerFields> = LazyLock::new(LayerFields::default);
        let layers = Layers::default();
        Self { terrain, layers, fields: &NOTHING, team: 0, planners: &[], costs: None, swamp: 1.0 }
    }

    /// This context with other layers.
    pub fn with_layers(self, layers: Layers) -> Self {
        Self { layers, ..self }
    }

    /// This context with costs of cells.
    pub fn with_costs(self, costs: &'a CellCosts) -> Self {
        Self { costs: Some(costs).filter(|costs| !costs.is_usual()), ..self }
    }

    /// This context with swamp that costs this many times as much as floor, at least 1.
    pub fn with_swamp(self, factor: f64) -> Self {
        Self { swamp: factor.max(1.0), ..self }
    }

    /// This context for one of the units. If the group plans as one, nothing changes.
    pub(super) fn of_unit(&self, unit: usize) -> Self {
        let planners = if self.layers.plans_as_one() {
            self.planners
        } else {
            self.planners.get(unit..=unit).unwrap_or(&[])
        };
        Self { planners, ..*self }
    }

    /// Whether any layer, or the costs of cells, change what a search finds.
    pub(super) fn is_priced(&self) -> bool {
        self.costs.is_some() || self.swamp > 1.0 || self.layers.is_felt(self)
    }

    /// Whether costs are the same for every unit of the group.
    pub(super) fn is_common(&self) -> bool {
        self.layers.is_common(self)
    }
}

/// One path to plan.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The context for this unit alone.
    pub context: &'a PlanContext<'a>,
    /// Where the unit stands.
    pub start: Cell,
    /// Where it is going.
    pub goal: Cell,
    /// The units that it sees, where units go from cell to cell and each has a cell of its own.
    pub others: Option<Others<'a>>,
}

impl<'a> Request<'a> {
    /// A path for a unit that sees no others.
    pub fn new(context: &'a PlanContext<'a>, start: Cell, goal: Cell) -> Self {
        Self { context, start, goal, others: None }
    }

    /// This request from another start.
    pub(super) fn from(&self, start: Cell) -> Self {
        Self { start, ..*self }
    }

    /// This request for a unit that sees others nearer than this, in cells.
    pub(super) fn seeing(&self, visibility: f64) -> Self {
        Self { others: self.others.map(|others| Others { visibility, ..others }), ..*self }
    }
}

/// The units that a unit sees when it plans. They count as walls, except on the goal.
#[derive(Clone, Copy)]
pub struct Others<'a> {
    /// Whether another unit stands on a node.
    pub occupied: &'a dyn Fn(Node) -> bool,
    /// Units nearer than this are seen, in cells.
    pub visibility: f64,
}

impl fmt::Debug for Others<'_> {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.debug_struct("Others").field("visibility", &self.visibility).finish_non_exhaustive()
    }
}

/// Paths to plan for a group with one goal.
#[derive(Clone, Copy, Debug)]
pub struct GroupRequest<'a> {
    /// The context of the plan.
    pub context: &'a PlanContext<'a>,
    /// Where the units stand.
    pub starts: &'a [Cell],
    /// Where they are going.
    pub goal: Cell,
}

impl<'a> GroupRequest<'a> {
    /// Paths from these starts to a goal.
    pub fn new(context: &'a PlanContext<'a>, starts: &'a [Cell], goal: Cell) -> Self {
        Self { context, starts, goal }
    }
}
