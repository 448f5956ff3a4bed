//! Which panels are open, and how wide they are.

use crate::view::document::intent::ShowIntent;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A tab of the right panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Tab {
    /// How the teams plan and move.
    #[default]
    Doctrine,
    /// What the scenario consists of.
    Scenario,
    /// What the algorithms see and plan.
    Overlays,
}

impl Tab {
    /// All tabs, with their names and what they hold.
    pub const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Doctrine, "Doctrine", "How the teams plan and move"),
        (Self::Scenario, "Scenario", "What the scenario consists of: teams, goals, orders, rules"),
        (Self::Overlays, "Overlays", "What the algorithms see and plan, drawn on the map"),
    ];
}

/// A panel that can be closed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Side {
    /// Tools, numbers, events.
    Left,
    /// Selection, doctrine, scenario, overlays.
    #[default]
    Right,
    /// The time line.
    Time,
}

impl Side {
    /// All of them, with their names and what they hold.
    pub const ALL: [(Self, &'static str, &'static str); 3] = [
        (Self::Left, "Tools and metrics", "The panel at the left"),
        (Self::Right, "Doctrine and scenario", "The panel at the right"),
        (Self::Time, "Timeline", "The panel below the map"),
    ];
}

/// Where the panels are.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Places {
    /// Whether any panel is shown.
    pub panels: bool,
    /// Whether the left panel is open.
    pub left: bool,
    /// Whether the right panel is open.
    pub right: bool,
    /// Whether the time line is open.
    pub time: bool,
    /// Width of the left panel, in logical pixels, beyond the minimum.
    pub left_width: f32,
    /// Width of the right panel, in logical pixels.
    pub right_width: f32,
    /// The tab of the right panel.
    pub tab: Tab,
    /// Sections that were opened or closed, by their titles.
    pub sections: Sections,
    /// Whether the legends below the map are folded away.
    pub legends_hidden: bool,
    /// Height of the legends below the map, in logical pixels.
    pub legend_height: f32,
    /// The number that is plotted; empty for the first.
    pub plotted: String,
    /// Whether the window is too narrow for both side panels. Not kept.
    #[serde(skip)]
    pub narrow: bool,
    /// The side panel that a narrow window shows. Not kept.
    #[serde(skip)]
    pub only: Side,
}

/// A window narrower than this shows one side panel at a time, so that the map has room, in logical pixels.
const NARROW: f32 = 860.0;

/// Whether sections are open, by their titles. The others are as at the first start.
pub type Sections = BTreeMap<String, bool>;

impl Default for Places {
    fn default() -> Self {
        Self::START
    }
}

impl Places {
    /// As at the first start.
    pub const START: Self = Self {
        panels: true,
        left: true,
        right: true,
        time: true,
        left_width: 244.0,
        right_width: 356.0,
        tab: Tab::Doctrine,
        sections: Sections::new(),
        legends_hidden: false,
        legend_height: 100.0,
        plotted: String::new(),
        narrow: false,
        only: Side::Right,
    };

    /// Whether a panel is open. A narrow window has one side panel at most.
    pub fn is_open(&self, side: Side) -> bool {
        let has_room = !self.narrow || self.only == side || !(self.left && self.right);
        match side {
            Side::Left => self.left && has_room,
            Side::Right => self.right && has_room,
            Side::Time => self.time,
        }
    }

    /// Takes in how wide the window is, in logical pixels.
    pub fn fit(&mut self, width: f32) {
        self.narrow = width < NARROW;
    }

    /// Does what an intent says about panels.
    pub fn serve(&mut self, intent: ShowIntent) {
        match intent {
            ShowIntent::TogglePanels => self.panels = !self.panels,
            ShowIntent::ToggleSide(side @ (Side::Left | Side::Right))
                if self.narrow && self.left && self.right && self.only != side =>
            {
                (self.only, self.panels) = (side, true);
            }
            ShowIntent::ToggleSide(side) => {
                let open = match side {
                    Side::Left => &mut self.left,
                    Side::Right => &mut self.right,
                    Side::Time => &mut self.time,
                };
                *open = !*open || !self.panels;
                self.panels = true;
            }
            ShowIntent::Tab(tab) => {
                (self.panels, self.right, self.only) = (true, true, Side::Right);
                self.tab = tab;
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panel_closes_and_opens() {
        let mut places = Places::default();
        places.serve(ShowIntent::ToggleSide(Side::Left));
        assert!(!places.is_open(Side::Left) && places.is_open(Side::Right));
        places.serve(ShowIntent::ToggleSide(Side::Left));
        assert_eq!(places, Places::default());
    }

    #[test]
    fn what_is_asked_for_is_seen_although_all_panels_were_hidden() {
        let mut places = Places::default();
        places.serve(ShowIntent::TogglePanels);
        places.serve(ShowIntent::ToggleSide(Side::Time));
        assert!(places.panels && places.time, "it was open but hidden");
        places.serve(ShowIntent::TogglePanels);
        places.serve(ShowIntent::Tab(Tab::Overlays));
        assert!(places.panels && places.right);
        assert_eq!(places.tab, Tab::Overlays);
    }

    #[test]
    fn a_narrow_window_shows_one_side_panel_at_a_time() {
        let mut places = Places::default();
        places.fit(640.0);
        let open = |places: &Places| (places.is_open(Side::Left), places.is_open(Side::Right));
        assert_eq!(open(&places), (false, true));
        places.serve(ShowIntent::ToggleSide(Side::Left));
        assert_eq!(open(&places), (true, false));
        places.serve(ShowIntent::Tab(Tab::Scenario));
        assert_eq!(open(&places), (false, true));
        places.serve(ShowIntent::ToggleSide(Side::Right));
        assert_eq!(open(&places), (true, false), "the right one is closed, so the left has room");
        places.fit(1280.0);
        places.serve(ShowIntent::ToggleSide(Side::Right));
        assert_eq!(open(&places), (true, true));
    }

    #[test]
    fn layouts_of_older_versions_are_read() {
        let places: Places = ron::from_str("(left: false)").unwrap();
        assert_eq!(places, Places { left: false, ..Places::default() });
    }
}
