//! Rooms: the map is split again and again by walls; doors join neighbouring rooms.

use super::dice::Dice;
use super::join::Groups;
use super::paint::frame;
use crate::grid::{Bounds, Cell, Field, Ground, Rectangle};
use std::collections::BTreeMap;

crate::parameters! {
    /// Rooms with doors.
    pub struct Rooms {
        /// No side of a room that is split off is shorter.
        smallest_room: u32 = 5, in 2..=40, unit "cells";
        /// Rooms with a longer side are split, if they can be; others are sometimes left as they are.
        largest_room: u32 = 18, in 3..=120, unit "cells";
        /// Minimum width of a door.
        narrowest_door: u32 = 1, in 1..=12, unit "cells";
        /// Maximum width of a door; at least the minimum.
        widest_door: u32 = 3, in 1..=12, unit "cells";
        /// Doors beyond those that are needed to reach every room, as a share of the walls between two rooms.
        extra_doors: u32 = 35, in 0..=100, unit "%";
    }
}

/// Rooms with doors.
pub fn rooms(bounds: Bounds, with: Rooms, dice: &mut Dice) -> Field<Ground> {
    let mut ground = Field::new(bounds, Ground::Floor);
    frame(&mut ground);
    let framed = bounds.width >= 5 && bounds.height >= 5;
    let whole = if framed {
        Rectangle::new(Cell::new(1, 1), bounds.width - 2, bounds.height - 2)
    } else {
        bounds.rectangle()
    };
    let mut rooms = Vec::new();
    let mut waiting = vec![whole];
    while let Some(room) = waiting.pop() {
        match split(room, with, dice) {
            Some((wall, halves)) => {
                wall.cells().for_each(|c| ground[c] = Ground::Wall);
                waiting.extend(halves);
            }
            None => rooms.push(room),
        }
    }
    open_doors(&mut ground, &rooms, with, dice);
    ground
}

/// A wall through a room and the two rooms beside it, or `None` if the room stays whole.
fn split(room: Rectangle, with: Rooms, dice: &mut Dice) -> Option<(Rectangle, [Rectangle; 2])> {
    let (smallest, largest) = (with.smallest_room as i32, with.largest_room as i32);
    let (width, height) = (room.size.0 as i32, room.size.1 as i32);
    let long = width.max(height);
    if long < 2 * smallest + 1 || (long <= largest && dice.percent(40)) {
        return None;
    }
    let cut = dice.between(smallest, long - smallest - 1);
    let (first, rest) = (cut as u32, (long - cut - 1) as u32);
    let (x, y) = (room.at.x, room.at.y);
    Some(if width >= height {
        let wall = Rectangle::new(Cell::new(x + cut, y), 1, room.size.1);
        let left = Rectangle::new(room.at, first, room.size.1);
        (wall, [left, Rectangle::new(Cell::new(x + cut + 1, y), rest, room.size.1)])
    } else {
        let wall = Rectangle::new(Cell::new(x, y + cut), room.size.0, 1);
        let upper = Rectangle::new(room.at, room.size.0, first);
        (wall, [upper, Rectangle::new(Cell::new(x, y + cut + 1), room.size.0, rest)])
    })
}

/// Opens doors such that every room can be reached, and some more.
fn open_doors(ground: &mut Field<Ground>, rooms: &[Rectangle], with: Rooms, dice: &mut Dice) {
    let mut room_of = Field::new(ground.bounds(), None);
    for (i, room) in rooms.iter().enumerate() {
        room.cells().for_each(|c| room_of[c] = Some(i));
    }
    // The wall cells that lie between each pair of rooms, in row order.
    let mut walls: BTreeMap<(usize, usize), Vec<Cell>> = BTreeMap::new();
    for cell in ground.bounds().cells().filter(|&c| room_of[c].is_none()) {
        for (dx, dy) in [(1, 0), (0, 1)] {
            let beside = |sign: i32| {
                room_of.get(Cell::new(cell.x + sign * dx, cell.y + sign * dy)).copied().flatten()
            };
            if let (Some(a), Some(b)) = (beside(-1), beside(1)) {
                walls.entry((a.min(b), a.max(b))).or_default().push(cell);
            }
        }
    }
    let mut order: Vec<_> = walls.into_iter().collect();
    for i in (1..order.len()).rev() {
        order.swap(i, dice.below(i as i32 + 1) as usize);
    }
    let mut groups = Groups((0..rooms.len()).collect());
    for ((a, b), wall) in order {
        let needed = groups.unite(a, b);
        if needed || dice.percent(with.extra_doors as i32) {
            let (least, most) = (with.narrowest_door as i32, with.widest_door as i32);
            let width = dice.between(least, most.max(least)).min(wall.len() as i32);
            let first = dice.below(wall.len() as i32 - width + 1) as usize;
            wall[first..first + width as usize].iter().for_each(|&c| ground[c] = Ground::Floor);
        }
    }
}
