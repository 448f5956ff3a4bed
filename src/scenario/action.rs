//! Every change that can be made to a running simulation, as data.

mod goals;
mod teams;

pub use goals::{FactAction, GoalAction};
pub use teams::TeamAction;

use super::{
    Doctrine, KindAction, Motion, ObstacleId, ObstacleKind, Order, ScriptedOrder, TeamId, UnitId,
};
use crate::combat::Rules;
use crate::grid::{Cell, CornerRule, Ground, Rectangle};
use crate::planning::LearnedCell;
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// One change from outside: the only way to edit a simulation or a scenario.
///
/// The sender chooses the numbers of new units and obstacles (see
/// [`Scenario::next_unit_id`](super::Scenario::next_unit_id)), so that the same action means the same in
/// every arena and in the scenario itself.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[expect(clippy::large_enum_variant, reason = "there are few actions at a time")]
pub enum Action {
    /// Changes the ground of cells.
    Paint(Vec<(Cell, Ground)>),
    /// Changes when diagonal steps are legal.
    SetCorners(CornerRule),
    /// Places an obstacle.
    PlaceObstacle {
        /// Its number; new.
        id: ObstacleId,
        /// What it looks like.
        kind: ObstacleKind,
        /// The cells that it blocks.
        area: Rectangle,
    },
    /// Moves an obstacle so that its upper left cell is at `to`.
    MoveObstacle {
        /// Which.
        id: ObstacleId,
        /// Its new upper left cell.
        to: Cell,
    },
    /// Gives an obstacle another area: another size, place, or both.
    ResizeObstacle {
        /// Which.
        id: ObstacleId,
        /// The cells that it blocks from now on.
        area: Rectangle,
    },
    /// Takes an obstacle away.
    RemoveObstacle(ObstacleId),
    /// Drops units.
    Spawn(Vec<NewUnit>),
    /// Takes units away.
    RemoveUnits(Vec<UnitId>),
    /// Gives an order. It changes none of the orders that the scenario gives by itself; before the first tick it joins them as
    /// the last one at the start.
    Order {
        /// To whom.
        units: Vec<UnitId>,
        /// What.
        order: Order,
        /// Whether it waits until earlier orders are done.
        queued: bool,
    },
    /// Replaces the orders that the scenario gives by itself. Those up to the present tick are not given any more; they take
    /// effect at a start with this list. Goals are known by their numbers.
    SetOrders(Vec<ScriptedOrder>),
    /// Gives units so much health: at most that of their kind, and never so little that they die.
    SetHealth(Vec<(UnitId, Health)>),
    /// Changes how a team moves.
    SetDoctrine {
        /// Which team.
        team: TeamId,
        /// How it moves from now on.
        doctrine: Doctrine,
    },
    /// Changes the rules of fights from now on. `start_variation` counts only before the first tick.
    SetRules(Rules),
    /// Changes the unit kinds of the scenario.
    Kind(KindAction),
    /// Replaces the learned directions: by none, or by earlier ones.
    SetDirections(Vec<LearnedCell>),
    /// Changes how units move from now on: steered, or from cell to cell. Orders stay; paths are planned anew.
    SetMotion(Motion),
    /// Changes the teams.
    Team(TeamAction),
    /// Changes the goals.
    Goal(GoalAction),
    /// Changes what the scenario says about itself, or its seed.
    Fact(FactAction),
}

impl Action {
    /// Its name in a history of edits.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Paint(_) => "Paint",
            Self::SetCorners(_) => "Change corner rule",
            Self::PlaceObstacle { .. } => "Place obstacle",
            Self::MoveObstacle { .. } => "Move obstacle",
            Self::ResizeObstacle { .. } => "Resize obstacle",
            Self::RemoveObstacle(_) => "Remove obstacle",
            Self::Spawn(units) if units.len() == 1 => "Drop unit",
            Self::Spawn(_) => "Drop units",
            Self::RemoveUnits(_) => "Remove units",
            Self::Order { queued: true, .. } => "Queue order",
            Self::Order { order, .. } => order.title(),
            Self::SetHealth(_) => "Change health",
            Self::SetDoctrine { .. } => "Change doctrine",
            Self::SetOrders(_) => "Change orders",
            Self::Kind(_) => "Change unit kind",
            Self::SetRules(_) => "Change combat rules",
            Self::SetDirections(_) => "Change directions",
            Self::SetMotion(_) => "Change motion",
            Self::Team(action) => action.title(),
            Self::Goal(action) => action.title(),
            Self::Fact(action) => action.title(),
        }
    }

    /// The setting that it sets, if it does nothing else: a later action with the same setting makes it needless, as while a
    /// slider moves.
    pub fn setting(&self) -> Option<(&'static str, u32)> {
        match self {
            Self::SetDoctrine { team, .. } => Some(("doctrine", u32::from(team.0))),
            Self::ResizeObstacle { id, .. } => Some(("obstacle", id.0)),
            Self::SetRules(_) => Some(("rules", 0)),
            Self::SetMotion(_) => Some(("motion", 0)),
            Self::Team(TeamAction::Recolour { team, .. }) => Some(("colour", u32::from(team.0))),
            _ => None,
        }
    }

    /// Whether arenas side by side may disagree about what it sets, so that it is for one of them.
    pub fn is_for_one_arena(&self) -> bool {
        matches!(self, Self::SetDoctrine { .. } | Self::SetMotion(_))
    }
}

/// Actions that are applied together, before a tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The tick before which they are applied.
    pub tick: u64,
    /// What is applied.
    pub actions: Vec<Action>,
}

/// What a unit can still take and spend.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Health {
    /// Hit points.
    pub hit_points: f32,
    /// Energy.
    pub energy: f32,
}

/// A unit to be dropped.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewUnit {
    /// Its number; new.
    pub id: UnitId,
    /// Its side.
    pub team: TeamId,
    /// The name of its kind.
    pub kind: String,
    /// Where; the nearest free place is taken.
    #[serde(with = "pair")]
    pub at: Vec2,
}

/// Vectors as pairs of numbers.
mod pair {
    use super::Vec2;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub fn serialize<S: Serializer>(v: &Vec2, serializer: S) -> Result<S::Ok, S::Error> {
        (v.x, v.y).serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec2, D::Error> {
        <(f32, f32)>::deserialize(deserializer).map(Vec2::from)
    }
}
