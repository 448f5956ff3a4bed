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
use bevy::asset::AssetEventSystems;
use bevy::prelude::*;
use bevy_egui::EguiPostUpdateSet;

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
        )
        // Or a glyph that the panels use for the first time would reach the graphics card one frame too late.
        .configure_sets(PostUpdate, EguiPostUpdateSet::PostProcessOutput.before(AssetEventSystems));
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

#[cfg(test)]
mod tests {
    use super::*;
    use bevy::asset::AssetPlugin;

    /// Changes an image as bevy_egui does when glyphs are added to the texture of its font.
    fn add_glyph(mut images: ResMut<Assets<Image>>) {
        images.add(Image::default());
    }

    #[test]
    fn glyphs_that_the_panels_add_reach_the_graphics_card_in_the_same_frame() {
        let mut app = App::new();
        app.add_plugins((MinimalPlugins, AssetPlugin::default()))
            .add_plugins(plugin)
            .init_asset::<Image>()
            .add_systems(PostUpdate, add_glyph.in_set(EguiPostUpdateSet::PostProcessOutput));
        app.update();
        let sent = app.world().resource::<Messages<AssetEvent<Image>>>();
        assert_eq!(sent.iter_current_update_messages().count(), 1);
    }
}
