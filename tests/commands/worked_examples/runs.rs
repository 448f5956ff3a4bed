//! Worked examples of movement and combat: short runs of small scenarios.

use phalanx::planning::{Congestion, Influence, Layers};
use phalanx::scenario::{
    Doctrine, Scenario, UnitId, load_str, preset_named, shipped, shipped_named,
};
use phalanx::sim::{Position, Route, Score, Simulation, TICKS_PER_SECOND};
use phalanx::steering::{FollowPath, Orca, Travel};
use phalanx::traffic::Traffic;

fn scenario(text: &str) -> Scenario {
    load_str(text, "a worked example", None).unwrap()
}

fn preset(name: &str) -> Doctrine {
    preset_named(name).unwrap().doctrine
}

fn with(scenario: &Scenario, team: usize, doctrine: Doctrine) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.teams[team].doctrine = doctrine;
    scenario
}

fn for_all(scenario: &Scenario, doctrine: Doctrine) -> Scenario {
    let mut scenario = scenario.clone();
    scenario.teams.iter_mut().for_each(|team| team.doctrine = doctrine);
    scenario
}

fn positions(simulation: &Simulation) -> Vec<glam::Vec2> {
    simulation.units().map(|(id, _)| simulation.unit::<Position>(id).unwrap().0).collect()
}

fn seconds(ticks: u64) -> f64 {
    ticks as f64 / f64::from(TICKS_PER_SECOND)
}

fn path_length(simulation: &Simulation, unit: UnitId) -> f64 {
    let cells = simulation.unit::<Route>(unit).unwrap().cells();
    cells.windows(2).map(|pair| (pair[1].center() - pair[0].center()).length() as f64).sum()
}

/// Two units that change places on a strip two cells wide, from cell to cell.
pub fn reservations(name: &str) -> String {
    let start = scenario(
        r#"(version: 1, motion: CellSteps(clock: OneAction, ticks: 8, visibility: 5.0),
            map: Rows([".........", "........."]),
            teams: [(name: "blue", alliance: 1), (name: "orange", alliance: 1)],
            units: [(team: "blue", at: (0, 0)), (team: "orange", at: (8, 0))],
            orders: [(who: Team("blue"), order: Move(At(8, 0))), (who: Team("orange"), order: Move(At(0, 0)))])"#,
    );
    let mut text = String::from(
        "Two units, `a` and `b`, change places on a strip of 9 x 2 cells. An action takes 8 ticks. Where they are after each \
         action:\n\n```text\n",
    );
    let mut simulation = Simulation::new(&for_all(&start, preset(name)));
    let mut actions = 0;
    loop {
        let mut rows = [['.'; 9]; 2];
        for (letter, at) in ['a', 'b'].into_iter().zip(positions(&simulation)) {
            rows[at.y as usize][at.x as usize] = letter;
        }
        let [above, below] = rows.map(|row| row.iter().collect::<String>());
        text += &format!("{actions:>2}  {above}\n    {below}\n");
        if simulation.numbers().all_arrived_at.is_some() || actions >= 30 {
            break;
        }
        simulation.run(8);
        actions += 1;
    }
    text += "```\n\n| search | all arrived after | nodes expanded | failed moves |\n|---|---|---|---|\n";
    for other in ["WHCA*", "Local repair A*"] {
        let mut simulation = Simulation::new(&for_all(&start, preset(other)));
        simulation.run_until_arrived(1000);
        let numbers = simulation.numbers();
        let arrived =
            numbers.all_arrived_at.map_or("never".into(), |at| format!("{:.2} s", seconds(at)));
        text +=
            &format!("| {other} | {arrived} | {} | {} |\n", numbers.expanded, numbers.hard_stops);
    }
    text
}

pub fn influence() -> String {
    let start = scenario(
        r#"(version: 1, map: Rectangles(size: (60, 60)),
            teams: [(name: "blue"), (name: "red")],
            units: [(team: "blue", at: (2, 30), kind: "demon"), (team: "red", at: (29, 29), kind: "defence tower")],
            orders: [(who: Team("blue"), order: Move(At(57, 30)))])"#,
    );
    let rule = Influence::default();
    let strength = |unit: usize| {
        let kind = start.units[unit].kind;
        kind.weapon.as_ref().map_or(0.0, |weapon| weapon.damage * kind.hit_points / 100.0)
    };
    let (demon, tower) = (f64::from(strength(0)), f64::from(strength(1)));
    let mut text = format!(
        "A demon has the strength {demon:.0}, a defence tower {tower:.0}. Where the whole tower is felt, `x = ({tower:.0} - {demon:.0}) / \
         {}` is far above 1, so it is limited to {}: a step costs {:.2} times its length. At the edge of its sight the influence has \
         fallen to nothing, and the demon's own strength makes the step cost {:.2} times its length.\n\n",
        rule.scale,
        rule.bound,
        rule.bound.exp(),
        (-demon / rule.scale).max(-rule.bound).exp(),
    );
    text += "A demon walks past such a tower from (2, 30) to (57, 30). Its planned path, and how near it comes to the tower:\n\n| \
             influence | length | nearest to the tower |\n|---|---|---|\n";
    for (name, influence) in [("off", None), ("on", Some(rule))] {
        let doctrine =
            Doctrine { layers: Layers { influence, ..Layers::default() }, ..Doctrine::default() };
        let mut simulation = Simulation::new(&with(&start, 0, doctrine));
        simulation.run(2);
        let tower = glam::Vec2::new(30.0, 30.0);
        let cells = simulation.unit::<Route>(UnitId(0)).unwrap().cells();
        let nearest =
            cells.iter().map(|cell| cell.center().distance(tower)).fold(f32::MAX, f32::min);
        let length = path_length(&simulation, UnitId(0));
        text += &format!("| {name} | {length:.1} cells | {nearest:.1} cells |\n");
    }
    text
}

