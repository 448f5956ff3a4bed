//! `phalanx generate`: a map from kind, parameters, size and seed.

use super::output_file::{is_scenario, try_to_begin};
use super::{Failure, GenerateArgs, Outcome, Outputs, describe_ground, must_be_written, say};
use phalanx::grid::Generator;
use phalanx::scenario::{MapOrigin, Scenario, save_file, save_map};
use std::sync::Arc;

pub fn generate(args: GenerateArgs) -> Outcome {
    let GenerateArgs { kind, size, seed, settings, out, force } = args;
    must_be_written(&out)?;
    let generator = Generator::with(kind.0, &settings.into_iter().collect())
        .map_err(|fault| Failure::Usage(fault.to_string()))?;
    Outputs::default().and("--out", Some(&out)).check(force)?;
    try_to_begin(&out)?;
    let terrain = Arc::new(generator.make(size, seed));
    let origin = MapOrigin::Generated { generator, seed, terrain: terrain.clone() };
    let title = format!("Generated {}", kind.0.name());
    let scenario = Scenario { title, origin, ..Scenario::plain(terrain.clone()) };
    if is_scenario(&out) {
        save_file(&scenario, &out)?;
    } else {
        save_map(&scenario, &out)?;
    }
    say(describe_ground(&out, &terrain));
    Ok(())
}
