//! Parameters that describe themselves.
//!
//! Every number that a paper varies is a field of a struct made by [`parameters!`](macro@crate::parameters). A field
//! has documentation, a default and, where useful, a range and a unit. The RON file, the slider, its tooltip and the
//! experiments all use this one field.

use std::fmt;

/// The description of a parameter, for panels and messages.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    /// The field's name, as in RON.
    pub name: &'static str,
    /// The field's documentation.
    pub doc: &'static str,
    /// The unit, or an empty string for a pure number.
    pub unit: &'static str,
    /// The values it can have.
    pub kind: Kind,
}

impl Parameter {
    /// The name as shown to users.
    pub fn label(&self) -> String {
        crate::words::in_words(self.name)
    }
}

/// The values a parameter can have.
#[derive(Clone, Debug, PartialEq)]
pub enum Kind {
    /// A real number between two bounds, both included.
    Number(f64, f64),
    /// A whole number between two bounds, both included.
    Whole(i64, i64),
    /// On or off.
    Switch,
    /// One of several options, by name.
    Choice(&'static [&'static str]),
}

/// The current value of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Value {
    Number(f64),
    Whole(i64),
    Switch(bool),
    /// Index into the names of [`Kind::Choice`].
    Choice(usize),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::Number(v) => write!(f, "{v}"),
            Self::Whole(v) => write!(f, "{v}"),
            Self::Switch(v) => write!(f, "{v}"),
            Self::Choice(v) => write!(f, "choice {v}"),
        }
    }
}

/// A struct of parameters. Made by [`parameters!`](macro@crate::parameters).
pub trait Parameters {
    /// The parameters, in the order of the fields.
    fn list(&self) -> &'static [Parameter];

    /// The value of one parameter.
    fn value(&self, index: usize) -> Value;

    /// Changes one parameter and clamps numbers to their range. Ignores a value of another kind.
    fn set(&mut self, index: usize, value: Value);

    /// The first parameter that lies outside its range.
    fn out_of_range(&self) -> Option<OutOfRange> {
        self.list().iter().enumerate().find_map(|(i, &Parameter { name, ref kind, .. })| {
            let value = self.value(i);
            let (fits, least, most) = match (kind, value) {
                (&Kind::Number(min, max), Value::Number(v)) => {
                    ((min..=max).contains(&v), Value::Number(min), Value::Number(max))
                }
                (&Kind::Whole(min, max), Value::Whole(v)) => {
                    ((min..=max).contains(&v), Value::Whole(min), Value::Whole(max))
                }
                _ => return None,
            };
            (!fits).then_some(OutOfRange { name, value, least, most })
        })
    }
}

/// A parameter that lies outside its range.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
#[error("`{name}` is {value}; it must lie between {least} and {most}")]
pub struct OutOfRange {
    /// The parameter's name.
    pub name: &'static str,
    /// Its setting.
    pub value: Value,
    /// The lower end of its range.
    pub least: Value,
    /// The upper end of its range.
    pub most: Value,
}

/// A type that a parameter can have: `f64`, `u32`, `bool`, and enums made by [`choice!`](macro@crate::choice).
pub trait ParameterType: Copy {
    /// The kind, with a range if there is one.
    fn kind(range: Option<(f64, f64)>) -> Kind;
    /// Converts to a value.
    fn to_value(self) -> Value;
    /// Converts from a value of the same kind and clamps it to the range.
    fn from_value(value: Value, range: Option<(f64, f64)>) -> Option<Self>;
}

impl ParameterType for f64 {
    fn kind(range: Option<(f64, f64)>) -> Kind {
        let (min, max) = range.unwrap_or((f64::MIN, f64::MAX));
        Kind::Number(min, max)
    }
    fn to_value(self) -> Value {
        Value::Number(self)
    }
    fn from_value(value: Value, range: Option<(f64, f64)>) -> Option<Self> {
        let (min, max) = range.unwrap_or((f64::MIN, f64::MAX));
        match value {
            Value::Number(v) if v.is_finite() => Some(v.clamp(min, max)),
            _ => None,
        }
    }
}

impl ParameterType for u32 {
    fn kind(range: Option<(f64, f64)>) -> Kind {
        let (min, max) = range.unwrap_or((0.0, f64::from(u32::MAX)));
        Kind::Whole(min as i64, max as i64)
    }
    fn to_value(self) -> Value {
        Value::Whole(i64::from(self))
    }
    fn from_value(value: Value, range: Option<(f64, f64)>) -> Option<Self> {
        let (min, max) = range.unwrap_or((0.0, f64::from(u32::MAX)));
        match value {
            Value::Whole(v) => Some(v.clamp(min as i64, max as i64) as u32),
            _ => None,
        }
    }
}

impl ParameterType for bool {
    fn kind(_: Option<(f64, f64)>) -> Kind {
        Kind::Switch
    }
    fn to_value(self) -> Value {
        Value::Switch(self)
    }
    fn from_value(value: Value, _: Option<(f64, f64)>) -> Option<Self> {
        match value {
            Value::Switch(v) => Some(v),
            _ => None,
        }
    }
}

