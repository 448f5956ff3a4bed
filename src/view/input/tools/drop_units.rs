//! Dropping units.

use super::preview::Preview;
use super::scene::Scene;
use super::shapes::block;
use crate::grid::Cell;
use crate::scenario::{Action, MAX_UNITS, NewUnit, UnitId};
use crate::sim::{Arena, Clock, Journal, Roster};
use crate::view::document::history::Edit;
use crate::view::document::intent::{Intent, ToolIntent};
use crate::view::document::{Document, DocumentSystems, bring_up_to_date};
use crate::view::input::events::{MouseAct, MouseStep};
use crate::view::input::selection::Selection;
use crate::view::panels::notices::Notice;
use bevy::prelude::*;
use std::collections::BTreeSet;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(
        Update,
        tell_of_missing_units.in_set(DocumentSystems::Serve).after(bring_up_to_date),
    );
}

pub(super) fn take_step(step: &MouseStep, scene: &Scene, wanted: &mut Vec<Intent>) {
    if step.what != MouseAct::Pressed(MouseButton::Left) || !step.on_map {
        return;
    }
    let options = scene.options;
    let kind = options.unit_kind(&scene.facts);
    let first = scene.run.next_unit().0;
    let units: Vec<NewUnit> = positions(step.at, scene)
        .into_iter()
        .zip(first..)
        .map(|(at, id)| NewUnit { id: UnitId(id), team: options.team, kind: kind.name.into(), at })
        .collect();
    let ids: BTreeSet<UnitId> = units.iter().map(|u| u.id).collect();
    let name = match units.len() {
        0 => return,
        1 => "Drop unit".into(),
        count => format!("Drop {count} units"),
    };
    wanted.push(Intent::perform(Edit::new(name, vec![Action::Spawn(units)])));
    wanted.push(Intent::Tool(ToolIntent::Dropped { wanted: options.count, units: ids.clone() }));
    // The next click can send them somewhere.
    wanted.push(Intent::Tool(ToolIntent::Select(Selection::units(ids))));
}

pub(super) fn preview(at: Option<Vec2>, scene: &Scene, preview: &mut Preview) {
    let Some(at) = at else { return };
    preview.units = positions(at, scene).into_iter().map(|at| (scene.options.team, at)).collect();
}

/// Says how many of the units that the user asked for found a place, if some did not.
fn tell_of_missing_units(
    mut intents: MessageReader<Intent>,
    document: Res<Document>,
    arenas: Query<(&Arena, &Clock, &Journal, &Roster)>,
    mut dropped: Local<Vec<(u32, BTreeSet<UnitId>)>>,
    mut notices: MessageWriter<Notice>,
) {
    dropped.extend(intents.read().filter_map(|intent| match intent {
        Intent::Tool(ToolIntent::Dropped { wanted, units }) => Some((*wanted, units.clone())),
        _ => None,
    }));
    let Some((_, clock, journal, there)) = arenas.iter().min_by_key(|(arena, ..)| arena.index)
    else {
        return;
    };
    // The message appears once the arena has taken in what was dropped.
    if document.seek_target().is_some() || journal.is_due(clock.tick) {
        return;
    }
    for (wanted, units) in dropped.drain(..) {
        let placed = units.iter().filter(|unit| there.units.contains_key(unit)).count();
        if placed < wanted as usize {
            let why =
                if placed < units.len() && there.units.len() - placed + units.len() > MAX_UNITS {
                    format!("a scenario has {MAX_UNITS} at most")
                } else if placed < units.len() {
                    "there are no more free cells".into()
                } else {
                    "the rest of the block lies outside the map".into()
                };
            notices.write(Notice::new(format!("{placed} of {wanted} units placed: {why}.")));
        }
    }
}

/// The positions of a block of units, as far as they are inside the map.
fn positions(at: Vec2, scene: &Scene) -> Vec<Vec2> {
    let bounds = scene.facts.terrain.bounds();
    let size = scene.options.unit_kind(&scene.facts).size as f32;
    let mut positions = block(at, scene.options.count);
    // Buildings of several cells stand side by side.
    positions.iter_mut().for_each(|position| *position = at + (*position - at) * size);
    positions.retain(|&position| bounds.contains(Cell::containing(position)));
    positions
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scenario::load_str;
    use crate::sim::spawn_arena;
    use bevy::ecs::system::RunSystemOnce;

    /// The message after dropping this many units, those with some numbers inside the map; units 0 and 1 found a place.
    fn said(wanted: u32, inside: std::ops::Range<u32>) -> Vec<String> {
        let text = r#"(
            version: 1,
            map: Rows([".."]),
            teams: [(name: "blue")],
            units: [(team: "blue", at: (0, 0), block: (2, 1))],
        )"#;
        let mut world = World::new();
        world.init_resource::<Messages<Intent>>();
        world.init_resource::<Messages<Notice>>();
        let scenario = load_str(text, "test", None).unwrap();
        spawn_arena(&mut world, &scenario, 0);
        world.insert_resource(Document::new(&scenario, None));
        let units = inside.map(UnitId).collect();
        world.write_message(Intent::Tool(ToolIntent::Dropped { wanted, units }));
        world.run_system_once(tell_of_missing_units).unwrap();
        world.resource_mut::<Messages<Notice>>().drain().map(|notice| notice.text).collect()
    }

    #[test]
    fn units_that_found_no_place_are_told() {
        assert_eq!(said(2, 0..2), [""; 0]);
        let outside = "2 of 5 units placed: the rest of the block lies outside the map.";
        assert_eq!(said(5, 0..2), [outside]);
        assert_eq!(said(3, 0..3), ["2 of 3 units placed: there are no more free cells."]);
    }
}
