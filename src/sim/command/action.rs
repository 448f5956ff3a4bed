//! Every change that can be made to a run, as data.
//!
//! Each kind of action is a file of this folder: what it holds, what it is called, when it is admitted and what it does. A new
//! kind is its file and its line in the list below; files, recordings, text lines and the history take it from there.

use super::fact::FactAction;
use super::goal::GoalAction;
use super::kind::KindAction;
use super::move_obstacle::MoveObstacle;
use super::order::GiveOrder;
use super::place_obstacle::PlaceObstacle;
use super::refusal::Refusal;
use super::resize_obstacle::ResizeObstacle;
use super::set_costs::SetCosts;
use super::set_doctrine::SetDoctrine;
use super::set_health::Health;
use super::set_modifiers::SetModifiers;
use super::site::ArenaSite;
use super::spawn::NewUnit;
use super::team::TeamAction;
use crate::combat::Rules;
use crate::grid::{Cell, CornerRule, Ground};
use crate::planning::LearnedCell;
use crate::scenario::{Motion, ObstacleId, ScriptedOrder, TeamId, UnitId};
use serde::{Deserialize, Serialize};

/// What the program asks of an action.
pub(crate) trait Act {
    /// Its name in a history of edits.
    fn title(&self) -> &'static str;

    /// What is wrong with its numbers, in a sentence. Such an action is never admitted, and a file with it cannot be read.
    fn fault(&self) -> Option<String> {
        None
    }

    /// Whether an arena admits it. An action is done as a whole or refused; lists are the exception: painted cells outside the
    /// map and ids that no unit has are skipped, and new units are admitted one by one, because each affects the next.
    fn admit(&self, _: &ArenaSite) -> Result<(), Refusal> {
        Ok(())
    }

    /// Does what was admitted.
    fn act(&self, site: &mut ArenaSite);

    /// Where a refusal of it is reported.
    fn place(&self, _: &ArenaSite) -> Cell {
        Cell::default()
    }

    /// The setting that it sets, if it does nothing else: a later action with the same setting makes it needless, as while a
    /// slider moves.
    fn setting(&self) -> Option<Setting> {
        None
    }

    /// Whether arenas side by side may disagree about what it sets, so that it is for one of them.
    fn is_for_one_arena(&self) -> bool {
        false
    }

    /// Whether a pause before the first tick can show it on top of what it shows already. Everything else decides how the
    /// orders of the scenario are given, so they are given again.
    fn leaves_the_start(&self) -> bool {
        false
    }

    /// The teams that it names.
    fn teams(&mut self) -> Vec<&mut TeamId> {
        Vec::new()
    }

    /// The lowest id that is greater than those of the units it adds.
    fn next_unit(&self) -> UnitId {
        UnitId(0)
    }

    /// The lowest id that is greater than those of the obstacles it adds.
    fn next_obstacle(&self) -> ObstacleId {
        ObstacleId(0)
    }
}

