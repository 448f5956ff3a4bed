//! A doctrine: how a team plans, prices, travels and engages.

use super::direction_presets::direction_presets;
use super::model::{Order, Team};
use crate::planning::{AStar, Congestion, Influence, Layers, Markers, Search};
use crate::steering::{Boids, Engage, Flocking, Mixed, PotentialField, Travel};
use crate::traffic::Traffic;
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
    /// How units share the ground with friends.
    pub traffic: Traffic,
}

impl Doctrine {
    /// Markers over the papers' A*: straight-line estimates, one search per unit.
    pub fn marked(markers: Markers) -> Self {
        Self {
            search: Search::AStar(AStar::of_the_papers()),
            layers: Layers { markers: Some(markers), ..Layers::default() },
            ..Self::default()
        }
    }

    /// The same with the layers that count for an order: under the dual rule only attacks use markers.
    pub fn for_order(&self, order: Option<&Order>) -> Self {
        Self { layers: self.layers.for_order(order.is_some_and(Order::attacks)), ..*self }
    }

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
                search: Search::AStar(AStar::of_the_papers()),
                ..Doctrine::default()
            },
        },
        Preset {
            name: "A* with congestion",
            doc: "Ours: shortest paths, where cells with friends of other groups that stand still or come the other way \
                  cost more; groups share gaps and go round jams.",
            doctrine: Doctrine {
                layers: Layers { congestion: Some(Congestion::default()), ..Layers::default() },
                ..Doctrine::default()
            },
        },
        Preset {
            name: "A* with traffic",
            doc: "Ours: shortest paths; units use the whole width of their way, keep to one side where others come the \
                  other way, take turns in passages too narrow for two, and rest close together.",
            doctrine: Doctrine { traffic: Traffic::On(Default::default()), ..Doctrine::default() },
        },
        Preset {
            name: "Map Marker with traffic",
            doc: "Ours: Map Marker whose groups use the whole width of the common path instead of walking in single file, \
                  with all rules of traffic.",
            doctrine: Doctrine {
                traffic: Traffic::On(Default::default()),
                ..Doctrine::marked(Markers::default())
            },
        },
        Preset {
            name: "Marker A*",
            doc: "Each path makes its cells more attractive to the next unit (marker-cohesion, marker .90; gives its \
                  Table I): no cap, no neighbours, so groups stick together even round a tree.",
            doctrine: Doctrine::marked(Markers::marker_a_star()),
        },
        Preset {
            name: "Marker A* 0.95",
            doc: "Marker A* with the value that its paper calls most promising (marker-cohesion, marker .95; gives its \
                  Table I): together at the wall, split at the boulder.",
            doctrine: Doctrine::marked(Markers { factor: 0.95, ..Markers::marker_a_star() }),
        },
        Preset {
            name: "Map Marker",
            doc: "Groups stay together round large obstacles and split round small ones (map-marker, factor .90, \
                  cap .75); gives its Table I, which needs two rules that the paper does not print.",
            doctrine: Doctrine::marked(Markers::default()),
        },
        Preset {
            name: "Map Marker as printed",
            doc: "Map Marker to the letter of its Algorithms 2 and 3; does not give its Table I (the experiment \
                  map-marker-parameters says where).",
            doctrine: Doctrine::marked(Markers::as_printed()),
        },
        Preset {
            name: "Map Marker dual",
            doc: "Map Marker for attack-moves, plain A* for moves: the dual rule that both marker papers propose \
                  but do not test.",
            doctrine: Doctrine::marked(Markers::dual()),
        },
        Preset {
            name: "Scouted Map Marker",
            doc: "Ours: Map Marker guided by the true distance, with a scout that looks around first; \
                  several times as fast on large maps.",
            doctrine: Doctrine::marked(Markers::scouted()),
        },
        Preset {
            name: "Influence",
            doc: "Each unit goes round enemies that are stronger than itself (flocking-influence-glest). Buildings are \
                  felt 1.75 times as far as they see, with which the paper's results appear.",
            doctrine: glest(false, true, false),
        },
        Preset {
            name: "Influence as printed",
            doc: "Each unit goes round enemies that are stronger than itself (flocking-influence-glest). All are felt as \
                  far as they see, as printed.",
            doctrine: glest(false, true, true),
        },
        Preset {
            name: "Flock",
            doc: "One path for the group, which walks along it together and as fast as its slowest \
                  (flocking-influence-glest). It fights as one, with which the paper's results appear.",
            doctrine: glest(true, false, false),
        },
        Preset {
            name: "Flock as printed",
            doc: "One path for the group, which walks along it together and as fast as its slowest \
                  (flocking-influence-glest). Each member fights for itself, as printed.",
            doctrine: glest(true, false, true),
        },
        Preset {
            name: "Flock + influence",
            doc: "A flock that goes round enemies that are stronger than all of it together \
                  (flocking-influence-glest). It fights as one, and buildings are felt 1.75 times as far as they see: Tables \
                  I and II appear with both.",
            doctrine: glest(true, true, false),
        },
        Preset {
            name: "Flock + influence as printed",
            doc: "A flock that goes round enemies that are stronger than all of it together \
                  (flocking-influence-glest). All are felt as far as they see, and each member fights for itself, as printed.",
            doctrine: glest(true, true, true),
        },
        Preset {
            name: "Hybrid boids",
            doc: "Shortest paths until an enemy is in sight, then boids that keep their distance \
                  (hybrid-starcraft). The printed rules, each neighbour counted once.",
            doctrine: engaging(Engage::Boids(Boids::default())),
        },
        Preset {
            name: "Hybrid boids as printed",
            doc: "Hybrid boids with the sums inside the loops, as the printed code has them: early neighbours \
                  count again with every later one (hybrid-starcraft).",
            doctrine: engaging(Engage::Boids(Boids::as_printed())),
        },
        Preset {
            name: "Hybrid boids of the program",
            doc: "Hybrid boids with what the author's published program adds to the paper: out of the enemies' \
                  sight from 20 frames (0.84 s) of cooldown on, walls seen from two tiles.",
            doctrine: engaging(Engage::Boids(Boids::program())),
        },
        Preset {
            name: "Hybrid potential field",
            doc: "Shortest paths until an enemy is in sight, then the best tile in a potential field \
                  (hybrid-starcraft). Units retreat during every cooldown, a little further than the enemy's weapon \
                  reaches: the paper says how far, and leaves open when.",
            doctrine: engaging(Engage::PotentialField(PotentialField::default())),
        },
        Preset {
            name: "Hybrid potential field as printed",
            doc: "Hybrid potential field without a retreat during cooldowns, of which the paper's text says nothing: \
                  units move to their maximum shooting distance (hybrid-starcraft).",
            doctrine: engaging(Engage::PotentialField(PotentialField::as_printed())),
        },
        Preset {
            name: "Hybrid potential field of the program",
            doc: "Hybrid potential field with the retreat of the author's published program: from 20 frames (0.84 s) \
                  of cooldown on, over 80 tiles.",
            doctrine: engaging(Engage::PotentialField(PotentialField::program())),
        },
        Preset {
            name: "Hybrid potential field 0.2 s",
            doc: "Ours: hybrid potential field with a retreat from 0.2 s of cooldown on, over 80 tiles; neither the \
                  paper's nor the author's.",
            doctrine: engaging(Engage::PotentialField(PotentialField::fifth_of_a_second())),
        },
        Preset {
            name: "Hybrid mixed",
            doc: "A potential field says where to stand, boids move there: future work of hybrid-starcraft, which \
                  leaves open how.",
            doctrine: engaging(Engage::Mixed(Mixed::default())),
        },
        Preset {
            name: "ORCA",
            doc: "Shortest paths; units that meet choose velocities that avoid each other, each doing its half (van den \
                  Berg et al., Reciprocal n-body collision avoidance, 2009).",
            doctrine: travelling(Travel::Orca(Default::default())),
        },
        Preset {
            name: "Flow field",
            doc: "Units flow along the distance field of their group's goal instead of following paths (Emerson, Crowd \
                  pathfinding and steering using flow field tiles, Game AI Pro, 2013).",
            doctrine: travelling(Travel::FlowField(Default::default())),
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

fn layered(layers: Layers) -> Doctrine {
    Doctrine { layers, ..Doctrine::default() }
}

fn engaging(engage: Engage) -> Doctrine {
    Doctrine { engage, ..Doctrine::default() }
}

fn travelling(travel: Travel) -> Doctrine {
    Doctrine { travel, ..Doctrine::default() }
}

/// The rules of flocking-influence-glest: to the letter, or with what its tables need.
fn glest(flock: bool, influence: bool, as_printed: bool) -> Doctrine {
    let flocking = Flocking { fights_as_one: !as_printed, ..Flocking::default() };
    let building_reach = if as_printed { 1.0 } else { 1.75 };
    let rule = Influence { flock, building_reach, ..Influence::default() };
    Doctrine {
        travel: if flock { Travel::Flocking(flocking) } else { Travel::default() },
        ..layered(Layers { influence: influence.then_some(rule), ..Layers::default() })
    }
}

/// The preset with a name; upper and lower case do not matter.
pub fn preset_named(name: &str) -> Option<Preset> {
    presets().into_iter().find(|p| p.name.eq_ignore_ascii_case(name))
}
/// The doctrines of teams in a few words; neighbours with the same one share it.
pub fn doctrine_names(teams: &[Team]) -> String {
    let mut names: Vec<&str> = teams.iter().map(|team| team.doctrine.name()).collect();
    names.dedup();
    names.join(" / ")
}
