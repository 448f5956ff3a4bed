//! What a path costs under the layers that are on, term by term, beside the path that plain A* would take.
//!
//! A step costs its length, times the factors of the layers, plus their surcharges, times their weights in the queue: the same
//! numbers that [`Prices`](super::Prices) shows per cell. Map Marker orders its queue by `(g + h) * marker` and leaves costs
//! alone; here each step is multiplied by the marker of the cell that it enters, which says on which side the marked ground lies.
//!
//! The markers that a unit saw are rebuilt from the paths of those that planned before it, so they are exact even if other
//! groups have planned since. The other layers are priced as they are now.
//!
//! Costs one plain search and a walk over the paths.

use super::context::PlanContext;
use super::layers::{LayerTerms, LayerTrails, Layers};
use crate::grid::{Cell, Direction};
use crate::search::{FastSearch, Path};

/// What a path costs, in cells.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PathPrice {
    /// Its length.
    pub length: f64,
    /// What each layer adds, in the order of [`Layers::LIST`]; negative where a layer attracts.
    pub layers: [f64; Layers::LIST.len()],
}

impl PathPrice {
    /// The cost with all layers.
    pub fn total(&self) -> f64 {
        self.length + self.layers.iter().sum::<f64>()
    }
}

/// A path beside the shortest one between the same ends.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WayComparison {
    /// The cost of the path.
    pub own: PathPrice,
    /// The shortest path that plain A* finds, and its cost; `None` if there is none or the map is too large to look for it.
    pub shortest: Option<(Vec<Cell>, PathPrice)>,
}

/// Maps with more cells are not searched: the search may take a tenth of a second.
const MAX_CELLS: usize = 1 << 22;

/// The cost of a path and of the shortest path between its ends. `before` holds the paths of companions that planned earlier
/// and left markers.
pub fn compare_with_shortest(
    context: &PlanContext,
    before: &[&[Cell]],
    path: &[Cell],
    search: &mut FastSearch,
) -> WayComparison {
    let mut trails = LayerTrails::default();
    trails.begin_group(context);
    for path in before.iter().filter(|path| path.iter().all(|c| context.terrain.is_passable(*c))) {
        trails.leave_path(context, path);
    }
    let terms = LayerTerms::new(context, &trails);
    let own = price(context, &terms, path);
    let small = context.terrain.bounds().area() <= MAX_CELLS;
    let ends = path.first().zip(path.last()).filter(|_| small);
    let shortest = ends.and_then(|(&from, &to)| {
        search.search(context.terrain, from, to);
        search.path(context.terrain).map(Path::into_cells)
    });
    let shortest = shortest.map(|cells| {
        let price = price(context, &terms, &cells);
        (cells, price)
    });
    WayComparison { own, shortest }
}

/// The indices of those among the paths of a group that were planned before another, if its units plan in turns.
pub fn planned_before(layers: &Layers, paths: &[&[Cell]], me: usize) -> Option<Vec<usize>> {
    let goal = *paths.get(me)?.last()?;
    let start = |path: &&[Cell]| path.first().copied().unwrap_or(goal);
    let starts: Vec<Cell> = paths.iter().map(start).collect();
    let order = layers.in_turns().then(|| layers.planning_order(&starts, goal))?;
    Some(order.into_iter().take_while(|&place| place != me).collect())
}

