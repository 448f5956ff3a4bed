//! The panels around the map.
//!
//! A panel is a function from plain data to widgets and [`Intent`](crate::view::document::Intent)s, so it can be tested
//! without a window. `layout` places the panels, `data` gathers what they show.

mod answers;
mod data;
pub mod dialogs;
pub mod doctrine;
pub mod empty_map;
pub mod event_kinds;
pub mod event_list;
pub mod event_log;
pub(crate) mod event_pauses;
pub mod experiment_runs;
pub mod experiments;
pub mod film_dialog;
mod fitted;
pub mod goal_rows;
mod group_rows;
pub mod help;
mod hint_line;
pub mod import_picture;
pub mod key_hints;
mod kind_numbers;
pub mod kinds;
pub(crate) mod layout;
mod left_side;
pub mod legend_strip;
pub(crate) mod map_preview;
pub(crate) mod metric_history;
mod minimap;
pub mod motion;
mod new_map;
mod new_map_preview;
pub(crate) mod notices;
mod numbers;
pub mod obstacle_size;
mod order_words;
pub mod orders;
pub mod overlay_rows;
pub mod palette;
mod parameters;
pub mod paste_map;
pub mod places;
mod plot;
mod preset_list;
pub(crate) mod rasterise;
mod report_pictures;
mod right_side;
pub mod rules;
pub mod scenario_facts;
mod selected;
mod settings_keys;
pub mod settings_window;
pub mod stage_times;
pub mod start_page;
mod team_colour;
pub mod team_rows;
mod text_field;
pub mod time_line;
mod tooltips;
pub mod top_bar;
pub mod why_card;
pub(crate) mod widgets;

use bevy::app::App;

pub(crate) fn plugin(app: &mut App) {
    app.add_plugins((
        layout::plugin,
        notices::plugin,
        metric_history::plugin,
        event_log::plugin,
        event_pauses::plugin,
        stage_times::plugin,
        film_dialog::plugin,
        experiment_runs::plugin,
        dialogs::plugin,
        start_page::plugin,
        empty_map::plugin,
        settings_window::plugin,
        minimap::plugin,
    ));
}
