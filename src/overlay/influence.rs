//! Where friends and enemies are felt, as one team sees it, with a line where that is zero; and the border of each
//! team's territory in its colour, as in Fig. 3 of H. Danielsiek et al., CIG 2008.

use super::Overlay;
use super::drawing::{Drawing, Ink, Layer, Pen, Picture, Shape};
use super::fields::FieldView;
use super::legend::{Legend, Swatch};
use super::palette::{self, Rgb};
use super::revision_of;
use super::scene::Scene;
use crate::grid::{Cell, Terrain};
use crate::planning::InfluenceMap;
use bevy::math::Vec2;

/// The overlay.
pub const OVERLAY: Overlay = Overlay {
    key: "influence",
    title: "Influence",
    doc: "The strength of enemies minus that of friends, as the team of the selected units sees it, with a line where \
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
    let felt = |cell| view.influence(cell) as f32;
    let most = terrain.bounds().cells().map(|cell| felt(cell).abs()).fold(0.0, f32::max);
    if most == 0.0 {
        return Drawing::empty("No unit on the map has a weapon.");
    }
    let mut picture = Picture::of_cells(terrain.bounds());
    for cell in terrain.bounds().cells() {
        picture.set(cell, palette::diverging(felt(cell) / most));
    }
    let mut drawing = Drawing { picture: Some(picture), ..Drawing::default() };
    let mut pen = drawing.on(Layer::Cells);
    for (from, to) in zero_line(terrain, felt) {
        pen.line(from, to, 1.0, Ink::new(palette::LABEL, 0.6));
    }
    let map = view.fields.layers.influence.of(view.team.0);
    let mut territories = Vec::new();
    for (number, team) in (0..).zip(scene.teams) {
        draw_border(&mut pen, &border(terrain, map, number), team.colour.into());
        let cells = terrain.bounds().cells();
        territories.push(cells.filter(|&cell| controls(terrain, map, number, cell)).count());
    }
    drawing.legend = legend(scene, &view, most, &territories);
    drawing
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

fn legend(scene: &Scene, view: &FieldView, most: f32, territories: &[usize]) -> Legend {
    let planned = match view.layers.influence {
        Some(rule) => format!("a step costs up to e^{} times as much", rule.bound),
        None => format!("{} does not plan by it", view.team_name),
    };
    let ramp = Legend::Ramp {
        title: "influence zeta: strength (HP damage / 100) of enemies minus friends".into(),
        stops: palette::DIVERGING.to_vec(),
        low: -most,
        high: most,
        notes: vec![
            format!("as {} sees it: friends below 0, enemies above; thin line: 0", view.team_name),
            "of all units, the selected ones included; a unit that plans leaves its own out (K shows that price)"
                .into(),
            planned,
        ],
    };
    let sides = scene.teams.iter().zip(territories).filter(|(_, cells)| **cells > 0);
    let borders = sides.map(|(team, cells)| {
        let label = format!("border of {}: stronger than all others on {cells} cells", team.name);
        Swatch::new(team.colour.into(), label)
    });
    Legend::Several(vec![ramp, Legend::Swatches(borders.collect())])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Bounds, CornerRule};
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
        let terrain = Terrain::open(Bounds::new(30, 9), CornerRule::Free);
        let mut map = InfluenceMap::default();
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
        assert!(border(&terrain, &map, 3).is_empty(), "that team has no unit");
    }
}
