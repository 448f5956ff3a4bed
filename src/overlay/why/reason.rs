//! Gathers what is known of a unit's plan, and compares its path with that of plain A*.

use super::words;
use crate::grid::{Cell, Terrain};
use crate::overlay::fields::FieldView;
use crate::overlay::revision_of;
use crate::overlay::scene::{Scene, UnitRef};
use crate::planning::{
    Layers, PlanContext, Search, WayComparison, compare_with_shortest, planned_before,
};
use crate::scenario::{Doctrine, UnitId};
use crate::search::FastSearch;
use crate::sim::{
    Board, Clock, Group, GroupSeparation, Groups, Orders, Route, Separations, Status, Stepper,
};
use crate::steering::Travel;
use std::collections::BTreeSet;

/// Why a unit takes its path.
#[derive(Clone, Debug, PartialEq)]
pub struct Why {
    /// The unit.
    pub unit: UnitId,
    /// The path of its present order, from the cell where it planned.
    pub path: Vec<Cell>,
    /// What that path and the shortest one cost; `None` without a path.
    pub comparison: Option<WayComparison>,
    /// The layers that apply to its order.
    pub layers: Layers,
    /// Whether units in sight counted as walls when it planned, as they do where units go from cell to cell.
    pub saw_units: bool,
    /// How many companions planned before it, and how many units planned together, if they take turns.
    pub turn: Option<(usize, usize)>,
    /// The tick at which the path was planned, and the nodes that were expanded for it.
    pub planned: Option<(u64, u64)>,
    /// The reason, in one or two sentences.
    pub reason: String,
    /// What else is worth knowing, a sentence each.
    pub notes: Vec<String>,
}

/// Ticks after which costs that change with the units are looked at again.
const LOOKS_EVERY: u64 = 32;

/// Tells one state of the answer from another, without computing it.
pub(super) fn revision(scene: &Scene) -> u64 {
    let Some(unit) = scene.subject() else { return 0 };
    let tick = scene.get::<Clock>().map_or(0, |clock| clock.tick);
    let doctrine = scene.team(unit.unit.team).map(|team| team.doctrine).unwrap_or_default();
    let others = Layers { markers: None, ..doctrine.layers } != Layers::default();
    let route =
        unit.get::<Route>().map(|route| (route.cells(), route.planned_at, route.way_point()));
    let judged = separation(scene, &unit).map(|group| (group.units, group.verdict()));
    let seen = (tick / LOOKS_EVERY * u64::from(others), scene.moment().1);
    let status = unit.get::<Status>().map(|status| format!("{status:?}"));
    revision_of((
        (unit.unit.id, route, scene.terrain().revision(), status),
        (seen, judged, format!("{doctrine:?}")),
    ))
}

fn separation<'a>(scene: &Scene<'a>, unit: &UnitRef<'a>) -> Option<&'a GroupSeparation> {
    scene.get::<Separations>()?.groups.get(&unit.get::<Orders>()?.group?)
}

/// Why the described one of the selected units takes its path. `None` if nothing is selected.
pub fn why_this_way(scene: &Scene) -> Option<Why> {
    let unit = scene.subject()?;
    let doctrine = scene.team(unit.unit.team)?.doctrine;
    let orders = unit.get::<Orders>()?;
    let group = orders.group.and_then(|id| scene.get::<Groups>()?.list.get(&id));
    let doctrine = doctrine.for_order(group.and_then(|group| group.legs.get(orders.leg)));
    let mut why = Why {
        unit: unit.unit.id,
        path: Vec::new(),
        comparison: None,
        layers: doctrine.layers,
        saw_units: scene.get::<Board>().is_some(),
        turn: None,
        planned: None,
        reason: String::new(),
        notes: Vec::new(),
    };
    let status = unit.get::<Status>().copied().unwrap_or_default();
    let route = unit.get::<Route>().filter(|route| present_leg(route).len() > 1);
    let Some(route) = route.filter(|_| status != Status::Idle) else {
        why.reason = words::no_path(status).into();
        return Some(why);
    };
    why.path = present_leg(route).to_vec();
    why.planned = Some((route.planned_at, route.expanded));
    let on_board = why.saw_units;
    let before = companions(scene, &unit, group, route, &doctrine, on_board, &mut why.turn);
    let only: BTreeSet<UnitId> = [why.unit].into();
    let view = FieldView::of(&scene.with_selection(&only), |_| true)?;
    let sky;
    let mut context = view.context().with_layers(doctrine.layers);
    if unit.unit.kind.flying {
        sky = Terrain::open(scene.terrain().bounds(), scene.terrain().corners());
        context = PlanContext { terrain: &sky, ..context };
    }
    let mut search = FastSearch::default();
    let comparison = compare_with_shortest(&context, &before, &why.path, &mut search);
    let tick = scene.get::<Clock>().map_or(0, |clock| clock.tick);
    why.reason = words::reason(&why.path, &comparison, &why, tick);
    why.comparison = Some(comparison);
    why.notes = notes(&unit, route, &doctrine, on_board);
    if let Some(group) = separation(scene, &unit) {
        why.notes.extend(words::sides(group, doctrine.layers == Layers::default()));
    }
    Some(why)
}

