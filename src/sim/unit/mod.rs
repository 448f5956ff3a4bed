//! Units: body, orders, route and status.

mod body;
mod group;
mod route;
mod status;

pub(crate) use body::{DistanceToGo, despawn_units};
pub use body::{Guided, Position, PreviousPosition, Steering, Unit, Velocity};
pub(crate) use group::GroupLookup;
pub use group::{Group, GroupId, Groups, Orders};
pub use route::Route;
pub use status::{Progress, Status, WaitReason};
