//! Passages too narrow for two, who has the right of way there, and where traffic leads each unit.

use super::Overlay;
use super::drawing::{Drawing, Ink, Layer, Picture};
use super::legend::{Legend, Swatch};
use super::palette::distinct;
use super::scene::Scene;
use crate::sim::{Guided, RightsOfWay, TrafficControl};

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "traffic",
    title: "Traffic",
    doc: "Passages too narrow for two units, those where units take turns, and lines to where the rules of traffic lead each unit: \
          beside its path, or to where it waits.",
    hotkey: "T",
    on: false,
    opacity: 0.8,
    revision: None,
    draw,
};

/// Shorter lines are not drawn, in cells.
const SHORTEST: f32 = 0.2;

fn draw(scene: &Scene) -> Drawing {
    if !scene.teams.iter().any(|team| team.doctrine.traffic.rules().guides()) {
        return Drawing::empty("No team has rules of traffic: switch Traffic on in the doctrine.");
    }
    let mut drawing = Drawing::default();
    let mut picture = Picture::of_cells(scene.terrain().bounds());
    let rights = scene.get::<RightsOfWay>();
    let in_turns =
        |passage| rights.is_some_and(|rights| rights.0.keys().any(|(_, cell)| *cell == passage));
    let [free, turns, leads, waits] = [0, 1, 2, 3].map(distinct);
    let (mut passages, mut taken) = (0, 0);
    if let Some(control) = scene.get::<TrafficControl>() {
        for (first, passage) in control.single.iter() {
            let busy = in_turns(first);
            (passages, taken) = (passages + 1, taken + usize::from(busy));
            for &cell in &passage.cells {
                picture.set(cell, if busy { turns } else { free }.texel(140));
            }
        }
    }
    let mut waiting = 0;
    let mut pen = drawing.on(Layer::Marks);
    for unit in scene.units() {
        let (Some(guided), Some(at)) = (unit.get::<Guided>(), scene.place(&unit)) else { continue };
        waiting += usize::from(guided.0.waits || guided.0.pace < 1.0);
        let Some(aim) = guided.0.aim else { continue };
        let colour = if guided.0.waits { waits } else { leads };
        if at.distance(aim) > SHORTEST {
            pen.line(at, aim, 1.2, Ink::new(colour, 0.8));
        } else if guided.0.waits {
            pen.circle(at, unit.unit.kind.radius, 1.5, Ink::new(waits, 0.9));
        }
    }
    drawing.picture = Some(picture);
    drawing.legend = Legend::Swatches(vec![
        Swatch::new(free, format!("passages too narrow for two: {passages}")),
        Swatch::new(turns, format!("where units take turns now: {taken}")),
        Swatch::new(leads, "where a unit walks beside its path"),
        Swatch::new(waits, format!("units that wait or hold back: {waiting}")),
    ]);
    drawing
}
