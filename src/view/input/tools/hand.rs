//! The hand: takes the steps of the mouse with the tool in use and sends what the tool wants.

use super::options::{Armed, Tool, ToolOptions};
use super::paint::Stroke;
use super::preview::Preview;
use super::scene::{Scene, SeenUnit};
use super::{drop_units, goal, order, paint, place, select};
use crate::scenario::{ObstacleSpec, UnitId};
use crate::sim::{AllFacts, Arena, Clock, Journal, Position, Unit};
use crate::view::document::intent::{EditIntent, Intent, ToolIntent};
use crate::view::document::{Document, DocumentSystems};
use crate::view::input::camera::View;
use crate::view::input::events::{InputEvents, MouseStep};
use crate::view::input::pointer::Pointer;
use crate::view::input::selection::Selection;
use bevy::ecs::system::SystemParam;
use bevy::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Hand>()
        .init_resource::<Preview>()
        .add_systems(Update, use_tools.in_set(DocumentSystems::Tools));
}

/// What the user is in the middle of.
#[derive(Resource, Default)]
pub struct Hand {
    /// An order that waits for a click.
    pub armed: Option<Armed>,
    pub(super) drag: Option<Drag>,
    /// The unit and the time of the last click, for double-clicks.
    pub(super) last_click: Option<(UnitId, f64)>,
    /// Waypoints queued with Shift so far, in cells.
    pub(super) queued: Vec<Vec2>,
    /// Selections stored under numbers.
    pub(super) stored: BTreeMap<u8, BTreeSet<UnitId>>,
}

/// What is being dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Drag {
    /// The brush: what it does, and its last position.
    Brush { stroke: Stroke, last: Vec2 },
    /// A selection box. `screen` is where it began in the window, to tell a click from a drag.
    Box { from: Vec2, to: Vec2, screen: Vec2 },
    /// An obstacle: `from` is the position on it where the drag began.
    Obstacle { obstacle: ObstacleSpec, from: Vec2, to: Vec2 },
    /// A new obstacle, from corner to corner. `screen` is where it began in the window.
    Area { from: Vec2, to: Vec2, screen: Vec2 },
    /// A goal, by its index in the scenario's list.
    Goal { goal: usize, from: Vec2, to: Vec2 },
}

impl Hand {
    /// Takes one step of the mouse.
    pub(super) fn take_step(&mut self, step: &MouseStep, scene: &Scene, wanted: &mut Vec<Intent>) {
        if !step.modifiers.shift {
            self.queued.clear();
        }
        if order::take_step(self, step, scene, wanted) {
            return;
        }
        match scene.options.tool {
            Tool::Select => select::take_step(self, step, scene, wanted),
            Tool::Paint => paint::take_step(self, step, scene, wanted),
            Tool::Place => place::take_step(self, step, scene, wanted),
            Tool::Drop => drop_units::take_step(step, scene, wanted),
            Tool::Goal => goal::take_step(self, step, scene, wanted),
        }
    }

    /// What the tool would do with the pointer at a position.
    fn preview(&self, at: Option<Vec2>, scene: &Scene) -> Preview {
        let mut preview = Preview { waypoints: self.queued.clone(), ..Preview::default() };
        if !matches!(self.armed, Some(Armed::Patrol | Armed::Place)) && self.drag.is_none() {
            let enemy = at.and_then(|at| scene.enemy_at(at));
            preview.target = enemy.map(|enemy| (enemy.at, enemy.radius));
        }
        if self.armed.is_some() {
            return preview;
        }
        match scene.options.tool {
            Tool::Select => select::preview(self, scene, &mut preview),
            Tool::Paint => paint::preview(self, at, scene, &mut preview),
            Tool::Place => place::preview(self, at, scene, &mut preview),
            Tool::Drop => drop_units::preview(at, scene, &mut preview),
            Tool::Goal => goal::preview(self, at, scene, &mut preview),
        }
        preview
    }
}

/// What a [`Scene`] is made of.
#[derive(SystemParam)]
pub(crate) struct SceneParts<'w, 's> {
    view: Res<'w, View>,
    document: Res<'w, Document>,
    options: Res<'w, ToolOptions>,
    selection: Res<'w, Selection>,
    time: Res<'w, Time<Real>>,
    facts: AllFacts<'w, 's>,
    journals: Query<'w, 's, (&'static Clock, &'static Journal)>,
    arenas: Query<'w, 's, (&'static Arena, &'static Children)>,
    units: Query<'w, 's, (&'static Unit, &'static Position)>,
}

impl SceneParts<'_, '_> {
    /// The units of each arena: the same unit may be elsewhere in each.
    fn units(&self) -> BTreeMap<u32, Vec<SeenUnit>> {
        let see = |(unit, position): (&Unit, &Position)| SeenUnit {
            id: unit.id,
            team: unit.team,
            kind: unit.kind.name,
            at: position.0,
            radius: unit.kind.body_reach(),
        };
        let units = |children: &Children| self.units.iter_many(children.iter()).map(see).collect();
        self.arenas.iter().map(|(arena, children)| (arena.index, units(children))).collect()
    }

    /// The scene without an arena.
    fn scene(&self) -> Option<Scene<'_>> {
        Some(Scene {
            run: self.document.run(),
            facts: self.facts.first()?,
            units: &[],
            selection: self.selection.clone(),
            options: &self.options,
            visible: Rect::default(),
            pixel: self.view.pixel(),
            time: self.time.elapsed_secs_f64(),
        })
    }

    /// Whether an arena has not taken in yet what was done.
    fn lags_behind(&self) -> bool {
        self.journals.iter().any(|(clock, journal)| journal.is_due(clock.tick))
    }

    /// The visible part of an arena, in its cells.
    fn visible(&self, arena: u32) -> Rect {
        let visible = self.view.visible();
        let origin = self.view.origin(arena);
        Rect { min: visible.min - origin, max: visible.max - origin }
    }
}

/// Takes the mouse events of this frame. Runs before the keys, which come after them.
pub(crate) fn use_tools(
    mut hand: ResMut<Hand>,
    mut input: ResMut<InputEvents>,
    pointer: Res<Pointer>,
    parts: SceneParts,
    mut preview: ResMut<Preview>,
    mut intents: MessageWriter<Intent>,
) {
    // A click on what an edit has not changed yet would be about something else. A stroke goes on.
    if parts.lags_behind() && !matches!(hand.drag, Some(Drag::Brush { .. })) {
        return;
    }
    let units = parts.units();
    let Some(mut scene) = parts.scene() else { return };
    let in_arena =
        |arena: u32| (units.get(&arena).map_or(&[][..], Vec::as_slice), parts.visible(arena));
    let mut wanted = Vec::new();
    while let Some(step) = input.next_step() {
        let before = wanted.len();
        (scene.units, scene.visible) = in_arena(step.arena);
        hand.take_step(&step, &scene, &mut wanted);
        // A second click in the same frame sees what the first one selected.
        for intent in &wanted[before..] {
            if let Intent::Tool(ToolIntent::Select(selection)) = intent {
                scene.selection = selection.clone();
            }
        }
        // What comes after an edit must see its result, so it waits for the next frame.
        if wanted[before..].iter().any(ends_frame) {
            break;
        }
    }
    intents.write_batch(wanted);
    (scene.units, scene.visible) = in_arena(pointer.arena);
    preview.set_if_neq(hand.preview(pointer.at, &scene));
}

/// Whether an intent changes the document, other than by a stroke of the brush.
fn ends_frame(intent: &Intent) -> bool {
    matches!(intent, Intent::Edit(EditIntent::Perform(edit)) if edit.drag.is_none())
}
