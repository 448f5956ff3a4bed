//! The smallest game on Phalanx: twelve soldiers walk round a wall. The README shows this file.
//!
//! `cargo run --release --example first_game`

use bevy::prelude::*;
use phalanx::prelude::*;

fn main() {
    App::new().add_plugins((DefaultPlugins, game)).run();
}

/// The game as a plugin, so that a test can run it without a window.
pub fn game(app: &mut App) {
    // One run of the schedule is 1/32 s of simulated time. Bevy's own rate is 64 Hz, twice as fast.
    app.insert_resource(Time::<Fixed>::from_hz(f64::from(TICKS_PER_SECOND)))
        .add_plugins(SimPlugin::in_schedule(FixedUpdate))
        .add_systems(Startup, set_up)
        .add_systems(Update, draw);
}

fn set_up(world: &mut World) {
    let mut map = vec!["........................................"; 16];
    map[4..12].fill("....................##..................");
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &map);
    let arena = spawn_arena(world, &Scenario::on(terrain), 0);
    let kind = kind_named("soldier").expect("a kind that comes with the crate");
    let units: Vec<UnitId> = (0..12).map(UnitId).collect();
    for &id in &units {
        let at = Vec2::new(2.5 + (id.0 % 3) as f32, 6.5 + (id.0 / 3) as f32);
        let sprite = Sprite::from_color(Color::srgb(0.3, 0.7, 1.0), Vec2::splat(14.0));
        world.spawn((sprite, unit_bundle(id, TeamId(0), kind, at), ChildOf(arena)));
    }
    let order = Order::Move(Cell::new(36, 8));
    let order = Action::Order(GiveOrder { units, order, queued: false });
    world.write_message(SendActions { arena, actions: vec![order] });
    world.spawn(Camera2d);
}

/// Positions are in cells, from the upper left corner, y down. Here a cell has 20 pixels, y goes up.
fn draw(mut units: Query<(&Position, &mut Transform), With<Unit>>) {
    for (position, mut transform) in &mut units {
        let middle = position.0 - Vec2::new(20.0, 8.0);
        transform.translation = (middle * Vec2::new(20.0, -20.0)).extend(0.0);
    }
}
