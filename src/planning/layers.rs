//! The layers that price the cells of a search: any set of them, each on or off.

use super::{Directions, Influence, Markers};
use crate::parameters::Parameters;
use crate::parts::PartInfo;
use serde::{Deserialize, Serialize};

/// Declares the layers: a field with its parameters for each, on or off.
macro_rules! layers {
    ($($(#[doc = $doc:literal])+ $name:ident: $type:ty,)+) => {
        /// The layers that are on, with their parameters.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct Layers {
            $(
                $(#[doc = $doc])+
                #[serde(skip_serializing_if = "Option::is_none")]
                pub $name: Option<$type>,
            )+
        }

        impl Layers {
            /// The layers there are.
            pub const LIST: &'static [PartInfo] = &[$(PartInfo {
                name: stringify!($name),
                doc: concat!($($doc),+).trim_ascii_start(),
            },)+];

            /// All layers on, each with its default parameters.
            pub fn all() -> Self {
                Self { $($name: Some(Default::default()),)+ }
            }

            /// The parameters of a layer, if it is on.
            pub fn parameters(&self, layer: usize) -> Option<&dyn Parameters> {
                [$(self.$name.as_ref().map(|p| p as &dyn Parameters),)+].get(layer).copied()?
            }

            /// The parameters of a layer to change, if it is on.
            pub fn parameters_mut(&mut self, layer: usize) -> Option<&mut dyn Parameters> {
                let all = [$(self.$name.as_mut().map(|p| p as &mut dyn Parameters),)+];
                all.into_iter().nth(layer)?
            }

            /// Switches a layer on with its default parameters, or off.
            pub fn switch(&mut self, layer: usize, on: bool) {
                let all = if on { Self::all() } else { Self::default() };
                let mut place = 0..;
                $(
                    if place.next() == Some(layer) {
                        self.$name = all.$name;
                    }
                )+
            }
        }
    };
}

layers! {
    /// Map Marker: units plan one after the other, and each path makes its cells more attractive to those
    /// who plan next, so that groups stay together round large obstacles.
    markers: Markers,
    /// Direction maps: units learn which way others go through each cell, and going against that costs
    /// more, so that streams form.
    directions: Directions,
    /// Influence: every unit spreads its strength around it; ways near stronger enemies cost more, ways near friends
    /// less, so that groups go round what they could not beat.
    influence: Influence,
}

impl Layers {
    /// What this kind of part decides, for tooltips.
    pub const DOC: &'static str = "How the cells of a search are priced; any set of layers.";

    /// The layers that count for an order, which is one to attack or not.
    pub fn for_order(mut self, attacks: bool) -> Self {
        self.markers = self.markers.filter(|markers| attacks || !markers.only_attack_move);
        self
    }

    /// The layers that are on, by name, with their parameters.
    pub fn on(&self) -> impl Iterator<Item = (usize, &'static str, &dyn Parameters)> {
        Self::LIST
            .iter()
            .enumerate()
            .filter_map(|(i, info)| Some((i, info.name, self.parameters(i)?)))
    }
}
