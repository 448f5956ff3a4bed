//! Places the panels around the map.

use super::data::PanelData;
use super::doctrine::DoctrinePanel;
use super::fitted::Fitted;
use super::kinds::KindsPanel;
use super::metric_history::METRICS;
use super::motion::MotionPanel;
use super::orders::OrdersPanel;
use super::places::{Places, Side};
use super::time_line::TimeLine;
use super::top_bar::TopBar;
use super::widgets::{keep_sections, sections};
use super::{help, hint_line, left_side, legend_strip, plot, right_side, time_line, top_bar};
use crate::view::document::DocumentSystems;
use crate::view::document::intent::{Intent, ShowIntent};
use crate::view::input::camera::LookAt;
use crate::view::input::tools::{Armed, ToolOptions};
use crate::view::lessons;
use crate::view::overlays::Overlays;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Shown>()
        .init_resource::<MapArea>()
        .init_resource::<PageArea>()
        .add_systems(Update, serve_show.in_set(DocumentSystems::Serve))
        .add_systems(EguiPrimaryContextPass, show_panels.in_set(PanelSystems));
}

/// The panels are laid out before dialogs and file dialogs, which lie over them.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct PanelSystems;

/// The part of the window, in logical pixels, that no panel covers. Written here, read by the camera.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct MapArea(pub Rect);

/// The part of the window below the menu, in logical pixels. The start page fills it.
#[derive(Resource, Clone, Copy, Debug, Default, PartialEq)]
pub struct PageArea(pub Rect);

/// A window lower than this has no line with hints at the bottom, in logical pixels.
const LOW: f32 = 440.0;

/// Which panels are shown, and what they remember between frames.
#[derive(Resource, Debug, Default)]
pub struct Shown {
    /// Which panels are open, and how wide they are.
    pub places: Places,
    /// Whether the list of keys is shown.
    pub help: bool,
    pub(super) doctrine: DoctrinePanel,
    pub(super) motion: MotionPanel,
    pub(super) kinds: KindsPanel,
    pub(super) orders: OrdersPanel,
    /// The height of the selection at the top of the right panel.
    pub(super) selection: Fitted,
    /// The index of the metric that is plotted.
    pub(super) metric: usize,
    /// Whether the plot has a window of its own.
    pub plot_enlarged: bool,
    /// Whether the panels know which sections were open at the last start.
    sections_known: bool,
    /// Frames for which a widget that is not a text field has had the focus.
    stray_focus: u32,
}

impl Shown {
    /// Restores the places of the last start.
    pub fn recall(&mut self, places: Places) {
        let known = METRICS.iter().position(|metric| metric.label == places.plotted);
        self.metric = known.unwrap_or(0);
        self.places = places;
        self.sections_known = false;
    }

    /// Records in the places what the panels keep elsewhere.
    fn note(&mut self, context: &egui::Context) {
        let now = sections(context);
        if self.places.sections != now {
            self.places.sections = now;
        }
        let plotted = METRICS.get(self.metric).filter(|_| self.metric > 0);
        let plotted = plotted.map_or("", |metric| metric.label);
        if self.places.plotted != plotted {
            self.places.plotted = plotted.into();
        }
    }
}

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
            ShowIntent::ClosePlot => shown.plot_enlarged = false,
            ShowIntent::TogglePanels | ShowIntent::ToggleSide(_) | ShowIntent::Tab(_) => {
                shown.places.serve(*intent);
            }
            ShowIntent::ToggleOverlay(index) => {
                if let Some(row) = overlays.rows.get_mut(index) {
                    row.on = !row.on;
                }
            }
            ShowIntent::Picked(cell) => shown.orders.pick(cell),
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
    (mut area, mut page): (ResMut<MapArea>, ResMut<PageArea>),
    mut intents: MessageWriter<Intent>,
) -> Result {
    let context = contexts.ctx_mut()?.clone();
    drop_stray_focus(&context, &mut shown.stray_focus);
    if !shown.sections_known {
        keep_sections(&context, shown.places.sections.clone());
        shown.sections_known = true;
    }
    let mut wanted = Vec::new();
    let mut root = egui::Ui::new(
        context.clone(),
        egui::Id::new("panels"),
        egui::UiBuilder::new()
            .layer_id(egui::LayerId::background())
            .max_rect(context.content_rect()),
    );
    shown.places.fit(root.available_width());
    if shown.places.panels {
        show_top(&mut root, &data, &shown.places, &mut wanted);
    }
    page.set_if_neq(PageArea(free(&root)));
    // Nobody sees the map behind the start page, so its panels go, and it stays where it is.
    if !data.dialogs.start_page {
        let mut new_options = options.clone();
        around_map(&mut root, &data, &mut shown, &mut new_options, &mut overlays, &mut wanted);
        options.set_if_neq(new_options);
        area.set_if_neq(MapArea(free(&root)));
        let Shown { metric, plot_enlarged, .. } = &mut *shown;
        wanted.extend(plot::show_window(&context, metric, plot_enlarged, &data.history));
    }
    shown.note(&context);
    if shown.help {
        help::show(&context, &mut shown.help);
    }
    intents.write_batch(wanted);
    Ok(())
}

