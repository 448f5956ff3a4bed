//! Scores and group numbers after units were removed: running and paused, in both kinds of motion, in each of several arenas.

use crate::planning::CellSteps;
use crate::scenario::{
    Action, Doctrine, Motion, Scenario, UnitId, load_str, preset_named, shipped, shipped_named,
};
use crate::sim::{
    CaptureSearch, GroupNumbers, Journal, Numbers, Roster, Route, Score, Separations, Side,
    Simulation, Unit, spawn_arena,
};
use bevy::prelude::*;

/// A way to remove units: the kind of motion, and whether time stands still.
#[derive(Clone, Copy, Debug)]
struct Case {
    cells: bool,
    paused: bool,
}

impl Case {
    fn all() -> impl Iterator<Item = Self> {
        [false, true]
            .into_iter()
            .flat_map(|cells| [false, true].map(|paused| Self { cells, paused }))
    }

    fn scenario(self, mut scenario: Scenario) -> Scenario {
        if self.cells {
            scenario.motion = Motion::CellSteps(CellSteps::default());
        }
        scenario
    }

    /// Passes after which groups have been judged again.
    fn passes(self, simulation: &mut Simulation, count: u64) {
        for _ in 0..count {
            if self.paused { simulation.edit() } else { simulation.run(1) }
        }
    }
}

/// Two arenas of one scenario, the second with another doctrine for all teams.
fn arenas(scenario: &Scenario, other: Doctrine) -> (Simulation, [Entity; 2]) {
    let mut simulation = Simulation::new(scenario);
    simulation.watch(CaptureSearch { separation: true, ..default() });
    let mut second = scenario.clone();
    second.teams.iter_mut().for_each(|team| team.doctrine = other);
    let second = spawn_arena(simulation.world_mut(), &second, 1);
    let first = simulation.arena();
    (simulation, [first, second])
}

fn remove(simulation: &mut Simulation, arena: Entity, units: Vec<UnitId>) {
    let mut journal = simulation.world_mut().get_mut::<Journal>(arena).unwrap();
    journal.send([Action::RemoveUnits(units)]);
}

/// The units of an arena for which something holds.
fn units(
    simulation: &Simulation,
    arena: Entity,
    which: impl Fn(&Unit, &Route) -> bool,
) -> Vec<UnitId> {
    let world = simulation.world();
    let roster = world.get::<Roster>(arena).unwrap();
    let holds = |entity: Entity| {
        which(world.get::<Unit>(entity).unwrap(), world.get::<Route>(entity).unwrap())
    };
    roster.units.iter().filter(|(_, entity)| holds(**entity)).map(|(id, _)| *id).collect()
}

#[test]
fn the_score_counts_no_unit_that_was_removed() {
    let squads = shipped()[shipped_named("hybrid-open").unwrap()].load().unwrap();
    // On the march, and in the fight.
    for (case, ticks) in Case::all().flat_map(|case| [(case, 40), (case, 500)]) {
        for team in [Some(0), None] {
            let (mut simulation, arenas) =
                arenas(&case.scenario(squads.clone()), Doctrine::default());
            simulation.run(ticks);
            for arena in arenas {
                let gone = units(&simulation, arena, |u, _| team.is_none_or(|t| u.team.0 == t));
                remove(&mut simulation, arena, gone);
            }
            case.passes(&mut simulation, 1);
            for arena in arenas {
                let what = format!("{case:?}, tick {ticks}, team {team:?}");
                let left = units(&simulation, arena, |_, _| true).len();
                let score = simulation.world().get::<Score>(arena).unwrap();
                let Side { units, armed, hit_points, took_part, .. } = score.sides[0];
                assert_eq!((units, armed, hit_points, took_part), (0, 0, 0.0, true), "{what}");
                assert_eq!(score.sides[1].units, left, "{what}");
                assert_eq!(score.sides[1].hit_points > 0.0, left > 0, "{what}");
            }
        }
    }
}

