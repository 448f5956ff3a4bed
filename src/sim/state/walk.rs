//! Any value that serde can write, leaf by leaf: for hashes, and for lists of fields.
//!
//! A walk is a format for people as far as serde knows ([`is_human_readable`](serde::Serializer::is_human_readable)), and
//! snapshots are not: that is how [`unhashed`](crate::unhashed) tells the two apart.

use serde::Serialize;
use serde::ser::{self, Serializer};
use std::fmt;

/// A value without parts.
#[derive(Clone, Copy)]
pub(super) enum Leaf<'a> {
    Flag(bool),
    U8(u8),
    U16(u16),
    U32(u32),
    U64(u64),
    I32(i32),
    I64(i64),
    F32(f32),
    F64(f64),
    Text(&'a str),
    /// The variant of an enumeration: its number and its name.
    Variant(u32, &'static str),
    /// Whether an optional value is there.
    IsThere(bool),
    /// How many values follow.
    Length(usize),
}

/// Where a part is in the whole.
#[derive(Clone, Copy)]
pub(super) enum Part {
    Field(&'static str),
    Item(usize),
}

/// Reads a walk.
pub(super) trait Sink {
    /// A leaf of the present part.
    fn leaf(&mut self, leaf: Leaf);

    /// A part begins.
    #[inline]
    fn enter(&mut self, _: Part) {}

    /// The key of an entry begins; the entry begins with the end of its key.
    #[inline]
    fn key(&mut self) {}

    /// The key is complete.
    #[inline]
    fn key_ends(&mut self) {}

    /// The part or entry ends.
    #[inline]
    fn leave(&mut self) {}
}

/// Hands all leaves of a value to a sink.
#[inline]
pub(super) fn walk(value: &impl Serialize, sink: &mut impl Sink) {
    // Writing a value of the state never fails.
    let _ = value.serialize(Walk(sink));
}

struct Walk<'a, S>(&'a mut S);

/// A walk in a value with parts.
struct Parts<'a, S> {
    sink: &'a mut S,
    next: usize,
    /// The names of numbered parts.
    names: &'static [&'static str],
}

impl<'a, S: Sink> Walk<'a, S> {
    #[inline]
    fn leaf(self, leaf: Leaf) -> Result<(), fmt::Error> {
        self.0.leaf(leaf);
        Ok(())
    }

    #[inline]
    fn parts(self) -> Result<Parts<'a, S>, fmt::Error> {
        Ok(Parts { sink: self.0, next: 0, names: &[] })
    }

    /// Parts whose number the type does not determine.
    #[inline]
    fn many(self, length: Option<usize>) -> Result<Parts<'a, S>, fmt::Error> {
        self.0.leaf(Leaf::Length(length.unwrap_or(0)));
        self.parts()
    }
}

impl<S: Sink> Parts<'_, S> {
    #[inline]
    fn part(&mut self, part: Part, value: &(impl Serialize + ?Sized)) -> Result<(), fmt::Error> {
        self.sink.enter(part);
        value.serialize(Walk(self.sink))?;
        self.sink.leave();
        Ok(())
    }

    #[inline]
    fn item(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), fmt::Error> {
        let part =
            self.names.get(self.next).map_or(Part::Item(self.next), |&name| Part::Field(name));
        self.next += 1;
        self.part(part, value)
    }
}

macro_rules! leaves {
    ($($method:ident($type:ty) => $leaf:expr;)+) => {
        $(
            #[inline]
            fn $method(self, value: $type) -> Result<(), fmt::Error> {
                let leaf: fn($type) -> Leaf<'static> = $leaf;
                self.leaf(leaf(value))
            }
        )+
    };
}

impl<'a, S: Sink> Serializer for Walk<'a, S> {
    type Ok = ();
    type Error = fmt::Error;
    type SerializeSeq = Parts<'a, S>;
    type SerializeTuple = Parts<'a, S>;
    type SerializeTupleStruct = Parts<'a, S>;
    type SerializeTupleVariant = Parts<'a, S>;
    type SerializeMap = Parts<'a, S>;
    type SerializeStruct = Parts<'a, S>;
    type SerializeStructVariant = Parts<'a, S>;

