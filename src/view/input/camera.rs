//! The camera: zoom at the pointer, pan, fit, follow.
//!
//! The [`View`] says which point of the map lies in the middle of the [`MapArea`] and how large a cell is.
//! It glides towards where it is going; because the middle and the size of a pixel glide in the same
//! proportion, the point under the pointer stays where it is throughout a zoom.

mod view;

pub use view::{Shot, View};

use crate::grid::Bounds;
use crate::sim::{Arena, Land, Position, Unit};
use crate::view::scene::canvas::{Canvas, DrawSystems};
use crate::view::shared::{FrameSystems, MapArea, Pointer, Selection, arena_origin, to_world};
use bevy::ecs::system::SystemParam;
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
                    fit_new_arenas,
                    steer_by_mouse,
                    steer_by_keys,
                    follow_requests,
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
    /// A place, in cells, at the present zoom or a little nearer.
    Place(Vec2),
    /// The selected units, for as long as the user does not pan; again to stop.
    Selection,
}

/// How much one notch of the wheel changes the zoom.
const NOTCH: f32 = 1.2;
/// Scrolled pixels that count as one notch.
const PIXELS_PER_NOTCH: f32 = 50.0;
/// Speed of panning by keys, in logical pixels per second.
const PAN_SPEED: f32 = 900.0;

fn spawn_camera(mut commands: Commands) {
    // Lines and glyphs fade at their edges by themselves, so multisampling would only cost time.
    commands.spawn((Camera2d, Msaa::Off));
}

fn measure_map(
    mut view: ResMut<View>,
    area: Res<MapArea>,
    window: Single<&Window, With<PrimaryWindow>>,
    arenas: Query<(&Arena, &Land)>,
) {
    let whole = Rect::from_corners(Vec2::ZERO, window.size());
    let area = if area.0.is_empty() { whole } else { area.0.intersect(whole) };
    let map = arenas
        .iter()
        .map(|(arena, land)| arena_extent(arena, land.terrain.bounds()))
        .reduce(Vec2::max)
        .unwrap_or(Vec2::ZERO);
    view.set_extent(area, map);
}

/// The lower right corner of an arena, in cells.
fn arena_extent(arena: &Arena, bounds: Bounds) -> Vec2 {
    arena_origin(arena.index, bounds) + Vec2::new(bounds.width as f32, bounds.height as f32)
}

/// Panels settle in the first frames, and a restart or an undo builds an arena anew: only a map of another
/// size makes the camera move, and it follows the panels for as long as the user has not moved it.
fn fit_new_arenas(
    mut view: ResMut<View>,
    added: Query<(), Added<Arena>>,
    mut last: Local<Option<(Vec2, Rect)>>,
    mut fitted: Local<Option<Shot>>,
) {
    let extent = (view.map, view.area);
    let new_map = !added.is_empty() && last.is_none_or(|(map, _)| map != view.map);
    let untouched = *fitted == Some(view.goal);
    if new_map || (untouched && *last != Some(extent)) {
        view.fit();
        view.jump();
        *fitted = Some(view.goal);
    }
    if new_map || last.is_some() {
        *last = Some(extent);
    }
}

/// The mouse and the keys.
#[derive(SystemParam)]
struct Controls<'w> {
    pointer: Res<'w, Pointer>,
    keys: Res<'w, ButtonInput<KeyCode>>,
    buttons: Res<'w, ButtonInput<MouseButton>>,
    scroll: Res<'w, AccumulatedMouseScroll>,
    motion: Res<'w, AccumulatedMouseMotion>,
    egui: Res<'w, EguiWantsInput>,
}

impl Controls<'_> {
    /// Notches that the wheel was turned, upwards positive.
    fn notches(&self) -> f32 {
        let notches = match self.scroll.unit {
            MouseScrollUnit::Line => self.scroll.delta.y,
            MouseScrollUnit::Pixel => self.scroll.delta.y / PIXELS_PER_NOTCH,
        };
        notches.clamp(-6.0, 6.0)
    }
}

fn steer_by_mouse(
    mut view: ResMut<View>,
    controls: Controls,
    window: Single<&Window, With<PrimaryWindow>>,
    mut dragging: Local<bool>,
) {
    let Controls { pointer, buttons, .. } = &controls;
    let notches = controls.notches();
    if let (Some(screen), Some(_)) = (pointer.screen, pointer.at)
        && notches != 0.0
    {
        view.zoom_at(screen, NOTCH.powf(notches));
    }
    // A drag that began on the map goes on when the pointer crosses a panel.
    *dragging = buttons.pressed(MouseButton::Middle)
        && (*dragging || (buttons.just_pressed(MouseButton::Middle) && pointer.at.is_some()));
    if *dragging && controls.motion.delta != Vec2::ZERO {
        view.drag(controls.motion.delta / window.scale_factor());
    }
}

