//! Runs two runs side by side and lists the fields that differ first.
//!
//! Three passes: the first compares the state hash after each tick, the second repeats both runs up to the first tick that
//! differs and hashes each component after each of its stages, the third lists the fields of the components that differ.
//! So only one tick is looked at closely, and no state has to be stored. Costs three times the time of both runs up to
//! that tick.

use super::probe::STAGES;
use crate::scenario::{Scenario, UnitId};
use crate::sim::hash::{
    ComponentHashes, FieldValue, HashedComponent, StateField, component_hashes, state_fields,
};
use crate::sim::{Simulation, TickSystems};
use std::collections::BTreeMap;
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

/// Where two runs part.
#[derive(Clone, Debug, PartialEq)]
pub struct Divergence {
    /// The tick, as the clock shows it before the tick.
    pub tick: u64,
    /// The first stage after which the runs differ. `None` if they differ before the tick.
    pub stage: Option<TickSystems>,
    /// The components that differ then.
    pub components: Vec<HashedComponent>,
    /// The fields that differ then, in the order of the state hash.
    pub fields: Vec<Difference>,
}

/// A field that differs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The unit; `None` for a field of the arena.
    pub unit: Option<UnitId>,
    /// The component that it belongs to.
    pub component: HashedComponent,
    /// Its name in the component.
    pub name: &'static str,
    /// Its place among the fields of this name.
    pub index: u32,
    /// Its value in the first run. `None` if it has no such field.
    pub left: Option<FieldValue>,
    /// Its value in the second run.
    pub right: Option<FieldValue>,
}

/// How far two numbers are apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gap {
    /// The absolute difference; for a vector the larger one of its two numbers.
    pub absolute: f64,
    /// Steps between neighbouring floating-point numbers; for a vector the larger number of steps.
    pub ulps: Option<u64>,
}

impl Difference {
    /// How far the two values are apart. `None` unless both are numbers.
    pub fn gap(&self) -> Option<Gap> {
        match (self.left?, self.right?) {
            (FieldValue::F32(a), FieldValue::F32(b)) => Some(gap_of_f32(a, b)),
            (FieldValue::F64(a), FieldValue::F64(b)) => {
                let ulps = steps_f64(a).abs_diff(steps_f64(b));
                Some(Gap { absolute: (a - b).abs(), ulps: Some(ulps) })
            }
            (FieldValue::Vec2(a), FieldValue::Vec2(b)) => {
                let (x, y) = (gap_of_f32(a.x, b.x), gap_of_f32(a.y, b.y));
                Some(Gap { absolute: x.absolute.max(y.absolute), ulps: x.ulps.max(y.ulps) })
            }
            (FieldValue::U32(a), FieldValue::U32(b)) => whole(u64::from(a), u64::from(b)),
            (FieldValue::U64(a), FieldValue::U64(b)) => whole(a, b),
            _ => None,
        }
    }
}

fn whole(a: u64, b: u64) -> Option<Gap> {
    Some(Gap { absolute: a.abs_diff(b) as f64, ulps: None })
}

fn gap_of_f32(a: f32, b: f32) -> Gap {
    let steps = |value: f32| {
        let size = i64::from(value.to_bits() & !(1 << 31));
        if value.is_sign_negative() { -size } else { size }
    };
    Gap { absolute: (f64::from(a) - f64::from(b)).abs(), ulps: Some(steps(a).abs_diff(steps(b))) }
}

/// Numbers in the order of their values; neighbours are one step apart.
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
        write!(f, "  {}.{}", self.component, self.name)?;
        if self.index > 0 {
            write!(f, "[{}]", self.index)?;
        }
        for value in [self.left, self.right] {
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
        let components: Vec<String> = self.components.iter().map(ToString::to_string).collect();
        match self.stage {
            Some(stage) => write!(f, "tick {}, stage {stage:?}", self.tick)?,
            None => write!(f, "before tick {}", self.tick)?,
        }
        write!(f, ": {}", components.join(", "))
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
    let components = differing(&hashes(&a), &hashes(&b));
    let fields = |s: &Simulation| state_fields(s.world(), s.arena(), &components);
    let fields = differences(&fields(&a), &fields(&b));
    Divergence { tick, stage: None, components, fields }
}

/// The difference in a tick before which the runs are equal.
fn in_tick(left: &dyn Repeatable, right: &dyn Repeatable, tick: u64) -> Divergence {
    let hashes = |run: &dyn Repeatable| {
        let mut simulation = up_to(run, tick);
        simulation.watch_stages();
        run.tick(&mut simulation);
        simulation.take_stage_hashes()
    };
    let (a, b) = (hashes(left), hashes(right));
    let Some(place) = a.iter().zip(&b).position(|(a, b)| a != b) else {
        // They part after the last stage.
        return before_tick(left, right, tick + 1);
    };
    let (stage, components) = (STAGES[place], differing(&a[place], &b[place]));
    let fields = |run: &dyn Repeatable| {
        let mut simulation = up_to(run, tick);
        simulation.watch_fields(stage, &components);
        run.tick(&mut simulation);
        simulation.take_fields()
    };
    let fields = differences(&fields(left), &fields(right));
    Divergence { tick, stage: Some(stage), components, fields }
}

/// The components whose hashes differ.
pub(super) fn differing(a: &ComponentHashes, b: &ComponentHashes) -> Vec<HashedComponent> {
    let pairs = HashedComponent::ALL.iter().zip(a.iter().zip(b));
    pairs.filter(|(_, (a, b))| a != b).map(|(&component, _)| component).collect()
}

/// The fields that differ: those of the first list in its order, then those that only the second one has.
fn differences(left: &[StateField], right: &[StateField]) -> Vec<Difference> {
    let key = |field: &StateField| (field.unit, field.component, field.name, field.index);
    let mut only_right: BTreeMap<_, _> = right.iter().map(|field| (key(field), field)).collect();
    let difference = |field: &StateField, left, right| {
        let &StateField { unit, component, name, index, .. } = field;
        Difference { unit, component, name, index, left, right }
    };
    let mut found = Vec::new();
    for field in left {
        let other = only_right.remove(&key(field)).map(|other| other.value);
        if other != Some(field.value) {
            found.push(difference(field, Some(field.value), other));
        }
    }
    found.extend(only_right.into_values().map(|field| difference(field, None, Some(field.value))));
    found
}
