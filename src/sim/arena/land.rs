//! The ground of an arena and the obstacles on it.

use crate::combat::UnitKind;
use crate::grid::{Bounds, Cell, CornerRule, Rectangle, Regions, Terrain};
use crate::scenario::ObstacleSpec;
use crate::sim::unit::enlist::{Enlisted, on_discard, on_insert};
use bevy::prelude::*;
use serde::{Deserialize, Serialize, Serializer};
use std::sync::Arc;

/// The ground of an arena with its obstacles, and the recent changes of it.
#[derive(Component, Clone, Debug, Serialize, Deserialize)]
#[serde(from = "Stored")]
pub struct Land {
    /// Passable cells and legal steps.
    pub terrain: Terrain,
    /// Connected regions, updated once a tick.
    #[serde(skip)]
    pub regions: Arc<Regions>,
    /// Cells that became blocked since the last check of paths.
    pub closed: Vec<Cell>,
    /// Cells that became passable since the last check of paths.
    pub opened: Vec<Cell>,
    /// Whether the corner rule changed since the last check of paths.
    pub corners_changed: bool,
    /// The map without obstacles, for flying units. Created when the first one plans.
    #[serde(serialize_with = "write_sky")]
    pub sky: Option<Arc<Terrain>>,
}

/// The ground in a file: of the sky the corner rule.
#[derive(Deserialize)]
struct Stored {
    terrain: Terrain,
    closed: Vec<Cell>,
    opened: Vec<Cell>,
    corners_changed: bool,
    sky: Option<CornerRule>,
}

fn write_sky<S: Serializer>(sky: &Option<Arc<Terrain>>, to: S) -> Result<S::Ok, S::Error> {
    sky.as_ref().map(|sky| sky.corners()).serialize(to)
}

impl From<Stored> for Land {
    fn from(stored: Stored) -> Self {
        let Stored { terrain, closed, opened, corners_changed, sky } = stored;
        let regions = Arc::new(Regions::of(&terrain));
        let sky = sky.map(|corners| Arc::new(Terrain::open(terrain.bounds(), corners)));
        Self { terrain, regions, closed, opened, corners_changed, sky }
    }
}

/// A single cell.
impl Default for Land {
    fn default() -> Self {
        Self::from(Terrain::open(Bounds::new(1, 1), CornerRule::default()))
    }
}

/// Regions are found when they are needed.
impl From<Terrain> for Land {
    fn from(terrain: Terrain) -> Self {
        Self {
            terrain,
            regions: Arc::default(),
            closed: Vec::new(),
            opened: Vec::new(),
            corners_changed: false,
            sky: None,
        }
    }
}

impl Land {
    /// The terrain as a kind of unit sees it.
    pub fn terrain_for(&self, kind: &UnitKind) -> &Terrain {
        self.sky.as_deref().filter(|_| kind.flying).unwrap_or(&self.terrain)
    }

    /// Brings the regions up to date.
    pub(crate) fn refresh_regions(&mut self) {
        if !self.regions.are_of(&self.terrain) {
            Arc::make_mut(&mut self.regions).refresh(&self.terrain);
        }
    }

    /// Creates the map for flying units, unless it is there.
    pub(crate) fn open_sky(&mut self) {
        let open = || Arc::new(Terrain::open(self.terrain.bounds(), self.terrain.corners()));
        self.sky.get_or_insert_with(open);
    }

    /// Adds or removes one cover on each cell of an area.
    pub(crate) fn change_cover(&mut self, area: Rectangle, add: bool) {
        for cell in area.cells() {
            let changed = if add { self.terrain.cover(cell) } else { self.terrain.uncover(cell) };
            if changed {
                self.note_change(cell);
            }
        }
    }

    /// Records a change of passability.
    pub fn note_change(&mut self, cell: Cell) {
        if self.terrain.is_passable(cell) {
            self.opened.push(cell);
        } else {
            self.closed.push(cell);
        }
    }
}

/// An obstacle. It is a child of its arena and blocks its cells as long as it exists. Units and goals on these cells make way
/// before the next tick.
///
/// ```
/// # use bevy::prelude::*;
/// use phalanx::grid::Rectangle;
/// use phalanx::prelude::*;
///
/// # let mut app = App::new();
/// # app.add_plugins((MinimalPlugins, SimPlugin::default()));
/// # let arena = spawn_arena(app.world_mut(), &Scenario::blank(Bounds::new(20, 10)), 0);
/// let area = Rectangle::new(Cell::new(8, 2), 3, 4);
/// let rock = ObstacleSpec { id: ObstacleId(0), kind: ObstacleKind::Boulder, area };
/// let rock = app.world_mut().spawn((Obstacle(rock), ChildOf(arena))).id();
/// assert!(!app.world().get::<Land>(arena).unwrap().terrain.is_passable(Cell::new(9, 3)));
/// app.world_mut().despawn(rock);
/// assert!(app.world().get::<Land>(arena).unwrap().terrain.is_passable(Cell::new(9, 3)));
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[component(immutable, on_insert = on_insert, on_discard = on_discard)]
#[require(Enlisted)]
pub struct Obstacle(pub ObstacleSpec);
