//! Whether a group separates: whether its paths pass obstacles on different sides, and how far apart the units get.
//!
//! E. Wicks Rivas, R. Souza, "Map Marker" (section IV.D), judged plots of paths by eye; this is a rule that can be
//! computed. Its thresholds were fitted to the paper's 53 separations of A* in 750 draws on StarCraft maps.
//!
//! Blocked cells form regions. Two paths with common ends pass a region on different sides exactly if the loop of one path
//! and the other path reversed winds around it. For each region a ray goes straight up from its first cell; a walk counts how
//! often it crosses the ray to the right, minus to the left. The counts of two walks differ by the winding number of their
//! loop. Units with equal counts for all regions go the same way. For each two ways, the pair of units with the nearest
//! starts is compared: the largest walking distance between them at equal length travelled is how far apart the group gets.
//!
//! Costs one flood fill of the map per target, O(path + regions) per unit, and some tens of short searches per pair of
//! ways. The distance of two units changes by at most two per cell travelled, so most positions are skipped and the largest
//! distance is still exact.

use crate::grid::{Cell, CornerRule, Direction, Rectangle, Regions, Terrain, walk_length};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};

/// Smallest distance at which a group counts as separated, in cells.
pub const SEPARATED: f64 = 18.0;
/// Smallest S (see [`Separation::bounded`]) at which a group is clearly separated, in cells.
pub const CLEARLY_SEPARATED: f64 = 28.0;
/// Cells travelled between two samples of a pair in the first, coarse pass.
const STRIDE: usize = 32;
/// A unit counts as on the last cell that it has reached, so the distance of two units is wrong by up to a diagonal step
/// each.
const LAG: f64 = 2.0 * std::f64::consts::SQRT_2;

/// How far a group gets apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Separation {
    /// In how many ways the units pass the obstacles.
    pub ways: usize,
    /// D: the largest walking distance between units that go different ways, when both have travelled equally
    /// far, in cells. 0 if all go the same way.
    pub distance: f64,
    /// S: the same, but for each two ways at most the width plus height of the largest region between them, in
    /// cells.
    pub bounded: f64,
    /// R: root mean square distance of the starts from their centre, in cells.
    pub radius: f64,
    /// The bounds of the largest region that lies between two ways.
    pub between: Option<Rectangle>,
    /// The two units that get as far apart as D, by their indices among the paths.
    pub pair: Option<(usize, usize)>,
}

impl Separation {
    /// Whether the group counts as separated: D of at least 18 cells.
    pub fn is_separated(&self) -> bool {
        self.distance >= SEPARATED
    }

    /// Whether the group is clearly separated: S of at least 28 cells.
    pub fn is_clear(&self) -> bool {
        self.bounded >= CLEARLY_SEPARATED
    }
}

/// The regions that paths to a target can wind around.
#[derive(Clone, Debug)]
pub struct Obstructions {
    /// Sorted by column, then row.
    regions: Vec<Obstruction>,
    /// By column: the index of its first region in the list; one more at the end.
    columns: Vec<usize>,
}

#[derive(Clone, Copy, Debug)]
struct Obstruction {
    /// The first cell in row order.
    at: Cell,
    /// Its bounds.
    area: Rectangle,
}

impl Obstruction {
    /// Width plus height.
    fn size(&self) -> u32 {
        self.area.size.0 + self.area.size.1
    }
}

