//! Phalanx: an interactive sandbox and laboratory for moving groups in real-time strategy games.
//!
//! The window and the command line run one simulation, and everything that changes it comes through one
//! door:
//!
//! ```text
//!   scenarios/*.ron --+                                              +--> view (window, feature `gui`)
//!   maps/*.map -------+--> scenario --> sim: arenas, units, fields --+
//!   generators -------+    checked      ^   |                        +--> experiment (tables, JSON)
//!                          once         |   v
//!                              actions -+   one tick, 32 times a second:
//!                              (paint, drop,  Command -> Sense -> Plan -> Steer
//!                               order, tune)  -> Move -> Fight -> Learn -> Measure
//!
//!   Plan   = search (AStar, ...) over terrain, priced by layers     planning, search, grid
//!   Steer  = travel (FollowPath, ...) or engage (Hold, ...)         steering
//! ```
//!
//! Scenario + seed + the log of actions = the run: the same state hash every time, in the window or
//! without it, on one thread or many.
//!
//! Arrows point to what a module may import, and never turn:
//! `grid <- search <- planning`; `grid <- steering, combat, measure`; all of these `<- scenario <- sim`;
//! `sim <- overlay <- view`; `sim <- experiment`; `view` and `experiment` do not know each other but share [`report`].
//! [`mod@parameters`] and [`parts`] know nothing and may be used by all.

pub mod combat;
#[cfg(feature = "cli")]
pub mod experiment;
pub mod grid;
pub mod measure;
#[cfg(feature = "sim")]
pub mod overlay;
pub mod parameters;
pub mod parts;
pub mod planning;
#[cfg(feature = "cli")]
pub mod report;
#[cfg(feature = "sim")]
pub mod scenario;
pub mod search;
#[cfg(feature = "sim")]
pub mod sim;
pub mod steering;
#[cfg(feature = "gui")]
pub mod view;
