//! The list of presets: by paper, what is to the letter of a paper folded.

use bevy_egui::egui::accesskit::Role;
use bevy_egui::egui::{self, Key};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use phalanx::scenario::{Action, Doctrine, PresetGroup, SetDoctrine, Team, preset_named, presets};
use phalanx::view::document::{EditIntent, Intent};
use phalanx::view::panels::doctrine::{self, DoctrinePanel};

/// The panel with the list open, for a team with a doctrine.
fn opened<'a>(doctrine: Doctrine, panel: &'a mut DoctrinePanel) -> Harness<'a, Vec<Intent>> {
    let teams = vec![Team { doctrine, ..Team::numbered(0) }];
    let mut harness = Harness::builder().with_size(egui::vec2(420.0, 1400.0)).build_ui_state(
        move |ui, wanted: &mut Vec<Intent>| {
            wanted.extend(doctrine::show(ui, panel, &[&teams]));
        },
        Vec::new(),
    );
    harness.run();
    let list = harness.get_all_by_role(Role::ComboBox).next();
    list.expect("the panel begins with the list of presets").click();
    harness.run();
    harness
}

fn chosen(harness: &Harness<Vec<Intent>>) -> Option<Doctrine> {
    harness.state().iter().find_map(|intent| match intent {
        Intent::Edit(EditIntent::Perform(edit)) => match edit.actions[..] {
            [Action::SetDoctrine(SetDoctrine { doctrine, .. })] => Some(doctrine),
            _ => None,
        },
        _ => None,
    })
}

#[test]
fn every_preset_is_listed_under_its_paper_and_those_as_printed_are_folded() {
    let mut panel = DoctrinePanel::default();
    let harness = opened(preset_named("ORCA").unwrap().doctrine, &mut panel);
    for group in PresetGroup::ALL {
        assert!(harness.query_by_label(group.title()).is_some(), "{group:?}");
    }
    for preset in presets() {
        let listed = harness.query_all_by_label(preset.name).next().is_some();
        assert_eq!(listed, !preset.as_printed, "{}", preset.name);
    }
}

#[test]
fn a_folded_preset_is_unfolded_and_chosen() {
    let mut panel = DoctrinePanel::default();
    // The list opens where the preset in force stands.
    let mut harness = opened(preset_named("Map Marker").unwrap().doctrine, &mut panel);
    let markers = harness.get_all_by_label_contains("as printed (2)").next();
    markers.expect("Map Marker as printed is folded").click();
    harness.run();
    assert_eq!(chosen(&harness), None, "unfolding chooses nothing");
    harness.get_by_label("Map Marker as printed").click();
    harness.run();
    let printed = preset_named("Map Marker as printed").unwrap().doctrine;
    assert_eq!(chosen(&harness), Some(printed));
    assert!(harness.query_by_label("Map Marker as printed").is_none(), "the list is closed");
}

#[test]
fn the_preset_in_force_is_never_folded_away_and_escape_closes_the_list() {
    let mut panel = DoctrinePanel::default();
    let printed = preset_named("Influence as printed").unwrap().doctrine;
    let mut harness = opened(printed, &mut panel);
    let named =
        |harness: &Harness<Vec<Intent>>| harness.query_all_by_label("Influence as printed").count();
    let open = named(&harness);
    harness.key_press(Key::Escape);
    harness.run();
    assert!(named(&harness) < open, "the row goes with the list");
    assert!(harness.query_by_label("Map Marker").is_none());
}
