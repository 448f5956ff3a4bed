//! Tooltips that stand beside a side panel or a list, where they do not cover the next rows.

use super::places::Side;
use bevy_egui::egui::{self, Id, Order, Popup, Rect, RectAlign, Response, Tooltip, Ui, WidgetText};

/// Distance between a panel and a tooltip beside it, in logical pixels.
const GAP: f32 = 8.0;
/// Width of a tooltip at most, in logical pixels.
const WIDTH: f32 = 320.0;

/// Explains a widget by a tooltip.
pub(super) trait Explain {
    /// Shows a tooltip beside the panel or the list that the widget is in, towards the centre of the window. Elsewhere it is an
    /// ordinary tooltip.
    fn explain(self, doc: impl Into<WidgetText>) -> Self;
}

impl Explain for Response {
    fn explain(self, doc: impl Into<WidgetText>) -> Self {
        let Some((rect, align)) = beside(&self) else { return self.on_hover_text(doc) };
        let mut tooltip = Tooltip::for_enabled(&self);
        tooltip.popup = placed(tooltip.popup, rect, align);
        tooltip.show(|ui| {
            ui.set_max_width(WIDTH);
            ui.add(egui::Label::new(doc).wrap());
        });
        self
    }
}

fn placed(popup: Popup<'_>, rect: Rect, align: RectAlign) -> Popup<'_> {
    popup.anchor(rect).align(align).align_alternatives(&[]).gap(GAP)
}

/// What a tooltip of a widget stands beside, and on which side.
fn beside(widget: &Response) -> Option<(Rect, RectAlign)> {
    let window = widget.ctx.content_rect();
    let row = match widget.layer_id.order {
        Order::Background => {
            let panels = [Side::Left, Side::Right].map(|side| panel(&widget.ctx, side));
            let panel = panels.into_iter().flatten();
            let panel = panel.into_iter().find(|panel| panel.contains(widget.rect.center()))?;
            Rect::from_x_y_ranges(panel.x_range(), widget.rect.y_range())
        }
        Order::Foreground => widget.rect,
        _ => return None,
    };
    let is_left = row.center().x < window.center().x;
    Some((row, if is_left { RectAlign::RIGHT_START } else { RectAlign::LEFT_START }))
}

fn place(side: Side) -> Id {
    Id::new(("side panel", side))
}

/// Records where a side panel is, for the tooltips of its widgets.
pub(super) fn note_panel(ui: &Ui, side: Side) {
    let (rect, pass) = (ui.max_rect(), ui.ctx().cumulative_pass_nr());
    ui.ctx().data_mut(|data| data.insert_temp(place(side), (rect, pass)));
}

/// Where a side panel is, if it is shown in this pass.
fn panel(context: &egui::Context, side: Side) -> Option<Rect> {
    let (rect, pass): (Rect, u64) = context.data(|data| data.get_temp(place(side)))?;
    (pass == context.cumulative_pass_nr()).then_some(rect)
}