impl Obstructions {
    /// The regions of all cells from which the target cannot be reached. The region that touches the edge of the map is
    /// left out, because no path goes around it.
    pub fn around(terrain: &Terrain, target: Cell) -> Self {
        let bounds = terrain.bounds();
        let (width, height) = (bounds.width as i32, bounds.height as i32);
        let reachable = Regions::of(terrain);
        let home = reachable.region(terrain, target);
        let free = |c: Cell| home != 0 && reachable.region(terrain, c) == home;
        // If a diagonal step can pass between two blocked cells that touch at a corner, they are not connected.
        let directions = if terrain.corners() == CornerRule::Free { 4 } else { 8 };
        let offsets = [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)];
        let index = |c: Cell| ((c.y + 1) * (width + 2) + c.x + 1) as usize;
        let mut seen = vec![false; ((width + 2) * (height + 2)) as usize];
        let mut regions = Vec::new();
        let mut stack = Vec::new();
        // The first flood starts in the padding and so finds the region that touches the edge.
        let all = std::iter::once(Cell::new(-1, -1)).chain(bounds.cells());
        for start in all {
            if free(start) || std::mem::replace(&mut seen[index(start)], true) {
                continue;
            }
            let (mut low, mut high) = (start, start);
            stack.push(start);
            while let Some(cell) = stack.pop() {
                low = Cell::new(low.x.min(cell.x), low.y.min(cell.y));
                high = Cell::new(high.x.max(cell.x), high.y.max(cell.y));
                for (dx, dy) in &offsets[..directions] {
                    let next = Cell::new(cell.x + dx, cell.y + dy);
                    let inside = (-1..=width).contains(&next.x) && (-1..=height).contains(&next.y);
                    if inside && !free(next) && !std::mem::replace(&mut seen[index(next)], true) {
                        stack.push(next);
                    }
                }
            }
            if start.x >= 0 {
                regions.push(Obstruction { at: start, area: Rectangle::spanning(low, high) });
            }
        }
        regions.sort_by_key(|r| (r.at.x, r.at.y));
        let columns =
            (0..=width).map(|x| regions.partition_point(|region| region.at.x < x)).collect();
        Self { regions, columns }
    }

    /// Adds for each region how often a walk crosses its ray to the right, minus to the left; as differences
    /// from region to region.
    fn count(&self, walk: &[Cell], changes: &mut [i32]) {
        for step in walk.windows(2) {
            let (from, to) = (step[0], step[1]);
            let sign = (to.x - from.x).signum();
            let left = if sign > 0 { from } else { to };
            let Some(&[first, end]) =
                usize::try_from(left.x).ok().and_then(|x| self.columns.get(x..x + 2))
            else {
                continue;
            };
            let below = self.regions[first..end].partition_point(|r| r.at.y <= left.y);
            changes[first + below] += sign;
            changes[end] -= sign;
        }
    }

    /// The numbers of a walk, one per region.
    fn windings<'a>(&self, walks: impl IntoIterator<Item = &'a [Cell]>) -> Vec<i32> {
        let mut numbers = vec![0; self.regions.len() + 1];
        for walk in walks {
            self.count(walk, &mut numbers);
        }
        let mut sum = 0;
        for number in &mut numbers {
            sum += *number;
            *number = sum;
        }
        numbers.pop();
        numbers
    }
}

/// How far a group gets apart on paths that all end on one cell.
///
/// `approaches` leads from the first unit's start to each unit's start, as [`approaches`] gives it or along
/// the way in which the group was placed. `walking_distance` returns the length of the shortest path between two
/// cells. Returns `None` if the units go in more than `most_ways` ways, which would take too long to compare.
pub fn separation<P: AsRef<[Cell]>>(
    obstructions: &Obstructions,
    approaches: &[Vec<Cell>],
    paths: &[P],
    most_ways: usize,
    mut walking_distance: impl FnMut(Cell, Cell) -> f64,
) -> Option<Separation> {
    let mut ways: BTreeMap<Vec<i32>, Vec<usize>> = BTreeMap::new();
    for (unit, (approach, path)) in approaches.iter().zip(paths).enumerate() {
        let numbers = obstructions.windings([approach.as_slice(), path.as_ref()]);
        ways.entry(numbers).or_default().push(unit);
        if ways.len() > most_ways {
            return None;
        }
    }
    let starts: Vec<Cell> = paths.iter().filter_map(|p| p.as_ref().first().copied()).collect();
    let mut found = Separation {
        ways: ways.len(),
        distance: 0.0,
        bounded: 0.0,
        radius: root_mean_square_distance(&starts),
        between: None,
        pair: None,
    };
    let ways: Vec<(Vec<i32>, Vec<usize>)> = ways.into_iter().collect();
    for (number, (a_numbers, a)) in ways.iter().enumerate() {
        for (b_numbers, b) in &ways[number + 1..] {
            let between = a_numbers.iter().zip(b_numbers).zip(&obstructions.regions);
            let largest = between.filter(|((a, b), _)| a != b).map(|(_, r)| r);
            let largest = largest.max_by_key(|region| region.size());
            let size = f64::from(largest.map_or(0, Obstruction::size));
            let before = found.between.map_or(0, |area| area.size.0 + area.size.1);
            found.between = largest.filter(|r| r.size() > before).map(|r| r.area).or(found.between);
            let Some((i, j)) = nearest_pair(paths, a, b) else { continue };
            // A smaller distance changes nothing.
            let floor = if size > found.bounded { found.bounded } else { found.distance };
            let walks = (places(paths[i].as_ref()), places(paths[j].as_ref()));
            let distance = largest_distance(&walks.0, &walks.1, floor, &mut walking_distance);
            if distance > found.distance {
                (found.distance, found.pair) = (distance, Some((i, j)));
            }
            found.bounded = found.bounded.max(distance.min(size));
        }
    }
    Some(found)
}

