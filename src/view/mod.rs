//! The window, behind the default feature `gui`.
//!
//! | room | holds |
//! |---|---|
//! | `input` | mouse, keys, camera, clock and tools: they turn input into intents |
//! | `panels` | the panels around the map: they show numbers and turn clicks into intents |
//! | `document` | the open scenario: it serves intents and sends [`Action`](crate::scenario::Action)s to the arenas |
//! | `scene` | what is drawn on the map: ground, obstacles, units |
//! | `overlays` | what the algorithms see and plan, drawn over the map |
//! | `settings` | what stays from one start to the next |
//! | `lessons` | lessons inside the program, and the cards about its algorithms and numbers |
//!
//! Panels and tools never change an arena themselves. `frame` lists the stages of a frame, `redraw`
//! decides when there is one, `app` starts the window.

mod app;
pub mod document;
mod folders;
mod frame;
pub mod input;
pub mod lessons;
pub mod overlays;
pub mod panels;
mod redraw;
pub(crate) mod scene;
pub mod settings;
pub(crate) mod theme;

pub use app::{Options, run};
