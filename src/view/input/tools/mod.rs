//! The tools: what mouse and keys do to the map.
//!
//! Each tool takes the mouse's steps one by one and a [`Scene`] to look at, and says what it wants as
//! [`Intent`]s; none of them touches an arena. Orders are given with the right button in every tool.

mod drop_units;
mod mouse;
mod options;
mod order;
mod paint;
mod place;
mod select;
pub mod shapes;

pub use mouse::{Mouse, MouseAct, MouseStep};
pub use options::{Armed, Tool, ToolOptions};

use crate::grid::{Cell, Ground};
use crate::scenario::{Action, ObstacleSpec, Order, Scenario, TeamId, UnitId};
use crate::sim::{Arena, Position, Unit};
use crate::view::document::history::Edit;
use crate::view::document::intent::{EditIntent, Intent, ToolIntent};
use crate::view::document::state::{Document, DocumentSystems};
use crate::view::input::camera::View;
use crate::view::shared::{Pointer, Preview, Selection, arena_origin};
use bevy::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Mouse>()
        .init_resource::<ToolOptions>()
        .init_resource::<Hand>()
        .init_resource::<Selection>()
        .init_resource::<Preview>()
        .add_systems(Update, (mouse::read_mouse, use_tools).chain().in_set(DocumentSystems::Tools))
        .add_systems(
            Update,
            serve_tools
                .in_set(DocumentSystems::Serve)
                .before(crate::view::document::state::serve_edits),
        );
}

/// A unit as tools see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SeenUnit {
    /// Its number.
    pub id: UnitId,
    /// Its side.
    pub team: TeamId,
    /// The name of its kind.
    pub kind: &'static str,
    /// Where it stands, in cells.
    pub at: Vec2,
    /// Its radius, in cells.
    pub radius: f32,
}

/// What a tool looks at.
pub struct Scene<'a> {
    /// The scenario with all edits.
    pub scenario: &'a Scenario,
    /// The units where they are now.
    pub units: &'a [SeenUnit],
    /// What is selected.
    pub selection: Selection,
    /// What the tools are set to.
    pub options: &'a ToolOptions,
    /// The visible part of the map, in cells.
    pub visible: Rect,
    /// Cells in a pixel.
    pub pixel: f32,
    /// Seconds since the program began.
    pub time: f64,
}

impl Scene<'_> {
    /// The unit at a place, with a little room for the hand.
    fn unit_at(&self, at: Vec2) -> Option<&SeenUnit> {
        let reach = |u: &SeenUnit| u.radius.max(6.0 * self.pixel);
        self.units
            .iter()
            .filter(|u| u.at.distance(at) <= reach(u))
            .min_by(|a, b| a.at.distance(at).total_cmp(&b.at.distance(at)))
    }

    /// The unit at a place, if it is an enemy of all who are selected.
    fn enemy_at(&self, at: Vec2) -> Option<&SeenUnit> {
        let selected = |u: &&SeenUnit| self.selection.units.contains(&u.id);
        let found = self.unit_at(at).filter(|_| !self.selection.units.is_empty())?;
        (!self.units.iter().filter(selected).any(|u| u.team == found.team)).then_some(found)
    }

    fn obstacle_at(&self, at: Vec2) -> Option<&ObstacleSpec> {
        let cell = Cell::containing(at);
        self.scenario.obstacles.iter().rev().find(|o| o.area.contains(cell))
    }
}

/// What the hand is in the middle of.
#[derive(Resource, Default)]
pub struct Hand {
    /// An order that waits for a click.
    pub armed: Option<Armed>,
    drag: Option<Drag>,
    last_click: Option<(UnitId, f64)>,
    queued: Vec<Vec2>,
    stored: BTreeMap<u8, BTreeSet<UnitId>>,
}

/// What is being dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Drag {
    /// The brush: what it paints, and where it was last.
    Brush { ground: Ground, last: Vec2 },
    /// A selection box, from the place where it began; `screen` tells a click from a drag.
    Box { from: Vec2, to: Vec2, screen: Vec2 },
    /// An obstacle, by the place on it that was taken hold of.
    Obstacle { obstacle: ObstacleSpec, from: Vec2, to: Vec2 },
}

impl Hand {
    /// Takes one step of the mouse.
    fn take_step(&mut self, step: &MouseStep, scene: &Scene, wanted: &mut Vec<Intent>) {
        if !step.shift {
            self.queued.clear();
        }
        if order::take_step(self, step, scene, wanted) {
            return;
        }
        match scene.options.tool {
            Tool::Select => select::take_step(self, step, scene, wanted),
            Tool::Paint => paint::take_step(self, step, scene, wanted),
            Tool::Place => place::take_step(step, scene, wanted),
            Tool::Drop => drop_units::take_step(step, scene, wanted),
        }
    }

    /// What the tool would do with the pointer at a place.
    fn preview(&self, at: Option<Vec2>, scene: &Scene) -> Preview {
        let mut preview = Preview { way_points: self.queued.clone(), ..Preview::default() };
        if self.armed != Some(Armed::Patrol) && self.drag.is_none() {
            let enemy = at.and_then(|at| scene.enemy_at(at));
            preview.target = enemy.map(|enemy| (enemy.at, enemy.radius));
        }
        if self.armed.is_some() {
            return preview;
        }
        match scene.options.tool {
            Tool::Select => select::preview(self, scene, &mut preview),
            Tool::Paint => paint::preview(self, at, scene, &mut preview),
            Tool::Place => place::preview(at, scene, &mut preview),
            Tool::Drop => drop_units::preview(at, scene, &mut preview),
        }
        preview
    }
}

/// Whether an intent changes the document, other than by a stroke of the brush.
fn is_edit(intent: &Intent) -> bool {
    matches!(intent, Intent::Edit(EditIntent::Perform(edit)) if edit.drag.is_none())
}

