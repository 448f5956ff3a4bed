//! Arrival slots: the free cells around a common goal where the units of a group come to rest.

use crate::grid::{Cell, Direction, Node, Terrain, walk_length};
use glam::Vec2;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};

/// A unit that needs a slot: its position and its distance to walk.
#[derive(Clone, Copy, Debug)]
pub struct SlotRequest {
    /// Where it is, in cells.
    pub position: Vec2,
    /// How far it has to walk, in cells.
    pub distance: f64,
}

/// The `count` free cells nearest to a goal in a straight line that are connected with it through such cells. Fewer if
/// there are fewer.
pub fn slots_around(
    terrain: &Terrain,
    goal: Cell,
    count: usize,
    taken: &BTreeSet<Cell>,
) -> Vec<Cell> {
    let mut slots = Vec::with_capacity(count);
    if count == 1 && !taken.contains(&goal) {
        return vec![goal];
    }
    let mut seen = Marks::on(terrain);
    seen.insert(terrain.node(goal));
    let mut queue = BinaryHeap::from([Reverse((0i64, goal.y, goal.x))]);
    while let Some(Reverse((_, y, x))) = queue.pop() {
        let cell = Cell::new(x, y);
        if !taken.contains(&cell) {
            slots.push(cell);
            if slots.len() == count {
                break;
            }
        }
        for d in Direction::ALL.into_iter().filter(|&d| terrain.allows(cell, d)) {
            let next = cell.step(d);
            if seen.insert(terrain.node(next)) {
                let (dx, dy) = (i64::from(next.x - goal.x), i64::from(next.y - goal.y));
                queue.push(Reverse((dx * dx + dy * dy, next.y, next.x)));
            }
        }
    }
    slots
}

/// Assigns slots to requests. The unit that arrives first gets the deepest slot, seen from the entry, so that no unit
/// has to push past resting ones. Among slots of about equal depth each unit takes one on its own side. The result has
/// one slot per request.
pub fn assign_slots(
    terrain: &Terrain,
    goal: Cell,
    entry: Cell,
    slots: Vec<Cell>,
    requests: &[SlotRequest],
) -> Vec<Cell> {
    if let [_] = requests {
        return slots.first().copied().into_iter().chain([goal]).take(1).collect();
    }
    let mut slots = by_depth(terrain, entry, slots).into_iter();
    let approach = (goal.center() - entry.center()).normalize_or(Vec2::Y);
    let side = Vec2::new(-approach.y, approach.x);
    let middle = requests.iter().map(|c| c.position).sum::<Vec2>() / requests.len().max(1) as f32;
    let mut order: Vec<usize> = (0..requests.len()).collect();
    order.sort_by(|&a, &b| requests[a].distance.total_cmp(&requests[b].distance));
    let row = (requests.len() as f32).sqrt().ceil() as usize;
    let mut result = vec![goal; requests.len()];
    // The deepest slots that are left, and how far each lies to the side.
    let beside = |slot: Cell| (slot, (slot.center() - goal.center()).dot(side));
    let mut deepest: Vec<(Cell, f32)> = slots.by_ref().take(row).map(beside).collect();
    for unit in order {
        let wanted = (requests[unit].position - middle).dot(side);
        let choice = (0..deepest.len()).min_by(|&a, &b| {
            let off = |i: usize| (deepest[i].1 - wanted).abs();
            off(a).total_cmp(&off(b))
        });
        if let Some(choice) = choice {
            result[unit] = deepest.remove(choice).0;
            deepest.extend(slots.next().map(beside));
        }
    }
    result
}

/// Slots in order of the number of steps from an entry, the deepest first. Those that cannot be reached come last.
fn by_depth(terrain: &Terrain, entry: Cell, mut slots: Vec<Cell>) -> Vec<Cell> {
    let mut missing = Marks::on(terrain);
    // A cell that several units share stands there several times.
    let mut left = slots.iter().filter(|&&slot| missing.insert(terrain.node(slot))).count();
    let mut found: Vec<(Cell, u32)> = Vec::with_capacity(left);
    let mut seen = Marks::on(terrain);
    seen.insert(terrain.node(entry));
    let mut queue = VecDeque::from([(entry, 0)]);
    // Slots lie close together, so a flood fill that has grown far beyond them has found all it can.
    let (mut grown, most) = (1, 64 + 16 * slots.len());
    while let Some((cell, depth)) = queue.pop_front() {
        if missing.remove(terrain.node(cell)) {
            found.push((cell, depth));
            left -= 1;
        }
        if left == 0 || grown > most {
            break;
        }
        for d in Direction::ALL.into_iter().filter(|&d| terrain.allows(cell, d)) {
            let next = cell.step(d);
            if seen.insert(terrain.node(next)) {
                grown += 1;
                queue.push_back((next, depth + 1));
            }
        }
    }
    found.sort_unstable();
    let depth = |slot: &Cell| found.binary_search_by_key(slot, |f| f.0).map_or(0, |i| found[i].1);
    slots.sort_by_cached_key(|slot| (Reverse(depth(slot)), *slot));
    slots
}

