//! The panels around the map.
//!
//! Each panel is a function from plain data to pictures and [`Intent`]s, so that it can be tested without
//! a window; the one system here gathers the data and places the panels.

pub mod dialogs;
pub mod doctrine;
pub mod event_list;
pub mod experiment_runs;
pub mod experiments;
pub mod group_rows;
pub mod help;
pub mod hint_line;
pub mod metric_history;
pub mod motion;
pub mod numbers;
pub mod overlay_rows;
pub mod palette;
pub mod parameters;
pub mod plot;
pub mod report_pictures;
pub mod rules;
pub mod selected;
pub mod toasts;
pub mod top_bar;
pub mod widgets;

use crate::scenario::Team;
use crate::sim::{
    Arena, Controller, Events, GroupNumbers, Groups, HitPoints, Numbers, Orders, Pace, Position,
    Roster, Route, Score, Separations, Status, Steering, Unit, Velocity,
};
use crate::view::document::files::Files;
use crate::view::document::gallery::Gallery;
use crate::view::document::intent::{Intent, ShowIntent};
use crate::view::document::state::{Document, DocumentSystems};
use crate::view::input::camera::LookAt;
use crate::view::input::time_control::Speed;
use crate::view::input::tools::{Armed, Hand, ToolOptions};
use crate::view::overlays::{Hover, HoveredUnit, Legends, Overlays};
use crate::view::panels::metric_history::MetricHistory;
use crate::view::shared::{MapArea, Notice, Selection};
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};
use doctrine::DoctrinePanel;
use motion::MotionPanel;
use selected::SelectedUnit;
use toasts::Toasts;
use top_bar::TopBar;
use widgets::section;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Shown>()
        .init_resource::<Toasts>()
        .init_resource::<MapArea>()
        .add_systems(Update, serve_show.in_set(DocumentSystems::Serve))
        .add_systems(EguiPrimaryContextPass, show_panels.in_set(PanelSystems));
}

/// The panels are laid out before dialogs and choosers, which lie over them.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub struct PanelSystems;

/// What of the panels is shown.
#[derive(Resource, Debug)]
pub struct Shown {
    /// The panels.
    pub panels: bool,
    /// The list of keys.
    pub help: bool,
    doctrine: DoctrinePanel,
    motion: MotionPanel,
    /// The number that is plotted.
    measure: usize,
    /// Frames for which something that is no text field has had the keyboard.
    stray_focus: u32,
}

impl Default for Shown {
    fn default() -> Self {
        Self {
            panels: true,
            help: false,
            doctrine: DoctrinePanel::default(),
            motion: MotionPanel::default(),
            measure: 0,
            stray_focus: 0,
        }
    }
}

/// Width of the panel to the left, in logical pixels.
const LEFT: f32 = 224.0;
/// Width of the panel to the right at the start, in logical pixels.
const RIGHT: f32 = 356.0;

/// Room for the bar of a list that scrolls, in logical pixels.
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
            ShowIntent::ToggleOverlay(place) => {
                if let Some(row) = overlays.rows.get_mut(place) {
                    row.on = !row.on;
                }
            }
            ShowIntent::CentreOn(place) => {
                look.write(LookAt::Place(place));
            }
        }
    }
}

