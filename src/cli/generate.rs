//! `phalanx generate`: a map from kind, size and seed.

use super::{GenerateArgs, Outcome, describe_ground, must_be_written, say};
use phalanx::grid::generate as generate_map;
use phalanx::scenario::{MapOrigin, Scenario, map_format, save_file, save_map};
use std::sync::Arc;

pub fn generate(args: GenerateArgs) -> Outcome {
    let GenerateArgs { kind, size, seed, out } = args;
    must_be_written(&out)?;
    let terrain = Arc::new(generate_map(kind.0, size, seed));
    let origin = MapOrigin::Generated { kind: kind.0, seed, terrain: terrain.clone() };
    let title = format!("Generated {}", kind.0.name());
    let scenario = Scenario { title, origin, ..Scenario::on(terrain.clone()) };
    match map_format(&out) {
        Some(_) => save_map(&scenario, &out)?,
        None => save_file(&scenario, &out)?,
    }
    say(describe_ground(&out, &terrain));
    Ok(())
}
