//! Where the ground of a scenario came from.

use super::Scenario;
use crate::grid::{Bounds, Generator, Terrain};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where the ground of a scenario came from.
///
/// The original ground is kept beside its source. A source is used only while the ground is still equal to it, so an edit
/// does not have to change the origin.
#[derive(Clone, Debug, Default)]
pub enum MapOrigin {
    /// Rows or rectangles in the scenario itself, or painted by hand.
    #[default]
    Inline,
    /// A map file.
    File {
        /// As the scenario names it.
        written: String,
        /// Where it was found.
        found: PathBuf,
        /// What it holds.
        terrain: Arc<Terrain>,
    },
    /// The generator.
    Generated {
        /// What made it.
        generator: Generator,
        /// The seed.
        seed: u64,
        /// The generated ground.
        terrain: Arc<Terrain>,
    },
}

/// What a scenario file says about its map.
#[derive(Debug, PartialEq)]
pub(super) enum MapSource {
    Rows,
    File(String),
    Generated(Generator, Bounds, u64),
}

impl MapOrigin {
    /// What to write into a file in the folder `folder` (or in a place not known yet).
    pub(super) fn source(&self, scenario: &Scenario, folder: Option<&Path>) -> MapSource {
        match self {
            Self::File { written, found, terrain } if same_ground(terrain, &scenario.terrain) => {
                MapSource::File(match folder {
                    Some(folder) => name_from(folder, written, found),
                    None => written.clone(),
                })
            }
            Self::Generated { generator, seed, terrain }
                if same_ground(terrain, &scenario.terrain) =>
            {
                MapSource::Generated(*generator, terrain.bounds(), *seed)
            }
            _ => MapSource::Rows,
        }
    }
}

/// The corner rule stands elsewhere in the file, so changing it leaves the ground as it was.
fn same_ground(a: &Arc<Terrain>, b: &Arc<Terrain>) -> bool {
    Arc::ptr_eq(a, b)
        || a.bounds() == b.bounds() && a.bounds().cells().all(|c| a.ground(c) == b.ground(c))
}

/// How a file in `folder` names the map at `found`: as before if that still leads there, else
/// relative if it lies below, else in full.
pub(super) fn name_from(folder: &Path, written: &str, found: &Path) -> String {
    let full = |path: &Path| path.canonicalize().ok();
    let target = full(found);
    if target.is_some() && full(&folder.join(written)) == target {
        return written.into();
    }
    let target = target.unwrap_or_else(|| found.to_path_buf());
    let relative = full(folder).and_then(|f| target.strip_prefix(f).map(Path::to_path_buf).ok());
    relative.unwrap_or(target).to_string_lossy().into_owned()
}
