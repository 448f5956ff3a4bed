//! A unit kind as data that can be written, read and changed: the kinds that a scenario defines for itself.
//!
//! A file of unit kinds (see `file`) shares rules of damage between its kinds. A definition stands alone: it holds
//! everything that a [`UnitKind`] does, so that a copy of any kind can be changed and stored.

use super::file::{intern, leak};
use super::kind::{ArmourCounts, Healing, Measured, Targets, UnitKind, Weapon};
use super::limits::{MAX_LETTERS, SIZES, limits};
use super::targeting::Targeting;
use serde::{Deserialize, Serialize};

/// A unit kind of a scenario. The fields mean what those of [`UnitKind`] mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Kind", deny_unknown_fields)]
#[expect(missing_docs, reason = "documented in `UnitKind`")]
pub struct KindDefinition {
    pub name: String,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub set: String,
    pub hit_points: f32,
    pub speed: f32,
    pub radius: f32,
    pub sight: f32,
    pub influence: f32,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub regeneration: f32,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub armour: f32,
    #[serde(default = "normal", skip_serializing_if = "is_normal")]
    pub armour_type: String,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub energy: f32,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub energy_regain: f32,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub weapon: Option<WeaponDefinition>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub air_weapon: Option<WeaponDefinition>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub healing: Option<HealingDefinition>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub flying: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub support: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub mechanical: bool,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub size: u32,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub measured: Measured,
}

/// What a unit attacks with. The fields mean what those of [`Weapon`] mean.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Weapon", deny_unknown_fields)]
#[expect(missing_docs, reason = "documented in `Weapon`")]
pub struct WeaponDefinition {
    pub damage: f32,
    pub range: f32,
    pub cooldown: f32,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub variation: u32,
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub hits: u32,
    #[serde(default = "normal", skip_serializing_if = "is_normal")]
    pub damage_type: String,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub shot_speed: f32,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub splash: f32,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub energy_cost: f32,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub targets: Targets,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub targeting: Targeting,
    #[serde(default = "yes", skip_serializing_if = "is_yes")]
    pub keeps_target: bool,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub multipliers: Vec<(String, f32)>,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub armour_counts: ArmourCounts,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub least_damage: f32,
}

/// How a unit heals allies. The fields mean what those of [`Healing`] mean.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename = "Healing", deny_unknown_fields)]
#[expect(missing_docs, reason = "documented in `Healing`")]
pub struct HealingDefinition {
    pub rate: f32,
    pub range: f32,
    #[serde(default, skip_serializing_if = "is_usual")]
    pub energy_cost: f32,
}

/// What is wrong with a definition.
#[derive(Clone, Debug, PartialEq)]
pub struct DefinitionFault {
    /// The fields that lead to the value.
    pub fields: Vec<&'static str>,
    /// A sentence.
    pub message: String,
}

impl KindDefinition {
    /// The definition of a kind.
    pub fn of(kind: &UnitKind) -> Self {
        Self {
            name: kind.name.into(),
            set: kind.set.into(),
            hit_points: kind.hit_points,
            speed: kind.speed,
            radius: kind.radius,
            sight: kind.sight,
            influence: kind.influence,
            regeneration: kind.regeneration,
            armour: kind.armour,
            armour_type: kind.armour_type.into(),
            energy: kind.energy,
            energy_regain: kind.energy_regain,
            weapon: kind.weapon.as_ref().map(WeaponDefinition::of),
            air_weapon: kind.air_weapon.as_ref().map(WeaponDefinition::of),
            healing: kind.healing.map(|Healing { rate, range, energy_cost }| HealingDefinition {
                rate,
                range,
                energy_cost,
            }),
            flying: kind.flying,
            support: kind.support,
            mechanical: kind.mechanical,
            size: kind.size,
            measured: kind.measured,
        }
    }

    /// What is wrong with it, if anything is.
    pub fn fault(&self) -> Option<DefinitionFault> {
        let fault = |fields: &[&'static str], message: String| {
            Some(DefinitionFault { fields: fields.to_vec(), message })
        };
        let letters = self.name.chars().count();
        if self.name.trim().is_empty() || letters > MAX_LETTERS {
            let message =
                format!("the name of a kind has 1 to {MAX_LETTERS} letters, not {letters}");
            return fault(&["name"], message);
        }
        if !SIZES.contains(&self.size) {
            return fault(&["size"], format!("`size` is {}; it goes from 1 to 8 cells", self.size));
        }
        if self.air_weapon.is_some()
            && self.weapon.as_ref().is_none_or(|weapon| weapon.targets != Targets::Ground)
        {
            let message =
                "`air_weapon` is allowed only together with a `weapon` whose `targets` is `Ground`"
                    .into();
            return fault(&["air_weapon"], message);
        }
        let wrong = limits(self).into_iter().find(|limit| !limit.holds());
        wrong.map(|limit| DefinitionFault { message: limit.sentence(), fields: limit.fields })
    }

