//! Size and place of the window, from one start to the next.
//!
//! The window is made with its last size. Once the monitors are known it is moved to its last place, if some monitor shows
//! it there, and it is never larger than its monitor.

use super::values::Settings;
use bevy::ecs::system::NonSendMarker;
use bevy::math::{IRect, IVec2, UVec2};
use bevy::prelude::*;
use bevy::window::{Monitor, PrimaryMonitor, PrimaryWindow};
use bevy::winit::WINIT_WINDOWS;
use serde::{Deserialize, Serialize};

pub(crate) fn plugin(app: &mut App) {
    let kept = app.world().resource::<Settings>().window;
    let mut windows = app.world_mut().query_filtered::<&mut Window, With<PrimaryWindow>>();
    if let Ok(mut window) = windows.single_mut(app.world_mut()) {
        window.resolution = kept.size.into();
    }
    app.init_resource::<Placed>()
        .add_systems(First, place.run_if(|placed: Res<Placed>| !placed.0))
        .add_systems(Last, note.run_if(|placed: Res<Placed>| placed.0));
}

/// Size and place of the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct WindowPlace {
    /// Width and height without frame and title, in pixels as the system scales them.
    pub size: (u32, u32),
    /// The upper left corner on the desktop, in pixels of the screen. `None` leaves it to the system.
    pub position: Option<(i32, i32)>,
    /// Whether it fills the screen; size and position are those that it returns to.
    pub maximised: bool,
}

impl Default for WindowPlace {
    fn default() -> Self {
        Self { size: (1440, 900), position: None, maximised: false }
    }
}

/// The range of a width or a height.
const SIZES: std::ops::RangeInclusive<u32> = 200..=16_384;
/// Height that a system takes from a screen for the title of a window and its own bars, in pixels as it scales them.
const BARS: f32 = 72.0;
/// A window counts as seen on a monitor if this many pixels of its upper edge are, in both directions.
const SEEN: i32 = 64;

impl WindowPlace {
    /// With a size that a window can have.
    pub(super) fn repaired(mut self) -> Self {
        let (width, height) = self.size;
        self.size =
            (width.clamp(*SIZES.start(), *SIZES.end()), height.clamp(*SIZES.start(), *SIZES.end()));
        self
    }

    /// The place on a screen that has this area, in pixels of the screen, and this scale: no larger than the screen, and
    /// wholly on it. A window of the first start that leaves no room for the bars of the system is maximised.
    fn on(self, screen: IRect, scale: f32) -> Self {
        let room = (screen.size().as_vec2() / scale).floor();
        let wanted = UVec2::from(self.size).as_vec2();
        let is_new = self.position.is_none();
        let size = wanted.min(room).max(Vec2::ONE);
        let last = screen.max - (size * scale).as_ivec2();
        let position =
            self.position.map(|at| IVec2::from(at).min(last).max(screen.min)).map(Into::into);
        Self {
            size: size.as_uvec2().into(),
            position,
            maximised: self.maximised || (is_new && wanted.y > room.y - BARS),
        }
    }

    /// What is kept when the window is here now, on a monitor or, as while it is an icon, on none.
    fn after(self, now: Self, is_seen: bool) -> Self {
        match now {
            _ if now.maximised => Self { maximised: true, ..self },
            Self { position: Some(_), .. } if !is_seen => self,
            _ => now.repaired(),
        }
    }

    /// Whether the upper edge of the window can be seen on a screen.
    fn is_seen_on(self, screen: IRect) -> bool {
        self.position.is_some_and(|at| {
            let upper = IRect::from_corners(
                at.into(),
                IVec2::from(at) + IVec2::new(self.size.0 as i32, SEEN),
            );
            let seen = upper.intersect(screen).size();
            seen.x >= SEEN && seen.y >= SEEN / 2
        })
    }
}

/// Whether the window has been moved to its place.
#[derive(Resource, Default)]
struct Placed(bool);

fn area(monitor: &Monitor) -> IRect {
    let corner = monitor.physical_position;
    IRect::from_corners(corner, corner + monitor.physical_size().as_ivec2())
}

/// Moves the window to its place once there are monitors.
fn place(
    mut placed: ResMut<Placed>,
    settings: Res<Settings>,
    mut window: Single<&mut Window, With<PrimaryWindow>>,
    monitors: Query<(&Monitor, Has<PrimaryMonitor>)>,
) {
    let kept = settings.window;
    let own = monitors.iter().find(|(monitor, _)| kept.is_seen_on(area(monitor)));
    let Some((monitor, _)) =
        own.or_else(|| monitors.iter().max_by_key(|(_, is_primary)| *is_primary))
    else {
        return;
    };
    placed.0 = true;
    // A place on a monitor that is gone is left to the system.
    let position = kept.position.filter(|_| own.is_some());
    let new = WindowPlace { position, ..kept }.on(area(monitor), monitor.scale_factor as f32);
    let scale = window.resolution.base_scale_factor();
    let size = (UVec2::from(new.size).as_vec2() * scale).round().as_uvec2();
    if window.resolution.physical_size() != size {
        window.resolution.set_physical_resolution(size.x, size.y);
    }
    if let Some(at) = new.position {
        window.position.set(at.into());
    }
    if new.maximised {
        window.set_maximized(true);
    }
}

