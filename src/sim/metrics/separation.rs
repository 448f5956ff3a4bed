//! Whether each group separates on its last plan: the rule of [`measure::separation`](crate::measure::separation),
//! live.
//!
//! Runs only while [`CaptureSearch`] asks for it. It judges at most one group per pass and searches a limited number of
//! cells for it. The more cells this took, the more passes the next group waits. The simulation never reads it, and it
//! is not part of the state hash.

use crate::grid::{Cell, Rectangle, Terrain};
use crate::measure::{Obstructions, Separation, Sides, approaches, separation};
use crate::scenario::TeamId;
use crate::search::FastSearch;
use crate::sim::arena::{Arena, Land, Obstacle, Roster};
use crate::sim::cells::{Board, Stepper};
use crate::sim::metrics::group_numbers::{GroupNumbers, is_whole};
use crate::sim::metrics::numbers::{CaptureSearch, Numbers};
use crate::sim::tick::Pass;
use crate::sim::unit::{GroupId, Groups, Route, Status, Unit};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A group that passes obstacles in this many different ways or more is not judged.
const MAX_WAYS: usize = 16;
/// Maximum number of cells that the searches for walking distances may expand for one group. Beyond that, straight-line
/// distances are used, which are never longer.
const MAX_CELLS: u64 = 400_000;
/// Number of searched cells for which the next group waits one more pass.
const CELLS_PER_PASS: u64 = 20_000;
/// Passes between two groups if units move from cell to cell, because they then plan all the time.
const CELL_STEPS_WAIT: u32 = 16;
/// Number of obstacles whose sides are reported, the largest first.
const MAX_OBSTACLES: usize = 3;

/// The results for the groups of an arena.
#[derive(Component, Debug, Default, Serialize, Deserialize)]
pub struct Separations {
    /// Results by group. Groups of one unit and groups without paths to a common end are skipped.
    pub groups: BTreeMap<GroupId, GroupSeparation>,
    due: BTreeSet<GroupId>,
    /// The group that was judged last.
    last: Option<GroupId>,
    /// Passes until the next group may be judged.
    wait: u32,
    /// The obstructions around the last goal, with the revision of the ground and the region of the goal.
    #[serde(skip)]
    around: Option<(u64, u32, Obstructions)>,
    #[serde(skip)]
    search: FastSearch,
}

/// The result for one group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GroupSeparation {
    /// Its team.
    pub team: TeamId,
    /// Number of units that were judged.
    pub units: usize,
    /// The result, or `None` if there are too many different ways to compare.
    pub found: Option<Separation>,
    /// Whether the distance is exact. If not, it is a lower bound, because the searches took too long.
    pub exact: bool,
    /// The bounds of each obstacle between the paths and of the placed obstacles, and how many paths pass it left and
    /// right. If the group moves across the map rather than up or down: above and below.
    pub sides: Vec<(Rectangle, Sides)>,
}

impl GroupSeparation {
    /// The result in words.
    pub fn verdict(&self) -> &'static str {
        match &self.found {
            None => "too many different ways to judge",
            Some(found) if found.is_clear() => "clearly separated",
            Some(found) if found.is_separated() => "separated",
            Some(found) if found.ways > 1 => "together, around both sides of a small obstacle",
            Some(_) => "together",
        }
    }
}

/// The results without the memory of the searches.
impl Clone for Separations {
    fn clone(&self) -> Self {
        let (groups, due) = (self.groups.clone(), self.due.clone());
        Self { groups, due, last: self.last, wait: self.wait, ..Self::default() }
    }
}

impl Separations {
    /// Whether a group waits to be judged.
    pub(crate) fn is_due(&self) -> bool {
        !self.due.is_empty()
    }

    /// The group to judge next. Groups take turns.
    fn next(&self) -> Option<GroupId> {
        let later = self.due.iter().find(|&&id| Some(id) > self.last);
        later.or_else(|| self.due.first()).copied()
    }

