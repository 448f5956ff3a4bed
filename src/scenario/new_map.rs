//! A new map: its size, what is on it, and whether units stand on it.

use super::{MapOrigin, Scenario};
use crate::grid::{Bounds, Generator, Terrain};
use std::sync::Arc;

/// What a new map is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct NewMap {
    /// Its size, in cells.
    pub bounds: Bounds,
    /// What makes the ground; `None` for open ground.
    pub generator: Option<Generator>,
    /// The seed of the generator.
    pub seed: u64,
    /// Whether units stand at one end and go to a goal at the other.
    pub units: bool,
}

impl NewMap {
    /// Open ground of a size, without units.
    pub const fn blank(bounds: Bounds) -> Self {
        Self { bounds, generator: None, seed: 1, units: false }
    }

    /// The ground, if it is generated.
    pub fn generated(&self) -> Option<Terrain> {
        self.generator.map(|generator| generator.make(self.bounds, self.seed))
    }

    /// The map as a scenario. `blank` is the scenario with open ground of its size.
    pub fn on(&self, blank: Scenario) -> Scenario {
        let mut scenario = blank;
        if let (Some(generator), Some(terrain)) = (self.generator, self.generated()) {
            let terrain = Arc::new(terrain);
            scenario.origin =
                MapOrigin::Generated { generator, seed: self.seed, terrain: terrain.clone() };
            scenario.title = format!("New {} map", generator.kind().name());
            scenario.terrain = terrain;
        }
        if self.units { scenario.with_first_units() } else { scenario }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::MapKind;
    use crate::scenario::{load_str, to_ron};

    #[test]
    fn a_generated_map_is_saved_by_its_generator_and_a_changed_one_by_its_rows() {
        for kind in MapKind::ALL {
            let generator = Some(Generator::of(kind));
            let map = NewMap { bounds: Bounds::new(40, 30), generator, seed: 7, units: true };
            let scenario = map.on(Scenario::blank(map.bounds));
            assert!(!scenario.units.is_empty() && scenario.goals.len() == 1, "{kind:?}");
            let text = to_ron(&scenario);
            assert!(text.contains("map: Generated("), "{text}");
            assert_eq!(load_str(&text, "new", None).unwrap(), scenario);
            let (cell, now) = (scenario.goals[0].at, scenario.terrain.ground(scenario.goals[0].at));
            let other = if now.is_passable() { crate::grid::Ground::Wall } else { now };
            let paint = crate::scenario::Action::Paint(vec![(cell, other)]);
            let painted = crate::sim::bake(&scenario, &[paint]);
            assert!(to_ron(&painted).contains("map: Rows("));
        }
    }

    #[test]
    fn parameters_of_the_generator_are_saved_read_and_checked() {
        let mut rooms = Generator::of(MapKind::Rooms);
        rooms.set("smallest_room", 8).unwrap();
        rooms.set("widest_door", 1).unwrap();
        let bounds = Bounds::new(50, 40);
        let map = NewMap { generator: Some(rooms), ..NewMap::blank(bounds) };
        let scenario = map.on(Scenario::blank(bounds));
        let text = to_ron(&scenario);
        let with = "seed: 1, parameters: {\"smallest_room\": 8, \"widest_door\": 1})";
        assert!(text.contains(with), "{text}");
        let read = load_str(&text, "new", None).unwrap();
        assert_eq!(read, scenario);
        assert_eq!(to_ron(&read), text);
        for (right, wrong, told) in [
            ("\"widest_door\": 1", "\"widest_door\": 99", "it goes from 1 to 12"),
            ("widest_door", "rock", "has no parameter `rock`"),
        ] {
            let error = load_str(&text.replace(right, wrong), "new", None).unwrap_err();
            assert!(error.to_string().contains(told), "{error}");
            assert!(error.line > 1, "{error}");
        }
    }

    #[test]
    fn a_blank_map_is_open_ground_with_units_only_if_wanted() {
        let bounds = Bounds::new(20, 10);
        let blank = NewMap::blank(bounds);
        assert_eq!(blank.on(Scenario::blank(bounds)), Scenario::blank(bounds));
        let manned = NewMap { units: true, ..blank }.on(Scenario::blank(bounds));
        assert_eq!(manned.units.len(), 12);
    }
}
