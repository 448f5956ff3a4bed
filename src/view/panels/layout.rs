//! Places the panels around the map.

use super::data::PanelData;
use super::doctrine::DoctrinePanel;
use super::motion::MotionPanel;
use super::time_line::TimeLine;
use super::top_bar::TopBar;
use super::widgets::section;
use super::{
    doctrine, event_list, group_rows, help, hint_line, motion, numbers, overlay_rows, palette,
    plot, rules, selected, time_line, top_bar,
};
use crate::scenario::Team;
use crate::view::document::DocumentSystems;
use crate::view::document::intent::{Intent, ShowIntent};
use crate::view::input::camera::LookAt;
use crate::view::input::tools::{Armed, ToolOptions};
use crate::view::overlays::Overlays;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Shown>()
        .init_resource::<MapArea>()
        .add_systems(Update, serve_show.in_set(DocumentSystems::Serve))
        .add_systems(EguiPrimaryContextPass, show_panels.in_set(PanelSystems));
}

/// The panels are laid out before dialogs and file dialogs, which lie over them.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct PanelSystems;

/// The part of the window, in logical pixels, that no panel covers. Written here, read by the camera.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct MapArea(pub Rect);

/// Which panels are shown, and what they remember between frames.
#[derive(Resource, Debug)]
pub struct Shown {
    /// Whether the panels are shown.
    pub panels: bool,
    /// Whether the list of keys is shown.
    pub help: bool,
    doctrine: DoctrinePanel,
    motion: MotionPanel,
    /// The index of the metric that is plotted.
    metric: usize,
    /// Frames for which a widget that is no text field has had the focus.
    stray_focus: u32,
}

impl Default for Shown {
    fn default() -> Self {
        Self {
            panels: true,
            help: false,
            doctrine: DoctrinePanel::default(),
            motion: MotionPanel::default(),
            metric: 0,
            stray_focus: 0,
        }
    }
}

/// Width of the left panel, in logical pixels.
const LEFT: f32 = 224.0;
/// Width of the right panel at the start, in logical pixels.
const RIGHT: f32 = 356.0;
/// Width of a scroll bar, in logical pixels: widgets leave it free.
const SCROLL_BAR: f32 = 8.0;

fn serve_show(
    mut intents: MessageReader<Intent>,
    mut shown: ResMut<Shown>,
    mut overlays: ResMut<Overlays>,
    mut look: MessageWriter<LookAt>,
) {
    for intent in intents.read() {
        let Intent::Show(intent) = intent else { continue };
        match *intent {
            ShowIntent::ToggleHelp => shown.help = !shown.help,
            ShowIntent::CloseHelp => shown.help = false,
            ShowIntent::TogglePanels => shown.panels = !shown.panels,
            ShowIntent::ToggleOverlay(index) => {
                if let Some(row) = overlays.rows.get_mut(index) {
                    row.on = !row.on;
                }
            }
            ShowIntent::CentreOn(position) => {
                look.write(LookAt::Position(position));
            }
            ShowIntent::FitMap => {
                look.write(LookAt::Map);
            }
            ShowIntent::FollowSelection => {
                look.write(LookAt::Selection);
            }
            // Served by `scene::screenshot`.
            ShowIntent::Screenshot => {}
        }
    }
}

fn show_panels(
    mut contexts: EguiContexts,
    data: PanelData,
    mut shown: ResMut<Shown>,
    mut options: ResMut<ToolOptions>,
    mut overlays: ResMut<Overlays>,
    mut area: ResMut<MapArea>,
    mut intents: MessageWriter<Intent>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    drop_stray_focus(&context, &mut shown.stray_focus);
    let mut wanted = Vec::new();
    let mut root = egui::Ui::new(
        context.clone(),
        egui::Id::new("panels"),
        egui::UiBuilder::new()
            .layer_id(egui::LayerId::background())
            .max_rect(context.content_rect()),
    );
    if shown.panels {
        let mut new_options = options.clone();
        show_top(&mut root, &data, &mut wanted);
        show_bottom(&mut root, &data, options.tool.hint());
        show_time(&mut root, &data, &mut wanted);
        show_left(&mut root, &data, &mut shown, &mut new_options, &mut wanted);
        show_right(&mut root, &data, &mut shown, &mut overlays, &mut wanted);
        options.set_if_neq(new_options);
    }
    let map = root.available_rect_before_wrap();
    let right = map.right().max(map.left());
    area.set_if_neq(MapArea(Rect::new(map.left(), map.top(), right, map.bottom())));
    data.toasts.show(&context, map);
    if shown.help {
        help::show(&context, &mut shown.help, &overlays);
    }
    intents.write_batch(wanted);
    Ok(())
}

fn show_top(root: &mut egui::Ui, data: &PanelData, wanted: &mut Vec<Intent>) {
    let document = &data.document;
    let bar = TopBar {
        name: &document.name(),
        description: &document.scenario.description,
        citation: &document.scenario.citation,
        dirty: document.is_dirty(),
        undo: document.history().undo_name(),
        redo: document.history().redo_name(),
        gallery: &data.gallery.entries,
        current: data.files.current,
        recent: &data.files.recent,
    };
    egui::Panel::top("top").show(root, |ui| wanted.extend(top_bar::show(ui, &bar)));
}

