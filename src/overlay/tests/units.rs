//! Overlays that show what units do, and the values under the pointer.

use super::*;
use crate::overlay::palette::{self, DISTINCT};
use crate::scenario::{GiveOrder, Order};
use bevy::math::Vec2;

#[test]
fn walking_units_have_a_path_and_a_slot_and_selected_ones_stand_out() {
    let mut simulation = after(&scenario(UNARMED, "A*"), 2);
    let units: Vec<UnitId> = (0..4).map(UnitId).collect();
    let order = Order::Move(Cell::new(5, 6));
    simulation.send([Action::Order(GiveOrder { units, order, queued: true })]);
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
    simulation.send([Action::Order(GiveOrder { units: vec![UnitId(0)], order, queued: false })]);
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
    has_label(&drawing, "unit 0 (1 of 2 selected) moves");
    let crowd: Vec<u32> = (0..13).collect();
    assert!(draw("Steering", &simulation, &crowd).figures.is_empty(), "too many arrows");
}

#[test]
fn selected_units_show_how_far_they_see_and_shoot() {
    let simulation = after(&scenario(ARMED, "A*"), 1);
    let drawing = draw("Sight and range", &simulation, &[0]);
    let marine = kind_named(ARMED).unwrap();
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
