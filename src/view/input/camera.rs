//! The camera: zoom at the pointer, pan, fit, follow.
//!
//! The [`View`] says which point of the map lies in the centre of the [`MapArea`] and how large a cell is. It glides to
//! its goal; because the centre and the size of a pixel glide in the same proportion, the point under the pointer stays
//! where it is throughout a zoom.

mod view;

pub use view::View;

use crate::sim::{Arena, Land, Position, Unit};
use crate::view::frame::FrameSystems;
use crate::view::input::events::InputEvents;
use crate::view::input::key_map::KeyMap;
use crate::view::input::pointer::Pointer;
use crate::view::input::selection::Selection;
use crate::view::panels::dialogs::Dialogs;
use crate::view::panels::layout::MapArea;
use crate::view::scene::arena_pictures::to_world;
use crate::view::scene::canvas::{Canvas, DrawSystems};
use bevy::input::mouse::{AccumulatedMouseMotion, AccumulatedMouseScroll, MouseScrollUnit};
use bevy::prelude::*;
use bevy::window::PrimaryWindow;
use bevy_egui::input::EguiWantsInput;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<View>()
        .add_message::<LookAt>()
        .add_systems(Startup, spawn_camera)
        .add_systems(
            Update,
            (
                (
                    measure_map,
                    zoom_by_wheel,
                    pan_by_mouse,
                    pan_by_keys,
                    serve_requests,
                    follow_selection,
                    glide,
                )
                    .chain()
                    .in_set(FrameSystems::Camera),
                clear_canvas.in_set(DrawSystems::Clear),
            ),
        );
}

/// A request to look somewhere.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub enum LookAt {
    /// The whole map.
    Map,
    /// A position, in cells, at the present zoom or a little closer.
    Position(Vec2),
    /// A position, in cells, at the present zoom.
    Middle(Vec2),
    /// The selected units, until the user pans or asks again.
    Selection,
}

/// How much one notch of the wheel changes the zoom.
const NOTCH: f32 = 1.2;
/// Scrolled pixels that count as one notch.
const PIXELS_PER_NOTCH: f32 = 50.0;
/// Maximum notches in one frame.
const MAX_NOTCHES: f32 = 6.0;
/// Longest time that the camera moves in one frame, in seconds. The first frame after a rest would be longer.
const MAX_FRAME: f32 = 0.1;
/// Speed of panning by keys, in logical pixels per second.
const PAN_SPEED: f32 = 900.0;

fn spawn_camera(mut commands: Commands) {
    // Lines and glyphs have soft edges of their own, so multisampling would only cost time.
    commands.spawn((Camera2d, Msaa::Off));
}

fn measure_map(
    mut view: ResMut<View>,
    area: Res<MapArea>,
    buttons: Res<ButtonInput<MouseButton>>,
    dialogs: Res<Dialogs>,
    window: Single<&Window, With<PrimaryWindow>>,
    arenas: Query<&Land, With<Arena>>,
) {
    let whole = Rect::from_corners(Vec2::ZERO, window.size());
    let area = if area.0.is_empty() { whole } else { area.0.intersect(whole) };
    if buttons.get_pressed().len() > 0 {
        view.settle();
    }
    // Behind the start page nobody sees the map. A new size of the window takes effect once the page is closed.
    let (window, area) = if dialogs.start_page { view.extent() } else { (window.size(), area) };
    view.set_extent(window, area);
    if let Some(land) = arenas.iter().next() {
        view.set_arenas(arenas.iter().count() as u32, land.terrain.bounds());
    }
}

fn zoom_by_wheel(
    mut view: ResMut<View>,
    pointer: Res<Pointer>,
    scroll: Res<AccumulatedMouseScroll>,
) {
    let notches = match scroll.unit {
        MouseScrollUnit::Line => scroll.delta.y,
        MouseScrollUnit::Pixel => scroll.delta.y / PIXELS_PER_NOTCH,
    };
    if let (Some(screen), Some(_)) = (pointer.screen, pointer.at)
        && notches != 0.0
    {
        view.zoom_at(screen, NOTCH.powf(notches.clamp(-MAX_NOTCHES, MAX_NOTCHES)));
    }
}

