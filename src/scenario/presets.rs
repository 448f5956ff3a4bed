//! The doctrines that have a name, and which of them comes nearest to a doctrine without one.

use super::direction_presets::direction_presets;
use super::doctrine::Doctrine;
use super::preset_group::PresetGroup;
use crate::parameters::{Kind, Parameters, Value};
use crate::parts::Part;
use crate::planning::{AStar, Congestion, Influence, Layers, Markers, Search};
use crate::steering::{Boids, Engage, Flocking, Mixed, PotentialField, Travel};
use crate::traffic::Traffic;

/// A doctrine with the name that its paper gives it.
#[derive(Clone, Debug, PartialEq)]
pub struct Preset {
    /// The name, as in scenario files and after `--doctrine`.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub doc: &'static str,
    /// The paper that it comes from.
    pub group: PresetGroup,
    /// Whether it follows the text of its paper where that does not give the paper's results.
    pub as_printed: bool,
    /// The parts.
    pub doctrine: Doctrine,
}

/// The doctrines that have a name. Runs as text refer to them by their order.
pub fn presets() -> Vec<Preset> {
    [
        shortest_paths(),
        markers(),
        influence(),
        hybrid(),
        crowds(),
        local_repair(),
        direction_presets(),
        marker_a_star_as_printed(),
    ]
    .concat()
}

/// The preset with a name; upper and lower case do not matter.
pub fn preset_named(name: &str) -> Option<Preset> {
    presets().into_iter().find(|p| p.name.eq_ignore_ascii_case(name))
}

/// The preset that a doctrine is.
pub(super) fn preset_of(doctrine: &Doctrine) -> Option<Preset> {
    presets().into_iter().find(|preset| preset.doctrine == *doctrine)
}

/// The first of the presets that are nearest to a doctrine: that differ in the fewest algorithms and layers, then in the fewest
/// parameters, then by the smallest fraction of their ranges.
pub(super) fn nearest_preset(doctrine: &Doctrine) -> Option<Preset> {
    let apart = |preset: &Preset| difference(&preset.doctrine, doctrine);
    let compare = |a: &(usize, usize, f64), b: &(usize, usize, f64)| {
        (a.0, a.1).cmp(&(b.0, b.1)).then(a.2.total_cmp(&b.2))
    };
    presets().into_iter().min_by(|a, b| compare(&apart(a), &apart(b)))
}

/// In how many algorithms and layers two doctrines differ, in how many parameters of the others, and the sum of the
/// differences of these as fractions of their ranges.
fn difference(a: &Doctrine, b: &Doctrine) -> (usize, usize, f64) {
    let (mut algorithms, mut parameters, mut distance) = (0, 0, 0.0);
    for pair in parts(a).zip(parts(b)) {
        match pair {
            (Some((i, a)), Some((j, b))) if i == j => {
                for (index, parameter) in a.list().iter().enumerate() {
                    let (a, b) = (a.value(index), b.value(index));
                    parameters += usize::from(a != b);
                    distance += match (a, b, &parameter.kind) {
                        (Value::Number(a), Value::Number(b), Kind::Number(min, max)) => {
                            (a - b).abs() / (max - min)
                        }
                        (Value::Whole(a), Value::Whole(b), Kind::Whole(min, max)) => {
                            a.abs_diff(b) as f64 / (max - min) as f64
                        }
                        _ => 0.0,
                    };
                }
            }
            (a, b) => algorithms += usize::from(a.is_some() || b.is_some()),
        }
    }
    (algorithms, parameters, distance)
}

/// Which algorithm each part of a doctrine is and its parameters, then the layers; `None` is a layer that is off.
fn parts(doctrine: &Doctrine) -> impl Iterator<Item = Option<(usize, &dyn Parameters)>> {
    let Doctrine { search, layers, travel, engage, traffic } = doctrine;
    let algorithms: [(usize, &dyn Parameters); 4] = [
        (search.index(), search.parameters()),
        (travel.index(), travel.parameters()),
        (engage.index(), engage.parameters()),
        (traffic.index(), traffic.parameters()),
    ];
    let layers = (0..Layers::LIST.len()).map(|layer| Some((0, layers.parameters(layer)?)));
    algorithms.into_iter().map(Some).chain(layers)
}

fn shortest_paths() -> Vec<Preset> {
    PresetGroup::ShortestPaths.of([
(
"A*",
"Shortest paths; one reverse search serves the whole group.",
Doctrine::default(),
),
(
"A* per unit",
"Shortest paths; one search per unit with the straight-line heuristic, in single precision: the A* of both Map Marker papers, \
 path by path that of Map Marker with factor and cap 1.",
Doctrine {
                search: Search::AStar(AStar::of_the_papers()),
                ..Doctrine::default()
            },
),
(
"A* with congestion",
"Ours: shortest paths, where cells with teammates of other groups that stand still or come the other way cost more; \
 groups share gaps and avoid jams.",
Doctrine {
                layers: Layers { congestion: Some(Congestion::default()), ..Layers::default() },
                ..Doctrine::default()
            },
),
(
"A* with traffic",
"Ours: shortest paths; units use the ground on both sides of their paths, keep to one side where others come the other \
 way, take turns in passages too narrow for two, and rest close together.",
Doctrine { traffic: Traffic::On(Default::default()), ..Doctrine::default() },
),
])
}

