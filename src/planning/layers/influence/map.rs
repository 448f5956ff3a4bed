//! The influence of every unit on every tile, kept up to date by moving stamps.
//!
//! Strengths are whole multiples of 1/1024, so that adding and subtracting stamps in any order gives the same map bit
//! for bit.

use super::spread::{Shape, Spread, Tiles};
use super::{ONE, Presence};
use crate::grid::{Cell, Node, Rectangle, Terrain};
use serde::{Deserialize, Serialize, Serializer};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The influence of every unit on every tile.
///
/// All calls for one map must be made with terrains of one size.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct InfluenceMap {
    spread: Spread,
    #[serde(with = "crate::unhashed")]
    tiles: Tiles,
    /// The units on the map, by number.
    stamps: BTreeMap<u32, (u8, Presence)>,
    sides: Vec<Side>,
    /// By tile; the sum of all sides. It follows from the stamps.
    #[serde(with = "crate::unhashed")]
    total: Vec<i64>,
    /// By the bits of the reach.
    #[serde(serialize_with = "write_reaches")]
    shapes: BTreeMap<u32, Arc<Shape>>,
    /// Where revisions start.
    first_revision: u64,
}

/// A map in a file: shapes follow from how far they reach.
#[derive(Deserialize)]
struct Stored {
    spread: Spread,
    tiles: Tiles,
    stamps: BTreeMap<u32, (u8, Presence)>,
    sides: Vec<Side>,
    total: Vec<i64>,
    reaches: Vec<u32>,
    first_revision: u64,
}

fn write_reaches<S: Serializer>(
    shapes: &BTreeMap<u32, Arc<Shape>>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(shapes.keys())
}

impl From<Stored> for InfluenceMap {
    fn from(stored: Stored) -> Self {
        let Stored { spread, tiles, stamps, sides, total, reaches, first_revision } = stored;
        let shape = |reach: u32| (reach, Arc::new(Shape::new(&spread, f32::from_bits(reach))));
        let shapes = reaches.into_iter().map(shape).collect();
        Self { spread, tiles, stamps, sides, total, shapes, first_revision }
    }
}

/// What one side has on the map.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
struct Side {
    /// By tile; empty until a unit of the side is placed. It follows from the stamps.
    #[serde(with = "crate::unhashed")]
    field: Vec<i64>,
    /// The strengths of all its units together.
    strength: i64,
    revision: u64,
}

impl InfluenceMap {
    /// A map without units on which strengths spread differently.
    pub fn spreading(spread: Spread) -> Self {
        Self { spread, ..Self::default() }
    }

    /// Moves the units to a map with other spreading rules. Its revision is a new one.
    pub fn respread(&self, terrain: &Terrain, spread: Spread) -> Self {
        let mut map = Self { first_revision: self.revision() + 1, ..Self::spreading(spread) };
        for (&unit, &(team, presence)) in &self.stamps {
            map.place(terrain, unit, team, presence);
        }
        map
    }

    /// How strengths spread here.
    pub fn spread(&self) -> &Spread {
        &self.spread
    }

    /// Whether a unit is not on the map as it is now.
    pub fn has_changed(&self, unit: u32, team: u8, presence: &Presence) -> bool {
        if self.stamps.is_empty() && presence.steps() == 0 {
            return false;
        }
        match self.stamps.get(&unit) {
            Some(known) => *known != (team, *presence),
            None => presence.steps() > 0,
        }
    }

    /// Puts a unit on the map, or updates it. Units without strength have no influence.
    pub fn place(&mut self, terrain: &Terrain, unit: u32, team: u8, presence: Presence) {
        if !self.has_changed(unit, team, &presence) {
            return;
        }
        if presence.steps() == 0 {
            return self.remove(terrain, unit);
        }
        if let Some((team, before)) = self.stamps.insert(unit, (team, presence)) {
            self.add(terrain, team, &before, -1);
        }
        self.add(terrain, team, &presence, 1);
    }

    /// Takes a unit off the map.
    pub fn remove(&mut self, terrain: &Terrain, unit: u32) {
        if let Some((team, presence)) = self.stamps.remove(&unit) {
            self.add(terrain, team, &presence, -1);
        }
    }

