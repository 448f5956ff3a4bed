//! Makes a scenario of a layout: units on their cells, orders at their ticks, and where each unit is to be measured from.

use super::layout::{Block, BlockOrder, Layout, Shape, To};
use super::variant::Variant;
use crate::combat::{UnitKind, kind_named};
use crate::grid::{Bounds, Cell, Terrain, ring};
use crate::maths::sin_cos;
use crate::measure::movement::{Leg, Traveller};
use crate::planning::CellSteps;
use crate::scenario::{
    Action, Batch, Doctrine, GiveOrder, Motion, NewUnit, Order, Place, Scenario, ScriptedOrder,
    Team, TeamId, UnitId, UnitSpec, Who,
};
use crate::sim::TICKS_PER_SECOND;
use glam::Vec2;
use std::collections::BTreeSet;

/// Units are this many times as fast as in Warzone, and our seconds are multiplied by this.
pub const TIME_SCALE: f64 = 4.0;
/// Warzone's updates in a second.
const UPDATES_PER_SECOND: u64 = 10;
/// Distance between neighbours in a disc without a grid, in cells.
const SUNFLOWER: f32 = 0.39;

/// How units move in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MotionKind {
    /// Discs with continuous positions.
    Steered,
    /// From cell to cell, at the speed of the first unit with an order.
    CellSteps,
}

/// One run of the benchmark.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What is run.
    pub scenario: Scenario,
    /// What is measured of each unit, by number.
    pub travellers: Vec<Traveller>,
    /// The longest run, in ticks.
    pub ticks: u64,
    /// Whether the run goes on when all have arrived.
    pub whole_budget: bool,
}

/// Ticks that correspond to a number of Warzone's updates, with speeds times [`TIME_SCALE`].
pub fn ticks(updates: u64) -> u64 {
    updates * u64::from(TICKS_PER_SECOND) / (UPDATES_PER_SECOND * TIME_SCALE as u64)
}

/// Builds a run of a layout. The doctrine is that of every team.
pub fn build(layout: &Layout, variant: Variant, doctrine: Doctrine, motion: MotionKind) -> Trial {
    let ground = layout.ground.terrain(variant.reading);
    let bounds = ground.bounds();
    let mut scenario = Scenario::plain(variant.mirror.terrain(ground.clone()));
    let owners = layout.blocks.iter().map(|block| block.owner).max().unwrap_or(0);
    scenario.teams =
        (0..=usize::from(owners)).map(|place| Team { doctrine, ..Team::numbered(place) }).collect();
    scenario.title = format!("{}, {}", layout.name, variant.reading.name());
    scenario.description = layout.about.into();
    scenario.citation = "After the movement benchmark of Warzone 2100, August 2026".into();
    let mut building = Building {
        variant,
        bounds,
        ground: &ground,
        scenario,
        travellers: Vec::new(),
        taken: BTreeSet::new(),
        batch: Vec::new(),
    };
    let mut shifted = 0;
    for block in layout.blocks {
        let (dx, dy) = if block.shifts { variant.arrangement.shift(shifted) } else { (0, 0) };
        shifted += usize::from(block.shifts);
        let at = Cell::new(block.at.x + dx, block.at.y + dy);
        building.place(layout, &Block { at, ..*block });
    }
    let Building { mut scenario, mut travellers, batch, .. } = building;
    scenario.orders.sort_by_key(|order| order.tick);
    if !batch.is_empty() {
        // Before the first tick units stand on cells, as in a file.
        scenario.actions = vec![Batch { tick: 1, actions: batch }];
    }
    if motion == MotionKind::CellSteps {
        // Each unit has a cell of its own. While it glides to the next, its disc has no meaning.
        travellers.iter_mut().for_each(|traveller| traveller.radius = 0.0);
        scenario.motion = Motion::CellSteps(cell_steps(layout, variant));
    }
    let (ticks, whole_budget) = (ticks(layout.updates), layout.whole_budget);
    Trial { scenario, travellers, ticks, whole_budget }
}

/// Steps as long as the first unit with an order needs for a cell.
fn cell_steps(layout: &Layout, variant: Variant) -> CellSteps {
    let ordered = layout.blocks.iter().find(|block| !block.legs.is_empty());
    let kind = variant.kind.or(ordered.and_then(|block| block.kinds.first().copied()));
    let speed = kind.and_then(kind_named).map_or(1.0, |kind| kind.speed.max(0.5));
    let ticks = (TICKS_PER_SECOND as f32 / speed).round() as u32;
    CellSteps { ticks, ..CellSteps::default() }
}

/// A scenario that is being built. Cells and positions are those of the unmirrored map until they enter the scenario.
struct Building<'a> {
    variant: Variant,
    bounds: Bounds,
    ground: &'a Terrain,
    scenario: Scenario,
    travellers: Vec<Traveller>,
    taken: BTreeSet<Cell>,
    /// Units that stand off the grid, and their orders.
    batch: Vec<Action>,
}

