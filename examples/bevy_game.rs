//! A game that moves its soldiers with Phalanx: own components, own clock, own window.
//!
//! `cargo run --release --example bevy_game`; with `--ticks 900` it runs without a window.

use bevy::ecs::schedule::ScheduleLabel;
use bevy::prelude::*;
use bevy::time::TimeUpdateStrategy;
use phalanx::grid::Rectangle;
use phalanx::prelude::*;
use std::time::Duration;

/// What the game knows about a soldier; Phalanx does not touch it.
#[derive(Component)]
struct Soldier(String);

/// The game's own clock: Phalanx makes a tick whenever the game runs this schedule.
#[derive(ScheduleLabel, Clone, Debug, PartialEq, Eq, Hash)]
struct GameTick;

fn main() {
    let ticks: Option<u64> = std::env::args().nth(2).and_then(|n| n.parse().ok());
    let mut app = App::new();
    if ticks.is_some() {
        let step = TimeUpdateStrategy::ManualDuration(Duration::from_secs_f32(TICK));
        app.add_plugins(MinimalPlugins).insert_resource(step);
    } else {
        app.add_plugins(DefaultPlugins);
    }
    app.init_schedule(GameTick)
        .add_plugins(SimPlugin::in_schedule(GameTick).splits(true))
        .add_systems(Startup, set_up)
        .add_systems(Update, (keep_time, change_the_ground, tell, draw).chain());
    match ticks {
        Some(ticks) => (0..ticks).for_each(|_| app.update()),
        None => drop(app.run()),
    }
}

fn set_up(world: &mut World) {
    let terrain = Terrain::open(Bounds::new(60, 30), CornerRule::BothSidesFree);
    let arena = spawn_arena(world, &Scenario::on(terrain), 0);
    world.entity_mut(arena).insert(NodeBudget(20_000));
    let kind = kind_named("soldier").expect("a kind that comes with the crate");
    for i in 0..20 {
        let at = Vec2::new(3.5 + (i % 4) as f32, 12.5 + (i / 4) as f32);
        let unit = unit_bundle(UnitId(i), TeamId(0), kind, at);
        let look = Sprite::from_color(Color::srgb(0.4, 0.7, 0.9), Vec2::splat(0.7));
        world.spawn((Soldier(format!("soldier {i}")), look, unit, ChildOf(arena)));
    }
    let units = (0..20).map(UnitId).collect();
    let order =
        Action::Order(GiveOrder { units, order: Order::Move(Cell::new(55, 15)), queued: false });
    world.get_mut::<Journal>(arena).unwrap().send([order]);
    let scale = Transform::from_xyz(30.0, -15.0, 0.0).with_scale(Vec3::splat(0.05));
    world.spawn((Camera2d, scale));
}

/// Runs the simulation at the speed that the game wants.
fn keep_time(world: &mut World, mut owed: Local<f32>) {
    *owed += world.resource::<Time>().delta_secs();
    while *owed >= TICK {
        *owed -= TICK;
        world.run_schedule(GameTick);
    }
}

/// A rock falls in front of the group, and later it is gone.
fn change_the_ground(
    mut commands: Commands,
    arena: Single<Entity, With<Arena>>,
    clock: Single<&Clock>,
    mut rock: Local<Option<Entity>>,
) {
    if (32..400).contains(&clock.tick) && rock.is_none() {
        let area = Rectangle::new(Cell::new(25, 8), 6, 14);
        let rock_spec = ObstacleSpec { id: ObstacleId(0), kind: ObstacleKind::Boulder, area };
        *rock = Some(commands.spawn((Obstacle(rock_spec), ChildOf(*arena))).id());
    } else if clock.tick >= 400
        && let Some(rock) = rock.take()
    {
        commands.entity(rock).despawn();
    }
}

fn tell(mut events: MessageReader<ArenaEvent>, soldiers: Query<(&Soldier, &Route)>) {
    for ArenaEvent { event, .. } in events.read() {
        println!("tick {:>4}: {}", event.tick, event.kind.sentence());
        let furthest = soldiers.iter().max_by_key(|(_, route)| route.ahead().len());
        let Some((soldier, route)) = furthest else { continue };
        println!("           {} has {} cells to go", soldier.0, route.ahead().len());
    }
}

fn draw(mut soldiers: Query<(&Position, &mut Transform), With<Soldier>>) {
    for (position, mut transform) in &mut soldiers {
        transform.translation = Vec3::new(position.0.x, -position.0.y, 0.0);
    }
}
