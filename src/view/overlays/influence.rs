//! Where friends and enemies are felt, as one team sees it, with a line where that is nothing; and the border of each team's
//! territory in its colour, as in Fig. 3 of H. Danielsiek et al., CIG 2008.

use super::Overlays;
use super::cells::CellPictures;
use super::fields::{FieldView, Fields};
use super::legend::{Legend, Legends};
use crate::grid::{Cell, Terrain};
use crate::planning::InfluenceMap;
use crate::sim::{Arena, Teams};
use crate::view::scene::canvas::{Canvas, DrawSystems, Layer};
use crate::view::shared::arena_origin;
use crate::view::theme::{self, fade, team_colour};
use bevy::prelude::*;
use std::collections::BTreeMap;

pub(super) fn plugin(app: &mut App) {
    app.init_resource::<ZeroLines>()
        .add_systems(Update, (draw, draw_lines).chain().in_set(DrawSystems::Paint));
}

/// Finds the row and the legend.
pub const KEY: &str = "influence";

/// How far inside its territory a border is drawn, so that those of two neighbours lie beside each other, in pixels.
const INSIDE: f32 = 2.2;

/// By arena: the lines over its cells.
#[derive(Resource, Default)]
struct ZeroLines(BTreeMap<Entity, Lines>);

#[derive(Default)]
struct Lines {
    /// The edges between cells at which the influence as one team sees it changes its sign.
    zero: Vec<(Vec2, Vec2)>,
    /// By team: the edges of its territory.
    borders: Vec<Vec<Edge>>,
}

/// An edge of a territory.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Edge {
    from: Vec2,
    to: Vec2,
    /// Towards the territory.
    inward: Vec2,
}

fn draw(
    mut pictures: CellPictures,
    overlays: Res<Overlays>,
    mut legends: ResMut<Legends>,
    mut lines: ResMut<ZeroLines>,
    fields: Fields,
    arenas: Query<Entity, With<Arena>>,
    teams: Query<&Teams>,
) {
    let view = |arena| fields.of(arena, |layers| layers.influence.is_some());
    let first = fields.first(arenas.iter());
    pictures.show(
        KEY,
        4,
        overlays.opacity(KEY),
        |arena| {
            let revision = |v: FieldView| {
                v.fields.layers.influence.of(v.team.0).revision() << 8 | u64::from(v.team.0)
            };
            view(arena).map_or(0, revision)
        },
        |arena, painter| {
            let Some(view) = view(arena) else { return };
            let terrain = &view.land.terrain;
            let felt = |cell| {
                view.fields.layers.influence.of(view.team.0).zeta(terrain, view.team.0, cell) as f32
            };
            let most = terrain.bounds().cells().map(|cell| felt(cell).abs()).fold(0.0, f32::max);
            for cell in terrain.bounds().cells() {
                let zeta = felt(cell);
                if zeta != 0.0 {
                    painter.set(cell, theme::two_sided(zeta / most));
                }
            }
            let sides = teams.get(arena).map_or(&[][..], |teams| &teams.0[..]);
            let map = view.fields.layers.influence.of(view.team.0);
            let borders = (0..sides.len()).map(|team| border(terrain, map, team as u8)).collect();
            lines.0.insert(arena, Lines { zero: zero_line(terrain, felt), borders });
            if Some(arena) == first {
                let territories = (0..sides.len()).map(|team| {
                    let cells = terrain.bounds().cells();
                    cells.filter(|&cell| controls(terrain, map, team as u8, cell)).count()
                });
                let sides = sides.iter().map(|team| (team_colour(team.colour), team.name.as_str()));
                legends.set(KEY, legend(&view, most, sides.zip(territories)));
            }
        },
    );
}

