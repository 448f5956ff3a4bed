//! The same orders with crates that a Bevy user would take instead.

use crate::draw::Draw;
use crate::mesh::rectangles;
use landmass::{
    Archipelago, ArchipelagoOptions, FromAgentRadius, Island, NavigationMesh,
    PermittedAnimationLinks, Transform, XY,
};
use phalanx::grid::{Cell, Terrain};
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// A peer stops planning an order after this time; what it would have taken is computed from the paths so far.
const LIMIT: Duration = Duration::from_secs(3);

/// What planning all paths of an order took.
#[derive(Clone, Copy, Default)]
pub struct Planned {
    /// Number of paths planned within the limit.
    pub paths: usize,
    pub whole: Duration,
    /// The slowest single path.
    pub slowest: Duration,
    pub failed: usize,
    /// Sum of the lengths of all paths, in cells.
    pub length: f64,
}

impl Planned {
    /// Keeps the lower times, of this and of the same again.
    pub fn keep_lower(&mut self, again: &Self) {
        self.whole = self.whole.min(again.whole);
        self.slowest = self.slowest.min(again.slowest);
    }
}

/// A crate with its own form of a map. Finds the length of a path between two points, if it finds one.
pub trait Peer {
    fn name(&self) -> &'static str;
    fn path(&self, from: [f32; 2], to: [f32; 2]) -> Option<f64>;
}

/// All peers on a map.
pub fn peers(terrain: &Terrain) -> Vec<Box<dyn Peer>> {
    vec![Box::new(Landmass::on(terrain))]
}

/// Plans a path for every unit, one after the other, until the limit is over.
pub fn plan(peer: &dyn Peer, draw: &Draw, one_goal: bool) -> Planned {
    let mut planned = Planned::default();
    for (&start, &goal) in draw.starts.iter().zip(&draw.goals) {
        let goal = if one_goal { draw.goals[0] } else { goal };
        let clock = Instant::now();
        let length = peer.path(middle(start), middle(goal));
        let time = clock.elapsed();
        planned.whole += time;
        planned.paths += 1;
        planned.slowest = planned.slowest.max(time);
        planned.failed += usize::from(length.is_none());
        planned.length += length.unwrap_or(0.0);
        if planned.whole > LIMIT {
            break;
        }
    }
    planned
}

fn middle(cell: Cell) -> [f32; 2] {
    cell.center().into()
}

struct Landmass(Archipelago<XY>);

impl Landmass {
    fn on(terrain: &Terrain) -> Self {
        let mesh = rectangles(terrain);
        let mesh = NavigationMesh::<XY> {
            vertices: mesh.vertices.into_iter().map(Into::into).collect(),
            polygon_type_indices: vec![0; mesh.polygons.len()],
            polygons: mesh
                .polygons
                .into_iter()
                .map(|around| around.into_iter().map(|v| v as usize).collect())
                .collect(),
            height_mesh: None,
        };
        let mut archipelago = Archipelago::new(ArchipelagoOptions::from_agent_radius(0.36));
        let place = Transform { translation: [0.0, 0.0].into(), rotation: 0.0 };
        archipelago.add_island(Island::new(place, Arc::new(mesh.validate().unwrap())));
        archipelago.update(0.0);
        Self(archipelago)
    }
}

impl Peer for Landmass {
    fn name(&self) -> &'static str {
        "landmass"
    }

    fn path(&self, from: [f32; 2], to: [f32; 2]) -> Option<f64> {
        let sample = |at: [f32; 2]| self.0.sample_point(at.into(), &0.1).ok();
        let (start, end) = (sample(from)?, sample(to)?);
        let links = PermittedAnimationLinks::All;
        let steps = self.0.find_path(&start, &end, &HashMap::new(), links).ok()?;
        let mut length = 0.0;
        let mut here = from;
        for step in steps {
            if let landmass::PathStep::Waypoint(next) = step {
                length += f64::from((next.x - here[0]).hypot(next.y - here[1]));
                here = next.into();
            }
        }
        Some(length)
    }
}
