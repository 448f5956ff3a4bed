//! Radius, velocity and steering terms of the selected units.

use super::Overlay;
use super::drawing::{Drawing, Ink, Layer, Pen, Word};
use super::legend::{Legend, Swatch};
use super::palette::{self, distinct};
use super::scene::{Scene, UnitRef};
use crate::sim::{Steering, Velocity};
use bevy::math::Vec2;

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "steering",
    title: "Steering",
    doc: "Radius and velocity of the selected units, and each term of their steering as an arrow.",
    hotkey: "F9",
    on: true,
    opacity: 0.95,
    revision: None,
    draw,
};

/// Units that get arrows at most; the arrows of more could not be told apart.
const MAX: usize = 12;
/// Units whose arrows have numbers at most.
const NUMBERED: usize = 3;
/// An arrow shows how far the unit would go in this time, in seconds.
const SECONDS: f32 = 0.6;
/// Slower than this, in cells per second, is drawn as no arrow.
const MIN: f32 = 0.02;

fn draw(scene: &Scene) -> Drawing {
    let mut drawing = Drawing::empty("Select a unit to see what steers it.");
    if let Some(unit) = scene.subject()
        && let (Some(steering), Some(velocity)) = (unit.get::<Steering>(), unit.get::<Velocity>())
    {
        let name = format!("unit {}{}", unit.unit.id.0, scene.among_selected());
        drawing.legend = legend(&name, steering, velocity.0);
    }
    for unit in scene.selected() {
        let (Some(steering), Some(velocity)) = (unit.get::<Steering>(), unit.get::<Velocity>())
        else {
            continue;
        };
        if scene.selection.len() <= NUMBERED {
            drawing.words.extend(numbers(scene, &unit, steering));
        }
        if scene.selection.len() <= MAX {
            draw_arrows(&mut drawing.on(Layer::Marks), scene, &unit, steering, velocity.0);
        }
    }
    drawing
}

fn draw_arrows(pen: &mut Pen, scene: &Scene, unit: &UnitRef, steering: &Steering, velocity: Vec2) {
    let Some(at) = scene.place(unit) else { return };
    pen.circle(at, unit.unit.kind.body_reach(), 1.2, Ink::new(palette::SELECTED, 0.6));
    let mut arrow = |vector: Vec2, width, colour| {
        if vector.is_finite() && vector.length() > MIN {
            pen.arrow(at, at + vector * SECONDS, width, Ink::new(colour, 1.0));
        }
    };
    for (term, (_, vector)) in steering.terms.iter().enumerate() {
        arrow(vector, 2.2, distinct(term));
    }
    arrow(velocity, 3.0, palette::SELECTED);
}

/// The number at the head of each arrow: its term and its length, in cells per second.
fn numbers(scene: &Scene, unit: &UnitRef, steering: &Steering) -> Vec<Word> {
    let Some(at) = scene.place(unit) else { return Vec::new() };
    let word = |(term, (name, vector)): (usize, (&str, Vec2))| Word {
        // Beyond the head, so that the label does not cover it.
        at: at + vector * SECONDS + vector.normalize_or_zero() * 14.0 * scene.pixel,
        text: format!("{name} {:.2}", vector.length()),
        colour: distinct(term),
    };
    let drawn =
        |(_, (_, vector)): &(usize, (&str, Vec2))| vector.is_finite() && vector.length() > MIN;
    steering.terms.iter().enumerate().filter(drawn).map(word).collect()
}

fn legend(unit: &str, steering: &Steering, velocity: Vec2) -> Legend {
    let speed = |vector: Vec2| format!("{:.2} cells/s", vector.length());
    let moved = Swatch::new(palette::SELECTED, format!("{unit} moves: {}", speed(velocity)));
    let wanted = Swatch::note(match steering.terms.is_empty() {
        true => "nothing steers it: it stands, or goes from cell to cell".into(),
        false => format!("wants: {}", speed(steering.desired)),
    });
    let terms = steering.terms.iter().enumerate().map(|(term, (name, vector))| {
        Swatch::new(distinct(term), format!("{name}: {}", speed(vector)))
    });
    Legend::Swatches([moved, wanted].into_iter().chain(terms).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steering::Terms;

    #[test]
    fn the_legend_gives_every_term_a_colour_and_its_speed() {
        let steering = Steering {
            desired: Vec2::new(3.0, 0.0),
            terms: Terms::new(&["path", "others"], [Vec2::new(0.0, 1.5), Vec2::new(-0.25, 0.0)]),
        };
        let Legend::Swatches(rows) = legend("unit 4", &steering, Vec2::X) else {
            panic!("no swatches")
        };
        assert_eq!(rows[2].label, "path: 1.50 cells/s");
        assert_eq!(rows[3].label, "others: 0.25 cells/s");
        assert_ne!(rows[2].colour, rows[3].colour);
    }
}