fn price(context: &PlanContext, terms: &LayerTerms, path: &[Cell]) -> PathPrice {
    let terrain = context.terrain;
    let mut price = PathPrice::default();
    for step in path.windows(2) {
        let Some(direction) = Direction::between(step[0], step[1]) else { continue };
        let inside = |cell: Cell| terrain.bounds().contains(cell);
        if !inside(step[0]) || !inside(step[1]) {
            continue;
        }
        let length = direction.length();
        let (from, to) = (terrain.node(step[0]), terrain.node(step[1]));
        price.length += length;
        let shares = terms.shares(from, to, direction, length);
        price.layers.iter_mut().zip(shares).for_each(|(sum, share)| *sum += share);
    }
    price
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{CornerRule, Terrain};
    use crate::planning::{DirectionMap, Directions, LayerFields, Markers};
    use glam::DVec2;
    use std::f64::consts::SQRT_2;

    fn cells(path: &[(i32, i32)]) -> Vec<Cell> {
        path.iter().map(|&c| c.into()).collect()
    }

    /// Two paths of equal length round a wall of one cell.
    fn ground() -> Terrain {
        Terrain::from_text(CornerRule::Free, &[".....", "..#..", "....."])
    }

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-9
    }

    #[test]
    fn without_layers_the_price_is_the_length() {
        let terrain = ground();
        let context = PlanContext::bare(&terrain);
        let path = cells(&[(0, 1), (1, 1), (2, 0), (3, 1), (4, 1)]);
        let found = compare_with_shortest(&context, &[], &path, &mut FastSearch::default());
        assert!(close(found.own.length, 2.0 + 2.0 * SQRT_2));
        assert_eq!(found.own.total(), found.own.length);
        let (_, price) = found.shortest.unwrap();
        assert!(close(price.length, found.own.length), "both ways are equal to plain A*");
    }

    #[test]
    fn markers_of_those_before_make_their_way_cheaper() {
        let terrain = ground();
        let markers = Markers { neighbour_radius: 0, cap: 0.5, ..Markers::default() };
        let layers = Layers { markers: Some(markers), ..Layers::default() };
        let context = PlanContext::bare(&terrain).with_layers(layers);
        let above = cells(&[(0, 1), (1, 1), (2, 0), (3, 1), (4, 1)]);
        let below = cells(&[(0, 1), (1, 1), (2, 2), (3, 1), (4, 1)]);
        let search = &mut FastSearch::default();
        let two = [&above[..], &above[..]];
        let mut price = |path: &[Cell]| compare_with_shortest(&context, &two, path, search).own;
        let [a, b] = [&above, &below].map(|path| price(path));
        // Two paths: each cell of theirs counts 0.9 * 0.9. The other path shares all steps but the one onto (2, 2).
        assert!(close(a.layers[0], -(2.0 + 2.0 * SQRT_2) * 0.19), "{a:?}");
        assert!(close(b.total() - a.total(), SQRT_2 * 0.19), "{a:?} {b:?}");
    }

    #[test]
    fn the_cap_holds_and_surcharges_are_counted_before_weights() {
        let terrain = ground();
        let markers = Markers { neighbour_radius: 0, ..Markers::default() };
        let directions = Directions::default();
        let layers =
            Layers { markers: Some(markers), directions: Some(directions), ..Layers::default() };
        let mut map = DirectionMap::default();
        map.set(&terrain, Cell::new(1, 0), DVec2::X);
        let fields = LayerFields { directions: map, ..LayerFields::default() };
        let context = PlanContext { fields: &fields, ..PlanContext::bare(&terrain) };
        let context = context.with_layers(layers);
        let path = cells(&[(0, 0), (1, 0)]);
        let many = [&path[..]; 9];
        let search = &mut FastSearch::default();
        let own = compare_with_shortest(&context, &many, &path, search).own;
        let bare = compare_with_shortest(&context, &[], &path, search).own;
        assert!(own.layers[1] > 0.0 && own.layers[1] == bare.layers[1], "{own:?} {bare:?}");
        assert!(close(own.layers[0], -0.25 * (1.0 + own.layers[1])), "{own:?}");
    }

    #[test]
    fn the_order_of_planning_says_who_came_before() {
        let paths = [cells(&[(0, 0), (1, 0), (2, 0)]), cells(&[(1, 0), (2, 0)])];
        let paths: Vec<&[Cell]> = paths.iter().map(|path| &path[..]).collect();
        let marked = Layers { markers: Some(Markers::default()), ..Layers::default() };
        assert_eq!(planned_before(&marked, &paths, 1), Some(vec![]), "the nearest plans first");
        assert_eq!(planned_before(&marked, &paths, 0), Some(vec![1]));
        assert_eq!(planned_before(&Layers::default(), &paths, 0), None, "nobody takes turns");
    }
}
