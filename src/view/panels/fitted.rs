//! A part of a panel that is as high as what it shows, and keeps still under the pointer.

use bevy_egui::egui::{self, Id, Ui};

/// The height of such a part. What is below it must not move while the pointer is there, and need not while the same is shown.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Fitted {
    /// What is shown.
    of: Option<Id>,
    /// In logical pixels.
    height: f32,
}

impl Fitted {
    /// Shows what `of` stands for, at most `most` logical pixels high; what is higher scrolls. `held`: whether the pointer is on the
    /// panel.
    pub fn show(&mut self, ui: &mut Ui, of: Id, most: f32, held: bool, body: impl FnOnce(&mut Ui)) {
        let same = self.of == Some(of);
        let least = if same || held { self.height.min(most) } else { 0.0 };
        let most = if same && held { least } else { most };
        let top = ui.cursor().top();
        ui.scope(|ui| {
            ui.set_max_height(most);
            let scroll = egui::ScrollArea::vertical().id_salt("fitted").auto_shrink([false, true]);
            scroll.min_scrolled_height(most).show(ui, body);
        });
        let height = ui.min_rect().bottom() - top;
        ui.add_space((least - height).max(0.0));
        *self = Self { of: Some(of), height: height.max(least) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The height that is taken for rows of 10 pixels.
    fn taken(fitted: &mut Fitted, of: u64, rows: usize, held: bool) -> f32 {
        let context = egui::Context::default();
        let mut taken = 0.0;
        let _ = context.run_ui(egui::RawInput::default(), |ui| {
            ui.spacing_mut().item_spacing.y = 0.0;
            let top = ui.cursor().top();
            fitted.show(ui, Id::new(of), 200.0, held, |ui| {
                ui.allocate_space(egui::vec2(50.0, 10.0 * rows as f32));
            });
            taken = ui.cursor().top() - top;
        });
        taken
    }

    #[test]
    fn it_is_as_high_as_its_rows_and_does_not_shrink_while_the_same_is_shown() {
        let mut fitted = Fitted::default();
        assert_eq!(taken(&mut fitted, 1, 5, false), 50.0);
        assert_eq!(taken(&mut fitted, 1, 8, false), 80.0);
        assert_eq!(taken(&mut fitted, 1, 6, false), 80.0);
        assert_eq!(taken(&mut fitted, 2, 3, false), 30.0);
        assert_eq!(taken(&mut fitted, 3, 90, false), 200.0, "at most as high as there is room");
    }

    #[test]
    fn under_the_pointer_only_something_new_makes_it_higher_and_nothing_makes_it_lower() {
        let mut fitted = Fitted::default();
        taken(&mut fitted, 1, 5, true);
        assert_eq!(taken(&mut fitted, 1, 8, true), 50.0);
        assert_eq!(taken(&mut fitted, 2, 3, true), 50.0);
        assert_eq!(taken(&mut fitted, 3, 9, true), 90.0);
    }
}
