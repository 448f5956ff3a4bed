//! Every overlay on small scenarios, without a window.

use super::palette::{self, DISTINCT};
use super::*;
use crate::combat::built_in;
use crate::grid::{Cell, CornerRule, Terrain};
use crate::planning::{CellSteps, DirectionMap, Search, Sectors, Whca};
use crate::scenario::{Action, Motion, Order, Scenario, UnitId, load_str, preset_named};
use crate::sim::{Board, CaptureSearch, Learned, Simulation};
use bevy::math::{Rect, Vec2};
use std::collections::BTreeSet;

/// Four blue units in the west that go to the east, and two orange units there, both of a kind.
fn scenario(kind: &str, preset: &str) -> Scenario {
    let text = format!(
        r#"(
            version: 1,
            map: Rectangles(size: (24, 8)),
            teams: [(name: "blue", doctrine: Named("{preset}")), (name: "orange")],
            units: [
                (team: "blue", kind: "{kind}", at: (2, 3), block: (2, 2)),
                (team: "orange", kind: "{kind}", at: (20, 3), block: (1, 2)),
            ],
            orders: [(who: Team("blue"), order: Move(At(17, 4)))],
        )"#
    );
    load_str(&text, "test", None).unwrap()
}

fn after(scenario: &Scenario, ticks: u64) -> Simulation {
    let mut simulation = Simulation::new(scenario);
    simulation.watch(CaptureSearch { last_search: true, separation: false });
    simulation.run(ticks);
    simulation
}

/// A kind of unit without a weapon, and one with.
const UNARMED: &str = "soldier";
const ARMED: &str = "Marine";

fn overlay(title: &str) -> &'static Overlay {
    OVERLAYS.iter().find(|overlay| overlay.title == title).unwrap()
}

fn selection(units: &[u32]) -> BTreeSet<UnitId> {
    units.iter().map(|&unit| UnitId(unit)).collect()
}

/// What an overlay shows with some units selected.
fn draw(title: &str, simulation: &Simulation, selected: &[u32]) -> Drawing {
    let selected = selection(selected);
    let scene = Scene::new(simulation.world(), simulation.arena()).unwrap();
    (overlay(title).draw)(&scene.with_selection(&selected))
}

/// How many of a drawing's figures have such a shape.
fn count(drawing: &Drawing, layer: Layer, is: impl Fn(&Shape) -> bool) -> usize {
    drawing.layer(layer).filter(|figure| is(&figure.shape)).count()
}

fn why_empty(drawing: &Drawing) -> &str {
    assert!(drawing.figures.is_empty() && drawing.picture.is_none(), "{drawing:?}");
    match &drawing.legend {
        Legend::Empty(why) => why,
        legend => panic!("not empty: {legend:?}"),
    }
}

fn labels(legend: &Legend) -> Vec<&str> {
    match legend {
        Legend::Swatches(swatches) => swatches.iter().map(|s| s.label.as_str()).collect(),
        Legend::Ramp { title, notes, .. } => {
            std::iter::once(title).chain(notes).map(String::as_str).collect()
        }
        Legend::Several(legends) => legends.iter().flat_map(labels).collect(),
        Legend::Empty(_) => Vec::new(),
    }
}

fn has_label(drawing: &Drawing, part: &str) {
    let labels = labels(&drawing.legend);
    assert!(labels.iter().any(|label| label.contains(part)), "{part}: {labels:?}");
}

fn texel(drawing: &Drawing, x: i32, y: i32) -> [u8; 4] {
    drawing.picture.as_ref().unwrap().at(Cell::new(x, y).center())
}

#[test]
fn overlays_have_their_own_names_and_keys() {
    let keys: BTreeSet<_> = OVERLAYS.iter().map(|overlay| overlay.key).collect();
    let hotkeys: BTreeSet<_> = OVERLAYS.iter().map(|overlay| overlay.hotkey).collect();
    assert_eq!((keys.len(), hotkeys.len()), (OVERLAYS.len(), OVERLAYS.len()));
    assert!(OVERLAYS.iter().all(|overlay| overlay.doc.ends_with('.')));
}

