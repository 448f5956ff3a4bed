//! One path for a flock: how its members get onto it.

use crate::grid::{Cell, Direction, Terrain};
use crate::sim::unit::Route;
use crate::steering::is_clear;
use bevy::math::{FloatOrd, Vec2};
use std::collections::{BTreeMap, HashMap};

/// Distance over which a member goes straight to the flock's path, in cells.
const SIGHT: f64 = 10.0;
/// Radius of a disc that has to fit through between, in cells.
const ROOM: f32 = 0.36;

/// A unit whose group has one path for all its members.
pub(crate) struct PathSharer<'a> {
    pub position: Vec2,
    pub flies: bool,
    /// Its own path, until it joins the shared one.
    pub route: &'a mut Route,
}

impl PathSharer<'_> {
    /// How many orders its path carries out, and where it ends.
    fn legs_and_end(&self) -> (usize, Option<Cell>) {
        (self.route.leg_ends.len(), self.route.cells().last().copied())
    }
}

/// Gives a group one path: that of the member nearest to its centre, of those on the ground if there are any. The others
/// follow their own path only until they see it.
pub(crate) fn share_path(terrain: &Terrain, members: Vec<PathSharer>) {
    let mut flocks: BTreeMap<(usize, Option<Cell>), Vec<PathSharer>> = BTreeMap::new();
    let (flying, walking): (Vec<PathSharer>, Vec<PathSharer>) =
        members.into_iter().partition(|member| member.flies);
    for member in walking {
        flocks.entry(member.legs_and_end()).or_default().push(member);
    }
    for member in flying {
        let own = member.legs_and_end();
        // Of units that attack a building, those on the ground end beside it and those that fly above it.
        let same = flocks.keys().copied().filter(|&(legs, _)| legs == own.0).min_by(|a, b| {
            let far = |end: Option<Cell>| end.zip(own.1).map_or(0.0, |(a, b)| a.euclidean(b));
            far(a.1).total_cmp(&far(b.1))
        });
        flocks.entry(same.unwrap_or(own)).or_default().push(member);
    }
    for mut flock in flocks.into_values() {
        let middle = flock.iter().map(|member| member.position).sum::<Vec2>() / flock.len() as f32;
        // A unit on the ground cannot follow one that flies over a wall.
        let rank = |member: &PathSharer| {
            (member.flies, FloatOrd(member.position.distance_squared(middle)))
        };
        let Some(guide) = (0..flock.len()).min_by_key(|&i| rank(&flock[i])) else { continue };
        let shared = flock[guide].route.clone();
        let mut shared = SharedPath::new(terrain, &shared);
        for (_, member) in flock.iter_mut().enumerate().filter(|&(i, _)| i != guide) {
            shared.lead(member.route);
        }
    }
}

/// A path that members join. Members see it from the same cells, so what a cell sees is found once: joining costs the cells of
/// all routes and not their product with the path.
struct SharedPath<'a> {
    terrain: &'a Terrain,
    route: &'a Route,
    /// The cells up to the first waypoint, which none may cut short, by squares of the width of `SIGHT`.
    squares: HashMap<(i32, i32), Vec<usize>>,
    /// By cell: the index in the path to which it goes straight.
    seen: HashMap<Cell, Option<usize>>,
}

impl<'a> SharedPath<'a> {
    fn new(terrain: &'a Terrain, route: &'a Route) -> Self {
        let first_leg = route.leg_ends.first().map_or(0, |&end| end + 1);
        let mut squares: HashMap<(i32, i32), Vec<usize>> = HashMap::new();
        for (at, &cell) in route.cells().get(..first_leg).unwrap_or_default().iter().enumerate() {
            squares.entry(square(cell)).or_default().push(at);
        }
        Self { terrain, route, squares, seen: HashMap::new() }
    }

    /// Leads a route onto this path, with as many waypoints: along its own cells until the path is in sight, straight to it,
    /// then along it. A route that never comes in sight of the path stays as it is.
    fn lead(&mut self, route: &mut Route) {
        let found = route.cells().iter().enumerate();
        let found = found.map(|(own, &cell)| (own, cell, self.seen_from(cell)));
        let Some((own, cell, at)) =
            found.filter_map(|(own, cell, at)| Some((own, cell, at?))).next()
        else {
            return;
        };
        let shared = self.route;
        let between = straight_way(self.terrain, cell, shared.cells()[at]).unwrap_or_default();
        let mut cells = route.cells()[..=own].to_vec();
        cells.extend(between);
        let joined = cells.len() - 1;
        route.leg_ends = shared.leg_ends.iter().map(|&end| end - at + joined).collect();
        cells.extend_from_slice(&shared.cells()[at + 1..]);
        route.set_cells(cells, route.next());
        route.falls_short = shared.falls_short;
    }

