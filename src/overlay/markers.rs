//! The markers that the last group to plan with them has left on the ground.

use super::Overlay;
use super::drawing::{Drawing, Picture};
use super::fields::FieldView;
use super::legend::Legend;
use super::palette::Scale;
use super::scene::Scene;
use crate::grid::Cell;
use crate::planning::Markers;
use crate::words::count;

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "markers",
    title: "Markers",
    doc: "What the paths of the last group have left on the ground: the stronger, the more attractive to units that \
          plan next.",
    hotkey: "M",
    on: false,
    opacity: 0.6,
    revision: Some(|scene| view(scene).map_or(0, |view| view.revision())),
    draw,
};

fn view<'a>(scene: &Scene<'a>) -> Option<FieldView<'a>> {
    FieldView::of(scene, |layers| layers.markers.is_some())
}

fn draw(scene: &Scene) -> Drawing {
    let Some(view) = view(scene) else { return Drawing::empty("There is no team.") };
    let marked = marked(scene, &view);
    if marked.is_empty() {
        return Drawing::empty(match view.layers.markers {
            None => format!("{} plans without markers.", view.team_name),
            Some(Markers { factor, .. }) if factor >= 1.0 => {
                "Paths mark nothing, because the factor is 1: choose a smaller one.".into()
            }
            Some(_) => "No group has planned with markers yet: give an order.".into(),
        });
    }
    let low = lowest(&view, &marked);
    let mut picture = Picture::of_cells(scene.terrain().bounds());
    for &(cell, marker) in &marked {
        picture.set(cell, scene.scale.between(1.0 - marker as f32, 0.0, 1.0 - low).texel(255));
    }
    let legend = match view.layers.markers {
        None => Legend::Empty(format!("{} plans without markers.", view.team_name)),
        Some(rule) => legend(&rule, marked.len(), low, scene.scale),
    };
    Drawing { picture: Some(picture), legend, ..Drawing::default() }
}

/// The cells that have become more attractive, with their markers.
fn marked(scene: &Scene, view: &FieldView) -> Vec<(Cell, f64)> {
    let map = view.planner.0.markers();
    let marked = map.marked().iter().map(|&node| (node, map.values()[node as usize]));
    let marked = marked.filter(|&(_, marker)| marker < 1.0);
    marked.map(|(node, marker)| (scene.terrain().cell(node), marker)).collect()
}

/// The marker with the strongest colour: the cap, or the lowest there is if there is no cap.
fn lowest(view: &FieldView, marked: &[(Cell, f64)]) -> f32 {
    let cap = view.layers.markers.map_or(1.0, |markers| markers.cap);
    let lowest = marked.iter().map(|(_, marker)| *marker).fold(0.99, f64::min);
    if cap > 0.0 { lowest.min(cap) as f32 } else { lowest as f32 }
}

fn legend(rule: &Markers, marked: usize, low: f32, scale: Scale) -> Legend {
    Legend::Ramp {
        title: "marker: what the priority of a cell is multiplied by".into(),
        stops: scale.stops().into_iter().rev().collect(),
        low,
        high: 1.0,
        notes: vec![
            format!("factor {}, cap {}", rule.factor, rule.cap),
            format!("{} marked", count(marked as u64, "cell")),
        ],
    }
}
