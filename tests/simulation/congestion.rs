//! Congestion in a running simulation, under both kinds of motion.

use crate::common::Stage;
use phalanx::grid::Cell;
use phalanx::planning::{CellSteps, Congestion, Layers};
use phalanx::scenario::{Doctrine, Motion};
use phalanx::sim::Simulation;

const MOTIONS: [fn() -> Motion; 2] =
    [|| Motion::Steered, || Motion::CellSteps(CellSteps::default())];

fn stage(rows: &[&str], motion: Motion, congestion: Option<Congestion>) -> Stage {
    let mut scenario = crate::common::scenario(rows);
    scenario.motion = motion;
    for team in &mut scenario.teams {
        let layers = Layers { congestion, ..Layers::default() };
        team.doctrine = Doctrine { layers, ..Doctrine::default() };
    }
    Stage(Simulation::new(&scenario))
}

/// Units 0 and 1 stand in the upper gap, which is nearer to the others.
const JAM: [&str; 9] = [
    "........a........",
    "........a........",
    "........#........",
    "..aa....#........",
    "..aa....#........",
    "........#........",
    "........#........",
    ".................",
    ".................",
];

#[test]
fn a_group_takes_the_gap_in_which_no_friends_stand() {
    let enemies: Vec<String> = JAM[..2]
        .iter()
        .map(|row| row.replace('a', "b"))
        .chain(JAM[2..].iter().map(|r| r.to_string()))
        .collect();
    let enemies: Vec<&str> = enemies.iter().map(String::as_str).collect();
    for motion in MOTIONS {
        for paused in [false, true] {
            for units in [&[3][..], &[2, 3, 4, 5]] {
                let upper = |rows: &[&str], rule: Option<Congestion>| {
                    let mut stage = stage(rows, motion(), rule);
                    stage.order_units(units, Cell::new(14, 3));
                    if paused {
                        stage.0.edit()
                    } else {
                        stage.run(1)
                    }
                    let passes = |&&unit: &&u32| {
                        stage.route(unit).iter().any(|cell| cell.x == 8 && cell.y < 2)
                    };
                    units.iter().filter(passes).count()
                };
                let rule = Some(Congestion::default());
                let case = format!("{:?}, paused {paused}, {units:?}", motion());
                assert_eq!(upper(&JAM, None), units.len(), "{case}: the shortest way");
                assert_eq!(upper(&JAM, rule), 0, "{case}");
                assert_eq!(upper(&enemies, rule), units.len(), "{case}: enemies do not count");
            }
        }
    }
}

#[test]
fn a_unit_gets_out_of_the_way_of_a_stream_that_comes_towards_it() {
    let rows = [
        "........................................",
        "........................................",
        "..a.a.a.a.............................a.",
        "........................................",
        "........................................",
    ];
    for motion in MOTIONS {
        let met = |rule: Option<Congestion>| {
            let mut stage = stage(&rows, motion(), rule);
            stage.order_units(&[0, 1, 2, 3], Cell::new(36, 2));
            stage.run(48);
            let stream: Vec<Cell> =
                stage.positions()[..4].iter().map(|&at| Cell::containing(at)).collect();
            stage.order_units(&[4], Cell::new(0, 2));
            stage.run(1);
            stage.route(4).iter().filter(|cell| stream.contains(cell)).count()
        };
        assert!(met(None) > 0, "{:?}: without the layer it meets the stream", motion());
        assert_eq!(met(Some(Congestion::default())), 0, "{:?}", motion());
    }
}