    leaves! {
        serialize_bool(bool) => Leaf::Flag;
        serialize_u8(u8) => Leaf::U8;
        serialize_u16(u16) => Leaf::U16;
        serialize_u32(u32) => Leaf::U32;
        serialize_u64(u64) => Leaf::U64;
        serialize_i8(i8) => |value| Leaf::I32(i32::from(value));
        serialize_i16(i16) => |value| Leaf::I32(i32::from(value));
        serialize_i32(i32) => Leaf::I32;
        serialize_i64(i64) => Leaf::I64;
        serialize_f32(f32) => Leaf::F32;
        serialize_f64(f64) => Leaf::F64;
        serialize_char(char) => |value| Leaf::U32(u32::from(value));
    }

    fn serialize_str(self, value: &str) -> Result<(), fmt::Error> {
        self.leaf(Leaf::Text(value))
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), fmt::Error> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_none(self) -> Result<(), fmt::Error> {
        self.leaf(Leaf::IsThere(false))
    }

    #[inline]
    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), fmt::Error> {
        self.0.leaf(Leaf::IsThere(true));
        value.serialize(self)
    }

    #[inline]
    fn serialize_unit(self) -> Result<(), fmt::Error> {
        Ok(())
    }

    #[inline]
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), fmt::Error> {
        Ok(())
    }

    #[inline]
    fn serialize_unit_variant(
        self,
        _: &'static str,
        index: u32,
        variant: &'static str,
    ) -> Result<(), fmt::Error> {
        self.leaf(Leaf::Variant(index, variant))
    }

    #[inline]
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), fmt::Error> {
        value.serialize(self)
    }

    #[inline]
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        index: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), fmt::Error> {
        self.0.leaf(Leaf::Variant(index, variant));
        self.parts()?.part(Part::Field(variant), value)
    }

    #[inline]
    fn serialize_seq(self, length: Option<usize>) -> Result<Parts<'a, S>, fmt::Error> {
        self.many(length)
    }

    #[inline]
    fn serialize_tuple(self, _: usize) -> Result<Parts<'a, S>, fmt::Error> {
        self.parts()
    }

    #[inline]
    fn serialize_tuple_struct(
        self,
        name: &'static str,
        _: usize,
    ) -> Result<Parts<'a, S>, fmt::Error> {
        let names: &[_] = if matches!(name, "Vec2" | "DVec2") { &["x", "y"] } else { &[] };
        Ok(Parts { names, ..self.parts()? })
    }

    #[inline]
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        index: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a, S>, fmt::Error> {
        self.0.leaf(Leaf::Variant(index, variant));
        self.parts()
    }

    #[inline]
    fn serialize_map(self, length: Option<usize>) -> Result<Parts<'a, S>, fmt::Error> {
        self.many(length)
    }

    #[inline]
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Parts<'a, S>, fmt::Error> {
        self.parts()
    }

    #[inline]
    fn serialize_struct_variant(
        self,
        _: &'static str,
        index: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Parts<'a, S>, fmt::Error> {
        self.0.leaf(Leaf::Variant(index, variant));
        self.parts()
    }
}

/// Values whose parts are counted.
macro_rules! items {
    ($($kind:ident::$method:ident,)+) => {
        $(
            impl<S: Sink> ser::$kind for Parts<'_, S> {
                type Ok = ();
                type Error = fmt::Error;

                #[inline]
                fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), fmt::Error> {
                    self.item(value)
                }

                #[inline]
                fn end(self) -> Result<(), fmt::Error> {
                    Ok(())
                }
            }
        )+
    };
}

items! {
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field,
}

/// Values whose parts have names.
macro_rules! fields {
    ($($kind:ident,)+) => {
        $(
            impl<S: Sink> ser::$kind for Parts<'_, S> {
                type Ok = ();
                type Error = fmt::Error;

                #[inline]
                fn serialize_field<T: Serialize + ?Sized>(
                    &mut self,
                    name: &'static str,
                    value: &T,
                ) -> Result<(), fmt::Error> {
                    self.part(Part::Field(name), value)
                }

                #[inline]
                fn end(self) -> Result<(), fmt::Error> {
                    Ok(())
                }
            }
        )+
    };
}

fields! { SerializeStruct, SerializeStructVariant, }

impl<S: Sink> ser::SerializeMap for Parts<'_, S> {
    type Ok = ();
    type Error = fmt::Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), fmt::Error> {
        self.sink.key();
        key.serialize(Walk(self.sink))?;
        self.sink.key_ends();
        Ok(())
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), fmt::Error> {
        value.serialize(Walk(self.sink))?;
        self.sink.leave();
        Ok(())
    }

    fn end(self) -> Result<(), fmt::Error> {
        Ok(())
    }
}
