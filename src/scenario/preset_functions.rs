//! The presets that games use most, as functions. All presets are in [`presets`](super::presets).

use super::Doctrine;
use super::presets::{engaging, glest, layered, travelling};
use crate::planning::{Congestion, Layers, Markers, Search};
use crate::steering::{Boids, Engage, Mixed, PotentialField, Travel};
use crate::traffic::Traffic;

/// The presets by name.
///
/// ```
/// use phalanx::scenario::{Doctrine, preset_named};
///
/// let doctrine = Doctrine::map_marker_with_traffic();
/// assert_eq!(doctrine, preset_named("Map Marker with traffic").unwrap().doctrine);
/// ```
impl Doctrine {
    /// Shortest paths: "A*".
    pub fn a_star() -> Self {
        Self::default()
    }

    /// Shortest paths and all rules of traffic: "A* with traffic".
    pub fn a_star_with_traffic() -> Self {
        Self { traffic: Traffic::On(Default::default()), ..Self::default() }
    }

    /// Shortest paths round crowds: "A* with congestion".
    pub fn a_star_with_congestion() -> Self {
        layered(Layers { congestion: Some(Congestion::default()), ..Layers::default() })
    }

    /// Groups stay together round obstacles: "Map Marker".
    pub fn map_marker() -> Self {
        Self::marked(Markers::default())
    }

    /// Groups stay together and use the whole width of their way: "Map Marker with traffic".
    pub fn map_marker_with_traffic() -> Self {
        Self { traffic: Traffic::On(Default::default()), ..Self::map_marker() }
    }

    /// Map Marker for large maps: "Scouted Map Marker".
    pub fn scouted_map_marker() -> Self {
        Self::marked(Markers::scouted())
    }

    /// Units avoid stronger enemies: "Influence".
    pub fn influence() -> Self {
        glest(false, true, false)
    }

    /// One path for the group, as fast as its slowest member: "Flock".
    pub fn flock() -> Self {
        glest(true, false, false)
    }

    /// A flock that avoids stronger enemies: "Flock + influence".
    pub fn flock_with_influence() -> Self {
        glest(true, true, false)
    }

    /// Boids in fights: "Hybrid boids".
    pub fn hybrid_boids() -> Self {
        engaging(Engage::Boids(Boids::default()))
    }

    /// A potential field in fights: "Hybrid potential field".
    pub fn hybrid_potential_field() -> Self {
        engaging(Engage::PotentialField(PotentialField::default()))
    }

    /// Both in fights: "Hybrid mixed".
    pub fn hybrid_mixed() -> Self {
        engaging(Engage::Mixed(Mixed::default()))
    }

    /// Units avoid each other by velocity: "ORCA".
    pub fn orca() -> Self {
        travelling(Travel::Orca(Default::default()))
    }

    /// Units flow along a distance field: "Flow field".
    pub fn flow_field() -> Self {
        travelling(Travel::FlowField(Default::default()))
    }

    /// The baseline of cooperative search: "Local repair A*".
    pub fn local_repair() -> Self {
        Self { search: Search::LocalRepair(Default::default()), ..Self::default() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_function_is_the_preset_that_its_documentation_names() {
        for (doctrine, name) in [
            (Doctrine::a_star(), "A*"),
            (Doctrine::a_star_with_traffic(), "A* with traffic"),
            (Doctrine::a_star_with_congestion(), "A* with congestion"),
            (Doctrine::map_marker(), "Map Marker"),
            (Doctrine::map_marker_with_traffic(), "Map Marker with traffic"),
            (Doctrine::scouted_map_marker(), "Scouted Map Marker"),
            (Doctrine::influence(), "Influence"),
            (Doctrine::flock(), "Flock"),
            (Doctrine::flock_with_influence(), "Flock + influence"),
            (Doctrine::hybrid_boids(), "Hybrid boids"),
            (Doctrine::hybrid_potential_field(), "Hybrid potential field"),
            (Doctrine::hybrid_mixed(), "Hybrid mixed"),
            (Doctrine::orca(), "ORCA"),
            (Doctrine::flow_field(), "Flow field"),
            (Doctrine::local_repair(), "Local repair A*"),
        ] {
            assert_eq!(doctrine.preset().map(|preset| preset.name), Some(name));
        }
    }
}