    /// The kind, if nothing is wrong with the definition.
    pub fn kind(&self) -> Result<&'static UnitKind, DefinitionFault> {
        match self.fault() {
            Some(fault) => Err(fault),
            None => Ok(intern(UnitKind {
                name: leak(&self.name),
                set: leak(&self.set),
                radius: self.radius,
                speed: self.speed,
                sight: self.sight,
                influence: self.influence,
                hit_points: self.hit_points,
                regeneration: self.regeneration,
                armour: self.armour,
                armour_type: leak(&self.armour_type),
                energy: self.energy,
                energy_regain: self.energy_regain,
                weapon: self.weapon.as_ref().map(WeaponDefinition::weapon),
                air_weapon: self.air_weapon.as_ref().map(WeaponDefinition::weapon),
                healing: self.healing.map(|h| Healing {
                    rate: h.rate,
                    range: h.range,
                    energy_cost: h.energy_cost,
                }),
                flying: self.flying,
                support: self.support,
                mechanical: self.mechanical,
                size: self.size,
                measured: self.measured,
            })),
        }
    }
}

impl WeaponDefinition {
    /// The weapon that a kind without one gets first: about a rifle.
    pub fn first() -> Self {
        Self {
            damage: 6.0,
            range: 4.0,
            cooldown: 0.6,
            variation: 0,
            hits: 1,
            damage_type: normal(),
            shot_speed: 0.0,
            splash: 0.0,
            energy_cost: 0.0,
            targets: Targets::default(),
            targeting: Targeting::default(),
            keeps_target: true,
            multipliers: Vec::new(),
            armour_counts: ArmourCounts::default(),
            least_damage: 0.0,
        }
    }

    fn of(weapon: &Weapon) -> Self {
        Self {
            damage: weapon.damage,
            range: weapon.range,
            cooldown: weapon.cooldown,
            variation: weapon.variation,
            hits: weapon.hits,
            damage_type: weapon.damage_type.into(),
            shot_speed: weapon.shot_speed,
            splash: weapon.splash,
            energy_cost: weapon.energy_cost,
            targets: weapon.targets,
            targeting: weapon.targeting,
            keeps_target: weapon.keeps_target,
            multipliers: weapon.multipliers.iter().map(|&(name, by)| (name.into(), by)).collect(),
            armour_counts: weapon.armour_counts,
            least_damage: weapon.least_damage,
        }
    }

    fn weapon(&self) -> Weapon {
        Weapon {
            damage: self.damage,
            range: self.range,
            cooldown: self.cooldown,
            variation: self.variation,
            hits: self.hits,
            damage_type: leak(&self.damage_type),
            shot_speed: self.shot_speed,
            splash: self.splash,
            energy_cost: self.energy_cost,
            targets: self.targets,
            targeting: self.targeting,
            keeps_target: self.keeps_target,
            multipliers: self.multipliers.iter().map(|(name, by)| (leak(name), *by)).collect(),
            armour_counts: self.armour_counts,
            least_damage: self.least_damage,
        }
    }
}

fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn normal() -> String {
    "normal".into()
}

fn is_normal(name: &String) -> bool {
    *name == normal()
}

fn one() -> u32 {
    1
}

fn is_one(value: &u32) -> bool {
    *value == 1
}

fn yes() -> bool {
    true
}

fn is_yes(value: &bool) -> bool {
    *value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::combat::built_in;

    #[test]
    fn every_kind_is_the_same_after_it_was_written_and_read() {
        for kind in built_in() {
            let definition = KindDefinition::of(kind);
            let text = ron::to_string(&definition).unwrap();
            let read: KindDefinition = ron::from_str(&text).unwrap();
            assert!(std::ptr::eq(read.kind().unwrap(), *kind), "{text}");
        }
    }

    #[test]
    fn numbers_out_of_range_are_told() {
        let usual = KindDefinition::of(built_in()[0]);
        let told = |definition: &KindDefinition| definition.kind().unwrap_err();
        let fast = told(&KindDefinition { speed: 99.0, ..usual.clone() });
        assert_eq!(fast.message, "`speed` is 99; it goes from 0 to 7.5");
        let nameless = told(&KindDefinition { name: " ".into(), ..usual.clone() });
        assert_eq!(nameless.fields, ["name"]);
        let large = told(&KindDefinition { size: 9, ..usual });
        assert_eq!(large.fields, ["size"]);
        let mut armed = KindDefinition::of(crate::combat::kind_named("Marine").unwrap());
        armed.weapon.as_mut().unwrap().cooldown = f32::NAN;
        assert_eq!(told(&armed).fields, ["weapon", "cooldown"]);
    }
}
