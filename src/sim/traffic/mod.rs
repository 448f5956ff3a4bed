//! The rules of traffic in a running arena: how each unit is guided, who has the right of way, and who rests where.

mod control;
mod direct;
mod exchange;
mod passage_ahead;
mod passing;
mod posts;
mod waiting;

pub use control::RightsOfWay;
pub(crate) use control::TrafficControl;
pub(crate) use direct::direct_traffic;
pub(crate) use exchange::exchange_slots;
pub use posts::Post;
pub(crate) use posts::keep_posts;
