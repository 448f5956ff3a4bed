//! The cells that units have reserved for their next steps, under WHCA*.

use super::Overlays;
use super::legend::{Legend, Legends};
use crate::sim::{Arena, Board, Land, Roster, Teams, Unit};
use crate::view::canvas::{Canvas, DrawSystems, Layer};
use crate::view::shared::arena_origin;
use crate::view::theme::{fade, team_colour};
use bevy::prelude::*;

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
    for (arena, land, roster, teams, board) in &arenas {
        let Some(board) = board else { continue };
        let team_of: Vec<usize> = roster
            .units
            .values()
            .map(|&entity| units.get(entity).map_or(0, |unit| usize::from(unit.team.0)))
            .collect();
        let mut painter = canvas.on(Layer::Cells, arena_origin(arena.index, land.terrain.bounds()));
        for (unit, ahead, cell) in board.cooperation.table.list(&land.terrain) {
            cells += 1;
            furthest = furthest.max(ahead);
            let at = cell.center();
            if ahead == 0 || !painter.sees(at, 1.0) {
                continue;
            }
            let team = team_of.get(unit as usize).and_then(|&team| teams.0.get(team));
            let colour = team_colour(team.map_or((255, 255, 255), |team| team.colour));
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
        Legend::Empty(text)
    };
    legends.set(KEY, legend);
}
