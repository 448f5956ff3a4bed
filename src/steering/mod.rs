//! How units move along their paths, among each other and in a fight. No ECS.

mod arrival;
mod arrival_slots;
mod attention;
mod boids;
mod contacts;
mod crowd;
mod dense_slots;
mod engage;
#[cfg(test)]
mod fixtures;
mod flock_terms;
mod flocking;
mod flocks;
mod flow_field;
mod follow_path;
mod four_vectors;
mod guidance;
mod hold;
mod inertia;
mod islands;
mod limits;
mod mixed;
mod orca;
mod others;
mod parallel;
mod patience;
mod potential_field;
mod pressure;
#[cfg(any(feature = "sim", test))]
mod refill;
mod resting;
mod spatial_grid;
mod surroundings;
mod terms;
mod trail;
mod travel;
mod travellers;
mod troop;
mod walls;

pub use arrival::{Approach, SETTLES_AFTER, passes_within};
pub use arrival_slots::{SlotRequest, assign_slots, give_slots, slots_around};
pub use attention::Attention;
pub use boids::Boids;
pub use crowd::{Crowd, Disc, SLACK};
pub use dense_slots::{per_side, places_in_cells};
pub use engage::{Battle, Decision, EngageRule, Fighter, Foe, Reach};
pub use flocking::{FlockSteering, Flocking, Separation};
pub use flocks::{Flock, Flocks};
pub use flow_field::FlowField;
pub use follow_path::FollowPath;
pub use guidance::Guidance;
pub use hold::Hold;
pub use inertia::{next_velocity, reach_of, squeezed_corners};
pub use limits::{Limit, Meaning};
pub use mixed::Mixed;
pub use orca::Orca;
pub use others::NOTICE;
pub(crate) use parallel::gather;
#[cfg(feature = "sim")]
pub(crate) use parallel::{
    SHARED_FROM, add_up, for_each_four, for_each_triple, for_each_triple_with, gather_some,
    side_by_side,
};
pub use patience::Headway;
pub use potential_field::{Combine, Patch, PotentialField, RetreatReach};
#[cfg(feature = "sim")]
pub(crate) use refill::Refill;
pub use resting::{AT_PLACE, Resting, TOUCHING};
#[cfg(feature = "sim")]
pub(crate) use spatial_grid::LANES;
pub use spatial_grid::SpatialGrid;
pub use surroundings::{Four, Surroundings};
pub use terms::Terms;
pub use trail::{PathPlace, Trail};
pub use travel::{Course, Scene, TravelRule};
pub use travellers::{Level, Neighbour, Traveller, Travellers, Walker};
pub use troop::{Body, Troop, Walk};
pub use walls::{depth_in_walls, is_clear, push_out};

travel::travels! {
    /// How a unit follows its path while no enemy is in sight.
    pub enum Travel {
        /// Walks along its own planned path, stepping aside for oncoming units.
        FollowPath(FollowPath),
        /// Walks with its group along one path, near the others and as fast as the slowest
        /// (flocking-influence-glest).
        Flocking(Flocking),
        /// Walks along its own path at the velocity nearest to it that avoids collisions, each unit doing its half (ORCA).
        Orca(Orca),
        /// Flows with its group along the shortest path from wherever it is, by the distance field of their goal (flow fields).
        FlowField(FlowField),
    }
}

engage::engage_rules! {
    /// How a unit positions itself once an enemy is in sight.
    pub enum Engage {
        /// No positioning: walks straight at its target and shoots when in range.
        Hold(Hold),
        /// Keeps its distance by five rules and its squad together (hybrid-starcraft).
        Boids(Boids),
        /// Goes to the best tile nearby in the fields round enemies and allies (hybrid-starcraft).
        PotentialField(PotentialField),
        /// Boids that move to where a potential field says it is best (future work of hybrid-starcraft).
        Mixed(Mixed),
    }
}
