//! Short notices that go away by themselves.

use crate::view::shared::Notice;
use bevy::prelude::*;
use bevy_egui::egui;

/// The notices that are shown, with the seconds they have left.
#[derive(Resource, Default)]
pub struct Toasts(Vec<(String, f32)>);

/// Seconds that a notice is shown.
const SECONDS: f32 = 5.0;

impl Toasts {
    /// Takes in new notices and lets old ones go.
    pub fn pass(&mut self, new: impl Iterator<Item = Notice>, seconds: f32) {
        for (_, left) in &mut self.0 {
            *left -= seconds;
        }
        self.0.retain(|(_, left)| *left > 0.0);
        self.0.extend(new.map(|notice| (notice.text, SECONDS)));
    }

    /// Shows the notices at the bottom of the map.
    pub fn show(&self, context: &egui::Context, map: egui::Rect) {
        if self.0.is_empty() {
            return;
        }
        egui::Area::new(egui::Id::new("toasts"))
            .pivot(egui::Align2::CENTER_BOTTOM)
            .fixed_pos(map.center_bottom() - egui::vec2(0.0, 14.0))
            .order(egui::Order::Foreground)
            .interactable(false)
            .show(context, |ui| {
                for (text, left) in &self.0 {
                    ui.set_opacity(left.min(1.0));
                    egui::Frame::popup(ui.style()).show(ui, |ui| ui.label(text));
                }
            });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_go_away_after_their_time() {
        let mut toasts = Toasts::default();
        toasts.pass([Notice::new("a")].into_iter(), 1.0);
        toasts.pass([Notice::new("b")].into_iter(), SECONDS - 0.5);
        assert_eq!(toasts.0.len(), 2);
        toasts.pass([].into_iter(), 0.6);
        assert_eq!(toasts.0.len(), 1);
        assert_eq!(toasts.0[0].0, "b");
    }
}
