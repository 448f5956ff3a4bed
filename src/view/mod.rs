//! The window, behind the default feature `gui`: camera, tools, overlays and panels.
//!
//! Panels and tools never change an arena themselves: they send
//! [`Action`](crate::scenario::Action)s through the document.

pub mod shared;
