//! The papers that presets come from: the headings of the list of presets.

use super::doctrine::Doctrine;
use super::presets::Preset;

/// Where presets come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the titles say it")]
pub enum PresetGroup {
    ShortestPaths,
    Markers,
    DirectionMaps,
    Cooperative,
    Crowds,
    Influence,
    Hybrid,
}

impl PresetGroup {
    /// All of them, in the order of the list.
    pub const ALL: [Self; 7] = [
        Self::ShortestPaths,
        Self::Markers,
        Self::DirectionMaps,
        Self::Cooperative,
        Self::Crowds,
        Self::Influence,
        Self::Hybrid,
    ];

    /// The heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::ShortestPaths => "Shortest paths",
            Self::Markers => "Markers (Wicks Rivas, Souza)",
            Self::DirectionMaps => "Direction maps (Jansen, Sturtevant 2008)",
            Self::Cooperative => "Cooperative search (Silver 2005)",
            Self::Crowds => "Crowds (ORCA 2009, flow fields 2013)",
            Self::Influence => "Flocks and influence (Danielsiek et al. 2008)",
            Self::Hybrid => "Combat (Hagelbäck 2016)",
        }
    }

    /// The papers in full.
    pub fn papers(self) -> &'static str {
        match self {
            Self::ShortestPaths => {
                "P. E. Hart, N. J. Nilsson, B. Raphael, A Formal Basis for the Heuristic Determination of Minimum Cost Paths, \
                 1968; congestion and traffic are ours"
            }
            Self::Markers => {
                "E. Wicks Rivas, R. Souza, Map Marker: a Multi-Agent Pathfinder for Cohesive Groups in Real-Time Strategy \
                 Games; and their earlier Improving Pathfinding Cohesion in RTS Games"
            }
            Self::DirectionMaps => {
                "M. R. Jansen, N. R. Sturtevant, Direction Maps for Cooperative Pathfinding, AIIDE 2008"
            }
            Self::Cooperative => "D. Silver, Cooperative Pathfinding, AIIDE 2005",
            Self::Crowds => {
                "J. van den Berg, S. J. Guy, M. Lin, D. Manocha, Reciprocal n-Body Collision Avoidance, 2009; E. Emerson, Crowd \
                 Pathfinding and Steering Using Flow Field Tiles, Game AI Pro, 2013"
            }
            Self::Influence => {
                "H. Danielsiek, R. Stüer, A. Thom, N. Beume, B. Naujoks, M. Preuss, Intelligent Moving of Groups in Real-Time \
                 Strategy Games, CIG 2008"
            }
            Self::Hybrid => {
                "J. Hagelbäck, Hybrid Pathfinding in StarCraft, IEEE Transactions on Computational Intelligence and AI in Games \
                 8(4), 2016"
            }
        }
    }

    /// Presets of this group, from their names, sentences and doctrines. Those that follow a paper literally say "as printed" in their names.
    pub(super) fn of(
        self,
        list: impl IntoIterator<Item = (&'static str, &'static str, Doctrine)>,
    ) -> Vec<Preset> {
        let preset = |(name, doc, doctrine): (&'static str, _, _)| Preset {
            name,
            doc,
            group: self,
            as_printed: name.contains(" as "),
            doctrine,
        };
        list.into_iter().map(preset).collect()
    }
}
