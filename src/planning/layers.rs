//! The layers that price the cells of a search: any set of them, each on or off.

use super::Markers;
use crate::parameters::Parameters;
use crate::parts::PartInfo;
use serde::{Deserialize, Serialize};

/// The layers that are on, with their parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Layers {
    /// Each path makes its cells more attractive to those who plan next.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub markers: Option<Markers>,
}

impl Layers {
    /// What this kind of part decides, for tooltips.
    pub const DOC: &'static str = "How the cells of a search are priced; any set of layers.";
    /// The layers there are.
    pub const LIST: &'static [PartInfo] = &[PartInfo {
        name: "markers",
        doc: "Map Marker: units plan one after the other, and each path makes its cells more \
              attractive to those who plan next, so that groups stay together round large obstacles.",
    }];

    /// All layers on, each with its default parameters.
    pub fn all() -> Self {
        Self { markers: Some(Markers::default()) }
    }

    /// The parameters of a layer, if it is on.
    pub fn parameters(&self, layer: usize) -> Option<&dyn Parameters> {
        match layer {
            0 => self.markers.as_ref().map(|p| p as &dyn Parameters),
            _ => None,
        }
    }

    /// The parameters of a layer to change, if it is on.
    pub fn parameters_mut(&mut self, layer: usize) -> Option<&mut dyn Parameters> {
        match layer {
            0 => self.markers.as_mut().map(|p| p as &mut dyn Parameters),
            _ => None,
        }
    }

    /// Switches a layer on with its default parameters, or off.
    pub fn switch(&mut self, layer: usize, on: bool) {
        if layer == 0 {
            self.markers = Self::all().markers.filter(|_| on);
        }
    }

    /// The layers that are on, by name, with their parameters.
    pub fn on(&self) -> impl Iterator<Item = (usize, &'static str, &dyn Parameters)> {
        Self::LIST
            .iter()
            .enumerate()
            .filter_map(|(i, info)| Some((i, info.name, self.parameters(i)?)))
    }
}
