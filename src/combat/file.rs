//! A set of unit kinds as it stands in a file, and its check.

use super::definition::KindDefinition;
use super::kind::{ArmourCounts, Healing, Measured, Targets, UnitKind, Weapon};
use super::limits::limits;
use super::targeting::Targeting;
use serde::Deserialize;
use std::sync::Mutex;

/// A file of unit kinds: RON, version 1.
#[derive(Deserialize)]
#[serde(rename = "Kinds", deny_unknown_fields)]
pub struct SetFile {
    #[expect(dead_code, reason = "checked in the text, before the rest is read")]
    version: u32,
    /// The name of the set.
    #[serde(default)]
    set: String,
    /// Where the figures come from.
    #[serde(default)]
    #[expect(dead_code, reason = "for readers of the file")]
    source: String,
    #[serde(default)]
    measured: Measured,
    #[serde(default)]
    armour_counts: ArmourCounts,
    #[serde(default)]
    least_damage: f32,
    #[serde(default)]
    multipliers: Vec<MultiplierEntry>,
    kinds: Vec<KindEntry>,
}

#[derive(Deserialize)]
#[serde(rename = "Multiplier", deny_unknown_fields)]
struct MultiplierEntry {
    damage: String,
    armour: String,
    factor: f32,
}

#[derive(Deserialize)]
#[serde(rename = "Kind", deny_unknown_fields)]
struct KindEntry {
    name: String,
    #[serde(default)]
    radius: Option<f32>,
    speed: f32,
    #[serde(default = "usual_sight")]
    sight: f32,
    #[serde(default)]
    influence: Option<f32>,
    hit_points: f32,
    #[serde(default)]
    regeneration: f32,
    #[serde(default)]
    armour: f32,
    #[serde(default = "normal")]
    armour_type: String,
    #[serde(default)]
    energy: f32,
    #[serde(default)]
    energy_regain: f32,
    #[serde(default)]
    weapon: Option<WeaponEntry>,
    #[serde(default)]
    air_weapon: Option<WeaponEntry>,
    #[serde(default)]
    healing: Option<HealingEntry>,
    #[serde(default)]
    flying: bool,
    #[serde(default)]
    support: bool,
    #[serde(default)]
    mechanical: bool,
    #[serde(default = "one")]
    size: u32,
}

#[derive(Deserialize)]
#[serde(rename = "Weapon", deny_unknown_fields)]
struct WeaponEntry {
    damage: f32,
    #[serde(default)]
    variation: u32,
    #[serde(default = "one")]
    hits: u32,
    #[serde(default = "normal")]
    damage_type: String,
    range: f32,
    cooldown: f32,
    #[serde(default)]
    shot_speed: f32,
    #[serde(default)]
    splash: f32,
    #[serde(default)]
    energy_cost: f32,
    #[serde(default)]
    targets: Targets,
    #[serde(default)]
    targeting: Targeting,
    #[serde(default = "yes")]
    keeps_target: bool,
}

#[derive(Deserialize)]
#[serde(rename = "Healing", deny_unknown_fields)]
struct HealingEntry {
    rate: f32,
    range: f32,
    #[serde(default)]
    energy_cost: f32,
}

fn usual_sight() -> f32 {
    8.0
}

fn normal() -> String {
    NORMAL.into()
}

fn one() -> u32 {
    1
}

fn yes() -> bool {
    true
}

/// The type of damage and of armour if the file names none.
const NORMAL: &str = "normal";
/// Radius of a unit if the file names none, in cells.
const USUAL_RADIUS: f32 = 0.4;
/// Maximum number of kinds in a set.
const MAX_KINDS: usize = 1000;

/// What is wrong with a kind.
#[derive(Clone, Debug, PartialEq)]
pub struct KindFault {
    /// The path to the value: list, number of the entry, fields.
    pub list: &'static str,
    /// The number of the entry in that list.
    pub entry: usize,
    /// The fields from there.
    pub fields: Vec<&'static str>,
    /// A sentence.
    pub message: String,
    /// The name that is not known, and those that are.
    pub unknown: Option<(String, Vec<String>)>,
}

impl KindFault {
    fn kind<T>(entry: usize, fields: &[&'static str], message: String) -> Result<T, Self> {
        Err(Self { list: "kinds", entry, fields: fields.to_vec(), message, unknown: None })
    }
}

impl SetFile {
    /// The version that this program reads.
    pub const VERSION: u32 = 1;

    /// How files are read: `weapon: (...)` instead of `Some((...))`.
    pub fn options() -> ron::Options {
        use ron::extensions::Extensions;
        ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
    }

    /// The kinds, if all of them are valid.
    pub fn check(self) -> Result<Vec<UnitKind>, KindFault> {
        if self.kinds.len() > MAX_KINDS {
            let message = format!("there are {} kinds; at most {MAX_KINDS}", self.kinds.len());
            return KindFault::kind(MAX_KINDS, &[], message);
        }
        for (i, row) in self.multipliers.iter().enumerate() {
            if !(0.0..=100.0).contains(&row.factor) {
                let message = format!("`factor` is {}; it goes from 0 to 100", row.factor);
                let fields = vec!["factor"];
                let list = "multipliers";
                return Err(KindFault { list, entry: i, fields, message, unknown: None });
            }
        }
        let mut kinds: Vec<UnitKind> = Vec::new();
        for (i, entry) in self.kinds.iter().enumerate() {
            if entry.name.trim().is_empty() {
                let message = format!("the name {:?} of this kind is empty", entry.name);
                return KindFault::kind(i, &["name"], message);
            }
            if kinds.iter().any(|k| k.name == entry.name) {
                let name = &entry.name;
                let message = format!("there are two kinds named {name:?}; give each its own name");
                return KindFault::kind(i, &["name"], message);
            }
            kinds.push(self.kind(i, entry)?);
        }
        Ok(kinds)
    }