fn markers() -> Vec<Preset> {
    PresetGroup::Markers.of([
(
"Map Marker with traffic",
"Ours: Map Marker whose groups use the whole width of the common path instead of walking in single file, with all rules \
 of traffic.",
Doctrine {
                traffic: Traffic::On(Default::default()),
                ..Doctrine::marked(Markers::default())
            },
),
(
"Marker A*",
"Each path makes its cells more attractive to the next unit, without cap or neighbours, so groups stay together even \
 round a tree (Wicks Rivas and Souza, first paper: marker .90; gives its Table I with one rule that the paper does not print).",
Doctrine::marked(Markers::marker_a_star()),
),
(
"Marker A* 0.95",
"Marker A* with the value that its paper calls most promising: together at the wall, split at the boulder (Wicks Rivas \
 and Souza, first paper: marker .95; gives its Table I with one rule that the paper does not print).",
Doctrine::marked(Markers { factor: 0.95, ..Markers::marker_a_star() }),
),
(
"Map Marker",
"Groups stay together round large obstacles and split round small ones (Wicks Rivas and Souza, Map Marker: factor .90, \
 cap .75). Gives its Table I, which needs two rules that the paper does not print.",
Doctrine::marked(Markers::default()),
),
(
"Map Marker as printed",
"Algorithms 2 and 3 of Map Marker taken literally. Does not reproduce Table I; the experiment map-marker-parameters says \
 where.",
Doctrine::marked(Markers::as_printed()),
),
(
"Map Marker dual",
"Map Marker for attack-moves, plain A* (in double precision) for moves: the dual rule that both marker papers propose but do not test.",
Doctrine::marked(Markers::dual()),
),
(
"Scouted Map Marker",
"Ours: Map Marker guided by the true distance, with a scout that looks around first; several times as fast on large maps.",
Doctrine::marked(Markers::scouted()),
),
])
}

fn influence() -> Vec<Preset> {
    PresetGroup::Influence.of([
(
"Influence",
"Each unit avoids enemies that are stronger than itself (Danielsiek et al. 2008). The influence of buildings reaches \
 1.75 times their sight, which is needed to reproduce most of the paper's results.",
glest(false, true, false),
),
(
"Influence as printed",
"Each unit avoids enemies that are stronger than itself (Danielsiek et al. 2008). All influence reaches as far as sight, \
 as printed.",
glest(false, true, true),
),
(
"Flock",
"The group shares one path and moves at the speed of its slowest member (Danielsiek et al. 2008). It fights as a unit, \
 which is needed to reproduce most of the paper's results.",
glest(true, false, false),
),
(
"Flock as printed",
"The group shares one path and moves at the speed of its slowest member (Danielsiek et al. 2008). Each member fights for \
 itself, as printed.",
glest(true, false, true),
),
(
"Flock + influence",
"A flock that avoids enemies that are stronger than all of it together (Danielsiek et al. 2008). It fights as a unit, \
 and the influence of buildings reaches 1.75 times their sight; the rows of Tables I and II for SEW 8 and 12 need both, and that for SEW 4 appears only \
 in part. On map 3 the two emplacements overlap at that reach, against the paper.",
glest(true, true, false),
),
(
"Flock + influence as printed",
"A flock that avoids enemies that are stronger than all of it together (Danielsiek et al. 2008). All influence reaches \
 as far as sight, and each member fights for itself, as printed.",
glest(true, true, true),
),
])
}

fn hybrid() -> Vec<Preset> {
    PresetGroup::Hybrid.of([
(
"Hybrid boids",
"Shortest paths until an enemy is in sight, then boids that keep their distance (Hagelbäck 2016). The printed rules, \
 each neighbour added once. The paper's results are not reproduced: the experiment hybrid says what they depend on.",
engaging(Engage::Boids(Boids::default())),
),
(
"Hybrid boids as printed",
"Hybrid boids with the sums inside the loops, as in the printed code: early neighbours are added again with every later one.",
engaging(Engage::Boids(Boids::as_printed())),
),
(
"Hybrid boids of the program",
"Hybrid boids with what the author's published program adds to the paper: units leave the enemies' sight when 20 frames \
 (0.84 s) or more of cooldown remain, and see walls from two tiles away.",
engaging(Engage::Boids(Boids::program())),
),
(
"Hybrid potential field",
"Shortest paths until an enemy is in sight, then the best tile in a potential field (Hagelbäck 2016). Units retreat \
 during every cooldown, a little further than the enemy's weapon reaches: the paper says how far, and leaves open \
 when. The paper's results are not reproduced: the experiment hybrid says what they depend on.",
engaging(Engage::PotentialField(PotentialField::default())),
),
(
"Hybrid potential field as printed",
"Hybrid potential field without a retreat during cooldowns, of which the paper's text says nothing: units move to their \
 maximum shooting distance.",
engaging(Engage::PotentialField(PotentialField::as_printed())),
),
(
"Hybrid potential field of the program",
"Hybrid potential field with the retreat of the author's published program: when 20 frames (0.84 s) or more of cooldown \
 remain, over 80 tiles.",
engaging(Engage::PotentialField(PotentialField::program())),
),
(
"Hybrid potential field 0.2 s",
"Ours: hybrid potential field with a retreat when 0.2 s or more of cooldown remain, over 80 tiles.",
engaging(Engage::PotentialField(PotentialField::fifth_of_a_second())),
),
(
"Hybrid mixed",
"A potential field chooses the position and boids move there. The paper suggests this as future work; the details are ours.",
engaging(Engage::Mixed(Mixed::default())),
),
])
}