/// When two units that go different ways are apart, in cells travelled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Regrouping {
    /// When they are [`SEPARATED`] or more apart for the first time.
    pub parted_at: usize,
    /// When they are nearer than that again for good.
    pub together_at: usize,
    /// When the second of them has left the bounds of the obstacle between them for the last time.
    pub passed_at: usize,
    /// When the second of them arrives.
    pub arrived_at: usize,
}

impl Regrouping {
    /// How far they travel from the end of the obstacle until they are together; 0 if they are together before it ends.
    pub fn after_the_obstacle(&self) -> usize {
        self.together_at.saturating_sub(self.passed_at)
    }
}

/// When two units are apart on their paths, and when they are together again. `None` if they are never apart.
pub fn regrouping(
    a: &[Cell],
    b: &[Cell],
    between: Rectangle,
    mut walking_distance: impl FnMut(Cell, Cell) -> f64,
) -> Option<Regrouping> {
    let (a, b) = (places(a), places(b));
    let arrived_at = a.len().max(b.len()).saturating_sub(1);
    let (mut parted_at, mut together_at) = (None, 0);
    let mut travelled = 0;
    while travelled <= arrived_at {
        let (Some(&here), Some(&there)) =
            (a.get(travelled).or(a.last()), b.get(travelled).or(b.last()))
        else {
            return None;
        };
        let distance = if here == there { 0.0 } else { walking_distance(here, there) };
        if distance >= SEPARATED {
            parted_at = parted_at.or(Some(travelled));
        }
        // The distance changes by at most two per cell travelled, so it cannot cross the limit before that.
        let steps = (((distance - SEPARATED).abs() - LAG) / 2.0).max(1.0) as usize;
        if distance >= SEPARATED {
            together_at = travelled + steps;
        }
        travelled += steps;
    }
    let beside = Rectangle::spanning(
        Cell::new(between.at.x - 1, between.at.y - 1),
        Cell::new(between.last().x + 1, between.last().y + 1),
    );
    let inside = |cell: &Cell| beside.contains(*cell);
    let last = |walk: &[Cell]| walk.iter().rposition(inside).map_or(0, |place| place + 1);
    let passed_at = last(&a).max(last(&b)).min(arrived_at);
    let together_at = together_at.min(arrived_at);
    Some(Regrouping { parted_at: parted_at?, together_at, passed_at, arrived_at })
}

/// Walks from the first cell to each cell, shortest in steps. An unreachable cell gets a walk of one cell.
pub fn approaches(terrain: &Terrain, cells: &[Cell]) -> Vec<Vec<Cell>> {
    let node = |c: Cell| terrain.node(c) as usize;
    let inside = |c: &Cell| terrain.bounds().contains(*c);
    let mut wanted = vec![false; terrain.node_count()];
    let mut before: Vec<Option<Cell>> = vec![None; terrain.node_count()];
    cells.iter().copied().filter(inside).for_each(|c| wanted[node(c)] = true);
    let mut missing = wanted.iter().filter(|w| **w).count();
    let mut queue = VecDeque::new();
    queue.extend(cells.first().copied().filter(inside).map(|first| (first, first)));
    while let Some((cell, from)) = queue.pop_front().filter(|_| missing > 0) {
        if before[node(cell)].is_some() {
            continue;
        }
        before[node(cell)] = Some(from);
        missing -= usize::from(wanted[node(cell)]);
        let steps = Direction::ALL.into_iter().filter(|&d| terrain.allows(cell, d));
        queue.extend(steps.map(|d| (cell.step(d), cell)));
    }
    let step_back = |&cell: &Cell| before[node(cell)].filter(|&from| from != cell);
    let walk = |&cell: &Cell| {
        let mut walk: Vec<Cell> = if inside(&cell) {
            std::iter::successors(Some(cell), step_back).collect()
        } else {
            vec![cell]
        };
        walk.reverse();
        walk
    };
    cells.iter().map(walk).collect()
}

