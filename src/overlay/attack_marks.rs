//! What the selected units were ordered to attack: cross-hairs that follow the target. Part of "Planned paths".

use super::drawing::{Drawing, Ink, Layer, Shape};
use super::palette;
use super::scene::Scene;
use crate::scenario::Order;
use crate::sim::{Groups, Orders};
use std::collections::BTreeSet;

/// Radius of the mark on a place, in cells.
const PLACE: f32 = 0.5;

pub(super) fn draw(scene: &Scene, drawing: &mut Drawing) {
    let Some(groups) = scene.get::<Groups>() else { return };
    let ordered: BTreeSet<_> = scene
        .selected()
        .filter_map(|unit| unit.get::<Orders>())
        .filter_map(|orders| Some((orders.group?, orders.leg)))
        .collect();
    let mut pen = drawing.on(Layer::Marks);
    for (group, leg) in ordered {
        for order in groups.list.get(&group).map_or_else(Vec::new, |group| group.orders(leg)) {
            let target = match order {
                Order::AttackUnit { unit, .. } => scene
                    .unit(unit)
                    .and_then(|unit| Some((scene.place(&unit)?, unit.unit.kind.body_reach()))),
                Order::Attack(at) => Some((at.center(), PLACE)),
                _ => None,
            };
            if let Some((at, radius)) = target {
                pen.add(Shape::CrossHairs { at, radius }, Ink::new(palette::REFUSED, 1.0));
            }
        }
    }
}
