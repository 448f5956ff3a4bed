//! Notices: short messages at the bottom of the map that disappear after a few seconds. Some have buttons.

use super::dialogs::Dialogs;
use super::key_hints::{key_of, told};
use super::layout::{MapArea, PageArea, PanelSystems};
use crate::view::document::intent::Intent;
use bevy::prelude::*;
use bevy_egui::{EguiContexts, EguiPrimaryContextPass, egui};

pub(crate) fn plugin(app: &mut App) {
    app.init_resource::<Toasts>()
        .add_message::<Notice>()
        .add_systems(EguiPrimaryContextPass, show_notices.after(PanelSystems));
}

/// A short message for the user, such as where a screenshot was saved.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Notice {
    /// One sentence. Keys of the first start stand in backquotes.
    pub text: String,
    /// What can be done about it: words of a button, and what it does.
    pub buttons: Vec<(String, Intent)>,
}

impl Notice {
    /// A notice with a text.
    pub fn new(text: impl Into<String>) -> Self {
        Self { text: text.into(), buttons: Vec::new() }
    }

    /// The notice with one more button.
    pub fn with_button(mut self, label: impl Into<String>, intent: Intent) -> Self {
        self.buttons.push((label.into(), intent));
        self
    }

    /// Seconds for which it is shown: buttons take longer to find.
    fn seconds(&self) -> f32 {
        if self.buttons.is_empty() { 5.0 } else { 10.0 }
    }
}

/// The notices on the screen, each with its remaining seconds.
#[derive(Resource, Default)]
pub struct Toasts {
    list: Vec<(Notice, f32)>,
    /// Whether the pointer rests on them, so that they stay.
    hovered: bool,
}

/// Seconds in which a notice fades, at the end.
const FADING: f32 = 1.0;

impl Toasts {
    /// Adds new notices and removes old ones after `seconds` have passed. A notice that comes again replaces the first.
    fn update(&mut self, new: impl Iterator<Item = Notice>, seconds: f32) {
        for (_, left) in self.list.iter_mut().filter(|_| !self.hovered) {
            *left -= seconds;
        }
        self.list.retain(|(_, left)| *left > 0.0);
        for notice in new {
            self.list.retain(|(known, _)| known.buttons.is_empty() || *known != notice);
            let seconds = notice.seconds();
            self.list.push((notice, seconds));
        }
    }

    /// Seconds until a notice begins to fade; nothing without notices.
    pub fn due(&self) -> Option<f64> {
        let shown = self.list.iter().filter(|_| !self.hovered);
        let soonest = shown.map(|(_, left)| (left - FADING).max(0.0)).reduce(f32::min);
        soonest.map(f64::from)
    }

    /// Shows the notices at the bottom of an area. Returns the intent of the button that was clicked; its notice goes.
    pub fn show(&mut self, context: &egui::Context, area: Rect) -> Option<Intent> {
        if self.list.is_empty() {
            self.hovered = false;
            return None;
        }
        // Without buttons, clicks go to the map behind.
        let has_buttons = self.list.iter().any(|(notice, _)| !notice.buttons.is_empty());
        let shown = egui::Area::new(egui::Id::new("toasts"))
            .pivot(egui::Align2::CENTER_BOTTOM)
            .fixed_pos(egui::pos2(area.center().x, area.max.y - 14.0))
            .order(egui::Order::Foreground)
            .interactable(has_buttons)
            .show(context, |ui| {
                ui.set_max_width((area.width() - 24.0).max(160.0));
                let clicked = self.list.iter().map(|(notice, left)| {
                    ui.set_opacity((left / FADING).min(1.0));
                    egui::Frame::popup(ui.style()).show(ui, |ui| show(ui, notice)).inner
                });
                // All of them are shown, clicked or not.
                clicked.collect::<Vec<_>>()
            });
        self.hovered = has_buttons && shown.response.contains_pointer();
        let (place, intent) =
            shown.inner.into_iter().enumerate().find_map(|(place, got)| Some((place, got?)))?;
        self.list.remove(place);
        Some(intent)
    }
}

/// Shows a notice. Returns the intent of the button that was clicked.
fn show(ui: &mut egui::Ui, notice: &Notice) -> Option<Intent> {
    let text = told(ui.ctx(), &notice.text);
    if notice.buttons.is_empty() {
        ui.label(text);
        return None;
    }
    let mut wanted = None;
    ui.horizontal_wrapped(|ui| {
        ui.label(text);
        for (label, intent) in &notice.buttons {
            let key = key_of(ui.ctx(), intent).unwrap_or_default();
            if ui.add(egui::Button::new(label).shortcut_text(key)).clicked() {
                wanted = Some(intent.clone());
            }
        }
    });
    wanted
}

fn show_notices(
    mut contexts: EguiContexts,
    mut toasts: ResMut<Toasts>,
    mut notices: MessageReader<Notice>,
    (map, page): (Res<MapArea>, Res<PageArea>),
    dialogs: Res<Dialogs>,
    time: Res<Time<Real>>,
    mut intents: MessageWriter<Intent>,
) -> Result {
    toasts.update(notices.read().cloned(), time.delta_secs());
    let area = if dialogs.start_page { page.0 } else { map.0 };
    intents.write_batch(toasts.show(&contexts.ctx_mut()?.clone(), area));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::document::intent::TimeIntent;

    fn texts(toasts: &Toasts) -> Vec<&str> {
        toasts.list.iter().map(|(notice, _)| notice.text.as_str()).collect()
    }

    #[test]
    fn notices_disappear_after_their_time() {
        let mut toasts = Toasts::default();
        toasts.update([Notice::new("a")].into_iter(), 1.0);
        let seconds = Notice::new("a").seconds();
        toasts.update([Notice::new("b")].into_iter(), seconds - 0.5);
        assert_eq!(texts(&toasts), ["a", "b"]);
        toasts.update([].into_iter(), 0.6);
        assert_eq!(texts(&toasts), ["b"]);
    }

    #[test]
    fn a_notice_with_a_button_stays_longer_and_comes_once() {
        let again = || Notice::new("c").with_button("Go", Intent::Time(TimeIntent::Restart));
        let mut toasts = Toasts::default();
        toasts.update([again(), Notice::new("a")].into_iter(), 0.0);
        toasts.update([].into_iter(), Notice::new("a").seconds());
        assert_eq!(texts(&toasts), ["c"]);
        toasts.update([again()].into_iter(), 0.0);
        assert_eq!(texts(&toasts), ["c"]);
        toasts.hovered = true;
        toasts.update([].into_iter(), 60.0);
        assert_eq!(texts(&toasts), ["c"], "the pointer is on it");
    }
}
