use super::*;
use crate::grid::{CornerRule, Ground};
use crate::steering::{Travellers, depth_in_walls, push_out};

const U_TRAP: &[&str] = &[
    "....................",
    "......#########.....",
    "..............#.....",
    "..............#.....",
    "..............#.....",
    "..............#.....",
    "......#########.....",
    "....................",
];

const MAZE: &[&str] = &[
    "..........#.........",
    ".########.#.#######.",
    ".#......#.#.#.....#.",
    ".#.####.#...#.###.#.",
    ".#.#..#.#####.#.#.#.",
    ".#.#.##.......#...#.",
    ".#.#....#######.###.",
    "...######.........#.",
    "#........#######....",
];

fn terrain(rows: &[&str]) -> Terrain {
    Terrain::from_text(CornerRule::BothSidesFree, rows)
}

fn whole_field(terrain: &Terrain, goal: Cell) -> DistanceField {
    let mut field = DistanceField::default();
    field.begin(terrain, goal);
    field.settle_all(terrain);
    field
}

/// Walks from a start to a goal without a path, by the flow and a simple movement step. Returns the seconds that it took, or
/// where the unit is after a minute.
fn walk(terrain: &Terrain, start: Cell, goal: Cell) -> Result<f32, Vec2> {
    let field = whole_field(terrain, goal);
    let flow = Flow { terrain, field: &field };
    let mut at = start.center();
    for tick in 0..32 * 60 {
        if Cell::containing(at) == goal {
            return Ok(tick as f32 / 32.0);
        }
        let heading = flow.heading(at, 0.36).ok_or(at)?;
        at = push_out(terrain, at + heading * (3.0 / 32.0), 0.36, &[]);
    }
    Err(at)
}

#[test]
fn a_unit_in_a_u_trap_walks_out() {
    let terrain = terrain(U_TRAP);
    let (start, goal) = (Cell::new(13, 4), Cell::new(18, 4));
    let seconds = walk(&terrain, start, goal).unwrap();
    let distance = whole_field(&terrain, goal).distance(&terrain, start).unwrap() as f32;
    assert!(seconds < 1.15 * distance / 3.0, "{seconds} s for {distance} cells");
}

#[test]
fn from_every_cell_of_a_maze_the_flow_leads_to_the_goal() {
    let terrain = terrain(MAZE);
    let goal = Cell::new(4, 4);
    for start in terrain.bounds().cells().filter(|&cell| terrain.is_passable(cell)) {
        if whole_field(&terrain, goal).distance(&terrain, start).is_some() {
            walk(&terrain, start, goal).unwrap_or_else(|at| panic!("{start} ends at {at}"));
        }
    }
}

#[test]
fn at_the_middle_of_a_cell_the_flow_is_the_descent_of_the_distance_field() {
    let terrain = terrain(MAZE);
    let field = whole_field(&terrain, Cell::new(19, 0));
    let flow = Flow { terrain: &terrain, field: &field };
    for cell in terrain.bounds().cells().filter(|&cell| cell != Cell::new(19, 0)) {
        let Some(distance) = flow.distance(cell) else { continue };
        let next = flow.next(cell).unwrap();
        let descent = flow.distance(next).unwrap() + cell.euclidean(next);
        assert!((descent - distance).abs() < 1e-4, "{cell}: {descent}, not {distance}");
        let heading = flow.heading(cell.center(), 0.36).unwrap();
        let expected = (next.center() - cell.center()).normalize();
        assert!(heading.distance(expected) < 1e-4, "{cell}: {heading}");
    }
}

#[test]
fn the_flow_never_points_into_a_wall() {
    for rows in [U_TRAP, MAZE] {
        let terrain = terrain(rows);
        let goal = Cell::new(19, 4);
        let field = whole_field(&terrain, goal);
        let flow = Flow { terrain: &terrain, field: &field };
        let (mut looked_at, radius) = (0, 0.36);
        for step in 0..20_000u32 {
            let at = Vec2::new((step * 37 % 2003) as f32 / 100.0, (step * 53 % 907) as f32 / 101.0);
            if depth_in_walls(&terrain, at, radius, &[]) > 0.0 || Cell::containing(at) == goal {
                continue;
            }
            let Some(heading) = flow.heading(at, radius) else { continue };
            looked_at += 1;
            assert!(is_clear(&terrain, at, at + heading * 0.1, radius), "{at}: {heading}");
        }
        assert!(looked_at > 1000, "{looked_at}");
    }
}

