//! Saves a game in the middle of a march and goes on in another app, with the game's own components.
//!
//! `cargo run --release --no-default-features --features sim --example save_game`

use bevy::prelude::*;
use phalanx::prelude::*;
use phalanx::sim::state_hash;
use std::collections::HashMap;

/// What the game knows of a unit; the simulation does not save it.
#[derive(Component, Clone, Debug, PartialEq)]
struct Name(String);

fn app() -> App {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SimPlugin::in_schedule(Update)));
    app
}

fn main() {
    let mut app = app();
    let arena = set_up(app.world_mut());
    (0..150).for_each(|_| app.update());

    // One call for all arenas; what the game knows of its units goes beside it, by the ids of the units.
    let bytes = SaveGame::capture(app.world(), [arena]).expect("it can be restored").to_bytes();
    let mut named = app.world_mut().query::<(&Unit, &Name)>();
    let names: HashMap<UnitId, Name> =
        named.iter(app.world()).map(|(unit, name)| (unit.id, name.clone())).collect();
    println!("saved {} units in {} kB", names.len(), bytes.len().div_ceil(1024));

    let mut other = self::app();
    let save = SaveGame::from_bytes(&bytes).expect("written by this version");
    let restored = save.restore(other.world_mut()).expect("everything is there");
    for &(id, entity) in &restored[0].units {
        other.world_mut().entity_mut(entity).insert(names[&id].clone());
    }
    let copy = restored[0].arena;
    for _ in 0..300 {
        app.update();
        other.update();
        assert_eq!(state_hash(app.world(), arena), state_hash(other.world(), copy));
    }
    let mut units = other.world_mut().query::<(&Name, &Position)>();
    let first = units.iter(other.world()).max_by(|a, b| a.1.0.x.total_cmp(&b.1.0.x));
    let (name, at) = first.expect("nobody died");
    println!("both went on alike; {} is at {:.1}", name.0, at.0);
    match SaveGame::from_bytes(b"a letter") {
        Ok(_) => println!("strange"),
        Err(error) => println!("another file: {error}"),
    }
}

fn set_up(world: &mut World) -> Entity {
    let terrain = Terrain::open(Bounds::new(60, 20), CornerRule::BothSidesFree);
    let arena = spawn_arena(world, &Scenario::on(terrain), 0);
    let soldier = kind_named("soldier").expect("a kind that comes with the crate");
    let mut units = Vec::new();
    for name in ["Ada", "Grace", "Edsger", "Barbara", "Donald", "Frances"] {
        let spawned = spawn_unit(world, arena, TeamId(0), soldier, Vec2::new(3.5, 9.5));
        let (entity, id) = spawned.expect("there is room");
        world.entity_mut(entity).insert(Name(name.into()));
        units.push(id);
    }
    let order = Action::Order(GiveOrder::to(units, Order::Move(Cell::new(55, 10))));
    world.write_message(SendActions { arena, actions: vec![order] });
    arena
}
