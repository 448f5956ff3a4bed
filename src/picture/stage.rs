//! What is drawn: arenas that run in step, and a way to run them.

use crate::overlay::Scene;
use crate::scenario::{Goal, Scenario, doctrine_names};
use crate::sim::{CaptureSearch, Numbers, Simulation};
use bevy::ecs::entity::Entity;
use bevy::ecs::world::World;

/// Arenas that run in step. A film needs no more of a simulation than this, so a recording can be filmed as well.
pub trait Stage {
    /// The current tick.
    fn tick(&self) -> u64;
    /// Runs one tick.
    fn advance(&mut self);
    /// Shows what a pause shows: what is due is applied and planned. The run stays the same.
    fn preview(&mut self);
    /// The arenas with their worlds, in the order in which they are drawn. Their maps have equal bounds.
    fn arenas(&self) -> Vec<(&World, Entity)>;

    /// The arenas that exist, read-only.
    fn scenes(&self) -> Vec<Scene<'_>> {
        let arenas = self.arenas().into_iter();
        arenas.filter_map(|(world, arena)| Scene::new(world, arena)).collect()
    }
}

impl Stage for Simulation {
    fn tick(&self) -> u64 {
        Simulation::tick(self)
    }

    fn advance(&mut self) {
        self.run(1);
    }

    fn preview(&mut self) {
        self.edit();
    }

    fn arenas(&self) -> Vec<(&World, Entity)> {
        vec![(self.world(), self.arena())]
    }
}

impl Stage for Vec<Simulation> {
    fn tick(&self) -> u64 {
        self.first().map_or(0, Simulation::tick)
    }

    fn advance(&mut self) {
        self.iter_mut().for_each(|simulation| simulation.run(1));
    }

    fn preview(&mut self) {
        self.iter_mut().for_each(Simulation::edit);
    }

    fn arenas(&self) -> Vec<(&World, Entity)> {
        self.iter().map(|simulation| (simulation.world(), simulation.arena())).collect()
    }
}

/// The text on a picture, and the flags of its goals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Caption {
    /// What is simulated, in a few words.
    pub title: String,
    /// What is simulated, in a sentence.
    pub description: String,
    /// Named places.
    pub goals: Vec<Goal>,
    /// What distinguishes the arenas, if there are several.
    pub arenas: Vec<String>,
}

impl Caption {
    /// The text for scenarios that run side by side.
    pub fn new(scenarios: &[Scenario]) -> Self {
        let Some(first) = scenarios.first() else { return Self::default() };
        Self {
            title: first.title.clone(),
            description: first.description.clone(),
            goals: first.goals.clone(),
            arenas: scenarios.iter().map(|scenario| doctrine_names(&scenario.teams)).collect(),
        }
    }
}

/// The numbers of an arena. Units are counted here, because nothing is measured before the first tick.
pub(super) fn numbers_of(scene: &Scene) -> Numbers {
    let measured = scene.get::<Numbers>().cloned().unwrap_or_default();
    Numbers { units: scene.roster.units.len(), ..measured }
}

/// The simulations of scenarios, side by side. Everything that overlays show is recorded.
pub fn simulate(scenarios: &[Scenario]) -> Vec<Simulation> {
    let simulate = |scenario| {
        let mut simulation = Simulation::new(scenario);
        simulation.watch(CaptureSearch { last_search: true, separation: true });
        simulation
    };
    scenarios.iter().map(simulate).collect()
}