/// A slot of its own for each member of a group that goes to one goal, in cells. `paths` are their paths to the goal; members
/// without one stay where they are. `taken` are cells where others rest.
pub fn give_slots(
    terrain: &Terrain,
    goal: Cell,
    paths: &[&[Cell]],
    taken: &BTreeSet<Cell>,
) -> Vec<Vec2> {
    let start = |path: &&[Cell]| path.first().map_or(goal.center(), |cell| cell.center());
    let requests: Vec<SlotRequest> = paths
        .iter()
        .map(|path| SlotRequest { position: start(path), distance: walk_length(path) })
        .collect();
    let slots = slots_around(terrain, goal, requests.len(), taken);
    // The crowd is entered from the shortest path, a crowd's radius before its end.
    let back = 2 + (paths.len() as f32 / std::f32::consts::PI).sqrt().ceil() as usize;
    let shortest = (0..paths.len())
        .min_by(|&a, &b| requests[a].distance.total_cmp(&requests[b].distance).then(a.cmp(&b)));
    let cells = shortest.map_or(&[][..], |shortest| paths[shortest]);
    let entry = cells.get(cells.len().saturating_sub(1 + back)).copied().unwrap_or(goal);
    let slots = assign_slots(terrain, goal, entry, slots, &requests);
    slots.into_iter().map(Cell::center).collect()
}

/// One bit per node of a terrain.
struct Marks(Vec<u64>);

impl Marks {
    fn on(terrain: &Terrain) -> Self {
        Self(vec![0; terrain.node_count().div_ceil(64)])
    }

    fn contains(&self, node: Node) -> bool {
        self.0[node as usize / 64] >> (node % 64) & 1 == 1
    }

    /// Sets a mark. Returns whether it is new.
    fn insert(&mut self, node: Node) -> bool {
        let new = !self.contains(node);
        self.0[node as usize / 64] |= 1 << (node % 64);
        new
    }

    /// Takes a mark away. Returns whether there was one.
    fn remove(&mut self, node: Node) -> bool {
        let old = self.contains(node);
        self.0[node as usize / 64] &= !(1 << (node % 64));
        old
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    #[test]
    fn slots_fill_a_disc_around_the_goal_on_its_side_of_a_wall() {
        let terrain = Terrain::from_text(
            CornerRule::BothSidesFree,
            &["..#....", "..#....", "..#....", "..#...."],
        );
        let slots = slots_around(&terrain, Cell::new(3, 1), 6, &BTreeSet::new());
        assert_eq!(slots.len(), 6);
        assert_eq!(slots[0], Cell::new(3, 1));
        assert!(slots.iter().all(|p| p.x >= 3), "{slots:?}");
        let all = slots_around(&terrain, Cell::new(0, 0), 99, &BTreeSet::new());
        assert_eq!(all.len(), 8, "no more than there are");
    }

    #[test]
    fn taken_slots_are_skipped_but_do_not_cut_off_the_cells_behind() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["....."]);
        let taken = BTreeSet::from([Cell::new(1, 0)]);
        let slots = slots_around(&terrain, Cell::new(0, 0), 3, &taken);
        assert_eq!(slots, [Cell::new(0, 0), Cell::new(2, 0), Cell::new(3, 0)]);
    }

    #[test]
    fn in_a_dead_end_the_first_unit_gets_the_deepest_slot() {
        let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["......"]);
        let goal = Cell::new(4, 0);
        let slots = slots_around(&terrain, goal, 3, &BTreeSet::new());
        let unit =
            |x: f32| SlotRequest { position: Vec2::new(x, 0.5), distance: f64::from(4.0 - x) };
        let requests = [unit(0.5), unit(1.5), unit(2.5)];
        let result = assign_slots(&terrain, goal, Cell::new(2, 0), slots, &requests);
        assert_eq!(result, [Cell::new(3, 0), Cell::new(4, 0), Cell::new(5, 0)]);
    }
}
