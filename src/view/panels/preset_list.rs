//! The list of presets: under the paper that they come from, those "as printed" folded away.

use super::parameters::Change;
use super::tooltips::Explain;
use super::widgets::quiet;
use crate::scenario::{Doctrine, Preset, PresetGroup, presets};
use crate::view::lessons::spotlight;
use bevy_egui::egui::{self, PopupCloseBehavior, RichText, Ui};

/// Maximum height of the list, in logical pixels.
const HEIGHT: f32 = 620.0;

/// Shows the name of a doctrine, and the list that replaces it by a preset.
pub(super) fn show(ui: &mut Ui, doctrine: &mut Doctrine) -> Change {
    let now = doctrine.preset();
    let mut chosen = None;
    ui.horizontal(|ui| {
        ui.label(quiet("Preset")).explain("Named doctrines, as in the papers");
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let combo = egui::ComboBox::from_id_salt("preset")
                .selected_text(doctrine.name())
                .width(230.0)
                .truncate()
                .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
                .height(HEIGHT);
            let response = combo.show_ui(ui, |ui| chosen = list(ui, now.as_ref()));
            let doc =
                now.as_ref().map_or("Your own parameters; no preset has exactly these", |p| p.doc);
            spotlight::mark(ui, response.response.rect, "preset");
            response.response.explain(doc);
        });
    });
    let Some(preset) = chosen else { return Change::default() };
    *doctrine = preset.doctrine;
    Change::made(true)
}

/// The presets by paper. Returns the one that was clicked.
fn list(ui: &mut Ui, now: Option<&Preset>) -> Option<Preset> {
    let opened = has_just_opened(ui);
    ui.spacing_mut().item_spacing.y = 0.0;
    ui.spacing_mut().button_padding.y = 1.0;
    ui.spacing_mut().interact_size.y = 19.0;
    let (printed, usual): (Vec<Preset>, Vec<Preset>) =
        presets().into_iter().partition(|preset| preset.as_printed);
    let mut chosen = None;
    let mut row = |ui: &mut Ui, preset: &Preset| {
        let is_now = now.is_some_and(|now| now.name == preset.name);
        let row = ui.selectable_label(is_now, preset.name);
        if is_now && opened {
            row.scroll_to_me(Some(egui::Align::Center));
        }
        if row.explain(preset.doc).clicked() {
            chosen = Some(preset.clone());
            ui.close();
        }
    };
    for group in PresetGroup::ALL {
        ui.add_space(4.0);
        ui.label(RichText::new(group.title()).small().strong()).explain(group.papers());
        usual.iter().filter(|preset| preset.group == group).for_each(|preset| row(ui, preset));
        let printed: Vec<&Preset> = printed.iter().filter(|p| p.group == group).collect();
        if printed.is_empty() {
            continue;
        }
        let holds_now = now.is_some_and(|now| now.group == group && now.as_printed);
        if folded(ui, group, printed.len(), opened.then_some(holds_now)) {
            ui.indent(group.title(), |ui| printed.into_iter().for_each(|preset| row(ui, preset)));
        }
    }
    chosen
}

/// The row that unfolds the presets "as printed". `open`: how it is from now on. Returns whether they are unfolded.
fn folded(ui: &mut Ui, group: PresetGroup, count: usize, open: Option<bool>) -> bool {
    let id = egui::Id::new(("presets as printed", group.title()));
    let was = open.or_else(|| ui.data(|data| data.get_temp(id))).unwrap_or(false);
    let label = format!("{} as printed ({count})", if was { "⏷" } else { "⏵" });
    let row = ui.add(egui::Button::selectable(false, quiet(label)));
    let doc = "To the letter of the paper, where that does not give the paper's results";
    let is = was != row.explain(doc).clicked();
    ui.data_mut(|data| data.insert_temp(id, is));
    is
}

/// Whether the list that is shown was not shown in the pass before.
fn has_just_opened(ui: &Ui) -> bool {
    let pass = ui.ctx().cumulative_pass_nr();
    let id = egui::Id::new("the list of presets was open in pass");
    let last: Option<u64> = ui.data(|data| data.get_temp(id));
    ui.data_mut(|data| data.insert_temp(id, pass));
    last.is_none_or(|last| last + 1 < pass)
}