fn show_time(root: &mut egui::Ui, data: &PanelData, wanted: &mut Vec<Intent>) {
    let document = &data.document;
    let line = TimeLine {
        running: data.pace.running || document.runs_then(),
        speed: *data.speed,
        tick: document.tick,
        seek_target: document.seek_target(),
        reached: document.history().reached(),
        edits: document.timeline().edits(),
        events: data.marks.list(),
    };
    egui::Panel::bottom("time").show(root, |ui| wanted.extend(time_line::show(ui, &line)));
}

fn show_bottom(root: &mut egui::Ui, data: &PanelData, tool_hint: &str) {
    let armed = data.hand.armed;
    let enemy = data.hovered_enemy().filter(|_| armed != Some(Armed::Patrol));
    let attack_hint = enemy.map(|enemy| hint_line::attack_hint(enemy, armed));
    let hint = armed.map_or(tool_hint, |armed| armed.hint());
    egui::Panel::bottom("hint").show(root, |ui| {
        hint_line::show(ui, attack_hint.as_deref().unwrap_or(hint), &data.hover);
    });
}

fn show_left(
    root: &mut egui::Ui,
    data: &PanelData,
    shown: &mut Shown,
    options: &mut ToolOptions,
    wanted: &mut Vec<Intent>,
) {
    let scenario = &data.document.scenario;
    let width = LEFT + numbers::COLUMN * data.document.comparison().len() as f32;
    let panel = egui::Panel::left("tools").resizable(false).exact_size(width);
    scrolled(root, panel, 90.0, |ui| {
        wanted.extend(palette::show(ui, options, scenario, &data.selection));
        let arenas = data.arenas();
        let Some(first) = arenas.first() else { return };
        ui.add_space(6.0);
        section(ui, "Numbers", "Measured while the units move", true, |ui| {
            let numbers: Vec<_> = arenas.iter().map(|arena| arena.numbers).collect();
            let scores: Vec<_> = arenas.iter().map(|arena| arena.score).collect();
            let groups: Vec<_> =
                arenas.iter().map(|arena| (arena.group_numbers, arena.separations)).collect();
            numbers::show(ui, &numbers, &scores, &scenario.teams);
            group_rows::show(ui, &groups, &scenario.teams);
        });
        section(ui, "Over time", "One number since the start", true, |ui| {
            plot::show(ui, &mut shown.metric, &data.history);
        });
        section(ui, "Events", "What happened; click an event to look there", true, |ui| {
            wanted.extend(event_list::show(ui, first.events.iter().rev()));
        });
    });
}

fn show_right(
    root: &mut egui::Ui,
    data: &PanelData,
    shown: &mut Shown,
    overlays: &mut Overlays,
    wanted: &mut Vec<Intent>,
) {
    let scenario = &data.document.scenario;
    let comparison = data.document.comparison();
    let panel = egui::Panel::right("right").default_size(RIGHT).size_range(240.0..=480.0);
    scrolled(root, panel, 84.0, |ui| {
        section(ui, "Doctrine", "How a team plans and moves", true, |ui| {
            let teams = |arena| comparison.teams(arena, &scenario.teams);
            let arenas: Vec<Vec<Team>> = comparison.arenas().into_iter().map(teams).collect();
            wanted.extend(doctrine::show(ui, &mut shown.doctrine, &arenas));
        });
        let doc = "How the units of the chosen arena move: freely, or from cell to cell";
        section(ui, "Motion", doc, true, |ui| {
            let arena = shown.doctrine.arena;
            let own = comparison.motion(arena as u32, scenario.motion);
            let teams = comparison.teams(arena as u32, &scenario.teams);
            wanted.extend(motion::show(ui, &mut shown.motion, arena, &own, &teams));
        });
        section(ui, "Combat", "The combat rules of this scenario, in all arenas", false, |ui| {
            wanted.extend(rules::show(ui, &scenario.rules));
        });
        section(ui, "Overlays", "What the algorithms see and plan", true, |ui| {
            overlay_rows::show(ui, overlays, &data.legends);
        });
        section(ui, "Selected", "The selected units or the selected obstacle", true, |ui| {
            let id = data.selection.obstacle;
            let obstacle = id.and_then(|id| scenario.obstacles.iter().find(|o| o.id == id));
            let teams: Vec<String> = scenario.teams.iter().map(|t| t.name.clone()).collect();
            selected::show(ui, &data.selected_units(), obstacle, &teams);
        });
    });
}

/// A side panel that scrolls. Its sliders are `slider_width` logical pixels wide.
fn scrolled(
    root: &mut egui::Ui,
    panel: egui::Panel,
    slider_width: f32,
    body: impl FnOnce(&mut egui::Ui),
) {
    panel.show(root, |ui| {
        ui.spacing_mut().slider_width = slider_width;
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            ui.set_max_width(ui.available_width() - SCROLL_BAR);
            body(ui);
        });
    });
}

/// Frames after which a widget that is no text field loses the focus. A field that was just clicked needs one or two
/// frames to become active.
const STRAY_FOCUS: u32 = 3;

/// Takes the keyboard away from widgets that are no text fields: a button reached by Tab must not swallow the keys of the
/// map.
fn drop_stray_focus(context: &egui::Context, frames: &mut u32) {
    match context.memory(|memory| memory.focused()) {
        Some(id) if !context.text_edit_focused() => {
            *frames += 1;
            if *frames >= STRAY_FOCUS {
                context.memory_mut(|memory| memory.surrender_focus(id));
            }
        }
        _ => *frames = 0,
    }
}
