//! Prices cells with a layer of one's own: units keep away from water. Needs no features.
//!
//! `cargo run --release --no-default-features --example own_layer`

use phalanx::grid::{Cell, CornerRule, Direction, Ground, Node, Terrain};
use phalanx::search::{BestFirst, CostModel, DIAGONAL_LENGTH, Octile, Problem, Takeover, Ties};

/// The price of each cell on top of the length of a step, by node.
struct FearOfWater(Vec<f64>);

impl FearOfWater {
    /// Cells beside water cost `price` more.
    fn new(terrain: &Terrain, price: f64) -> Self {
        let mut prices = vec![0.0; terrain.node_count()];
        for cell in terrain.bounds().cells() {
            let wet = |beside: Cell| {
                terrain.bounds().contains(beside) && terrain.ground(beside) == Ground::Water
            };
            if cell.neighbours().any(wet) {
                prices[terrain.node(cell) as usize] = price;
            }
        }
        Self(prices)
    }
}

impl CostModel for FearOfWater {
    fn step(&self, _: Node, to: Node, direction: Direction, g: f64) -> f64 {
        let length = if direction.is_diagonal() { DIAGONAL_LENGTH } else { 1.0 };
        g + length + self.0[to as usize]
    }
}

fn main() {
    let map = [
        "....................",
        "....................",
        "........WWWW........",
        "........WWWW........",
        "....................",
        "....................",
    ];
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &map);
    let (start, goal) = (Cell::new(1, 4), Cell::new(18, 4));
    let mut search = BestFirst::default();
    for price in [0.0, 2.0] {
        let goal_node = terrain.node(goal);
        search.search(&Problem {
            terrain: &terrain,
            start,
            goal: |node| node == goal_node,
            model: FearOfWater::new(&terrain, price),
            // Prices only add to the length, so the distance without them never overestimates.
            estimate: Octile(goal),
            ties: Ties::LargerG,
            reopen: false,
            takeover: Takeover::Smaller,
        });
        let Some(path) = search.path(&terrain) else { return println!("no path") };
        let beside_water = FearOfWater::new(&terrain, 1.0);
        let wet =
            path.cells().iter().filter(|&&cell| beside_water.0[terrain.node(cell) as usize] > 0.0);
        println!(
            "price {price}: {:.1} cells, {} of them beside water, {} nodes expanded",
            path.length(),
            wet.count(),
            search.stats().expanded
        );
    }
}