fn unit(id: u32, at: (f32, f32), goal: (i32, i32)) -> Traveller {
    let goal = Some(Cell::from(goal));
    Traveller { id, position: at.into(), to_go: 9.0, goal, ..Traveller::default() }
}

/// Brings fields up to date for some units.
fn refresh(fields: &mut Fields, terrain: &Terrain, units: &[Traveller]) {
    let mut travellers = Travellers::default();
    travellers.rebuild(terrain.bounds(), |all| all.extend_from_slice(units));
    let scene = Scene { ground: terrain, sky: terrain, units: &travellers, time_step: 1.0 / 32.0 };
    fields.refresh(&scene, travellers.walking(0));
}

#[test]
fn units_to_one_goal_share_a_field_and_fields_go_with_their_last_unit() {
    let terrain = terrain(U_TRAP);
    let mut fields = Fields::default();
    let units =
        [unit(0, (1.5, 1.5), (18, 4)), unit(1, (2.5, 1.5), (18, 4)), unit(2, (3.5, 1.5), (0, 7))];
    refresh(&mut fields, &terrain, &units);
    assert_eq!(fields.by_goal.len(), 2);
    refresh(&mut fields, &terrain, &units[..2]);
    let goals: Vec<Goal> = fields.by_goal.keys().copied().collect();
    assert_eq!(goals, [(false, Cell::new(18, 4))]);
}

#[test]
fn a_painted_wall_changes_the_flow_at_once_and_only_the_terrain_and_the_goal_count() {
    let mut terrain = terrain(&["........."; 7]);
    let near = [unit(0, (5.5, 3.5), (8, 3))];
    let far = [unit(0, (0.5, 3.5), (8, 3))];
    let heading = |fields: &Fields, terrain: &Terrain, at: Vec2| {
        let field = &fields.by_goal[&(false, Cell::new(8, 3))];
        Flow { terrain, field }.heading(at, 0.36).unwrap()
    };
    let mut fields = Fields::default();
    refresh(&mut fields, &terrain, &near);
    let before = heading(&fields, &terrain, near[0].position);
    assert!(before.x > 0.99, "{before}");
    // Another unit asked for more of the field: the flow stays what it was.
    refresh(&mut fields, &terrain, &far);
    assert_eq!(heading(&fields, &terrain, near[0].position), before);
    (1..6).for_each(|y| {
        terrain.set_ground(Cell::new(6, y), Ground::Wall);
    });
    refresh(&mut fields, &terrain, &near);
    let after = heading(&fields, &terrain, near[0].position);
    assert!(after.y.abs() > 0.5, "along the wall: {after}");
    let mut fresh = Fields::default();
    refresh(&mut fresh, &terrain, &near);
    assert_eq!(heading(&fresh, &terrain, near[0].position), after);
}

#[test]
fn a_unit_heads_straight_for_its_resting_place_once_it_sees_it() {
    let terrain = terrain(U_TRAP);
    let field = whole_field(&terrain, Cell::new(18, 4));
    let flow = Flow { terrain: &terrain, field: &field };
    let cells: Vec<Cell> = (15..19).map(|x| Cell::new(x, 4)).collect();
    let rest = Vec2::new(18.0, 2.0);
    let course = |at: (f32, f32)| {
        let walker = Walker { rest, ..Walker::new(&unit(0, at, (18, 4)), &cells) };
        FlowField::default().flow_on(flow, &walker).unwrap()
    };
    let (walker, heading) = course((15.5, 4.5));
    assert_eq!(walker.trail.left(), 0);
    assert!(heading.distance((rest - Vec2::new(15.5, 4.5)).normalize()) < 1e-5, "{heading}");
    let (walker, heading) = course((13.5, 3.5));
    assert!(walker.trail.left() > 0, "a wall stands between");
    assert!(heading.x < -0.9, "out of the trap: {heading}");
}