    fn kind(&self, i: usize, entry: &KindEntry) -> Result<UnitKind, KindFault> {
        if !(1..=8).contains(&entry.size) {
            let message = format!("`size` is {}; it goes from 1 to 8 cells", entry.size);
            return KindFault::kind(i, &["size"], message);
        }
        let building = entry.size > 1;
        let radius = entry.radius.unwrap_or(if building { 0.0 } else { USUAL_RADIUS });
        self.known_armour(i, &entry.armour_type)?;
        let weapon = entry.weapon.as_ref().map(|w| self.weapon(i, "weapon", w)).transpose()?;
        let air_weapon =
            entry.air_weapon.as_ref().map(|w| self.weapon(i, "air_weapon", w)).transpose()?;
        if air_weapon.is_some() && weapon.as_ref().is_none_or(|w| w.targets != Targets::Ground) {
            let message = "`air_weapon` is allowed only together with a `weapon` whose `targets` is \
                           `Ground`; a kind with one weapon says in `targets` what it hits";
            return KindFault::kind(i, &["air_weapon"], message.into());
        }
        let air_weapon = air_weapon.map(|w| Weapon { targets: Targets::Air, ..w });
        let healing = entry.healing.as_ref().map(healing);
        let kind = UnitKind {
            name: leak(&entry.name),
            set: leak(&self.set),
            radius,
            speed: entry.speed,
            sight: entry.sight,
            influence: entry.influence.unwrap_or(entry.sight),
            hit_points: entry.hit_points,
            regeneration: entry.regeneration,
            armour: entry.armour,
            armour_type: leak(&entry.armour_type),
            energy: entry.energy,
            energy_regain: entry.energy_regain,
            weapon,
            air_weapon,
            healing,
            flying: entry.flying,
            support: entry.support,
            mechanical: entry.mechanical || building,
            size: entry.size,
            measured: self.measured,
        };
        match limits(&KindDefinition::of(&kind)).into_iter().find(|limit| !limit.holds()) {
            Some(limit) => KindFault::kind(i, &limit.fields, limit.sentence()),
            None => Ok(kind),
        }
    }

    fn weapon(
        &self,
        i: usize,
        list: &'static str,
        entry: &WeaponEntry,
    ) -> Result<Weapon, KindFault> {
        let known = || self.multipliers.iter().map(|m| m.damage.as_str());
        if entry.damage_type != NORMAL && !known().any(|d| d == entry.damage_type) {
            let fields = &[list, "damage_type"];
            return unknown(i, fields, "type of damage", &entry.damage_type, known());
        }
        let multipliers = self
            .multipliers
            .iter()
            .filter(|m| m.damage == entry.damage_type)
            .map(|m| (leak(&m.armour), m.factor))
            .collect();
        Ok(Weapon {
            damage: entry.damage,
            variation: entry.variation,
            hits: entry.hits,
            damage_type: leak(&entry.damage_type),
            range: entry.range,
            cooldown: entry.cooldown,
            shot_speed: entry.shot_speed,
            splash: entry.splash,
            energy_cost: entry.energy_cost,
            targets: entry.targets,
            targeting: entry.targeting,
            keeps_target: entry.keeps_target,
            multipliers,
            armour_counts: self.armour_counts,
            least_damage: self.least_damage,
        })
    }

    fn known_armour(&self, i: usize, name: &str) -> Result<(), KindFault> {
        let known = || self.multipliers.iter().map(|m| m.armour.as_str());
        if name == NORMAL || known().any(|a| a == name) {
            return Ok(());
        }
        unknown(i, &["armour_type"], "type of armour", name, known())
    }
}

fn healing(entry: &HealingEntry) -> Healing {
    let &HealingEntry { rate, range, energy_cost } = entry;
    Healing { rate, range, energy_cost }
}

fn unknown<'a, T>(
    i: usize,
    fields: &[&'static str],
    what: &str,
    name: &str,
    known: impl Iterator<Item = &'a str>,
) -> Result<T, KindFault> {
    let mut names: Vec<String> = known.chain([NORMAL]).map(String::from).collect();
    names.sort_unstable();
    names.dedup();
    Err(KindFault {
        list: "kinds",
        entry: i,
        fields: fields.to_vec(),
        message: format!("no multiplier names the {what} {name:?}"),
        unknown: Some((name.into(), names)),
    })
}

/// Kinds live as long as the program, each only once, so that every unit can point to its own without
/// counting.
pub fn intern(kind: UnitKind) -> &'static UnitKind {
    static KNOWN: Mutex<Vec<&'static UnitKind>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(same) = known.iter().copied().find(|k| **k == kind) {
        return same;
    }
    let kind: &'static UnitKind = Box::leak(Box::new(kind));
    known.push(kind);
    kind
}

/// A name that lives as long as the program, each only once.
pub(super) fn leak(name: &str) -> &'static str {
    static KNOWN: Mutex<Vec<&'static str>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    if let Some(same) = known.iter().copied().find(|k| *k == name) {
        return same;
    }
    let name: &'static str = Box::leak(name.to_string().into_boxed_str());
    known.push(name);
    name
}