/// Keeps size and place when they have changed.
fn note(
    mut settings: ResMut<Settings>,
    window: Single<(Entity, Ref<Window>), With<PrimaryWindow>>,
    monitors: Query<&Monitor>,
    _main_thread: NonSendMarker,
) {
    let (entity, window) = window.into_inner();
    if !window.is_changed() {
        return;
    }
    // Without a window manager no event says where the window was moved.
    let (maximised, outer) = WINIT_WINDOWS.with_borrow(|windows| {
        let window = windows.get_window(entity);
        let outer = window.and_then(|window| window.outer_position().ok());
        (window.is_some_and(|window| window.is_maximized()), outer.map(|at| (at.x, at.y)))
    });
    let size = window.resolution.physical_size().as_vec2() / window.resolution.base_scale_factor();
    let position = match window.position {
        WindowPosition::At(at) if outer.is_none() => Some(at.into()),
        _ => outer,
    };
    let now = WindowPlace { size: size.round().as_uvec2().into(), position, maximised };
    let is_seen = monitors.iter().any(|monitor| now.is_seen_on(area(monitor)));
    let kept = settings.window.after(now, is_seen);
    if settings.window != kept {
        settings.window = kept;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LARGE: IRect = IRect { min: IVec2::ZERO, max: IVec2::new(1920, 1080) };
    const SMALL: IRect = IRect { min: IVec2::ZERO, max: IVec2::new(1280, 720) };
    const BESIDE: IRect = IRect { min: IVec2::new(1920, 0), max: IVec2::new(3200, 720) };

    fn at(x: i32, y: i32) -> WindowPlace {
        WindowPlace { position: Some((x, y)), ..WindowPlace::default() }
    }

    #[test]
    fn the_window_of_the_first_start_fits_every_screen() {
        let new = WindowPlace::default();
        assert_eq!(new.on(LARGE, 1.0), new);
        let small = new.on(SMALL, 1.0);
        assert_eq!((small.size, small.maximised), ((1280, 720), true));
        let tight = new.on(IRect::new(0, 0, 1440, 900), 1.0);
        assert_eq!((tight.size, tight.maximised), ((1440, 900), true), "no room for its title");
        let fine = new.on(IRect::new(0, 0, 2560, 1440), 2.0);
        assert_eq!(fine.size, (1280, 720), "in pixels of the screen it would be larger");
    }

    #[test]
    fn a_window_is_brought_onto_its_screen() {
        assert_eq!(at(100, 50).on(LARGE, 1.0), at(100, 50));
        assert_eq!(at(1000, 900).on(LARGE, 1.0), at(480, 180));
        assert_eq!(at(-20, -5).on(LARGE, 1.0), at(0, 0));
        let beside = WindowPlace { size: (1280, 720), ..at(1920, 0) };
        assert_eq!(at(2000, 40).on(BESIDE, 1.0), beside, "a smaller screen");
    }

    #[test]
    fn a_window_whose_screen_is_gone_is_seen_on_none() {
        assert!(at(2000, 40).is_seen_on(BESIDE) && !at(2000, 40).is_seen_on(LARGE));
        assert!(at(-1000, 10).is_seen_on(LARGE) && !at(-1400, 10).is_seen_on(LARGE));
        assert!(!at(-32_000, -32_000).is_seen_on(LARGE), "an icon on Windows");
        assert!(!WindowPlace::default().is_seen_on(LARGE));
    }

    #[test]
    fn a_maximised_window_remembers_what_it_returns_to() {
        let kept = WindowPlace { size: (900, 600), ..at(30, 40) };
        let large = WindowPlace { size: (1920, 1040), maximised: true, ..at(0, 0) };
        assert_eq!(kept.after(large, true), WindowPlace { maximised: true, ..kept });
        let moved = WindowPlace { size: (800, 500), ..at(7, 7) };
        assert_eq!(kept.after(moved, true), moved);
        assert_eq!(kept.after(WindowPlace { size: (0, 0), ..at(-32_000, 0) }, false), kept);
        let nowhere = WindowPlace { position: None, ..moved };
        assert_eq!(kept.after(nowhere, false), nowhere, "Wayland does not tell the place");
    }

    #[test]
    fn a_window_comes_back_where_it_was_left() {
        let mut app = App::new();
        let kept = WindowPlace { size: (900, 600), ..at(300, 40) };
        app.add_plugins(MinimalPlugins)
            .insert_resource(Settings { window: kept, ..Settings::default() });
        let window = app.world_mut().spawn((Window::default(), PrimaryWindow)).id();
        app.add_plugins(plugin);
        let look = |app: &App| {
            let window = app.world().get::<Window>(window).unwrap();
            (window.resolution.physical_size(), window.position)
        };
        app.update();
        assert_eq!(look(&app).0, UVec2::new(900, 600));
        app.world_mut().spawn(Monitor {
            name: None,
            physical_height: 1080,
            physical_width: 1920,
            physical_position: IVec2::ZERO,
            refresh_rate_millihertz: None,
            scale_factor: 1.0,
            video_modes: Vec::new(),
        });
        app.update();
        assert_eq!(look(&app).1, WindowPosition::At(IVec2::new(300, 40)));
        let mut moved = app.world_mut().get_mut::<Window>(window).unwrap();
        moved.position.set(IVec2::new(5, 6));
        moved.resolution.set_physical_resolution(1000, 700);
        app.update();
        let now = app.world().resource::<Settings>().window;
        assert_eq!(now, WindowPlace { size: (1000, 700), ..at(5, 6) });
    }
}
