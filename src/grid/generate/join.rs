//! Makes the open ground of a map one region: small pockets are filled, the others are joined by the
//! shortest tunnels.
//!
//! A flood from all regions at once meets between neighbouring regions; the meeting places are sorted
//! by the length of the tunnel, and those that join two groups that are still apart are dug (Kruskal's
//! spanning tree). Regions are 4-connected, which is connected under every corner rule.

use crate::grid::{Bounds, Cell, Field, Ground};
use std::collections::VecDeque;

const SIDES: [(i32, i32); 4] = [(0, -1), (-1, 0), (1, 0), (0, 1)];
const NONE: u32 = u32::MAX;

/// Joins all open ground into one region. Pockets of fewer than `smallest` cells are filled with wall,
/// unless nothing else is open. Tunnels are `width` cells wide where the map allows. A `symmetric` map stays symmetric under
/// half a turn.
pub fn join(ground: &mut Field<Ground>, smallest: usize, width: i32, symmetric: bool) {
    let bounds = ground.bounds();
    if !ground.values().iter().any(|g| g.is_passable()) {
        let middle = Cell::new(bounds.width as i32 / 2, bounds.height as i32 / 2);
        ground[middle] = Ground::Floor;
        if symmetric {
            ground[turned(bounds, middle)] = Ground::Floor;
        }
    }
    let (mut label, sizes) = regions(ground);
    let largest = sizes.iter().copied().max().unwrap_or(0);
    let keep: Vec<bool> = sizes.iter().map(|&s| s >= smallest.min(largest)).collect();
    for cell in bounds.cells() {
        if label[cell] != NONE && !keep[label[cell] as usize] {
            label[cell] = NONE;
            ground[cell] = Ground::Wall;
        }
    }
    let mut groups = Groups((0..sizes.len()).collect());
    let (label, from, mut meetings) = spread(label);
    meetings.sort_by_key(|m| m.length);
    for meeting in meetings {
        let [a, b] = meeting.cells;
        if groups.unite(label[a] as usize, label[b] as usize) {
            dig(ground, &from, a, width, symmetric);
            dig(ground, &from, b, width, symmetric);
        }
    }
}

/// The cell that half a turn of the map brings a cell to.
pub fn turned(bounds: Bounds, cell: Cell) -> Cell {
    Cell::new(bounds.width as i32 - 1 - cell.x, bounds.height as i32 - 1 - cell.y)
}

/// A place where the floods of two regions touch.
struct Meeting {
    length: u32,
    cells: [Cell; 2],
}

/// A number per open cell, and the size of each region.
fn regions(ground: &Field<Ground>) -> (Field<u32>, Vec<usize>) {
    let mut label = Field::new(ground.bounds(), NONE);
    let mut sizes = Vec::new();
    let mut stack = Vec::new();
    for start in ground.bounds().cells() {
        if label[start] != NONE || !ground[start].is_passable() {
            continue;
        }
        let region = sizes.len() as u32;
        let mut size = 0;
        label[start] = region;
        stack.push(start);
        while let Some(cell) = stack.pop() {
            size += 1;
            for (dx, dy) in SIDES {
                let next = Cell::new(cell.x + dx, cell.y + dy);
                if ground.get(next).is_some_and(|g| g.is_passable()) && label[next] == NONE {
                    label[next] = region;
                    stack.push(next);
                }
            }
        }
        sizes.push(size);
    }
    (label, sizes)
}

/// Floods the blocked cells from all regions at once. Gives the region that reached each cell first,
/// the cell that it was reached from, and where two regions meet.
fn spread(mut label: Field<u32>) -> (Field<u32>, Field<Option<Cell>>, Vec<Meeting>) {
    let bounds = label.bounds();
    let mut from = Field::new(bounds, None);
    let mut distance = Field::new(bounds, 0_u32);
    let mut queue: VecDeque<Cell> = bounds.cells().filter(|&c| label[c] != NONE).collect();
    let mut meetings = Vec::new();
    while let Some(cell) = queue.pop_front() {
        for (dx, dy) in SIDES {
            let next = Cell::new(cell.x + dx, cell.y + dy);
            let Some(&there) = label.get(next) else { continue };
            if there == NONE {
                label[next] = label[cell];
                from[next] = Some(cell);
                distance[next] = distance[cell] + 1;
                queue.push_back(next);
            } else if there != label[cell] {
                let length = distance[cell] + distance[next];
                meetings.push(Meeting { length, cells: [cell, next] });
            }
        }
    }
    (label, from, meetings)
}

/// Opens the cells from `start` back to the region that reached it, `width` cells wide where the map allows.
fn dig(
    ground: &mut Field<Ground>,
    from: &Field<Option<Cell>>,
    start: Cell,
    width: i32,
    symmetric: bool,
) {
    let bounds = ground.bounds();
    let mut next = Some(start);
    while let Some(cell) = next {
        next = from[cell];
        if next.is_none() {
            break;
        }
        for (dx, dy) in (0..width).flat_map(|dy| (0..width).map(move |dx| (dx, dy))) {
            let wide = Cell::new(cell.x + dx, cell.y + dy);
            let on_frame = wide.x + 1 >= bounds.width as i32 || wide.y + 1 >= bounds.height as i32;
            if bounds.contains(wide) && (wide == cell || !on_frame) {
                for cell in
                    [Some(wide), symmetric.then(|| turned(bounds, wide))].into_iter().flatten()
                {
                    if !ground[cell].is_passable() {
                        ground[cell] = Ground::Floor;
                    }
                }
            }
        }
    }
}

/// Which regions are already joined.
pub struct Groups(pub Vec<usize>);

impl Groups {
    fn root(&mut self, mut region: usize) -> usize {
        while self.0[region] != region {
            self.0[region] = self.0[self.0[region]];
            region = self.0[region];
        }
        region
    }

    /// Joins two regions; false if they already were.
    pub fn unite(&mut self, a: usize, b: usize) -> bool {
        let (a, b) = (self.root(a), self.root(b));
        self.0[a] = b;
        a != b
    }
}
