//! A text field whose text takes effect when the user has finished it.

use bevy_egui::egui::{Key, TextEdit, Ui};

/// A field for the name of a thing, `width` logical pixels wide. Blanks around the name are removed, and an empty name is
/// no name.
pub fn name_field(ui: &mut Ui, id: &str, now: &str, doc: &str, width: f32) -> Option<String> {
    let name = text_field(ui, id, now, doc, (width, 1))?.trim().to_owned();
    Some(name).filter(|name| !name.is_empty() && name != now)
}

/// Shows a field with a text, with a width in logical pixels and a number of rows. Returns the new text once the user presses
/// Enter or leaves the field; Esc brings the old text back.
pub fn text_field(
    ui: &mut Ui,
    id: &str,
    now: &str,
    doc: &str,
    (width, rows): (f32, usize),
) -> Option<String> {
    let id = ui.make_persistent_id(("text field", id));
    // Keep the draft separate until it is committed.
    let kept: Option<String> = ui.data(|data| data.get_temp(id));
    let mut text = kept.unwrap_or_else(|| now.to_owned());
    let field = match rows {
        1 => TextEdit::singleline(&mut text),
        rows => TextEdit::multiline(&mut text).desired_rows(rows),
    };
    let response = ui.add(field.id(id).desired_width(width)).on_hover_text(doc);
    if response.has_focus() {
        ui.data_mut(|data| data.insert_temp(id, text));
        return None;
    }
    ui.data_mut(|data| data.remove_temp::<String>(id));
    let cancelled = ui.input(|input| input.key_pressed(Key::Escape));
    Some(text).filter(|text| response.lost_focus() && !cancelled && text != now)
}
