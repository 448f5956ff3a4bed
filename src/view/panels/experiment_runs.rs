//! Runs the papers' experiments in the background, one at a time in a thread of its own.

use super::dialogs::Dialogs;
use super::experiments::{self as panel, ExperimentsPanel};
use super::layout::{MapArea, PageArea, PanelSystems};
use super::notices::Notice;
use super::widgets::look_again;
use crate::report::{Experiment, ExperimentError, Progress, Report, Settings};
use crate::scenario::{MAP_FOLDER, Scenario};
use crate::view::Options;
use crate::view::document::DocumentSystems;
use crate::view::document::chooser::Chooser;
use crate::view::document::files::Files;
use crate::view::document::intent::{FileIntent, Intent};
use crate::view::lessons::Course;
use crate::words::in_words;
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
        .add_systems(Update, make_way.after(DocumentSystems::Serve))
        .add_systems(EguiPrimaryContextPass, show.after(PanelSystems));
}

/// An intent about experiments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExperimentIntent {
    /// Shows or hides the window with the experiments.
    Toggle,
    /// Shows it.
    Show,
    /// Runs an experiment, by its index in the list. Ignored while another one runs.
    Run(usize, Settings),
    /// Cancels the experiment that is running.
    Cancel,
    /// Asks which folder holds the maps.
    AskMaps,
    /// Sets the folder with the maps.
    SetMaps(PathBuf),
}

/// The experiments and their results.
#[derive(Resource, Default)]
pub struct Experiments {
    /// All experiments.
    pub list: &'static [Experiment],
    /// The latest report of each experiment that was run, or an error message, by its index in the list.
    pub results: BTreeMap<usize, Result<Report, String>>,
    running: Option<Running>,
    /// Number of finished runs.
    finished: u64,
}

struct Running {
    index: usize,
    progress: Arc<Progress>,
    thread: JoinHandle<Result<Report, ExperimentError>>,
}

impl Experiments {
    /// Experiments without results.
    pub fn new(list: &'static [Experiment]) -> Self {
        Self { list, ..Self::default() }
    }

    /// The number of finished runs: it changes with every new report.
    pub fn finished(&self) -> u64 {
        self.finished
    }

    /// The index of the experiment that is running, and its progress.
    pub fn running(&self) -> Option<(usize, &Progress)> {
        self.running.as_ref().map(|running| (running.index, &*running.progress))
    }

