//! A scenario that has been checked: what the simulation and the window work with.

use super::sides::is_team;
use super::{
    Batch, Catalogue, Doctrine, MapOrigin, Order, Place, ScriptedOrder, StartDirections, Who,
};
use crate::combat::{Rules, UnitKind};
use crate::grid::{Bounds, Cell, CornerRule, Rectangle, Terrain};
use crate::planning::CellSteps;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A scenario in which everything refers to something that exists.
///
/// A file is checked when it is read. Code may also set the fields; a unit
/// or an order that then refers to something that does not exist is left out of the arena and of the file.
#[derive(Clone, Debug)]
pub struct Scenario {
    /// A few words.
    pub title: String,
    /// One sentence that describes it.
    pub description: String,
    /// The publication it comes from; may be empty.
    pub citation: String,
    /// The seed of all random draws.
    pub seed: u64,
    /// How units move.
    pub motion: Motion,
    /// The bare ground, without the obstacles that stand on it, with the corner rule.
    pub terrain: Arc<Terrain>,
    /// Where the ground came from; a file names that instead of the rows as long as the ground is unchanged.
    pub origin: MapOrigin,
    /// The rules of fights.
    pub rules: Rules,
    /// The unit kinds that it can use.
    pub catalogue: Catalogue,
    /// The learned direction of each cell at the start.
    pub directions: StartDirections,
    /// At least one.
    pub teams: Vec<Team>,
    /// Trees, boulders and walls, each of which can be selected and moved.
    pub obstacles: Vec<ObstacleSpec>,
    /// In the order in which they are planned and moved unless a rule says otherwise.
    pub units: Vec<UnitSpec>,
    /// Named places, shown as flags.
    pub goals: Vec<Goal>,
    /// In the order of their ticks.
    pub orders: Vec<ScriptedOrder>,
    /// What happens during a run, sorted by tick: edits and orders that a user made.
    pub actions: Vec<Batch>,
}

/// How units move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Motion {
    /// Continuous positions; discs that do not overlap.
    #[default]
    Steered,
    /// From cell to cell, one unit to a cell; a step into an occupied cell fails.
    CellSteps(CellSteps),
}

/// One side.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Team {
    /// Its name, unique in the scenario.
    #[serde(with = "crate::unhashed")]
    pub name: String,
    /// Its colour: red, green, blue.
    #[serde(with = "crate::unhashed")]
    pub colour: (u8, u8, u8),
    /// How its units move.
    #[serde(with = "crate::ron_text")]
    pub doctrine: Doctrine,
    /// The number of its alliance. Teams of one alliance are allies; a team without one is on its own.
    pub alliance: Option<u8>,
    /// Whether it was removed during a run. It has no units, and only keeps its place in the list.
    pub removed: bool,
}

impl Team {
    /// Names and colours for teams that have none; colour-blind people can tell them apart (after Okabe and Ito, Color Universal Design, 2008).
    pub const DEFAULTS: [(&'static str, (u8, u8, u8)); 7] = [
        ("blue", (0, 114, 178)),
        ("orange", (230, 159, 0)),
        ("green", (0, 158, 115)),
        ("purple", (204, 121, 167)),
        ("sky", (86, 180, 233)),
        ("red", (213, 94, 0)),
        ("yellow", (240, 228, 66)),
    ];

    /// The team at a place of the list, with the name and colour of that place.
    pub fn numbered(place: usize) -> Self {
        let (name, colour) = Self::DEFAULTS[place % Self::DEFAULTS.len()];
        let round = place / Self::DEFAULTS.len();
        let name = if round == 0 { name.into() } else { format!("{name} {}", round + 1) };
        Self { name, colour, doctrine: Doctrine::default(), alliance: None, removed: false }
    }
}

/// The number of a team: its place in [`Scenario::teams`].
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
pub struct TeamId(pub u8);

impl TeamId {
    /// A number that no team has.
    pub(super) const NONE: Self = Self(u8::MAX);
}

/// The number of a unit, unique in its arena and never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct UnitId(pub u32);

/// The number of an obstacle, unique in its arena and never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct ObstacleId(pub u32);

/// A unit at the start of a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitSpec {
    /// Its number.
    pub id: UnitId,
    /// Its side.
    pub team: TeamId,
    /// Its kind.
    pub kind: &'static UnitKind,
    /// Where it stands; a passable cell that no other unit stands on. Of a building, the upper left of its
    /// cells.
    pub at: Cell,
}

impl UnitSpec {
    /// The cells that it covers; `None` if it is not a building.
    pub fn footprint(&self) -> Option<Rectangle> {
        self.kind.footprint(self.kind.position_at(self.at))
    }
}

/// What an obstacle looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum ObstacleKind {
    /// A tree.
    Tree,
    /// A boulder.
    #[default]
    Boulder,
    /// A piece of wall.
    Wall,
}

/// An obstacle that blocks a rectangle of cells.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct ObstacleSpec {
    /// Its number.
    pub id: ObstacleId,
    /// What it looks like.
    pub kind: ObstacleKind,
    /// The cells that it blocks; all inside the map.
    pub area: Rectangle,
}

/// The number of a goal. A goal keeps it while it is moved or renamed, so that orders to it stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct GoalId(pub u32);

impl GoalId {
    /// The number for the next goal of a list.
    pub fn next(goals: &[Goal]) -> Self {
        Self(goals.iter().map(|goal| goal.id.0.saturating_add(1)).max().unwrap_or(0))
    }
}

