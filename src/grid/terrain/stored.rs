//! A terrain in a file: what the rest is computed from.

use super::{JumpStops, Terrain, inverse_of_stride};
use crate::grid::journal::Journal;
use crate::grid::{Bounds, CornerRule, Ground, Node};
use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};

/// A terrain as it is read.
#[derive(Deserialize)]
pub(super) struct Stored {
    bounds: Bounds,
    corners: CornerRule,
    /// The index of each kind of ground in [`Ground::ALL`].
    ground: Vec<u8>,
    /// The nodes that obstacles cover, and how many.
    cover: Vec<(Node, u16)>,
}

impl Serialize for Terrain {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut stored = serializer.serialize_struct("Terrain", 4)?;
        stored.serialize_field("bounds", &self.bounds)?;
        stored.serialize_field("corners", &self.corners)?;
        let ground: Vec<u8> = self.ground.iter().map(|&ground| ground as u8).collect();
        stored.serialize_field("ground", &ground)?;
        let covered = (0..).zip(&self.cover).filter(|(_, count)| **count > 0);
        let covered: Vec<(Node, u16)> = covered.map(|(node, &count)| (node, count)).collect();
        stored.serialize_field("cover", &covered)?;
        stored.end()
    }
}

impl TryFrom<Stored> for Terrain {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<Self, Self::Error> {
        let Stored { bounds, corners, ground, cover } = stored;
        let padded = (u64::from(bounds.width) + 2) * (u64::from(bounds.height) + 2);
        if ground.len() as u64 != padded {
            return Err("a terrain needs one kind of ground per cell");
        }
        let kind = |place: u8| Ground::ALL.get(usize::from(place)).copied();
        let ground = ground.into_iter().map(kind).collect::<Option<Vec<Ground>>>();
        let ground = ground.ok_or("a terrain has a kind of ground that is not known")?;
        let mut covers = vec![0; ground.len()];
        for (node, count) in cover {
            *covers.get_mut(node as usize).ok_or("an obstacle lies outside the terrain")? = count;
        }
        let cover = covers;
        let moves = vec![0; ground.len()];
        let inverse = inverse_of_stride(bounds);
        let stops = JumpStops::new(bounds);
        let journal = Journal::default();
        let mut terrain =
            Self { bounds, corners, ground, cover, moves, marks: 0, stops, journal, inverse };
        terrain.refresh_all();
        Ok(terrain)
    }
}
