//! Serves intents about lessons, watches the program, and moves on.

use super::LearnIntent;
use super::about_window::About;
use super::course::{Course, Open, Progress};
use super::deeds::{self, Stage};
use crate::learn::{ArenaView, Did, Lesson, Observation, lessons};
use crate::scenario::{Action, Batch, GiveOrder, PlaceObstacle, SetDoctrine};
use crate::sim::{AllFacts, Arena, Numbers, Pace, Score, Separations, Teams};
use crate::view::document::intent::{EditIntent, FileIntent, Intent, IntentRelay, TimeIntent};
use crate::view::document::{Document, DocumentSystems, serve_edits};
use crate::view::input::selection::Selection;
use crate::view::input::time_control::Speed;
use crate::view::overlays::Overlays;
use crate::view::panels::dialogs::Answer;
use crate::view::panels::experiments::ExperimentsPanel;
use crate::view::panels::notices::Notice;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::sync::Arc;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, serve_learning.in_set(DocumentSystems::Tools)).add_systems(
        Update,
        (begin, watch).chain().in_set(DocumentSystems::Serve).after(serve_edits),
    );
}

/// Serves intents before those that it sends are served in the same frame.
#[expect(clippy::too_many_arguments, reason = "a system takes each resource that it uses")]
pub(super) fn serve_learning(
    mut intents: IntentRelay,
    mut answers: MessageReader<Answer>,
    mut course: ResMut<Course>,
    mut about: ResMut<About>,
    mut notices: MessageWriter<Notice>,
    mut document: ResMut<Document>,
    facts: AllFacts,
    mut overlays: ResMut<Overlays>,
    experiments: Option<Res<ExperimentsPanel>>,
    pace: Res<Pace>,
    time: Res<Time<Real>>,
) {
    let now = time.elapsed_secs_f64();
    let kept = answers.read().any(|answer| matches!(answer, Answer::Cancel));
    if kept && course.waiting.is_some() {
        course.waiting = None;
    }
    for intent in intents.take() {
        let Intent::Learn(intent) = intent else {
            note(&intent, &mut course);
            continue;
        };
        match intent {
            LearnIntent::Start(index) => {
                let Some(lesson) = lessons().get(index) else { continue };
                match lesson.open() {
                    Ok(scenario) => {
                        if is_only_a_lesson(&course, &document) {
                            document.forget_changes();
                        }
                        course.waiting = Some((index, document.serial()));
                        let open = FileIntent::OpenGiven(Arc::new(scenario));
                        intents.send([Intent::File(open)]);
                    }
                    Err(error) => {
                        notices
                            .write(Notice::new(format!("This lesson cannot be opened: {error}")));
                    }
                }
            }
            LearnIntent::Next => course.next(now),
            LearnIntent::Back => course.back(now),
            LearnIntent::ShowMe => {
                let stage = Stage {
                    arenas: facts.all(),
                    running: pace.running || document.runs_then(),
                    overlays: &overlays,
                    experiments: experiments.as_ref().is_some_and(|panel| panel.open),
                };
                // Never in a scenario that the user opened instead.
                let own = course.open().filter(|open| open.serial == document.serial());
                let step = own.and_then(|open| open.step());
                // What is shown happens on the map, which a card of an earlier step would cover.
                if step.is_some() {
                    about.shown = false;
                }
                intents.send(step.map_or_else(Vec::new, |step| deeds::intents(step, &stage)));
            }
            LearnIntent::Answer(index) => {
                if let Some(open) = course.open_mut() {
                    open.answer = Some(index);
                }
            }
            LearnIntent::Close => {
                course.close();
                overlays.end_lesson();
            }
            LearnIntent::HideOffer => course.offer_hidden = true,
            LearnIntent::About(name) => about.open(&name),
            LearnIntent::ToggleAbout => about.shown = !about.shown,
        }
    }
}

/// Remembers what the user does during a step.
fn note(intent: &Intent, course: &mut ResMut<Course>) {
    let did: Vec<Did> = match intent {
        Intent::Edit(EditIntent::Perform(edit)) => edit.actions.iter().filter_map(did).collect(),
        Intent::Time(TimeIntent::Restart | TimeIntent::RestartWithAllEdits) => vec![Did::Restart],
        _ => return,
    };
    if let Some(open) = course.open_mut() {
        let new: Vec<Did> = did.into_iter().filter(|did| !open.did.contains(did)).collect();
        open.did.extend(new);
    }
}