/// Declares a struct of self-describing parameters.
///
/// ```
/// phalanx::parameters! {
///     /// How far a unit looks.
///     pub struct Sight {
///         /// Distance up to which it sees.
///         range: f64 = 8.0, in 0.0..=30.0, unit "cells";
///         /// Whether walls block the view.
///         blocked_by_walls: bool = true;
///     }
/// }
/// use phalanx::parameters::{Parameters, Value};
/// let mut sight = Sight::default();
/// assert_eq!(sight.list()[0].unit, "cells");
/// sight.set(0, Value::Number(99.0));
/// assert_eq!(sight.range, 30.0);
/// ```
#[macro_export]
macro_rules! parameters {
    (
        $(#[doc = $struct_doc:literal])+
        pub struct $name:ident {
            $(
                $(#[doc = $doc:literal])+
                $field:ident : $type:ty = $default:expr
                $(, in $min:literal ..= $max:literal)?
                $(, unit $unit:literal)?;
            )*
        }
    ) => {
        $(#[doc = $struct_doc])+
        #[derive(Clone, Copy, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            $(
                $(#[doc = $doc])+
                pub $field: $type,
            )*
        }

        impl Default for $name {
            fn default() -> Self {
                Self { $($field: $default,)* }
            }
        }

        impl $crate::parameters::Parameters for $name {
            fn list(&self) -> &'static [$crate::parameters::Parameter] {
                static LIST: ::std::sync::LazyLock<Vec<$crate::parameters::Parameter>> =
                    ::std::sync::LazyLock::new(|| vec![$(
                        $crate::parameters::Parameter {
                            name: stringify!($field),
                            doc: concat!($($doc),+).trim_ascii_start(),
                            unit: concat!($($unit)?),
                            kind: <$type as $crate::parameters::ParameterType>::kind(
                                $crate::range_of!($($min, $max)?),
                            ),
                        },
                    )*]);
                &LIST
            }

            #[allow(
                unused_variables,
                unused_mut,
                unused_assignments,
                reason = "an algorithm may have no parameters"
            )]
            fn value(&self, index: usize) -> $crate::parameters::Value {
                let mut i = 0;
                $(
                    if i == index {
                        return $crate::parameters::ParameterType::to_value(self.$field);
                    }
                    i += 1;
                )*
                panic!("{} has no parameter {index}", stringify!($name))
            }

            #[allow(
                unused_variables,
                unused_mut,
                unused_assignments,
                reason = "an algorithm may have no parameters"
            )]
            fn set(&mut self, index: usize, value: $crate::parameters::Value) {
                let mut i = 0;
                $(
                    if i == index
                        && let Some(v) = $crate::parameters::ParameterType::from_value(
                            value,
                            $crate::range_of!($($min, $max)?),
                        )
                    {
                        self.$field = v;
                    }
                    i += 1;
                )*
            }
        }
    };
}

/// The range written in a [`parameters!`](macro@crate::parameters) field, if any.
#[doc(hidden)]
#[macro_export]
macro_rules! range_of {
    () => {
        None
    };
    ($min:literal, $max:literal) => {
        Some(($min as f64, $max as f64))
    };
}

/// Declares an enum that a parameter can have as its type. The first option is the default.
#[macro_export]
macro_rules! choice {
    (
        $(#[doc = $enum_doc:literal])+
        pub enum $name:ident {
            $($(#[doc = $doc:literal])+ $option:ident,)+
        }
    ) => {
        $(#[doc = $enum_doc])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $name {
            $($(#[doc = $doc])+ $option,)+
        }

        impl $name {
            /// Every option.
            pub const ALL: &'static [Self] = &[$(Self::$option,)+];
        }

        impl Default for $name {
            fn default() -> Self {
                Self::ALL[0]
            }
        }

        impl $crate::parameters::ParameterType for $name {
            fn kind(_: Option<(f64, f64)>) -> $crate::parameters::Kind {
                $crate::parameters::Kind::Choice(&[$(stringify!($option),)+])
            }
            fn to_value(self) -> $crate::parameters::Value {
                $crate::parameters::Value::Choice(self as usize)
            }
            fn from_value(value: $crate::parameters::Value, _: Option<(f64, f64)>) -> Option<Self> {
                match value {
                    $crate::parameters::Value::Choice(i) => Self::ALL.get(i).copied(),
                    _ => None,
                }
            }
        }
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    choice! {
        /// A colour.
        pub enum Colour {
            /// Like blood.
            Red,
            /// Like grass.
            Green,
        }
    }

    parameters! {
        /// For the tests.
        pub struct Sample {
            /// A number.
            /// In two lines.
            some_number: f64 = 0.5, in 0.0..=1.0, unit "cells";
            /// A whole number.
            count: u32 = 3, in 1..=9;
            /// A switch.
            on: bool = true;
            /// A colour.
            colour: Colour = Colour::Green;
        }
    }

    #[test]
    fn a_list_gives_names_units_ranges_and_docs() {
        let list = Sample::default().list();
        assert_eq!(list[0].label(), "some number");
        assert_eq!(list[0].doc, "A number. In two lines.");
        assert_eq!(list[0].kind, Kind::Number(0.0, 1.0));
        assert_eq!(list[1].kind, Kind::Whole(1, 9));
        assert_eq!(list[3].kind, Kind::Choice(&["Red", "Green"]));
    }

    #[test]
    fn set_keeps_kind_and_range() {
        let mut sample = Sample::default();
        sample.set(0, Value::Number(7.0));
        sample.set(1, Value::Whole(-4));
        sample.set(2, Value::Number(0.0));
        sample.set(3, Value::Choice(0));
        assert_eq!(sample, Sample { some_number: 1.0, count: 1, on: true, colour: Colour::Red });
        assert_eq!(sample.value(3), Value::Choice(0));
    }

    #[test]
    fn values_outside_their_range_are_named() {
        let sample: Sample = ron::from_str("(count: 12)").unwrap();
        let fault = sample.out_of_range().unwrap().to_string();
        assert_eq!(fault, "`count` is 12; it must lie between 1 and 9");
        assert!(Sample::default().out_of_range().is_none());
    }

    #[test]
    fn unknown_parameters_are_refused() {
        assert!(ron::from_str::<Sample>("(nonsense: 1)").is_err());
    }
}