fn steer_by_keys(
    mut view: ResMut<View>,
    mut requests: MessageWriter<LookAt>,
    controls: Controls,
    selection: Res<Selection>,
    time: Res<Time<Real>>,
    mut shortcut: Local<bool>,
) {
    let keys = &controls.keys;
    if controls.egui.wants_any_keyboard_input() {
        return;
    }
    *shortcut = belongs_to_shortcut(keys, *shortcut);
    let direction =
        if *shortcut { Vec2::ZERO } else { pan_direction(keys, !selection.units.is_empty()) };
    if direction != Vec2::ZERO {
        view.drag(-direction * PAN_SPEED * time.delta_secs().min(0.1));
    }
    if !control(keys) {
        if keys.just_pressed(KeyCode::KeyF) {
            requests.write(LookAt::Map);
        }
        if keys.just_pressed(KeyCode::KeyC) {
            requests.write(LookAt::Selection);
        }
    }
}

/// Whether Ctrl or its like is held, or was until this frame.
fn control(keys: &ButtonInput<KeyCode>) -> bool {
    use KeyCode::*;
    let modifiers = [ControlLeft, ControlRight, SuperLeft, SuperRight, AltLeft, AltRight];
    keys.any_pressed(modifiers) || keys.any_just_released(modifiers)
}

/// Whether the letters that are held were pressed together with Ctrl: whoever saves with Ctrl+S may let go
/// of Ctrl first, and that is no reason to move the map.
fn belongs_to_shortcut(keys: &ButtonInput<KeyCode>, before: bool) -> bool {
    use KeyCode::*;
    keys.any_pressed([KeyW, KeyA, KeyS, KeyD]) && (before || control(keys))
}

/// Where the pan keys point: WASD, or the arrows with Shift, since plain arrows control time. While
/// units are selected A gives an attack-move and does not pan.
fn pan_direction(keys: &ButtonInput<KeyCode>, units_selected: bool) -> Vec2 {
    use KeyCode::*;
    if control(keys) {
        return Vec2::ZERO;
    }
    let shift = keys.any_pressed([ShiftLeft, ShiftRight]);
    let held = |letter, arrow| keys.pressed(letter) || (shift && keys.pressed(arrow));
    let left = (keys.pressed(KeyA) && !units_selected) || (shift && keys.pressed(ArrowLeft));
    let axis = |less: bool, more: bool| f32::from(i8::from(more) - i8::from(less));
    Vec2::new(axis(left, held(KeyD, ArrowRight)), axis(held(KeyW, ArrowUp), held(KeyS, ArrowDown)))
        .normalize_or_zero()
}

fn follow_requests(mut view: ResMut<View>, mut requests: MessageReader<LookAt>) {
    for request in requests.read() {
        match *request {
            LookAt::Map => view.fit(),
            LookAt::Place(place) => {
                view.following = false;
                view.look_at(place);
                let nearer = view.goal.zoom.max(16.0);
                view.goal.zoom = view.legal_zoom(nearer);
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
    view.glide(time.delta_secs());
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
    // The map also shows through behind floating panels, so the whole window counts.
    let visible = Rect::from_corners(view.cells_at(Vec2::ZERO), view.cells_at(window.size()));
    canvas.clear(visible, view.pixel());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wasd_pans_except_that_a_attacks_while_units_are_selected() {
        let mut keys = ButtonInput::default();
        keys.press(KeyCode::KeyA);
        assert_eq!(pan_direction(&keys, false), Vec2::NEG_X);
        assert_eq!(pan_direction(&keys, true), Vec2::ZERO);
        keys.press(KeyCode::ControlLeft);
        assert_eq!(pan_direction(&keys, false), Vec2::ZERO, "Ctrl+A selects everything");
    }

    #[test]
    fn arrows_pan_only_with_shift() {
        let mut keys = ButtonInput::default();
        keys.press(KeyCode::ArrowUp);
        assert_eq!(pan_direction(&keys, false), Vec2::ZERO);
        keys.press(KeyCode::ShiftLeft);
        assert_eq!(pan_direction(&keys, false), Vec2::NEG_Y);
    }

    #[test]
    fn letting_go_of_ctrl_before_the_letter_does_not_pan() {
        let mut keys = ButtonInput::default();
        keys.press(KeyCode::ControlLeft);
        keys.press(KeyCode::KeyS);
        let held = belongs_to_shortcut(&keys, false);
        keys.release(KeyCode::ControlLeft);
        assert!(belongs_to_shortcut(&keys, false), "all in one frame");
        keys.clear();
        assert!(belongs_to_shortcut(&keys, held));
        keys.release(KeyCode::KeyS);
        assert!(!belongs_to_shortcut(&keys, held));
        keys.press(KeyCode::KeyS);
        assert!(!belongs_to_shortcut(&keys, false), "a plain S pans");
    }
}
