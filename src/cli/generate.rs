//! `phalanx generate`: a map from kind, parameters, size and seed.

use super::{Failure, GenerateArgs, Outcome, describe_ground, must_be_written, say};
use phalanx::grid::Generator;
use phalanx::scenario::{MapOrigin, Scenario, map_format, save_file, save_map};
use std::sync::Arc;

pub fn generate(args: GenerateArgs) -> Outcome {
    let GenerateArgs { kind, size, seed, settings, out } = args;
    must_be_written(&out)?;
    let generator = Generator::with(kind.0, &settings.into_iter().collect())
        .map_err(|fault| Failure::Usage(fault.to_string()))?;
    let terrain = Arc::new(generator.make(size, seed));
    let origin = MapOrigin::Generated { generator, seed, terrain: terrain.clone() };
    let title = format!("Generated {}", kind.0.name());
    let scenario = Scenario { title, origin, ..Scenario::on(terrain.clone()) };
    match map_format(&out) {
        Some(_) => save_map(&scenario, &out)?,
        None => save_file(&scenario, &out)?,
    }
    say(describe_ground(&out, &terrain));
    Ok(())
}