/// What the panels look at.
#[allow(clippy::type_complexity, reason = "a query names everything that it touches")]
#[derive(SystemParam)]
struct Looked<'w, 's> {
    document: Res<'w, Document>,
    files: Res<'w, Files>,
    gallery: Res<'w, Gallery>,
    pace: Res<'w, Pace>,
    speed: Res<'w, Speed>,
    selection: Res<'w, Selection>,
    hover: Res<'w, Hover>,
    legends: Res<'w, Legends>,
    hand: Res<'w, Hand>,
    time: Res<'w, Time<Real>>,
    traces: Res<'w, MetricHistory>,
    arenas: Query<
        'w,
        's,
        (
            &'static Arena,
            &'static Roster,
            &'static Groups,
            &'static Numbers,
            &'static Events,
            &'static Score,
        ),
    >,
    groups: Query<'w, 's, (&'static Arena, &'static GroupNumbers, &'static Separations)>,
    units: Query<
        'w,
        's,
        (
            &'static Unit,
            &'static Position,
            &'static Velocity,
            &'static Status,
            &'static Orders,
            &'static Route,
            &'static Steering,
            &'static HitPoints,
            &'static Controller,
        ),
    >,
}

impl Looked<'_, '_> {
    fn selected_units(&self) -> Vec<SelectedUnit> {
        let Some((roster, groups, _)) = self.first() else { return Vec::new() };
        self.selection
            .units
            .iter()
            .filter_map(|id| self.units.get(*roster.units.get(id)?).ok())
            .map(
                |(
                    unit,
                    position,
                    velocity,
                    status,
                    orders,
                    route,
                    steering,
                    hit_points,
                    controller,
                )| {
                    let group = orders.group.and_then(|id| groups.list.get(&id));
                    SelectedUnit {
                        id: unit.id,
                        team: unit.team,
                        kind: unit.kind.name,
                        at: position.0,
                        speed: velocity.0.length(),
                        radius: unit.kind.radius,
                        status: *status,
                        group: group.map_or(0, |g| g.members.len()),
                        orders: group.map_or_else(Vec::new, |g| g.orders(orders.leg)),
                        ahead: route.ahead().len(),
                        hit_points: (hit_points.0, unit.kind.hit_points),
                        controller: *controller,
                        terms: steering.terms,
                    }
                },
            )
            .collect()
    }

    /// The unit under the pointer, if it is an enemy of all who are selected.
    fn hovered_enemy(&self) -> Option<&HoveredUnit> {
        let hovered = self.hover.unit.as_ref().filter(|_| !self.selection.units.is_empty())?;
        let (roster, ..) = self.first()?;
        let mut selected = self.selection.units.iter().filter_map(|id| roster.units.get(id));
        let friend = |unit: &Entity| self.units.get(*unit).is_ok_and(|u| u.0.team == hovered.team);
        (!selected.any(friend)).then_some(hovered)
    }

    /// The numbers of all arenas, in their order, and what fights have brought in them.
    fn numbers(&self) -> (Vec<&Numbers>, Vec<&Score>) {
        let mut arenas: Vec<_> =
            self.arenas.iter().map(|(a, _, _, n, _, s)| (a.index, (n, s))).collect();
        arenas.sort_by_key(|(index, _)| *index);
        arenas.into_iter().map(|(_, both)| both).unzip()
    }

    /// What the paths of the groups are like and whether they separate, in the order of the arenas.
    fn groups(&self) -> Vec<(&GroupNumbers, &Separations)> {
        let mut arenas: Vec<_> = self.groups.iter().collect();
        arenas.sort_by_key(|(arena, ..)| arena.index);
        arenas.into_iter().map(|(_, numbers, separations)| (numbers, separations)).collect()
    }

