//! Random scenarios read back as they were written; damaged files are refused, never a panic.

use super::*;
use crate::combat::built_in;
use crate::grid::{Bounds, CornerRule, Ground, Rectangle, Terrain};
use crate::parameters::{Kind, Parameters, Value};
use crate::parts::Part;
use crate::planning::{CellSteps, Layers, Search};
use crate::traffic::Traffic;
use proptest::prelude::*;

type Draws = Vec<(f64, bool)>;

fn draws() -> impl Strategy<Value = Draws> {
    proptest::collection::vec((0.0..1.0_f64, any::<bool>()), 12)
}

/// Sets about half of some parameters at random.
fn vary(draws: &mut impl Iterator<Item = (f64, bool)>, parameters: &mut dyn Parameters) {
    for (i, parameter) in parameters.list().iter().enumerate() {
        let (part, yes) = draws.next().unwrap();
        let value = match parameter.kind {
            Kind::Number(min, max) => Value::Number(min + part * (max - min)),
            Kind::Whole(min, max) => Value::Whole(min + (part * (max - min) as f64) as i64),
            Kind::Switch => Value::Switch(yes),
            Kind::Choice(names) => Value::Choice((part * names.len() as f64) as usize),
        };
        if yes {
            parameters.set(i, value);
        }
    }
}

fn doctrines() -> impl Strategy<Value = Doctrine> {
    (draws(), 0..Search::LIST.len()).prop_map(|(draws, search)| {
        let mut draws = draws.into_iter().cycle();
        let mut doctrine = Doctrine { search: Search::at(search), ..Doctrine::default() };
        vary(&mut draws, doctrine.search.parameters_mut());
        doctrine.layers = Layers::all();
        for layer in 0..Layers::LIST.len() {
            vary(&mut draws, doctrine.layers.parameters_mut(layer).unwrap());
        }
        vary(&mut draws, doctrine.travel.parameters_mut());
        vary(&mut draws, doctrine.engage.parameters_mut());
        doctrine.traffic = Traffic::On(Default::default());
        vary(&mut draws, doctrine.traffic.parameters_mut());
        doctrine
    })
}

fn motions() -> impl Strategy<Value = Motion> {
    proptest::option::of(draws()).prop_map(|draws| match draws {
        None => Motion::Steered,
        Some(draws) => {
            let mut rules = CellSteps::default();
            vary(&mut draws.into_iter(), &mut rules);
            Motion::CellSteps(rules)
        }
    })
}

prop_compose! {
    fn scenarios()(
        (width, height) in (1..20_u32, 1..12_u32),
        seed in any::<u64>(),
        corners in 0..3_usize,
        texts in proptest::collection::vec("[ -~éß\n\t\"\\\\]{0,12}", 3),
        names in proptest::collection::hash_set("[a-zA-Z\"\\\\ é]{0,6}x", 1..5),
        colours in proptest::collection::vec(any::<(u8, u8, u8)>(), 5),
        doctrine in doctrines(),
        motion in motions(),
        cells in proptest::collection::vec((0..5_usize, 0..10_u8, 0..3_usize, 0..40_u64, any::<bool>()), 240),
    ) -> Scenario {
        let bounds = Bounds::new(width, height);
        let ground = cells.iter().take(bounds.area()).map(|c| if c.1 < 7 { Ground::Floor } else { Ground::ALL[c.0] });
        let terrain = Terrain::from_ground(bounds, CornerRule::ALL[corners], ground.collect());
        let mut s = Scenario { seed, motion, ..Scenario::plain(terrain) };
        [s.title, s.description, s.citation] = texts.try_into().unwrap();
        let names: Vec<String> = names.into_iter().collect();
        s.teams = names.iter().zip(colours).map(|(name, colour)| Team { name: name.clone(), colour, doctrine, ..Team::numbered(0) }).collect();
        for (cell, draw) in bounds.cells().zip(&cells) {
            if draw.1 == 0 {
                let kind = [ObstacleKind::Tree, ObstacleKind::Boulder, ObstacleKind::Wall][draw.2];
                let id = ObstacleId(s.obstacles.len() as u32);
                s.obstacles.push(ObstacleSpec { id, kind, area: Rectangle::new(cell, 1, 1) });
            }
        }
        let stamped = s.stamped_terrain();
        for (cell, draw) in bounds.cells().zip(cells.iter().rev()) {
            if stamped.is_passable(cell) && draw.1 < 6 {
                let team = TeamId((draw.0 % names.len().min(2)) as u8);
                let id = UnitId(s.units.len() as u32);
                s.units.push(UnitSpec { id, team, kind: built_in()[draw.2 / 2], at: cell });
            }
            if draw.1 == 9 {
                s.goals.push(Goal { id: GoalId::next(&s.goals), name: format!("goal {cell}"), at: cell });
            }
        }
        for (i, (cell, draw)) in bounds.cells().zip(&cells).enumerate().take(8) {
            let place = if s.goals.is_empty() || draw.4 { Place::At(cell) } else { Place::Goal(s.goals[i % s.goals.len()].id) };
            let order = match draw.0 {
                0 => Order::Move(place),
                1 => Order::AttackMove(place),
                2 => Order::Patrol { to: place, rounds: draw.2 as u32 },
                3 if !s.units.is_empty() => Order::AttackUnit { unit: UnitId(0), at: place },
                _ => Order::Hold,
            };
            let who = match draw.2 {
                0 => Who::Everyone,
                1 => Who::Team(TeamId((i % names.len()) as u8)),
                _ if s.units.is_empty() => Who::Everyone,
                _ => Who::Units(s.units.iter().skip(i % s.units.len()).step_by(1 + draw.0 % 2).map(|u| u.id).collect()),
            };
            s.orders.push(ScriptedOrder { tick: draw.3, who, order, queued: draw.4 });
        }
        s.orders.sort_by_key(|o| o.tick);
        s
    }
}

/// A shipped text with a chunk deleted, doubled, or overwritten.
fn damaged() -> impl Strategy<Value = String> {
    let choice = (0..shipped().len(), any::<proptest::sample::Index>(), 1..40_usize);
    (choice, 0..4_u8, any::<char>(), any::<i64>()).prop_map(
        |((file, at, length), how, letter, number)| {
            let letters: Vec<char> = shipped()[file].text.chars().collect();
            let from = at.index(letters.len());
            let to = (from + length).min(letters.len());
            let (head, chunk, tail) = (&letters[..from], &letters[from..to], &letters[to..]);
            let chunk: String = chunk.iter().collect();
            let middle = match how {
                0 => String::new(),
                1 => format!("{chunk}{chunk}"),
                2 => letter.to_string(),
                _ => number.to_string(),
            };
            let (head, tail): (String, String) = (head.iter().collect(), tail.iter().collect());
            format!("{head}{middle}{tail}")
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_is_written_reads_back_equal(scenario in scenarios()) {
        let text = to_ron(&scenario);
        let again = load_str(&text, "f", None);
        prop_assert!(again.is_ok(), "{}\n{text}", again.unwrap_err());
        prop_assert_eq!(again.unwrap(), scenario);
    }

    #[test]
    fn damaged_files_load_or_say_where_they_are_wrong(text in damaged()) {
        if let Err(error) = load_str(&text, "f", None) {
            let lines = text.lines().count() + 1;
            prop_assert!((1..=lines).contains(&error.line) && error.column >= 1, "{error}");
            prop_assert!(!error.message.is_empty() && !error.message.contains('\n'), "{error}");
        }
    }
}
