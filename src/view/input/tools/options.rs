//! The tools and their settings.

use crate::combat::{UnitKind, built_in};
use crate::grid::Ground;
use crate::scenario::{ObstacleKind, TeamId, living_teams};
use crate::sim::ArenaFacts;
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<ToolOptions>();
}

/// A tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Tool {
    /// Selects units and obstacles, and moves obstacles.
    #[default]
    Select,
    /// Paints the ground.
    Paint,
    /// Places obstacles.
    Place,
    /// Drops units.
    Drop,
    /// Places and moves goals.
    Goal,
}

impl Tool {
    /// All tools.
    pub const ALL: [Tool; 5] = [Self::Select, Self::Paint, Self::Place, Self::Drop, Self::Goal];

    /// Its name on the palette.
    pub fn name(self) -> &'static str {
        match self {
            Self::Select => "Select",
            Self::Paint => "Brush",
            Self::Place => "Obstacle",
            Self::Drop => "Units",
            Self::Goal => "Goal",
        }
    }

    /// How to use it, in one line. Keys of the first start stand in backquotes.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Select => {
                "Click or drag a box to select; Ctrl adds or removes; right-click to move the selection or attack an enemy; drag an obstacle or a goal to move it"
            }
            Self::Paint => {
                "Drag to paint; a drag that starts on the chosen ground erases it; `[` and `]` change the brush"
            }
            Self::Place => {
                "Click to place an obstacle, or drag out one of any size; `[` and `]` change the size of a click; move it with the select tool"
            }
            Self::Drop => {
                "Click to drop a block of units; `[` and `]` change how many; right-click to move them"
            }
            Self::Goal => "Click to place a goal; drag a goal to move it; `Delete` removes it",
        }
    }
}

/// An order that waits for a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Armed {
    /// Attack the enemy there or, if there is none, attack-move there.
    Attack,
    /// Patrol between here and there.
    Patrol,
    /// The index of an order in the list of scripted orders.
    Place,
}

impl Armed {
    /// What to do now, in one line.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Attack => {
                "Click an enemy to attack it, or the ground to attack-move there; Esc cancels"
            }
            Self::Place => "Click the place of the order; Esc cancels",
            Self::Patrol => "Click the other end of the patrol; Esc cancels",
        }
    }
}

/// The settings of the tools. The palette shows and changes them.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct ToolOptions {
    /// The tool in use.
    pub tool: Tool,
    /// Diameter of the brush, in cells.
    pub brush: u32,
    /// What the brush paints.
    pub ground: Ground,
    /// The kind of obstacle.
    pub obstacle: ObstacleKind,
    /// Columns and rows of an obstacle.
    pub obstacle_size: (u32, u32),
    /// The team of dropped units.
    pub team: TeamId,
    /// The name of the kind of dropped units; `None` until one was chosen.
    pub kind: Option<&'static str>,
    /// How many units are dropped at once.
    pub count: u32,
    /// How many times units that are sent on a patrol go there and back; 0: without end.
    pub patrol_rounds: u32,
}

impl Default for ToolOptions {
    fn default() -> Self {
        Self {
            tool: Tool::default(),
            brush: 2,
            ground: Ground::Wall,
            obstacle: ObstacleKind::default(),
            obstacle_size: (2, 2),
            team: TeamId(0),
            kind: None,
            count: 9,
            patrol_rounds: 0,
        }
    }
}

/// The kind of the first units on a new map, if there is one of this name: its range can be seen, and it is quick.
const FIGHTER: &str = "Marine";

impl ToolOptions {
    /// Largest brush, in cells.
    pub const MAX_BRUSH: u32 = 25;
    /// Largest side of an obstacle, in cells.
    pub const MAX_OBSTACLE: u32 = 12;
    /// Maximum number of units at once.
    pub const MAX_UNITS: u32 = 400;

    /// The kind of dropped units: the chosen one if the scenario has it. Otherwise that of the unit that was added last, and
    /// on a map without units one that can fight, if there are two teams.
    pub fn unit_kind(&self, facts: &ArenaFacts) -> &'static UnitKind {
        let kinds = facts.catalogue.kinds();
        let chosen = self.kind.and_then(|name| facts.catalogue.kind(name));
        let last = || facts.units().rev().map(|unit| unit.kind).find(|k| k.speed > 0.0);
        let fights = |kind: &&'static UnitKind| kind.weapon.is_some() && kind.speed > 0.0;
        let armed = || kinds.iter().copied().find(|k| k.name == FIGHTER && fights(k));
        let armed = || armed().or_else(|| kinds.iter().copied().find(fights));
        let armed = || armed().filter(|_| living_teams(facts.teams).count() > 1);
        let usual = || kinds.first().copied();
        chosen.or_else(last).or_else(armed).or_else(usual).unwrap_or(built_in()[0])
    }

    /// Makes the brush, the obstacle or the block of the current tool larger (`by` 1) or smaller (`by` -1).
    pub(super) fn resize(&mut self, by: i32) {
        let change = |value: u32, most: u32| value.saturating_add_signed(by).clamp(1, most);
        match self.tool {
            Tool::Select | Tool::Goal => {}
            Tool::Paint => self.brush = change(self.brush, Self::MAX_BRUSH),
            Tool::Place => {
                let (width, height) = self.obstacle_size;
                let most = Self::MAX_OBSTACLE;
                self.obstacle_size = (change(width, most), change(height, most));
            }
            Tool::Drop => self.count = change(self.count, Self::MAX_UNITS),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Bounds;
    use crate::scenario::{Action, NewUnit, Scenario, Team, UnitId};
    use crate::sim::{Simulation, bake};

    #[test]
    fn a_newcomer_drops_units_that_can_fight_and_later_those_of_the_scenario() {
        let mut options = ToolOptions::default();
        let mut scenario = Scenario::blank(Bounds::new(8, 8));
        let kind = |options: &ToolOptions, scenario: &Scenario| {
            options.unit_kind(&Simulation::new(scenario).facts().unwrap()).name
        };
        assert_eq!(kind(&options, &scenario), "soldier", "nobody to fight with");
        scenario.teams = vec![Team::numbered(0), Team::numbered(1)];
        assert_eq!(kind(&options, &scenario), "Marine", "they can fight");
        let (id, team, at) = (UnitId(0), TeamId(0), Vec2::new(2.5, 2.5));
        let unit = NewUnit { id, team, kind: "scout".into(), at };
        let scenario = bake(&scenario, &[Action::Spawn(vec![unit])]);
        assert_eq!(kind(&options, &scenario), "scout");
        options.kind = Some("heavy");
        assert_eq!(kind(&options, &scenario), "heavy");
    }
}