/// The last cell that a unit has reached after 0, 1, 2, ... cells travelled, up to the end of its path.
fn places(path: &[Cell]) -> Vec<Cell> {
    let steps = path.windows(2).scan(0.0, |travelled, step| {
        *travelled += walk_length(step);
        Some(*travelled)
    });
    let mut places: Vec<Cell> = Vec::new();
    let mut here = path.first();
    for (travelled, cell) in steps.zip(&path[path.len().min(1)..]) {
        while (places.len() as f64) < travelled - 1e-9 {
            places.extend(here);
        }
        here = Some(cell);
    }
    places.extend(here);
    places
}

/// The units of two ways whose starts lie nearest to each other.
fn nearest_pair<P: AsRef<[Cell]>>(paths: &[P], a: &[usize], b: &[usize]) -> Option<(usize, usize)> {
    let start = |unit: usize| paths[unit].as_ref().first().copied();
    let pairs = a.iter().flat_map(|&i| b.iter().map(move |&j| (i, j)));
    pairs
        .filter_map(|(i, j)| Some((start(i)?.euclidean(start(j)?), (i, j))))
        .min_by(|(a, _), (b, _)| a.total_cmp(b))
        .map(|(_, pair)| pair)
}

/// The largest walking distance between two units at equal length travelled, exact if it is larger than
/// `floor`. A unit that has arrived stays.
fn largest_distance(
    a: &[Cell],
    b: &[Cell],
    floor: f64,
    walking_distance: &mut impl FnMut(Cell, Cell) -> f64,
) -> f64 {
    let last = a.len().max(b.len()).saturating_sub(1);
    let mut at = |s: usize| match (a.get(s).or(a.last()), b.get(s).or(b.last())) {
        (Some(&a), Some(&b)) if a != b => walking_distance(a, b),
        _ => 0.0,
    };
    let mut largest: f64 = 0.0;
    let mut gaps = Vec::new();
    let mut before: Option<(usize, f64)> = None;
    for s in (0..last).step_by(STRIDE).chain([last]) {
        let distance = at(s);
        largest = largest.max(distance);
        gaps.extend(before.map(|before| (before, (s, distance))));
        before = Some((s, distance));
    }
    while let Some(((low, at_low), (high, at_high))) = gaps.pop() {
        // Both move by one per cell travelled, so the distance changes by at most two.
        let possible = (at_low + at_high) / 2.0 + (high - low) as f64 + LAG;
        if high - low < 2 || possible <= largest.max(floor) {
            continue;
        }
        let middle = (low + high) / 2;
        let distance = at(middle);
        largest = largest.max(distance);
        gaps.push(((low, at_low), (middle, distance)));
        gaps.push(((middle, distance), (high, at_high)));
    }
    largest
}

/// Root mean square distance of cells from their centre. 0 of none.
fn root_mean_square_distance(cells: &[Cell]) -> f64 {
    let count = cells.len().max(1) as f64;
    let middle =
        |part: fn(&Cell) -> i32| cells.iter().map(|c| f64::from(part(c))).sum::<f64>() / count;
    let (x, y) = (middle(|c| c.x), middle(|c| c.y));
    let squares = cells.iter().map(|c| {
        let (dx, dy) = (f64::from(c.x) - x, f64::from(c.y) - y);
        dx * dx + dy * dy
    });
    (squares.sum::<f64>() / count).sqrt()
}

#[cfg(test)]
#[path = "separation_tests.rs"]
mod tests;
