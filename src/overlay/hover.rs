//! What is known about a place of the map: the values under the pointer, as plain data.

use super::fields::FieldView;
use super::potential_field;
use super::scene::Scene;
use crate::grid::{Cell, Ground};
use crate::planning::{Explained, Layers, SearchedCell};
use crate::scenario::{ObstacleId, ObstacleKind, TeamId, UnitId};
use crate::sim::{GroupId, GroupSearch, LastSearch, Obstacle, Position, Status, Velocity};
use bevy::ecs::entity::Entity;
use bevy::ecs::resource::Resource;
use bevy::math::Vec2;

/// What is at a place. The default, with everything `None`, stands for a place outside the map.
#[derive(Resource, Clone, Debug, Default, PartialEq)]
pub struct Hover {
    /// The cell, inside the map.
    pub cell: Option<Cell>,
    /// What the cell is made of.
    pub ground: Option<Ground>,
    /// Whether a unit can stand there.
    pub passable: bool,
    /// Number of cells that are connected with it, itself included.
    pub region_size: u32,
    /// The obstacle on the cell.
    pub obstacle: Option<(ObstacleId, ObstacleKind)>,
    /// What the searches of a group's last plan found out about the cell.
    pub searched: Option<HoveredSearch>,
    /// What the layers know about the cell.
    pub fields: Option<HoveredFields>,
    /// The potential of the place.
    pub potential: Option<f32>,
    /// The unit at the place.
    pub unit: Option<HoveredUnit>,
}

/// What the searches of a group's last plan found out about a cell that at least one of them expanded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoveredSearch {
    /// How many of the searches expanded it.
    pub by: usize,
    /// How many searches there were.
    pub of: usize,
    /// What the last of the searches knows about it, if that one expanded it.
    pub last: Option<HoveredVisit>,
}

/// What one search found out about a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoveredVisit {
    /// The unit that it was for.
    pub unit: UnitId,
    /// Its rank in the order of expansion, from 1.
    pub order: usize,
    /// Cost from the start, in cells.
    pub g: f32,
    /// Estimated cost still to go, in cells.
    pub h: f32,
    /// Priority at which it was expanded.
    pub f: f32,
    /// Whether one search from the goal served a whole group: `g` counts from the goal, and `h` leads to the group.
    pub from_goal: bool,
}

/// What the layers know about a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoveredFields {
    /// The factor of priorities after the last group; 1 where no path came by.
    pub marker: f64,
    /// The learned direction.
    pub direction: Vec2,
    /// Strength of enemies minus allies, as the team of the selected units sees it.
    pub influence: f64,
    /// What a step into the cell costs with the layers of that team, in cells; `None` on blocked ground.
    pub price: Option<f64>,
    /// That minus what it costs without them, in cells.
    pub difference: Option<f64>,
    /// The influence on the cost of the cell for the selected unit or its flock: whether it is a flock, and the values.
    pub danger: Option<(bool, Explained)>,
}

/// A unit at a place.
#[derive(Clone, Debug, PartialEq)]
pub struct HoveredUnit {
    /// Its number.
    pub id: UnitId,
    /// Its side.
    pub team: TeamId,
    /// The name of its side.
    pub team_name: String,
    /// The name of its kind.
    pub kind: &'static str,
    /// What it is doing.
    pub status: Status,
    /// How fast it moves, in cells per second.
    pub speed: f32,
}

/// The last look-up in the recorded searches. A search may have a million cells, so this is kept from frame to frame
/// and repeated only if something changed.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchLookUp {
    /// The arena, the revision of its searches, the group and the cell.
    of: Option<(Entity, u64, Option<GroupId>, Cell)>,
    found: Option<HoveredSearch>,
}

impl SearchLookUp {
    fn find(&mut self, scene: &Scene, cell: Cell) -> Option<HoveredSearch> {
        let search = scene.get::<LastSearch>()?;
        let group = scene.selected_group();
        let of = Some((scene.arena, search.revision, group, cell));
        if self.of != of {
            let found = search.of(group).and_then(|search| find(search, scene, cell));
            *self = Self { of, found };
        }
        self.found
    }
}

/// A place within a unit's radius times this counts as on the unit.
const GENEROSITY: f32 = 1.25;