fn did(action: &Action) -> Option<Did> {
    match action {
        Action::Order(GiveOrder { .. }) => Some(Did::Order),
        Action::Paint(_) | Action::PlaceObstacle(PlaceObstacle { .. }) => Some(Did::Paint),
        Action::Spawn(_) => Some(Did::Drop),
        _ => None,
    }
}

/// Begins the lesson that was asked for once its scenario is open. It begins in a pause, at normal speed, without the
/// overlays that lessons ask for.
fn begin(
    mut course: ResMut<Course>,
    mut pace: ResMut<Pace>,
    mut speed: ResMut<Speed>,
    mut document: ResMut<Document>,
    mut overlays: ResMut<Overlays>,
    time: Res<Time<Real>>,
) {
    if let Some((lesson, before)) = course.waiting
        && document.serial() != before
    {
        course.begin(lesson, document.serial(), time.elapsed_secs_f64());
        *pace = Pace { running: false, steps: 0 };
        *speed = Speed::default();
        document.set_then_run(false);
        overlays.begin_lesson(|key| lessons().iter().any(|lesson| lesson.asks_for_overlay(key)));
    }
    // In another scenario the overlays are the user's own again.
    let is_elsewhere = course.open().is_some_and(|open| open.serial != document.serial());
    if is_elsewhere && overlays.are_lent() {
        overlays.end_lesson();
    }
    let hides = !is_elsewhere && course.open().is_some_and(Open::asks_before_anything_is_seen);
    if hides != overlays.are_hidden() {
        overlays.hide(hides);
    }
}

/// Whether the document of a lesson differs from its scenario only by what lessons ask for: doctrines, and arenas beside
/// each other.
fn is_only_a_lesson(course: &Course, document: &Document) -> bool {
    let open = course.open().filter(|open| open.serial == document.serial());
    let Some(Ok(first)) = open.and_then(Open::lesson).map(Lesson::open) else { return false };
    let mut now = document.run().saved();
    let changes = std::mem::take(&mut now.actions);
    let only_doctrines = |batch: &Batch| {
        batch.actions.iter().all(|action| matches!(action, Action::SetDoctrine(SetDoctrine { .. })))
    };
    for (team, before) in now.teams.iter_mut().zip(&first.teams) {
        team.doctrine = before.doctrine;
    }
    changes.iter().all(only_doctrines) && now == first.tidied()
}

/// What the conditions of steps look at in an arena.
type SeenArena =
    (&'static Arena, &'static Teams, &'static Numbers, &'static Score, &'static Separations);

/// What the conditions of steps look at.
#[derive(SystemParam)]
pub(super) struct Sight<'w, 's> {
    document: Res<'w, Document>,
    overlays: Res<'w, Overlays>,
    selection: Res<'w, Selection>,
    about: Res<'w, About>,
    experiments: Option<Res<'w, ExperimentsPanel>>,
    arenas: Query<'w, 's, SeenArena>,
}

impl Sight<'_, '_> {
    /// What can be seen now.
    pub(super) fn look<'a>(&'a self, open: &'a Open) -> Observation<'a> {
        let mut arenas: Vec<_> = self.arenas.iter().collect();
        arenas.sort_by_key(|(arena, ..)| arena.index);
        let document = &self.document;
        let view = |(_, teams, numbers, score, separations): (_, &Teams, _, _, _)| ArenaView {
            teams: teams.0.clone(),
            numbers,
            score,
            separations,
        };
        let on = self.overlays.rows.iter().filter(|row| row.on);
        Observation {
            tick: document.tick,
            overlays: on.map(|row| row.overlay.key).collect(),
            arenas: arenas.into_iter().map(view).collect(),
            selected: self.selection.units.len(),
            did: &open.did,
            experiments: self.experiments.as_ref().is_some_and(|panel| panel.open),
            card: self.about.card().map(|card| card.name.as_str()),
            answer: open.answer,
        }
    }
}

/// Looks whether what the step waits for has happened.
fn watch(mut course: ResMut<Course>, mut pace: ResMut<Pace>, sight: Sight, time: Res<Time<Real>>) {
    let document = &sight.document;
    let Some(open) = course.open().filter(|open| open.serial == document.serial()) else { return };
    let Some(step) = open.step() else { return };
    // During a seek the numbers belong to no tick.
    if document.seek_target().is_some() {
        return;
    }
    let holds = step.until.holds(&sight.look(open));
    if holds && step.pause && matches!(open.progress, Progress::New | Progress::Waiting) {
        *pace = Pace { running: false, steps: 0 };
    }
    course.update(holds, time.elapsed_secs_f64());
}

#[cfg(test)]
#[path = "play_tests.rs"]
mod tests;