pub fn congestion() -> String {
    let start = scenario(
        r#"(version: 1,
            map: Rows([".........#.........", "...................", ".........#.........", ".........#.........",
                       ".........#.........", "...................", ".........#........."]),
            teams: [(name: "blue")],
            units: [(team: "blue", at: (9, 1)), (team: "blue", at: (2, 2))],
            orders: [(who: Units([1]), order: Move(At(16, 2)))])"#,
    );
    let rule = Congestion::default();
    let mut text = format!(
        "A wall with two gaps, at rows 1 and 5. A teammate stands in the upper gap, and a unit walks from (2, 2) to (16, 2). A step into \
         the occupied gap costs 1 + {} = {} instead of 1:\n\n| congestion | planned path | through the gap in row |\n|---|---|---|\n",
        rule.standing,
        1.0 + rule.standing,
    );
    for (name, congestion) in [("off", None), ("on", Some(rule))] {
        let doctrine =
            Doctrine { layers: Layers { congestion, ..Layers::default() }, ..Doctrine::default() };
        let mut simulation = Simulation::new(&with(&start, 0, doctrine));
        simulation.run(2);
        let cells = simulation.unit::<Route>(UnitId(1)).unwrap().cells();
        let gap = cells.iter().find(|cell| cell.x == 9).unwrap().y;
        let length = path_length(&simulation, UnitId(1));
        text += &format!("| {name} | {length:.2} cells | {gap} |\n");
    }
    text + "\nThe detour is taken because it is shorter than the surcharge. With a longer wall between the gaps the unit would wait its \
            turn.\n"
}

pub fn follow_path() -> String {
    let start = scenario(
        r#"(version: 1,
            map: Rows(["....................", "....................", "......########......", "......########......",
                       "....................", "...................."]),
            units: [(team: "blue", at: (2, 2))],
            orders: [(who: Everyone, order: Move(At(17, 3)))])"#,
    );
    let mut text = String::from(
        "One unit walks round a wall. A longer look-ahead cuts more corners:\n\n| look ahead | planned | walked | after \
         |\n|---|---|---|---|\n",
    );
    for look_ahead in [0.0, 3.0, 8.0] {
        let travel = Travel::FollowPath(FollowPath { look_ahead, ..FollowPath::default() });
        let mut simulation =
            Simulation::new(&with(&start, 0, Doctrine { travel, ..Doctrine::default() }));
        simulation.run_until_arrived(2000);
        let numbers = simulation.numbers();
        text += &format!(
            "| {look_ahead} cells | {:.2} cells | {:.2} cells | {:.2} s |\n",
            numbers.average_length,
            numbers.distance_walked,
            seconds(numbers.all_arrived_at.unwrap()),
        );
    }
    text
}

pub fn flocking() -> String {
    let start = scenario(
        r#"(version: 1, map: Rectangles(size: (40, 5)),
            units: [(team: "blue", at: (1, 1), block: (1, 3), kind: "scout"), (team: "blue", at: (2, 1), block: (1, 3), kind: "heavy")],
            orders: [(who: Everyone, order: Move(At(36, 2)))])"#,
    );
    let kinds: Vec<String> = [0, 3]
        .map(|unit: usize| start.units[unit].kind)
        .map(|kind| format!("a {} walks {} cells a second", kind.name, kind.speed))
        .into();
    let mut text = format!(
        "Three scouts and three heavies walk 34 cells: {}.\n\n| movement | first arrival | last arrival | largest spread \
         |\n|---|---|---|---|\n",
        kinds.join(", ")
    );
    for name in ["A*", "Flock"] {
        let mut simulation = Simulation::new(&for_all(&start, preset(name)));
        let (mut first, mut spread) = (None, 0.0_f64);
        while simulation.numbers().all_arrived_at.is_none() && simulation.tick() < 2000 {
            simulation.run(1);
            let numbers = simulation.numbers();
            spread = spread.max(numbers.spread);
            if numbers.arrived > 0 && first.is_none() {
                first = Some(simulation.tick());
            }
        }
        text += &format!(
            "| {name} | {:.1} s | {:.1} s | {spread:.2} cells |\n",
            seconds(first.unwrap()),
            seconds(simulation.numbers().all_arrived_at.unwrap()),
        );
    }
    text
}

