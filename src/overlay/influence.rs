//! The influence of allies and enemies, as one team sees it, with a line where their difference is zero; and the border of each
//! team's territory in its colour, as in Fig. 3 of H. Danielsiek et al., CIG 2008.

use super::Overlay;
use super::cell_rows::CellRows;
use super::drawing::{Drawing, Ink, Layer, Pen, Picture, Shape};
use super::fields::FieldView;
use super::legend::{Legend, Swatch};
use super::palette::{self, Rgb};
use super::revision_of;
use super::scene::Scene;
use crate::grid::{Cell, Rectangle, Terrain};
use crate::maths::exp;
use crate::planning::InfluenceMap;
use crate::words::count;
use bevy::math::{Rect, Vec2};

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "influence",
    title: "Influence",
    doc: "The strength of enemies minus that of allies, as the team of the selected units sees it, with a line where \
          it is zero, and the border of each team's territory in its colour.",
    hotkey: "I",
    on: false,
    opacity: 0.5,
    revision: Some(revision),
    draw,
};

/// How far inside its territory a border is drawn, so that those of two neighbours lie beside each other, in pixels.
const INSIDE: f32 = 2.2;

fn view<'a>(scene: &Scene<'a>) -> Option<FieldView<'a>> {
    FieldView::of(scene, |layers| layers.influence.is_some())
}

fn revision(scene: &Scene) -> u64 {
    let Some(view) = view(scene) else { return 0 };
    let teams: Vec<_> = scene.teams.iter().map(|team| (&team.name, team.colour)).collect();
    let rule = format!("{:?}", view.layers.influence);
    revision_of((view.fields.layers.influence.of(view.team.0).revision(), view.team, teams, rule))
}

fn draw(scene: &Scene) -> Drawing {
    let Some(view) = view(scene) else { return Drawing::empty("There is no team.") };
    let terrain = scene.terrain();
    let map = view.fields.layers.influence.of(view.team.0);
    // A large map is mostly empty: only cells that a unit can reach, and their neighbours, are looked at.
    let with_neighbours = |Rectangle { at, size: (width, height) }| {
        let corner = Cell::new(at.x.saturating_sub(1), at.y.saturating_sub(1));
        Rectangle::new(corner, width + 2, height + 2)
    };
    let cells = CellRows::of(terrain.bounds(), map.felt_areas().map(with_neighbours));
    let felt = |cell| view.influence(cell) as f32;
    let most = cells.cells().map(|cell| felt(cell).abs()).fold(0.0, f32::max);
    let Some(area) = cells.area().filter(|_| most > 0.0) else {
        return Drawing::empty("No unit on the map has a weapon.");
    };
    let picture = picture(area, &cells, |cell| scene.scale.diverging(felt(cell) / most));
    let mut drawing = Drawing { picture: Some(picture), ..Drawing::default() };
    let mut pen = drawing.on(Layer::Cells);
    for (from, to) in zero_line(terrain, cells.cells(), felt) {
        pen.line(from, to, 1.0, Ink::new(palette::LABEL, 0.6));
    }
    let mut territories = Vec::new();
    for (number, team) in (0..).zip(scene.teams) {
        // Allies have one territory.
        let side = view.fields.layers.influence.side(number);
        let own = cells.cells().filter(|&cell| controls(terrain, map, side, cell));
        let own: Vec<Cell> = own.collect();
        if side == number {
            draw_border(&mut pen, &border(terrain, map, side, &own), team.colour.into());
        }
        territories.push(own.len());
    }
    drawing.legend = legend(scene, &view, most, &territories);
    drawing
}

/// A picture of the cells, as large as the area around them.
fn picture(area: Rectangle, cells: &CellRows, texel: impl Fn(Cell) -> [u8; 4]) -> Picture {
    let (columns, rows) = (area.size.0 as usize, area.size.1 as usize);
    let min = Vec2::new(area.at.x as f32, area.at.y as f32);
    let max = min + Vec2::new(columns as f32, rows as f32);
    let mut picture = Picture::new(Rect { min, max }, columns, columns * rows);
    for cell in cells.cells() {
        let (x, y) = ((cell.x - area.at.x) as usize, (cell.y - area.at.y) as usize);
        picture.texels[y * columns + x] = texel(cell);
    }
    picture
}

fn draw_border(pen: &mut Pen, edges: &[Edge], colour: Rgb) {
    for &Edge { from, to, inward } in edges {
        let line = Shape::Line { from, to, width: 2.6, shift: inward * INSIDE };
        pen.add(line, Ink::new(colour, 1.0).steady(0.4));
    }
}

/// An edge of a territory.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Edge {
    from: Vec2,
    to: Vec2,
    /// Towards the territory.
    inward: Vec2,
}

/// The edges between cells of different sign, on the right of and below each of the cells.
fn zero_line(
    terrain: &Terrain,
    cells: impl Iterator<Item = Cell>,
    felt: impl Fn(Cell) -> f32,
) -> Vec<(Vec2, Vec2)> {
    let sign = |cell: Cell| felt(cell).partial_cmp(&0.0);
    let bounds = terrain.bounds();
    let mut edges = Vec::new();
    for cell in cells {
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

/// The edges of a team's territory, whose cells are given; those at the edge of the map included.
fn border(terrain: &Terrain, map: &InfluenceMap, team: u8, territory: &[Cell]) -> Vec<Edge> {
    let mut edges = Vec::new();
    for cell in territory {
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

fn legend(scene: &Scene, view: &FieldView, most: f32, territories: &[usize]) -> Legend {
    let planned = match view.layers.influence {
        Some(rule) => {
            format!("a step costs {:.2} to {:.2} times as much", exp(-rule.bound), exp(rule.bound))
        }
        None => format!("{} does not plan by it", view.team_name),
    };
    let ramp = Legend::Ramp {
        title: "influence: strength of enemies minus that of allies".into(),
        stops: scene.scale.diverging_stops().to_vec(),
        low: -most,
        high: most,
        notes: vec![
            format!("as {} sees it: allies below 0, enemies above; thin line: 0", view.team_name),
            "strength of a unit: damage x hit points / 100; zeta in the paper".into(),
            "of all units, the selected ones included; a unit that plans leaves its own out (K shows that cost)"
                .into(),
            planned,
        ],
    };
    let sides = scene.teams.iter().zip(territories).filter(|(_, cells)| **cells > 0);
    let borders = sides.map(|(team, cells)| {
        let label = format!(
            "border of {}: stronger than all others on {}",
            team.name,
            count(*cells as u64, "cell")
        );
        Swatch::new(team.colour.into(), label)
    });
    Legend::Several(vec![ramp, Legend::Swatches(borders.collect())])
}

#[cfg(test)]
#[path = "influence_tests.rs"]
mod tests;
