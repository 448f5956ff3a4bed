//! Reads the settings at the start, and writes them shortly after they changed and at the end.

use super::file::{self, Loaded};
use super::values::Settings;
use crate::view::document::chooser::Chooser;
use crate::view::document::files::Files;
use crate::view::folders::Folders;
use crate::view::input::key_map::KeyMap;
use crate::view::overlays::Overlays;
use crate::view::panels::event_kinds::EventSettings;
use crate::view::panels::layout::Shown;
use crate::view::panels::notices::Notice;
use bevy::prelude::*;
use std::path::PathBuf;
use std::thread::JoinHandle;

pub(crate) fn plugin(app: &mut App) {
    let folders = app.world().get_resource::<Folders>();
    let folder = folders.and_then(|folders| folders.settings.clone());
    let loaded = folder.as_deref().map(file::load).unwrap_or_else(|| Loaded {
        settings: Settings::default(),
        problem: Some("Settings are not kept: there is no folder for them.".into()),
        writable: false,
    });
    app.insert_resource(Keeper {
        folder: folder.filter(|_| loaded.writable),
        written: loaded.settings.clone(),
        problem: loaded.problem,
        told: false,
        due: None,
        writing: None,
    })
    .insert_resource(loaded.settings)
    .add_systems(PostStartup, restore)
    .add_systems(Last, (gather, keep).chain());
}

/// Seconds between a change and its writing. Further changes start the time again.
const DELAY: f32 = 1.0;

/// The writer of the settings file.
#[derive(Resource)]
struct Keeper {
    /// Where the file is; `None` if it cannot be written.
    folder: Option<PathBuf>,
    /// The settings as they were last read or written.
    written: Settings,
    /// What went wrong at the start; reported once.
    problem: Option<String>,
    /// Whether the user knows that writing fails.
    told: bool,
    /// Seconds until changes are written.
    due: Option<f32>,
    writing: Option<JoinHandle<Result<(), String>>>,
}

impl Keeper {
    fn wait(&mut self) -> Option<String> {
        self.writing.take()?.join().ok()?.err()
    }

    /// The sentence about a failure, the first time.
    fn complain(&mut self, why: String) -> Option<Notice> {
        let first = !std::mem::replace(&mut self.told, true);
        first.then(|| Notice::new(format!("The settings could not be written: {why}.")))
    }
}

/// Brings what is kept to the rooms that own it.
fn restore(
    settings: Res<Settings>,
    mut overlays: ResMut<Overlays>,
    mut files: ResMut<Files>,
    mut chooser: ResMut<Chooser>,
    mut shown: ResMut<Shown>,
    mut keys: ResMut<KeyMap>,
    mut events: ResMut<EventSettings>,
) {
    *keys = KeyMap::new(&settings.keys);
    shown.recall(settings.panels.clone());
    events.set_if_neq(settings.events.clone());
    settings.show_overlays(&mut overlays);
    files.recall(settings.files.recent_paths());
    chooser.recall(settings.files.folder.as_deref().map(PathBuf::from));
}

/// Takes over what changed elsewhere.
fn gather(
    mut settings: ResMut<Settings>,
    overlays: Res<Overlays>,
    files: Res<Files>,
    chooser: Res<Chooser>,
    shown: Res<Shown>,
    events: Res<EventSettings>,
) {
    if settings.events != *events {
        settings.events = events.clone();
    }
    if settings.panels != shown.places {
        settings.panels = shown.places.clone();
    }
    let now = Settings::of_overlays(&overlays);
    if settings.overlays != now {
        settings.overlays = now;
    }
    if files.is_changed() || chooser.is_changed() {
        let mut now = settings.files.clone();
        now.set_recent(&files.recent);
        now.folder = chooser.folder().and_then(super::values::text);
        if settings.files != now {
            settings.files = now;
        }
    }
}

