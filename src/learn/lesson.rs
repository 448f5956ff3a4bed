//! What a lesson is made of.

use super::Condition;
use crate::grid::{Cell, Ground};
use serde::Deserialize;

/// A lesson: a few steps inside the real program, each of which waits for the user.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson {
    /// Its title, usually a question.
    pub title: String,
    /// What it is about, in a sentence.
    pub sentence: String,
    /// How long it takes, in minutes.
    pub minutes: u32,
    /// The name of the shipped scenario that it opens.
    pub scenario: String,
    /// Doctrines that differ from those of the scenario: the name of a team, and that of a preset.
    #[serde(default)]
    pub doctrines: Vec<(String, String)>,
    /// What it teaches, in a sentence: shown at its end.
    pub learned: String,
    /// The steps.
    pub steps: Vec<Step>,
}

/// A step of a lesson.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// Two or three short sentences, with `**strong**` words.
    pub text: String,
    /// What to do, in a sentence; empty if there is nothing to do but read.
    #[serde(default)]
    pub task: String,
    /// What it waits for.
    pub until: Condition,
    /// Whether time stops when it is done, so that the user can look at what is there.
    #[serde(default)]
    pub pause: bool,
    /// Help that is shown after a while; may be empty.
    #[serde(default)]
    pub hint: String,
    /// What is highlighted: the first of these that is on the screen.
    #[serde(default)]
    pub point: Vec<Point>,
    /// What "Show me" does.
    #[serde(default)]
    pub show: Vec<Deed>,
    /// Facts that the text states. Tests check that they hold when the step begins.
    #[serde(default)]
    pub facts: Vec<Condition>,
}

/// Something that a step points at.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Point {
    /// A control of a panel, by the name under which the panel announces it.
    Control(String),
    /// A cell of the map.
    Place(Cell),
    /// A unit of the first arena, by its number.
    Unit(u32),
}

/// Something that "Show me" does for the user, through the same intents as a click.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub enum Deed {
    /// Lets time run.
    Run,
    /// Stops time.
    Pause,
    /// Back to the start.
    Restart,
    /// Sets the speed to this many steps above normal.
    Faster(u8),
    /// Shows an overlay, by its key.
    Overlay(String),
    /// Opens an arena beside the others in which a team has another doctrine.
    Compare {
        /// The name of the team.
        team: String,
        /// The name of the preset.
        doctrine: String,
    },
    /// Gives a team another doctrine.
    Doctrine {
        /// The arena; 0 is the first.
        arena: usize,
        /// The name of the team.
        team: String,
        /// The name of the preset.
        name: String,
    },
    /// Changes a parameter of a team's doctrine.
    Parameter {
        /// The arena; 0 is the first.
        arena: usize,
        /// The name of the team.
        team: String,
        /// The algorithm, such as `markers` or `Flocking`.
        of: String,
        /// The parameter.
        name: String,
        /// Its new value.
        value: f64,
    },
    /// Selects the first units of a team.
    Select {
        /// The name of the team.
        team: String,
        /// How many.
        units: usize,
    },
    /// Sends a team somewhere.
    Order {
        /// The name of the team.
        team: String,
        /// Where.
        to: Cell,
    },
    /// Paints a rectangle.
    Paint {
        /// Its upper left cell.
        at: Cell,
        /// Columns and rows.
        size: (i32, i32),
        /// The new ground.
        ground: Ground,
    },
    /// Opens the window with the experiments.
    Experiments,
    /// Opens an about card, by its name.
    Card(String),
    /// Gives the right answer.
    Answer,
}