    fn first(&self) -> Option<(&Roster, &Groups, &Events)> {
        let first = self.arenas.iter().min_by_key(|(arena, ..)| arena.index)?;
        Some((first.1, first.2, first.4))
    }
}

#[allow(clippy::too_many_arguments)]
fn show_panels(
    mut contexts: EguiContexts,
    looked: Looked,
    mut shown: ResMut<Shown>,
    mut options: ResMut<ToolOptions>,
    mut overlays: ResMut<Overlays>,
    mut toasts: ResMut<Toasts>,
    mut area: ResMut<MapArea>,
    mut notices: MessageReader<Notice>,
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
    let mut new_options = options.clone();
    if shown.panels {
        egui::Panel::top("top").show(&mut root, |ui| {
            let document = &looked.document;
            wanted.extend(top_bar::show(
                ui,
                &TopBar {
                    name: &document.name(),
                    description: &document.scenario.description,
                    citation: &document.scenario.citation,
                    dirty: document.is_dirty(),
                    undo: document.history().undo_name(),
                    redo: document.history().redo_name(),
                    running: looked.pace.running,
                    speed: *looked.speed,
                    tick: document.tick,
                    gallery: &looked.gallery.entries,
                    current: looked.files.current,
                    recent: &looked.files.recent,
                },
            ));
        });
        egui::Panel::bottom("hint").show(&mut root, |ui| {
            let hint = looked.hand.armed.map_or(options.tool.hint(), |armed| armed.hint());
            let attack = looked.hand.armed != Some(Armed::Patrol);
            let enemy = looked.hovered_enemy().filter(|_| attack);
            let onto = enemy.map(|enemy| hint_line::attack_hint(enemy, looked.hand.armed));
            hint_line::show(ui, onto.as_deref().unwrap_or(hint), &looked.hover);
        });
        let left = LEFT + numbers::COLUMN * looked.document.beside().len() as f32;
        egui::Panel::left("tools").resizable(false).exact_size(left).show(&mut root, |ui| {
            ui.spacing_mut().slider_width = 90.0;
            egui::ScrollArea::vertical().show(ui, |ui| {
                ui.set_max_width(ui.available_width() - SCROLL_BAR);
                let scenario = &looked.document.scenario;
                wanted.extend(palette::show(ui, &mut new_options, scenario, &looked.selection));
                let Some((.., events)) = looked.first() else { return };
                ui.add_space(6.0);
                section(ui, "Numbers", "Measured while the units move", true, |ui| {
                    let (all, scores) = looked.numbers();
                    numbers::show(ui, &all, &scores, &scenario.teams);
                    group_rows::show(ui, &looked.groups(), &scenario.teams);
                });
                section(ui, "Over time", "A number since the start", true, |ui| {
                    plot::show(ui, &mut shown.measure, &looked.traces);
                });
                section(ui, "Events", "What happened; a click goes there", true, |ui| {
                    wanted.extend(event_list::show(ui, events.iter().rev()));
                });
            });
        });
        let right = egui::Panel::right("right").default_size(RIGHT).size_range(240.0..=480.0);
        right.show(&mut root, |ui| {
            ui.spacing_mut().slider_width = 84.0;
            egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
                // The bar does not lie over what stands at the right edge.
                ui.set_max_width(ui.available_width() - SCROLL_BAR);
                show_right(ui, &looked, &mut shown, &mut overlays, &mut wanted);
            });
        });
    }
    if new_options != *options {
        *options = new_options;
    }
    let map = root.available_rect_before_wrap();
    let map_area =
        MapArea(Rect::new(map.left(), map.top(), map.right().max(map.left()), map.bottom()));
    if *area != map_area {
        *area = map_area;
    }
    toasts.pass(notices.read().cloned(), looked.time.delta_secs());
    toasts.show(&context, map);
    if shown.help {
        help::show(&context, &mut shown.help, &overlays);
    }
    intents.write_batch(wanted);
    Ok(())
}

/// Frames after which a focus without a text field is given up; a field that was just clicked needs one or
/// two to begin.
const STRAY_FOCUS: u32 = 3;

/// Only text fields keep the keyboard: a button that was reached by Tab must not swallow the keys of the map.
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

fn show_right(
    ui: &mut egui::Ui,
    looked: &Looked,
    shown: &mut Shown,
    overlays: &mut Overlays,
    wanted: &mut Vec<Intent>,
) {
    let scenario = &looked.document.scenario;
    let beside = looked.document.beside();
    section(ui, "Doctrine", "How a team plans and moves", true, |ui| {
        let arenas: Vec<Vec<Team>> =
            beside.arenas().into_iter().map(|a| beside.teams(a, &scenario.teams)).collect();
        wanted.extend(doctrine::show(ui, &mut shown.doctrine, &arenas));
    });
    let doc = "How all units of the arena chosen above move: freely, or from cell to cell";
    section(ui, "Motion", doc, true, |ui| {
        let arena = shown.doctrine.arena;
        let own = beside.motion(arena as u32, scenario.motion);
        let teams = beside.teams(arena as u32, &scenario.teams);
        wanted.extend(motion::show(ui, &mut shown.motion, arena, &own, &teams));
    });
    section(ui, "Fights", "The rules of this scenario's fights, in all arenas", false, |ui| {
        wanted.extend(rules::show(ui, &scenario.rules));
    });
    section(ui, "Overlays", "What the algorithms see and plan", true, |ui| {
        overlay_rows::show(ui, overlays, &looked.legends);
    });
    section(ui, "Selected", "What is selected", true, |ui| {
        let obstacle =
            looked.selection.obstacle.and_then(|id| scenario.obstacles.iter().find(|o| o.id == id));
        let teams: Vec<String> = scenario.teams.iter().map(|t| t.name.clone()).collect();
        selected::show(ui, &looked.selected_units(), obstacle, &teams);
    });
}
