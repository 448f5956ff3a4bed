//! The papers' experiments in the background of the window: one at a time, in a thread of its own.

use crate::report::{Experiment, ExperimentError, Progress, Report, Settings};
use crate::scenario::MAP_FOLDER;
use crate::view::Options;
use crate::view::document::chooser::Chooser;
use crate::view::document::intent::Intent;
use crate::view::document::state::DocumentSystems;
use crate::view::panels::PanelSystems;
use crate::view::panels::experiments::{self as panel, ExperimentsPanel};
use crate::view::shared::Notice;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;

pub(crate) fn plugin(app: &mut App) {
    let list = app.world().get_resource::<Options>().map_or(&[][..], |o| o.experiments);
    app.insert_resource(Experiments { list, ..default() })
        .init_resource::<ExperimentsPanel>()
        .add_systems(Update, (serve, take_report, ask_maps).chain().in_set(DocumentSystems::Serve))
        .add_systems(EguiPrimaryContextPass, show.after(PanelSystems));
}

/// What can be done with experiments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExperimentIntent {
    /// Shows or hides the window with the experiments.
    Toggle,
    /// Runs one, by its place in the list; another that is running is left to end first.
    Run(usize, Settings),
    /// Stops the one that is running.
    Cancel,
    /// Asks which folder holds the maps.
    AskMaps,
    /// Takes the maps from this folder.
    SetMaps(PathBuf),
}

/// The experiments, and what came of those that were run.
#[derive(Resource, Default)]
pub struct Experiments {
    /// All of them.
    pub list: &'static [Experiment],
    /// The latest report of each that was run, by its place in the list, or why there is none.
    pub results: BTreeMap<usize, Result<Report, String>>,
    running: Option<Running>,
    /// Reports that have come back.
    finished: u64,
}

struct Running {
    place: usize,
    progress: Arc<Progress>,
    thread: JoinHandle<Result<Report, ExperimentError>>,
}

impl Experiments {
    /// Experiments of which none has been run.
    pub fn new(list: &'static [Experiment]) -> Self {
        Self { list, ..Self::default() }
    }

    /// How many have ended: changes with every new report.
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// The place of the one that is running, and how far it has come.
    pub fn running(&self) -> Option<(usize, &Progress)> {
        self.running.as_ref().map(|running| (running.place, &*running.progress))
    }

    fn run(&mut self, place: usize, mut settings: Settings) {
        let Some(&experiment) = self.list.get(place) else { return };
        if self.running.is_some() {
            return;
        }
        settings.maps = settings.maps.or_else(|| std::env::var_os(MAP_FOLDER).map(Into::into));
        let progress = Arc::new(Progress::default());
        let shared = progress.clone();
        let thread = std::thread::spawn(move || experiment.run(&settings, &shared));
        self.running = Some(Running { place, progress, thread });
    }
}

fn serve(
    mut intents: MessageReader<Intent>,
    mut experiments: ResMut<Experiments>,
    mut panel: ResMut<ExperimentsPanel>,
) {
    for intent in intents.read() {
        let Intent::Experiment(intent) = intent else { continue };
        match intent {
            ExperimentIntent::Toggle => panel.open = !panel.open,
            ExperimentIntent::Run(place, settings) => experiments.run(*place, settings.clone()),
            ExperimentIntent::Cancel => {
                if let Some(running) = &experiments.running {
                    running.progress.cancel();
                }
            }
            ExperimentIntent::SetMaps(folder) => panel.maps = folder.display().to_string(),
            ExperimentIntent::AskMaps => {}
        }
    }
}

/// Opens the chooser of the folder with the maps.
fn ask_maps(
    mut intents: MessageReader<Intent>,
    mut chooser: ResMut<Chooser>,
    panel: Res<ExperimentsPanel>,
) {
    if intents.read().any(|i| *i == Intent::Experiment(ExperimentIntent::AskMaps)) {
        chooser.open_map_folder(Path::new(panel.maps.trim()));
    }
}

