//! Runs two runs side by side and lists the fields that differ first.
//!
//! Three passes: the first compares the state hash after each tick, the second repeats both runs up to the first tick that
//! differs and hashes each component after each of its stages, the third lists the fields of the components that differ.
//! So only one tick is looked at closely, and no state has to be stored. Costs three times the time of both runs up to
//! that tick.

use super::fields::{FieldValue, StateField, state_fields};
use super::hash::{component_hashes, component_names};
use super::probe::STAGES;
use crate::scenario::{Scenario, UnitId};
use crate::sim::{Simulation, TickSystems};
use std::collections::HashMap;
use std::fmt;

/// A run that can be repeated.
pub trait Repeatable {
    /// The run before its first tick.
    fn start(&self) -> Simulation;

    /// Makes the next tick.
    fn tick(&self, simulation: &mut Simulation) {
        simulation.run(1);
    }
}

impl Repeatable for Scenario {
    fn start(&self) -> Simulation {
        Simulation::new(self)
    }
}

/// Where two runs diverge.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// The tick, as the clock shows it before the tick.
    pub tick: u64,
    /// The first stage after which the runs differ. `None` if they differ before the tick.
    pub stage: Option<TickSystems>,
    /// The components that differ then.
    pub components: Vec<String>,
    /// The fields that differ then: first those that both runs have.
    pub fields: Vec<Difference>,
}

/// A field that differs.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The unit; `None` for a field of the arena.
    pub unit: Option<UnitId>,
    /// The component that it belongs to.
    pub component: &'static str,
    /// Where it is in the component; empty if the component is one value.
    pub path: String,
    /// Its value in the first run. `None` if it has no such field.
    pub left: Option<FieldValue>,
    /// Its value in the second run.
    pub right: Option<FieldValue>,
}

/// How far two numbers are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The absolute difference.
    pub absolute: f64,
    /// Steps between neighbouring floating-point numbers.
    pub ulps: Option<u64>,
}

impl Difference {
    /// How far the two values are apart. `None` unless both are numbers.
    pub fn gap(&self) -> Option<Gap> {
        match (self.left.as_ref()?, self.right.as_ref()?) {
            (&FieldValue::F32(a), &FieldValue::F32(b)) => {
                let ulps = steps_f32(a).abs_diff(steps_f32(b));
                Some(Gap { absolute: (f64::from(a) - f64::from(b)).abs(), ulps: Some(ulps) })
            }
            (&FieldValue::F64(a), &FieldValue::F64(b)) => {
                let ulps = steps_f64(a).abs_diff(steps_f64(b));
                Some(Gap { absolute: (a - b).abs(), ulps: Some(ulps) })
            }
            (&FieldValue::Whole(a), &FieldValue::Whole(b)) => {
                Some(Gap { absolute: a.abs_diff(b) as f64, ulps: None })
            }
            _ => None,
        }
    }
}

/// Numbers in the order of their values; neighbours are one step apart.
fn steps_f32(value: f32) -> i64 {
    let size = i64::from(value.to_bits() & !(1 << 31));
    if value.is_sign_negative() { -size } else { size }
}

fn steps_f64(value: f64) -> i64 {
    let size = (value.to_bits() & !(1 << 63)).cast_signed();
    if value.is_sign_negative() { -size } else { size }
}

impl fmt::Display for Gap {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { absolute, ulps } = self;
        match ulps {
            Some(1) => write!(f, "{absolute:.3e}, 1 ulp"),
            Some(ulps) => write!(f, "{absolute:.3e}, {ulps} ulps"),
            None => write!(f, "{absolute}"),
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.unit {
            Some(unit) => write!(f, "unit {}", unit.0)?,
            None => write!(f, "arena")?,
        }
        write!(f, "  {}", self.component)?;
        if !self.path.is_empty() && !self.path.starts_with(['.', '[']) {
            write!(f, ".")?;
        }
        write!(f, "{}", self.path)?;
        for value in [&self.left, &self.right] {
            match value {
                Some(value) => write!(f, "  {value}")?,
                None => write!(f, "  nothing")?,
            }
        }
        self.gap().map_or(Ok(()), |gap| write!(f, "  ({gap})"))
    }
}

