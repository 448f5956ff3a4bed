//! A doctrine: search, layers, movement, combat positioning and traffic rules of a team.

use super::presets::{Preset, nearest_preset, preset_of};
use super::{Order, Team};
use crate::parameters::{OutOfRange, Parameters};
use crate::parts::Part;
use crate::planning::{AStar, Layers, Markers, Search};
use crate::steering::{Engage, Travel};
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
    /// How units share the ground with allies.
    pub traffic: Traffic,
}

impl Doctrine {
    /// Markers over A* with the straight-line heuristic, one search per unit. Markers bring their own precision.
    pub fn marked(markers: Markers) -> Self {
        Self {
            search: Search::AStar(AStar::straight_line()),
            layers: Layers { markers: Some(markers), ..Layers::default() },
            ..Self::default()
        }
    }

    /// The doctrine with the layers that apply to an order: under the dual rule only attacks use markers.
    pub fn for_order(&self, order: Option<&Order>) -> Self {
        Self { layers: self.layers.for_order(order.is_some_and(Order::attacks)), ..*self }
    }

    /// The first parameter that lies outside its range, and the fields that lead to its part.
    pub fn out_of_range(&self) -> Option<(Vec<&'static str>, OutOfRange)> {
        let parts: [(_, &dyn Parameters); 4] = [
            ("search", self.search.parameters()),
            ("travel", self.travel.parameters()),
            ("engage", self.engage.parameters()),
            ("traffic", self.traffic.parameters()),
        ];
        let parts = parts.into_iter().map(|(field, parameters)| (vec![field], parameters));
        let layers =
            self.layers.on().map(|(_, name, parameters)| (vec!["layers", name], parameters));
        parts.chain(layers).find_map(|(path, parameters)| Some((path, parameters.out_of_range()?)))
    }

    /// The preset that this is.
    pub fn preset(&self) -> Option<Preset> {
        preset_of(self)
    }

    /// The name of the preset that this is; of another doctrine that of the nearest preset, and that it was changed.
    pub fn name(&self) -> String {
        if let Some(preset) = self.preset() {
            return preset.name.into();
        }
        nearest_preset(self).map_or_else(String::new, |preset| format!("{}, changed", preset.name))
    }
}

/// The doctrines of teams in a few words; neighbours with the same one share it.
pub fn doctrine_names(teams: &[Team]) -> String {
    let mut names: Vec<String> = teams.iter().map(|team| team.doctrine.name()).collect();
    names.dedup();
    names.join(" / ")
}