fn select_intent(selection: Selection) -> Intent {
    Intent::Tool(ToolIntent::Select(selection))
}

#[allow(clippy::too_many_arguments)]
fn use_tools(
    mut hand: ResMut<Hand>,
    mut mouse: ResMut<Mouse>,
    pointer: Res<Pointer>,
    view: Res<View>,
    document: Res<Document>,
    options: Res<ToolOptions>,
    selection: Res<Selection>,
    arenas: Query<(&Arena, &Children)>,
    units: Query<(&Unit, &Position)>,
    time: Res<Time<Real>>,
    mut preview: ResMut<Preview>,
    mut intents: MessageWriter<Intent>,
) {
    let look = |(unit, position): (&Unit, &Position)| SeenUnit {
        id: unit.id,
        team: unit.team,
        kind: unit.kind.name,
        at: position.0,
        radius: unit.kind.body_reach(),
    };
    // The same units may stand elsewhere in each arena.
    let seen: BTreeMap<u32, Vec<SeenUnit>> = arenas
        .iter()
        .map(|(arena, children)| {
            (arena.index, units.iter_many(children.iter()).map(look).collect())
        })
        .collect();
    let bounds = document.scenario.terrain.bounds();
    let in_arena = |arena: u32| {
        let (visible, origin) = (view.visible(), arena_origin(arena, bounds));
        let units = seen.get(&arena).map_or(&[][..], Vec::as_slice);
        (units, Rect { min: visible.min - origin, max: visible.max - origin })
    };
    let (there, visible) = in_arena(pointer.arena);
    let mut scene = Scene {
        scenario: &document.scenario,
        units: there,
        selection: selection.clone(),
        options: &options,
        visible,
        pixel: view.pixel(),
        time: time.elapsed_secs_f64(),
    };
    let mut wanted = Vec::new();
    while let Some(step) = mouse.steps.pop_front() {
        let before = wanted.len();
        (scene.units, scene.visible) = in_arena(step.arena);
        hand.take_step(&step, &scene, &mut wanted);
        // A second click in the same frame sees what the first one selected.
        for intent in &wanted[before..] {
            if let Intent::Tool(ToolIntent::Select(selection)) = intent {
                scene.selection = selection.clone();
            }
        }
        // What comes after an edit has to see its result, so it waits for the next frame.
        if wanted[before..].iter().any(is_edit) {
            break;
        }
    }
    intents.write_batch(wanted);
    (scene.units, scene.visible) = in_arena(pointer.arena);
    let shown = hand.preview(pointer.at, &scene);
    if *preview != shown {
        *preview = shown;
    }
}

fn serve_tools(
    mut intents: MessageReader<Intent>,
    mut hand: ResMut<Hand>,
    mut options: ResMut<ToolOptions>,
    mut selection: ResMut<Selection>,
    mut document: ResMut<Document>,
) {
    for intent in intents.read() {
        let Intent::Tool(intent) = intent else { continue };
        match intent {
            &ToolIntent::Take(tool) => {
                options.tool = tool;
                hand.armed = None;
            }
            ToolIntent::Larger => options.resize(1),
            ToolIntent::Smaller => options.resize(-1),
            &ToolIntent::Arm(armed) => {
                hand.armed = Some(armed).filter(|_| !selection.units.is_empty());
            }
            ToolIntent::Hold => {
                if let Some(edit) = order::edit(&selection.units, Order::Hold, false) {
                    document.perform(edit);
                }
            }
            ToolIntent::SelectAll => {
                selection.units = document.scenario.units.iter().map(|u| u.id).collect();
                selection.obstacle = None;
            }
            ToolIntent::Select(new) => *selection = new.clone(),
            ToolIntent::Delete => {
                if let Some(edit) = delete(&selection) {
                    document.perform(edit);
                    *selection = Selection::default();
                }
            }
            ToolIntent::Escape => escape(&mut hand, &mut options, &mut selection, &mut document),
            &ToolIntent::StoreGroup(number) => {
                hand.stored.insert(number, selection.units.clone());
            }
            ToolIntent::RecallGroup(number) => {
                if let Some(stored) = hand.stored.get(number) {
                    let exists =
                        |id: &&UnitId| document.scenario.units.iter().any(|u| u.id == **id);
                    let units = stored.iter().filter(exists).copied().collect();
                    *selection = Selection { units, obstacle: None };
                }
            }
        }
    }
}

/// Deleting what is selected, if anything is.
fn delete(selection: &Selection) -> Option<Edit> {
    let mut actions = Vec::new();
    if !selection.units.is_empty() {
        actions.push(Action::RemoveUnits(selection.units.iter().copied().collect()));
    }
    actions.extend(selection.obstacle.map(Action::RemoveObstacle));
    let name = match (selection.units.len(), selection.obstacle) {
        (0, None) => return None,
        (0, Some(_)) => "Delete obstacle".into(),
        (1, None) => "Delete unit".into(),
        (count, None) => format!("Delete {count} units"),
        (_, Some(_)) => "Delete selection".into(),
    };
    Some(Edit::new(name, actions))
}

/// One press cancels one thing: a stroke, an armed order, the tool, the selection.
fn escape(
    hand: &mut Hand,
    options: &mut ToolOptions,
    selection: &mut Selection,
    document: &mut Document,
) {
    if let Some(drag) = hand.drag.take() {
        if matches!(drag, Drag::Brush { .. }) {
            document.undo();
        }
    } else if hand.armed.take().is_some() {
    } else if options.tool != Tool::Select {
        options.tool = Tool::Select;
    } else {
        *selection = Selection::default();
    }
}

#[cfg(test)]
mod tests;
