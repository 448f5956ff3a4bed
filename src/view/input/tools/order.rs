//! Orders: the right button in every tool, and the left one once an order is armed.

use super::hand::Hand;
use super::options::Armed;
use super::scene::Scene;
use crate::grid::Cell;
use crate::scenario::{Action, GiveOrder, Order, UnitId};
use crate::view::document::history::Edit;
use crate::view::document::intent::{Intent, ShowIntent};
use crate::view::input::events::{MouseAct, MouseStep};
use bevy::prelude::*;
use std::collections::BTreeSet;

/// Takes a step that gives or cancels an order. Returns whether it was one.
pub(super) fn take_step(
    hand: &mut Hand,
    step: &MouseStep,
    scene: &Scene,
    wanted: &mut Vec<Intent>,
) -> bool {
    let MouseAct::Pressed(button) = step.what else { return false };
    if !step.on_map {
        return false;
    }
    let to = Cell::containing(step.at);
    let enemy = scene.enemy_at(step.at);
    let attack = enemy.map(|e| Order::AttackUnit { unit: e.id, at: Cell::containing(e.at) });
    let order = match (button, hand.armed) {
        (MouseButton::Left, Some(Armed::Attack)) => attack.unwrap_or(Order::AttackMove(to)),
        (MouseButton::Left, Some(Armed::Patrol)) => {
            Order::Patrol { to, rounds: scene.options.patrol_rounds }
        }
        (MouseButton::Left, Some(Armed::Place)) => {
            if scene.facts.terrain.bounds().contains(to) {
                wanted.push(Intent::Show(ShowIntent::Picked(to)));
                hand.armed = None;
            }
            return true;
        }
        (MouseButton::Right, Some(_)) => {
            hand.armed = None;
            return true;
        }
        (MouseButton::Right, None) if step.modifiers.command => Order::AttackMove(to),
        (MouseButton::Right, None) => attack.unwrap_or(Order::Move(to)),
        _ => return false,
    };
    if scene.facts.terrain.bounds().contains(to)
        && let Some(edit) = edit(&scene.selection.units, order, step.modifiers.shift)
    {
        wanted.push(Intent::perform(edit));
        if step.modifiers.shift {
            hand.queued.push(step.at);
        } else {
            hand.armed = None;
        }
    }
    true
}

/// The edit that gives an order; `None` if no unit is selected.
pub(super) fn edit(units: &BTreeSet<UnitId>, order: Order, queued: bool) -> Option<Edit> {
    if units.is_empty() {
        return None;
    }
    let name = match order {
        _ if queued => "Queue order",
        Order::Move(_) => "Move order",
        Order::AttackMove(_) => "Attack-move order",
        Order::Attack(_) | Order::AttackUnit { .. } => "Attack order",
        Order::Patrol { .. } => "Patrol order",
        Order::Hold => "Hold order",
        Order::Stop => "Stop order",
    };
    let units = units.iter().copied().collect();
    Some(Edit::new(name, vec![Action::Order(GiveOrder { units, order, queued })]))
}
