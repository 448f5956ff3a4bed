//! Runs a scenario without a window and prints its metrics every five seconds.
//!
//! `cargo run --release --no-default-features --features sim --example headless_metrics`

use phalanx::scenario::{load_str, preset_named};
use phalanx::sim::{Position, Simulation, TICKS_PER_SECOND};

const SCENARIO: &str = r#"(
    version: 1,
    title: "A gate",
    map: Rows([
        "..............#..............",
        "..............#..............",
        ".............................",
        "..............#..............",
        "..............#..............",
    ]),
    teams: [(name: "blue"), (name: "orange")],
    units: [(team: "blue", at: (1, 1), block: (4, 3)), (team: "orange", at: (24, 1), block: (4, 3))],
    orders: [
        (who: Team("blue"), order: Move(At(26, 2))),
        (who: Team("orange"), order: Move(At(2, 2))),
    ],
)"#;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for preset in ["A*", "Flock"] {
        let mut scenario = load_str(SCENARIO, "a gate", None)?;
        for team in &mut scenario.teams {
            team.doctrine = preset_named(preset).ok_or("there is no such preset")?.doctrine;
        }
        let mut simulation = Simulation::new(&scenario);
        println!("{} under {preset}", scenario.title);
        while simulation.numbers().all_arrived_at.is_none() && simulation.tick() < 4000 {
            simulation.run(5 * u64::from(TICKS_PER_SECOND));
            let numbers = simulation.numbers();
            println!(
                "  {:>3} s: {:>2} walk, {:>2} arrived, {:>6.1} cells walked, spread {:.2} cells",
                simulation.tick() / u64::from(TICKS_PER_SECOND),
                numbers.walking,
                numbers.arrived,
                numbers.distance_walked,
                numbers.spread,
            );
        }
        let (first, _) = simulation.units().next().ok_or("there are no units")?;
        let at = simulation.unit::<Position>(first).ok_or("it is dead")?;
        println!("  unit {} ends at {:.1}; state hash {:016x}", first.0, at.0, simulation.hash());
    }
    Ok(())
}
