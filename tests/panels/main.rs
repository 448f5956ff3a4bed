//! The panels without a window, each shown in a harness. One binary, because each costs a link against Bevy.
#![cfg(feature = "gui")]

mod dialogs;
mod doctrine_panel;
mod experiments_panel;
mod lessons_panel;
mod making_panels;
mod map_panels;
mod scenario_panels;
mod sections;
mod settings_window;
mod why_card;