/// A named place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Goal {
    /// Its number. A file numbers its goals from 0.
    #[serde(with = "crate::unhashed")]
    pub id: GoalId,
    /// Its name, unique in the scenario.
    pub name: String,
    /// Where it is.
    pub at: Cell,
}

/// Equal in everything but where the ground came from.
impl PartialEq for Scenario {
    fn eq(&self, other: &Self) -> bool {
        let texts = |s: &Self| [s.title.clone(), s.description.clone(), s.citation.clone()];
        texts(self) == texts(other)
            && self.seed == other.seed
            && self.motion == other.motion
            && self.rules == other.rules
            && self.catalogue.own() == other.catalogue.own()
            && self.terrain == other.terrain
            && self.directions == other.directions
            && self.teams == other.teams
            && self.obstacles == other.obstacles
            && self.units == other.units
            && self.goals == other.goals
            && self.orders == other.orders
            && self.actions == other.actions
    }
}

impl Scenario {
    /// The id for the next new unit.
    pub fn next_unit_id(&self) -> UnitId {
        UnitId(self.units.iter().map(|u| u.id.0.saturating_add(1)).max().unwrap_or(0))
    }

    /// The id for the next new obstacle.
    pub fn next_obstacle_id(&self) -> ObstacleId {
        ObstacleId(self.obstacles.iter().map(|o| o.id.0.saturating_add(1)).max().unwrap_or(0))
    }

    /// Open ground with one team under plain A* and nothing else.
    pub fn blank(bounds: Bounds) -> Self {
        Self::plain(Terrain::open(bounds, CornerRule::default()))
    }

    /// A terrain with one team and nothing else, for a game: its doctrine is "A* with traffic", under which units share narrow
    /// ground. [`with_teams`](Self::with_teams) gives it more teams.
    pub fn on(terrain: impl Into<Arc<Terrain>>) -> Self {
        Self::plain(terrain).under(Doctrine::a_star_with_traffic())
    }

    /// The scenario with this many teams, at least 1 and at most [`MAX_TEAMS`](super::MAX_TEAMS). New ones have the doctrine of
    /// the first, and are enemies of all others.
    pub fn with_teams(mut self, count: usize) -> Self {
        let doctrine = self.teams.first().map(|team| team.doctrine).unwrap_or_default();
        let count = count.clamp(1, super::MAX_TEAMS);
        self.teams.truncate(count);
        while self.teams.len() < count {
            self.teams.push(Team { doctrine, ..Team::next(&self.teams) });
        }
        self
    }

    /// The scenario with one doctrine for all its teams.
    pub fn under(mut self, doctrine: Doctrine) -> Self {
        self.teams.iter_mut().for_each(|team| team.doctrine = doctrine);
        self
    }

    /// A terrain with one team and nothing else, with the doctrine of files that name none: plain A*.
    pub fn plain(terrain: impl Into<Arc<Terrain>>) -> Self {
        Self {
            title: String::new(),
            description: String::new(),
            citation: String::new(),
            seed: 0,
            motion: Motion::default(),
            terrain: terrain.into(),
            origin: MapOrigin::Inline,
            rules: Rules::default(),
            catalogue: Catalogue::default(),
            directions: StartDirections::default(),
            teams: vec![Team::numbered(0)],
            obstacles: Vec::new(),
            units: Vec::new(),
            goals: Vec::new(),
            orders: Vec::new(),
            actions: Vec::new(),
        }
    }

    /// The cell of a place; `None` for a goal that does not exist.
    pub fn cell_of(&self, place: Place) -> Option<Cell> {
        match place {
            Place::At(cell) => Some(cell),
            Place::Goal(id) => self.goals.iter().find(|goal| goal.id == id).map(|goal| goal.at),
        }
    }

    /// An order with its place as a cell; `None` if it leads to a goal that does not exist.
    pub fn order_to_cell(&self, order: Order<Place>) -> Option<Order> {
        let cell = match order.place() {
            Some(place) => self.cell_of(place)?,
            None => Cell::default(),
        };
        Some(order.map(|_| cell))
    }

    /// Whether a unit has a team and stands inside the map.
    pub(crate) fn has_place_for(&self, unit: &UnitSpec) -> bool {
        let area = Rectangle::new(unit.at, unit.kind.size, unit.kind.size);
        is_team(&self.teams, unit.team) && self.terrain.bounds().holds(area)
    }

    /// The units that an order is for.
    pub fn members(&self, who: &Who) -> Vec<UnitId> {
        match who {
            Who::Everyone => self.units.iter().map(|u| u.id).collect(),
            Who::Team(team) => {
                self.units.iter().filter(|u| u.team == *team).map(|u| u.id).collect()
            }
            Who::Units(units) => units.clone(),
        }
    }

    /// The ground with every obstacle and every building stamped into it.
    pub fn stamped_terrain(&self) -> Terrain {
        let mut terrain = self.terrain_with_obstacles();
        for cell in self.units.iter().filter_map(UnitSpec::footprint).flat_map(Rectangle::cells) {
            terrain.cover(cell);
        }
        terrain
    }

    /// The ground with every obstacle stamped into it, as it is for buildings.
    pub(super) fn terrain_with_obstacles(&self) -> Terrain {
        let mut terrain = Terrain::clone(&self.terrain);
        for cell in self.obstacles.iter().flat_map(|o| o.area.cells()) {
            terrain.cover(cell);
        }
        terrain
    }
}