#[test]
fn every_overlay_without_data_says_why_it_is_empty() {
    let mut scenario = scenario(UNARMED, "A*");
    scenario.orders.clear();
    let simulation = Simulation::new(&scenario);
    for overlay in OVERLAYS.iter().filter(|overlay| overlay.title != "Occupancy") {
        let drawing = draw(overlay.title, &simulation, &[]);
        assert!(why_empty(&drawing).ends_with('.'), "{}", overlay.title);
    }
}

/// The window draws an overlay again only when its revision changes.
#[test]
fn a_drawing_changes_only_with_its_revision() {
    for (kind, preset) in
        [(ARMED, "Hybrid potential field"), (ARMED, "Influence"), (UNARMED, "Map Marker")]
    {
        let mut simulation = after(&scenario(kind, preset), 0);
        let mut drawn = vec![None; OVERLAYS.len()];
        let mut repeated = 0;
        for step in 0..60 {
            // Units are selected and walls are painted now and then.
            let selected = selection(&[0, 1, 2][..step / 10 % 4]);
            if step % 20 == 7 {
                let wall = (Cell::new(8 + step as i32 / 10, 2), crate::grid::Ground::Wall);
                simulation.send([Action::Paint(vec![wall])]);
            }
            if step % 3 == 0 {
                simulation.run(8);
            }
            let scene = Scene::new(simulation.world(), simulation.arena()).unwrap();
            let scene = scene.with_selection(&selected);
            for (overlay, last) in OVERLAYS.iter().zip(&mut drawn) {
                let Some(revision) = overlay.revision else { continue };
                let now = (revision(&scene), (overlay.draw)(&scene));
                if let Some((before, drawing)) = last.take()
                    && before == now.0
                {
                    repeated += 1;
                    assert!(drawing == now.1, "{}, {preset}, step {step}", overlay.title);
                }
                *last = Some(now);
            }
        }
        assert!(repeated > 100, "{preset}: {repeated}");
    }
}

#[test]
fn walking_units_have_a_path_and_a_slot_and_selected_ones_stand_out() {
    let mut simulation = after(&scenario(UNARMED, "A*"), 2);
    let units: Vec<UnitId> = (0..4).map(UnitId).collect();
    let order = Order::Move(Cell::new(5, 6));
    simulation.send([Action::Order { units, order, queued: true }]);
    simulation.run(2);
    let drawing = draw("Planned paths", &simulation, &[1]);
    let widths: Vec<f32> = drawing
        .layer(Layer::Paths)
        .filter_map(|figure| match figure.shape {
            Shape::Polyline { width, .. } => Some(width),
            _ => None,
        })
        .collect();
    assert_eq!(widths, [1.6, 2.6, 1.6, 1.6]);
    assert_eq!(count(&drawing, Layer::Paths, |s| matches!(s, Shape::Disc { .. })), 4);
    let way_points = count(&drawing, Layer::Paths, |s| matches!(s, Shape::Circle { .. }));
    assert_eq!(way_points, 1, "the first goal of the selected unit");
    has_label(&drawing, "4 paths");
    let blue = drawing.figures[0].ink.colour;
    assert_eq!(blue, palette::OKABE_ITO[0]);
}

#[test]
fn cross_hairs_follow_the_target_of_the_selected_units() {
    let mut simulation = after(&scenario(ARMED, "A*"), 1);
    let order = Order::AttackUnit { unit: UnitId(4), at: Cell::new(20, 3) };
    simulation.send([Action::Order { units: vec![UnitId(0)], order, queued: false }]);
    simulation.run(8);
    let marks = |selected: &[u32]| {
        let drawing = draw("Planned paths", &simulation, selected);
        drawing.layer(Layer::Marks).map(|figure| figure.shape.bounds().center()).collect::<Vec<_>>()
    };
    assert_eq!(marks(&[1]), []);
    let scene = Scene::new(simulation.world(), simulation.arena()).unwrap();
    let target = scene.place(&scene.unit(UnitId(4)).unwrap()).unwrap();
    assert!(marks(&[0])[0].distance(target) < 1e-4);
}