impl fmt::Display for Divergence {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.stage {
            Some(stage) => write!(f, "tick {}, stage {stage:?}", self.tick)?,
            None => write!(f, "before tick {}", self.tick)?,
        }
        write!(f, ": {}", self.components.join(", "))
    }
}

/// The first difference between two runs within a number of ticks.
pub fn first_divergence(
    left: &dyn Repeatable,
    right: &dyn Repeatable,
    most: u64,
) -> Option<Divergence> {
    let (mut a, mut b) = (left.start(), right.start());
    if a.hash() != b.hash() {
        return Some(before_tick(left, right, 0));
    }
    for tick in 0..most {
        left.tick(&mut a);
        right.tick(&mut b);
        if a.hash() != b.hash() {
            return Some(in_tick(left, right, tick));
        }
    }
    None
}

/// A run before a tick.
fn up_to(run: &dyn Repeatable, tick: u64) -> Simulation {
    let mut simulation = run.start();
    (0..tick).for_each(|_| run.tick(&mut simulation));
    simulation
}

/// The difference before a tick.
fn before_tick(left: &dyn Repeatable, right: &dyn Repeatable, tick: u64) -> Divergence {
    let (a, b) = (up_to(left, tick), up_to(right, tick));
    let hashes = |s: &Simulation| component_hashes(s.world(), s.arena());
    let components = differing(&component_names(a.world()), &hashes(&a), &hashes(&b));
    let fields = |s: &Simulation| state_fields(s.world(), s.arena(), &components);
    let fields = differences(fields(&a), fields(&b));
    Divergence { tick, stage: None, components: words(&components), fields }
}

/// The difference in a tick before which the runs are equal.
fn in_tick(left: &dyn Repeatable, right: &dyn Repeatable, tick: u64) -> Divergence {
    let hashes = |run: &dyn Repeatable| {
        let mut simulation = up_to(run, tick);
        let names = component_names(simulation.world());
        simulation.watch_stages();
        run.tick(&mut simulation);
        (names, simulation.take_stage_hashes())
    };
    let ((names, a), (_, b)) = (hashes(left), hashes(right));
    let Some(place) = a.iter().zip(&b).position(|(a, b)| a != b) else {
        // They part after the last stage.
        return before_tick(left, right, tick + 1);
    };
    let (stage, components) = (STAGES[place], differing(&names, &a[place], &b[place]));
    let fields = |run: &dyn Repeatable| {
        let mut simulation = up_to(run, tick);
        simulation.watch_fields(stage, &components);
        run.tick(&mut simulation);
        simulation.take_fields()
    };
    let fields = differences(fields(left), fields(right));
    Divergence { tick, stage: Some(stage), components: words(&components), fields }
}

fn words(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

/// The components whose hashes differ.
pub(super) fn differing<N: Clone>(names: &[N], a: &[u64], b: &[u64]) -> Vec<N> {
    let pairs = names.iter().zip(a.iter().zip(b));
    pairs.filter(|(_, (a, b))| a != b).map(|(name, _)| name.clone()).collect()
}

/// The fields that differ: those that are in both lists, then those that only the first one has, then those that only the second
/// one has.
fn differences(left: Vec<StateField>, right: Vec<StateField>) -> Vec<Difference> {
    let key = |field: &StateField| (field.unit, field.component, field.path.clone());
    let mut others: HashMap<_, FieldValue> =
        right.iter().map(|field| (key(field), field.value.clone())).collect();
    let (mut found, mut lone) = (Vec::new(), Vec::new());
    for field in left {
        let other = others.remove(&key(&field));
        if other.as_ref() != Some(&field.value) {
            let list = if other.is_some() { &mut found } else { &mut lone };
            let StateField { unit, component, path, value } = field;
            list.push(Difference { unit, component, path, left: Some(value), right: other });
        }
    }
    found.append(&mut lone);
    let rest = right.into_iter().filter(|field| others.contains_key(&key(field)));
    found.extend(rest.map(|StateField { unit, component, path, value }| Difference {
        unit,
        component,
        path,
        left: None,
        right: Some(value),
    }));
    found
}
