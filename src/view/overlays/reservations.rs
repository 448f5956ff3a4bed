//! The cells that units have reserved for their next steps, under WHCA*.

use super::Overlays;
use super::legend::{Legend, Legends};
use crate::scenario::UnitId;
use crate::sim::{Arena, Board, Land, Roster, Teams, Unit};
use crate::view::scene::canvas::{Canvas, DrawSystems, Layer};
use crate::view::shared::arena_origin;
use crate::view::theme::{fade, team_colour};
use bevy::prelude::*;
use std::collections::BTreeMap;

pub(super) fn plugin(app: &mut App) {
    app.add_systems(Update, draw.in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "reservations";

/// How much fainter each further step is drawn.
const FADING: f32 = 0.72;

fn draw(
    mut canvas: ResMut<Canvas>,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    arenas: Query<(&Arena, &Land, &Roster, &Teams, Option<&Board>)>,
    units: Query<&Unit>,
) {
    let Some(opacity) = overlays.opacity(KEY) else { return };
    let (mut cells, mut furthest) = (0, 0);
    let mut reserving: BTreeMap<String, Color> = BTreeMap::new();
    for (arena, land, roster, teams, board) in &arenas {
        let Some(board) = board else { continue };
        let team_of = |unit: u32| {
            let unit = units.get(*roster.units.get(&UnitId(unit))?).ok()?;
            teams.0.get(usize::from(unit.team.0))
        };
        let mut painter = canvas.on(Layer::Cells, arena_origin(arena.index, land.terrain.bounds()));
        for (unit, ahead, cell) in board.cooperation.table.list(&land.terrain) {
            cells += 1;
            furthest = furthest.max(ahead);
            let at = cell.center();
            if ahead == 0 || !painter.sees(at, 1.0) {
                continue;
            }
            // A unit that died a moment ago may still have reservations.
            let Some(team) = team_of(unit) else { continue };
            let colour = team_colour(team.colour);
            reserving.insert(team.name.clone(), colour);
            let strength = 0.6 * opacity * FADING.powi(ahead as i32 - 1);
            let half = Vec2::splat(0.42);
            painter.fill(at - half, at + half, fade(colour, strength));
        }
    }
    let legend = if cells == 0 {
        Legend::Empty(
            "Nobody reserves: choose the search Whca, and a scenario with cell steps.".into(),
        )
    } else {
        let text =
            format!("{cells} reservations, up to {furthest} steps ahead; later ones are fainter");
        let teams = reserving.into_iter().map(|(name, colour)| (colour, name));
        Legend::swatches(teams.chain([(Color::NONE, text)]))
    };
    legends.set(KEY, legend);
}
