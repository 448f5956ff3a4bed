//! Two teams fight over a gap: own unit kinds, and an AI that gives orders. No window.
//!
//! `cargo run --release --no-default-features --features sim --example skirmish`

use bevy::prelude::*;
use phalanx::prelude::*;

/// What the game knows of a unit.
#[derive(Component)]
struct Fighter {
    name: String,
    kills: u32,
}

/// The AI of a team: it thinks again at this tick.
#[derive(Component)]
struct Commander {
    team: TeamId,
    thinks_at: u64,
}

fn main() {
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SimPlugin::in_schedule(Update)))
        .add_systems(Update, command.before(SimSystems))
        .add_observer(count_kill);
    let arena = set_up(app.world_mut());
    for _ in 0..4000 {
        app.update();
        if let Some((tick, winner)) = winner(app.world(), arena) {
            println!("{winner} wins after {} s", tick / u64::from(TICKS_PER_SECOND));
            break;
        }
    }
    let mut fighters = app.world_mut().query::<&Fighter>();
    let best = fighters.iter(app.world()).max_by_key(|fighter| fighter.kills);
    if let Some(best) = best {
        println!("{} killed {} enemies", best.name, best.kills);
    }
}

/// A kind of the game: what is different from one that comes with the crate.
fn kind(name: &str, of: &str, change: impl FnOnce(&mut KindDefinition)) -> &'static UnitKind {
    let base = kind_named(of).expect("a kind that comes with the crate");
    let mut definition = KindDefinition { name: name.into(), ..KindDefinition::of(base) };
    change(&mut definition);
    definition.kind().expect("within the limits")
}

fn set_up(world: &mut World) -> Entity {
    let mut map = vec!["........................#........................"; 24];
    map[9..14].fill(".................................................");
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &map);
    let scenario = Scenario::on(terrain).with_teams(2).under(Doctrine::hybrid_boids());
    let arena = spawn_arena(world, &scenario, 0);
    let archer = kind("archer", "Marine", |kind| kind.hit_points = 45.0);
    let knight = kind("knight", "Firebat", |kind| (kind.hit_points, kind.speed) = (90.0, 4.0));
    for i in 0..24 {
        let (team, x) = (TeamId(i % 2), if i % 2 == 0 { 6.5 } else { 42.5 });
        let kind = if i % 3 == 0 { knight } else { archer };
        let near = Vec2::new(x, 12.5);
        let (unit, id) = spawn_unit(world, arena, team, kind, near).expect("there is room");
        let name = format!("{} {}", kind.name, id.0);
        world.entity_mut(unit).insert(Fighter { name, kills: 0 });
    }
    for team in [TeamId(0), TeamId(1)] {
        world.spawn(Commander { team, thinks_at: u64::from(team.0) * 40 });
    }
    arena
}

/// Every few seconds a commander sends its units to the nearest enemy.
fn command(
    arena: Single<(Entity, &Clock), With<Arena>>,
    mut commanders: Query<&mut Commander>,
    units: Query<(&Unit, &Position)>,
    mut orders: MessageWriter<SendActions>,
) {
    let (arena, clock) = *arena;
    for mut commander in commanders.iter_mut().filter(|c| c.thinks_at <= clock.tick) {
        commander.thinks_at = clock.tick + 100;
        let (own, others): (Vec<_>, Vec<_>) =
            units.iter().partition(|(unit, _)| unit.team == commander.team);
        let Some(middle) = own.first().map(|(_, at)| at.0) else { continue };
        let nearest =
            others.iter().min_by(|a, b| a.1.0.distance(middle).total_cmp(&b.1.0.distance(middle)));
        let Some((_, enemy)) = nearest else { continue };
        let order = Order::AttackMove(Cell::containing(enemy.0));
        let order = GiveOrder::to(own.iter().map(|(unit, _)| unit.id), order);
        orders.write(SendActions { arena, actions: vec![Action::Order(order)] });
    }
}

fn count_kill(death: On<UnitDied>, mut fighters: Query<&mut Fighter>) {
    if let Some(mut killer) = death.killer.and_then(|killer| fighters.get_mut(killer).ok()) {
        killer.kills += 1;
    }
}

fn winner(world: &World, arena: Entity) -> Option<(u64, String)> {
    let (team, tick) = world.get::<phalanx::sim::Score>(arena)?.winner?;
    let teams = world.get::<phalanx::sim::Teams>(arena)?;
    Some((tick, teams.0[usize::from(team.0)].name.clone()))
}
