//! Orders: the right button in every tool, and the left one once an order is armed.

use super::{Armed, Hand, MouseAct, MouseStep, Scene};
use crate::grid::Cell;
use crate::scenario::{Action, Order, UnitId};
use crate::view::history::Edit;
use crate::view::intent::Intent;
use bevy::prelude::*;
use std::collections::BTreeSet;

/// Takes a step if it gives or cancels an order. Returns whether it did.
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
    let order = match (button, hand.armed) {
        (MouseButton::Left, Some(Armed::AttackMove)) => Order::AttackMove,
        (MouseButton::Left, Some(Armed::Patrol)) => |to| Order::Patrol { to, rounds: 0 },
        (MouseButton::Right, Some(_)) => {
            hand.armed = None;
            return true;
        }
        (MouseButton::Right, None) if step.ctrl => Order::AttackMove,
        (MouseButton::Right, None) => Order::Move,
        _ => return false,
    };
    let to = Cell::containing(step.at);
    if scene.scenario.terrain.bounds().contains(to)
        && let Some(edit) = edit(&scene.selection.units, order(to), step.shift)
    {
        wanted.push(Intent::perform(edit));
        if step.shift {
            hand.queued.push(step.at);
        } else {
            hand.armed = None;
        }
    }
    true
}

/// The edit that gives an order, if there is anyone to give it to.
pub(super) fn edit(units: &BTreeSet<UnitId>, order: Order, queued: bool) -> Option<Edit> {
    if units.is_empty() {
        return None;
    }
    let name = match order {
        _ if queued => "Queue order",
        Order::Move(_) => "Move order",
        Order::AttackMove(_) => "Attack-move order",
        Order::Attack(_) => "Attack order",
        Order::Patrol { .. } => "Patrol order",
        Order::Hold => "Hold order",
    };
    let units = units.iter().copied().collect();
    Some(Edit::new(name, vec![Action::Order { units, order, queued }]))
}
