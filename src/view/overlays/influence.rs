//! Where friends and enemies are felt, as one team sees it, with a line round what each side controls.

use super::Overlays;
use super::cells::CellPictures;
use super::fields::{FieldView, Fields};
use super::legend::{Legend, Legends};
use crate::grid::{Cell, Terrain};
use crate::sim::Arena;
use crate::view::canvas::{Canvas, DrawSystems, Layer};
use crate::view::shared::arena_origin;
use crate::view::theme::{self, fade};
use bevy::prelude::*;
use std::collections::BTreeMap;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ZeroLines>()
        .add_systems(Update, (draw, draw_lines).chain().in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "influence";

/// By arena: the edges between cells at which one side's influence ends.
#[derive(Resource, Default)]
struct ZeroLines(BTreeMap<Entity, Vec<(Vec2, Vec2)>>);

fn draw(
    mut pictures: CellPictures,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    mut lines: ResMut<ZeroLines>,
    fields: Fields,
    arenas: Query<Entity, With<Arena>>,
) {
    let view = |arena| fields.of(arena, |layers| layers.influence.is_some());
    let first = fields.first(arenas.iter());
    pictures.show(
        KEY,
        4,
        overlays.opacity(KEY),
        |arena| {
            let revision =
                |v: FieldView| v.influences.of(v.team).revision() << 8 | u64::from(v.team.0);
            view(arena).map_or(0, revision)
        },
        |arena, painter| {
            let Some(view) = view(arena) else { return };
            let terrain = &view.land.terrain;
            let felt = |cell| view.influences.of(view.team).zeta(terrain, view.team.0, cell) as f32;
            let most = terrain.bounds().cells().map(|cell| felt(cell).abs()).fold(0.0, f32::max);
            for cell in terrain.bounds().cells() {
                let zeta = felt(cell);
                if zeta != 0.0 {
                    painter.set(cell, theme::two_sided(zeta / most));
                }
            }
            lines.0.insert(arena, zero_line(terrain, felt));
            if Some(arena) == first {
                legends.set(KEY, legend(&view, most));
            }
        },
    );
}

fn draw_lines(
    mut canvas: ResMut<Canvas>,
    overlays: Res<Overlays>,
    mut lines: ResMut<ZeroLines>,
    arenas: Query<(&Arena, &crate::sim::Land)>,
) {
    let Some(opacity) = overlays.opacity(KEY) else { return };
    lines.0.retain(|&arena, _| arenas.contains(arena));
    for (&entity, edges) in &lines.0 {
        let Ok((arena, land)) = arenas.get(entity) else { continue };
        let origin = arena_origin(arena.index, land.terrain.bounds());
        let mut painter = canvas.on(Layer::Cells, origin);
        let seen = painter.visible.inflate(1.0);
        for &(from, to) in edges.iter().filter(|(from, _)| seen.contains(*from)) {
            painter.line(from, to, 1.4, fade(theme::LABEL, opacity));
        }
    }
}

/// The edges between cells of different sign.
fn zero_line(terrain: &Terrain, felt: impl Fn(Cell) -> f32) -> Vec<(Vec2, Vec2)> {
    let sign = |cell: Cell| felt(cell).partial_cmp(&0.0);
    let bounds = terrain.bounds();
    let mut edges = Vec::new();
    for cell in bounds.cells() {
        let here = sign(cell);
        let corner = Vec2::new(cell.x as f32 + 1.0, cell.y as f32 + 1.0);
        for (beside, back) in
            [(Cell::new(cell.x + 1, cell.y), Vec2::Y), (Cell::new(cell.x, cell.y + 1), Vec2::X)]
        {
            if bounds.contains(beside) && sign(beside) != here {
                edges.push((corner - back, corner));
            }
        }
    }
    edges
}

fn legend(view: &FieldView, most: f32) -> Legend {
    if most == 0.0 {
        return Legend::Empty("Nobody on the map has a weapon.".into());
    }
    let mut notes = vec![format!("as {} sees it: friends below 0, enemies above", view.team_name)];
    match view.layers.influence {
        Some(rule) => notes.push(format!("a step costs up to e^{} times as much", rule.bound)),
        None => notes.push(format!("{} does not plan by it", view.team_name)),
    }
    Legend::Ramp {
        title: "influence: strength of enemies minus friends".into(),
        stops: theme::TWO_SIDED.to_vec(),
        low: -most,
        high: most,
        notes,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;

    #[test]
    fn the_line_runs_between_cells_of_different_sign() {
        let terrain = Terrain::from_text(CornerRule::Free, &["...", "..."]);
        let edges = zero_line(&terrain, |cell| if cell.x == 0 { -1.0 } else { 1.0 });
        let down = |y: f32| (Vec2::new(1.0, y), Vec2::new(1.0, y + 1.0));
        assert_eq!(edges, [down(0.0), down(1.0)]);
        assert!(zero_line(&terrain, |_| 0.0).is_empty());
    }
}
