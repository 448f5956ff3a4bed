//! The ways that lie ahead of units.
//!
//! Straight runs are joined, what is out of view is left out, and when thousands of long paths are ahead
//! only every second, third ... is drawn, so that the picture never costs more than [`CELL_BUDGET`].

use super::Overlays;
use super::legend::{Legend, Legends};
use crate::grid::Cell;
use crate::sim::{Arena, Land, Route, Teams, Unit};
use crate::view::scene::canvas::{Canvas, DrawSystems, Layer, Painter};
use crate::view::scene::glyphs::Glyph;
use crate::view::scene::units::Places;
use crate::view::shared::{Selection, arena_origin};
use crate::view::theme::{self, fade, team_colour};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "paths";

/// Cells of paths that are looked at in one frame.
const CELL_BUDGET: usize = 60_000;
/// Width of a line, in pixels.
const WIDTH: f32 = 1.6;
/// Width of a selected unit's line, in pixels.
const SELECTED_WIDTH: f32 = 2.6;

/// A path that ends further from its unit's place of rest than this, in cells, is only planned so far.
const NOT_PLANNED: f32 = 8.0;

fn draw(
    mut canvas: ResMut<Canvas>,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    selection: Res<Selection>,
    places: Places,
    arenas: Query<(&Arena, &Land, &Teams)>,
    units: Query<(Entity, &Unit, &Route, &ChildOf)>,
) {
    let Some(opacity) = overlays.opacity(KEY) else { return };
    let ahead: usize = units.iter().map(|(_, _, route, ..)| route.ahead().len()).sum();
    let every = ahead.div_ceil(CELL_BUDGET).max(1);
    let (mut paths, mut measured, mut length) = (0, 0, 0.0);
    for (entity, unit, route, child) in &units {
        let selected = selection.units.contains(&unit.id);
        let ahead = route.ahead();
        paths += usize::from(!ahead.is_empty());
        if ahead.is_empty() || !selected && !(unit.id.0 as usize).is_multiple_of(every) {
            continue;
        }
        let (Ok((arena, land, teams)), Some(at)) = (arenas.get(child.parent()), places.of(entity))
        else {
            continue;
        };
        let origin = arena_origin(arena.index, land.terrain.bounds());
        let mut painter = canvas.on(Layer::Paths, origin);
        let team = teams.0.get(usize::from(unit.team.0));
        let colour = team.map_or(Color::WHITE, |team| team_colour(team.colour));
        measured += 1;
        length += path_length(ahead);
        let (width, strength) = if selected { (SELECTED_WIDTH, 0.95) } else { (WIDTH, 0.34) };
        // Lines from the common goal to every place of rest would make a star of it.
        let end = selected.then_some(route.rest);
        // What is planned may end far from there: how it goes on is not known yet.
        let planned_to = ahead.last().map_or(at, |cell| cell.center());
        let open = end.filter(|end| end.distance(planned_to) > NOT_PLANNED);
        if let Some(rest) = open {
            painter.dashes(planned_to, rest, WIDTH, 7.0, fade(colour, 0.4 * opacity));
        }
        let end = end.filter(|_| open.is_none());
        draw_path(&mut painter, at, ahead, end, width, fade(colour, strength * opacity));
        let size: f32 = if selected { 0.2 } else { 0.12 };
        let half = Vec2::splat(size.max(1.5 * painter.pixel));
        let rest = fade(colour, (strength + 0.2).min(1.0) * opacity);
        painter.glyph(Glyph::Dot, route.rest, half, 0.0, rest);
        if selected {
            for point in way_points(route).map(Cell::center) {
                painter.circle(point, 0.3, 2.0, fade(theme::SELECTED, 0.85 * opacity));
            }
        }
    }
    let average = length / f64::from(measured.max(1_u32));
    legends.set(KEY, legend(paths, average, every, &arenas));
}

