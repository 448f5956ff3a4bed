//! Worked examples of searches and layers: plans, without a simulation.

use super::{drawn, on_ground, terrain};
use phalanx::grid::{Bounds, Cell, CornerRule, Direction, Terrain};
use phalanx::measure::{average_length, cohesion};
use phalanx::planning::{
    AStar, DirectionMap, Directions, Greedy, GroupRequest, LayerFields, Layers, Markers,
    PlanContext, PlanScratch, Search, Sectors, UnitPlan, plan,
};
use phalanx::search::{
    BestFirst, DistanceField, Estimate, FastSearch, JumpSearch, Lengths, Nothing, Octile, Problem,
    SearchStats, Takeover, Ties,
};
use std::fmt::Write;

fn best_first<H: Estimate>(terrain: &Terrain, start: Cell, goal: Cell, estimate: H) -> BestFirst {
    let mut search = BestFirst::default();
    let goal = terrain.node(goal);
    search.search(&Problem {
        terrain,
        start,
        goal: |node| node == goal,
        model: Lengths,
        estimate,
        ties: Ties::LargerG,
        reopen: false,
        takeover: Takeover::Smaller,
    });
    search
}

pub fn a_star() -> String {
    let terrain = terrain(&[".........", "....#....", "....#....", "....#....", "........."]);
    let (start, goal) = (Cell::new(2, 2), Cell::new(6, 2));
    let search = best_first(&terrain, start, goal, Octile(goal));
    let dijkstra = best_first(&terrain, start, goal, Nothing);
    let value = |cell: Cell, of: fn(f64, f64) -> f64| {
        let visit = search.visit(&terrain, cell).filter(|visit| visit.order.is_some());
        on_ground(&terrain, cell, visit.map(|visit| format!("{:.1}", of(visit.g, visit.h))))
    };
    let order = drawn(&terrain, |cell| {
        let visit = search.visit(&terrain, cell).and_then(|visit| visit.order);
        on_ground(&terrain, cell, visit.map(|order| (order + 1).to_string()))
    });
    let path = search.path(&terrain).unwrap();
    format!(
        "From {start} to {goal}, with the octile heuristic. In which order the nodes are expanded:\n\n{order}\n`g`, the cost so \
         far:\n\n{}\n`f = g + h`:\n\n{}\nThe path is {:.2} cells long, and {} nodes were expanded. `f` never falls along the way, and \
         equals the length of the path at its end. Without a heuristic (Dijkstra) the search expands {} nodes for the same \
         length.\n",
        drawn(&terrain, |cell| value(cell, |g, _| g)),
        drawn(&terrain, |cell| value(cell, |g, h| g + h)),
        path.length(),
        search.stats().expanded,
        dijkstra.stats().expanded,
    )
}

pub fn jump_point() -> String {
    let terrain = terrain(&[
        "....................",
        "....................",
        "..........##........",
        "..........##........",
        "..........##........",
        "....................",
        "....................",
        "....................",
    ]);
    let (start, goal) = (Cell::new(2, 3), Cell::new(17, 4));
    let mut jump = JumpSearch::default();
    jump.search(&terrain, start, goal);
    let mut plain = FastSearch::default();
    plain.search(&terrain, start, goal);
    let map = drawn(&terrain, |cell| {
        let place = jump.expanded().iter().position(|&node| node == terrain.node(cell));
        on_ground(&terrain, cell, place.map(|place| (place + 1).to_string()))
    });
    let lengths = [jump.path(&terrain), plain.path(&terrain)].map(|path| path.unwrap().length());
    format!(
        "From {start} to {goal}: the nodes that jump point search expands, in order. All others are only scanned.\n\n{map}\n| search \
         | nodes expanded | length |\n|---|---|---|\n| jump points | {} | {:.2} |\n| A* | {} | {:.2} |\n",
        jump.stats().expanded,
        lengths[0],
        plain.stats().expanded,
        lengths[1],
    )
}

fn plan_one(search: Search, context: &PlanContext, start: Cell, goal: Cell) -> UnitPlan {
    let starts = [start];
    let request = GroupRequest::new(context, &starts, goal);
    plan(&search, &request, &mut PlanScratch::default()).remove(0)
}

fn length(plan: &UnitPlan) -> f64 {
    plan.path.as_ref().unwrap().length()
}

