//! Overlays that show what is known of cells.

use super::*;
use crate::grid::{Bounds, CornerRule, Terrain};
use crate::overlay::palette::{self, DISTINCT};
use crate::planning::{CellSteps, DirectionMap, Search, Sectors, Whca};
use crate::scenario::{GiveOrder, Motion, Order};
use crate::sim::{ArenaFields, Board, spawn_arena};
use bevy::ecs::world::World;
use bevy::math::{Rect, Vec2};

fn texel(drawing: &Drawing, x: i32, y: i32) -> [u8; 4] {
    drawing.picture.as_ref().unwrap().at(Cell::new(x, y).center())
}

#[test]
fn visited_nodes_are_counted_by_search_or_ordered_within_the_only_one() {
    let simulation = after(&scenario(UNARMED, "Map Marker"), 1);
    let drawing = draw("Expanded nodes", &simulation, &[]);
    assert_ne!(texel(&drawing, 2, 3)[3], 0, "a start");
    let Legend::Ramp { title, low, high, .. } = &drawing.legend else { panic!("no ramp") };
    assert_eq!((title.as_str(), *low, *high), ("searches that expanded a cell", 1.0, 4.0));
    has_label(&drawing, "4 searches");
    let simulation = after(&scenario(UNARMED, "A*"), 1);
    let drawing = draw("Expanded nodes", &simulation, &[]);
    let Legend::Ramp { title, .. } = &drawing.legend else { panic!("no ramp") };
    assert_eq!(title, "order of expansion");
    assert_eq!(texel(&drawing, 17, 4), palette::RAMP[0].texel(255), "the goal comes first");
    has_label(&drawing, "g counts from the goal, there is no h");
}

#[test]
fn visited_nodes_of_a_large_map_say_that_they_are_jump_points() {
    let text = r#"(
        version: 1,
        map: Rectangles(size: (300, 300), areas: [(at: (150, 20), size: (1, 260))]),
        teams: [(name: "blue", doctrine: Named("A*"))],
        units: [(team: "blue", at: (20, 150), block: (2, 2))],
        orders: [(who: Team("blue"), order: Move(At(280, 150)))],
    )"#;
    let simulation = after(&load_str(text, "test", None).unwrap(), 2);
    let drawing = draw("Expanded nodes", &simulation, &[]);
    has_label(&drawing, "only jump points");
    has_label(&drawing, "g counts from the goal, h leads to the group");
}

#[test]
fn ground_that_is_cut_off_has_a_colour() {
    let rows = ["..#...", "..#..."];
    let simulation = after(&Scenario::plain(Terrain::from_text(CornerRule::Free, &rows)), 1);
    let drawing = draw("Regions", &simulation, &[]);
    assert_eq!(texel(&drawing, 0, 0), DISTINCT[0].texel(255));
    assert_eq!((texel(&drawing, 2, 0)[3], texel(&drawing, 4, 1)[3]), (0, 0));
    let Legend::Swatches(swatches) = &drawing.legend else { panic!("two regions") };
    assert!(swatches[0].label.contains('6') && swatches[1].label.contains('4'), "{swatches:?}");
}

#[test]
fn markers_lie_where_paths_went() {
    let simulation = after(&scenario(UNARMED, "Map Marker"), 1);
    let drawing = draw("Markers", &simulation, &[]);
    assert_ne!(texel(&drawing, 10, 4)[3], 0, "between start and goal");
    assert_eq!(texel(&drawing, 10, 0)[3], 0);
    has_label(&drawing, "cap 0.75");
    let other_team = draw("Markers", &simulation, &[4]);
    assert_eq!(other_team.legend, Legend::Empty("orange plans without markers.".into()));
}