fn keep(
    mut keeper: ResMut<Keeper>,
    settings: Res<Settings>,
    time: Res<Time<Real>>,
    buttons: Res<ButtonInput<MouseButton>>,
    exit: MessageReader<AppExit>,
    mut notices: MessageWriter<Notice>,
) {
    if let Some(problem) = keeper.problem.take() {
        notices.write(Notice::new(problem));
    }
    let Some(folder) = keeper.folder.clone() else { return };
    if keeper.writing.as_ref().is_some_and(JoinHandle::is_finished)
        && let Some(why) = keeper.wait()
    {
        notices.write_batch(keeper.complain(why));
    }
    if !exit.is_empty() {
        keeper.wait();
        if keeper.written != *settings
            && let Err(why) = file::save(&folder, &keeper.written, &settings)
        {
            error!("the settings could not be written: {why}");
        }
        return;
    }
    if settings.is_changed() && keeper.written != *settings {
        keeper.due = Some(DELAY);
    }
    let Some(left) = keeper.due else { return };
    // A slider that is being dragged changes the settings in every frame.
    let busy = buttons.get_pressed().next().is_some() || keeper.writing.is_some();
    if left > 0.0 || busy {
        keeper.due = Some((left - time.delta_secs()).max(0.0));
        return;
    }
    keeper.due = None;
    let before = std::mem::replace(&mut keeper.written, settings.clone());
    let now = settings.clone();
    keeper.writing = Some(std::thread::spawn(move || file::save(&folder, &before, &now)));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::panels::event_kinds::{EventIntent, Happening};
    use crate::view::settings::Theme;

    /// A window without its panels, whose settings are kept in a folder.
    fn window(folder: &std::path::Path) -> App {
        let mut app = App::new();
        let loaded = file::load(folder);
        app.add_plugins(MinimalPlugins)
            .insert_resource(Keeper {
                folder: Some(folder.to_owned()),
                written: loaded.settings.clone(),
                problem: loaded.problem,
                told: false,
                due: None,
                writing: None,
            })
            .insert_resource(loaded.settings)
            .init_resource::<Overlays>()
            .init_resource::<Files>()
            .init_resource::<Chooser>()
            .init_resource::<Shown>()
            .init_resource::<KeyMap>()
            .init_resource::<EventSettings>()
            .init_resource::<ButtonInput<MouseButton>>()
            .add_message::<Notice>()
            .add_systems(PostStartup, restore)
            .add_systems(Last, (gather, keep).chain());
        app.insert_resource(bevy::time::TimeUpdateStrategy::ManualDuration(
            std::time::Duration::from_millis(250),
        ));
        app.update();
        app
    }

    fn frames(app: &mut App, count: usize) {
        (0..count).for_each(|_| app.update());
        if let Some(writing) = app.world_mut().resource_mut::<Keeper>().writing.take() {
            writing.join().unwrap().unwrap();
        }
    }

    #[test]
    fn overlays_and_recent_files_come_back_in_the_next_window() {
        let folder = tempfile::tempdir().unwrap();
        let mut app = window(folder.path());
        frames(&mut app, 20);
        assert!(!folder.path().join("settings.ron").exists(), "nothing changed");
        app.world_mut().resource_mut::<Overlays>().rows[2].opacity = 0.125;
        app.world_mut().resource_mut::<Files>().recent = vec!["a.ron".into()];
        frames(&mut app, 2);
        assert!(!folder.path().join("settings.ron").exists(), "not at once");
        frames(&mut app, 10);
        let again = window(folder.path());
        assert_eq!(again.world().resource::<Overlays>().rows[2].opacity, 0.125);
        assert_eq!(again.world().resource::<Files>().recent, [PathBuf::from("a.ron")]);
    }

    #[test]
    fn sections_legends_the_plot_and_the_filter_of_events_come_back() {
        let folder = tempfile::tempdir().unwrap();
        let mut app = window(folder.path());
        let filter = EventIntent::Show(Happening::Death, false);
        app.world_mut().resource_mut::<EventSettings>().serve(filter);
        let mut shown = app.world_mut().resource_mut::<Shown>();
        shown.places.legends_hidden = true;
        shown.places.sections.insert("Teams".into(), false);
        shown.places.plotted = "arrived".into();
        let places = shown.places.clone();
        frames(&mut app, 12);
        let again = window(folder.path());
        assert_eq!(again.world().resource::<Shown>().places, places);
        assert!(!again.world().resource::<EventSettings>().shows(Happening::Death));
        assert!(again.world().resource::<EventSettings>().shows(Happening::Split));
    }

    #[test]
    fn nothing_is_written_while_a_button_is_held() {
        let folder = tempfile::tempdir().unwrap();
        let mut app = window(folder.path());
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().press(MouseButton::Left);
        app.world_mut().resource_mut::<Settings>().look.theme = Theme::Light;
        frames(&mut app, 20);
        assert!(!folder.path().join("settings.ron").exists());
        app.world_mut().resource_mut::<ButtonInput<MouseButton>>().release(MouseButton::Left);
        frames(&mut app, 10);
        assert_eq!(file::load(folder.path()).settings.look.theme, Theme::Light);
    }

    #[test]
    fn changes_of_the_last_moment_are_written_at_the_end() {
        let folder = tempfile::tempdir().unwrap();
        let mut app = window(folder.path());
        app.world_mut().resource_mut::<Settings>().look.scale = 2.0;
        app.world_mut().write_message(AppExit::Success);
        app.update();
        assert_eq!(file::load(folder.path()).settings.look.scale, 2.0);
    }

    #[test]
    fn a_disk_that_cannot_be_written_is_told_once() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let mut app = window(&file.join("below"));
        let mut told = 0;
        for scale in [1.5, 1.75, 2.0] {
            app.world_mut().resource_mut::<Settings>().look.scale = scale;
            for _ in 0..8 {
                app.update();
                std::thread::sleep(std::time::Duration::from_millis(5));
                told += app.world_mut().resource_mut::<Messages<Notice>>().drain().count();
            }
        }
        assert_eq!(told, 1);
    }
}