impl Hover {
    /// What is at a place of an arena, in cells. The potential is looked up only if `with_potential`, because it takes
    /// a look at the whole fight.
    pub fn at(scene: &Scene, at: Vec2, look_up: &mut SearchLookUp, with_potential: bool) -> Self {
        let (land, terrain, cell) = (scene.land, scene.terrain(), Cell::containing(at));
        if !terrain.bounds().contains(cell) {
            return Self::default();
        }
        // Regions are brought up to date by the next tick; until the first one there are none.
        let ready = land.regions.count() > 0;
        let region = if ready { land.regions.region(terrain, cell) } else { 0 };
        Self {
            cell: Some(cell),
            ground: Some(terrain.ground(cell)),
            passable: terrain.is_passable(cell),
            region_size: land.regions.size(region),
            obstacle: terrain.is_covered(cell).then(|| obstacle_on(scene, cell)).flatten(),
            searched: look_up.find(scene, cell),
            fields: fields_at(scene, cell),
            potential: with_potential.then(|| potential_field::potential_at(scene, at)).flatten(),
            unit: unit_at(scene, at),
        }
    }
}

fn obstacle_on(scene: &Scene, cell: Cell) -> Option<(ObstacleId, ObstacleKind)> {
    let obstacles = scene.roster.obstacles.values();
    let mut obstacles = obstacles.filter_map(|&entity| scene.get_of::<Obstacle>(entity));
    obstacles.rfind(|o| o.0.area.contains(cell)).map(|o| (o.0.id, o.0.kind))
}

fn fields_at(scene: &Scene, cell: Cell) -> Option<HoveredFields> {
    let view = FieldView::of(scene, |layers| *layers != Layers::default())?;
    let prices = view.prices();
    Some(HoveredFields {
        marker: view.planner.0.marker(scene.terrain(), cell),
        direction: view.fields.layers.directions.at(scene.terrain(), cell).as_vec2(),
        influence: view.influence(cell),
        price: prices.with(cell),
        difference: prices.difference(cell),
        danger: view.danger(cell),
    })
}

/// The nearest of the units that a place lies on.
fn unit_at(scene: &Scene, at: Vec2) -> Option<HoveredUnit> {
    let distance = |unit: &super::UnitRef| Some(unit.get::<Position>()?.0.distance(at));
    let (_, unit) = scene
        .units()
        .filter_map(|unit| Some((distance(&unit)?, unit)))
        .filter(|(distance, unit)| *distance <= unit.unit.kind.body_reach() * GENEROSITY)
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    let team = scene.team(unit.unit.team);
    Some(HoveredUnit {
        id: unit.unit.id,
        team: unit.unit.team,
        team_name: team.map_or_else(String::new, |team| team.name.clone()),
        kind: unit.unit.kind.name,
        status: unit.get::<Status>().copied().unwrap_or_default(),
        speed: unit.get::<Velocity>().map_or(0.0, |velocity| velocity.0.length()),
    })
}

/// What the searches of a plan know about a cell.
fn find(search: &GroupSearch, scene: &Scene, cell: Cell) -> Option<HoveredSearch> {
    let by = search.expanded_by(scene.terrain().node(cell));
    let last = search.last.and_then(|unit| find_visit(unit, search, cell));
    (by > 0).then_some(HoveredSearch { by, of: search.searches(), last })
}

/// The last time that a search expanded a cell.
fn find_visit(unit: UnitId, search: &GroupSearch, cell: Cell) -> Option<HoveredVisit> {
    let index = search.cells.iter().rposition(|c| c.cell == cell)?;
    let SearchedCell { g, h, f, .. } = search.cells[index];
    Some(HoveredVisit { unit, order: index + 1, g, h, f, from_goal: search.from_goal })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_was_reopened_shows_its_last_values() {
        let cell = |x, g| SearchedCell { cell: Cell::new(x, 0), g, h: 1.0, f: g + 1.0 };
        let cells = vec![cell(0, 5.0), cell(1, 2.0), cell(0, 3.0)];
        let mut search = GroupSearch::default();
        search.cells = cells;
        let found = find_visit(UnitId(4), &search, Cell::new(0, 0)).unwrap();
        assert_eq!((found.order, found.g), (3, 3.0));
        assert_eq!(find_visit(UnitId(4), &search, Cell::new(7, 7)), None);
    }
}
