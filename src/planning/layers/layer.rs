//! The traits of a layer. The rest of the program knows layers only by these traits and by the list in [`super`].

use super::influence::Presence;
use super::markers::Marked;
use crate::grid::{Cell, Direction, Node, Terrain};
use crate::planning::PlanContext;
use crate::planning::step_cost::QueueRules;
use glam::Vec2;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fmt::Debug;

/// The parameters of a layer, and what the layer does with them.
///
/// A layer lives in three places. Its [`Field`](Layer::Field) is what an arena remembers from tick to tick. Its
/// [`Trail`](Layer::Trail) is what the paths of one group leave behind for members that plan later. Its
/// [`Term`](Layer::Term) is what both mean for one search; it is composed once, before the search begins.
pub trait Layer: Copy {
    /// What an arena remembers; `()` for nothing.
    type Field: LayerField<Self>;
    /// What paths leave behind for the same group; `()` for nothing.
    type Trail: Clone + Debug + Default + Send + Sync + Serialize + DeserializeOwned;
    /// What the layer does to one search.
    type Term<'a>: LayerTerm;

    /// Whether the units of a group plan in turns, each on what those before it left behind.
    const IN_TURNS: bool = false;
    /// Whether the field learns from the steps that units make.
    const LEARNS_STEPS: bool = false;

    /// Whether the layer changes what any of the planners would find.
    fn is_felt(&self, field: &Self::Field, context: &PlanContext) -> bool;

    /// The term for a search on this context; `None` if it would change nothing.
    fn term<'a>(
        &self,
        field: &'a Self::Field,
        trail: &'a Self::Trail,
        context: &PlanContext<'a>,
    ) -> Option<Self::Term<'a>>;

    /// Whether all planners see the same costs, so that one search can serve them all.
    fn is_common(&self, context: &PlanContext) -> bool {
        let _ = context;
        true
    }

    /// Whether the layer applies to an order, which is one to attack or not.
    fn counts_for(&self, attack: bool) -> bool {
        let _ = attack;
        true
    }

    /// Whether a group plans as if it were one unit.
    fn plans_as_one(&self) -> bool {
        false
    }

    /// The order in which the units of a group plan, if they plan in turns.
    fn planning_order(&self, starts: &[Cell], goal: Cell) -> Vec<usize> {
        let _ = goal;
        (0..starts.len()).collect()
    }

    /// How the queue of a search is ordered, if the layer has rules of its own.
    fn queue_rules(&self) -> Option<QueueRules> {
        None
    }

    /// Clears the trail before the first unit of a group plans.
    fn begin_group(&self, trail: &mut Self::Trail, terrain: &Terrain) {
        let _ = (trail, terrain);
    }

    /// Adds the path of a unit to the trail of its group.
    fn leave_path(&self, trail: &mut Self::Trail, terrain: &Terrain, path: &[Cell]) {
        let _ = (trail, terrain, path);
    }
}

/// What an arena remembers for the layer `L`.
pub trait LayerField<L>:
    Clone + Debug + Default + Send + Sync + Serialize + DeserializeOwned
{
    /// Whether [`update`](LayerField::update) needs the units. `rules` holds the layer of each team; `armed` is the
    /// number of units with a weapon.
    fn needs_units(&self, rules: &[Option<L>], armed: usize) -> bool {
        let _ = (rules, armed);
        false
    }

    /// Brings the field up to date, before paths are planned. The units are sorted by number; there are none if no
    /// layer needs them.
    fn update(&mut self, rules: &[Option<L>], terrain: &Terrain, units: &[UnitSnapshot]) {
        let _ = (rules, terrain, units);
    }

    /// Learns from a step that a unit whose team has this rule has made.
    fn learn_step(&mut self, rule: &L, terrain: &Terrain, from: Cell, step: Direction) {
        let _ = (rule, terrain, from, step);
    }

    /// Changes whenever the costs of a team may have.
    fn revision(&self, team: u8) -> u64 {
        let _ = team;
        0
    }

    /// Changes whenever walking groups of a team should plan a better path; `None` if they never should.
    fn replan_key(&self, team: u8) -> Option<u64> {
        let _ = team;
        None
    }
}

impl<L> LayerField<L> for () {}

/// What a layer does to one search. Costs are the length of a step, times the factors of all layers, plus their
/// surcharges.
pub trait LayerTerm {
    /// Whether the term changes the cost of any step: [`factor`](LayerTerm::factor) or
    /// [`surcharge`](LayerTerm::surcharge).
    const PRICES: bool = true;
    /// Whether the term changes the order of the queue: [`weight`](LayerTerm::weight) or
    /// [`priority`](LayerTerm::priority).
    const ORDERS: bool = true;

    /// The weights by node, if all that the layer does is to multiply priorities by them.
    fn weights(&self) -> Option<Marked<'_>> {
        None
    }

    /// Factor of the length of a step.
    #[inline]
    fn factor(&self, to: Node) -> f64 {
        let _ = to;
        1.0
    }

    /// What is added to the length of a step, in cells; not negative.
    #[inline]
    fn surcharge(&self, from: Node, to: Node, step: Direction) -> f64 {
        let _ = (from, to, step);
        // The neutral element of addition: compilers drop it, unlike 0.0.
        -0.0
    }

    /// The factor of a node's priority in the queue.
    #[inline]
    fn weight(&self, node: Node) -> f64 {
        let _ = node;
        1.0
    }

    /// A node's priority in the queue, given its cost from the start and its priority without this layer.
    #[inline]
    fn priority(&self, node: Node, g: f64, priority: f64) -> f64 {
        let _ = g;
        priority * self.weight(node)
    }

    /// The minimum factor of any step.
    fn least(&self) -> f64 {
        1.0
    }
}

/// A unit as layers see it, taken once per pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitSnapshot {
    /// Its number.
    pub id: u32,
    /// Its side: the number of its team, or of the first team of its alliance.
    pub team: u8,
    /// The group that it belongs to.
    pub group: Option<u32>,
    /// Where it is, in cells.
    pub position: Vec2,
    /// How it moves, in cells per second.
    pub velocity: Vec2,
    /// The direction of the next step of its path, with length 1; zero without a path.
    pub heading: Vec2,
    /// Whether it is under way.
    pub walks: bool,
    /// Whether it flies, so that units on the ground do not meet it.
    pub flies: bool,
    /// The position and strength of its influence.
    pub presence: Presence,
}
