//! How units move along their paths, among each other and in a fight. No ECS.

mod attention;
mod boids;
mod contacts;
mod crowd;
mod engage;
#[cfg(test)]
mod fixtures;
mod flocking;
mod follow_path;
mod islands;
mod limits;
mod mixed;
mod parallel;
mod potential_field;
mod spatial_grid;
mod surroundings;
mod terms;
mod trail;
mod walls;

pub use attention::Attention;
pub use boids::Boids;
pub use crowd::{Crowd, Disc, SLACK};
pub use engage::{Battle, Decision, Engage, EngageScratch, Fighter, Foe, Hold, Reach};
pub use flocking::{Flock, FlockSteering, Flocking, Member, Separation};
pub use follow_path::{FollowPath, NOTICE, Neighbour, Walker};
pub use limits::{Limit, Meaning};
pub use mixed::Mixed;
#[cfg(feature = "sim")]
pub(crate) use parallel::{for_each_triple, gather_some};
pub use potential_field::{Combine, Patch, PotentialField, RetreatReach};
pub use spatial_grid::SpatialGrid;
pub use surroundings::{Four, Somebody, Surroundings};
pub use terms::Terms;
pub use trail::{PathPlace, Trail};
pub use walls::{depth_in_walls, is_clear, push_out};

crate::part! {
    /// How a unit follows its path while no enemy is in sight.
    pub enum Travel {
        /// Walks along its own planned path, stepping aside for oncoming units.
        FollowPath(FollowPath),
        /// Walks with its group along one path, near the others and as fast as the slowest
        /// (flocking-influence-glest).
        Flocking(Flocking),
    }
}