/// The setting that an action sets, with the id of its subject.
pub(crate) type Setting = (&'static str, u32);

macro_rules! actions {
    ($($(#[doc = $doc:literal])* $name:ident($payload:ty),)*) => {
        /// One change from outside: the only way to edit a simulation.
        ///
        /// The sender chooses the ids of new units and obstacles (see [`Run::next_unit`](crate::sim::Run::next_unit)), so that
        /// the same action means the same in every arena.
        ///
        /// ```
        /// use phalanx::prelude::*;
        ///
        /// let scenario = Scenario::blank(Bounds::new(20, 10)).with_teams(2);
        /// let mut simulation = Simulation::new(&scenario);
        /// let (id, team, at) = (UnitId(0), TeamId(1), Vec2::new(2.5, 5.5));
        /// simulation.send([
        ///     Action::Spawn(vec![NewUnit { id, team, kind: "soldier".into(), at }]),
        ///     Action::Order(GiveOrder::to([id], Order::Move(Cell::new(17, 5)))),
        /// ]);
        /// assert!(simulation.run_until_arrived(1000));
        /// ```
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        #[expect(clippy::large_enum_variant, reason = "there are few actions at a time")]
        pub enum Action {
            $($(#[doc = $doc])* $name($payload),)*
        }

        impl Action {
            pub(super) fn payload(&self) -> &dyn Act {
                match self {
                    $(Self::$name(payload) => payload,)*
                }
            }

            fn payload_mut(&mut self) -> &mut dyn Act {
                match self {
                    $(Self::$name(payload) => payload,)*
                }
            }
        }
    };
}

actions! {
    /// Changes the ground of cells.
    Paint(Vec<(Cell, Ground)>),
    /// Changes when diagonal steps are legal.
    SetCorners(CornerRule),
    /// Places an obstacle.
    PlaceObstacle(PlaceObstacle),
    /// Moves an obstacle.
    MoveObstacle(MoveObstacle),
    /// Gives an obstacle another area: another size, place, or both.
    ResizeObstacle(ResizeObstacle),
    /// Takes an obstacle away.
    RemoveObstacle(ObstacleId),
    /// Drops units.
    Spawn(Vec<NewUnit>),
    /// Takes units away.
    RemoveUnits(Vec<UnitId>),
    /// Gives an order. It changes none of the scripted orders; before the first tick it joins them as
    /// the last one at the start.
    Order(GiveOrder),
    /// Replaces the scripted orders. Those up to the present tick are not issued again; they take
    /// effect at a start with this list. Goals are known by their ids.
    SetOrders(Vec<ScriptedOrder>),
    /// Sets the health of units: at most that of their kind, and never so little that they die.
    SetHealth(Vec<(UnitId, Health)>),
    /// Changes how a team moves.
    SetDoctrine(SetDoctrine),
    /// Changes the rules of fights from now on. `start_variation` takes effect only before the first tick.
    SetRules(Rules),
    /// Changes the unit kinds of the scenario.
    Kind(KindAction),
    /// Replaces the learned directions: by none, or by earlier ones.
    SetDirections(Vec<LearnedCell>),
    /// Changes how units move from now on: steered, or from cell to cell. Orders stay; paths are planned again.
    SetMotion(Motion),
    /// Changes the teams.
    Team(TeamAction),
    /// Changes the goals.
    Goal(GoalAction),
    /// Changes what the scenario says about itself, or its seed.
    Fact(FactAction),
    /// Sets the factors of units: of their speed, damage, cooldown and sight.
    SetModifiers(SetModifiers),
    /// Sets what single cells cost.
    SetCosts(SetCosts),
}

impl Action {
    /// Its name in a history of edits.
    pub fn title(&self) -> &'static str {
        self.payload().title()
    }

    /// What is wrong with its numbers, in a sentence. Such an action is never admitted, and a file with it cannot be read.
    pub fn fault(&self) -> Option<String> {
        self.payload().fault()
    }

    /// Whether arenas side by side may disagree about what it sets, so that it is for one of them.
    pub fn is_for_one_arena(&self) -> bool {
        self.payload().is_for_one_arena()
    }

    /// Whether an arena admits it.
    pub(super) fn admit(&self, site: &ArenaSite) -> Result<(), Refusal> {
        match self.fault() {
            Some(fault) => Err(Refusal::OutOfRange(fault)),
            None => self.payload().admit(site),
        }
    }

    /// The setting that it sets, if it does nothing else.
    pub(crate) fn setting(&self) -> Option<Setting> {
        self.payload().setting()
    }

    /// The teams that it names.
    pub(crate) fn teams(&mut self) -> Vec<&mut TeamId> {
        self.payload_mut().teams()
    }

    /// The lowest id that is greater than those of the units it adds.
    pub(crate) fn next_unit(&self) -> UnitId {
        self.payload().next_unit()
    }

    /// The lowest id that is greater than those of the obstacles it adds.
    pub(crate) fn next_obstacle(&self) -> ObstacleId {
        self.payload().next_obstacle()
    }
}

/// Actions that are applied together, before a tick.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Batch {
    /// The tick before which they are applied.
    pub tick: u64,
    /// What is applied.
    pub actions: Vec<Action>,
}