/// What is not covered yet.
fn free(root: &egui::Ui) -> Rect {
    let free = root.available_rect_before_wrap();
    Rect::new(free.left(), free.top(), free.right().max(free.left()), free.bottom())
}

/// The panels at the sides of the map and below it.
fn around_map(
    root: &mut egui::Ui,
    data: &PanelData,
    shown: &mut Shown,
    options: &mut ToolOptions,
    overlays: &mut ResMut<Overlays>,
    wanted: &mut Vec<Intent>,
) {
    // In a narrow window the card of a lesson gets the whole width.
    let narrow = shown.places.narrow;
    let lesson = |root: &mut egui::Ui| {
        lessons::show(root, &data.course, &data.document, &data.files, &data.real)
    };
    if shown.places.panels {
        if root.available_height() > LOW {
            show_bottom(root, data, options.tool.hint());
        }
        if shown.places.time {
            show_time(root, data, wanted);
        }
        if narrow {
            wanted.extend(lesson(root));
        }
        if shown.places.is_open(Side::Left) {
            left_side::show(root, data, shown, options, wanted);
        }
        if shown.places.is_open(Side::Right) {
            right_side::show(root, data, shown, overlays, wanted);
        }
    }
    if !narrow || !shown.places.panels {
        wanted.extend(lesson(root));
    }
    if shown.places.panels {
        legend_strip::show(root, &data.legends, &mut shown.places);
    }
}

fn show_top(root: &mut egui::Ui, data: &PanelData, places: &Places, wanted: &mut Vec<Intent>) {
    let document = &data.document;
    let title = &document.start().title;
    let name = if title.is_empty() { document.name() } else { title.clone() };
    let file = document.path.as_ref().map(|path| path.display().to_string());
    let source = [&*document.start().citation, file.as_deref().unwrap_or("")].join("\n");
    let bar = TopBar {
        name: &name,
        description: &document.start().description,
        citation: source.trim(),
        dirty: document.is_dirty(),
        undo: document.history().undo_name(),
        redo: document.history().redo_name(),
        gallery: &data.gallery.entries,
        current: data.files.current,
        recent: &data.files.recent,
        places,
        course: &data.course,
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
        edits: document.run().later(),
        events: data.events.marks(),
    };
    egui::Panel::bottom("time").show(root, |ui| wanted.extend(time_line::show(ui, &line)));
}

fn show_bottom(root: &mut egui::Ui, data: &PanelData, tool_hint: &str) {
    let armed = data.hand.armed;
    let enemy =
        data.hovered_enemy().filter(|_| !matches!(armed, Some(Armed::Patrol | Armed::Place)));
    let attack_hint = enemy.map(|enemy| hint_line::attack_hint(enemy, armed));
    let tool_hint = data.preview.hint.as_deref().unwrap_or(tool_hint);
    let hint = armed.map_or(tool_hint, |armed| armed.hint());
    egui::Panel::bottom("hint").show(root, |ui| {
        hint_line::show(ui, attack_hint.as_deref().unwrap_or(hint), &data.hover);
    });
}

/// What scrolls if it is too high. The scroll bar has a place of its own.
pub(super) fn scroll_area(ui: &mut egui::Ui, body: impl FnOnce(&mut egui::Ui)) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, body);
}

/// Frames after which a widget that is not a text field loses the focus. A field that was just clicked needs one or two
/// frames to become active.
const STRAY_FOCUS: u32 = 3;

/// Takes the keyboard away from widgets that are not text fields: a button reached by Tab must not swallow the keys of the
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
