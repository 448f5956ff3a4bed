//! Best-first search, distance fields and reservations. No ECS.
//!
//! All searches run on the padded nodes of a [`Terrain`](crate::grid::Terrain). Each search keeps one flat record per
//! node and reuses it from query to query. A generation stamp separates old records from new ones, or the nodes that were
//! touched are wiped, so a query costs only the nodes that it touches and allocates nothing but the returned path.
//!
//! - [`BestFirst`]: exact costs, any [`CostModel`] and [`Estimate`], any goal, ties broken as in the papers, reopening.
//!   Markers, directions, influence and sectors are cost models for it.
//! - [`FastSearch`]: plain shortest paths. Fixed-point costs, buckets and canonical moves give the same optimal lengths
//!   several times as fast.
//! - [`JumpSearch`]: the same lengths over jump points, several times as fast again on large maps.
//! - [`GroupJump`]: shortest paths of many cells to one goal over jump points. [`GroupSearch`]: also with the distances
//!   of the cells between, and [`DistanceField`]: the distance of every cell to the goal. All go on only as far as needed.
//! - [`ReverseSearch`]: distances to one goal under any cost model, resumed from cell to cell, and [`Reservations`] in
//!   space and time. Cooperative search uses both.
//!
//! There are two kinds of engines because of measurements: fixed-point costs in buckets make a node of [`FastSearch`] and
//! [`DistanceField`] two to four times as cheap as one of [`BestFirst`], which needs exact costs for the papers' ties.

mod best_first;
mod bucket_queue;
mod bucket_ring;
mod cost;
mod distance_field;
mod estimate;
mod exact;
mod expansion;
mod field_repair;
mod fixed_point;
mod group_jump;
mod group_search;
mod heap;
mod jump_engine;
mod jump_points;
mod nodes;
mod octile_a_star;
mod path;
mod queue;
mod real;
mod reservations;
mod rra_star;
mod stats;

pub use best_first::{BestFirst, Outcome, Problem, Takeover, Ties};
pub use cost::{Around, CostModel, DIAGONAL_LENGTH, Lengths};
pub use distance_field::DistanceField;
pub use estimate::{Estimate, Euclidean, Nothing, Octile, SingleEuclidean};
pub use group_jump::GroupJump;
pub use group_search::GroupSearch;
pub use jump_points::JumpSearch;
pub use nodes::NodeSet;
pub use octile_a_star::FastSearch;
pub use path::{Path, check_path};
pub use reservations::Reservations;
pub use rra_star::ReverseSearch;
pub use stats::{SearchStats, Visit};

#[cfg(test)]
mod tests;
