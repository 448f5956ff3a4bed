//! Shots in files: with the definitions of their kinds, each once, which lead back to the kinds.

use crate::combat::{KindDefinition, Shot, UnitKind};
use glam::Vec2;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A shot without its kind.
#[derive(Serialize, Deserialize)]
struct Stored {
    team: u8,
    shooter: u32,
    kind: u32,
    at_air: bool,
    strength: f32,
    position: Vec2,
    #[serde(with = "crate::unhashed")]
    previous: Vec2,
    aim: Vec2,
}

/// The kinds as RON, and the shots.
type File = (Vec<String>, Vec<Stored>);

pub(super) fn serialize<S: Serializer>(shots: &[Shot], serializer: S) -> Result<S::Ok, S::Error> {
    let mut kinds: Vec<&'static UnitKind> = Vec::new();
    let stored = shots.iter().map(|shot| {
        let known = kinds.iter().position(|&known| std::ptr::eq(known, shot.kind));
        let kind = known.unwrap_or_else(|| {
            kinds.push(shot.kind);
            kinds.len() - 1
        }) as u32;
        let &Shot { team, shooter, at_air, strength, position, previous, aim, .. } = shot;
        Stored { team, shooter, kind, at_air, strength, position, previous, aim }
    });
    let stored: Vec<Stored> = stored.collect();
    let text = |kind: &&'static UnitKind| match serializer.is_human_readable() {
        // For a hash: kinds are given from outside.
        true => kind.name.to_owned(),
        false => ron::to_string(&KindDefinition::of(kind)).unwrap_or_default(),
    };
    (kinds.iter().map(text).collect::<Vec<_>>(), stored).serialize(serializer)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<Shot>, D::Error> {
    let (kinds, shots) = File::deserialize(deserializer)?;
    let kind = |text: &String| {
        let definition: KindDefinition = ron::from_str(text).map_err(D::Error::custom)?;
        definition.kind().map_err(|fault| D::Error::custom(fault.message))
    };
    let kinds = kinds.iter().map(kind).collect::<Result<Vec<_>, _>>()?;
    let shot = |stored: Stored| {
        let Stored { team, shooter, kind, at_air, strength, position, previous, aim } = stored;
        let kind = kinds.get(kind as usize).ok_or_else(|| D::Error::custom("a shot of no kind"))?;
        Ok(Shot { team, shooter, kind, at_air, strength, position, previous, aim })
    };
    shots.into_iter().map(shot).collect()
}
