//! The influence overlay: its lines, and the part of the map that it looks at.

use super::*;
use crate::combat::kind_named;
use crate::grid::{Bounds, CornerRule};
use crate::planning::Presence;
use crate::scenario::{Scenario, Team, TeamId, UnitId, UnitSpec, preset_named};
use crate::sim::Simulation;
use proptest::prelude::*;

#[test]
fn the_line_runs_between_cells_of_different_sign() {
    let terrain = Terrain::from_text(CornerRule::Free, &["...", "..."]);
    let cells = || terrain.bounds().cells();
    let edges = zero_line(&terrain, cells(), |cell| if cell.x == 0 { -1.0 } else { 1.0 });
    let down = |y: f32| (Vec2::new(1.0, y), Vec2::new(1.0, y + 1.0));
    assert_eq!(edges, [down(0.0), down(1.0)]);
    assert!(zero_line(&terrain, cells(), |_| 0.0).is_empty());
}

fn territory(terrain: &Terrain, map: &InfluenceMap, team: u8) -> Vec<Cell> {
    terrain.bounds().cells().filter(|&cell| controls(terrain, map, team, cell)).collect()
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
        let mine = territory(&terrain, &map, team);
        assert!(mine.len() > 40, "{team}: {}", mine.len());
        let edges = border(&terrain, &map, team, &mine);
        // A closed line: as many edges face left as right, and up as down.
        let sum: Vec2 = edges.iter().map(|edge| edge.inward).sum();
        assert_eq!(sum, Vec2::ZERO, "{team}");
        let inside = |edge: &Edge| (edge.from + edge.to) / 2.0 + 0.5 * edge.inward;
        assert!(edges.iter().all(|edge| mine.contains(&Cell::containing(inside(edge)))));
    }
    assert!(territory(&terrain, &map, 3).is_empty(), "that team has no unit");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// The part of the map that is looked at holds all that there is to see.
    #[test]
    fn a_part_of_the_map_shows_the_same_as_all_of_it(
        units in proptest::collection::vec((0..60, 0..40, 0u8..3, any::<bool>()), 1..9),
        tile in 1u32..4,
    ) {
        let terrain = Terrain::open(Bounds::new(60, 40), CornerRule::Free);
        let mut scenario = Scenario::plain(terrain.clone());
        let named = |name: &str| Team { name: name.into(), ..scenario.teams[0].clone() };
        scenario.teams = ["one", "two", "three"].map(named).into();
        let mut doctrine = preset_named("Influence").unwrap().doctrine;
        if let Some(rule) = &mut doctrine.layers.influence {
            rule.tile = tile;
        }
        scenario.teams.iter_mut().for_each(|team| team.doctrine = doctrine);
        scenario.units = (0..)
            .zip(units)
            .map(|(id, (x, y, team, tower))| UnitSpec {
                id: UnitId(id),
                team: TeamId(team),
                kind: kind_named(if tower { "Goliath" } else { "Marine" }).unwrap(),
                at: Cell::new(x, y),
            })
            .collect();
        let mut simulation = Simulation::new(&scenario);
        simulation.run(1);
        let scene = Scene::new(simulation.world(), simulation.arena()).unwrap();
        let drawing = draw(&scene);
        let view = view(&scene).unwrap();
        let map = view.fields.layers.influence.of(view.team.0);
        let felt = |cell| view.influence(cell) as f32;
        let all = || terrain.bounds().cells();
        let most = all().map(|cell| felt(cell).abs()).fold(0.0, f32::max);
        let Some(picture) = &drawing.picture else {
            prop_assert_eq!(most, 0.0);
            return Ok(());
        };
        for cell in all() {
            let (shown, expected) = (picture.at(cell.center()), palette::Scale::default().diverging(felt(cell) / most));
            prop_assert!(shown == expected || shown[3] == 0 && expected[3] == 0, "{}", cell);
        }
        let mut fresh = Drawing::default();
        let mut pen = fresh.on(Layer::Cells);
        for (from, to) in zero_line(&terrain, all(), felt) {
            pen.line(from, to, 1.0, Ink::new(palette::LABEL, 0.6));
        }
        for (number, team) in (0..).zip(scene.teams) {
            let own = territory(&terrain, map, number);
            draw_border(&mut pen, &border(&terrain, map, number, &own), team.colour.into());
        }
        prop_assert_eq!(&drawing.figures, &fresh.figures);
    }
}
