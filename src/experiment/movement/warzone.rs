//! Warzone 2100's own figures, as facts: its baseline with every feature off, and with all features on where they can be read.
//!
//! Baseline: 27 arrangements, median and range, seconds at ten updates a second. "On" is the text of its pull request 5042 (28 August 2026), of
//! which the table can be read only down to `counterflow_w3`. Figures of later scenarios come from its newest baseline.

/// One scenario: resolved runs, arrival p95 in seconds, grind, peak density and hard stops, as printed. `-` is not known.
#[derive(Clone, Copy, Debug)]
pub struct Theirs {
    /// The scenario.
    pub name: &'static str,
    /// With every feature off.
    pub off: [&'static str; 5],
    /// With all features on.
    pub on: [&'static str; 5],
}

const UNKNOWN: [&str; 5] = ["-"; 5];

const fn theirs(name: &'static str, off: [&'static str; 5], on: [&'static str; 5]) -> Theirs {
    Theirs { name, off, on }
}

/// All scenarios with figures of the synthetic tier.
pub const THEIRS: &[Theirs] = &[
    theirs(
        "counterflow_tracked",
        ["1/27", "0 [0-459]", "0 [0-13.7]", "15", "80681 [25664-100383]"],
        ["27/27", "98", "2.4", "8", "62"],
    ),
    theirs(
        "oneway_tracked",
        ["27/27", "66 [61-68]", "1.7", "8", "9 [9-42]"],
        ["27/27", "64", "1.6", "8", "4"],
    ),
    theirs(
        "counterflow_cyborg",
        ["23/27", "86 [47-332]", "2.2 [1.2-7.4]", "33", "9858 [2944-159158]"],
        ["27/27", "32", "0.7", "10", "3"],
    ),
    theirs(
        "counterflow_hostile",
        ["20/27", "107 [35-362]", "3.0 [1.1-10.5]", "27", "15428 [1860-116260]"],
        UNKNOWN,
    ),
    theirs(
        "counterflow_w1",
        ["0/27", "0", "0", "14", "79848 [67033-100372]"],
        ["27/27", "151", "3.9", "10", "430"],
    ),
    theirs(
        "counterflow_w3",
        ["9/27", "242 [0-498]", "7.3 [0-17.3]", "14", "73128 [5914-103491]"],
        ["27/27", "85", "2.?", "-", "-"],
    ),
    theirs(
        "counterflow_w4",
        ["25/27", "120 [0-390]", "3.2 [0-12.0]", "12", "3076 [691-98718]"],
        UNKNOWN,
    ),
    theirs("counterflow_w6", ["27/27", "74 [63-94]", "1.9", "9", "367 [91-1214]"], UNKNOWN),
    theirs("counterflow_w8", ["27/27", "64 [52-81]", "1.7", "9", "101 [21-389]"], UNKNOWN),
    theirs(
        "tworoute",
        ["24/27", "110 [79-490]", "3.3 [2.6-16.8]", "10", "1000 [253-61335]"],
        UNKNOWN,
    ),
    theirs("crossing", ["1/27", "0 [0-497]", "0 [0-12.0]", "14", "96731 [48467-111635]"], UNKNOWN),
    theirs(
        "separating",
        ["27/27", "152 [102-345]", "4.4 [2.8-10.0]", "12", "4053 [623-41615]"],
        UNKNOWN,
    ),
    theirs("corner", ["27/27", "135 [128-145]", "2.3", "9", "239 [74-384]"], UNKNOWN),
    theirs(
        "corner_mixed",
        ["27/27", "202 [132-203]", "3.5 [2.4-3.6]", "8", "675 [233-1133]"],
        UNKNOWN,
    ),
    theirs("blob", ["27/27", "140 [53-248]", "6.0 [1.5-11.5]", "14", "67743"], UNKNOWN),
    theirs("parking", ["27/27", "63 [49-88]", "1.9 [1.4-2.6]", "5", "3 [0-166]"], UNKNOWN),
    theirs("parking_stale", ["27/27", "52", "1.45", "5", "6"], UNKNOWN),
    theirs("parking_light_stale", ["27/27", "22", "0.58", "5", "0"], UNKNOWN),
    theirs("parking_hover_stale", ["27/27", "13", "0.36", "5", "3"], UNKNOWN),
    theirs("openfield", ["27/27", "74 [74-77]", "1.1", "8", "0"], UNKNOWN),
    theirs("strafe", ["0/27", "14 [14-15]", "2.2 [1.7-4.7]", "12", "1944 [1651-2207]"], UNKNOWN),
    theirs("enemyblock", ["0/27", "40", "1.4", "3", "355 [288-630]"], UNKNOWN),
    theirs("enemyblock_press", ["0/27", "83", "2.5", "12", "5400 [4044-5519]"], UNKNOWN),
    theirs("mountain_chain", ["8/27", "-", "-", "-", "-"], UNKNOWN),
    theirs("mountain_chain_cross", ["9/27", "-", "-", "-", "-"], UNKNOWN),
    theirs("rush_turn", ["27/27", "-", "-", "-", "-"], UNKNOWN),
    theirs("rush_corner", ["0/27", "-", "-", "-", "-"], UNKNOWN),
    theirs("open_corner", ["0/27", "-", "-", "-", "-"], UNKNOWN),
];

/// The figures of a scenario.
pub fn theirs_of(name: &str) -> Theirs {
    let found = THEIRS.iter().find(|theirs| theirs.name == name).copied();
    found.unwrap_or(theirs("", UNKNOWN, UNKNOWN))
}

/// A scenario of the tier of real maps, off and on: sums over the arrangements 0 to 4 of hard stops in transit, hard stops, units near and
/// repaths, and the worst settle p95 in seconds.
#[derive(Clone, Copy, Debug)]
pub struct RealMap {
    /// The scenario.
    pub name: &'static str,
    /// Hard stops in transit.
    pub in_transit: [f64; 2],
    /// Hard stops.
    pub hard_stops: [f64; 2],
    /// Settle p95, the worst of the five, in seconds.
    pub settle_p95: [f64; 2],
    /// Units near.
    pub near: [f64; 2],
    /// Repaths.
    pub repaths: [f64; 2],
}

/// The tier of real maps.
pub const REAL_MAPS: &[RealMap] = &[
    RealMap {
        name: "mountain_chain",
        in_transit: [579_358.0, 15_561.0],
        hard_stops: [636_429.0, 38_515.0],
        settle_p95: [400.0, 87.3],
        near: [247.0, 408.0],
        repaths: [10_744.0, 252.0],
    },
    RealMap {
        name: "mountain_chain_cross",
        in_transit: [609_961.0, 19_142.0],
        hard_stops: [660_055.0, 43_792.0],
        settle_p95: [400.0, 98.9],
        near: [221.0, 410.0],
        repaths: [11_759.0, 333.0],
    },
    RealMap {
        name: "rush_turn",
        in_transit: [66_449.0, 199.0],
        hard_stops: [103_043.0, 16_765.0],
        settle_p95: [164.3, 38.8],
        near: [410.0, 410.0],
        repaths: [1_301.0, 17.0],
    },
    RealMap {
        name: "rush_corner",
        in_transit: [4_721_269.0, 10_667.0],
        hard_stops: [4_721_283.0, 298_731.0],
        settle_p95: [400.0, 66.1],
        near: [47.0, 1_356.0],
        repaths: [79_695.0, 68.0],
    },
    RealMap {
        name: "open_corner",
        in_transit: [4_487_640.0, 3_720.0],
        hard_stops: [4_487_878.0, 269_327.0],
        settle_p95: [400.0, 45.9],
        near: [110.0, 1_360.0],
        repaths: [77_626.0, 13.0],
    },
];
