//! Moves the `Transform`s of units, smoothly between two ticks. Optional: a game may read positions itself.

use super::unit::{Position, PreviousPosition, Unit};
use bevy::prelude::*;
use bevy::transform::TransformSystems;

/// Writes the translation of every unit that has a `Transform`, once a frame: between where it was one tick ago and where it is,
/// so that units move smoothly at any frame rate. Only units that move are written. Rotation and scale are the game's.
///
/// ```
/// # use bevy::prelude::*;
/// # use phalanx::prelude::*;
/// // Cells of 20 pixels, y up.
/// let to_world = |at: Vec2| Vec3::new(at.x * 20.0, at.y * -20.0, 0.0);
/// App::new().add_plugins((MinimalPlugins, SimPlugin::self_timed(), TransformSync { to_world }));
/// ```
pub struct TransformSync {
    /// From cells to the world of the game.
    pub to_world: fn(Vec2) -> Vec3,
}

/// The part of a tick that has passed since the last one, 0 to 1. [`SimPlugin::self_timed`](super::SimPlugin::self_timed) keeps it,
/// and so does the plugin in `FixedUpdate`; a game with a schedule of its own may write it.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct TickFraction(pub f32);

impl Default for TickFraction {
    fn default() -> Self {
        Self(1.0)
    }
}

#[derive(Resource, Clone, Copy)]
struct ToWorld(fn(Vec2) -> Vec3);

impl Plugin for TransformSync {
    fn build(&self, app: &mut App) {
        app.init_resource::<TickFraction>()
            .insert_resource(ToWorld(self.to_world))
            .add_systems(PostUpdate, move_transforms.before(TransformSystems::Propagate));
    }
}

type Moving<'a> = (&'a Position, &'a PreviousPosition, &'a mut Transform);

fn move_transforms(
    fraction: Res<TickFraction>,
    to_world: Res<ToWorld>,
    mut units: Query<Moving, With<Unit>>,
) {
    for (position, previous, mut transform) in &mut units {
        let at = (to_world.0)(previous.0.lerp(position.0, fraction.0.clamp(0.0, 1.0)));
        if transform.translation != at {
            transform.translation = at;
        }
    }
}
