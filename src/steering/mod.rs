//! How units move along their paths and among each other. No ECS.

mod buckets;
mod crowd;
mod follow_path;
mod walls;

pub use buckets::Buckets;
pub use crowd::{Crowd, Disc, SLACK};
pub use follow_path::{FollowPath, NOTICE, Neighbour, Walker};
pub use walls::{depth_in_walls, is_clear, push_out};

crate::part! {
    /// How a unit follows its path while no enemy is in sight.
    pub enum Travel {
        /// Walks along its own planned path, stepping aside for oncoming units.
        FollowPath(FollowPath),
    }
}

crate::parameters! {
    /// Parameters of `Hold`: none.
    pub struct Hold {}
}

crate::part! {
    /// How a unit positions itself once an enemy is in sight.
    pub enum Engage {
        /// Keeps walking its path.
        Hold(Hold),
    }
}