fn crowds() -> Vec<Preset> {
    PresetGroup::Crowds.of([
(
"ORCA",
"Shortest paths; units that meet choose velocities that avoid each other, each doing its half (van den Berg et al. 2009).",
travelling(Travel::Orca(Default::default())),
),
(
"Flow field",
"Units flow along the distance field of their group's goal instead of following paths (Emerson 2013).",
travelling(Travel::FlowField(Default::default())),
),
])
}

fn local_repair() -> Vec<Preset> {
    PresetGroup::Cooperative.of([(
"Local repair A*",
"The baseline of cooperative search: shortest paths that see only the units right beside them.",
Doctrine {
                search: Search::LocalRepair(Default::default()),
                ..Doctrine::default()
            },
)])
}

/// At the end, because runs as text refer to presets by their order.
fn marker_a_star_as_printed() -> Vec<Preset> {
    PresetGroup::Markers.of([(
"Marker A* as printed",
"Algorithm 1 of Marker A* taken literally: a path of equal total replaces the first one. Does not reproduce Table I; the \
 experiment marker-cohesion says where.",
Doctrine::marked(Markers::marker_a_star_as_printed()),
)])
}

pub(super) fn layered(layers: Layers) -> Doctrine {
    Doctrine { layers, ..Doctrine::default() }
}

pub(super) fn engaging(engage: Engage) -> Doctrine {
    Doctrine { engage, ..Doctrine::default() }
}

pub(super) fn travelling(travel: Travel) -> Doctrine {
    Doctrine { travel, ..Doctrine::default() }
}

/// The rules of flocking-influence-glest: as printed, or with what its tables need.
pub(super) fn glest(flock: bool, influence: bool, as_printed: bool) -> Doctrine {
    let flocking = Flocking { fights_as_one: !as_printed, ..Flocking::default() };
    let building_reach = if as_printed { 1.0 } else { 1.75 };
    let rule = Influence { flock, building_reach, ..Influence::default() };
    Doctrine {
        travel: if flock { Travel::Flocking(flocking) } else { Travel::default() },
        ..layered(Layers { influence: influence.then_some(rule), ..Layers::default() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_changed_doctrine_is_named_after_the_nearest_preset() {
        let mut doctrine = preset_named("Map Marker").unwrap().doctrine;
        assert_eq!(doctrine.name(), "Map Marker");
        doctrine.layers.markers.as_mut().unwrap().factor = 0.99;
        assert_eq!(doctrine.name(), "Map Marker, changed");
        assert_eq!(doctrine.preset(), None);
        doctrine.search = Search::default();
        assert_eq!(doctrine.name(), "Map Marker, changed", "a layer weighs as much as a search");
    }

    #[test]
    fn of_presets_with_as_many_differences_the_one_with_the_nearer_numbers_counts() {
        let mut doctrine = preset_named("DM-16").unwrap().doctrine;
        let Search::Sectors(sectors) = &mut doctrine.search else { panic!("{doctrine:?}") };
        sectors.size = 15;
        assert_eq!(doctrine.name(), "DM-16, changed");
    }

    #[test]
    fn every_preset_is_nearest_to_itself_and_has_a_name_of_its_own() {
        for preset in presets() {
            assert_eq!(nearest_preset(&preset.doctrine).unwrap().doctrine, preset.doctrine);
            assert_eq!(preset_named(preset.name).unwrap(), preset);
        }
    }

    #[test]
    fn presets_to_the_letter_say_so_in_their_names_and_have_a_usual_form_in_their_group() {
        for preset in presets() {
            let to_the_letter = preset.name.contains(" as ");
            assert_eq!(preset.as_printed, to_the_letter, "{}", preset.name);
            let usual = |other: &Preset| {
                other.group == preset.group
                    && !other.as_printed
                    && preset.name.starts_with(other.name)
            };
            assert!(presets().iter().any(usual) || !to_the_letter, "{}", preset.name);
        }
    }
}
