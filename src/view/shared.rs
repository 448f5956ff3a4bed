pub use crate::view::input::pointer::Pointer;
pub use crate::view::input::selection::Selection;
pub use crate::view::panels::notices::Notice;
pub use crate::view::scene::arena_layout::{arena_origin, to_world};
/// Goals.
#[derive(bevy::prelude::Resource, Clone, Debug, Default, PartialEq, Eq)]
pub struct Goals(pub Vec<crate::scenario::Goal>);
