//! Changes of the goals, and of what a scenario says about itself.

use crate::grid::Cell;
use serde::{Deserialize, Serialize};

/// A change of the goals. Goals are known by their names.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GoalAction {
    /// Places a goal.
    Place {
        /// Its name; new.
        name: String,
        /// Where.
        at: Cell,
    },
    /// Moves a goal. Orders that were given stay; orders to the goal that come later lead to its new place.
    Move {
        /// Its name.
        name: String,
        /// Where to.
        to: Cell,
    },
    /// Renames a goal. Orders to it stay.
    Rename {
        /// Its name so far.
        name: String,
        /// Its new name; no other goal has it.
        to: String,
    },
    /// Removes a goal. Later orders to it lead to where it was.
    Remove(String),
}

impl GoalAction {
    /// Its name in a history of edits.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Place { .. } => "Place goal",
            Self::Move { .. } => "Move goal",
            Self::Rename { .. } => "Rename goal",
            Self::Remove(_) => "Remove goal",
        }
    }
}

/// A change of what a scenario says about itself, and of its seed. An arena that runs already is not changed by it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum FactAction {
    /// Sets the title.
    Title(String),
    /// Sets the description.
    Description(String),
    /// Sets what all random draws start from, at the next start.
    Seed(u64),
}

impl FactAction {
    /// Its name in a history of edits.
    pub fn title(&self) -> &'static str {
        match self {
            Self::Title(_) => "Change title",
            Self::Description(_) => "Change description",
            Self::Seed(_) => "Change seed",
        }
    }
}