/// Ten units and a wall of 40 cells between them and their goal.
fn wall() -> Scenario {
    let text = r#"(
        version: 1,
        map: Rectangles(size: (60, 50)),
        teams: [(name: "blue")],
        obstacles: [(kind: Wall, at: (30, 5), size: (2, 40))],
        units: [(team: "blue", at: (8, 20), block: (1, 10))],
        orders: [(who: Everyone, order: Move(At(50, 25)))],
    )"#;
    load_str(text, "test", None).unwrap()
}

/// Number of passes after which every group has been judged, with cell steps.
const JUDGED: u64 = 40;

#[test]
fn groups_without_units_are_told_no_more() {
    for case in Case::all() {
        let map_marker = preset_named("Map Marker").unwrap().doctrine;
        let (mut simulation, arenas) = arenas(&case.scenario(wall()), map_marker);
        simulation.run(JUDGED);
        for arena in arenas {
            assert_eq!(simulation.world().get::<GroupNumbers>(arena).unwrap().iter().count(), 1);
            assert_eq!(simulation.world().get::<Separations>(arena).unwrap().groups.len(), 1);
            let all = units(&simulation, arena, |_, _| true);
            remove(&mut simulation, arena, all);
        }
        case.passes(&mut simulation, 1);
        for arena in arenas {
            let world = simulation.world();
            assert_eq!(world.get::<GroupNumbers>(arena).unwrap().iter().count(), 0, "{case:?}");
            assert!(world.get::<Separations>(arena).unwrap().groups.is_empty(), "{case:?}");
            let &Numbers { units, average_length, cohesion, separation, .. } =
                world.get::<Numbers>(arena).unwrap();
            assert_eq!(
                (units, average_length, cohesion, separation),
                (0, 0.0, 0.0, 0.0),
                "{case:?}"
            );
        }
    }
}

#[test]
fn a_group_is_judged_again_by_the_units_that_are_left() {
    for case in Case::all() {
        let (mut simulation, [arena, _]) = arenas(&case.scenario(wall()), Doctrine::default());
        simulation.run(JUDGED);
        let verdict = |simulation: &Simulation| {
            let separations = simulation.get::<Separations>().unwrap();
            separations.groups.values().next().map(|group| (group.units, group.verdict()))
        };
        let judged = verdict(&simulation).unwrap();
        assert_eq!(judged.1, "clearly separated", "{case:?}");
        // With cell steps some have no path at the moment; they may go either way.
        let others = units(&simulation, arena, |_, route| route.cells().iter().all(|c| c.y < 45));
        let left = 10 - others.len();
        assert!(left > 1 && !others.is_empty(), "{case:?}: {others:?}");
        remove(&mut simulation, arena, others);
        case.passes(&mut simulation, 1);
        let told = simulation.get::<GroupNumbers>().unwrap().iter().next().map(|(_, n)| n.units);
        let is_all = |units: usize| if case.cells { units <= left } else { units == left };
        assert!(told.is_some_and(is_all), "{case:?}: {told:?} of {left}");
        case.passes(&mut simulation, JUDGED);
        let judged = verdict(&simulation);
        let together = judged.filter(|(units, verdict)| is_all(*units) && *verdict == "together");
        assert!(together.is_some(), "{case:?}: {judged:?} of {left}");
    }
}

#[test]
fn of_a_group_that_has_arrived_the_units_that_are_left_are_counted() {
    for case in Case::all() {
        let (mut simulation, [arena, _]) = arenas(&case.scenario(wall()), Doctrine::default());
        assert!(simulation.run_until_arrived(4000), "{case:?}");
        simulation.run(2);
        let counted = |simulation: &Simulation| {
            let groups = simulation.get::<GroupNumbers>().unwrap();
            groups.iter().map(|(_, group)| group.units).sum::<usize>()
        };
        // With cell steps the units that planned last.
        let before = counted(&simulation);
        assert_eq!(before == 10, !case.cells, "{case:?}");
        let all = units(&simulation, arena, |_, _| true);
        remove(&mut simulation, arena, all[..4].to_vec());
        case.passes(&mut simulation, 1);
        assert_eq!(counted(&simulation), before.min(6), "{case:?}");
        remove(&mut simulation, arena, all[4..].to_vec());
        case.passes(&mut simulation, 1);
        assert_eq!(counted(&simulation), 0, "{case:?}");
    }
}