/// The arrows of a map with a direction in every cell, as seen through a window.
fn arrows(pixel: f32, visible: Rect) -> usize {
    let terrain = Terrain::open(Bounds::new(40, 40), CornerRule::Free);
    let scenario = Scenario::plain(terrain.clone());
    let all = terrain.bounds().cells().map(|cell| (cell, (1.0, 0.0)));
    let mut map = DirectionMap::default();
    map.restore(&terrain, &all.collect::<Vec<_>>());
    let mut world = World::new();
    let arena = spawn_arena(&mut world, &scenario, 0);
    world.get_mut::<ArenaFields>(arena).unwrap().layers.directions = map;
    let scene = Scene::new(&world, arena).unwrap().seen_through(visible, pixel);
    let drawing = (overlay("Directions").draw)(&scene);
    has_label(&drawing, "directions in 1\u{2009}600 cells");
    count(&drawing, Layer::Ground, |shape| matches!(shape, Shape::Arrow { .. }))
}

#[test]
fn arrows_out_of_view_are_left_out_and_small_cells_share_one() {
    assert_eq!(arrows(0.05, Rect::new(0.0, 0.0, 9.9, 9.9)), 100);
    let all = Rect::new(0.0, 0.0, 40.0, 40.0);
    assert_eq!(arrows(0.25, all), 100, "sixteen cells share one");
}

#[test]
fn influence_has_a_colour_for_each_side_and_a_border_for_each_team() {
    let simulation = after(&scenario(ARMED, "Influence"), 1);
    let drawing = draw("Influence", &simulation, &[]);
    assert_eq!(
        texel(&drawing, 2, 3)[..3],
        palette::Scale::default().diverging(-1.0)[..3],
        "allies"
    );
    assert_eq!(
        texel(&drawing, 20, 3)[..3],
        palette::Scale::default().diverging(1.0)[..3],
        "enemies"
    );
    for team in 0..2 {
        let colour = palette::OKABE_ITO[team];
        let edges = drawing.layer(Layer::Cells).filter(|figure| figure.ink.colour == colour);
        assert!(edges.count() > 8, "team {team}");
    }
    has_label(&drawing, "as blue sees it");
    has_label(&drawing, "border of orange");
    let other = draw("Influence", &simulation, &[4]);
    assert_eq!(
        texel(&other, 2, 3)[..3],
        palette::Scale::default().diverging(1.0)[..3],
        "as orange sees it"
    );
}

#[test]
fn the_potential_field_appears_in_a_fight_with_the_choice_of_the_selected_unit() {
    let scenario = scenario(ARMED, "Hybrid potential field");
    let mut simulation = after(&scenario, 1);
    let why = draw("Potential field", &simulation, &[]);
    assert!(why_empty(&why).contains("sees an enemy"), "{why:?}");
    while draw("Potential field", &simulation, &[]).legend.is_empty() {
        simulation.run(8);
        assert!(simulation.tick() < 2000, "no fight");
    }
    let of_all = draw("Potential field", &simulation, &[]);
    has_label(&of_all, "one more Marine of blue");
    assert!(of_all.figures.is_empty());
    let of_one = draw("Potential field", &simulation, &[0]);
    has_label(&of_one, "potential for unit 0");
    assert_eq!(count(&of_one, Layer::Cells, |s| matches!(s, Shape::Outline { .. })), 2);
    // The window shows the same value under the pointer.
    let scene = Scene::new(simulation.world(), simulation.arena()).unwrap();
    let at = Vec2::new(10.0, 4.0);
    let hover = Hover::at(&scene, at, &mut SearchLookUp::default(), true);
    assert!(hover.potential.is_some());
    let without = Hover::at(&scene, at, &mut SearchLookUp::default(), false);
    assert_eq!(without.potential, None);
}

#[test]
fn price_differences_follow_the_layers() {
    let simulation = after(&scenario(UNARMED, "Map Marker"), 1);
    let drawing = draw("Cost added by layers", &simulation, &[]);
    assert_eq!(
        texel(&drawing, 10, 4)[..3],
        palette::Scale::default().diverging(-1.0)[..3],
        "markers attract"
    );
    assert_eq!(texel(&drawing, 10, 0)[3], 0);
    has_label(&drawing, "as blue sees it, with markers");
}