pub fn orca() -> String {
    let start = scenario(
        r#"(version: 1, map: Rectangles(size: (24, 9)),
            teams: [(name: "blue", alliance: 1), (name: "orange", alliance: 1)],
            units: [(team: "blue", at: (2, 4)), (team: "orange", at: (21, 4))],
            orders: [(who: Team("blue"), order: Move(At(21, 4))), (who: Team("orange"), order: Move(At(2, 4)))])"#,
    );
    let radius = start.units[0].kind.radius;
    let mut text = format!(
        "Two soldiers of radius {radius} walk straight at each other and change places; they touch at a distance of {:.2}:\n\n| \
         movement | nearest distance of centres | furthest from the straight line | both arrived after |\n|---|---|---|---|\n",
        2.0 * radius
    );
    let orca = Travel::Orca(Orca::default());
    for (name, travel) in [("path following", Travel::default()), ("ORCA", orca)] {
        let doctrine = Doctrine { travel, ..Doctrine::default() };
        let mut simulation = Simulation::new(&for_all(&start, doctrine));
        let (mut nearest, mut aside) = (f32::MAX, 0.0_f32);
        while simulation.numbers().all_arrived_at.is_none() && simulation.tick() < 2000 {
            simulation.run(1);
            let at = positions(&simulation);
            nearest = nearest.min(at[0].distance(at[1]));
            aside = at.iter().map(|at| (at.y - 4.5).abs()).fold(aside, f32::max);
        }
        let arrived = seconds(simulation.numbers().all_arrived_at.unwrap());
        text += &format!("| {name} | {nearest:.2} | {aside:.2} | {arrived:.2} s |\n");
    }
    text
}

/// Four Vultures, which outrange Marines, against four Marines that walk straight at them.
pub fn duel(name: &str) -> String {
    let start = scenario(
        r#"(version: 1, map: Rectangles(size: (32, 12)),
            teams: [(name: "west"), (name: "east")],
            units: [(team: "west", at: (2, 4), block: (1, 4), kind: "Vulture"), (team: "east", at: (28, 4), block: (1, 4), kind: "Marine")],
            orders: [(who: Team("west"), order: AttackMove(At(28, 6))), (who: Team("east"), order: AttackMove(At(3, 6)))])"#,
    );
    let range = |unit: usize| start.units[unit].kind.weapon.as_ref().unwrap().range;
    let mut text = format!(
        "Four Vultures (range {} cells, {} cells a second) meet four Marines (range {} cells, {} cells a second) on open ground. The \
         Marines walk straight at them; the Vultures follow the rule of each row:\n\n| preset of the Vultures | hit points lost | \
         Marines killed | the last after |\n|---|---|---|---|\n",
        range(0),
        start.units[0].kind.speed,
        range(4),
        start.units[4].kind.speed,
    );
    let mut names = vec!["A*"];
    names.extend((name != "A*").then_some(name));
    for name in names {
        let mut simulation = Simulation::new(&with(&start, 0, preset(name)));
        let all: f64 = start.units[..4].iter().map(|unit| f64::from(unit.kind.hit_points)).sum();
        let killed =
            |simulation: &Simulation| simulation.get::<Score>().unwrap().sides[1].casualties;
        while killed(&simulation) < 4 && simulation.tick() < 4000 {
            simulation.run(1);
        }
        let left = simulation.get::<Score>().unwrap().sides[0].hit_points;
        text += &format!(
            "| {name} | {:.0} of {all:.0} | {} | {:.1} s |\n",
            all - left,
            killed(&simulation),
            seconds(simulation.tick()),
        );
    }
    text + "\nOne fight proves little; `phalanx experiment hybrid` repeats such fights with many seeds.\n"
}

pub fn traffic() -> String {
    let start = shipped()[shipped_named("03-corridor-1").unwrap()].load().unwrap();
    let mut text = format!(
        "*{}*: {} units meet head on in a passage that holds one.\n\n| traffic | all arrived after | hard stops \
         |\n|---|---|---|\n",
        start.title,
        start.units.len()
    );
    for (name, traffic) in [("off", Traffic::default()), ("on", preset("A* with traffic").traffic)]
    {
        let doctrine = Doctrine { traffic, ..Doctrine::default() };
        let mut simulation = Simulation::new(&for_all(&start, doctrine));
        simulation.run_until_arrived(8000);
        let numbers = simulation.numbers();
        text += &format!(
            "| {name} | {:.1} s | {} |\n",
            seconds(numbers.all_arrived_at.unwrap()),
            numbers.hard_stops
        );
    }
    text
}
