//! Radius, velocity and steering terms of the selected units.

use super::Overlays;
use super::legend::{Legend, Legends};
use crate::sim::{Arena, Land, Steering, Unit, Velocity};
use crate::view::scene::canvas::{Canvas, DrawSystems, Layer};
use crate::view::scene::units::Places;
use crate::view::shared::{Selection, arena_origin};
use crate::view::theme::{self, DISTINCT, fade};
use bevy::prelude::*;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "steering";

/// Units that get arrows at most; the arrows of more could not be told apart.
const MOST: usize = 12;
/// An arrow shows how far the unit would go in so many seconds.
const SECONDS: f32 = 0.6;
/// Slower than this, in cells per second, is drawn as no arrow.
const LEAST: f32 = 0.02;

fn draw(
    mut canvas: ResMut<Canvas>,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    selection: Res<Selection>,
    places: Places,
    arenas: Query<(&Arena, &Land)>,
    units: Query<(Entity, &Unit, &Steering, &Velocity, &ChildOf)>,
) {
    let Some(opacity) = overlays.opacity(KEY) else { return };
    let mut first: Option<(u32, &Steering, Vec2)> = None;
    for (entity, unit, steering, velocity, child) in &units {
        if !selection.units.contains(&unit.id) {
            continue;
        }
        if first.is_none_or(|(id, ..)| unit.id.0 < id) {
            first = Some((unit.id.0, steering, velocity.0));
        }
        let (Ok((arena, land)), Some(at)) = (arenas.get(child.parent()), places.of(entity)) else {
            continue;
        };
        if selection.units.len() > MOST {
            continue;
        }
        let origin = arena_origin(arena.index, land.terrain.bounds());
        let mut painter = canvas.on(Layer::Marks, origin);
        painter.circle(at, unit.kind.body_reach(), 1.2, fade(theme::SELECTED, 0.6 * opacity));
        for (term, (_, vector)) in steering.terms.iter().enumerate() {
            if vector.is_finite() && vector.length() > LEAST {
                painter.arrow(at, at + vector * SECONDS, 2.2, fade(colour(term), opacity));
            }
        }
        if velocity.0.is_finite() && velocity.0.length() > LEAST {
            painter.arrow(at, at + velocity.0 * SECONDS, 3.0, fade(theme::SELECTED, opacity));
        }
    }
    let legend = match first {
        None => Legend::Empty("Select a unit to see what steers it.".into()),
        Some((id, steering, velocity)) => legend(id, steering, velocity),
    };
    legends.set(KEY, legend);
}

fn colour(term: usize) -> Color {
    DISTINCT[term % DISTINCT.len()]
}

fn legend(unit: u32, steering: &Steering, velocity: Vec2) -> Legend {
    let speed = |vector: Vec2| format!("{:.2} cells/s", vector.length());
    let moved = (theme::SELECTED, format!("unit {unit} moves: {}", speed(velocity)));
    let wanted = match steering.terms.is_empty() {
        true => (Color::NONE, "nothing steers it: it stands, or goes from cell to cell".into()),
        false => (Color::NONE, format!("wants: {}", speed(steering.desired))),
    };
    let terms = steering
        .terms
        .iter()
        .enumerate()
        .map(|(i, (name, vector))| (colour(i), format!("{name}: {}", speed(vector))));
    Legend::swatches([moved, wanted].into_iter().chain(terms))
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
        let Legend::Swatches(rows) = legend(4, &steering, Vec2::X) else { panic!("no swatches") };
        assert_eq!(rows[2].label, "path: 1.50 cells/s");
        assert_eq!(rows[3].label, "others: 0.25 cells/s");
        assert_ne!(rows[2].colour, rows[3].colour);
    }
}
