use super::*;

fn view() -> View {
    let mut view = View::default();
    let area = Rect::new(0.0, 40.0, 1000.0, 840.0);
    view.set_extent(Vec2::new(1000.0, 840.0), area);
    view.set_arenas(1, Bounds::new(100, 50));
    view
}

#[test]
fn a_fitted_map_lies_in_the_middle_of_the_map_area() {
    let view = view();
    assert_eq!(view.screen_at(Vec2::new(50.0, 25.0)), Vec2::new(500.0, 440.0));
    let (corner, last) = (view.screen_at(Vec2::ZERO), view.screen_at(Vec2::new(100.0, 50.0)));
    assert!(corner.x >= 0.0 && corner.y >= 40.0 && last.x <= 1000.0 && last.y <= 840.0);
    let margins = corner.x.min(corner.y - 40.0);
    assert!((margins - FIT_MARGIN).abs() < 0.5, "the map fills the area up to its margin");
}

#[test]
fn window_and_map_convert_into_each_other() {
    let mut view = view();
    view.zoom_at(Vec2::new(200.0, 300.0), 3.0);
    view.jump();
    let place = Vec2::new(12.3, 45.6);
    assert!(view.cells_at(view.screen_at(place)).distance(place) < 1e-3);
}

#[test]
fn the_place_under_the_pointer_stays_there_throughout_a_zoom() {
    let mut view = view();
    let pointer = Vec2::new(300.0, 500.0);
    let place = view.cells_at(pointer);
    view.zoom_at(pointer, 2.0);
    view.zoom_at(pointer, 1.5);
    for _ in 0..40 {
        view.glide(1.0 / 60.0);
        assert!(view.cells_at(pointer).distance(place) < 1e-2);
    }
    assert_eq!(view.now, view.goal, "the glide comes to an end");
}

#[test]
fn zoom_ends_at_both_sides() {
    let mut view = view();
    for _ in 0..200 {
        view.zoom_at(Vec2::new(500.0, 440.0), 1.5);
    }
    assert_eq!(view.goal.zoom, CLOSEST);
    for _ in 0..200 {
        view.zoom_at(Vec2::new(500.0, 440.0), 0.5);
    }
    assert!(view.goal.zoom > 0.0 && view.goal.zoom < view.fitting_zoom());
}

#[test]
fn dragging_never_loses_the_map() {
    let mut view = view();
    view.drag(Vec2::new(1e9, -1e9));
    assert_eq!(view.now.middle, Vec2::new(0.0, 50.0));
    view.drag(Vec2::new(f32::INFINITY, f32::NAN));
    assert!(view.now.middle.is_finite() && view.goal.middle.is_finite());
}

#[test]
fn senseless_numbers_leave_the_view_finite() {
    let mut view = view();
    view.set_extent(Vec2::NAN, Rect::from_corners(Vec2::NAN, Vec2::ZERO));
    view.set_extent(Vec2::ZERO, Rect::new(5.0, 5.0, 5.0, 5.0));
    view.zoom_at(Vec2::new(f32::NAN, 3.0), f32::NAN);
    view.look_at(Vec2::NAN);
    view.glide(f32::NAN);
    view.glide(1e9);
    for shot in [view.now, view.goal] {
        assert!(shot.middle.is_finite() && shot.zoom.is_finite() && shot.zoom > 0.0, "{shot:?}");
    }
}

#[test]
fn a_fitted_map_is_fitted_again_when_the_window_changes_until_the_user_moves_it() {
    let mut view = View::default();
    view.set_extent(Vec2::new(90.0, 60.0), Rect::new(0.0, 0.0, 90.0, 60.0));
    view.set_arenas(1, Bounds::new(64, 40));
    // Much larger at once, as when a window opens.
    let large = Rect::new(0.0, 0.0, 1500.0, 900.0);
    view.set_extent(large.size(), large);
    let mut other = view;
    other.fit();
    assert_eq!(view.now, other.goal);
    view.drag(Vec2::new(30.0, 0.0));
    let corner = view.cells_at(Vec2::ZERO);
    let small = Rect::new(0.0, 0.0, 1400.0, 900.0);
    view.set_extent(small.size(), small);
    assert!(view.cells_at(Vec2::ZERO).distance(corner) < 1e-3, "the user has placed the map");
}

#[test]
fn a_panel_that_changes_its_size_moves_nothing() {
    let window = Vec2::new(1500.0, 900.0);
    let pointer = Vec2::new(700.0, 430.0);
    for zoomed in [1.0, 3.0, 0.1] {
        let mut view = View::default();
        let mut area = Rect::new(250.0, 30.0, 1150.0, 800.0);
        view.set_extent(window, area);
        view.set_arenas(1, Bounds::new(64, 40));
        for _ in 0..SETTLED {
            view.set_extent(window, area);
        }
        view.zoom_at(pointer, zoomed);
        view.jump();
        let (before, zoom) = (view.cells_at(pointer), view.now.zoom);
        for (left, top, right, bottom) in
            [(0.0, 0.0, 0.0, -96.0), (-250.0, 0.0, 0.0, 0.0), (250.0, 40.0, 300.0, 60.0)]
        {
            area.min += Vec2::new(left, top);
            area.max += Vec2::new(right, bottom);
            view.set_extent(window, area);
            view.glide(0.1);
            assert!(view.cells_at(pointer).distance(before) < 1e-3, "{zoomed}: {area:?}");
            assert_eq!(view.now.zoom, zoom);
        }
    }
}

#[test]
fn panels_find_their_places_around_a_new_map_unless_a_button_is_down() {
    let window = Vec2::new(1500.0, 900.0);
    let places = Rect::new(250.0, 30.0, 1150.0, 800.0);
    let fitted = |settles: bool| {
        let mut view = View::default();
        view.set_extent(window, Rect::from_corners(Vec2::ZERO, window));
        view.set_arenas(1, Bounds::new(64, 40));
        if settles {
            view.settle();
        }
        let before = view.cells_at(Vec2::new(700.0, 430.0));
        view.set_extent(window, places);
        (view.screen_at(view.map() / 2.0), view.cells_at(Vec2::new(700.0, 430.0)).distance(before))
    };
    assert_eq!(fitted(false).0, places.center());
    assert!(fitted(true).1 < 1e-3);
}

#[test]
fn arenas_stay_where_they_are_until_one_is_opened_or_the_map_is_fitted() {
    let window = Vec2::new(1500.0, 900.0);
    let wide = Rect::from_corners(Vec2::ZERO, window);
    let narrow = Rect::new(0.0, 0.0, 500.0, 900.0);
    let bounds = Bounds::new(40, 40);
    let mut view = View::default();
    view.set_extent(window, wide);
    view.set_arenas(2, bounds);
    for _ in 0..SETTLED {
        view.set_extent(window, wide);
    }
    let beside = view.origin(1);
    assert_eq!(beside.y, 0.0);
    view.set_extent(window, narrow);
    view.set_arenas(2, bounds);
    assert_eq!(view.origin(1), beside, "a panel has opened");
    view.fit();
    assert_eq!((view.origin(1).x, view.now), (0.0, view.goal), "one below the other, at once");
    view.set_extent(window, wide);
    view.set_arenas(4, bounds);
    assert_eq!(view.origin(3), Vec2::new(view.origin(1).x, view.origin(2).y), "two by two");
    let all = view;
    view.set_arenas(4, bounds);
    assert_eq!((view.grid, view.now), (all.grid, all.now));
    // Three arenas may need as much room as four, and are fitted again.
    view.drag(Vec2::new(90.0, 0.0));
    view.set_arenas(3, bounds);
    assert!(view.is_fitted());
}
