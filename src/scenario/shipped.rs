//! The scenarios that come with the program, inside the binary, so that it works from any folder.

use super::{Scenario, ScenarioError, load_str};

/// A scenario that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shipped {
    /// The file's name without `.ron`.
    pub name: &'static str,
    /// The file's text.
    pub text: &'static str,
}

impl Shipped {
    /// Reads it.
    pub fn load(&self) -> Result<Scenario, ScenarioError> {
        load_str(self.text, &format!("{}.ron", self.name), None)
    }
}

macro_rules! shipped {
    ($($name:literal,)+) => {
        &[$(Shipped {
            name: $name,
            text: include_str!(concat!("../../scenarios/", $name, ".ron")),
        },)+]
    };
}

/// The place in [`shipped`] of the scenario with a name, with or without its number and its ending.
pub fn shipped_named(name: &str) -> Option<usize> {
    let bare = |name: &str| {
        let name = name.trim_end_matches(".ron");
        name.trim_start_matches(|c: char| c.is_ascii_digit() || c == '-').to_ascii_lowercase()
    };
    let wanted = bare(name);
    let find = |fits: &dyn Fn(String) -> bool| shipped().iter().position(|s| fits(bare(s.name)));
    find(&|name| name == wanted)
        .or_else(|| find(&|name| !wanted.is_empty() && name.ends_with(&wanted)))
}

/// All of them, in the order of the gallery. The first is what a new user sees.
pub fn shipped() -> &'static [Shipped] {
    shipped![
        "00-welcome",
        "01-bridge",
        "02-bottleneck",
        "03-corridor-1",
        "04-corridor-3",
        "05-u-trap",
        "06-circle-swap",
        "07-four-way",
        "08-empty-field",
        "09-two-base",
        "10-map-marker-lonely-tree",
        "11-map-marker-chinese-wall",
        "12-map-marker-boulder",
        "13-marker-cohesion-lone-tree",
        "14-marker-cohesion-chinese-wall",
        "15-marker-cohesion-boulder",
        "16-patrol",
        "20-ambush-lonely-tree",
        "21-ambush-chinese-wall",
        "22-ambush-boulder",
        "23-hybrid-open",
        "24-hybrid-rocks",
        "25-hybrid-chokes",
        "26-hybrid-maze",
        "27-glest-1",
        "28-glest-2",
        "29-glest-3",
        "30-hybrid-building",
        "31-orca-circle",
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Regions};
    use crate::scenario::{ObstacleKind, to_ron};

    fn loaded() -> impl Iterator<Item = (&'static str, Scenario)> {
        shipped().iter().map(|s| (s.name, s.load().unwrap_or_else(|error| panic!("{error}"))))
    }

    #[test]
    fn every_scenario_in_the_folder_is_shipped_in_order() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .filter_map(|name| name.strip_suffix(".ron").map(String::from))
            .collect();
        files.sort();
        assert_eq!(files, shipped().iter().map(|s| s.name).collect::<Vec<_>>());
    }

    #[test]
    fn every_shipped_scenario_reads_back_as_it_was_written() {
        for (name, scenario) in loaded() {
            let text = to_ron(&scenario);
            let again = load_str(&text, name, None).unwrap_or_else(|e| panic!("{e}\n{text}"));
            assert_eq!(again, scenario, "{name}");
            assert_eq!(to_ron(&again), text, "{name}");
        }
    }

    #[test]
    fn every_shipped_scenario_says_what_it_is_and_moves_from_the_start() {
        for (name, scenario) in loaded() {
            assert!(!scenario.title.is_empty() && scenario.description.ends_with('.'), "{name}");
            let fights = scenario.units.iter().any(|u| u.kind.weapon.is_some());
            assert!(scenario.units.len() >= if fights { 8 } else { 12 }, "{name}");
            let ordered: usize = scenario
                .orders
                .iter()
                .filter(|o| o.tick == 0 && !o.queued)
                .map(|o| scenario.members(&o.who).len())
                .sum();
            if fights {
                assert!(ordered >= 6, "{name}: an attack begins at once");
            } else {
                assert_eq!(ordered, scenario.units.len(), "{name}: everyone is on the way at once");
            }
        }
    }

    #[test]
    fn every_ordered_unit_can_reach_its_goal() {
        for (name, scenario) in loaded() {
            let terrain = scenario.stamped_terrain();
            let regions = Regions::of(&terrain);
            for order in &scenario.orders {
                let Some(place) = order.order.place() else { continue };
                // A target stands on its cell and blocks it.
                if matches!(order.order, crate::scenario::Order::Attack(_)) {
                    continue;
                }
                let goal = scenario.cell_of(place).unwrap();
                for id in scenario.members(&order.who) {
                    let start = scenario.units[id.0 as usize].at;
                    assert!(regions.connected(&terrain, start, goal), "{name}: {start} to {goal}");
                }
            }
        }
    }

    /// Target, obstacle and units as columns from the target's column and rows above the front row.
    #[test]
    fn map_marker_layouts_are_those_that_reproduce_the_papers() {
        use ObstacleKind::{Boulder, Tree, Wall};
        // Name, distance of the target, kind, lower left and upper right cell of the obstacle.
        let layouts = [
            ("10-map-marker-lonely-tree", 18, Tree, (0, 9), (0, 9)),
            ("11-map-marker-chinese-wall", 24, Wall, (0, 3), (0, 21)),
            ("12-map-marker-boulder", 18, Boulder, (-5, 4), (5, 13)),
            ("13-marker-cohesion-lone-tree", 12, Tree, (0, 6), (0, 6)),
            ("14-marker-cohesion-chinese-wall", 28, Wall, (0, 5), (0, 23)),
            ("15-marker-cohesion-boulder", 20, Boulder, (-5, 5), (5, 15)),
        ];
        let front = [0, 1, -1, 2, -2, -3, 3, -4, 4].map(|dx| (dx, 0));
        let back = [0, 1, -1, 2, -2, 3, -3, -4, 4].map(|dx| (dx, -1));
        for (name, distance, kind, low, high) in layouts {
            let scenario = loaded().find(|(n, _)| *n == name).unwrap().1;
            let target = scenario.goals[0].at;
            let relative = |c: Cell| (c.x - target.x, target.y + distance - c.y);
            let [obstacle] = scenario.obstacles.as_slice() else { panic!("{name}: one obstacle") };
            let corners = (relative(obstacle.area.at), relative(obstacle.area.last()));
            assert_eq!(
                (obstacle.kind, corners),
                (kind, ((low.0, high.1), (high.0, low.1))),
                "{name}"
            );

            // Rule 8: front and back row, merged by distance.
            let merge = |cells: Vec<(i32, i32)>| {
                let mut cells = cells;
                cells.sort_by_key(|(dx, y)| dx * dx + (distance - y) * (distance - y));
                cells
            };
            let expected = merge([front, back].concat());
            let mut units: Vec<Cell> = scenario.units.iter().map(|u| u.at).collect();
            units.sort_by(|a, b| a.euclidean(target).total_cmp(&b.euclidean(target)));
            assert_eq!(units.into_iter().map(relative).collect::<Vec<_>>(), expected, "{name}");
        }
    }
}
