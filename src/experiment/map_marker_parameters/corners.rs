//! Beyond the paper: its layouts where corners may not be cut, and other planners on them.

use super::{LAYOUTS, PlannedLine, passes, sides};
use crate::experiment::layouts::plan_layouts;
use crate::experiment::{Digits, Figure, Row, Runs, Statement, Table};
use crate::grid::CornerRule;
use crate::planning::{AStar, Markers, Search};
use crate::scenario::Doctrine;
use crate::steering::{Flocking, Travel};

/// What is run under each corner rule.
const PLANNERS: [&str; 5] = [
    "A*",
    "Map Marker .90/.75",
    "Scouted Map Marker (ours)",
    "Flock (one path for the group)",
    "Flock over Map Marker",
];
const CORNERS: [(CornerRule, &str); 2] =
    [(CornerRule::Free, "cut"), (CornerRule::BothSidesFree, "not cut")];

fn doctrines() -> [Doctrine; 5] {
    let a_star = AStar::of_the_papers();
    let travel = Travel::Flocking(Flocking::default());
    [
        Doctrine { search: Search::AStar(a_star), ..Doctrine::default() },
        Doctrine::marked(Markers::default()),
        Doctrine::marked(Markers::scouted()),
        Doctrine { search: Search::AStar(a_star), travel, ..Doctrine::default() },
        Doctrine { travel, ..Doctrine::marked(Markers::default()) },
    ]
}

/// The labels of the rows: every planner with corners cut, then with corners not cut.
fn labels() -> impl Iterator<Item = String> {
    CORNERS.into_iter().flat_map(|(_, how)| PLANNERS.map(|name| format!("{name}, {how}")))
}

/// A line for each of [`labels`].
pub(super) fn plan() -> Runs<Vec<PlannedLine>> {
    let files = LAYOUTS.map(|(_, file)| file);
    let settings = CORNERS.into_iter().flat_map(|(rule, _)| doctrines().map(|d| (rule, d)));
    Runs::all(
        labels().zip(settings).map(|(label, (corners, doctrine))| {
            plan_layouts(label, files, doctrine, Some(corners))
        }),
    )
}

pub(super) fn table(lines: &[PlannedLine]) -> Table {
    let columns = LAYOUTS.iter().flat_map(|(name, _)| {
        [format!("{name}: left/right"), format!("{name}: D"), format!("{name}: length")]
    });
    let title = "Corners cut as in the paper, or not as in MovingAI maps: sides, largest distance D \
                 between units that go different ways (18 and more is separated), average length (cells)";
    let columns = columns.chain(["pass".into()]);
    let mut table = Table::new(title, "planner, corners", Digits::Rounded(1), columns);
    for (label, line) in labels().zip(lines) {
        let figures = line.iter().flat_map(|layout| {
            [
                Figure::new(layout.sides_text()),
                Figure::new(layout.separation()),
                Figure::new(layout.plan.average_length),
            ]
        });
        let pass = Figure::new(if passes(line) { "*" } else { "" });
        let row = Row::new(label.clone(), figures.chain([pass]).collect());
        table.rows.push(row.of(line.iter().map(|layout| layout.titled(&label))));
    }
    table
}

pub(super) fn claims(claims: &mut Vec<Statement>, lines: &[PlannedLine]) {
    let [_, _, scouted_cut, flock_cut, _, _, map_marker, scouted, flock, _] = lines else {
        return;
    };
    claims.push(Statement::counted(
        "Beyond the paper: Map Marker (.90/.75) also passes its three scenarios where corners may not be cut.",
        passes(map_marker),
        format!("units left/right: {}", sides(map_marker)),
    ));
    claims.push(Statement::counted(
        "Beyond the paper: our Scouted Map Marker passes all three whether corners may be cut or not.",
        passes(scouted_cut) && passes(scouted),
        format!("cut: {}; not cut: {}", sides(scouted_cut), sides(scouted)),
    ));
    claims.push(Statement::counted(
        "Beyond the paper (its future work): flocking alone passes all three, too.",
        passes(flock_cut) && passes(flock),
        format!(
            "cut: {}; not cut: {}; a flock shares one path, so it cannot split around a tree",
            sides(flock_cut),
            sides(flock)
        ),
    ));
}
