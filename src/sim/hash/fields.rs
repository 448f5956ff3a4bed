//! The fields of the state: what they are called, what they hold, and who reads them.

use crate::grid::Cell;
use crate::scenario::{Order, UnitId};
use bevy::math::Vec2;
use xxhash_rust::xxh64::Xxh64;

macro_rules! hashed_components {
    ($($name:ident),+ $(,)?) => {
        /// A component that is hashed. Those of the arena come before those of its units.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub(super) enum HashedComponent {
            $(
                #[doc = concat!("`", stringify!($name), "`")]
                $name,
            )+
        }
    };
}

hashed_components![
    Clock,
    Land,
    Script,
    Groups,
    Returning,
    ArenaFields,
    PlanQueue,
    Board,
    RightsOfWay,
    Shots,
    Score,
    Roster,
    Unit,
    Position,
    Velocity,
    Status,
    Orders,
    Progress,
    Route,
    Post,
    HitPoints,
    Energy,
    Armament,
    Target,
    Engagement,
    HoldsGround,
    Stepper,
    Steering,
];

impl HashedComponent {
    /// Whether the state hash contains it. What one stage of a tick hands to the next one decides nothing between two
    /// ticks, but it shows in which stage two runs part.
    pub(super) fn is_state(self) -> bool {
        self != Self::Steering
    }
}

/// The value of a field. Two values are equal if their bits are: 0 and -0 differ, and a NaN equals itself.
#[derive(Clone, Copy, Debug)]
pub(super) enum FieldValue {
    Flag(bool),
    U8(u8),
    U32(u32),
    U64(u64),
    F32(f32),
    F64(f64),
    Vec2(Vec2),
    Cell(Cell),
}

impl FieldValue {
    /// The bits and how many bytes of them count.
    #[inline]
    fn bits(self) -> (u64, usize) {
        let pair = |low: u32, high: u32| u64::from(low) | u64::from(high) << 32;
        match self {
            Self::Flag(value) => (u64::from(value), 1),
            Self::U8(value) => (u64::from(value), 1),
            Self::U32(value) => (u64::from(value), 4),
            Self::U64(value) => (value, 8),
            Self::F32(value) => (u64::from(value.to_bits()), 4),
            Self::F64(value) => (value.to_bits(), 8),
            Self::Vec2(value) => (pair(value.x.to_bits(), value.y.to_bits()), 8),
            Self::Cell(cell) => (pair(cell.x.cast_unsigned(), cell.y.cast_unsigned()), 8),
        }
    }
}

/// Bytes that wait to be hashed together.
const WAITING: usize = 512;

/// A hash over values, each with a fixed width, in little-endian order. Values are hashed many at a time, because most of
/// them are only a few bytes long.
pub(super) struct Hasher {
    hash: Xxh64,
    waiting: [u8; WAITING],
    used: usize,
}

impl Hasher {
    pub(super) fn new() -> Self {
        Self { hash: Xxh64::new(0), waiting: [0; WAITING], used: 0 }
    }

    #[inline]
    pub(super) fn write(&mut self, value: FieldValue) {
        if self.used + size_of::<u64>() > WAITING {
            self.flush();
        }
        let (bits, width) = value.bits();
        // All eight bytes are copied, which is faster than as many as count; the next value covers the rest.
        self.waiting[self.used..self.used + size_of::<u64>()].copy_from_slice(&bits.to_le_bytes());
        self.used += width;
    }

    pub(super) fn write_bytes(&mut self, bytes: &[u8]) {
        self.flush();
        self.hash.update(bytes);
    }

    pub(super) fn digest(mut self) -> u64 {
        self.flush();
        self.hash.digest()
    }

    fn flush(&mut self) {
        self.hash.update(&self.waiting[..self.used]);
        self.used = 0;
    }
}

/// Reads the state field by field. A name that comes again in a component names the next item of a list.
pub(super) trait Visitor: Sized {
    /// The fields that follow belong to this component of the arena, or of a unit.
    fn component(&mut self, unit: Option<UnitId>, component: HashedComponent);

    /// A field.
    fn field(&mut self, name: &'static str, value: FieldValue);

    /// Many fields of one byte.
    fn bytes(&mut self, name: &'static str, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.field(name, FieldValue::U8(byte)));
    }

    fn u8(&mut self, name: &'static str, value: u8) {
        self.field(name, FieldValue::U8(value));
    }

    fn flag(&mut self, name: &'static str, value: bool) {
        self.field(name, FieldValue::Flag(value));
    }

    fn u32(&mut self, name: &'static str, value: u32) {
        self.field(name, FieldValue::U32(value));
    }

    fn u64(&mut self, name: &'static str, value: u64) {
        self.field(name, FieldValue::U64(value));
    }

    /// A count or an index.
    fn count(&mut self, name: &'static str, value: usize) {
        self.u64(name, value as u64);
    }

    fn f32(&mut self, name: &'static str, value: f32) {
        self.field(name, FieldValue::F32(value));
    }

    fn f64(&mut self, name: &'static str, value: f64) {
        self.field(name, FieldValue::F64(value));
    }

    fn vec2(&mut self, name: &'static str, value: Vec2) {
        self.field(name, FieldValue::Vec2(value));
    }

    fn cell(&mut self, name: &'static str, cell: Cell) {
        self.field(name, FieldValue::Cell(cell));
    }

    /// A list of cells, after its length.
    fn cells(&mut self, length: &'static str, name: &'static str, cells: &[Cell]) {
        self.count(length, cells.len());
        cells.iter().for_each(|&cell| self.cell(name, cell));
    }

    /// A value that may be missing, after a flag that says whether it is there.
    fn option<T>(&mut self, has: &'static str, value: Option<T>, write: impl FnOnce(&mut Self, T)) {
        self.flag(has, value.is_some());
        if let Some(value) = value {
            write(self, value);
        }
    }

    fn order(&mut self, order: &Order) {
        self.u8("order", order.number());
        if let Some(place) = order.place() {
            self.cell("order.place", place);
        }
        match order {
            Order::AttackUnit { unit, .. } => self.u32("order.unit", unit.0),
            Order::Patrol { rounds, .. } => self.u32("order.rounds", *rounds),
            Order::Move(_) | Order::AttackMove(_) | Order::Attack(_) | Order::Hold => {}
        }
    }
}
