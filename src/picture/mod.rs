//! Pictures and films without a window, a display or a graphics driver, and the parts of them that the window shares.
//!
//! A [`Camera`] looks at a [`Stage`], arenas that run in step, and makes an [`Image`] of each moment: ground, obstacles,
//! units, combat, overlays with their legends, the numbers, title and time. The same input gives the same bytes, on any
//! number of threads.
//!
//! | file | what it does |
//! |---|---|
//! | `arena/` | paints what is in an arena on a [`Canvas`]; shared with the window |
//! | `texels.rs`, `glyphs.rs`, `noise.rs` | the ground and small pictures, computed; shared with the window |
//! | `raster.rs` | makes pixels of a canvas, in linear light like a graphics card |
//! | `layout.rs`, `columns.rs`, `page.rs`, `text.rs` | text around the map |
//! | `camera.rs` | puts it all together |
//! | `thumbnail.rs` | small pictures of scenarios, without text |
//! | `film.rs`, `gif_file.rs`, `quantise.rs` | many frames as a GIF file or a folder of PNG files |
//! | `notes.rs`, `tracks.rs` | metrics and trajectories as CSV, walked paths as SVG |

mod arena;
pub(crate) mod bridge;
mod camera;
mod canvas;
mod columns;
mod film;
mod gif_file;
pub mod glyphs;
mod ground;
mod image;
mod layout;
mod noise;
mod notes;
mod page;
mod paint;
mod painter;
mod quantise;
mod raster;
pub mod rows;
mod stage;
pub mod texels;
mod text;
mod thumbnail;
mod tracks;

pub use arena::{
    Anchor, ArenaGrid, Headings, Label, arena_label, corners, draw_arena, draw_figures,
    draw_obstacle, flag_size, goal_label,
};
pub use camera::{Camera, Frame, Look};
pub use canvas::{Canvas, Joint, Layer, Mark};
pub use film::{Film, FilmError, Reel, write_png};
pub use glyphs::Glyph;
pub use image::Image;
pub use notes::{Every, NoteFiles, Notes, describe_notes, metric_columns};
pub use paint::Paint;
pub use stage::{Caption, Stage, simulate};
pub use thumbnail::thumbnail;
