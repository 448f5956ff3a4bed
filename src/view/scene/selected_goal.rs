//! Marks the selected goal.

use crate::overlay::palette;
use crate::picture::Layer;
use crate::sim::{Arena, Goals};
use crate::view::input::camera::View;
use crate::view::input::selection::Selection;
use crate::view::scene::canvas::{Canvas, DrawSystems};
use bevy::prelude::*;

pub(crate) fn plugin(app: &mut App) {
    app.add_systems(Update, mark_selected_goal.in_set(DrawSystems::Paint));
}

fn mark_selected_goal(
    mut canvas: ResMut<Canvas>,
    selection: Res<Selection>,
    view: Res<View>,
    arenas: Query<(&Arena, &Goals)>,
) {
    let Some(name) = &selection.goal else { return };
    for (arena, goals) in &arenas {
        let Some(goal) = goals.0.iter().find(|goal| goal.name == *name) else { continue };
        let mut painter = canvas.on(Layer::Marks, view.origin(arena.index));
        let radius = 0.62_f32.max(12.0 * painter.pixel);
        painter.rimmed_circle(goal.at.center(), radius, 2.2, palette::SELECTED.into());
    }
}