#[test]
fn sectors_are_outlined_and_the_way_through_them_is_filled() {
    let mut scenario = scenario(UNARMED, "A*");
    let sectors = Sectors { size: 4, ..Sectors::default() };
    scenario.teams[0].doctrine.search = Search::Sectors(sectors);
    let simulation = after(&scenario, 1);
    let drawing = draw("Sectors", &simulation, &[]);
    assert_eq!(count(&drawing, Layer::Cells, |s| matches!(s, Shape::Outline { .. })), 12);
    has_label(&drawing, "12 sectors with 12 connected parts");
    let drawing = draw("Sectors", &simulation, &[0]);
    let way = count(&drawing, Layer::Cells, |s| matches!(s, Shape::Fill { .. }));
    assert!((4..=5).contains(&way), "16 cells to go in sectors of 4: {way}");
    has_label(&drawing, &format!("route of the selected unit: {way} sectors"));
}

/// Both teams walk from cell to cell and plan by WHCA*.
fn cooperating() -> Simulation {
    let mut scenario = scenario(UNARMED, "A*");
    scenario.motion = Motion::CellSteps(CellSteps { ticks: 1, ..CellSteps::default() });
    for team in &mut scenario.teams {
        team.doctrine.search = Search::Whca(Whca::default());
    }
    let mut simulation = after(&scenario, 0);
    let units = vec![UnitId(4), UnitId(5)];
    let order = Order::Move(Cell::new(4, 4));
    simulation.send([Action::Order(GiveOrder { units, order, queued: false })]);
    simulation.run(3);
    simulation
}

#[test]
fn reserved_cells_have_the_colour_of_their_team_and_fade_with_time() {
    let drawing = draw("Reservations", &cooperating(), &[]);
    let inks: Vec<Ink> = drawing.figures.iter().map(|figure| figure.ink).collect();
    let colours: BTreeSet<Rgb> = inks.iter().map(|ink| ink.colour).collect();
    assert_eq!(colours, palette::OKABE_ITO[..2].iter().copied().collect());
    assert!(inks[0].strength > inks[1].strength, "later steps are fainter");
    has_label(&drawing, "reservations, up to");
}

/// The dead unit once lent its cells the colour of another team.
#[test]
fn reservations_of_a_unit_that_died_are_not_drawn() {
    let mut simulation = cooperating();
    simulation.send([Action::RemoveUnits(vec![UnitId(4), UnitId(5)])]);
    simulation.edit();
    let scene = Scene::new(simulation.world(), simulation.arena()).unwrap();
    let table = &scene.get::<Board>().unwrap().cooperation.table;
    assert!(table.list(scene.terrain()).any(|(unit, ..)| unit == 4), "still in the table");
    let drawing = draw("Reservations", &simulation, &[]);
    let colours: BTreeSet<Rgb> = drawing.figures.iter().map(|f| f.ink.colour).collect();
    assert_eq!(colours, [palette::OKABE_ITO[0]].into(), "blue lives");
    assert!(!labels(&drawing.legend).contains(&"orange"));
}

#[test]
fn cells_on_which_units_stood_still_have_a_colour() {
    let text = r#"(version: 1, map: Rows(["...................."]),
        units: [(team: "blue", at: (0, 0), block: (1, 1)), (team: "blue", at: (19, 0), block: (1, 1))],
        orders: [(who: Units([0]), order: Move(At(19, 0))), (who: Units([1]), order: Move(At(0, 0)))])"#;
    let scenario = load_str(text, "test", None).unwrap();
    let alone = after(&scenario, 20);
    assert!(why_empty(&draw("Standing still", &alone, &[])).contains("No unit"));
    let simulation = after(&scenario, 400);
    let drawing = draw("Standing still", &simulation, &[]);
    let stalls = simulation.get::<crate::sim::Stalls>().unwrap();
    let longest = stalls.cells().max_by_key(|(_, ticks)| *ticks).unwrap().0;
    assert_eq!(texel(&drawing, longest.x, 0), palette::RAMP[5].texel(255));
    for x in 0..20 {
        let stood = stalls.cells().any(|(cell, _)| cell.x == x);
        assert_eq!(texel(&drawing, x, 0)[3] > 0, stood, "column {x}");
    }
    has_label(&drawing, "stall share");
}
