//! Shapes that the generators paint with.

use super::dice::Dice;
use crate::grid::{Bounds, Cell, Field, Ground, Rectangle};

/// The cells of a disc that lie inside the map.
pub fn disc(bounds: Bounds, center: Cell, radius: i32) -> impl Iterator<Item = Cell> {
    let side = 2 * radius.max(0) as u32 + 1;
    Rectangle::new(Cell::new(center.x - radius, center.y - radius), side, side).cells().filter(
        move |c| {
            let (dx, dy) = (c.x - center.x, c.y - center.y);
            // The half cell more makes small discs round instead of pointed.
            dx * dx + dy * dy <= radius * (radius + 1) && bounds.contains(*c)
        },
    )
}

/// An irregular patch of about `radius`: a few overlapping discs.
pub fn blob(ground: &mut Field<Ground>, center: Cell, radius: i32, kind: Ground, dice: &mut Dice) {
    let bounds = ground.bounds();
    for _ in 0..3 {
        let reach = radius / 2;
        let at = Cell::new(
            center.x + dice.between(-reach, reach),
            center.y + dice.between(-reach, reach),
        );
        let size = dice.between(radius / 2, (radius * 3 / 4).max(radius / 2));
        for cell in disc(bounds, at, size) {
            ground[cell] = kind;
        }
    }
}

/// Makes the outermost cells wall, where the map is large enough to have an inside.
pub fn frame(ground: &mut Field<Ground>) {
    let bounds = ground.bounds();
    if bounds.width < 5 || bounds.height < 5 {
        return;
    }
    let last = bounds.rectangle().last();
    for cell in bounds.cells() {
        if cell.x == 0 || cell.y == 0 || cell.x == last.x || cell.y == last.y {
            ground[cell] = Ground::Wall;
        }
    }
}

/// One step of a cellular automaton: a cell becomes `kind` if at least five of the nine cells around
/// and under it are blocked (outside counts as blocked), and floor otherwise.
pub fn smooth(ground: &mut Field<Ground>, kind: Ground) {
    let bounds = ground.bounds();
    let (width, height) = (bounds.width as usize, bounds.height as usize);
    let stride = width + 2;
    let mut blocked = vec![1_u8; stride * (height + 2)];
    for (cell, g) in ground.iter() {
        blocked[(cell.y as usize + 1) * stride + cell.x as usize + 1] = u8::from(!g.is_passable());
    }
    for y in 0..height {
        for x in 0..width {
            let count: u8 = (y..y + 3).flat_map(|r| &blocked[r * stride + x..][..3]).sum();
            ground[Cell::new(x as i32, y as i32)] = if count >= 5 { kind } else { Ground::Floor };
        }
    }
}