fn draw_lines(
    mut canvas: ResMut<Canvas>,
    overlays: Res<Overlays>,
    mut lines: ResMut<ZeroLines>,
    arenas: Query<(&Arena, &crate::sim::Land, &Teams)>,
) {
    let Some(opacity) = overlays.opacity(KEY) else { return };
    lines.0.retain(|&arena, _| arenas.contains(arena));
    for (&entity, Lines { zero, borders }) in &lines.0 {
        let Ok((arena, land, teams)) = arenas.get(entity) else { continue };
        let origin = arena_origin(arena.index, land.terrain.bounds());
        let mut painter = canvas.on(Layer::Cells, origin);
        let seen = painter.visible.inflate(1.0);
        for &(from, to) in zero.iter().filter(|(from, _)| seen.contains(*from)) {
            painter.line(from, to, 1.0, fade(theme::LABEL, 0.6 * opacity));
        }
        let inside = INSIDE * painter.pixel;
        for (edges, team) in borders.iter().zip(&teams.0) {
            let colour = fade(team_colour(team.colour), (opacity + 0.4).min(1.0));
            for edge in edges.iter().filter(|edge| seen.contains(edge.from)) {
                let aside = edge.inward * inside;
                painter.line(edge.from + aside, edge.to + aside, 2.6, colour);
            }
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

/// Whether a cell belongs to a team's territory: its own influence there is larger than that of all others together.
fn controls(terrain: &Terrain, map: &InfluenceMap, team: u8, cell: Cell) -> bool {
    map.zeta(terrain, team, cell) < 0.0
}

/// The edges of a team's territory, those at the edge of the map included.
fn border(terrain: &Terrain, map: &InfluenceMap, team: u8) -> Vec<Edge> {
    let mut edges = Vec::new();
    for cell in terrain.bounds().cells().filter(|&cell| controls(terrain, map, team, cell)) {
        let middle = cell.center();
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
            let beside = Cell::new(cell.x + dx, cell.y + dy);
            if !controls(terrain, map, team, beside) {
                let outward = Vec2::new(dx as f32, dy as f32);
                let (at, half) = (middle + 0.5 * outward, 0.5 * outward.perp());
                edges.push(Edge { from: at - half, to: at + half, inward: -outward });
            }
        }
    }
    edges
}

fn legend<'a>(
    view: &FieldView,
    most: f32,
    territories: impl Iterator<Item = ((Color, &'a str), usize)>,
) -> Legend {
    if most == 0.0 {
        return Legend::Empty("Nobody on the map has a weapon.".into());
    }
    let mut notes = vec![
        format!("as {} sees it: friends below 0, enemies above; thin line: 0", view.team_name),
        "of all units, the selected ones included; who plans leaves its own out (K shows that price)".into(),
    ];
    match view.layers.influence {
        Some(rule) => notes.push(format!("a step costs up to e^{} times as much", rule.bound)),
        None => notes.push(format!("{} does not plan by it", view.team_name)),
    }
    let ramp = Legend::Ramp {
        title: "influence zeta: strength (HP damage / 100) of enemies minus friends".into(),
        stops: theme::TWO_SIDED.to_vec(),
        low: -most,
        high: most,
        notes,
    };
    let borders = territories.filter(|(_, cells)| *cells > 0).map(|((colour, name), cells)| {
        (colour, format!("border of {name}: stronger than all others on {cells} cells"))
    });
    Legend::Several(vec![ramp, Legend::swatches(borders)])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::CornerRule;
    use crate::planning::Presence;

    #[test]
    fn the_line_runs_between_cells_of_different_sign() {
        let terrain = Terrain::from_text(CornerRule::Free, &["...", "..."]);
        let edges = zero_line(&terrain, |cell| if cell.x == 0 { -1.0 } else { 1.0 });
        let down = |y: f32| (Vec2::new(1.0, y), Vec2::new(1.0, y + 1.0));
        assert_eq!(edges, [down(0.0), down(1.0)]);
        assert!(zero_line(&terrain, |_| 0.0).is_empty());
    }

    #[test]
    fn each_of_three_teams_has_its_own_closed_border() {
        let terrain = Terrain::open(crate::grid::Bounds::new(30, 9), CornerRule::Free);
        let mut map = InfluenceMap::new();
        for (team, x) in [(0, 3), (1, 15), (2, 26)] {
            let at = Cell::new(x, 4);
            let strength =
                Presence { at, hit_points: 100.0, damage: 10.0, range: 8.0, building: false };
            map.place(&terrain, u32::from(team), team, strength);
        }
        for team in 0..3 {
            let mine: Vec<Cell> =
                terrain.bounds().cells().filter(|&c| controls(&terrain, &map, team, c)).collect();
            assert!(mine.len() > 40, "{team}: {}", mine.len());
            let edges = border(&terrain, &map, team);
            // A closed line: as many edges look left as right, and up as down.
            let sum: Vec2 = edges.iter().map(|edge| edge.inward).sum();
            assert_eq!(sum, Vec2::ZERO, "{team}");
            let inside = |edge: &Edge| (edge.from + edge.to) / 2.0 + 0.5 * edge.inward;
            assert!(edges.iter().all(|edge| mine.contains(&Cell::containing(inside(edge)))));
        }
        assert!(border(&terrain, &map, 3).is_empty(), "nobody of that team is there");
    }
}
