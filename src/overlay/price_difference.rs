//! What the layers add to the cost of cells, or take away from it.

use super::Overlay;
use super::drawing::{Drawing, Picture};
use super::fields::FieldView;
use super::legend::Legend;
use super::scene::Scene;
use crate::planning::Layers;

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "price difference",
    title: "Cost added by layers",
    doc: "What a step into a cell costs the selected units with the layers minus what it costs without. Their own \
          influence is left out, as when they plan.",
    hotkey: "K",
    on: false,
    opacity: 0.55,
    revision: Some(|scene| view(scene).map_or(0, |view| view.revision())),
    draw,
};

fn view<'a>(scene: &Scene<'a>) -> Option<FieldView<'a>> {
    FieldView::of(scene, |layers| *layers != Layers::default())
}

fn draw(scene: &Scene) -> Drawing {
    let Some(view) = view(scene) else { return Drawing::empty("There is no team.") };
    // Without layers there is nothing to look for, however large the map is.
    if view.layers == Layers::default() {
        return Drawing::empty(format!("No layer changes a cost for {} now.", view.team_name));
    }
    let prices = view.prices();
    let cells = scene.terrain().bounds().cells();
    let differences: Vec<_> =
        cells.filter_map(|cell| Some((cell, prices.difference(cell)? as f32))).collect();
    let most = differences.iter().map(|(_, difference)| difference.abs()).fold(0.0, f32::max);
    if most == 0.0 {
        return Drawing::empty(format!("No layer changes a cost for {} now.", view.team_name));
    }
    let mut picture = Picture::of_cells(scene.terrain().bounds());
    for (cell, difference) in differences {
        picture.set(cell, scene.scale.diverging(difference / most));
    }
    let on: Vec<&str> = view.layers.on().map(|(_, name, _)| name).collect();
    let legend = Legend::Ramp {
        title: "cost of a step with the layers minus without, in cells".into(),
        stops: scene.scale.diverging_stops().to_vec(),
        low: -most,
        high: most,
        notes: vec![
            format!("as {} sees it, with {}", view.team_name, on.join(", ")),
            "without the selected unit's own influence, as it plans; I shows influence with it"
                .into(),
        ],
    };
    Drawing { picture: Some(picture), legend, ..Drawing::default() }
}
