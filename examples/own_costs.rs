//! A game with costs of its own: lava that one team fears, in the core and in an arena at run time.
//!
//! `cargo run --release --no-default-features --features sim --example own_costs`

use bevy::prelude::*;
use phalanx::grid::Rectangle;
use phalanx::prelude::*;

const MAP: [&str; 12] = ["........................................"; 12];

/// A stream of lava with a ford at the upper edge.
fn lava() -> impl Iterator<Item = Cell> {
    Rectangle::new(Cell::new(19, 2), 2, 10).cells()
}

fn main() {
    // In the core: costs belong to the context of a plan.
    let terrain = Terrain::from_text(CornerRule::BothSidesFree, &MAP);
    let mut costs = CellCosts::new(&terrain);
    for cell in lava() {
        costs.set(cell, 25.0, 0.0).expect("1 to 1000 times the length");
    }
    let starts: Vec<Cell> = (6..10).map(|y| Cell::new(2, y)).collect();
    let layers = Layers { markers: Some(Markers::default()), ..Layers::default() };
    let bare = PlanContext::bare(&terrain).with_layers(layers);
    for (name, context) in [("without", bare), ("with", bare.with_costs(&costs))] {
        let request = GroupRequest::new(&context, &starts, Cell::new(37, 8));
        let plans = plan(&Search::default(), &request, &mut PlanScratch::default());
        let cells = plans.iter().filter_map(|plan| plan.path.as_ref()).flat_map(|p| p.cells());
        let burnt = cells.filter(|cell| costs.get(**cell).0 > 1.0).count();
        println!("{name} costs: {burnt} cells of lava on the paths");
    }

    // In an arena: an action, so it is recorded and saved. The other team does not care.
    let mut app = App::new();
    app.add_plugins((MinimalPlugins, SimPlugin::in_schedule(Update)));
    let world = app.world_mut();
    let arena = spawn_arena(world, &Scenario::on(terrain).with_teams(2), 0);
    let soldier = kind_named("soldier").expect("a kind that comes with the crate");
    let mut actions: Vec<Action> = Vec::new();
    for team in [TeamId(0), TeamId(1)] {
        let near = Vec2::new(2.5, 5.5 + 3.0 * f32::from(team.0));
        let units: Vec<UnitId> = (0..4)
            .map(|_| spawn_unit(world, arena, team, soldier, near).expect("there is room").1)
            .collect();
        let to = Cell::new(37, 5 + 3 * i32::from(team.0));
        actions.push(Action::Order(GiveOrder::to(units, Order::Move(to))));
    }
    world.write_message(SendActions { arena, actions });
    (0..60).for_each(|_| app.update());
    // The volcano breaks out while they walk.
    let cells = lava().map(|cell| (cell, 25.0)).collect();
    let costs = Action::SetCosts(SetCosts { team: Some(TeamId(0)), cells });
    app.world_mut().write_message(SendActions { arena, actions: vec![costs] });
    let mut burnt = [0; 2];
    for _ in 0..600 {
        app.update();
        let mut units = app.world_mut().query::<(&Unit, &Position)>();
        for (unit, at) in units.iter(app.world()) {
            let burns = lava().any(|cell| cell == Cell::containing(at.0));
            burnt[usize::from(unit.team.0)] += u32::from(burns);
        }
    }
    println!("ticks in the lava: {} of those that fear it, {} of the others", burnt[0], burnt[1]);
}
