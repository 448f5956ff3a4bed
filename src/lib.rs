//! Group movement for real-time strategy games on 2D grids: searches, cost layers, steering and combat as a library, a
//! deterministic simulation around them, and a sandbox to compare them.
//!
//! # Layers
//!
//! One crate, four feature layers; each includes the one before. Take the lowest that does what you need.
//!
//! | features | what you get | depends on |
//! |---|---|---|
//! | none | [`grid`], [`search`], [`planning`], [`steering`], [`traffic`], [`combat`], [`measure`]: plain functions on plain data; no clock, file or environment | glam, libm, rand, rayon, ron, serde, thiserror |
//! | `sim` | `scenario` files; `sim`: the ECS plugin and a headless runner; `overlay`: what algorithms see, as drawing data | + Bevy's ECS |
//! | `cli` | `experiment` and `report`: the papers' tables; `picture`: pictures and films without a window; `learn`: lessons and about cards; the commands | + clap and others |
//! | `gui` (default) | the window | + Bevy's renderer, egui |
//!
//! # Plan for a group
//!
//! A [`Search`](planning::Search) finds paths over a [`Terrain`](grid::Terrain), and [`Layers`](planning::Layers) change the
//! costs of its cells. This works without any feature:
//!
//! ```
//! use phalanx::grid::{Cell, CornerRule, Terrain};
//! use phalanx::planning::{GroupRequest, Layers, Markers, PlanContext, PlanScratch, Search, plan};
//!
//! let terrain = Terrain::from_text(CornerRule::BothSidesFree, &["........", "...##...", "........"]);
//! let starts = [Cell::new(0, 0), Cell::new(0, 1), Cell::new(0, 2)];
//! let layers = Layers { markers: Some(Markers::default()), ..Layers::default() };
//! let context = PlanContext::bare(&terrain).with_layers(layers);
//! let request = GroupRequest::new(&context, &starts, Cell::new(7, 1));
//! let plans = plan(&Search::default(), &request, &mut PlanScratch::default());
//! assert!(plans.iter().all(|plan| plan.path.is_some()));
//! ```
//!
//! # Run a scenario
//!
//! ```
//! # #[cfg(feature = "sim")] {
//! use phalanx::prelude::*;
//!
//! let mut scenario = Scenario::on(Terrain::open(Bounds::new(20, 10), CornerRule::BothSidesFree));
//! scenario.teams[0].doctrine = preset_named("Flock").unwrap().doctrine;
//! let mut simulation = Simulation::new(&scenario);
//! simulation.send([Action::Spawn(vec![phalanx::scenario::NewUnit {
//!     id: UnitId(0),
//!     team: TeamId(0),
//!     kind: "soldier".into(),
//!     at: Cell::new(2, 5).center(),
//! }])]);
//! let order = Order::Move(Cell::new(17, 5));
//! simulation.send([Action::Order(GiveOrder { units: vec![UnitId(0)], order, queued: false })]);
//! assert!(simulation.run_until_arrived(1000));
//! # }
//! ```
//!
//! # Use it in a Bevy game
//!
//! Phalanx 0.3 uses Bevy 0.19. Add [`SimPlugin`](sim::SimPlugin) to a schedule of yours, spawn an arena, spawn units as its
//! children, send [`Action`](scenario::Action)s, read [`Route`](sim::Route) and [`Position`](sim::Position), and listen to
//! [`ArenaEvent`](sim::ArenaEvent)s. `examples/first_game.rs` is the smallest game, `examples/bevy_game.rs` does all of it in
//! under 100 lines, `examples/skirmish.rs` is a fight with an AI, `examples/save_game.rs` saves and restores.
//!
//! - **Rate.** One run of the schedule is 1/32 s of simulated time. Bevy's `FixedUpdate` runs at 64 Hz by default, so run it at
//!   [`TICKS_PER_SECOND`](sim::TICKS_PER_SECOND), or let the plugin keep its own clock:
//!   [`SimPlugin::self_timed`](sim::SimPlugin::self_timed). Otherwise units walk twice as fast, and the log says so.
//! - **Positions** are in cells from the upper left corner, y down; the centre of cell (3, 5) is (3.5, 5.5). Multiply and flip
//!   when you draw.
//! - **Ids** of units: [`spawn_unit`](sim::spawn_unit) finds one, or take any number that is new in its arena.
//!
//! The chapter "Getting started" in `docs/src/crate` shows own unit kinds, maps and costs, and answers common questions.
//!
//! # How the program works
//!
//! ```text
//!   scenarios/*.ron --+                                              +--> view (window)
//!   maps/*.map -------+--> scenario --> sim: arenas, units, fields --+
//!   generators -------+    checked      ^   |                        +--> experiment (tables, JSON)
//!                          once         |   v
//!                              actions -+   one tick, 32 times a second:
//!                              (paint, drop,  Command -> Sense -> Plan -> Steer
//!                               order, tune)  -> Move -> Fight -> Learn -> Measure
//!
//!   Plan   = search (AStar, ...) over terrain, costs by layers      planning, search, grid
//!   Steer  = movement rule (FollowPath, ...) or engage rule (Hold)  steering
//! ```
//!
//! Everything that changes a running simulation from outside is an action with a tick, so scenario + seed + actions = the
//! run: the same state hash after every tick, in the window or without it, on one thread or many.
//!
//! To add a search, a layer, a movement rule, an engage rule, an overlay or an experiment, see
//! `docs/src/development/adding-an-algorithm.md`.

