//! The settings window: a page for the appearance, one for the keys, one for files and folders.

use super::layout::PanelSystems;
use super::overlay_rows::ramp as colour_ramp;
use super::settings_keys;
use super::widgets::{button, choose, quiet, wrapped};
use crate::overlay::palette::Ramp;
use crate::view::document::intent::Intent;
use crate::view::input::chord::Chord;
use crate::view::input::key_map::KeyMap;
use crate::view::scene::screenshot::pictures_folder;
use crate::view::settings::{FileSettings, Look, Settings, SettingsIntent, Theme};
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<SettingsWindow>()
        .init_resource::<Settings>()
        .init_resource::<KeyMap>()
        .add_systems(EguiPrimaryContextPass, show_settings.after(PanelSystems));
}

/// Whether the window is open, and its page.
#[derive(Resource, Debug, Default, PartialEq)]
pub struct SettingsWindow {
    /// Whether it is open.
    pub open: bool,
    /// The page that is shown.
    pub page: Page,
    /// The key that is being changed.
    pub asked: Option<Asked>,
}

/// A key that is being changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The command, by its index in the list of commands.
    pub command: usize,
    /// Which of its keys; one beyond the last for a further one.
    pub slot: usize,
    /// What was pressed, if it cannot be given without a question.
    pub pressed: Option<Chord>,
}

impl SettingsWindow {
    /// Waits for a new key of a command.
    pub fn ask_key(&mut self, command: usize, slot: usize) {
        (self.open, self.page) = (true, Page::Keys);
        self.asked = Some(Asked { command, slot, pressed: None });
    }

    /// A key was pressed that cannot be given without a question.
    pub fn pressed(&mut self, chord: Chord) {
        if let Some(asked) = &mut self.asked {
            asked.pressed = Some(chord);
        }
    }

    /// Whether the next key that is pressed is the new key of a command.
    pub fn waits_for_key(&self) -> bool {
        self.open && self.asked.is_some_and(|asked| asked.pressed.is_none())
    }
}

/// A page of the window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// Theme and size.
    #[default]
    Look,
    /// The keys of all commands.
    Keys,
    /// Recent files and folders.
    Files,
}

impl Page {
    const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Look, "Appearance", "Theme and UI scale"),
        (Self::Keys, "Keys", "The keys of all commands"),
        (Self::Files, "Files", "Recent files and folders"),
    ];
}

/// Width of the window, in logical pixels.
const WIDTH: f32 = 440.0;

fn show_settings(
    mut contexts: EguiContexts,
    mut window: ResMut<SettingsWindow>,
    settings: Res<Settings>,
    map: Res<KeyMap>,
    mut intents: MessageWriter<Intent>,
) -> Result {
    if window.open {
        let context = contexts.ctx_mut()?.clone();
        intents.write_batch(show(&context, &mut window, &settings, &map));
    }
    Ok(())
}

/// Shows the window.
pub fn show(
    context: &egui::Context,
    window: &mut SettingsWindow,
    settings: &Settings,
    map: &KeyMap,
) -> Vec<Intent> {
    let mut wanted = Vec::new();
    let screen = context.content_rect();
    let mut open = true;
    egui::Window::new("Settings")
        .open(&mut open)
        .collapsible(false)
        .auto_sized()
        .constrain_to(screen)
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(screen.center())
        .show(context, |ui| {
            ui.set_width(WIDTH.min(screen.width() - 40.0));
            if let Some(page) = choose(ui, window.page, &Page::ALL) {
                (window.page, window.asked) = (page, None);
            }
            ui.separator();
            let height = (screen.height() - 140.0).clamp(80.0, 520.0);
            let scroll = egui::ScrollArea::vertical().max_height(height);
            scroll.min_scrolled_height(height).show(ui, |ui| match window.page {
                Page::Look => look_page(ui, settings.look, &mut wanted),
                Page::Keys => settings_keys::show(ui, map, window.asked, &mut wanted),
                Page::Files => files_page(ui, &settings.files, &mut wanted),
            });
        });
    if !open {
        wanted.push(Intent::Settings(SettingsIntent::Close));
    }
    wanted
}

fn heading(ui: &mut egui::Ui, text: &str) {
    ui.add_space(4.0);
    ui.label(egui::RichText::new(text).strong());
}

fn look_page(ui: &mut egui::Ui, look: Look, wanted: &mut Vec<Intent>) {
    let set = |look| Intent::Settings(SettingsIntent::Look(look));
    heading(ui, "Theme");
    let themes = [
        (Theme::Dark, "Dark", "Light text on a dark background"),
        (Theme::Light, "Light", "Dark text on a light background"),
    ];
    if let Some(theme) = choose(ui, look.theme, &themes) {
        wanted.push(set(Look { theme, ..look }));
    }
    heading(ui, "UI scale");
    ui.horizontal(|ui| {
        let settings = Intent::Settings;
        let (smaller, larger) = (look.next_scale(false), look.next_scale(true));
        let small = look.scale > smaller;
        button(ui, "−", "One step smaller", small, settings(SettingsIntent::Smaller), wanted);
        ui.label(egui::RichText::new(format!("{:.0} %", look.scale * 100.0)).monospace());
        let large = look.scale < larger;
        button(ui, "+", "One step larger", large, settings(SettingsIntent::Larger), wanted);
        let changed = look.scale != 1.0;
        let doc = "As large as the system asks for";
        button(ui, "100 %", doc, changed, settings(SettingsIntent::NormalSize), wanted);
    });
    heading(ui, "Overlay colour map");
    for (ramp, name, doc) in Ramp::ALL {
        ui.horizontal(|ui| {
            if ui.radio(look.ramp == ramp, name).on_hover_text(doc).clicked() {
                wanted.push(set(Look { ramp, ..look }));
            }
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                ui.set_max_width(200.0);
                colour_ramp(ui, &ramp.stops());
            });
        });
    }
    heading(ui, "Minimap");
    let mut minimap = look.minimap;
    let doc = "In the corner, while only a part of the map is seen; a click on it moves the view";
    if ui
        .checkbox(&mut minimap, "Show a minimap when the map does not fit")
        .on_hover_text(doc)
        .clicked()
    {
        wanted.push(set(Look { minimap, ..look }));
    }
}

fn files_page(ui: &mut egui::Ui, files: &FileSettings, wanted: &mut Vec<Intent>) {
    let settings = Intent::Settings;
    heading(ui, "Screenshots go to");
    let folder = match &files.screenshots {
        Some(folder) => folder.clone(),
        None => pictures_folder()
            .map_or_else(|| "the working directory".into(), |path| path.display().to_string()),
    };
    wrapped(ui, folder);
    ui.horizontal(|ui| {
        let doc = "Chooses another folder for screenshots";
        button(ui, "Choose…", doc, true, settings(SettingsIntent::AskScreenshotFolder), wanted);
        let doc = "The system's folder for pictures";
        let reset = settings(SettingsIntent::ScreenshotFolder(None));
        button(ui, "Reset", doc, files.screenshots.is_some(), reset, wanted);
    });
    heading(ui, "Recent files");
    if files.recent.is_empty() {
        wrapped(ui, quiet("None yet. Files that you open or save are listed in the File menu."));
        return;
    }
    for path in &files.recent {
        ui.add(egui::Label::new(quiet(path)).truncate()).on_hover_text(path);
    }
    let doc = "Empties this list; the files stay where they are";
    button(ui, "Clear list", doc, true, settings(SettingsIntent::ForgetRecent), wanted);
}
