//! Labels on the map: names of goals and arenas. Drawn by egui below the panels, at a constant size.

use crate::overlay::{Word, palette};
use crate::picture::{Anchor, Label};
use crate::view::input::camera::View;
use crate::view::panels::layout::PanelSystems;
use crate::view::settings::{Settings, Theme};
use crate::view::theme;
use bevy::prelude::*;
use bevy_egui::egui::{self, Align2, Color32, FontId};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<MapText>()
        .init_resource::<Settings>()
        .add_systems(EguiPrimaryContextPass, draw_labels.before(PanelSystems));
}

/// All labels on the map. Each source replaces its own every frame.
#[derive(Resource, Clone, Debug, Default)]
pub struct MapText {
    /// Names beside the flags of goals.
    pub goals: Vec<Label>,
    /// Names above the arenas.
    pub arenas: Vec<Label>,
    /// Numbers and short labels of overlays.
    pub overlays: Vec<Word>,
}

/// Size of the letters of overlays, in logical pixels.
const WORD_LETTERS: f32 = 13.0;

fn draw_labels(
    mut contexts: EguiContexts,
    view: Res<View>,
    text: Res<MapText>,
    settings: Res<Settings>,
) -> Result {
    let painter = contexts.ctx_mut()?.layer_painter(egui::LayerId::background());
    let (colour, shadow) = match settings.look.theme {
        Theme::Dark => (theme::egui_colour(palette::LABEL), Color32::from_black_alpha(204)),
        Theme::Light => (Color32::from_rgb(20, 24, 32), Color32::from_white_alpha(204)),
    };
    for label in text.goals.iter().chain(&text.arenas) {
        let at = view.screen_at(label.at);
        let at = egui::pos2(at.x.round(), at.y.round());
        let font = FontId::proportional(label.size);
        let corner = match label.anchor {
            Anchor::LeftMiddle => Align2::LEFT_CENTER,
            Anchor::RightMiddle => Align2::RIGHT_CENTER,
            Anchor::LeftBottom => Align2::LEFT_BOTTOM,
        };
        painter.text(at + egui::vec2(1.0, 1.0), corner, &label.text, font.clone(), shadow);
        painter.text(at, corner, &label.text, font, colour);
    }
    for word in &text.overlays {
        let at = view.screen_at(word.at);
        let at = egui::pos2(at.x.round(), at.y.round());
        let font = FontId::proportional(WORD_LETTERS);
        let size = painter.layout_no_wrap(word.text.clone(), font.clone(), Color32::WHITE).size();
        let back = egui::Rect::from_center_size(at, size + egui::vec2(8.0, 2.0));
        painter.rect_filled(back, 4.0, Color32::from_black_alpha(190));
        let colour = theme::egui_colour(word.colour);
        painter.text(at, Align2::CENTER_CENTER, &word.text, font, colour);
    }
    Ok(())
}
