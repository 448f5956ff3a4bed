//! The input of the conditions of lessons: the program as plain data.

use super::condition::Number;
use crate::measure::Separation;
use crate::scenario::{Doctrine, Team};
use crate::sim::{Numbers, Score, Separations};
use serde::Deserialize;

/// What can be seen of the program at one moment.
#[derive(Clone, Debug, Default)]
pub struct Observation<'a> {
    /// The tick of the run.
    pub tick: u64,
    /// The keys of the overlays that are on.
    pub overlays: Vec<&'a str>,
    /// The arenas, in their order.
    pub arenas: Vec<ArenaView<'a>>,
    /// The number of selected units.
    pub selected: usize,
    /// What the user did since the step began.
    pub did: &'a [Did],
    /// Whether the window with the experiments is open.
    pub experiments: bool,
    /// The name of the about card that is open.
    pub card: Option<&'a str>,
    /// The answer that the user chose.
    pub answer: Option<usize>,
}

/// What can be seen of an arena.
#[derive(Clone, Debug)]
pub struct ArenaView<'a> {
    /// Its teams, with their doctrines there.
    pub teams: Vec<Team>,
    /// Its numbers.
    pub numbers: &'a Numbers,
    /// Its fights.
    pub score: &'a Score,
    /// Whether its groups separate.
    pub separations: &'a Separations,
}

/// Something that a user can do with the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub enum Did {
    /// Gave an order.
    Order,
    /// Painted the ground.
    Paint,
    /// Dropped units.
    Drop,
    /// Went back to the start.
    Restart,
}

impl Observation<'_> {
    /// The doctrine of a team in an arena.
    pub fn doctrine(&self, arena: usize, team: &str) -> Option<&Doctrine> {
        let teams = &self.arenas.get(arena)?.teams;
        teams.iter().find(|known| known.name == team).map(|team| &team.doctrine)
    }

    /// A number of an arena.
    pub fn number(&self, arena: usize, number: Number) -> Option<f64> {
        let arena = self.arenas.get(arena)?;
        let side = |team: u8| arena.score.sides.get(usize::from(team));
        match number {
            Number::Lost(team) => side(team).map(|side| side.casualties as f64),
            Number::Left(team) => side(team).map(|side| side.units as f64),
            other => other.of(arena.numbers),
        }
    }

    /// What was found out about each group of an arena.
    pub(super) fn separations(&self, arena: usize) -> impl Iterator<Item = Option<&Separation>> {
        let groups = self.arenas.get(arena).into_iter().flat_map(|a| a.separations.groups.values());
        groups.map(|group| group.found.as_ref())
    }
}
