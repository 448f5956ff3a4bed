//! What is under the pointer, for the read-out.

use super::fields::Fields;
use super::potential::Potentials;
use super::search::selected_group;
use crate::grid::{Cell, Ground};
use crate::planning::{Explained, Layers, SearchedCell};
use crate::scenario::{ObstacleId, ObstacleKind, TeamId, UnitId};
use crate::sim::{
    Arena, GroupId, GroupSearch, Land, LastSearch, Obstacle, Orders, Position, Roster, Status,
    Teams, Unit, Velocity,
};
use crate::view::scene::canvas::DrawSystems;
use crate::view::shared::{Pointer, Selection};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<Hover>().add_systems(Update, look.in_set(DrawSystems::Clear));
}

/// What is under the pointer. Everything is `None` while the pointer is not over the map.
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
    /// The potential of the place, while that overlay is shown.
    pub potential: Option<f32>,
    /// The unit under the pointer.
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
    /// The how-many-th cell it was to be expanded, from 1.
    pub order: usize,
    /// Cost from the start, in cells.
    pub g: f32,
    /// Estimated cost still to go, in cells.
    pub h: f32,
    /// Priority at which it was expanded.
    pub f: f32,
}

/// What the layers know about a cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HoveredFields {
    /// What priorities are multiplied by, after the last group; 1 where no path came by.
    pub marker: f64,
    /// The learned direction.
    pub direction: Vec2,
    /// Strength of enemies minus friends, as the team of the selected units sees it.
    pub influence: f64,
    /// What a step into the cell costs with the layers of that team, in cells; `None` on blocked ground.
    pub price: Option<f64>,
    /// That minus what it costs without them, in cells.
    pub difference: Option<f64>,
    /// What influence makes of the cell for the selected unit or its flock: whether it is a flock, and the values.
    pub danger: Option<(bool, Explained)>,
}

/// A unit under the pointer.
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

/// What was looked up last: the arena, the revision of its searches, the group and the cell.
type LookedUp = (Entity, u64, Option<GroupId>, Cell);

/// A little more than a unit's radius counts as hitting it.
const GENEROSITY: f32 = 1.25;

#[allow(clippy::too_many_arguments)]
fn look(
    mut hover: ResMut<Hover>,
    pointer: Res<Pointer>,
    arenas: Query<(Entity, &Arena, &Land, &Teams, &Roster, &LastSearch)>,
    units: Query<(&Unit, &Position, &Velocity, &Status, &ChildOf)>,
    obstacles: Query<&Obstacle>,
    fields: Fields,
    potentials: Res<Potentials>,
    (selection, orders): (Res<Selection>, Query<&Orders>),
    mut looked_up: Local<Option<LookedUp>>,
) {
    let pointed_at = arenas.iter().find(|(_, arena, ..)| arena.index == pointer.arena);
    let (Some((entity, _, land, teams, roster, search)), Some(at), Some(cell)) =
        (pointed_at, pointer.at, pointer.cell())
    else {
        hover.set_if_neq(Hover::default());
        return;
    };
    if !land.terrain.bounds().contains(cell) {
        hover.set_if_neq(Hover::default());
        return;
    }
    // A search may have a million cells: look again only if something changed.
    let group = selected_group(&selection, roster, &orders);
    let asked = Some((entity, search.revision, group, cell));
    let searched = if *looked_up == asked {
        hover.searched
    } else {
        search.of(group).and_then(|search| find(search, land, cell))
    };
    *looked_up = asked;
    let unit = units
        .iter()
        .filter(|(unit, position, _, _, child)| {
            child.parent() == entity
                && position.0.distance(at) <= unit.kind.body_reach() * GENEROSITY
        })
        .min_by(|a, b| a.1.0.distance(at).total_cmp(&b.1.0.distance(at)))
        .map(|(unit, _, velocity, status, _)| HoveredUnit {
            id: unit.id,
            team: unit.team,
            team_name: teams
                .0
                .get(usize::from(unit.team.0))
                .map_or_else(String::new, |t| t.name.clone()),
            kind: unit.kind.name,
            status: *status,
            speed: velocity.0.length(),
        });
    let obstacle = land.terrain.is_covered(cell).then(|| {
        let mut all = roster.obstacles.values().filter_map(|&entity| obstacles.get(entity).ok());
        all.rfind(|o| o.0.area.contains(cell)).map(|o| (o.0.id, o.0.kind))
    });
    let fields = fields.of(entity, |layers| *layers != Layers::default()).map(|view| {
        let prices = view.prices();
        HoveredFields {
            marker: view.planner.0.marker(&land.terrain, cell),
            direction: view.fields.layers.directions.at(&land.terrain, cell).as_vec2(),
            influence: view.fields.layers.influence.of(view.team.0).zeta(
                &land.terrain,
                view.team.0,
                cell,
            ),
            price: prices.with(cell),
            difference: prices.difference(cell),
            danger: view.danger(cell),
        }
    });
    // Regions are brought up to date by the next tick; until the first one there are none.
    let ready = land.regions.count() > 0;
    let region = if ready { land.regions.region(&land.terrain, cell) } else { 0 };
    hover.set_if_neq(Hover {
        cell: Some(cell),
        ground: Some(land.terrain.ground(cell)),
        passable: land.terrain.is_passable(cell),
        region_size: land.regions.size(region),
        obstacle: obstacle.flatten(),
        searched,
        fields,
        potential: potentials.at(entity, &land.terrain, at),
        unit,
    });
}

/// What the searches of a plan know about a cell.
fn find(search: &GroupSearch, land: &Land, cell: Cell) -> Option<HoveredSearch> {
    let by = search.expanded_by(land.terrain.node(cell));
    let last = search.last.and_then(|unit| find_visit(unit, &search.cells, cell));
    (by > 0).then_some(HoveredSearch { by, of: search.searches(), last })
}

/// The last time that a search expanded a cell.
fn find_visit(unit: UnitId, cells: &[SearchedCell], cell: Cell) -> Option<HoveredVisit> {
    let index = cells.iter().rposition(|c| c.cell == cell)?;
    let SearchedCell { g, h, f, .. } = cells[index];
    Some(HoveredVisit { unit, order: index + 1, g, h, f })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_that_was_reopened_shows_its_last_values() {
        let cell = |x, g| SearchedCell { cell: Cell::new(x, 0), g, h: 1.0, f: g + 1.0 };
        let cells = [cell(0, 5.0), cell(1, 2.0), cell(0, 3.0)];
        let found = find_visit(UnitId(4), &cells, Cell::new(0, 0)).unwrap();
        assert_eq!((found.order, found.g), (3, 3.0));
        assert_eq!(find_visit(UnitId(4), &cells, Cell::new(7, 7)), None);
    }
}
