//! `phalanx generate`: make a map.

use super::{Failure, GenerateArgs, Outcome};
use phalanx::grid::{generate, write_map};
use phalanx::scenario::{Scenario, to_ron, write_atomically};

pub fn generate(args: GenerateArgs) -> Outcome {
    let terrain = generate::generate(args.kind.0, args.size, args.seed);
    let ending = args.out.extension().and_then(|e| e.to_str()).unwrap_or("").to_ascii_lowercase();
    let text = match ending.as_str() {
        "map" => write_map(&terrain),
        "ron" => {
            let title = format!("Generated {}", args.kind.0.name());
            to_ron(&Scenario::bare(title, terrain))
        }
        _ => {
            return Err(Failure::Usage(format!(
                "{}: the file must end in .map or .ron",
                args.out.display()
            )));
        }
    };
    write_atomically(&args.out, &text)
        .map_err(|e| Failure::Failed(format!("{}: cannot be written: {e}", args.out.display())))?;
    let free = terrain.passable_count();
    eprintln!(
        "{}: {} x {} cells, {free} of them free",
        args.out.display(),
        args.size.width,
        args.size.height
    );
    Ok(())
}
