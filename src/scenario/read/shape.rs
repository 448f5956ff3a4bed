//! What a type can be read from: the names of its fields and variants, taken from its `Deserialize`.
//!
//! A [`Probe`] pretends to hold a value. It records what the type asks for, and stops. To look at a part, it gives the type
//! that part first, with another probe inside.

use serde::de::value::{Error, StrDeserializer};
use serde::de::{
    DeserializeSeed, Deserializer, EnumAccess, Error as _, IntoDeserializer, MapAccess, SeqAccess,
    VariantAccess, Visitor,
};
use serde::{Deserialize, forward_to_deserialize_any};

type Names = &'static [&'static str];

/// What a type can be read from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Fields with names.
    Struct(&'static str, Names),
    /// One of several variants.
    Enum(&'static str, Names),
    /// Values of one type.
    List,
    /// This many values in brackets.
    Tuple(usize),
    /// A variant without anything.
    Unit,
    /// A single value, in a word or two.
    Value(&'static str),
}

/// What a part of a type can be read from; `path` leads to it by numbers of fields, variants and entries. `None` if there
/// does not exist.
pub fn shape_of<'de, T: Deserialize<'de>>(path: &[usize]) -> Option<Shape> {
    let mut found = None;
    // It stops with an error as soon as it has found the part.
    let _ = T::deserialize(Probe { path, found: &mut found });
    found
}

struct Probe<'a> {
    path: &'a [usize],
    found: &'a mut Option<Shape>,
}

impl<'a> Probe<'a> {
    fn stop<T>(self, shape: Shape) -> Result<T, Error> {
        if self.path.is_empty() {
            *self.found = Some(shape);
        }
        Err(Error::custom("enough is known"))
    }

    /// The first number of the path, and a probe for the rest of it.
    fn enter(self) -> Option<(usize, Self)> {
        let (first, path) = self.path.split_first()?;
        Some((*first, Probe { path, found: self.found }))
    }
}

macro_rules! values {
    ($($word:literal: $($method:ident)+,)+) => {
        $($(fn $method<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
            self.stop(Shape::Value($word))
        })+)+
    };
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Error;

    values! {
        "true or false": deserialize_bool,
        "whole number": deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
            deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64,
        "number": deserialize_f32 deserialize_f64,
        "text": deserialize_char deserialize_str deserialize_string deserialize_bytes
            deserialize_byte_buf deserialize_identifier,
        "anything": deserialize_any deserialize_ignored_any,
        "names with values": deserialize_map,
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        visitor.visit_some(self)
    }

    fn deserialize_unit<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        self.stop(Shape::Unit)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: V,
    ) -> Result<V::Value, Error> {
        self.stop(Shape::Unit)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
        if self.path.is_empty() {
            return self.stop(Shape::List);
        }
        visitor.visit_seq(Parts { before: 0, probe: self.enter().map(|(_, probe)| probe) })
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.path.is_empty() {
            return self.stop(Shape::Tuple(length));
        }
        let (before, probe) = self.enter().unzip();
        visitor.visit_seq(Parts { before: before.unwrap_or_default(), probe })
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        self.deserialize_tuple(length, visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        name: &'static str,
        fields: Names,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.path.is_empty() {
            return self.stop(Shape::Struct(name, fields));
        }
        let part = self.enter().and_then(|(field, probe)| Some((*fields.get(field)?, probe)));
        visitor.visit_map(Part(part))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: Names,
        visitor: V,
    ) -> Result<V::Value, Error> {
        if self.path.is_empty() {
            return self.stop(Shape::Enum(name, variants));
        }
        let part = self.enter().and_then(|(variant, probe)| Some((*variants.get(variant)?, probe)));
        match part {
            Some(part) => visitor.visit_enum(Part(Some(part))),
            None => Err(Error::custom("there is no such variant")),
        }
    }
}

/// A field or a variant with a probe inside.
struct Part<'a>(Option<(&'static str, Probe<'a>)>);

fn name<'de>(name: &'static str) -> StrDeserializer<'de, Error> {
    name.into_deserializer()
}

