//! The unit kinds of the scenario: their numbers and weapons, which can be changed, and copies under a new name.
//!
//! A number is changed when its drag ends, not while it is dragged: every kind that ever was in use is kept in memory.

use super::kind_numbers;
use super::tooltips::Explain;
use super::widgets::{quiet, wrapped};
use crate::combat::{KindDefinition, UnitKind};
use crate::scenario::{Action, KindAction};
use crate::sim::ArenaFacts;
use crate::view::document::history::Edit;
use crate::view::document::intent::Intent;
use bevy_egui::egui::{self, Ui};

/// The set of kinds that were copied.
const OWN_SET: &str = "this scenario";

/// What the panel remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct KindsPanel {
    /// The name of the kind that is shown.
    chosen: Option<String>,
    /// The kind as it is, and as it is while a number is dragged.
    draft: Option<(KindDefinition, KindDefinition)>,
    /// The name of the next copy.
    copy: String,
}

/// Shows the kinds of a scenario.
pub fn show(ui: &mut Ui, panel: &mut KindsPanel, facts: &ArenaFacts) -> Vec<Intent> {
    let mut wanted = Vec::new();
    let Some(kind) = choose_kind(ui, panel, facts) else { return wanted };
    let now = KindDefinition::of(kind);
    let mut new = match panel.draft.take() {
        Some((basis, draft)) if basis == now => draft,
        _ => now.clone(),
    };
    wrapped(ui, quiet(state(kind, facts)));
    let in_use = facts.units().any(|unit| unit.kind.name == kind.name);
    let finished = kind_numbers::show(ui, &mut new, in_use);
    if finished && new != now {
        let name = format!("Change {}", now.name);
        wanted.push(perform(name, KindAction::Set(new)));
    } else if new != now {
        panel.draft = Some((now, new));
    }
    ui.add_space(4.0);
    reset(ui, kind, facts, &mut wanted);
    copy(ui, panel, kind, facts, &mut wanted);
    wanted
}

fn perform(name: String, action: KindAction) -> Intent {
    Intent::perform(Edit::new(name, vec![Action::Kind(action)]))
}

/// A list of all kinds, those in use first.
fn choose_kind(
    ui: &mut Ui,
    panel: &mut KindsPanel,
    facts: &ArenaFacts,
) -> Option<&'static UnitKind> {
    let in_use = |kind: &UnitKind| facts.units().any(|unit| unit.kind.name == kind.name);
    let mut kinds = facts.catalogue.kinds().to_vec();
    kinds.sort_by_cached_key(|kind| !in_use(kind));
    let chosen = panel.chosen.as_deref().and_then(|name| facts.catalogue.kind(name));
    let mut now = chosen.or(kinds.first().copied())?;
    let combo = egui::ComboBox::from_id_salt("kind of unit").width(220.0).selected_text(now.name);
    let list = combo.height(480.0).show_ui(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        ui.spacing_mut().button_padding.y = 1.0;
        ui.spacing_mut().interact_size.y = 19.0;
        for kind in &kinds {
            let used = if in_use(kind) { "•" } else { "  " };
            let label = format!("{used} {}  ({})", kind.name, kind.set);
            let doc = super::palette::figures(kind);
            if ui.selectable_label(now.name == kind.name, label).explain(doc).clicked() {
                now = kind;
                panel.chosen = Some(kind.name.into());
            }
        }
    });
    list.response.explain("The kind whose numbers are shown; • marks kinds in use");
    Some(now)
}

/// Where the numbers come from, and how many units have them.
fn state(kind: &UnitKind, facts: &ArenaFacts) -> String {
    let units = match facts.units().filter(|unit| unit.kind.name == kind.name).count() {
        0 => "No unit is of this kind".to_string(),
        1 => "One unit is of this kind".into(),
        count => format!("{count} units are of this kind"),
    };
    let own = facts.catalogue.own().iter().any(|own| own.name == kind.name);
    match (own, facts.catalogue.original(kind.name)) {
        (false, _) => format!("{units}. A change is for this scenario only."),
        (true, Some(_)) => format!("{units}. Changed in this scenario."),
        (true, None) => format!("{units}. Defined in this scenario."),
    }
}

/// The button that takes changes back, or removes a kind of the scenario.
fn reset(ui: &mut Ui, kind: &UnitKind, facts: &ArenaFacts, wanted: &mut Vec<Intent>) {
    if !facts.catalogue.own().iter().any(|own| own.name == kind.name) {
        return;
    }
    let used = facts.units().any(|unit| unit.kind.name == kind.name);
    let original = facts.catalogue.original(kind.name);
    let (label, doc, enabled) = match original {
        Some(original) => {
            let lands = used && kind.flying && !original.flying;
            ("Back to the original values", "As in the file that the kind comes from", !lands)
        }
        None => ("Remove this kind", "Takes it out of the scenario", !used),
    };
    let button = ui.add_enabled(enabled, egui::Button::new(label)).explain(doc);
    if button.on_disabled_hover_text("Remove its units first").clicked() {
        let name = if original.is_some() { "Reset" } else { "Remove" };
        let action = KindAction::Reset(kind.name.into());
        wanted.push(perform(format!("{name} {}", kind.name), action));
    }
}

/// A field for a name, and a button that copies the kind under that name.
fn copy(
    ui: &mut Ui,
    panel: &mut KindsPanel,
    kind: &UnitKind,
    facts: &ArenaFacts,
    wanted: &mut Vec<Intent>,
) {
    ui.horizontal(|ui| {
        let field = egui::TextEdit::singleline(&mut panel.copy)
            .hint_text(format!("{} 2", kind.name))
            .char_limit(60)
            .desired_width(140.0);
        ui.add(field).explain("The name of the copy");
        let typed = panel.copy.trim();
        let name = if typed.is_empty() { format!("{} 2", kind.name) } else { typed.to_string() };
        let free = facts.catalogue.kind(&name).is_none();
        let button = ui.add_enabled(free, egui::Button::new("Copy kind"));
        let doc =
            "Makes a kind of this name with the same numbers; drop its units with the unit tool";
        let taken = "There is a kind of this name; type another";
        if button.explain(doc).on_disabled_hover_text(taken).clicked() {
            let set = OWN_SET.to_string();
            let copy = KindDefinition { name: name.clone(), set, ..KindDefinition::of(kind) };
            wanted.push(perform(format!("Copy {}", kind.name), KindAction::Set(copy)));
            panel.chosen = Some(name);
            panel.copy.clear();
        }
    });
}
