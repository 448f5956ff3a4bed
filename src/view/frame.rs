//! The stages of a frame, all in `Update`. Panels follow in egui's own schedule.
//!
//! | stage | inside it | what runs |
//! |---|---|---|
//! | [`FrameSystems::Events`] | | mouse and keyboard events are read, once |
//! | [`FrameSystems::Input`] | [`DocumentSystems::Read`] | the document takes in what the simulation reports |
//! | | [`DocumentSystems::Tools`] | keys and tools send intents |
//! | | [`DocumentSystems::Serve`] | intents are served, actions go to the arenas |
//! | [`FrameSystems::Camera`] | | the camera moves |
//! | [`FrameSystems::Draw`] | [`DrawSystems::Clear`] | the canvas is wiped |
//! | | [`DrawSystems::Paint`] | the scene and the overlays are painted |
//! | | [`DrawSystems::Show`] | the canvas goes to the screen |

use crate::view::document::DocumentSystems;
use crate::view::scene::canvas::DrawSystems;
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    use FrameSystems::*;
    app.configure_sets(Update, (Events, Input, Camera, Draw).chain())
        .configure_sets(
            Update,
            (DocumentSystems::Read, DocumentSystems::Tools, DocumentSystems::Serve)
                .chain()
                .in_set(Input),
        )
        .configure_sets(
            Update,
            (DrawSystems::Clear, DrawSystems::Paint, DrawSystems::Show).chain().in_set(Draw),
        );
}

/// The stages of a frame, in order.
#[derive(SystemSet, Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum FrameSystems {
    /// Mouse and keyboard events are read.
    Events,
    /// Input becomes intents, and intents become actions.
    Input,
    /// The camera moves.
    Camera,
    /// Everything is drawn.
    Draw,
}