pub fn sectors() -> String {
    let rule = Sectors::default();
    let layers = Layers { directions: Some(Directions::default()), ..Layers::default() };
    let mut text = format!(
        "Open maps under a direction map that has learned nothing yet, from one corner to the opposite one, with sectors of \
         {0} x {0} cells:\n\n| map | search | nodes expanded | length |\n|---|---|---|---|\n",
        rule.size
    );
    for (width, height) in [(40, 24), (128, 96)] {
        let terrain = Terrain::open(Bounds::new(width, height), CornerRule::BothSidesFree);
        let context = PlanContext::bare(&terrain).with_layers(layers);
        let (start, goal) = (Cell::new(3, 3), Cell::new(width as i32 - 4, height as i32 - 4));
        for (name, search) in
            [("sectors", Search::Sectors(rule)), ("A*", Search::AStar(AStar::default()))]
        {
            let plan = plan_one(search, &context, start, goal);
            let (nodes, length) = (plan.stats.expanded, length(&plan));
            writeln!(text, "| {width} x {height} | {name} | {nodes} | {length:.2} |").unwrap();
        }
    }
    text + "\nThe nodes of all pieces together; where units go from cell to cell, each piece is planned when the unit gets there. \
            On a small map one search is cheaper.\n"
}

pub fn greedy() -> String {
    let terrain = terrain(&["............", "............", "............", "............"]);
    let mut fields = LayerFields::default();
    for x in 0..12 {
        fields.directions.set(&terrain, Cell::new(x, 1), glam_right());
    }
    let layers = Layers { directions: Some(Directions::default()), ..Layers::default() };
    let context =
        PlanContext { fields: &fields, ..PlanContext::bare(&terrain) }.with_layers(layers);
    let (start, goal) = (Cell::new(0, 3), Cell::new(11, 3));
    let rows = [
        ("greedy", plan_one(Search::Greedy(Greedy::default()), &context, start, goal)),
        ("A*", plan_one(Search::AStar(AStar::default()), &context, start, goal)),
    ];
    let mut text = format!(
        "Row 1 has learned a stream to the right (`>`), all other cells nothing. From {start} to {goal}, `g` is the walk of a greedy \
         follower:\n\n{}\n| search | nodes expanded | length |\n|---|---|---|\n",
        drawn(&terrain, |cell| {
            let cells = rows[0].1.path.as_ref().unwrap().cells();
            let stream = if cell.y == 1 { ">" } else { "." };
            (if cells.contains(&cell) { "g" } else { stream }).into()
        })
    );
    for (name, plan) in &rows {
        text += &format!("| {name} | {} | {:.2} |\n", plan.stats.expanded, length(plan));
    }
    text
}

fn glam_right() -> glam::DVec2 {
    glam::DVec2::new(1.0, 0.0)
}

/// A map with the paths of several units, each by its letter; `*` where several meet.
fn paths(terrain: &Terrain, plans: &[UnitPlan]) -> String {
    drawn(terrain, |cell| {
        let on: Vec<usize> = (0..plans.len())
            .filter(|&unit| plans[unit].path.as_ref().unwrap().cells().contains(&cell))
            .collect();
        let letter = match on[..] {
            [] => None,
            [unit] => Some(char::from(b'a' + unit as u8).to_string()),
            _ => Some("*".into()),
        };
        on_ground(terrain, cell, letter)
    })
}

pub fn map_marker() -> String {
    let terrain = terrain(&[
        ".................",
        ".................",
        "......#####......",
        "......#####......",
        "......#####......",
        "......#####......",
        "......#####......",
        ".................",
        ".................",
    ]);
    let starts = [3, 4, 5].map(|y| Cell::new(1, y));
    let goal = Cell::new(15, 4);
    let search = Search::AStar(AStar::of_the_papers());
    let mut text = format!(
        "Three units, `a`, `b` and `c`, walk from column 1 to {goal}, round an obstacle of 5 x 5 cells. `*` is a cell of several \
         paths.\n"
    );
    let mut table =
        String::from("| | mean length | cohesion | nodes expanded |\n|---|---|---|---|\n");
    for (name, markers) in [("A*", None), ("Map Marker", Some(Markers::default()))] {
        let context =
            PlanContext::bare(&terrain).with_layers(Layers { markers, ..Layers::default() });
        let request = GroupRequest::new(&context, &starts, goal);
        let plans = plan(&search, &request, &mut PlanScratch::default());
        text += &format!("\n{name}:\n\n{}", paths(&terrain, &plans));
        let cells: Vec<&[Cell]> =
            plans.iter().map(|plan| plan.path.as_ref().unwrap().cells()).collect();
        let expanded: u64 = plans.iter().map(|plan| plan.stats.expanded).sum();
        let (length, cohesion) = (average_length(&cells), cohesion(&cells));
        table += &format!("| {name} | {length:.2} | {cohesion:.2} | {expanded} |\n");
    }
    let markers = Markers::default();
    let after = |paths: i32| markers.factor.powi(paths).max(markers.cap);
    format!(
        "{text}\n{table}\nA cell on one planned path has the marker {:.2}, on two {:.2}, on three {:.2}; the cap {} stops it there. A \
         priority of 20 on such a cell counts as {:.1}, {:.1} and {:.1} in the queue.\n",
        after(1),
        after(2),
        after(3),
        markers.cap,
        20.0 * after(1),
        20.0 * after(2),
        20.0 * after(3),
    )
}