fn draw_path(
    painter: &mut Painter,
    at: Vec2,
    ahead: &[Cell],
    end: Option<Vec2>,
    width: f32,
    colour: LinearRgba,
) {
    let points = std::iter::once(at).chain(corners(ahead).map(Cell::center)).chain(end);
    // The pieces in view, each as one line.
    let mut piece: Vec<Vec2> = Vec::new();
    let mut last: Option<Vec2> = None;
    for point in points {
        if let Some(from) = last {
            if overlaps(painter.visible, from, point) {
                if piece.is_empty() {
                    piece.push(from);
                }
                piece.push(point);
            } else if !piece.is_empty() {
                painter.polyline(piece.drain(..), width, colour);
            }
        }
        last = Some(point);
    }
    painter.polyline(piece.into_iter(), width, colour);
}

/// Whether the box around a line touches what is visible.
fn overlaps(visible: Rect, a: Vec2, b: Vec2) -> bool {
    let (min, max) = (a.min(b), a.max(b));
    min.x <= visible.max.x
        && max.x >= visible.min.x
        && min.y <= visible.max.y
        && max.y >= visible.min.y
}

/// The cells at which a path turns, with its first and its last.
fn corners(path: &[Cell]) -> impl Iterator<Item = Cell> {
    path.iter().enumerate().filter_map(|(i, &cell)| {
        let straight = i > 0
            && path.get(i + 1).is_some_and(|next| {
                let before = path[i - 1];
                (cell.x - before.x, cell.y - before.y) == (next.x - cell.x, next.y - cell.y)
            });
        (!straight).then_some(cell)
    })
}

/// The way-points at which the orders before the last one are carried out.
fn way_points(route: &Route) -> impl Iterator<Item = Cell> {
    let before_last = route.leg_ends.len().saturating_sub(1);
    let ahead = route.leg_ends[..before_last].iter().filter(|&&end| end >= route.next());
    ahead.filter_map(|&end| route.cells().get(end).copied())
}

fn path_length(path: &[Cell]) -> f64 {
    path.windows(2).map(|pair| pair[0].euclidean(pair[1])).sum()
}

fn legend(
    paths: usize,
    average: f64,
    every: usize,
    arenas: &Query<(&Arena, &Land, &Teams)>,
) -> Legend {
    if paths == 0 {
        return Legend::Empty("No unit is on its way.".into());
    }
    let teams = arenas.iter().next().map(|(_, _, teams)| teams.0.clone()).unwrap_or_default();
    let mut swatches: Vec<_> =
        teams.into_iter().map(|team| (team_colour(team.colour), team.name)).collect();
    swatches.push((Color::NONE, format!("{paths} paths, {average:.1} cells ahead on average")));
    if every > 1 {
        swatches.push((Color::NONE, format!("one of {every} is drawn")));
    }
    Legend::swatches(swatches)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(path: &[(i32, i32)]) -> Vec<Cell> {
        path.iter().map(|&c| c.into()).collect()
    }

    #[test]
    fn straight_runs_keep_only_their_ends() {
        let path = cells(&[(0, 0), (1, 0), (2, 0), (3, 1), (4, 2), (4, 3)]);
        let kept: Vec<Cell> = corners(&path).collect();
        assert_eq!(kept, cells(&[(0, 0), (2, 0), (4, 2), (4, 3)]));
        assert_eq!(corners(&path[..1]).count(), 1);
        assert_eq!(corners(&[]).count(), 0);
    }

    #[test]
    fn way_points_that_lie_behind_and_the_goal_itself_are_not_marked() {
        let straight = cells(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
        let mut route = Route::new(straight, 2);
        route.leg_ends = vec![1, 3, 4];
        assert_eq!(way_points(&route).collect::<Vec<_>>(), cells(&[(3, 0)]));
        assert_eq!(way_points(&Route::default()).count(), 0);
    }

    #[test]
    fn paths_out_of_view_are_not_painted() {
        let mut canvas = Canvas::default();
        canvas.clear(Rect::new(0.0, 0.0, 4.0, 4.0), 0.1);
        let path = |y| cells(&[(0, y), (1, y), (2, y + 1)]);
        let mut paint = |y: i32| {
            let at = Vec2::new(0.2, y as f32 + 0.5);
            let mut painter = canvas.on(Layer::Paths, Vec2::ZERO);
            draw_path(&mut painter, at, &path(y), None, 2.0, LinearRgba::WHITE);
            canvas.triangles()
        };
        assert_eq!(paint(20), 0);
        assert!(paint(1) > 0);
    }
}
