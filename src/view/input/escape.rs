//! What Esc closes before it reaches the tools.

use crate::view::document::films::{FilmIntent, Films};
use crate::view::document::intent::{Intent, ShowIntent};
use crate::view::lessons::LearnIntent;
use crate::view::lessons::about_window::About;
use crate::view::panels::experiment_runs::ExperimentIntent;
use crate::view::panels::experiments::ExperimentsPanel;
use crate::view::panels::layout::Shown;
use crate::view::panels::settings_window::SettingsWindow;
use crate::view::settings::SettingsIntent;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;

/// The windows over the map that are not dialogs.
#[derive(SystemParam)]
pub(super) struct OpenWindows<'w> {
    settings: Res<'w, SettingsWindow>,
    shown: Res<'w, Shown>,
    about: Res<'w, About>,
    films: Res<'w, Films>,
    experiments: Res<'w, ExperimentsPanel>,
}

impl OpenWindows<'_> {
    /// Whether the settings wait for a key of a command.
    pub fn wait_for_key(&self) -> bool {
        self.settings.waits_for_key()
    }

    /// What closes the first of them that is open; one at a time.
    pub fn close_first(&self) -> Option<Intent> {
        let windows = [
            (self.settings.open, Intent::Settings(SettingsIntent::Close)),
            (self.shown.help, Intent::Show(ShowIntent::CloseHelp)),
            (self.about.shown, Intent::Learn(LearnIntent::ToggleAbout)),
            (self.films.open, Intent::Film(FilmIntent::Toggle)),
            (self.shown.plot_enlarged, Intent::Show(ShowIntent::ClosePlot)),
            (self.experiments.open, Intent::Experiment(ExperimentIntent::Toggle)),
        ];
        windows.into_iter().find(|(open, _)| *open).map(|(_, close)| close)
    }
}
