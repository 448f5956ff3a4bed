//! Dropping units.

use super::preview::Preview;
use super::scene::Scene;
use super::shapes::block;
use crate::grid::Cell;
use crate::scenario::{Action, NewUnit, UnitId};
use crate::view::document::history::Edit;
use crate::view::document::intent::{Intent, ToolIntent};
use crate::view::input::events::{MouseAct, MouseStep};
use crate::view::input::selection::Selection;
use bevy::prelude::*;

pub(super) fn take_step(step: &MouseStep, scene: &Scene, wanted: &mut Vec<Intent>) {
    if step.what != MouseAct::Pressed(MouseButton::Left) || !step.on_map {
        return;
    }
    let options = scene.options;
    let kind = options.unit_kind(scene.scenario);
    let first = scene.scenario.next_unit_id().0;
    let units: Vec<NewUnit> = positions(step.at, scene)
        .into_iter()
        .zip(first..)
        .map(|(at, id)| NewUnit { id: UnitId(id), team: options.team, kind: kind.name.into(), at })
        .collect();
    let ids = units.iter().map(|u| u.id).collect();
    let name = match units.len() {
        0 => return,
        1 => "Drop unit".into(),
        count => format!("Drop {count} units"),
    };
    wanted.push(Intent::perform(Edit::new(name, vec![Action::Spawn(units)])));
    // The next click can send them somewhere.
    wanted.push(Intent::Tool(ToolIntent::Select(Selection::units(ids))));
}

pub(super) fn preview(at: Option<Vec2>, scene: &Scene, preview: &mut Preview) {
    let Some(at) = at else { return };
    preview.units = positions(at, scene).into_iter().map(|at| (scene.options.team, at)).collect();
}

/// The positions of a block of units, as far as they are inside the map.
fn positions(at: Vec2, scene: &Scene) -> Vec<Vec2> {
    let bounds = scene.scenario.terrain.bounds();
    let size = scene.options.unit_kind(scene.scenario).size as f32;
    let mut positions = block(at, scene.options.count);
    // Buildings of several cells stand side by side.
    positions.iter_mut().for_each(|position| *position = at + (*position - at) * size);
    positions.retain(|&position| bounds.contains(Cell::containing(position)));
    positions
}