    /// The first of the nearest cells of the path, if there is a straight way to it.
    fn seen_from(&mut self, cell: Cell) -> Option<usize> {
        if let Some(&known) = self.seen.get(&cell) {
            return known;
        }
        let ((x, y), cells) = (square(cell), self.route.cells());
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (x + dx, y + dy)));
        let near = around.filter_map(|square| self.squares.get(&square)).flatten().copied();
        let nearest = near.min_by(|&a, &b| {
            let far = |at: usize| cell.euclidean(cells[at]);
            far(a).total_cmp(&far(b)).then(a.cmp(&b))
        });
        let found = nearest.filter(|&at| straight_way(self.terrain, cell, cells[at]).is_some());
        self.seen.insert(cell, found);
        found
    }
}

/// The square of a cell: cells within `SIGHT` of each other lie in the same one or in two that touch.
fn square(cell: Cell) -> (i32, i32) {
    let width = SIGHT as i32;
    (cell.x.div_euclid(width), cell.y.div_euclid(width))
}

/// The cells after `from` up to `to` in a straight line of legal steps with room for a unit, if it is near
/// enough.
pub(crate) fn straight_way(terrain: &Terrain, from: Cell, to: Cell) -> Option<Vec<Cell>> {
    if from.euclidean(to) > SIGHT || !is_clear(terrain, from.center(), to.center(), ROOM) {
        return None;
    }
    let steps = from.chebyshev(to);
    let mut cells = Vec::with_capacity(steps as usize);
    let mut here = from;
    for step in 1..=steps {
        let point = from.center().lerp(to.center(), step as f32 / steps as f32);
        let next = Cell::containing(point);
        let direction = Direction::between(here, next)?;
        if !terrain.allows(here, direction) {
            return None;
        }
        cells.push(next);
        here = next;
    }
    (here == to).then_some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    fn join(terrain: &Terrain, route: &mut Route, shared: &Route) {
        SharedPath::new(terrain, shared).lead(route);
    }

    fn route(cells: &[(i32, i32)]) -> Route {
        let mut route = Route::new(cells.iter().map(|&c| c.into()).collect(), 0);
        route.leg_ends = vec![cells.len() - 1];
        route
    }

    #[test]
    fn a_member_goes_straight_to_the_path_that_it_sees() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["......."; 4]);
        let shared = route(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]);
        let mut own = route(&[(2, 3), (3, 2), (4, 1), (5, 0)]);
        join(&terrain, &mut own, &shared);
        assert_eq!(
            own.cells(),
            route(&[(2, 3), (2, 2), (2, 1), (2, 0), (3, 0), (4, 0), (5, 0)]).cells()
        );
        assert_eq!(own.leg_ends, [6]);
    }

    #[test]
    fn a_member_cut_off_by_a_wall_follows_its_own_path_round_it_first() {
        let terrain = Terrain::from_text(
            CornerRule::BothSidesFree,
            &["........", "######..", "........", "........"],
        );
        let shared = route(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0), (6, 0), (7, 0)]);
        let mut own = route(&[(3, 2), (4, 2), (5, 2), (6, 2), (6, 1), (7, 0)]);
        join(&terrain, &mut own, &shared);
        assert_eq!(own.cells()[..4], *route(&[(3, 2), (4, 2), (5, 2), (6, 2)]).cells());
        assert_eq!(own.cells().last(), Some(&Cell::new(7, 0)));
        assert!(own.cells().windows(2).all(|step| {
            Direction::between(step[0], step[1]).is_some_and(|d| terrain.allows(step[0], d))
        }));
    }

    #[test]
    fn flying_members_share_the_path_of_those_on_the_ground_to_the_same_tower() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["........"; 4]);
        let at = Vec2::new(0.5, 0.5);
        let mut walks = route(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0), (5, 0)]);
        // Ends above the tower that the walker stops beside.
        let mut flies = route(&[(0, 3), (1, 3), (2, 3), (3, 3), (4, 2), (5, 1), (6, 0)]);
        let member = |flies, route| PathSharer { position: at, flies, route };
        share_path(&terrain, vec![member(true, &mut flies), member(false, &mut walks)]);
        assert_eq!(flies.cells().last(), Some(&Cell::new(5, 0)));
        assert!(flies.cells().contains(&Cell::new(1, 0)), "{:?}", flies.cells());
    }

    #[test]
    fn a_member_on_the_path_simply_follows_it() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["....."]);
        let shared = route(&[(0, 0), (1, 0), (2, 0), (3, 0), (4, 0)]);
        let mut own = route(&[(2, 0), (3, 0), (4, 0)]);
        join(&terrain, &mut own, &shared);
        assert_eq!(own.cells(), route(&[(2, 0), (3, 0), (4, 0)]).cells());
        assert_eq!(own.leg_ends, [2]);
    }
}