pub fn direction_map() -> String {
    let terrain = terrain(&["....", "....", "...."]);
    let rule = Directions::default();
    let mut map = DirectionMap::default();
    let (a, b) = (Cell::new(1, 1), Cell::new(2, 1));
    let mut text = format!(
        "Units walk from {} over {a} to {b} and on, again and again; `alpha` is {}, `w_max` is {}. The cost of the step from {a} to \
         {b} and back:\n\n| walks | DV of {a} | with the stream | against it |\n|---|---|---|---|\n",
        Cell::new(0, 1),
        rule.alpha,
        rule.w_max,
    );
    for walks in 0..=4 {
        let [va, vb] = [a, b].map(|cell| map.at(&terrain, cell));
        let cost = |way: glam::DVec2| 1.0 + 0.25 * rule.w_max * (2.0 - va.dot(way) - vb.dot(way));
        let (with, against) = (cost(glam_right()), cost(-glam_right()));
        text += &format!("| {walks} | ({:.2}, {:.2}) | {with:.2} | {against:.2} |\n", va.x, va.y);
        for x in 0..3 {
            map.learn(&terrain, Cell::new(x, 1), Direction::East, &rule);
        }
    }
    let fields = LayerFields { directions: map, ..LayerFields::default() };
    let layers = Layers { directions: Some(rule), ..Layers::default() };
    let context =
        PlanContext { fields: &fields, ..PlanContext::bare(&terrain) }.with_layers(layers);
    let ends = [(Cell::new(0, 1), Cell::new(3, 1)), (Cell::new(3, 1), Cell::new(0, 1))];
    let [with, against] = ends
        .map(|(from, to)| length(&plan_one(Search::AStar(AStar::default()), &context, from, to)));
    text + &format!(
        "\nAfter these walks a unit that goes the same way takes the middle row, {with:.2} cells; one that comes the other way leaves it \
         and walks {against:.2}.\n"
    )
}

pub fn flow_field() -> String {
    let terrain = terrain(&["........", "....#...", "....#...", "....#...", "........"]);
    let goal = Cell::new(6, 2);
    let mut field = DistanceField::default();
    field.begin(&terrain, goal);
    field.settle_all(&terrain);
    let distance = |cell: Cell| field.distance(&terrain, cell);
    let arrow = |cell: Cell| {
        let legal = Direction::ALL.into_iter().filter(|&step| terrain.allows(cell, step));
        let best = legal.min_by(|&a, &b| {
            let far = |step| distance(cell.step(step)).unwrap_or(f64::INFINITY);
            far(a).total_cmp(&far(b))
        });
        best.map(|step| {
            let letter = match step.offset() {
                (1, 0) => '→',
                (-1, 0) => '←',
                (0, 1) => '↓',
                (0, -1) => '↑',
                (1, 1) => '↘',
                (-1, 1) => '↙',
                (1, -1) => '↗',
                _ => '↖',
            };
            letter.to_string()
        })
    };
    let SearchStats { expanded, .. } = field.stats();
    format!(
        "The goal is {goal}. One search outwards gives the integration field, in cells; it expands {expanded} nodes, once for the whole \
         group:\n\n{}\nThe flow leads from each cell to the neighbour with the smallest distance:\n\n{}",
        drawn(&terrain, |cell| {
            on_ground(&terrain, cell, distance(cell).map(|distance| format!("{distance:.1}")))
        }),
        drawn(&terrain, |cell| {
            if cell == goal { "*".into() } else { on_ground(&terrain, cell, arrow(cell)) }
        }),
    )
}
