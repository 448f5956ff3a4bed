//! Whom the selected units were told to attack: the mark goes where he goes.

use super::{Overlays, paths};
use crate::scenario::{Order, UnitId};
use crate::sim::{Arena, Groups, Land, Orders, Roster, Unit};
use crate::view::scene::canvas::{Canvas, DrawSystems, Layer};
use crate::view::scene::preview::cross_hairs;
use crate::view::scene::units::Places;
use crate::view::shared::{Selection, arena_origin};
use crate::view::theme::{self, fade};
use bevy::prelude::*;
use std::collections::BTreeSet;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(DrawSystems::Paint));
}

/// Radius of the mark on a place, in cells.
const PLACE: f32 = 0.5;

fn draw(
    mut canvas: ResMut<Canvas>,
    overlays: Res<Overlays>,
    selection: Res<Selection>,
    places: Places,
    arenas: Query<(&Arena, &Land, &Roster, &Groups)>,
    units: Query<(&Unit, &Orders)>,
) {
    let Some(opacity) = overlays.opacity(paths::KEY) else { return };
    for (arena, land, roster, groups) in &arenas {
        let unit = |id: UnitId| units.get(*roster.units.get(&id)?).ok();
        let told: BTreeSet<_> = selection
            .units
            .iter()
            .filter_map(|&id| unit(id).and_then(|(_, orders)| Some((orders.group?, orders.leg))))
            .collect();
        let mut painter = canvas.on(Layer::Marks, arena_origin(arena.index, land.terrain.bounds()));
        let colour = fade(theme::REFUSED, opacity);
        for (group, leg) in told {
            for order in groups.list.get(&group).map_or_else(Vec::new, |g| g.orders(leg)) {
                match order {
                    Order::AttackUnit { unit: quarry, .. } => {
                        let at = roster.units.get(&quarry).and_then(|&entity| places.of(entity));
                        if let (Some(at), Some((unit, _))) = (at, unit(quarry)) {
                            cross_hairs(&mut painter, at, unit.kind.body_reach(), colour);
                        }
                    }
                    Order::Attack(at) => cross_hairs(&mut painter, at.center(), PLACE, colour),
                    _ => {}
                }
            }
        }
    }
}
