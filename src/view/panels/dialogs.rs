//! Dialogs: questions and messages in front of everything else.

use super::layout::PanelSystems;
use super::new_map;
use super::widgets::wrapped;
use crate::scenario::NewMap;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use std::collections::VecDeque;

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

    /// Whether a question, a message or the file dialog is open.
    pub fn is_question_open(&self) -> bool {
        self.choosing_file || self.about_maps || !self.queue.is_empty()
    }
}

/// A question or a message.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// What a new map is made of.
    NewMap(NewMap),
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
    let modal = egui::Modal::new(egui::Id::new("dialog")).show(context, |ui| {
        ui.set_width(match dialog {
            Dialog::NewMap(_) => new_map::width(context),
            _ => 380.0,
        });
        ui.spacing_mut().item_spacing.y = 10.0;
        match dialog {
            Dialog::NewMap(map) => {
                new_map::show(ui, map);
                let create = Answer::NewMap(*map);
                let cancel = ("Cancel", "Keeps the open document", Answer::Cancel);
                buttons(ui, &[("Create", "Opens the new map", create), cancel])
            }
            Dialog::Unsaved { name } => unsaved(ui, name),
            Dialog::FileChanged { name } => file_changed(ui, name),
            Dialog::Error { title, text } => {
                ui.heading(title.as_str());
                wrapped(ui, text.as_str());
                buttons(ui, &[("OK", "Closes this message", Answer::Seen)])
            }
            Dialog::Restore { works } => restore(ui, works),
        }
    });
    let answer = modal.inner.clone().or_else(|| {
        let enter = context.input(|i| i.key_pressed(egui::Key::Enter));
        enter.then(|| on_enter(dialog))
    });
    let if_closed = match dialog {
        Dialog::NewMap(_) | Dialog::Unsaved { .. } => Answer::Cancel,
        Dialog::FileChanged { .. } => Answer::KeepMine,
        Dialog::Error { .. } => Answer::Seen,
        Dialog::Restore { .. } => Answer::Later,
    };
    answer.or(modal.should_close().then_some(if_closed))
}

/// The answer of the Enter key: that of the first button.
fn on_enter(dialog: &Dialog) -> Answer {
    match *dialog {
        Dialog::NewMap(map) => Answer::NewMap(map),
        Dialog::Unsaved { .. } => Answer::Save,
        Dialog::FileChanged { .. } => Answer::KeepMine,
        Dialog::Error { .. } => Answer::Seen,
        Dialog::Restore { .. } => Answer::Restore(0),
    }
}

fn unsaved(ui: &mut egui::Ui, name: &str) -> Option<Answer> {
    ui.heading("Save your changes?");
    wrapped(ui, format!("{name} has changes that are not saved."));
    buttons(
        ui,
        &[
            ("Save", "Saves, then continues", Answer::Save),
            ("Discard", "Continues; the changes are lost", Answer::Discard),
            ("Cancel", "Returns to the document", Answer::Cancel),
        ],
    )
}

fn file_changed(ui: &mut egui::Ui, name: &str) -> Option<Answer> {
    ui.heading("The file has changed");
    wrapped(
        ui,
        format!("Another program has saved {name}, and you have changes here that are not saved."),
    );
    buttons(
        ui,
        &[
            ("Keep mine", "Saving later replaces what is in the file", Answer::KeepMine),
            (
                "Take the file's",
                "Opens the file again; the changes here are lost",
                Answer::TakeFile,
            ),
            ("Save mine elsewhere…", "Asks for another file", Answer::SaveElsewhere),
        ],
    )
}

fn restore(ui: &mut egui::Ui, works: &[String]) -> Option<Answer> {
    ui.heading("Restore unsaved work?");
    wrapped(ui, "The program ended without saving this work:");
    let mut answer = None;
    for (index, work) in works.iter().enumerate() {
        ui.horizontal(|ui| {
            if ui.button("Restore").on_hover_text("Opens this work").clicked() {
                answer = Some(Answer::Restore(index));
            }
            wrapped(ui, work.as_str());
        });
    }
    let all = if works.len() == 1 { "Discard" } else { "Discard all" };
    answer.or(buttons(
        ui,
        &[
            (all, "Deletes it", Answer::DiscardAll),
            ("Later", "Keeps it and asks again next time", Answer::Later),
        ],
    ))
}

fn buttons(ui: &mut egui::Ui, list: &[(&str, &str, Answer)]) -> Option<Answer> {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        list.iter().fold(None, |answer, (label, doc, meaning)| {
            let clicked = ui.button(*label).on_hover_text(*doc).clicked();
            answer.or(clicked.then(|| meaning.clone()))
        })
    })
    .inner
}
