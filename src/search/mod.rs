//! One best-first search for everything, and distance fields. No ECS.
//!
//! All searches run on the padded nodes of a [`Terrain`](crate::grid::Terrain) with one flat record
//! per node that is reused from query to query: a generation stamp tells old contents from new, so
//! a query costs what it touches and allocates nothing but the path that it returns.
//!
//! - [`BestFirst`]: exact `f64` costs, any [`CostModel`] and [`Estimate`], any goal, ties as the papers
//!   break them, reopening. Markers, directions, influence and sectors are cost models on it.
//! - [`FastSearch`]: plain shortest paths. Fixed-point costs, buckets, canonical ordering of moves; the
//!   same optimal lengths several times as fast.
//! - [`ReverseSearch`]: distances to one goal over any cost model, resumed from cell to cell, and
//!   [`Reservations`] in space and time: what cooperative search is made of.
//! - [`DistanceField`]: the distance of every cell to one goal, as far as somebody asked, and the
//!   way there.

mod best_first;
mod bucket_queue;
mod bucket_ring;
mod canonical;
mod cost;
mod distance_field;
mod estimate;
mod fixed_point;
mod heap;
mod nodes;
mod octile_a_star;
mod path;
mod queue;
mod reservations;
mod rra_star;
mod stats;

pub use best_first::{BestFirst, Outcome, Problem, Takeover, Ties};
pub use cost::{Around, CostModel, DIAGONAL_LENGTH, Lengths};
pub use distance_field::DistanceField;
pub use estimate::{Estimate, Euclidean, Nothing, Octile};
pub use nodes::NodeSet;
pub use octile_a_star::FastSearch;
pub use path::{Path, check_path};
pub use reservations::Reservations;
pub use rra_star::ReverseSearch;
pub use stats::{SearchStats, Visit};

#[cfg(test)]
mod tests;
