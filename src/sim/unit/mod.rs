//! Units: body, orders, route and status.

mod body;
pub(crate) mod enlist;
mod group;
mod modifiers;
mod route;
mod status;

pub(crate) use body::{DistanceToGo, despawn_units};
pub use body::{Guided, Position, PreviousPosition, Steering, Unit, Velocity};
pub use enlist::{Enlisted, Rejected};
pub(crate) use group::GroupLookup;
pub use group::{Group, GroupId, Groups, Orders};
pub use modifiers::Modifiers;
pub use route::Route;
pub use status::{Progress, Status, WaitReason};