    /// The units on the map, by number.
    pub fn units(&self) -> impl Iterator<Item = u32> {
        self.stamps.keys().copied()
    }

    /// For each unit, the cells that its influence may reach, also outside the map. All other cells have no influence.
    pub fn felt_areas(&self) -> impl Iterator<Item = Rectangle> {
        let side = self.spread.tile as i32;
        self.stamps.values().map(move |(_, presence)| {
            let radius = self.shape_of(presence).map_or(0, |shape| shape.radius);
            let tile = self.spread.tile_of(presence.at);
            let first = |place: i32| place.saturating_sub(radius).saturating_mul(side);
            let cells = ((2 * radius + 1) * side) as u32;
            Rectangle::new(Cell::new(first(tile.x), first(tile.y)), cells, cells)
        })
    }

    /// `zeta` as a side sees it: positive where enemies are stronger, negative where allies are; nothing outside
    /// the map.
    pub fn zeta(&self, terrain: &Terrain, team: u8, cell: Cell) -> f64 {
        if !terrain.bounds().contains(cell) {
            return 0.0;
        }
        self.steps(team, terrain.node(cell)) as f64 / ONE
    }

    /// The influence of one unit on a cell of the map.
    pub(super) fn own_steps(&self, presence: &Presence, cell: Cell) -> i64 {
        let tile = self.spread.tile_of(cell);
        match self.shape_of(presence) {
            Some(shape) => shape.at(&self.spread, presence, tile),
            None => 0,
        }
    }

    /// The shape of a unit's influence, if a unit with that reach has been on the map.
    pub(super) fn shape_of(&self, presence: &Presence) -> Option<&Arc<Shape>> {
        self.shapes.get(&self.spread.reach(presence).to_bits())
    }

    /// The index of the tiles in the lists.
    pub(super) fn tiles(&self) -> &Tiles {
        &self.tiles
    }

    /// The strengths of a side's units and of all units together, in steps.
    pub(super) fn strengths(&self, team: u8) -> (i64, i64) {
        let own = self.sides.get(usize::from(team)).map_or(0, |side| side.strength);
        (own, self.sides.iter().map(|side| side.strength).sum())
    }

    /// Changes whenever the influence of any unit does.
    pub fn revision(&self) -> u64 {
        self.first_revision + self.sides.iter().map(|side| side.revision).sum::<u64>()
    }

    /// Changes whenever the influence of a unit does that is not of this side.
    pub fn revision_of_enemies(&self, team: u8) -> u64 {
        let own = self.sides.get(usize::from(team)).map_or(0, |side| side.revision);
        self.revision() - own
    }

    /// Enemies are positive, allies negative: all minus twice the own. In steps.
    #[inline]
    pub(super) fn steps(&self, team: u8, node: Node) -> i64 {
        if self.total.is_empty() {
            return 0;
        }
        let tile = self.tiles.of(node) as usize;
        let all = self.total.get(tile).copied().unwrap_or(0);
        let side = self.sides.get(usize::from(team));
        all - 2 * side.and_then(|s| s.field.get(tile)).copied().unwrap_or(0)
    }

    fn add(&mut self, terrain: &Terrain, team: u8, presence: &Presence, sign: i64) {
        if self.total.is_empty() {
            self.tiles = Tiles::new(&self.spread, terrain);
            self.total.resize(self.tiles.count, 0);
        }
        let spread = self.spread;
        let reach = spread.reach(presence);
        let shape = self
            .shapes
            .entry(reach.to_bits())
            .or_insert_with(|| Arc::new(Shape::new(&spread, reach)));
        let place = usize::from(team);
        if self.sides.len() <= place {
            self.sides.resize_with(place + 1, Side::default);
        }
        let side = &mut self.sides[place];
        side.revision += 1;
        side.strength += sign * presence.steps();
        side.field.resize(self.tiles.count, 0);
        let bounds = self.tiles.bounds();
        shape.each(&spread, presence, |tile, steps| {
            if bounds.contains(tile) {
                let place = self.tiles.place(tile) as usize;
                side.field[place] += sign * steps;
                self.total[place] += sign * steps;
            }
        });
    }
}