    /// The largest distance between units of one group that pass obstacles on different sides, in cells.
    fn largest(&self) -> f64 {
        let found = self.groups.values().filter_map(|group| group.found);
        found.map(|found| found.distance).fold(0.0, f64::max)
    }
}

type ArenaParts<'a> = (
    &'a mut Separations,
    (&'a mut Numbers, &'a mut GroupNumbers),
    &'a Groups,
    &'a Roster,
    &'a Land,
    (Option<&'a Board>, &'a Pass),
);

/// Judges the next group that has a new plan.
pub(crate) fn judge_separation(
    watch: Res<CaptureSearch>,
    mut arenas: Query<ArenaParts, With<Arena>>,
    units: Query<(&Unit, &Route, &Status, &Stepper)>,
    obstacles: Query<&Obstacle>,
) {
    for (mut separations, told, groups, roster, land, (board, pass)) in &mut arenas {
        if !pass.plans() {
            continue;
        }
        let (mut numbers, mut group_numbers) = told;
        let state = separations.bypass_change_detection();
        state.due.append(&mut group_numbers.unjudged);
        if !watch.separation {
            state.due.clear();
            continue;
        }
        state.wait = state.wait.saturating_sub(1);
        let before = state.groups.len();
        // A result stays until members of the group get other orders, even after they have arrived.
        state.groups.retain(|id, _| groups.list.contains_key(id) || group_numbers.knows(*id));
        state.due.retain(|id| groups.list.contains_key(id));
        let ready = state.wait == 0 && land.regions.count() > 0;
        let Some(id) = state.next().filter(|_| ready) else {
            if state.groups.len() != before {
                numbers.separation = state.largest();
            }
            continue;
        };
        state.due.remove(&id);
        state.last = Some(id);
        let Some(group) = groups.list.get(&id) else { continue };
        let members = group.members.iter().filter_map(|unit| roster.units.get(unit));
        let members = members.filter_map(|&entity| units.get(entity).ok());
        let on_the_way = members.filter(|(_, route, status, _)| {
            let settled = matches!(status, Status::Arrived | Status::Idle | Status::Planning);
            !settled && route.cells().len() > 1
        });
        let whole =
            on_the_way.filter(|(_, route, _, stepper)| is_whole(route, stepper, board.is_some()));
        let paths: Vec<&[Cell]> = whole.map(|(_, route, ..)| route.cells()).collect();
        let paths = if board.is_some() { ending_nearby(paths) } else { with_common_end(paths) };
        if paths.len() < 2 {
            state.groups.remove(&id);
        } else {
            let placed = roster.obstacles.values().filter_map(|&entity| obstacles.get(entity).ok());
            let placed = placed.map(|obstacle| obstacle.0.area).collect();
            let (verdict, work) = state.judge(group.team, land, &paths, placed);
            state.groups.insert(id, verdict);
            let least = if board.is_some() { CELL_STEPS_WAIT } else { 1 };
            state.wait = least.max((work / CELLS_PER_PASS) as u32);
        }
        numbers.separation = separations.largest();
    }
}

/// The paths that end on the most common last cell. Of several such cells, the first is used.
fn with_common_end(paths: Vec<&[Cell]>) -> Vec<&[Cell]> {
    let mut by_end: BTreeMap<Cell, Vec<&[Cell]>> = BTreeMap::new();
    for path in paths {
        if let Some(&end) = path.last() {
            by_end.entry(end).or_default().push(path);
        }
    }
    by_end.into_values().rev().max_by_key(Vec::len).unwrap_or_default()
}

/// The paths that end near the end of the first one. Units that move from cell to cell each have their own slot.
/// Members of a patrol that are on their way back go elsewhere.
fn ending_nearby(mut paths: Vec<&[Cell]>) -> Vec<&[Cell]> {
    let reach = 4 + (paths.len() as f64).sqrt().ceil() as i32;
    let first = paths.first().and_then(|path| path.last()).copied();
    let near = |end: Cell| first.is_some_and(|first| end.chebyshev(first) <= reach);
    paths.retain(|path| path.last().is_some_and(|&end| near(end)));
    paths
}

