//! The scenarios of the benchmark, as a table.
//!
//! Layouts, numbers of units, orders and budgets are those of Warzone 2100's movement benchmark (August 2026), rebuilt from its
//! figures; no file of it is used. `mountain_chain`, `rush_turn` and `rush_corner` have maps of our own with the distances and widths
//! of places on its shipped maps. Not rebuilt: two builders at one site, and the eight battles that it reads for time only.

use super::grounds::{
    CORNER, MOUNTAIN, OPEN_CORNER, RUSH_CORNER, RUSH_TURN, TWO_GAPS, WALL_1, WALL_2, WALL_3,
    WALL_4, WALL_6, WALL_8,
};
use super::layout::Next::{Down, Up};
use super::layout::{Block, BlockOrder, GroundPlan, Layout, Next, Shape, To, Wanted};
use crate::grid::Cell;

const MEDIUM: &[&str] = &["medium tank"];
const HEAVY: &[&str] = &["heavy tank"];
const MEDIUM_AND_HEAVY: &[&str] = &["medium tank", "heavy tank"];
const CYBORG: &[&str] = &["cyborg"];
const HALF_TRACK: &[&str] = &["half-track"];
const TRUCK: &[&str] = &["truck"];
const HOVER: &[&str] = &["hover"];

const fn block(
    kinds: &'static [&'static str],
    units: usize,
    (x, y): (i32, i32),
    shape: Shape,
    legs: &'static [BlockOrder],
) -> Block {
    Block { kinds, units, at: Cell::new(x, y), shape, owner: 0, shifts: true, legs }
}

impl Block {
    /// A block like it of the second owner.
    const fn enemy(self) -> Self {
        Self { owner: 1, ..self }
    }

    /// A block that arrangements leave where it is.
    const fn fixed(self) -> Self {
        Self { shifts: false, ..self }
    }
}

const fn rows(columns: usize, next: Next) -> Shape {
    Shape::Rows { columns, next, pitch: 1 }
}

const fn order(update: u64, to: To) -> BlockOrder {
    BlockOrder { update, to }
}

const fn fan(x: i32, y: i32, columns: usize, next: Next) -> To {
    To::Fan { at: Cell::new(x, y), columns, next }
}

const fn cell(x: i32, y: i32) -> To {
    To::OneCell(Cell::new(x, y))
}

/// From the north of the gap to the south, and from the south to the north.
const TO_SOUTH: &[BlockOrder] = &[order(0, fan(28, 42, 8, Down))];
const TO_NORTH: &[BlockOrder] = &[order(0, fan(28, 24, 8, Up))];

const fn north(kinds: &'static [&'static str], units: usize) -> Block {
    block(kinds, units, (30, 24), rows(4, Up), TO_SOUTH)
}

const fn south(kinds: &'static [&'static str], units: usize) -> Block {
    block(kinds, units, (30, 42), rows(4, Down), TO_NORTH)
}

const HEAD_ON: &[Block] = &[north(MEDIUM, 16), south(MEDIUM, 16)];

const fn parked(legs: &'static [BlockOrder]) -> Block {
    block(MEDIUM, 24, (21, 18), Shape::Rows { columns: 12, next: Down, pitch: 2 }, legs)
}

const fn column(kinds: &'static [&'static str], legs: &'static [BlockOrder]) -> Block {
    block(kinds, 8, (30, 8), rows(4, Up), legs)
}

const AT_ONCE: &[BlockOrder] = &[order(0, fan(28, 28, 8, Down))];
const AFTER_A_SECOND: &[BlockOrder] = &[order(10, fan(28, 28, 8, Down))];
/// Sent away first and stopped after a second.
const STALE: &[BlockOrder] = &[order(0, To::Row(40)), order(10, To::Stop)];

const STRAFE_EAST: To = fan(44, 6, 10, Down);
const STRAFE_WEST: To = fan(8, 6, 10, Down);
const STRAFE: &[BlockOrder] = &[
    order(0, STRAFE_EAST),
    order(150, STRAFE_WEST),
    order(300, STRAFE_EAST),
    order(450, STRAFE_WEST),
    order(600, STRAFE_EAST),
    order(750, STRAFE_WEST),
    order(900, STRAFE_EAST),
    order(1050, STRAFE_WEST),
];

const PLUG: Block = block(HEAVY, 0, (31, 32), Shape::Plug, &[]).enemy().fixed();