fn pan_by_mouse(
    mut view: ResMut<View>,
    pointer: Res<Pointer>,
    buttons: Res<ButtonInput<MouseButton>>,
    motion: Res<AccumulatedMouseMotion>,
    window: Single<&Window, With<PrimaryWindow>>,
    mut dragging: Local<bool>,
) {
    // A drag that began on the map continues when the pointer crosses a panel.
    *dragging = buttons.pressed(MouseButton::Middle)
        && (*dragging || (buttons.just_pressed(MouseButton::Middle) && pointer.at.is_some()));
    if *dragging && motion.delta != Vec2::ZERO {
        view.drag(motion.delta / window.scale_factor());
    }
}

fn pan_by_keys(
    mut view: ResMut<View>,
    input: Res<InputEvents>,
    egui: Res<EguiWantsInput>,
    selection: Res<Selection>,
    map: Res<KeyMap>,
    time: Res<Time<Real>>,
) {
    if egui.wants_any_keyboard_input() {
        return;
    }
    let direction = pan_direction(&input, &map, !selection.units.is_empty());
    if direction != Vec2::ZERO {
        view.drag(-direction * PAN_SPEED * time.delta_secs().min(MAX_FRAME));
    }
}

/// The direction of the pan keys that are held. While units are selected, a key that attacks does not pan.
fn pan_direction(input: &InputEvents, map: &KeyMap, units_selected: bool) -> Vec2 {
    let now = input.modifiers();
    if now.command || now.alt {
        return Vec2::ZERO;
    }
    let held = map.pans().filter_map(|(chord, way)| {
        let attacks = units_selected && map.intent(chord).is_some();
        let pans = input.holds(chord.key) && (now.shift || !chord.modifiers.shift) && !attacks;
        pans.then_some(way)
    });
    // Two keys for the same direction pan no faster than one.
    held.sum::<Vec2>().clamp(Vec2::NEG_ONE, Vec2::ONE).normalize_or_zero()
}

fn serve_requests(mut view: ResMut<View>, mut requests: MessageReader<LookAt>) {
    for request in requests.read() {
        match *request {
            LookAt::Map => view.fit(),
            LookAt::Position(position) => {
                view.following = false;
                view.look_at(position);
                let closer = view.goal.zoom.max(16.0);
                view.goal.zoom = view.legal_zoom(closer);
            }
            LookAt::Middle(position) => {
                view.following = false;
                view.look_at(position);
            }
            LookAt::Selection => view.following = !view.following,
        }
    }
}

fn follow_selection(
    mut view: ResMut<View>,
    selection: Res<Selection>,
    units: Query<(&Unit, &Position)>,
) {
    if !view.following {
        return;
    }
    let (mut sum, mut count) = (Vec2::ZERO, 0.0);
    for (_, position) in units.iter().filter(|(unit, _)| selection.units.contains(&unit.id)) {
        sum += position.0;
        count += 1.0;
    }
    if count > 0.0 {
        view.look_at(sum / count);
    } else {
        view.following = false;
    }
}

fn glide(
    mut view: ResMut<View>,
    time: Res<Time<Real>>,
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&mut Transform, &mut Projection), With<Camera2d>>,
) {
    view.glide(time.delta_secs().min(MAX_FRAME));
    let (mut transform, mut projection) = camera.into_inner();
    let middle = to_world(view.cells_at(window.size() / 2.0));
    if transform.translation.truncate() != middle {
        transform.translation = middle.extend(transform.translation.z);
    }
    if let Projection::Orthographic(orthographic) = &mut *projection {
        orthographic.scale = view.pixel();
    }
}

