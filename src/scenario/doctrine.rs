//! A doctrine: how a team plans, prices, travels and engages.

use super::direction_presets::direction_presets;
use crate::planning::{AStar, Heuristic, Influence, Layers, Markers, Search};
use crate::steering::{Boids, Engage, Flocking, Mixed, PotentialField, Travel};
use serde::{Deserialize, Serialize};

/// Every decision about how a group moves, as a value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Doctrine {
    /// How a path is found.
    pub search: Search,
    /// How the cells of that search are priced.
    pub layers: Layers,
    /// How a unit follows its path while no enemy is in sight.
    pub travel: Travel,
    /// How a unit positions itself once one is.
    pub engage: Engage,
}

impl Doctrine {
    /// The name of the preset that this is, or "custom".
    pub fn name(&self) -> &'static str {
        presets().into_iter().find(|p| p.doctrine == *self).map_or("custom", |p| p.name)
    }
}

/// A doctrine with the name that its paper gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The name, as in scenario files and after `--doctrine`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub doc: &'static str,
    /// The parts.
    pub doctrine: Doctrine,
}

/// The doctrines that have a name.
pub fn presets() -> Vec<Preset> {
    let mut presets = vec![
        Preset {
            name: "A*",
            doc: "Shortest paths; one reverse search serves the whole group.",
            doctrine: Doctrine::default(),
        },
        Preset {
            name: "A* per unit",
            doc: "Shortest paths; one search per unit with straight-line estimates, as in the papers.",
            doctrine: Doctrine {
                search: Search::AStar(AStar { per_unit: true, heuristic: Heuristic::Euclidean }),
                ..Doctrine::default()
            },
        },
        Preset {
            name: "Marker A*",
            doc: "Each path makes its cells more attractive to the next unit (marker-cohesion): no cap, \
                  no neighbours, so groups stick together even round a tree.",
            doctrine: marked(Markers::marker_a_star()),
        },
        Preset {
            name: "Map Marker",
            doc: "Groups stay together round large obstacles and split round small ones (map-marker, \
                  factor .90, cap .75).",
            doctrine: marked(Markers::default()),
        },
        Preset {
            name: "Scouted Map Marker",
            doc: "Ours: Map Marker guided by the true distance, with a scout that looks around first; \
                  several times as fast on large maps.",
            doctrine: marked(Markers::scouted()),
        },
        Preset {
            name: "Influence",
            doc: "Each unit goes round enemies that are stronger than itself \
                  (flocking-influence-glest).",
            doctrine: layered(Layers {
                influence: Some(Influence::default()),
                ..Layers::default()
            }),
        },
        Preset {
            name: "Flock",
            doc: "One path for the group, which walks along it together and as fast as its slowest \
                  (flocking-influence-glest).",
            doctrine: Doctrine {
                travel: Travel::Flocking(Flocking::default()),
                ..Doctrine::default()
            },
        },
        Preset {
            name: "Flock + influence",
            doc: "A flock that goes round enemies that are stronger than all of it together \
                  (flocking-influence-glest).",
            doctrine: Doctrine {
                travel: Travel::Flocking(Flocking::default()),
                ..layered(Layers {
                    influence: Some(Influence { flock: true, ..Influence::default() }),
                    ..Layers::default()
                })
            },
        },
        Preset {
            name: "Hybrid boids",
            doc: "Shortest paths until an enemy is in sight, then boids that keep their distance \
                  (hybrid-starcraft).",
            doctrine: engaging(Engage::Boids(Boids::default())),
        },
        Preset {
            name: "Hybrid potential field",
            doc: "Shortest paths until an enemy is in sight, then the best tile in a potential field \
                  (hybrid-starcraft).",
            doctrine: engaging(Engage::PotentialField(PotentialField::default())),
        },
        Preset {
            name: "Hybrid mixed",
            doc: "Boids and potential field mixed by weights (future work of hybrid-starcraft).",
            doctrine: engaging(Engage::Mixed(Mixed::default())),
        },
        Preset {
            name: "Local repair A*",
            doc: "The baseline of cooperative search: shortest paths that see only the units right beside them.",
            doctrine: Doctrine {
                search: Search::LocalRepair(Default::default()),
                ..Doctrine::default()
            },
        },
    ];
    presets.extend(direction_presets());
    presets
}

fn marked(markers: Markers) -> Doctrine {
    layered(Layers { markers: Some(markers), ..Layers::default() })
}

fn layered(layers: Layers) -> Doctrine {
    Doctrine { layers, ..Doctrine::default() }
}

fn engaging(engage: Engage) -> Doctrine {
    Doctrine { engage, ..Doctrine::default() }
}

/// The preset with a name; upper and lower case do not matter.
pub fn preset_named(name: &str) -> Option<Preset> {
    presets().into_iter().find(|p| p.name.eq_ignore_ascii_case(name))
}
