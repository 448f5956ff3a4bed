//! A long session in one line.

use super::tests::{MINUTE, loaded, there_and_back};
use crate::grid::tight_line;
use crate::grid::{Cell, Ground, Rectangle, Terrain};
use crate::parameters::{Kind, Value};
use crate::scenario::*;
use glam::Vec2;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

/// What a user does in the window, as the actions that the window makes.
struct Session {
    random: Pcg64,
    scenario: Scenario,
    tick: u64,
}

impl Session {
    fn below(&mut self, end: usize) -> usize {
        self.random.random_range(0..end)
    }

    fn act(&mut self, pause: u64, action: Action) {
        self.tick += pause;
        self.scenario.actions.push(Batch { tick: self.tick, actions: vec![action] });
    }

    fn cell(&mut self) -> Cell {
        let bounds = self.scenario.terrain.bounds();
        Cell::new(
            self.below(bounds.width as usize) as i32,
            self.below(bounds.height as usize) as i32,
        )
    }

    /// An order to a group: the units around one of them, or any.
    fn order(&mut self, are_near: bool) {
        let count = 10 + self.below(51);
        let mut units: Vec<(UnitId, Cell)> =
            self.scenario.units.iter().map(|unit| (unit.id, unit.at)).collect();
        units.shuffle(&mut self.random);
        if are_near {
            let middle = units[0].1;
            units.sort_by_key(|(_, at)| at.euclidean(middle) as u32);
        }
        units.truncate(count);
        let mut units: Vec<UnitId> = units.into_iter().map(|(id, _)| id).collect();
        units.sort();
        let to = self.cell();
        let order = if self.below(4) == 0 { Order::AttackMove(to) } else { Order::Move(to) };
        let (pause, queued) = (20 + self.below(300) as u64, self.below(8) == 0);
        self.act(pause, Action::Order(GiveOrder { units, order, queued }));
    }

    /// A stroke of 25 steps along a line, with a brush of 3 x 3 cells.
    fn stroke(&mut self, painted: &mut Terrain) {
        let (from, to) = (self.cell().center(), self.cell().center());
        let ground = [Ground::Wall, Ground::Floor, Ground::Swamp][self.below(3)];
        self.tick += 60 + self.below(300) as u64;
        let mut last = from;
        for step in 0..25 {
            let at = from.lerp(to, step as f32 / 24.0);
            let corner = |at: Vec2| Cell::containing(at - Vec2::ONE);
            let (start, end) = (corner(last), corner(at));
            last = at;
            let mut cells: Vec<Cell> = tight_line(start, end)
                .flat_map(|corner| Rectangle::new(corner, 3, 3).cells())
                .filter(|&cell| painted.bounds().contains(cell) && painted.ground(cell) != ground)
                .collect();
            cells.sort();
            cells.dedup();
            for &cell in &cells {
                painted.set_ground(cell, ground);
            }
            self.tick += 1;
            if !cells.is_empty() {
                self.act(0, Action::Paint(cells.into_iter().map(|cell| (cell, ground)).collect()));
            }
        }
    }

    /// A drag of a slider over 30 ticks: some pixels of a hundredth of the range at a time, rounded to three decimals.
    fn drag(&mut self, doctrine: &mut Doctrine, is_fine: bool) {
        let Some(markers) = doctrine.layers.parameters_mut(0) else { return };
        let parameter = [0, 1, 2, 3, 10][self.below(5)];
        let (Value::Number(mut value), &Kind::Number(min, max)) =
            (markers.value(parameter), &markers.list()[parameter].kind)
        else {
            return;
        };
        let towards = if value > (min + max) / 2.0 { -1.0 } else { 1.0 };
        self.tick += 60 + self.below(300) as u64;
        for _ in 0..30 {
            let part = if is_fine {
                self.random.random_range(0.0..0.03)
            } else {
                self.below(4) as f64 / 100.0
            };
            let rounded = format!("{:.3}", (value + towards * part * (max - min)).clamp(min, max));
            value = rounded.parse().unwrap();
            if let Some(markers) = doctrine.layers.parameters_mut(0) {
                markers.set(parameter, Value::Number(value));
            }
            self.act(1, Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine: *doctrine }));
        }
    }

    /// Orders, strokes and drags in any order, in a run of ten minutes or more, with its hashes.
    fn recording(mut self, are_near: bool, is_fine: bool) -> Recording {
        let mut what: Vec<u8> = [[0; 100].as_slice(), &[1; 20], &[2; 20]].concat();
        what.shuffle(&mut self.random);
        let mut painted = Terrain::clone(&self.scenario.terrain);
        let mut doctrine = preset_named("Map Marker").unwrap().doctrine;
        self.act(9, Action::SetDoctrine(SetDoctrine { team: TeamId(0), doctrine }));
        for what in what {
            match what {
                0 => self.order(are_near),
                1 => self.stroke(&mut painted),
                _ => self.drag(&mut doctrine, is_fine),
            }
        }
        let ticks = self.tick + 500;
        let mut recording = Recording::new(self.scenario, ticks, MINUTE);
        recording.hashes = (0..ticks / MINUTE).map(|_| self.random.random()).collect();
        recording
    }
}

#[test]
fn a_hundred_orders_twenty_strokes_and_twenty_drags_fit_into_10_kb() {
    let mut too_long = Vec::new();
    for (name, scenario) in loaded().filter(|(_, scenario)| scenario.units.len() >= 20) {
        for (seed, (are_near, is_fine)) in
            (0..).zip([(true, false), (true, true), (false, false), (false, true)])
        {
            let session =
                Session { random: Pcg64::seed_from_u64(seed), scenario: scenario.clone(), tick: 0 };
            let (line, _) = there_and_back(&session.recording(are_near, is_fine));
            let (units, letters) = (scenario.units.len(), line.len());
            let about =
                format!("{name}: {units} units, near {are_near}, fine {is_fine}: {letters}");
            println!("{about}");
            // Which 10 to 60 of some hundred units are drawn takes 2 kB alone, a hundred times.
            if letters > 10_000 && (are_near || units <= 100) {
                too_long.push(about);
            }
        }
    }
    assert!(too_long.is_empty(), "{too_long:#?}");
}