impl<'de> MapAccess<'de> for Part<'_> {
    type Error = Error;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Error> {
        self.0.as_ref().map(|(field, _)| seed.deserialize(name(field))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Error> {
        match self.0.take() {
            Some((_, probe)) => seed.deserialize(probe),
            None => Err(Error::custom("there is no such field")),
        }
    }
}

impl<'de, 'a> EnumAccess<'de> for Part<'a> {
    type Error = Error;
    type Variant = Inside<'a>;

    fn variant_seed<V: DeserializeSeed<'de>>(
        self,
        seed: V,
    ) -> Result<(V::Value, Inside<'a>), Error> {
        let Some((variant, probe)) = self.0 else {
            return Err(Error::custom("there is no such variant"));
        };
        Ok((seed.deserialize(name(variant))?, Inside(probe)))
    }
}

/// What is inside a variant.
struct Inside<'a>(Probe<'a>);

impl<'de> VariantAccess<'de> for Inside<'_> {
    type Error = Error;

    fn unit_variant(self) -> Result<(), Error> {
        self.0.stop(Shape::Unit)
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Error> {
        seed.deserialize(self.0)
    }

    fn tuple_variant<V: Visitor<'de>>(self, length: usize, visitor: V) -> Result<V::Value, Error> {
        self.0.deserialize_tuple(length, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, fields: Names, visitor: V) -> Result<V::Value, Error> {
        self.0.deserialize_struct("", fields, visitor)
    }
}

/// Entries of a list or a tuple: some with a usual value, then one with a probe.
struct Parts<'a> {
    before: usize,
    probe: Option<Probe<'a>>,
}

impl<'de> SeqAccess<'de> for Parts<'_> {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if self.before > 0 {
            self.before -= 1;
            return seed.deserialize(Usual).map(Some);
        }
        self.probe.take().map(|probe| seed.deserialize(probe)).transpose()
    }
}

/// A value that a type takes without asking: zero, or an empty text.
struct Usual;

macro_rules! zeros {
    ($($method:ident $visit:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Error> {
            visitor.$visit(Default::default())
        })+
    };
}

impl<'de> Deserializer<'de> for Usual {
    type Error = Error;

    zeros! {
        deserialize_bool visit_bool
        deserialize_i32 visit_i32 deserialize_i64 visit_i64
        deserialize_u8 visit_u8 deserialize_u32 visit_u32 deserialize_u64 visit_u64
        deserialize_f32 visit_f32 deserialize_f64 visit_f64
        deserialize_string visit_string
    }

    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Error> {
        Err(Error::custom("there is no usual value of this type"))
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_tuple<V: Visitor<'de>>(
        self,
        length: usize,
        visitor: V,
    ) -> Result<V::Value, Error> {
        visitor.visit_seq(Usuals(length))
    }

    forward_to_deserialize_any! {
        i8 i16 u16 char str bytes byte_buf option unit unit_struct seq tuple_struct map struct enum
        identifier ignored_any
    }
}

struct Usuals(usize);

impl<'de> SeqAccess<'de> for Usuals {
    type Error = Error;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Error> {
        if self.0 == 0 {
            return Ok(None);
        }
        self.0 -= 1;
        seed.deserialize(Usual).map(Some)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only its shape is looked at")]
    struct Sample {
        count: u32,
        list: Vec<Choice>,
        pair: (i32, String),
        #[serde(default)]
        maybe: Option<f32>,
    }

    #[derive(Deserialize)]
    #[expect(dead_code, reason = "only its shape is looked at")]
    enum Choice {
        None,
        One(bool),
        Named { field: String },
    }

    #[test]
    fn every_part_of_a_type_is_found() {
        let shape = shape_of::<Sample>;
        let fields: Names = &["count", "list", "pair", "maybe"];
        assert_eq!(shape(&[]), Some(Shape::Struct("Sample", fields)));
        assert_eq!(shape(&[0]), Some(Shape::Value("whole number")));
        assert_eq!(shape(&[1]), Some(Shape::List));
        assert_eq!(shape(&[1, 0]), Some(Shape::Enum("Choice", &["None", "One", "Named"])));
        assert_eq!(shape(&[1, 0, 0]), Some(Shape::Unit));
        assert_eq!(shape(&[1, 0, 1]), Some(Shape::Value("true or false")));
        assert_eq!(shape(&[1, 0, 2]), Some(Shape::Struct("", &["field"])));
        assert_eq!(shape(&[1, 0, 2, 0]), Some(Shape::Value("text")));
        assert_eq!(shape(&[2]), Some(Shape::Tuple(2)));
        assert_eq!(shape(&[2, 1]), Some(Shape::Value("text")));
        assert_eq!(shape(&[3]), Some(Shape::Value("number")));
        assert_eq!(shape(&[4]), None);
    }
}