/// Takes the report of an experiment that has ended.
fn take_report(mut experiments: ResMut<Experiments>, mut notices: MessageWriter<Notice>) {
    let is_done = |running: &mut Running| running.thread.is_finished();
    let experiments = experiments.bypass_change_detection();
    let Some(Running { place, thread, .. }) = experiments.running.take_if(is_done) else { return };
    let name = experiments.list.get(place).map_or("", |experiment| experiment.name);
    let result = match thread.join() {
        Ok(Ok(report)) => Ok(report),
        Ok(Err(ExperimentError::Cancelled)) => {
            notices.write(Notice::new(format!("Cancelled {name}")));
            return;
        }
        Ok(Err(ExperimentError::Failed(text))) => Err(text),
        Err(_) => Err(format!("{name} came to a sudden end; this is a fault of the program.")),
    };
    notices.write(Notice::new(format!("Finished {name}")));
    experiments.finished += 1;
    experiments.results.insert(place, result);
}

fn show(
    mut contexts: EguiContexts,
    experiments: Res<Experiments>,
    mut panel: ResMut<ExperimentsPanel>,
    mut intents: MessageWriter<Intent>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    let mut open = panel.open;
    let size = context.content_rect().size();
    egui::Window::new("Experiments")
        .open(&mut open)
        .default_size([(size.x - 160.0).clamp(320.0, 1180.0), (size.y - 160.0).clamp(240.0, 800.0)])
        .show(&context, |ui| {
            intents.write_batch(panel::show(ui, &mut panel, &experiments));
        });
    if panel.open && !open {
        panel.open = false;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Runs;
    use std::time::Duration;

    const LIST: &[Experiment] = &[
        Experiment {
            name: "works",
            paper: "",
            about: "",
            plan: |settings| {
                let report = Report::new(&LIST[0], settings, 1);
                Ok(Runs::of("one", [()], |()| Ok(())).map(|_| report))
            },
        },
        Experiment {
            name: "waits",
            paper: "",
            about: "",
            plan: |settings| {
                let report = Report::new(&LIST[1], settings, 1);
                let wait = |_| {
                    std::thread::sleep(Duration::from_millis(1));
                    Ok(())
                };
                Ok(Runs::of("waiting", 0..1_000_000, wait).map(|_| report))
            },
        },
    ];

    fn app() -> App {
        let mut app = App::new();
        app.insert_resource(Experiments { list: LIST, ..default() })
            .init_resource::<ExperimentsPanel>()
            .add_message::<Intent>()
            .add_message::<Notice>()
            .add_systems(Update, (serve, take_report).chain());
        app
    }

    fn send(app: &mut App, intent: ExperimentIntent) {
        app.world_mut().write_message(Intent::Experiment(intent));
        app.update();
    }

    fn wait(app: &mut App) {
        while app.world().resource::<Experiments>().running().is_some() {
            app.update();
            std::thread::yield_now();
        }
    }

    #[test]
    fn a_report_comes_back_from_the_background() {
        let mut app = app();
        send(&mut app, ExperimentIntent::Run(0, Settings { seed: 9, ..default() }));
        wait(&mut app);
        let results = &app.world().resource::<Experiments>().results;
        assert_eq!(results[&0].as_ref().unwrap().seed, 9);
    }

    #[test]
    fn one_runs_at_a_time_and_can_be_cancelled() {
        let mut app = app();
        send(&mut app, ExperimentIntent::Run(1, Settings::default()));
        send(&mut app, ExperimentIntent::Run(0, Settings::default()));
        let running = app.world().resource::<Experiments>().running().map(|(place, _)| place);
        assert_eq!(running, Some(1));
        send(&mut app, ExperimentIntent::Cancel);
        wait(&mut app);
        assert!(app.world().resource::<Experiments>().results.is_empty());
    }
}
