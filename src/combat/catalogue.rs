//! The kinds of units.

/// What all units of a kind have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitKind {
    /// The name, as in scenario files.
    pub name: &'static str,
    /// Radius of the disc that no other unit may enter, in cells; below 0.5, so that a unit fits
    /// through a passage of one cell.
    pub radius: f32,
    /// Greatest speed, in cells per second.
    pub speed: f32,
}

/// The kinds that are always there.
pub const BUILT_IN: &[UnitKind] = &[
    UnitKind { name: "soldier", radius: 0.36, speed: 3.0 },
    UnitKind { name: "scout", radius: 0.28, speed: 4.5 },
    UnitKind { name: "heavy", radius: 0.45, speed: 2.0 },
];

/// The kind with a name.
pub fn kind_named(name: &str) -> Option<&'static UnitKind> {
    BUILT_IN.iter().find(|k| k.name == name)
}