const MOUNTAIN_TANKS: Block =
    block(HALF_TRACK, 41, (25, 5), rows(6, Down), &[order(0, cell(6, 17))]);
const MOUNTAIN_TO: &[BlockOrder] =
    &[order(0, cell(28, 8)), order(250, cell(28, 8)), order(500, cell(28, 8))];
const MOUNTAIN_ACROSS: &[BlockOrder] =
    &[order(0, cell(23, 5)), order(250, cell(23, 5)), order(500, cell(23, 5))];
const RUSH_TO: &[BlockOrder] =
    &[order(0, cell(22, 30)), order(250, cell(22, 30)), order(500, cell(22, 30))];

const CHANGING_PLACES: &[Block] = &[
    block(CYBORG, 136, (24, 37), Shape::Sunflower, &[order(0, cell(6, 13))]),
    block(CYBORG, 136, (6, 13), Shape::Sunflower, &[order(0, cell(24, 37))]),
];

/// A scenario that ends when all have arrived.
const fn layout(
    name: &'static str,
    about: &'static str,
    ground: GroundPlan,
    blocks: &'static [Block],
    updates: u64,
) -> Layout {
    let (has_gap, whole_budget, wanted) = (true, false, Wanted::Near);
    Layout { name, about, ground, has_gap, blocks, updates, whole_budget, wanted }
}

impl Layout {
    /// Nobody passes a gap, so that both readings are the same.
    const fn without_gap(self) -> Self {
        Self { has_gap: false, ..self }
    }

    /// The run goes on when all have arrived.
    const fn whole(self) -> Self {
        Self { whole_budget: true, ..self }
    }

    const fn wanted(self, wanted: Wanted) -> Self {
        Self { wanted, ..self }
    }
}

const HEAD_ON_2: &str = "Two groups meet head on in a gap of 2 cells.";
const PARKED: &str = "A column passes parked allies.";
const PARKED_STALE: &str = "A column passes allies that were sent away and stopped at once.";

