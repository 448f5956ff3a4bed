//! The state hash as it was until version 0.2, beside the new one for one commit: the proof that behaviour is the same.

mod arena;
mod fields;
mod unit;

use fields::{FieldValue, HashedComponent};

use crate::scenario::UnitId;
use crate::sim::arena::Roster;
use crate::sim::cells::Board;
use bevy::prelude::{Entity, World};
use fields::{Hasher, Visitor};

/// A hash over all state of an arena that decides how a run continues. Equal states have equal hashes.
pub fn state_hash(world: &World, arena: Entity) -> u64 {
    let mut total = Total { hash: Hasher::new(), counts: true };
    visit(world, arena, &mut total);
    total.hash.digest()
}

fn visit(world: &World, arena: Entity, fields: &mut impl Visitor) {
    arena::visit(world, arena, fields);
    let units = world.get::<Roster>(arena).map(|roster| &roster.units);
    fields.component(None, HashedComponent::Roster);
    fields.count("units", units.map_or(0, |units| units.len()));
    let on_board = world.get::<Board>(arena).is_some();
    for (&id, &entity) in units.into_iter().flatten() {
        unit::visit(world, id, entity, on_board, fields);
    }
}

/// Hashes all that is state.
struct Total {
    hash: Hasher,
    /// Whether the present component is state.
    counts: bool,
}

impl Visitor for Total {
    fn component(&mut self, _: Option<UnitId>, component: HashedComponent) {
        self.counts = component.is_state();
    }

    #[inline]
    fn field(&mut self, _: &'static str, value: FieldValue) {
        if self.counts {
            self.hash.write(value);
        }
    }

    fn bytes(&mut self, _: &'static str, bytes: &[u8]) {
        if self.counts {
            self.hash.write_bytes(bytes);
        }
    }
}
