//! Two bases opposite each other, as in maps for two players.
//!
//! One half is drawn and turned by half a turn onto the other. Each base is a clearing behind a ring of
//! cliffs with three ramps: a wide one towards the enemy and two narrow ones along the edges. A ridge
//! crosses the centre with passes in it, a lake lies beside its main pass, and woods and rocks stand in between.

use super::dice::Dice;
use super::join::{join, turned};
use super::paint::{blob, disc, frame};
use crate::grid::{Bounds, Cell, Field, Ground};

crate::parameters! {
    /// Two bases opposite each other. All sizes are relative to the usual ones, which follow the size of the map.
    pub struct TwoBase {
        /// Size of the bases.
        base: u32 = 100, in 40..=160, unit "%";
        /// Thickness of the cliffs and of the ridge in the centre.
        cliffs: u32 = 100, in 50..=300, unit "%";
        /// Width of the ramps into a base.
        ramps: u32 = 100, in 30..=300, unit "%";
        /// Width of the passes through the ridge.
        passes: u32 = 100, in 30..=250, unit "%";
        /// How many woods, rocks and swamps there are.
        wilderness: u32 = 100, in 0..=300, unit "%";
    }
}

/// A map for two sides; the base of the first is in the upper left, of the second in the lower right.
pub fn two_base(bounds: Bounds, with: TwoBase, dice: &mut Dice) -> Field<Ground> {
    let mut ground = Field::new(bounds, Ground::Floor);
    let side = bounds.width.min(bounds.height) as i32;
    if side >= 12 {
        let plan = Plan::of(bounds, with);
        wilderness(&mut ground, side, with, dice);
        ridge(&mut ground, &plan, dice);
        base(&mut ground, &plan, dice);
        mirror(&mut ground);
    }
    frame(&mut ground);
    join(&mut ground, 30, 2, true);
    ground
}

/// The measures of a map.
struct Plan {
    bounds: Bounds,
    /// Centre of the first base.
    base: Cell,
    /// Radius of the clearing, in cells.
    clearing: i32,
    /// Thickness of cliffs, in cells.
    cliff: i32,
    /// Relative sizes.
    with: TwoBase,
}

impl Plan {
    fn of(bounds: Bounds, with: TwoBase) -> Self {
        let side = bounds.width.min(bounds.height) as i32;
        let clearing = (percent(side, with.base) / 7).max(2);
        let cliff = (percent(side, with.cliffs) / 40).max(1);
        let reach = clearing + cliff + side / 24 + 1;
        Self { bounds, base: Cell::new(reach, reach), clearing, cliff, with }
    }

    fn middle(&self) -> Cell {
        Cell::new(self.bounds.width as i32 / 2, self.bounds.height as i32 / 2)
    }
}

/// A share of a number.
fn percent(of: i32, share: u32) -> i32 {
    of * share as i32 / 100
}

/// The point `part` / `parts` of the line from one cell to another.
fn along(a: Cell, b: Cell, part: i32, parts: i32) -> Cell {
    Cell::new(a.x + (b.x - a.x) * part / parts, a.y + (b.y - a.y) * part / parts)
}

/// Woods, rocks and ponds all over the map.
fn wilderness(ground: &mut Field<Ground>, side: i32, with: TwoBase, dice: &mut Dice) {
    let bounds = ground.bounds();
    let largest = (side / 16).max(1);
    let usual = bounds.area() / (largest * largest * 10).max(20) as usize;
    for _ in 0..usual * with.wilderness as usize / 100 {
        let at = Cell::new(dice.below(bounds.width as i32), dice.below(bounds.height as i32));
        let radius = dice.between(1, largest);
        let kind = match dice.below(8) {
            0..3 => Ground::Wall,
            3..7 => Ground::Trees,
            _ => Ground::Swamp,
        };
        blob(ground, at, radius, kind, dice);
    }
}

/// A ridge from the upper right corner to the centre, with passes; turning the map continues it to
/// the lower left corner. The main pass is in the centre, with a lake beside it.
fn ridge(ground: &mut Field<Ground>, plan: &Plan, dice: &mut Dice) {
    const PARTS: i32 = 64;
    let bounds = plan.bounds;
    let side = bounds.width.min(bounds.height) as i32;
    let corner = Cell::new(bounds.width as i32 - 1, 0);
    let middle = plan.middle();
    let wobble = side / 24;
    for part in 0..=PARTS {
        let at = along(corner, middle, part, PARTS);
        let at =
            Cell::new(at.x + dice.between(-wobble, wobble), at.y + dice.between(-wobble, wobble));
        let thick = plan.cliff + dice.between(0, plan.cliff);
        for cell in disc(bounds, at, thick) {
            ground[cell] = Ground::Wall;
        }
    }
    let lake = along(corner, middle, PARTS * 3 / 4, PARTS);
    blob(ground, lake, side / 10, Ground::Water, dice);
    // A pass near the edge, one halfway, and the main one in the centre.
    for (part, radius) in
        [(dice.between(10, 16), side / 22), (dice.between(28, 36), side / 18), (PARTS, side / 9)]
    {
        let radius = percent(radius, plan.with.passes).max(2);
        for cell in disc(bounds, along(corner, middle, part, PARTS), radius) {
            ground[cell] = Ground::Floor;
        }
    }
}

/// The first base: cleared ground, cliffs around it, three ramps through them.
fn base(ground: &mut Field<Ground>, plan: &Plan, dice: &mut Dice) {
    let bounds = plan.bounds;
    let outer = plan.clearing + plan.cliff;
    for cell in disc(bounds, plan.base, outer + 2) {
        ground[cell] = Ground::Floor;
    }
    for cell in disc(bounds, plan.base, outer) {
        ground[cell] = Ground::Wall;
    }
    for cell in disc(bounds, plan.base, plan.clearing) {
        ground[cell] = Ground::Floor;
    }
    let far = turned(bounds, plan.base);
    let skew = dice.between(-plan.clearing / 3, plan.clearing / 3);
    let wide = percent(plan.clearing, plan.with.ramps);
    let ramps = [
        (along(plan.base, far, 1, 2), wide / 3),
        (Cell::new(far.x, plan.base.y + skew), wide / 6),
        (Cell::new(plan.base.x + skew, far.y), wide / 6),
    ];
    for (towards, half_width) in ramps {
        let steps = plan.base.chebyshev(towards).max(1);
        for step in plan.clearing / 2..=(outer + 2 + plan.cliff).min(steps) {
            for cell in disc(bounds, along(plan.base, towards, step, steps), half_width.max(1)) {
                ground[cell] = Ground::Floor;
            }
        }
    }
    // Minerals, so to speak: a few rocks at the back of the base.
    let back = Cell::new(plan.base.x - plan.clearing / 2, plan.base.y - plan.clearing / 2);
    for _ in 0..plan.clearing / 2 {
        let reach = plan.clearing / 4;
        let at =
            Cell::new(back.x + dice.between(-reach, reach), back.y + dice.between(-reach, reach));
        if bounds.contains(at) {
            ground[at] = Ground::Wall;
        }
    }
}

/// Turns the first half of the map, in row order, onto the second.
fn mirror(ground: &mut Field<Ground>) {
    let bounds = ground.bounds();
    let half: Vec<Cell> = bounds.cells().take(bounds.area().div_ceil(2)).collect();
    for cell in half {
        ground[turned(bounds, cell)] = ground[cell];
    }
}