fn clear_canvas(
    mut canvas: ResMut<Canvas>,
    view: Res<View>,
    window: Single<&Window, With<PrimaryWindow>>,
) {
    // The map also shows behind floating panels, so the whole window is used.
    let visible = Rect::from_corners(view.cells_at(Vec2::ZERO), view.cells_at(window.size()));
    canvas.clear(visible, view.pixel());
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Bounds;
    use crate::scenario::Scenario;
    use crate::view::document::tests::desk::Desk;
    use crate::view::document::{FileIntent, Intent};
    use crate::view::input::events::tests::holding;
    use std::sync::Arc;

    fn pan_direction(input: &InputEvents, units_selected: bool) -> Vec2 {
        super::pan_direction(input, &KeyMap::default(), units_selected)
    }

    #[test]
    fn wasd_pans_except_that_a_attacks_while_units_are_selected() {
        let a = holding(&[KeyCode::KeyA]);
        assert_eq!(pan_direction(&a, false), Vec2::NEG_X);
        assert_eq!(pan_direction(&a, true), Vec2::ZERO);
        for command in [KeyCode::ControlLeft, KeyCode::SuperLeft] {
            let shortcut = holding(&[command, KeyCode::KeyA]);
            assert_eq!(pan_direction(&shortcut, false), Vec2::ZERO, "this selects all units");
            let pressed_later = holding(&[KeyCode::KeyA, command]);
            assert_eq!(pan_direction(&pressed_later, false), Vec2::ZERO);
        }
    }

    /// A desk with a camera, and how to resize its window.
    fn desk_with_camera() -> (Desk, impl Fn(&mut Desk, Vec2)) {
        let mut desk = Desk::new();
        desk.app
            .init_resource::<View>()
            .init_resource::<MapArea>()
            .init_resource::<ButtonInput<MouseButton>>()
            .add_systems(Update, measure_map.in_set(FrameSystems::Camera));
        let window = desk.app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        let resize = move |desk: &mut Desk, size: Vec2| {
            let mut window = desk.app.world_mut().get_mut::<Window>(window).unwrap();
            window.resolution.set(size.x, size.y);
            desk.frames();
        };
        resize(&mut desk, Vec2::new(1280.0, 720.0));
        (desk, resize)
    }

    fn is_fitted(desk: &Desk, window: Vec2) -> bool {
        let bounds = desk.document().start().terrain.bounds();
        let mut fitted = View::default();
        fitted.set_extent(window, Rect::from_corners(Vec2::ZERO, window));
        fitted.set_arenas(1, bounds);
        desk.app.world().resource::<View>().now == fitted.now
    }

    fn show_start_page(desk: &mut Desk, shown: bool) {
        desk.app.world_mut().resource_mut::<Dialogs>().start_page = shown;
        desk.frames();
    }

    #[test]
    fn a_map_that_is_opened_behind_the_start_page_is_fitted() {
        let window = Vec2::new(1280.0, 720.0);
        for (width, height) in [(6, 2), (90, 40)] {
            let (mut desk, _) = desk_with_camera();
            show_start_page(&mut desk, true);
            let scenario = Scenario::blank(Bounds::new(width, height));
            desk.send(Intent::File(FileIntent::OpenGiven(Arc::new(scenario))));
            show_start_page(&mut desk, false);
            assert!(is_fitted(&desk, window), "{width} x {height}");
        }
    }

    #[test]
    fn the_start_page_leaves_the_camera_where_it_was_unless_the_window_gets_another_size() {
        let (mut desk, resize) = desk_with_camera();
        let fit = Vec2::new(1280.0, 720.0);
        desk.app.world_mut().resource_mut::<View>().fit_at_once();
        for moved in [true, false] {
            if moved {
                desk.app.world_mut().resource_mut::<View>().drag(Vec2::new(30.0, 20.0));
            } else {
                desk.app.world_mut().resource_mut::<View>().fit_at_once();
            }
            let before = desk.app.world().resource::<View>().now;
            show_start_page(&mut desk, true);
            show_start_page(&mut desk, false);
            assert_eq!(desk.app.world().resource::<View>().now, before, "moved: {moved}");
        }
        assert!(is_fitted(&desk, fit));
        show_start_page(&mut desk, true);
        let larger = Vec2::new(1600.0, 1000.0);
        resize(&mut desk, larger);
        show_start_page(&mut desk, false);
        assert!(is_fitted(&desk, larger));
    }

    #[test]
    fn arrows_pan_only_with_shift() {
        assert_eq!(pan_direction(&holding(&[KeyCode::ArrowUp]), false), Vec2::ZERO);
        let with_shift = holding(&[KeyCode::ShiftLeft, KeyCode::ArrowUp]);
        assert_eq!(pan_direction(&with_shift, false), Vec2::NEG_Y);
    }

    #[test]
    fn opposite_keys_cancel_and_two_keys_for_one_direction_count_once() {
        assert_eq!(pan_direction(&holding(&[KeyCode::KeyW, KeyCode::KeyS]), false), Vec2::ZERO);
        let both = holding(&[KeyCode::ShiftLeft, KeyCode::KeyD, KeyCode::ArrowRight]);
        assert_eq!(pan_direction(&both, false), Vec2::X);
    }
}
