//! Notices: short messages at the bottom of the map that disappear after a few seconds.

use super::key_hints::told;
use super::layout::PanelSystems;
use bevy::prelude::*;
use bevy_egui::{EguiPrimaryContextPass, egui};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Toasts>()
        .add_message::<Notice>()
        .add_systems(EguiPrimaryContextPass, take_notices.before(PanelSystems));
}

/// A short message for the user, such as where a screenshot was saved.
#[derive(Message, Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// One sentence. Keys of the first start stand in backquotes.
    pub text: String,
}

impl Notice {
    /// A notice with a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into() }
    }
}

/// The notices on the screen, each with its remaining seconds.
#[derive(Resource, Default)]
pub struct Toasts(Vec<(String, f32)>);

/// Seconds that a notice is shown.
const SECONDS: f32 = 5.0;

impl Toasts {
    /// Adds new notices and removes old ones after `seconds` have passed.
    fn update(&mut self, new: impl Iterator<Item = Notice>, seconds: f32) {
        for (_, left) in &mut self.0 {
            *left -= seconds;
        }
        self.0.retain(|(_, left)| *left > 0.0);
        self.0.extend(new.map(|notice| (notice.text, SECONDS)));
    }

    /// Shows the notices.
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
                    let text = told(context, text);
                    egui::Frame::popup(ui.style()).show(ui, |ui| ui.label(text));
                }
            });
    }
}

fn take_notices(
    mut toasts: ResMut<Toasts>,
    mut notices: MessageReader<Notice>,
    time: Res<Time<Real>>,
) {
    toasts.update(notices.read().cloned(), time.delta_secs());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices_disappear_after_their_time() {
        let mut toasts = Toasts::default();
        toasts.update([Notice::new("a")].into_iter(), 1.0);
        toasts.update([Notice::new("b")].into_iter(), SECONDS - 0.5);
        assert_eq!(toasts.0.len(), 2);
        toasts.update([].into_iter(), 0.6);
        assert_eq!(toasts.0.len(), 1);
        assert_eq!(toasts.0[0].0, "b");
    }
}
