//! What is drawn on the map besides overlays.

pub mod arena_names;
pub mod canvas;
pub mod combat;
pub mod glyphs;
pub mod goals;
pub mod ground;
pub mod map_text;
pub mod noise;
pub mod obstacles;
pub mod pictures;
pub mod preview;
pub mod screenshot;
pub mod units;