#[test]
fn visited_nodes_are_counted_by_search_or_ordered_within_the_only_one() {
    let simulation = after(&scenario(UNARMED, "Map Marker"), 1);
    let drawing = draw("Visited nodes", &simulation, &[]);
    assert_ne!(texel(&drawing, 2, 3)[3], 0, "a start");
    let Legend::Ramp { title, low, high, .. } = &drawing.legend else { panic!("no ramp") };
    assert_eq!((title.as_str(), *low, *high), ("searches that expanded a cell", 1.0, 4.0));
    has_label(&drawing, "4 searches");
    let simulation = after(&scenario(UNARMED, "A*"), 1);
    let drawing = draw("Visited nodes", &simulation, &[]);
    let Legend::Ramp { title, .. } = &drawing.legend else { panic!("no ramp") };
    assert_eq!(title, "order of expansion");
    assert_eq!(texel(&drawing, 17, 4), palette::RAMP[0].texel(255), "the goal comes first");
}

#[test]
fn occupied_cells_and_slots_are_marked() {
    let simulation = after(&scenario(UNARMED, "A*"), 1);
    let drawing = draw("Occupancy", &simulation, &[]);
    let fills = drawing.layer(Layer::Cells).filter(|f| matches!(f.shape, Shape::Fill { .. }));
    let colours: Vec<Rgb> = fills.map(|figure| figure.ink.colour).collect();
    assert_eq!(colours, [DISTINCT[0]; 6]);
    assert_eq!(count(&drawing, Layer::Cells, |s| matches!(s, Shape::Outline { .. })), 4);
    has_label(&drawing, "cells with one unit: 6");
    has_label(&drawing, "slots: 4");
}

#[test]
fn ground_that_is_cut_off_has_a_colour() {
    let rows = ["..#...", "..#..."];
    let simulation = after(&Scenario::on(Terrain::from_text(CornerRule::Free, &rows)), 1);
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
    let terrain = Terrain::open(crate::grid::Bounds::new(40, 40), CornerRule::Free);
    let mut scenario = Scenario::on(terrain.clone());
    let all = terrain.bounds().cells().map(|cell| (cell, (1.0, 0.0)));
    let mut map = DirectionMap::default();
    map.restore(&terrain, &all.collect::<Vec<_>>());
    scenario.teams[0].doctrine = preset_named("A*").unwrap().doctrine;
    let mut world = bevy::ecs::world::World::new();
    let arena = crate::sim::spawn_arena(&mut world, &scenario, 0);
    world.entity_mut(arena).insert(Learned(map));
    let scene = Scene::new(&world, arena).unwrap().seen_through(visible, pixel);
    let drawing = (overlay("Directions").draw)(&scene);
    has_label(&drawing, "1\u{2009}600 cells have a direction");
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
    assert_eq!(texel(&drawing, 2, 3)[..3], palette::diverging(-1.0)[..3], "friends");
    assert_eq!(texel(&drawing, 20, 3)[..3], palette::diverging(1.0)[..3], "enemies");
    for team in 0..2 {
        let colour = palette::OKABE_ITO[team];
        let edges = drawing.layer(Layer::Cells).filter(|figure| figure.ink.colour == colour);
        assert!(edges.count() > 8, "team {team}");
    }
    has_label(&drawing, "as blue sees it");
    has_label(&drawing, "border of orange");
    let other = draw("Influence", &simulation, &[4]);
    assert_eq!(texel(&other, 2, 3)[..3], palette::diverging(1.0)[..3], "as orange sees it");
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
    let drawing = draw("Price difference", &simulation, &[]);
    assert_eq!(texel(&drawing, 10, 4)[..3], palette::diverging(-1.0)[..3], "markers attract");
    assert_eq!(texel(&drawing, 10, 0)[3], 0);
    has_label(&drawing, "as blue sees it, with Markers");
}