/// All scenarios, in the order in which they are listed.
pub const LAYOUTS: &[Layout] = &[
    layout("counterflow_tracked", HEAD_ON_2, WALL_2, HEAD_ON, 5000),
    layout("oneway_tracked", "One group passes the gap alone.", WALL_2, &[north(MEDIUM, 16)], 1200),
    layout(
        "counterflow_cyborg",
        "Fast small units meet in a gap of 2 cells.",
        WALL_2,
        &[north(CYBORG, 24), south(CYBORG, 24)],
        5000,
    ),
    layout(
        "counterflow_hostile",
        "Enemies without weapons meet in a gap of 2 cells.",
        WALL_2,
        &[north(TRUCK, 16), south(TRUCK, 16).enemy()],
        5000,
    ),
    layout("counterflow_w1", "Two groups meet in a gap of 1 cell.", WALL_1, HEAD_ON, 5000),
    layout("counterflow_w3", "Two groups meet in a gap of 3 cells.", WALL_3, HEAD_ON, 5000),
    layout("counterflow_w4", "Two groups meet in a gap of 4 cells.", WALL_4, HEAD_ON, 5000),
    layout("counterflow_w6", "Two groups meet in a gap of 6 cells.", WALL_6, HEAD_ON, 1200),
    layout("counterflow_w8", "Two groups meet in a gap of 8 cells.", WALL_8, HEAD_ON, 1200),
    layout("tworoute", "Two groups, two gaps of 2 cells.", TWO_GAPS, HEAD_ON, 5000),
    layout(
        "crossing",
        "The paths of two groups cross in the gap.",
        WALL_2,
        &[
            block(MEDIUM, 16, (22, 24), rows(4, Up), &[order(0, fan(38, 42, 8, Down))]),
            block(MEDIUM, 16, (22, 42), rows(4, Down), &[order(0, fan(38, 24, 8, Up))]),
        ],
        5000,
    ),
    layout(
        "separating",
        "Each group has its own side of the gap.",
        WALL_2,
        &[
            block(MEDIUM, 16, (38, 24), rows(4, Up), &[order(0, fan(38, 42, 8, Down))]),
            block(MEDIUM, 16, (22, 42), rows(4, Down), &[order(0, fan(22, 24, 8, Up))]),
        ],
        5000,
    ),
    layout(
        "corner",
        "One group turns a corner in a corridor of 2 cells.",
        CORNER,
        &[block(MEDIUM, 24, (27, 10), rows(8, Down), &[order(0, fan(53, 28, 8, Down))])],
        3000,
    ),
    layout(
        "corner_mixed",
        "The same with slow and fast units in turn.",
        CORNER,
        &[block(MEDIUM_AND_HEAVY, 24, (27, 10), rows(8, Down), &[order(0, fan(53, 28, 8, Down))])],
        3000,
    ),
    layout(
        "blob",
        "A hundred units are sent to one cell.",
        WALL_2,
        &[block(MEDIUM, 100, (27, 6), rows(10, Down), &[order(0, cell(32, 28))])],
        3000,
    )
    .without_gap(),
    layout("parking", PARKED, WALL_2, &[parked(&[]), column(MEDIUM, AT_ONCE)], 900).without_gap(),
    layout(
        "parking_light",
        PARKED,
        WALL_2,
        &[parked(&[]), column(HALF_TRACK, AFTER_A_SECOND)],
        900,
    )
    .without_gap(),
    layout("parking_hover", PARKED, WALL_2, &[parked(&[]), column(HOVER, AFTER_A_SECOND)], 900)
        .without_gap(),
    layout(
        "parking_stale",
        PARKED_STALE,
        WALL_2,
        &[parked(STALE), column(MEDIUM, AFTER_A_SECOND)],
        900,
    )
    .without_gap(),
    layout(
        "parking_light_stale",
        PARKED_STALE,
        WALL_2,
        &[parked(STALE), column(HALF_TRACK, AFTER_A_SECOND)],
        900,
    )
    .without_gap(),
    layout(
        "parking_hover_stale",
        PARKED_STALE,
        WALL_2,
        &[parked(STALE), column(HOVER, AFTER_A_SECOND)],
        900,
    )
    .without_gap(),
    layout(
        "openfield",
        "One group crosses open ground: the floor of travel times.",
        WALL_2,
        &[block(MEDIUM, 40, (8, 10), rows(10, Down), &[order(0, fan(46, 10, 10, Down))])],
        900,
    )
    .without_gap(),
    layout(
        "strafe",
        "One group is sent back and forth before it arrives.",
        WALL_2,
        &[block(MEDIUM, 60, (8, 6), rows(10, Down), STRAFE)],
        1200,
    )
    .without_gap()
    .whole()
    .wanted(Wanted::Reversals),
    layout(
        "enemyblock",
        "Four trucks before a gap that enemies hold.",
        WALL_2,
        &[PLUG, north(TRUCK, 4)],
        900,
    )
    .wanted(Wanted::HeldBack),
    layout(
        "enemyblock_press",
        "Sixteen trucks press on a gap that enemies hold.",
        WALL_2,
        &[PLUG, north(TRUCK, 16)],
        900,
    )
    .wanted(Wanted::HeldBack),
    layout(
        "mountain_chain",
        "Two groups meet in a chain of narrow passages; there is a detour.",
        MOUNTAIN,
        &[MOUNTAIN_TANKS, block(CYBORG, 41, (4, 14), rows(5, Down), MOUNTAIN_TO)],
        4000,
    )
    .whole(),
    layout(
        "mountain_chain_cross",
        "The same, and the cyborgs cross the tanks' path into the passage.",
        MOUNTAIN,
        &[MOUNTAIN_TANKS, block(CYBORG, 41, (4, 14), rows(5, Down), MOUNTAIN_ACROSS)],
        4000,
    )
    .whole(),
    layout(
        "rush_turn",
        "Two groups meet in a corridor; one turns off halfway.",
        RUSH_TURN,
        &[
            block(HALF_TRACK, 41, (6, 11), Shape::Rings, &[order(0, cell(38, 11))]),
            block(CYBORG, 41, (36, 8), rows(4, Down), RUSH_TO),
        ],
        4000,
    )
    .whole(),
    layout(
        "rush_corner",
        "Two crowds change places round a corner with a corridor on either side.",
        RUSH_CORNER,
        CHANGING_PLACES,
        4000,
    )
    .whole(),
    layout(
        "open_corner",
        "Two crowds change places round an open corner.",
        OPEN_CORNER,
        CHANGING_PLACES,
        4000,
    )
    .without_gap()
    .whole(),
];

/// The scenario with a name; upper and lower case do not matter, and neither do `-` and `_`.
pub fn layout_named(name: &str) -> Option<&'static Layout> {
    let plain = |name: &str| name.to_ascii_lowercase().replace('-', "_");
    LAYOUTS.iter().find(|layout| layout.name == plain(name))
}
