//! The paths that lie ahead of units.
//!
//! Straight runs are joined, and pieces out of view are left out. When thousands of long paths are ahead, only every
//! second, third, ... is drawn, so that a frame never costs more than [`CELL_BUDGET`].

use super::attack_marks;
use super::drawing::{Drawing, Ink, Layer, Pen, Shape};
use super::legend::{Legend, Swatch};
use super::palette;
use super::scene::Scene;
use super::{Overlay, UnitRef};
use crate::grid::Cell;
use crate::sim::Route;
use crate::words::count;
use bevy::math::{Rect, Vec2};

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "paths",
    title: "Planned paths",
    doc: "The path still ahead of each unit, to its own slot. Selected units stand out, with their queued waypoints \
          and what they are to attack.",
    hotkey: "F2",
    on: true,
    opacity: 0.8,
    revision: None,
    draw,
};

/// Cells of paths that are looked at in one frame, in all arenas together.
const CELL_BUDGET: usize = 60_000;
/// Width of a line, in pixels.
const WIDTH: f32 = 1.6;
/// Width of a selected unit's line, in pixels.
const SELECTED_WIDTH: f32 = 2.6;
/// A path that ends further than this from its unit's slot, in cells, is planned only so far.
const NOT_PLANNED: f32 = 8.0;

fn draw(scene: &Scene) -> Drawing {
    let walking: Vec<(UnitRef, &Route)> = scene
        .units()
        .filter_map(|unit| Some((unit, unit.get::<Route>()?)))
        .filter(|(_, route)| !route.ahead().is_empty())
        .collect();
    let mut drawing = Drawing::default();
    attack_marks::draw(scene, &mut drawing);
    if walking.is_empty() {
        drawing.legend = Legend::Empty("No unit is on its way.".into());
        return drawing;
    }
    let cells: usize = walking.iter().map(|(_, route)| route.ahead().len()).sum();
    let every = (cells * scene.arenas).div_ceil(CELL_BUDGET).max(1);
    let (mut measured, mut length) = (0_u32, 0.0);
    let mut pen = drawing.on(Layer::Paths);
    for (unit, route) in &walking {
        let selected = scene.selection.contains(&unit.unit.id);
        if selected || (unit.unit.id.0 as usize).is_multiple_of(every) {
            measured += 1;
            length += path_length(route.ahead());
            draw_route(&mut pen, scene, unit, route, selected);
        }
    }
    let average = length / f64::from(measured.max(1));
    drawing.legend = legend(scene, walking.len(), average, every);
    drawing
}

fn draw_route(pen: &mut Pen, scene: &Scene, unit: &UnitRef, route: &Route, selected: bool) {
    let Some(at) = scene.place(unit) else { return };
    let colour = scene.colour(unit.unit.team);
    let ahead = route.ahead();
    let (width, strength) = if selected { (SELECTED_WIDTH, 0.95) } else { (WIDTH, 0.34) };
    // Lines from the common goal to every slot would look like a star, so only selected units have one.
    let end = selected.then_some(route.rest);
    // A path that is planned only so far is continued by dashes.
    let planned_to = ahead.last().map_or(at, |cell| cell.center());
    let open = end.filter(|end| end.distance(planned_to) > NOT_PLANNED);
    if let Some(rest) = open {
        let dashes = Shape::Dashes { from: planned_to, to: rest, width: WIDTH, dash: 7.0 };
        pen.add(dashes, Ink::new(colour, 0.4));
    }
    let end = end.filter(|_| open.is_none());
    let points = std::iter::once(at).chain(corners(ahead).map(Cell::center)).chain(end);
    for points in pieces_in_view(points, scene.visible) {
        pen.polyline(points, width, Ink::new(colour, strength));
    }
    let size: f32 = if selected { 0.2 } else { 0.12 };
    let slot = Shape::Disc { at: route.rest, radius: size.max(1.5 * scene.pixel) };
    pen.add(slot, Ink::new(colour, (strength + 0.2).min(1.0)));
    if selected {
        for point in way_points(route).map(Cell::center) {
            pen.circle(point, 0.3, 2.0, Ink::new(palette::SELECTED, 0.85));
        }
    }
}

/// The pieces of a line whose parts lie in view.
fn pieces_in_view(points: impl Iterator<Item = Vec2>, visible: Rect) -> Vec<Vec<Vec2>> {
    let mut pieces = Vec::new();
    let mut piece: Vec<Vec2> = Vec::new();
    let mut last: Option<Vec2> = None;
    for point in points {
        if let Some(from) = last {
            if overlaps(visible, from, point) {
                if piece.is_empty() {
                    piece.push(from);
                }
                piece.push(point);
            } else if !piece.is_empty() {
                pieces.push(std::mem::take(&mut piece));
            }
        }
        last = Some(point);
    }
    if !piece.is_empty() {
        pieces.push(piece);
    }
    pieces
}

/// Whether the box around a line touches what is visible.
fn overlaps(visible: Rect, a: Vec2, b: Vec2) -> bool {
    a.min(b).cmple(visible.max).all() && a.max(b).cmpge(visible.min).all()
}

/// The cells at which a path turns, with its first and its last.
pub(super) fn corners(path: &[Cell]) -> impl Iterator<Item = Cell> {
    path.iter().enumerate().filter_map(|(i, &cell)| {
        let straight = i > 0
            && path.get(i + 1).is_some_and(|next| {
                let before = path[i - 1];
                (cell.x - before.x, cell.y - before.y) == (next.x - cell.x, next.y - cell.y)
            });
        (!straight).then_some(cell)
    })
}

/// The waypoints at which the orders before the last one are carried out.
fn way_points(route: &Route) -> impl Iterator<Item = Cell> {
    let before_last = route.leg_ends.len().saturating_sub(1);
    let ahead = route.leg_ends[..before_last].iter().filter(|&&end| end >= route.next());
    ahead.filter_map(|&end| route.cells().get(end).copied())
}

fn path_length(path: &[Cell]) -> f64 {
    path.windows(2).map(|pair| pair[0].euclidean(pair[1])).sum()
}

fn legend(scene: &Scene, paths: usize, average: f64, every: usize) -> Legend {
    let teams = scene.teams.iter().map(|team| Swatch::new(team.colour.into(), &team.name));
    let count = Swatch::note(format!(
        "{}, {average:.1} cells ahead on average",
        count(paths as u64, "path")
    ));
    let thinned = (every > 1).then(|| Swatch::note(format!("one of {every} is drawn")));
    Legend::Swatches(teams.chain([count]).chain(thinned).collect())
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
    fn pieces_out_of_view_are_left_out() {
        let visible = Rect::new(0.0, 0.0, 4.0, 4.0);
        let pieces =
            |points: &[(f32, f32)]| pieces_in_view(points.iter().map(|&p| Vec2::from(p)), visible);
        assert!(pieces(&[(0.0, 20.0), (1.0, 20.0)]).is_empty());
        let in_and_out = pieces(&[(1.0, 1.0), (3.0, 1.0), (3.0, 9.0), (9.0, 9.0), (2.0, 2.0)]);
        let lengths: Vec<usize> = in_and_out.iter().map(Vec::len).collect();
        assert_eq!(lengths, [3, 2], "{in_and_out:?}");
    }
}
