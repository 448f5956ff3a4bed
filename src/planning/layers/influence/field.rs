//! The influence of all units of an arena, as each team's rule spreads it.

use super::{Influence, InfluenceMap, Spread};
use crate::grid::Terrain;
use crate::planning::layers::layer::{LayerField, UnitSnapshot};
use serde::{Deserialize, Serialize};

/// One influence map for every kind of spreading that a team plans with, all with the same units.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Influences {
    /// At least one.
    maps: Vec<InfluenceMap>,
    /// By team: the number of its map. Teams that do not plan by influence have the first.
    of_team: Vec<usize>,
    /// By team: the number of its side. Teams behind the end are sides of their own.
    sides: Vec<u8>,
    /// The rules of the teams that the maps are for.
    #[serde(skip)]
    followed: Vec<Option<Influence>>,
}

impl Default for Influences {
    fn default() -> Self {
        Self::from(InfluenceMap::default())
    }
}

/// One map shared by every team.
impl From<InfluenceMap> for Influences {
    fn from(map: InfluenceMap) -> Self {
        Self { maps: vec![map], of_team: Vec::new(), sides: Vec::new(), followed: Vec::new() }
    }
}

impl Influences {
    /// The map by which a team plans, or would plan.
    pub fn of(&self, team: u8) -> &InfluenceMap {
        &self.maps[self.of_team.get(usize::from(team)).copied().unwrap_or(0)]
    }

    /// The side of a team, under which the units of it and of its allies stand on the maps.
    pub fn side(&self, team: u8) -> u8 {
        self.sides.get(usize::from(team)).copied().unwrap_or(team)
    }

    /// Whether these are the sides of the teams.
    pub fn has_sides(&self, sides: impl Iterator<Item = u8>) -> bool {
        self.sides.iter().copied().eq(sides)
    }

    /// Sets the side of each team: the same number for allies. Units are to be given with the numbers of their sides.
    pub fn set_sides(&mut self, sides: impl Iterator<Item = u8>) {
        self.sides.clear();
        self.sides.extend(sides);
    }

    /// Has one map for each spread that the teams ask for.
    fn follow(&mut self, rules: &[Option<Influence>], terrain: &Terrain) {
        if !rules.is_empty() && self.followed == rules {
            return;
        }
        self.followed.clear();
        self.followed.extend(rules);
        let mut spreads: Vec<Spread> = Vec::new();
        for spread in rules.iter().flatten().map(Influence::spread) {
            if !spreads.contains(&spread) {
                spreads.push(spread);
            }
        }
        if spreads.is_empty() {
            spreads.push(*self.maps[0].spread());
        }
        if !self.maps.iter().map(InfluenceMap::spread).eq(&spreads) {
            let map = |spread: &Spread| {
                let same = self.maps.iter().find(|map| map.spread() == spread);
                same.cloned().unwrap_or_else(|| self.maps[0].respread(terrain, *spread))
            };
            self.maps = spreads.iter().map(map).collect();
        }
        self.of_team.clear();
        self.of_team.extend(rules.iter().map(|rule| {
            let spread = rule.map(|rule| rule.spread());
            spreads.iter().position(|s| Some(*s) == spread).unwrap_or(0)
        }));
    }
}

impl LayerField<Influence> for Influences {
    /// Units are on the map even if no team plans with it, so that it can be shown.
    fn needs_units(&self, _: &[Option<Influence>], armed: usize) -> bool {
        armed > 0 || self.maps[0].units().next().is_some()
    }

    /// Moves the stamps of units that moved, were hurt or healed, came or went. The maps do not depend on the order.
    fn update(&mut self, rules: &[Option<Influence>], terrain: &Terrain, units: &[UnitSnapshot]) {
        self.follow(rules, terrain);
        for unit in units {
            if self.maps[0].has_changed(unit.id, unit.team, &unit.presence) {
                for map in &mut self.maps {
                    map.place(terrain, unit.id, unit.team, unit.presence);
                }
            }
        }
        let is_gone = |id: &u32| units.binary_search_by_key(id, |unit| unit.id).is_err();
        let gone: Vec<u32> = self.maps[0].units().filter(is_gone).collect();
        for unit in gone {
            for map in &mut self.maps {
                map.remove(terrain, unit);
            }
        }
    }

    fn revision(&self, team: u8) -> u64 {
        self.of(team).revision()
    }

    /// Groups look for a better path when their enemies have changed.
    fn replan_key(&self, team: u8) -> Option<u64> {
        Some(self.of(team).revision_of_enemies(self.side(team)))
    }
}
