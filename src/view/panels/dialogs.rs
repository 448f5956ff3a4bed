//! Dialogs: questions and messages in front of everything else.

use super::answers::{self, Choice};
use super::layout::PanelSystems;
use super::new_map;
use super::widgets::{ROUNDS_DOC, choose, copyable, rounds_field, wrapped};
use crate::scenario::{NewMap, PatrolFile};
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use std::collections::VecDeque;
use std::path::Path;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Dialogs>()
        .add_message::<Answer>()
        .add_systems(EguiPrimaryContextPass, show_dialogs.after(PanelSystems));
}

/// The dialogs that wait for an answer, in the order in which they were opened.
#[derive(Resource, Default)]
pub struct Dialogs {
    queue: VecDeque<Dialog>,
    /// Whether the file dialog is open.
    pub choosing_file: bool,
    /// Whether a dialog about a map is open, see `document::maps`.
    pub about_maps: bool,
    /// Whether a picture of an experiment is enlarged over everything.
    pub enlarged: bool,
    /// Whether the start page lies over the map.
    pub start_page: bool,
}

impl Dialogs {
    /// Shows a dialog, after those that are already open.
    pub fn open(&mut self, dialog: Dialog) {
        if !self.queue.contains(&dialog) {
            self.queue.push_back(dialog);
        }
    }

    /// Whether a dialog is open, so that keys and mouse do not reach the map.
    pub fn is_modal(&self) -> bool {
        self.start_page || self.is_question_open()
    }

    /// Whether a question, a message, an enlarged picture or the file dialog is open.
    pub fn is_question_open(&self) -> bool {
        self.choosing_file || self.about_maps || self.enlarged || !self.queue.is_empty()
    }
}

/// A question or a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// What a new map is made of.
    NewMap(NewMap),
    /// How the units of a problem file patrol.
    Patrols(PatrolFile),
    /// What to do with unsaved changes.
    Unsaved {
        /// The name of the document.
        name: String,
    },
    /// Another program has saved the file, and there are unsaved changes here.
    FileChanged {
        /// The name of the document.
        name: String,
    },
    /// A file of this name is there already.
    Replace {
        /// The name of the file.
        name: String,
    },
    /// An error.
    Error {
        /// What could not be done.
        title: String,
        /// Why, in a sentence.
        text: String,
    },
    /// Unsaved work of a program that ended without saving.
    Restore {
        /// One line for each document, newest first.
        works: Vec<String>,
    },
}

/// The answer to a dialog.
#[derive(Message, Clone, Debug, PartialEq)]
pub enum Answer {
    /// A new map.
    NewMap(NewMap),
    /// Open a problem file as patrols.
    Patrols(PatrolFile),
    /// Save the changes.
    Save,
    /// Discard the changes.
    Discard,
    /// Take what is in the file now.
    TakeFile,
    /// Keep the changes made here.
    KeepMine,
    /// Keep the changes made here, in another file.
    SaveElsewhere,
    /// Write over the file.
    Replace,
    /// Do nothing.
    Cancel,
    /// The file dialog was closed without a choice.
    NothingChosen,
    /// Restore the work with this index in the list.
    Restore(usize),
    /// Discard all of it.
    DiscardAll,
    /// Ask again next time.
    Later,
    /// The message has been read.
    Seen,
}

fn show_dialogs(
    mut contexts: EguiContexts,
    mut dialogs: ResMut<Dialogs>,
    mut answers: MessageWriter<Answer>,
) -> Result {
    if dialogs.queue.is_empty() {
        return Ok(());
    }
    let context = contexts.ctx_mut()?.clone();
    if let Some(dialog) = dialogs.queue.front_mut()
        && let Some(answer) = show(&context, dialog)
    {
        dialogs.queue.pop_front();
        answers.write(answer);
    }
    Ok(())
}

/// Shows a dialog. Returns the answer once there is one.
pub fn show(context: &egui::Context, dialog: &mut Dialog) -> Option<Answer> {
    let enter = answers::enter_pressed(context);
    let modal = egui::Modal::new(egui::Id::new("dialog")).show(context, |ui| {
        copyable(ui);
        ui.set_width(match dialog {
            Dialog::NewMap(_) => new_map::width(context),
            _ => 400.0,
        });
        ui.spacing_mut().item_spacing.y = 10.0;
        match dialog {
            Dialog::NewMap(map) => new_map(ui, map),
            Dialog::Patrols(file) => patrols(ui, file),
            Dialog::Unsaved { name } => unsaved(ui, name),
            Dialog::FileChanged { name } => file_changed(ui, name),
            Dialog::Replace { name } => replace(ui, name),
            Dialog::Error { title, text } => error(ui, title, text),
            Dialog::Restore { works } => restore(ui, works),
        }
    });
    // A click beside a dialog with settings would lose them.
    let beside = matches!(dialog, Dialog::NewMap(_) | Dialog::Patrols(_))
        && modal.backdrop_response.clicked();
    let closed = modal.should_close() && !beside;
    let (on_enter, on_escape) = on_keys(dialog);
    modal.inner.or(enter.then_some(on_enter)).or(closed.then_some(on_escape))
}

