//! Parts of a doctrine: lists of algorithms of one kind.
//!
//! To add an algorithm, add one line to the [`part!`](crate::part) list of its kind. This line provides its name in
//! RON, its entry in the panel, its sliders, and its place in the tests that run over every algorithm.

use crate::parameters::Parameters;

/// The description of one algorithm, for panels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartInfo {
    /// The name, as in RON.
    pub name: &'static str,
    /// One or two sentences.
    pub doc: &'static str,
}

impl PartInfo {
    /// The name as shown to users.
    pub fn label(&self) -> String {
        crate::words::in_words(self.name)
    }
}

/// One algorithm from a list of its kind. Made by [`part!`](crate::part).
pub trait Part: Sized {
    /// What this kind of part decides, for tooltips.
    const DOC: &'static str;
    /// The algorithms, in order.
    const LIST: &'static [PartInfo];

    /// The index of this algorithm in the list.
    fn index(&self) -> usize;
    /// The algorithm at an index of the list, with its default parameters.
    fn at(index: usize) -> Self;
    /// The algorithm's parameters.
    fn parameters(&self) -> &dyn Parameters;
    /// The algorithm's parameters, mutable.
    fn parameters_mut(&mut self) -> &mut dyn Parameters;

    /// The name of this algorithm as shown to users.
    fn label(&self) -> String {
        Self::LIST[self.index()].label()
    }

    /// The name of this algorithm, as in RON.
    fn name(&self) -> &'static str {
        Self::LIST[self.index()].name
    }
}

/// Declares a list of algorithms of one kind. Each holds its parameters. The first is the default.
#[macro_export]
macro_rules! part {
    (
        $(#[doc = $enum_doc:literal])+
        pub enum $name:ident {
            $($(#[doc = $doc:literal])+ $option:ident($type:ty),)+
        }
    ) => {
        $(#[doc = $enum_doc])+
        #[derive(Clone, Copy, Debug, PartialEq, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $name {
            $($(#[doc = $doc])+ $option($type),)+
        }

        impl Default for $name {
            fn default() -> Self {
                <Self as $crate::parts::Part>::at(0)
            }
        }

        impl $crate::parts::Part for $name {
            const DOC: &'static str = concat!($($enum_doc),+).trim_ascii_start();
            const LIST: &'static [$crate::parts::PartInfo] = &[$(
                $crate::parts::PartInfo {
                    name: stringify!($option),
                    doc: concat!($($doc),+).trim_ascii_start(),
                },
            )+];

            fn index(&self) -> usize {
                Self::LIST
                    .iter()
                    .position(|info| info.name == match self {
                        $(Self::$option(_) => stringify!($option),)+
                    })
                    .unwrap_or(0)
            }

            fn at(index: usize) -> Self {
                [$(Self::$option(<$type>::default()),)+][index]
            }

            fn parameters(&self) -> &dyn $crate::parameters::Parameters {
                match self {
                    $(Self::$option(p) => p,)+
                }
            }

            fn parameters_mut(&mut self) -> &mut dyn $crate::parameters::Parameters {
                match self {
                    $(Self::$option(p) => p,)+
                }
            }
        }
    };
}
