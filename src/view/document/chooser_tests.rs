use super::*;
use crate::grid::Bounds;
use crate::scenario::Scenario;

/// Shows the dialog for some frames, the first of them with these events.
fn frames(chooser: &mut Chooser, context: &egui::Context, events: Vec<egui::Event>) -> DialogState {
    let size = egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1280.0, 720.0));
    let mut input = egui::RawInput { screen_rect: Some(size), events, ..egui::RawInput::default() };
    let mut state = DialogState::Closed;
    for _ in 0..4 {
        let _ = context.run_ui(input.take(), |_| {
            state = if chooser.update(context) {
                DialogState::Cancelled
            } else {
                chooser.dialog.state().clone()
            };
        });
        if state != DialogState::Open {
            break;
        }
    }
    state
}

fn key(key: egui::Key) -> Vec<egui::Event> {
    let modifiers = egui::Modifiers::NONE;
    vec![egui::Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }]
}

#[test]
fn one_escape_closes_the_dialog_also_from_the_field_for_the_name() {
    let document = Document::new(&Scenario::blank(Bounds::new(4, 4)), None);
    for choosing in [Choosing::SaveAs, Choosing::SaveFilm, Choosing::Open] {
        let (mut chooser, context) = (Chooser::default(), egui::Context::default());
        chooser.open(choosing, &document);
        assert_eq!(frames(&mut chooser, &context, Vec::new()), DialogState::Open);
        let types = context.memory(|memory| memory.focused()).is_some();
        assert_eq!(types, choosing != Choosing::Open, "a name can be typed at once");
        let state = frames(&mut chooser, &context, key(egui::Key::Escape));
        assert_eq!(state, DialogState::Cancelled, "{choosing:?}");
    }
}

#[test]
fn file_names_come_from_titles() {
    assert_eq!(slug("Counter-flow, width 3"), "counter-flow-width-3");
    assert_eq!(slug("  "), "untitled");
    assert_eq!(with_extension("a/b.map".into(), "ron"), Path::new("a/b.map.ron"));
    assert_eq!(with_extension("a/b.RON".into(), "ron"), Path::new("a/b.RON"));
    for kept in ["a.ron", "a.map", "a.PNG", "a.txt"] {
        assert_eq!(with_known_extension(kept.into()), Path::new(kept));
    }
    assert_eq!(with_known_extension("a.tmx".into()), Path::new("a.tmx.ron"), "only read");
    assert_eq!(with_known_extension("level".into()), Path::new("level.ron"));
}