impl Separations {
    /// Judges paths that end on one cell or near each other. Also returns the number of searched cells.
    fn judge(
        &mut self,
        team: TeamId,
        land: &Land,
        paths: &[&[Cell]],
        placed: Vec<Rectangle>,
    ) -> (GroupSeparation, u64) {
        let terrain = &land.terrain;
        let area = terrain.bounds().area() as u64;
        let goal = paths.first().and_then(|path| path.last()).copied().unwrap_or_default();
        let key = (terrain.revision(), land.regions.region(terrain, goal));
        let known = self.around.take().filter(|known| (known.0, known.1) == key);
        // A flood fill visits every cell once.
        let mut work = if known.is_some() { 0 } else { area };
        let (.., obstructions) =
            known.unwrap_or_else(|| (key.0, key.1, Obstructions::around(terrain, goal)));
        let starts: Vec<Cell> = paths.iter().filter_map(|path| path.first().copied()).collect();
        let closed = closed_at_one_end(terrain, paths);
        let mut searched = 0;
        let search = &mut self.search;
        let walking_distance = |a: Cell, b: Cell| {
            if searched >= MAX_CELLS {
                return a.octile(b);
            }
            search.search(terrain, a, b);
            searched += search.stats().expanded;
            search.path(terrain).map_or_else(|| a.octile(b), |path| path.length())
        };
        let approaches = approaches(terrain, &starts);
        let found = separation(&obstructions, &approaches, &closed, MAX_WAYS, walking_distance);
        work += searched;
        self.around = Some((key.0, key.1, obstructions));
        let sides = sides(found, placed, paths);
        let exact = searched < MAX_CELLS;
        (GroupSeparation { team, units: paths.len(), found, exact, sides }, work)
    }
}

/// The paths, each extended by a path from its own end to the end of the first one, if they differ.
fn closed_at_one_end(terrain: &Terrain, paths: &[&[Cell]]) -> Vec<Vec<Cell>> {
    let ends: Vec<Cell> = paths.iter().filter_map(|path| path.last().copied()).collect();
    let mut closed: Vec<Vec<Cell>> = paths.iter().map(|path| path.to_vec()).collect();
    if ends.windows(2).any(|pair| pair[0] != pair[1]) {
        for (path, walk) in closed.iter_mut().zip(approaches(terrain, &ends)) {
            path.extend(walk.iter().rev().skip(1));
        }
    }
    closed
}

/// On which sides the paths pass the obstacles between them and the largest placed obstacles.
fn sides(
    found: Option<Separation>,
    mut placed: Vec<Rectangle>,
    paths: &[&[Cell]],
) -> Vec<(Rectangle, Sides)> {
    placed.sort_by_key(|area| std::cmp::Reverse(area.size.0 + area.size.1));
    placed.truncate(MAX_OBSTACLES);
    let between = found.and_then(|found| found.between).filter(|area| !placed.contains(area));
    let all = between.into_iter().chain(placed);
    // A group that moves to the right passes above or below. Its cells left and right say nothing.
    let (mut across, mut along) = (0, 0);
    for (start, end) in paths.iter().filter_map(|path| Some((path.first()?, path.last()?))) {
        across += (end.x - start.x).abs();
        along += (end.y - start.y).abs();
    }
    let counted = all.map(|area| {
        let Sides { left, right, above, below } = Sides::of(area, paths);
        let sides = if across > along {
            Sides { above, below, ..Sides::default() }
        } else {
            Sides { left, right, ..Sides::default() }
        };
        (area, sides)
    });
    counted.filter(|(_, sides)| *sides != Sides::default()).collect()
}

#[cfg(test)]
#[path = "separation_tests.rs"]
mod tests;