/// The cells of the order that a unit carries out now.
fn present_leg(route: &Route) -> &[Cell] {
    let end = route.way_point();
    let start = route.leg_ends.iter().copied().filter(|&other| other < end).max().unwrap_or(0);
    route.cells().get(start..=end).unwrap_or_default()
}

/// The paths of companions that had left their markers when the unit planned. Where units go from cell to cell, what lies ahead
/// of all others is used.
fn companions<'a>(
    scene: &Scene<'a>,
    unit: &UnitRef<'a>,
    group: Option<&Group>,
    route: &'a Route,
    doctrine: &Doctrine,
    on_board: bool,
    turn: &mut Option<(usize, usize)>,
) -> Vec<&'a [Cell]> {
    if doctrine.layers.markers.is_none() {
        return Vec::new();
    }
    let Some(group) = group else { return Vec::new() };
    let members = group.members.iter().filter_map(|&id| scene.unit(id));
    let routes = members.filter_map(|unit| Some((unit.unit.id, unit.get::<Route>()?)));
    if on_board {
        let others = routes.filter(|(id, _)| *id != unit.unit.id).map(|(_, route)| route.ahead());
        let others: Vec<&[Cell]> = others.filter(|path| !path.is_empty()).collect();
        *turn = Some((others.len(), others.len() + 1));
        return others;
    }
    let together = routes.filter(|(_, other)| {
        other.planned_at == route.planned_at
            && present_leg(other).len() > 1
            && present_leg(other).last() == present_leg(route).last()
    });
    let together: Vec<(UnitId, &[Cell])> =
        together.map(|(id, route)| (id, present_leg(route))).collect();
    let Some(me) = together.iter().position(|(id, _)| *id == unit.unit.id) else {
        return Vec::new();
    };
    let paths: Vec<&[Cell]> = together.into_iter().map(|(_, path)| path).collect();
    let before = planned_before(&doctrine.layers, &paths, me).unwrap_or_default();
    *turn = Some((before.len(), paths.len()));
    before.into_iter().map(|place| paths[place]).collect()
}

/// What the search, the movement rule and the motion mean for the path.
fn notes(unit: &UnitRef, route: &Route, doctrine: &Doctrine, on_board: bool) -> Vec<String> {
    let mut notes = Vec::new();
    let mut note = |text: &str| notes.push(text.to_owned());
    if route.partial {
        note("This is only the beginning of its path; the rest is still being planned.");
    }
    if route.falls_short {
        note("Its goal cannot be reached. The path ends as near to it as it can.");
    }
    if unit.unit.kind.flying {
        note("It flies, so nothing on the ground is in its way.");
    }
    match doctrine.search {
        Search::Whca(_) if on_board => {
            note(
                "It plans only its next steps, in space and time, around what others have reserved.",
            );
        }
        Search::Sectors(_) => {
            note(
                "Planned piece by piece over large squares, so it may be longer than the shortest path.",
            );
        }
        Search::Greedy(_) => {
            note(
                "It follows the directions that others have left, and searches only where they lead nowhere.",
            );
        }
        Search::LocalRepair(_) if on_board => {
            note(
                "Its search sees only the units right beside it, and plans again when it is blocked.",
            );
        }
        _ => {}
    }
    if on_board {
        let target =
            unit.get::<Stepper>().and_then(|stepper| Some(stepper.assignment.as_ref()?.target));
        if target.is_some_and(|target| target != route.end()) {
            note("The path ends before its slot: the rest is planned on the way.");
        }
    } else if let Some(ignored) = doctrine.search.algorithm().ignored_when_steered() {
        note(ignored);
    }
    match doctrine.travel {
        Travel::Flocking(_) if !on_board => {
            note("Its flock walks one path: that of the member nearest to the centre.");
        }
        Travel::FlowField(_) if !on_board => {
            note(
                "It flows by the distance field of its goal. Layers change this path, but not the flow.",
            );
        }
        _ => {}
    }
    notes
}