/// The answers of the keys Enter and Esc. Enter never loses anything, and means the main button.
fn on_keys(dialog: &Dialog) -> (Answer, Answer) {
    match dialog {
        Dialog::NewMap(map) => (Answer::NewMap(*map), Answer::Cancel),
        Dialog::Patrols(file) => (Answer::Patrols(file.clone()), Answer::Cancel),
        Dialog::Unsaved { .. } => (Answer::Save, Answer::Cancel),
        Dialog::FileChanged { .. } => (Answer::KeepMine, Answer::KeepMine),
        Dialog::Replace { .. } => (Answer::Cancel, Answer::Cancel),
        Dialog::Error { .. } => (Answer::Seen, Answer::Seen),
        Dialog::Restore { .. } => (Answer::Restore(0), Answer::Later),
    }
}

fn new_map(ui: &mut egui::Ui, map: &mut NewMap) -> Option<Answer> {
    new_map::show(ui, map);
    answers::show(
        ui,
        &[
            Choice::main("Create", "Opens the new map (Enter)", Answer::NewMap(*map)),
            Choice::other("Cancel", "Keeps the open document (Esc)", Answer::Cancel),
        ],
    )
}

fn patrols(ui: &mut egui::Ui, file: &mut PatrolFile) -> Option<Answer> {
    let name = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    ui.heading("Open patrols");
    wrapped(
        ui,
        format!(
            "{} units, one for each line of {}, go back and forth on {}, from cell to cell.",
            file.count,
            name(&file.problems),
            name(&file.map)
        ),
    );
    egui::Grid::new("patrols").num_columns(2).spacing([16.0, 8.0]).show(ui, |ui| {
        ui.label("How often");
        ui.add(rounds_field(&mut file.rounds)).on_hover_text(ROUNDS_DOC);
        ui.end_row();
        ui.label("Rules of steps");
        let rules = [
            (true, "As published", "The rules of direction-maps, as the experiment runs this file"),
            (
                false,
                "Sandbox",
                "With our additions: no frame stalls, and no unit is stuck for ever",
            ),
        ];
        file.published = choose(ui, file.published, &rules).unwrap_or(file.published);
        ui.end_row();
    });
    answers::show(
        ui,
        &[
            Choice::main("Open", "Opens the patrols (Enter)", Answer::Patrols(file.clone())),
            Choice::other("Cancel", "Keeps the open document (Esc)", Answer::Cancel),
        ],
    )
}

fn unsaved(ui: &mut egui::Ui, name: &str) -> Option<Answer> {
    ui.heading("Save your work?");
    wrapped(ui, format!("{name} holds work that is not saved."));
    answers::show(
        ui,
        &[
            Choice::main("Save", "Saves, then continues (Enter)", Answer::Save),
            Choice::other("Cancel", "Returns to the document (Esc)", Answer::Cancel),
            Choice::destructive("Discard", "Continues; the work is lost", Answer::Discard),
        ],
    )
}

fn file_changed(ui: &mut egui::Ui, name: &str) -> Option<Answer> {
    ui.heading("The file has changed");
    wrapped(
        ui,
        format!("Another program has saved {name}, and you have changes here that are not saved."),
    );
    let keep = "Saving later replaces what is in the file (Enter or Esc)";
    let take = "Opens the file again; the changes here are lost";
    answers::show(
        ui,
        &[
            Choice::main("Keep mine", keep, Answer::KeepMine),
            Choice::other("Save mine as…", "Asks for another file", Answer::SaveElsewhere),
            Choice::destructive("Reload from disk", take, Answer::TakeFile),
        ],
    )
}

fn replace(ui: &mut egui::Ui, name: &str) -> Option<Answer> {
    ui.heading(format!("Replace {name}?"));
    wrapped(ui, "There is a file of this name already. What is in it would be lost.");
    answers::show(
        ui,
        &[
            Choice::main("Cancel", "Keeps the file (Enter or Esc)", Answer::Cancel),
            Choice::destructive("Replace", "Writes over the file", Answer::Replace),
        ],
    )
}

fn error(ui: &mut egui::Ui, title: &str, text: &str) -> Option<Answer> {
    ui.heading(title);
    scrolled(ui, |ui| wrapped(ui, text));
    answers::show(ui, &[Choice::main("OK", "Closes this message (Enter or Esc)", Answer::Seen)])
}

fn restore(ui: &mut egui::Ui, works: &[String]) -> Option<Answer> {
    ui.heading("Restore unsaved work?");
    wrapped(ui, "The program ended without saving this work:");
    let mut answer = None;
    scrolled(ui, |ui| {
        for (index, work) in works.iter().enumerate() {
            ui.horizontal(|ui| {
                let (button, doc) = match index {
                    0 => (answers::main_button(ui, "Restore"), "Opens this work (Enter)"),
                    _ => (egui::Button::new("Restore"), "Opens this work"),
                };
                if ui.add(button).on_hover_text(doc).clicked() {
                    answer = Some(Answer::Restore(index));
                }
                wrapped(ui, work.as_str());
            });
        }
    });
    let all = if works.len() == 1 { "Discard" } else { "Discard all" };
    answer.or(answers::show(
        ui,
        &[
            Choice::other("Later", "Keeps it and asks again next time (Esc)", Answer::Later),
            Choice::destructive(all, "Deletes it", Answer::DiscardAll),
        ],
    ))
}

/// Content that may be too tall for the window.
fn scrolled(ui: &mut egui::Ui, body: impl FnOnce(&mut egui::Ui)) {
    // Room for the heading, the buttons and the frame of the dialog.
    let most = (ui.ctx().content_rect().height() - 220.0).max(80.0);
    egui::ScrollArea::vertical().max_height(most).min_scrolled_height(most).show(ui, body);
}
