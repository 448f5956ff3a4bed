//! `phalanx generate`: a map from kind, size and seed.

use super::{Failure, GenerateArgs, Outcome, say};
use phalanx::grid::{Bounds, generate as generate_map, write_map};
use phalanx::scenario::{MapOrigin, Scenario, save_file};
use std::sync::Arc;

pub fn generate(args: GenerateArgs) -> Outcome {
    let GenerateArgs { kind, size, seed, out } = args;
    let terrain = Arc::new(generate_map(kind.0, size, seed));
    let ending = out.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    match ending.as_str() {
        "map" => std::fs::write(&out, write_map(&terrain)).map_err(|e| {
            Failure::Failed(format!("{}: the file cannot be written ({e})", out.display()))
        })?,
        "ron" => {
            let origin = MapOrigin::Generated { kind: kind.0, seed, terrain: terrain.clone() };
            let title = format!("Generated {}", kind.0.name());
            save_file(&Scenario { title, origin, ..Scenario::on(terrain.clone()) }, &out)?;
        }
        _ => {
            let out = out.display();
            return Err(Failure::Usage(format!("{out}: the name must end in .map or .ron")));
        }
    }
    let free = terrain.passable_count();
    let (out, Bounds { width, height }) = (out.display(), size);
    say(format!("{out}: {width} x {height} cells, {free} of them free"));
    Ok(())
}