/// What a program needs most: of the core, and with `sim` of the simulation.
pub mod prelude {
    pub use crate::combat::{KindDefinition, UnitKind, kind_named};
    pub use crate::grid::{Bounds, Cell, CornerRule, Ground, Terrain};
    pub use crate::parts::Part;
    pub use crate::planning::{
        CellCosts, GroupRequest, Layers, Markers, PlanContext, PlanScratch, Search, plan,
    };
    #[cfg(feature = "sim")]
    pub use crate::scenario::{
        Action, Doctrine, GiveOrder, NewUnit, ObstacleId, ObstacleKind, ObstacleSpec, Order,
        Scenario, SetCosts, SetDoctrine, SetModifiers, TeamId, UnitId, preset_named,
    };
    #[cfg(feature = "sim")]
    pub use crate::sim::{
        Arena, ArenaEvent, ArenaPaused, Clock, EventKind, Journal, Land, Modifiers, NodeBudget,
        Obstacle, Pace, Position, PreviousPosition, Refusal, Rejected, Roster, Route, SaveGame,
        SendActions, SimPlugin, SimSystems, Simulation, Snapshot, Status, StatusChanged, TICK,
        TICKS_PER_SECOND, TransformSync, Unit, UnitDied, run_pass, spawn_arena, spawn_unit,
        unit_bundle,
    };
    pub use crate::steering::{Crowd, Disc, Travel, TravelMemory, Traveller, Travellers, Walker};
    pub use glam::Vec2;
}

pub use glam;

// Tests inside the crate use helpers of the tests outside.
#[cfg(test)]
extern crate self as phalanx;
#[cfg(all(test, feature = "sim"))]
#[path = "../tests/common/session.rs"]
mod session;

pub mod combat;
#[cfg(feature = "cli")]
pub mod experiment;
pub mod grid;
#[cfg(feature = "cli")]
pub mod learn;
mod maths;
pub mod measure;
#[cfg(feature = "sim")]
pub mod overlay;
pub mod parameters;
pub mod parts;
#[cfg(feature = "cli")]
pub mod picture;
pub mod planning;
#[cfg(feature = "sim")]
mod platform;
#[cfg(feature = "cli")]
pub mod report;
mod ron_text;
#[cfg(feature = "sim")]
pub mod scenario;
pub mod search;
#[cfg(feature = "sim")]
pub mod sim;
pub mod steering;
pub mod traffic;
mod unhashed;
#[cfg(feature = "gui")]
pub mod view;
pub mod words;
