//! Orders: those to units by hand, and scripted ones.

use super::{GoalId, TeamId, UnitId};
use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// An order, to a place of type `P`.
///
/// ```
/// use phalanx::prelude::*;
///
/// let patrol = Order::Patrol { to: Cell::new(30, 5), rounds: 3 };
/// assert_eq!(patrol.place(), Some(Cell::new(30, 5)));
/// assert_eq!(Order::<Cell>::Stop.place(), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Order<P = Cell> {
    /// Go there.
    Move(P),
    /// Go there and fight on the way.
    AttackMove(P),
    /// Go there and attack what stands there; on the way, attack only what comes into range.
    Attack(P),
    /// Follow an enemy wherever it goes, and attack no other unit.
    AttackUnit {
        /// Its number.
        unit: UnitId,
        /// Where it is.
        at: P,
    },
    /// Walk back and forth between here and there; without end if `rounds` is 0.
    Patrol {
        /// The other end.
        to: P,
        /// How many times there and back.
        rounds: u32,
    },
    /// Stop and stay: units attack only what comes into range.
    Hold,
    /// Forget all orders and stand. Units fight what they see, as if they never had an order.
    Stop,
}

impl<P: Copy> Order<P> {
    /// Whether the units are to fight on the way or at its end.
    pub fn attacks(&self) -> bool {
        matches!(self, Self::AttackMove(_) | Self::Attack(_) | Self::AttackUnit { .. })
    }

    /// Its name in a history of edits.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Move(_) => "Move order",
            Self::AttackMove(_) => "Attack-move order",
            Self::Attack(_) | Self::AttackUnit { .. } => "Attack order",
            Self::Patrol { .. } => "Patrol order",
            Self::Hold => "Hold order",
            Self::Stop => "Stop order",
        }
    }

    /// Where the order leads, if anywhere.
    pub fn place(&self) -> Option<P> {
        match *self {
            Self::Move(to)
            | Self::AttackMove(to)
            | Self::Attack(to)
            | Self::AttackUnit { at: to, .. }
            | Self::Patrol { to, .. } => Some(to),
            Self::Hold | Self::Stop => None,
        }
    }

    /// The order with another kind of place.
    pub fn map<Q>(self, place: impl FnOnce(P) -> Q) -> Order<Q> {
        match self {
            Self::Move(to) => Order::Move(place(to)),
            Self::AttackMove(to) => Order::AttackMove(place(to)),
            Self::Attack(to) => Order::Attack(place(to)),
            Self::AttackUnit { unit, at } => Order::AttackUnit { unit, at: place(at) },
            Self::Patrol { to, rounds } => Order::Patrol { to: place(to), rounds },
            Self::Hold => Order::Hold,
            Self::Stop => Order::Stop,
        }
    }
}

/// A place in a scripted order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Place {
    /// A cell.
    At(Cell),
    /// A goal.
    Goal(GoalId),
}

/// The units that a scripted order is for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// Every unit.
    Everyone,
    /// Every unit of a team.
    Team(TeamId),
    /// These units.
    Units(Vec<UnitId>),
}

/// An order that is given at a tick of the scenario.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ScriptedOrder {
    /// When, in ticks from the start.
    pub tick: u64,
    /// To whom.
    pub who: Who,
    /// What.
    pub order: Order<Place>,
    /// Whether it waits until earlier orders are done.
    pub queued: bool,
}