#[test]
fn the_selected_unit_has_an_arrow_for_every_term_that_steers_it() {
    let simulation = after(&scenario(UNARMED, "A*"), 20);
    let drawing = draw("Steering", &simulation, &[0, 4]);
    assert_eq!(count(&drawing, Layer::Marks, |s| matches!(s, Shape::Circle { .. })), 2);
    let velocity = drawing.layer(Layer::Marks).filter_map(|figure| match figure.shape {
        Shape::Arrow { from, to, width: 3.0 } => Some(to - from),
        _ => None,
    });
    let velocity: Vec<Vec2> = velocity.collect();
    assert!(
        velocity.len() == 1 && velocity[0].x > 0.5,
        "only one walks, to the east: {velocity:?}"
    );
    has_label(&drawing, "unit 0 moves");
    let crowd: Vec<u32> = (0..13).collect();
    assert!(draw("Steering", &simulation, &crowd).figures.is_empty(), "too many arrows");
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
    assert!(way >= 5, "from column 0 to column 4: {way}");
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
    simulation.send([Action::Order { units, order, queued: false }]);
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
fn selected_units_show_how_far_they_see_and_shoot() {
    let simulation = after(&scenario(ARMED, "A*"), 1);
    let drawing = draw("Sight and range", &simulation, &[0]);
    let marine = crate::combat::kind_named(ARMED).unwrap();
    let radii: Vec<f32> = drawing
        .layer(Layer::Marks)
        .filter_map(|figure| match figure.shape {
            Shape::Circle { radius, .. } => Some(radius),
            _ => None,
        })
        .collect();
    let range = marine.weapon.as_ref().unwrap().range + marine.radius;
    assert_eq!(radii, [marine.sight, range]);
    has_label(&drawing, "follows its path");
    let crowd: Vec<u32> = (0..13).collect();
    let drawing = draw("Sight and range", &simulation, &crowd);
    assert!(drawing.figures.is_empty(), "too many circles");
    has_label(&drawing, "up to 12 units");
}

#[test]
fn a_flock_shows_what_its_members_see() {
    let simulation = after(&scenario(UNARMED, "Flock"), 20);
    let drawing = draw("Sight and range", &simulation, &[0]);
    assert_eq!(count(&drawing, Layer::Marks, |s| matches!(s, Shape::Polyline { .. })), 1);
    has_label(&drawing, "view angle");
}

#[test]
fn the_values_under_the_pointer_name_cell_unit_and_search() {
    let simulation = after(&scenario(UNARMED, "Map Marker"), 1);
    let scene = Scene::new(simulation.world(), simulation.arena()).unwrap();
    let mut look_up = SearchLookUp::default();
    let place = scene.place(&scene.unit(UnitId(0)).unwrap()).unwrap();
    let hover = Hover::at(&scene, place, &mut look_up, false);
    assert_eq!(hover.unit.map(|unit| (unit.id, unit.team_name)), Some((UnitId(0), "blue".into())));
    assert!(hover.passable && hover.region_size == 24 * 8);
    let hover = Hover::at(&scene, Vec2::new(10.5, 4.5), &mut look_up, false);
    assert!(hover.searched.is_some_and(|search| search.of == 4 && search.by > 0), "{hover:?}");
    assert!(hover.fields.is_some_and(|fields| fields.marker < 1.0));
    assert_eq!(hover.unit, None);
    let again = Hover::at(&scene, Vec2::new(10.5, 4.5), &mut look_up, false);
    assert_eq!(again, hover, "from what was looked up before");
    let outside = Hover::at(&scene, Vec2::new(-1.0, 3.0), &mut look_up, false);
    assert_eq!(outside, Hover::default());
}

#[test]
fn the_kinds_of_these_tests_are_armed_as_they_say() {
    assert_eq!(built_in()[0].name, UNARMED);
    assert!(built_in()[0].weapon.is_none());
}