impl Building<'_> {
    fn place(&mut self, layout: &Layout, block: &Block) {
        let first = self.travellers.len();
        let starts: Vec<Vec2> = match block.shape {
            Shape::Sunflower => (0..block.units).map(|i| sunflower(block.at, i)).collect(),
            _ => self.cells(layout, block).into_iter().map(Cell::center).collect(),
        };
        for (i, &start) in starts.iter().enumerate() {
            let Some(kind) = self.kind(block, i) else { continue };
            self.add_unit(block, kind, start);
        }
        for (place, order) in block.legs.iter().enumerate() {
            let is_new = place == 0 || block.legs[place - 1].to != order.to;
            self.order(block, order, first, &starts, is_new);
        }
    }

    fn kind(&self, block: &Block, unit: usize) -> Option<&'static UnitKind> {
        let own = block.kinds.get(unit % block.kinds.len().max(1)).copied();
        kind_named(self.variant.kind.filter(|_| !block.legs.is_empty()).or(own)?)
    }

    /// The cells of a block on the grid. A unit whose cell is blocked or taken gets the nearest free one.
    fn cells(&mut self, layout: &Layout, block: &Block) -> Vec<Cell> {
        let at = block.at;
        let wanted: Vec<Cell> = match block.shape {
            Shape::Rows { columns, next, pitch } => (0..block.units)
                .map(|i| {
                    let (column, row) = ((i % columns) as i32, (i / columns) as i32);
                    Cell::new(at.x + pitch * column, at.y + pitch * next.step() * row)
                })
                .collect(),
            Shape::Rings => (0..self.bounds.width.max(self.bounds.height) as i32)
                .flat_map(|radius| ring(at, radius))
                .filter(|&cell| self.is_free(cell))
                .take(block.units)
                .collect(),
            Shape::Plug => {
                let gap = layout.ground.gap(self.variant.reading);
                gap.into_iter().flat_map(|gap| gap.cells()).collect()
            }
            Shape::Sunflower => Vec::new(),
        };
        let mut cells = Vec::with_capacity(wanted.len());
        for cell in wanted {
            let near = (0..16).flat_map(|radius| ring(cell, radius)).find(|&c| self.is_free(c));
            let cell = near.unwrap_or(cell);
            self.taken.insert(cell);
            cells.push(cell);
        }
        cells
    }

    fn is_free(&self, cell: Cell) -> bool {
        self.bounds.contains(cell) && self.ground.is_passable(cell) && !self.taken.contains(&cell)
    }

    fn add_unit(&mut self, block: &Block, kind: &'static UnitKind, start: Vec2) {
        let (id, team) = (UnitId(self.travellers.len() as u32), TeamId(block.owner));
        let at = self.variant.mirror.position(self.bounds, start);
        self.travellers.push(Traveller { radius: kind.radius, legs: Vec::new() });
        if block.shape != Shape::Sunflower {
            self.scenario.units.push(UnitSpec { id, team, kind, at: Cell::containing(at) });
            return;
        }
        let unit = NewUnit { id, team, kind: kind.name.into(), at };
        match self.batch.first_mut() {
            Some(Action::Spawn(units)) => units.push(unit),
            _ => self.batch.insert(0, Action::Spawn(vec![unit])),
        }
    }

    /// Gives an order to all units of a block. `is_new`: it leads elsewhere than the one before.
    fn order(
        &mut self,
        block: &Block,
        order: &BlockOrder,
        first: usize,
        starts: &[Vec2],
        is_new: bool,
    ) {
        let tick = ticks(order.update);
        let mirror = self.variant.mirror;
        let mut told: Vec<(Option<Cell>, Vec<UnitId>)> = Vec::new();
        for (i, &start) in starts.iter().enumerate() {
            let cell = order.to.cell(i, Cell::containing(start));
            let to = cell.map(|cell| mirror.cell(self.bounds, cell));
            if is_new && let Some(traveller) = self.travellers.get_mut(first + i) {
                traveller.legs.push(Leg { tick, place: to.map(Cell::center) });
            }
            let id = UnitId((first + i) as u32);
            match told.last_mut() {
                Some((same, units)) if *same == to && !matches!(order.to, To::Fan { .. }) => {
                    units.push(id);
                }
                _ => told.push((to, vec![id])),
            }
        }
        for (to, units) in told {
            if block.shape == Shape::Sunflower {
                let order = to.map_or(Order::Hold, Order::Move);
                self.batch.push(Action::Order(GiveOrder { units, order, queued: false }));
            } else {
                let order = to.map_or(Order::Hold, |cell| Order::Move(Place::At(cell)));
                let who = Who::Units(units);
                self.scenario.orders.push(ScriptedOrder { tick, who, order, queued: false });
            }
        }
    }
}

/// The place of a unit in a disc without a grid.
fn sunflower(middle: Cell, unit: usize) -> Vec2 {
    let turn = (40503 * unit % 65536) as f32 / 65536.0;
    let (sine, cosine) = sin_cos(turn * std::f32::consts::TAU);
    middle.center() + Vec2::new(cosine, sine) * SUNFLOWER * (unit as f32 + 1.0).sqrt()
}