    fn run(&mut self, index: usize, mut settings: Settings) {
        let Some(&experiment) = self.list.get(index) else { return };
        if self.running.is_some() {
            return;
        }
        settings.maps = settings.maps.or_else(|| std::env::var_os(MAP_FOLDER).map(Into::into));
        let progress = Arc::new(Progress::default());
        let shared = progress.clone();
        let thread = std::thread::spawn(move || experiment.run(&settings, &shared));
        self.running = Some(Running { index, progress, thread });
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
            ExperimentIntent::Show => panel.open = true,
            ExperimentIntent::Run(index, settings) => experiments.run(*index, settings.clone()),
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

/// Opens the dialog for the folder with the maps.
fn ask_maps(
    mut intents: MessageReader<Intent>,
    mut chooser: ResMut<Chooser>,
    panel: Res<ExperimentsPanel>,
) {
    if intents.read().any(|i| *i == Intent::Experiment(ExperimentIntent::AskMaps)) {
        chooser.open_map_folder(Path::new(panel.maps.trim()));
    }
}

/// Takes the report of an experiment that has finished.
fn take_report(mut experiments: ResMut<Experiments>, mut notices: MessageWriter<Notice>) {
    let is_done = |running: &mut Running| running.thread.is_finished();
    let experiments = experiments.bypass_change_detection();
    let Some(Running { index, thread, .. }) = experiments.running.take_if(is_done) else { return };
    let name = experiments.list.get(index).map_or(String::new(), |e| in_words(e.name));
    let result = match thread.join() {
        Ok(Ok(report)) => Ok(report),
        Ok(Err(ExperimentError::Cancelled)) => {
            notices.write(Notice::new(format!("Cancelled {name}")));
            return;
        }
        Ok(Err(ExperimentError::Failed(text) | ExperimentError::Unknown(text))) => Err(text),
        Err(_) => Err(format!("{name} crashed. This is a bug in the program.")),
    };
    notices.write(Notice::new(format!("Finished {name}")));
    experiments.finished += 1;
    experiments.results.insert(index, result);
}

/// The scenario of a row is to be seen: once it is open, the window goes, and a notice brings it back.
fn make_way(
    files: Res<Files>,
    mut panel: ResMut<ExperimentsPanel>,
    mut notices: MessageWriter<Notice>,
) {
    if panel.opening.as_ref().is_none_or(|scenario| !files.holds(scenario)) {
        return;
    }
    if let Some(scenario) = panel.opening.take().filter(|_| panel.open) {
        panel.open = false;
        let Scenario { title, seed, .. } = &*scenario;
        let text = format!("Opened: {title}, seed {seed}. `Ctrl+E` leads back to the experiments.");
        let back = Intent::Experiment(ExperimentIntent::Show);
        notices.write(Notice::new(text).with_button("Back", back));
    }
}

fn show(
    mut contexts: EguiContexts,
    experiments: Res<Experiments>,
    mut panel: ResMut<ExperimentsPanel>,
    (map, page): (Res<MapArea>, Res<PageArea>),
    course: Res<Course>,
    mut dialogs: ResMut<Dialogs>,
    mut intents: MessageWriter<Intent>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    if experiments.running.is_some() {
        look_again(&context);
    }
    let mut open = panel.open;
    // The menu stays free, and below the map the card of a lesson.
    let mut free = context.content_rect();
    free.min.y = page.0.min.y.min(free.max.y - 200.0);
    if course.open().is_some() {
        free.max.y = free.max.y.min(map.0.max.y.max(free.min.y + 200.0));
    }
    let size = free.size();
    egui::Window::new("Experiments")
        .open(&mut open)
        .constrain_to(free)
        .default_pos(free.min + egui::vec2(60.0, 12.0))
        .default_size([(size.x - 140.0).clamp(320.0, 1180.0), (size.y - 60.0).clamp(160.0, 800.0)])
        .show(&context, |ui| {
            let wanted = panel::show(ui, &mut panel, &experiments);
            let opening = wanted.iter().find_map(|intent| match intent {
                Intent::File(FileIntent::OpenGiven(scenario)) => Some(scenario.clone()),
                _ => None,
            });
            panel.opening = opening.or(panel.opening.take());
            intents.write_batch(wanted);
        });
    if panel.open && !open {
        panel.open = false;
    }
    let enlarged = panel.open && panel.is_enlarged();
    if dialogs.enlarged != enlarged {
        dialogs.enlarged = enlarged;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Runs;
    use crate::view::document::tests::desk::Desk;
    use crate::view::panels::dialogs::Answer;
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
    fn opening_a_row_shows_its_scenario_and_a_notice_leads_back() {
        for dirty in [false, true] {
            let mut desk = Desk::new();
            desk.app
                .init_resource::<ExperimentsPanel>()
                .insert_resource(Experiments { list: LIST, ..default() })
                .add_systems(Update, serve.in_set(DocumentSystems::Serve))
                .add_systems(Update, make_way.after(DocumentSystems::Serve));
            let is_open = |desk: &Desk| desk.app.world().resource::<ExperimentsPanel>().open;
            let title = "A row".to_owned();
            let scenario = Arc::new(Scenario { title, ..Scenario::clone(desk.document().start()) });
            let mut panel = desk.app.world_mut().resource_mut::<ExperimentsPanel>();
            (panel.open, panel.opening) = (true, Some(scenario.clone()));
            if dirty {
                desk.edit();
            }
            let open = Intent::File(FileIntent::OpenGiven(scenario.clone()));
            desk.send(open.clone());
            if dirty {
                assert!(desk.is_asked() && is_open(&desk), "nothing is open yet");
                desk.answer(Answer::Cancel);
                assert!(is_open(&desk), "the document stays, and so does the window");
                desk.send(open);
                desk.answer(Answer::Discard);
            }
            assert!(!is_open(&desk), "unsaved: {dirty}");
            assert!(desk.notices().contains(&scenario.title));
            desk.send(Intent::Experiment(ExperimentIntent::Show));
            desk.frames();
            assert!(is_open(&desk), "it stays until the next row is opened");
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
        let running = app.world().resource::<Experiments>().running().map(|(index, _)| index);
        assert_eq!(running, Some(1));
        send(&mut app, ExperimentIntent::Cancel);
        wait(&mut app);
        assert!(app.world().resource::<Experiments>().results.is_empty());
    }
}
