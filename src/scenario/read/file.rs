//! The scenario format as it stands in a file: RON, version 1. `manual.rs` describes it.
//!
//! These types say only what can be written. `check.rs` decides what it means and whether it is valid.

use crate::combat::{KindDefinition, Rules};
use crate::grid::{CornerRule, Ground, MapKind};
use crate::scenario::learned::DirectionsEntry;
use crate::scenario::{Batch, Doctrine, Motion, ObstacleKind};
use serde::Deserialize;
use std::collections::BTreeMap;

/// The version that this program reads and writes.
pub const VERSION: u32 = 1;

/// The kind of units without a `kind`.
pub const USUAL_KIND: &str = "soldier";

/// How files are read: `colour: (1, 2, 3)` instead of `Some((1, 2, 3))`, and `Custom(search: ...)`
/// instead of `Custom((search: ...))`.
pub fn options() -> ron::Options {
    use ron::extensions::Extensions;
    ron::Options::default()
        .with_default_extension(Extensions::IMPLICIT_SOME | Extensions::UNWRAP_VARIANT_NEWTYPES)
}

#[derive(Deserialize)]
#[serde(rename = "Scenario", deny_unknown_fields)]
pub struct ScenarioFile {
    #[expect(dead_code, reason = "checked in the text, before the rest is read")]
    pub version: u32,
    #[serde(default)]
    pub title: String,
    #[serde(default)]
    pub description: String,
    #[serde(default)]
    pub citation: String,
    #[serde(default)]
    pub seed: u64,
    #[serde(default)]
    pub motion: Motion,
    #[serde(default)]
    pub corners: CornerRule,
    #[serde(default)]
    pub catalogue: Vec<String>,
    #[serde(default)]
    pub kinds: Vec<KindDefinition>,
    #[serde(default)]
    pub rules: Rules,
    pub map: MapEntry,
    #[serde(default)]
    pub directions: Option<DirectionsEntry>,
    #[serde(default)]
    pub teams: Vec<TeamEntry>,
    #[serde(default)]
    pub obstacles: Vec<ObstacleEntry>,
    #[serde(default)]
    pub units: Vec<UnitEntry>,
    #[serde(default)]
    pub goals: Vec<GoalEntry>,
    /// Ids in the order of the obstacles, as pairs of first id and count; without them, obstacles are numbered from 0.
    #[serde(default)]
    pub obstacle_ids: Vec<(u32, u32)>,
    /// Ids of the units, in the same form.
    #[serde(default)]
    pub unit_ids: Vec<(u32, u32)>,
    /// Ids of the goals, in the same form.
    #[serde(default)]
    pub goal_ids: Vec<(u32, u32)>,
    #[serde(default)]
    pub orders: Vec<OrderEntry>,
    #[serde(default)]
    pub actions: Vec<Batch>,
}

#[derive(Deserialize)]
#[serde(rename = "Map", deny_unknown_fields)]
pub enum MapEntry {
    Rows(Vec<String>),
    Rectangles {
        size: (u32, u32),
        #[serde(default)]
        areas: Vec<AreaEntry>,
    },
    File(String),
    Generated {
        kind: MapKind,
        size: (u32, u32),
        #[serde(default)]
        seed: u64,
        /// Parameters of the generator that are not as usual.
        #[serde(default)]
        parameters: BTreeMap<String, i64>,
    },
}

#[derive(Deserialize)]
#[serde(rename = "Area", deny_unknown_fields)]
pub struct AreaEntry {
    #[serde(default = "wall")]
    pub ground: Ground,
    pub at: (i32, i32),
    #[serde(default = "one_cell")]
    pub size: (u32, u32),
}

#[derive(Deserialize)]
#[serde(rename = "Team", deny_unknown_fields)]
pub struct TeamEntry {
    pub name: String,
    #[serde(default)]
    pub colour: Option<(u8, u8, u8)>,
    #[serde(default)]
    pub doctrine: Option<DoctrineEntry>,
    #[serde(default)]
    pub alliance: Option<u8>,
}

#[derive(Deserialize)]
#[serde(rename = "Doctrine", deny_unknown_fields)]
#[expect(clippy::large_enum_variant, reason = "there are few teams")]
pub enum DoctrineEntry {
    Named(String),
    Custom(Doctrine),
}

#[derive(Deserialize)]
#[serde(rename = "Unit", deny_unknown_fields)]
pub struct UnitEntry {
    pub team: String,
    #[serde(default = "usual_kind")]
    pub kind: String,
    pub at: (i32, i32),
    #[serde(default = "one_cell")]
    pub block: (u32, u32),
}

#[derive(Deserialize)]
#[serde(rename = "Obstacle", deny_unknown_fields)]
pub struct ObstacleEntry {
    #[serde(default)]
    pub kind: ObstacleKind,
    pub at: (i32, i32),
    #[serde(default = "one_cell")]
    pub size: (u32, u32),
}

#[derive(Deserialize)]
#[serde(rename = "Goal", deny_unknown_fields)]
pub struct GoalEntry {
    pub name: String,
    pub at: (i32, i32),
}

#[derive(Deserialize)]
#[serde(rename = "ScriptedOrder", deny_unknown_fields)]
pub struct OrderEntry {
    #[serde(default)]
    pub tick: u64,
    #[serde(default)]
    pub who: WhoEntry,
    pub order: OrderKind,
    #[serde(default)]
    pub queued: bool,
}

#[derive(Deserialize, Default)]
#[serde(rename = "Who")]
pub enum WhoEntry {
    #[default]
    Everyone,
    Team(String),
    Units(Vec<u32>),
    Range(u32, u32),
}

#[derive(Deserialize)]
#[serde(rename = "Order", deny_unknown_fields)]
pub enum OrderKind {
    Move(PlaceEntry),
    AttackMove(PlaceEntry),
    Attack(PlaceEntry),
    AttackUnit {
        unit: u32,
        at: PlaceEntry,
    },
    Patrol {
        to: PlaceEntry,
        #[serde(default)]
        rounds: u32,
    },
    Hold,
    Stop,
}

#[derive(Deserialize)]
#[serde(rename = "Place")]
pub enum PlaceEntry {
    At(i32, i32),
    Goal(String),
}

fn wall() -> Ground {
    Ground::Wall
}

fn one_cell() -> (u32, u32) {
    (1, 1)
}

fn usual_kind() -> String {
    USUAL_KIND.into()
}
