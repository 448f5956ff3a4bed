//! Where the units of a group come to rest: the free cells round their common goal.

use crate::grid::{Cell, Direction, Terrain};
use bevy::math::Vec2;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap, VecDeque};

/// A unit that needs a place: where it stands, and how far it has to walk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SlotRequest {
    pub position: Vec2,
    pub distance: f64,
}

/// The `count` cells nearest to a goal in a straight line that can be reached from it without leaving
/// them, without those that are taken. Fewer if there are fewer.
pub(crate) fn slots_around(
    terrain: &Terrain,
    goal: Cell,
    count: usize,
    taken: &BTreeSet<Cell>,
) -> Vec<Cell> {
    let mut places = Vec::with_capacity(count);
    let mut seen = BTreeSet::from([goal]);
    let mut queue = BinaryHeap::from([Reverse((0i64, goal.y, goal.x))]);
    while let Some(Reverse((_, y, x))) = queue.pop() {
        let cell = Cell::new(x, y);
        if !taken.contains(&cell) {
            places.push(cell);
            if places.len() == count {
                break;
            }
        }
        for d in Direction::ALL.into_iter().filter(|&d| terrain.allows(cell, d)) {
            let next = cell.step(d);
            if seen.insert(next) {
                let (dx, dy) = (i64::from(next.x - goal.x), i64::from(next.y - goal.y));
                queue.push(Reverse((dx * dx + dy * dy, next.y, next.x)));
            }
        }
    }
    places
}

/// Shares places out among requests: who comes first goes in deepest, seen from the entry, so that nobody
/// has to push past those who rest already; among places that are about equally deep, everybody takes
/// one on his own side. The result has one place for each comer.
pub(crate) fn assign_slots(
    terrain: &Terrain,
    goal: Cell,
    entry: Cell,
    mut places: Vec<Cell>,
    requests: &[SlotRequest],
) -> Vec<Cell> {
    let depths = depths_from(terrain, entry, &places);
    places.sort_by_key(|p| (Reverse(depths.get(p).copied().unwrap_or(0)), *p));
    let approach = (goal.center() - entry.center()).normalize_or(Vec2::Y);
    let side = Vec2::new(-approach.y, approach.x);
    let middle = requests.iter().map(|c| c.position).sum::<Vec2>() / requests.len().max(1) as f32;
    let mut order: Vec<usize> = (0..requests.len()).collect();
    order.sort_by(|&a, &b| requests[a].distance.total_cmp(&requests[b].distance));
    let row = (requests.len() as f32).sqrt().ceil() as usize;
    let mut result = vec![goal; requests.len()];
    for comer in order {
        let wanted = (requests[comer].position - middle).dot(side);
        let choice = places
            .iter()
            .take(row)
            .enumerate()
            .map(|(i, p)| (i, ((p.center() - goal.center()).dot(side) - wanted).abs()))
            .min_by(|a, b| a.1.total_cmp(&b.1));
        if let Some((choice, _)) = choice {
            result[comer] = places.remove(choice);
        }
    }
    result
}

/// Steps from an entry to each of some cells.
fn depths_from(terrain: &Terrain, entry: Cell, places: &[Cell]) -> BTreeMap<Cell, u32> {
    let mut missing: BTreeSet<Cell> = places.iter().copied().collect();
    let mut depths = BTreeMap::new();
    let mut seen = BTreeSet::from([entry]);
    let mut queue = VecDeque::from([(entry, 0)]);
    // Places lie close together; a flood that has grown far beyond them has found all it can.
    let most = 64 + 16 * places.len();
    while let Some((cell, depth)) = queue.pop_front() {
        if missing.remove(&cell) {
            depths.insert(cell, depth);
        }
        if missing.is_empty() || seen.len() > most {
            break;
        }
        for d in Direction::ALL.into_iter().filter(|&d| terrain.allows(cell, d)) {
            let next = cell.step(d);
            if seen.insert(next) {
                queue.push_back((next, depth + 1));
            }
        }
    }
    depths
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    #[test]
    fn places_fill_a_disc_round_the_goal_and_stay_on_its_side_of_a_wall() {
        let terrain = Terrain::from_text(
            CornerRule::BothSidesFree,
            &["..#....", "..#....", "..#....", "..#...."],
        );
        let places = slots_around(&terrain, Cell::new(3, 1), 6, &BTreeSet::new());
        assert_eq!(places.len(), 6);
        assert_eq!(places[0], Cell::new(3, 1));
        assert!(places.iter().all(|p| p.x >= 3), "{places:?}");
        let all = slots_around(&terrain, Cell::new(0, 0), 99, &BTreeSet::new());
        assert_eq!(all.len(), 8, "no more than there are");
    }

    #[test]
    fn taken_places_are_left_out_but_do_not_cut_off_what_lies_behind() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["....."]);
        let taken = BTreeSet::from([Cell::new(1, 0)]);
        let places = slots_around(&terrain, Cell::new(0, 0), 3, &taken);
        assert_eq!(places, [Cell::new(0, 0), Cell::new(2, 0), Cell::new(3, 0)]);
    }

    #[test]
    fn in_a_dead_end_the_first_comer_goes_in_deepest() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["......"]);
        let goal = Cell::new(4, 0);
        let places = slots_around(&terrain, goal, 3, &BTreeSet::new());
        let comer =
            |x: f32| SlotRequest { position: Vec2::new(x, 0.5), distance: f64::from(4.0 - x) };
        let requests = [comer(0.5), comer(1.5), comer(2.5)];
        let result = assign_slots(&terrain, goal, Cell::new(2, 0), places, &requests);
        assert_eq!(result, [Cell::new(3, 0), Cell::new(4, 0), Cell::new(5, 0)]);
    }
}
