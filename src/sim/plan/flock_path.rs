//! One path for a flock: how its members get onto it.

use crate::grid::{Cell, Direction, Terrain};
use crate::sim::unit::Route;
use crate::steering::is_clear;
use bevy::math::{FloatOrd, Vec2};
use std::collections::BTreeMap;

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
        for (_, member) in flock.iter_mut().enumerate().filter(|&(i, _)| i != guide) {
            join(terrain, member.route, &shared);
        }
    }
}

/// Leads a route onto a shared one with as many waypoints: along its own cells until the shared path is in
/// sight, straight to it, then along it. A route that never comes in sight of the shared path stays as it is.
fn join(terrain: &Terrain, route: &mut Route, shared: &Route) {
    // No waypoint may be cut short.
    let first_leg = shared.leg_ends.first().map_or(0, |&end| end + 1);
    let Some((own, between, at)) = route.cells().iter().enumerate().find_map(|(own, &cell)| {
        let leg = shared.cells().get(..first_leg)?;
        let (at, &nearest) = leg
            .iter()
            .enumerate()
            .min_by(|(_, a), (_, b)| cell.euclidean(**a).total_cmp(&cell.euclidean(**b)))?;
        let between = straight_way(terrain, cell, nearest)?;
        Some((own, between, at))
    }) else {
        return;
    };
    let mut cells = route.cells()[..=own].to_vec();
    cells.extend(between);
    let joined = cells.len() - 1;
    route.leg_ends = shared.leg_ends.iter().map(|&end| end - at + joined).collect();
    cells.extend_from_slice(&shared.cells()[at + 1..]);
    route.set_cells(cells, route.next());
    route.falls_short = shared.falls_short;
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
