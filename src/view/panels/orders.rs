//! Scripted orders, issued automatically: when, to whom, what and where.

use super::key_hints::told;
use super::order_words::{place_text, what_text, who_text};
use super::tooltips::Explain;
use super::widgets::{ROUNDS_DOC, quiet, rounds_field, wrapped};
use crate::grid::{Cell, Terrain, nearest_cell};
use crate::scenario::{Action, Order, Place, ScriptedOrder, UnitId, Who, living_teams};
use crate::sim::{ArenaFacts, TICKS_PER_SECOND};
use crate::view::document::history::Edit;
use crate::view::document::intent::{Intent, TimeIntent, ToolIntent};
use crate::view::input::tools::Armed;
use bevy_egui::egui::{self, RichText, Ui};
use std::collections::BTreeSet;
use std::mem::discriminant;

/// What the panel remembers between frames.
#[derive(Clone, Debug, Default)]
pub struct OrdersPanel {
    /// The order that is open, by its index in the list.
    open: Option<usize>,
    /// The open order as it is, and as it is while a number is dragged.
    draft: Option<(ScriptedOrder, ScriptedOrder)>,
    /// The cell that was clicked for the open order.
    picked: Option<Cell>,
}

impl OrdersPanel {
    /// Takes the cell that was clicked on the map.
    pub fn pick(&mut self, cell: Cell) {
        self.picked = Some(cell);
    }
}

/// What the list needs to know.
pub struct OrderList<'a> {
    /// What the arena is made of now.
    pub facts: &'a ArenaFacts<'a>,
    /// The present tick.
    pub tick: u64,
    /// The selected units.
    pub selected: &'a BTreeSet<UnitId>,
}

/// Shows the list.
pub fn show(ui: &mut Ui, panel: &mut OrdersPanel, list: &OrderList) -> Vec<Intent> {
    let mut wanted = Vec::new();
    let orders = list.facts.orders;
    if orders.is_empty() {
        wrapped(
            ui,
            quiet(
                "No scripted orders yet. Orders in this list are issued automatically at their set time.",
            ),
        );
    }
    for (place, order) in orders.iter().enumerate() {
        ui.push_id(("order", place), |ui| {
            row(ui, panel, list, place, order);
            if panel.open == Some(place) {
                ui.indent("order", |ui| edit(ui, panel, list, place, order, &mut wanted));
            }
        });
    }
    ui.add_space(2.0);
    let doc = "Adds an order: to the selected units, or to everyone";
    if ui.button("Add order").explain(doc).clicked() {
        let (orders, place) = with(orders, None, first_order(list));
        panel.open = Some(place);
        wanted.push(perform("Add order", orders));
    }
    if list.tick > 0 && orders.iter().any(|order| order.tick <= list.tick) {
        let now = seconds(list.tick);
        wrapped(
            ui,
            quiet(format!(
                "Orders before {now:.1} s have already been issued. Changes to them take effect after \"Restart with all edits\"."
            )),
        );
        let doc = told(ui.ctx(), "All edits are applied from the start (`Shift+R`)");
        if ui.button("Restart with all edits").explain(doc).clicked() {
            wanted.push(Intent::Time(TimeIntent::RestartWithAllEdits));
        }
    }
    wanted
}

fn perform(name: &str, orders: Vec<ScriptedOrder>) -> Intent {
    Intent::perform(Edit::new(name, vec![Action::SetOrders(orders)]))
}

fn seconds(tick: u64) -> f64 {
    tick as f64 / f64::from(TICKS_PER_SECOND)
}

/// The list with an order in place of another one or added, sorted by time, and the order's index in it.
fn with(
    orders: &[ScriptedOrder],
    instead_of: Option<usize>,
    order: ScriptedOrder,
) -> (Vec<ScriptedOrder>, usize) {
    let mut orders = orders.to_vec();
    if let Some(place) = instead_of {
        orders.remove(place);
    }
    // An order that keeps its time keeps its place among those of the same time.
    let before = orders.partition_point(|other| other.tick < order.tick);
    let after = orders.partition_point(|other| other.tick <= order.tick);
    let place = instead_of.map_or(after, |place| place.clamp(before, after));
    orders.insert(place, order);
    (orders, place)
}

/// What a new order is before it is changed: a second from now once time has passed.
fn first_order(list: &OrderList) -> ScriptedOrder {
    let to = match list.facts.goals.first() {
        None => Place::At(free_middle(list.facts.terrain)),
        Some(goal) => Place::Goal(goal.id),
    };
    let fights = living_teams(list.facts.teams).count() > 1;
    ScriptedOrder {
        tick: if list.tick == 0 { 0 } else { list.tick + u64::from(TICKS_PER_SECOND) },
        who: match list.selected.is_empty() {
            true => Who::Everyone,
            false => Who::Units(list.selected.iter().copied().collect()),
        },
        order: if fights { Order::AttackMove(to) } else { Order::Move(to) },
        queued: false,
    }
}

/// The free cell nearest to the centre of the map.
fn free_middle(terrain: &Terrain) -> Cell {
    let bounds = terrain.bounds();
    let middle = Cell::new(bounds.width as i32 / 2, bounds.height as i32 / 2);
    let distance = |cell: Cell| cell.euclidean(middle) as f32;
    nearest_cell(bounds, middle, |cell| terrain.is_passable(cell), distance).unwrap_or(middle)
}

fn row(
    ui: &mut Ui,
    panel: &mut OrdersPanel,
    list: &OrderList,
    place: usize,
    order: &ScriptedOrder,
) {
    let open = panel.open == Some(place);
    let then = if order.queued { ", then" } else { "" };
    let text = format!(
        "{:.1} s{then}: {} {}",
        seconds(order.tick),
        who_text(&order.who, list.facts),
        what_text(&order.order, list.facts)
    );
    let over = list.tick > 0 && order.tick <= list.tick;
    let text = if over { RichText::new(text).weak() } else { RichText::new(text) };
    let doc = if over { "Already issued; click to edit" } else { "Click to edit" };
    if ui.selectable_label(open, text).explain(doc).clicked() {
        (panel.open, panel.draft) = ((!open).then_some(place), None);
    }
}

/// The fields of the open order.
fn edit(
    ui: &mut Ui,
    panel: &mut OrdersPanel,
    list: &OrderList,
    place: usize,
    now: &ScriptedOrder,
    wanted: &mut Vec<Intent>,
) {
    let mut new = match panel.draft.take() {
        Some((basis, draft)) if basis == *now => draft,
        _ => now.clone(),
    };
    let mut finished = false;
    if let (Some(cell), Some(_)) = (panel.picked.take(), new.order.place()) {
        new.order = new.order.map(|_| Place::At(cell));
        finished = true;
    }
    egui::Grid::new("fields").num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
        when(ui, &mut new, &mut finished);
        who(ui, &mut new, list);
        what(ui, &mut new, list);
        to(ui, &mut new, list, &mut finished, wanted);
        rounds(ui, &mut new, &mut finished);
        ui.label("");
        let doc = "The units first finish their earlier orders";
        ui.checkbox(&mut new.queued, "After earlier orders").explain(doc);
        ui.end_row();
    });
    let doc = "Takes the order out of the list";
    if ui.button("Remove").explain(doc).clicked() {
        let mut orders = list.facts.orders.to_vec();
        orders.remove(place);
        panel.open = None;
        wanted.push(perform("Remove order", orders));
        return;
    }
    if new == *now {
        return;
    }
    if finished || !differ_in_numbers(&new, now) {
        let (orders, place) = with(list.facts.orders, Some(place), new);
        panel.open = Some(place);
        wanted.push(perform("Change order", orders));
    } else {
        panel.draft = Some((now.clone(), new));
    }
}

/// Whether two orders differ only in time, cell and rounds, which change while a number is dragged.
fn differ_in_numbers(a: &ScriptedOrder, b: &ScriptedOrder) -> bool {
    let order = |order: &ScriptedOrder| {
        let mut order = match order.order.place() {
            Some(Place::At(_)) => order.order.map(|_| Place::At(Cell::default())),
            _ => order.order,
        };
        if let Order::Patrol { rounds, .. } = &mut order {
            *rounds = 0;
        }
        order
    };
    (&a.who, a.queued, order(a)) == (&b.who, b.queued, order(b))
}

fn number_ends(response: &egui::Response) -> bool {
    response.drag_stopped() || response.lost_focus() || response.changed() && !response.dragged()
}

fn when(ui: &mut Ui, order: &mut ScriptedOrder, finished: &mut bool) {
    ui.label(quiet("When"));
    let mut at = seconds(order.tick);
    let field = egui::DragValue::new(&mut at)
        .range(0.0..=36_000.0)
        .speed(0.1)
        .max_decimals(2)
        .suffix(" s")
        .update_while_editing(false);
    let response = ui.add(field).explain("Seconds from the start: drag, or click and type");
    if response.changed() {
        order.tick = (at * f64::from(TICKS_PER_SECOND)).round().max(0.0) as u64;
    }
    *finished |= number_ends(&response);
    ui.end_row();
}

fn who(ui: &mut Ui, order: &mut ScriptedOrder, list: &OrderList) {
    ui.label(quiet("Who"));
    let mut options = vec![Who::Everyone];
    options.extend(living_teams(list.facts.teams).map(|(team, _)| Who::Team(team)));
    if !list.selected.is_empty() {
        options.push(Who::Units(list.selected.iter().copied().collect()));
    }
    if !options.contains(&order.who) {
        options.push(order.who.clone());
    }
    let label = |who: &Who| match who {
        Who::Units(units) if units.iter().copied().eq(list.selected.iter().copied()) => {
            format!("the selection ({})", units.len())
        }
        other => who_text(other, list.facts),
    };
    let combo = egui::ComboBox::from_id_salt("who").selected_text(label(&order.who));
    let shown = combo.show_ui(ui, |ui| {
        for who in options {
            let text = label(&who);
            ui.selectable_value(&mut order.who, who, text);
        }
    });
    shown.response.explain("Select units on the map to give the order to them");
    ui.end_row();
}

fn what(ui: &mut Ui, order: &mut ScriptedOrder, list: &OrderList) {
    ui.label(quiet("What"));
    let bounds = list.facts.terrain.bounds();
    let middle = Cell::new(bounds.width as i32 / 2, bounds.height as i32 / 2);
    let to = order.order.place().unwrap_or(Place::At(middle));
    let rounds = if let Order::Patrol { rounds, .. } = order.order { rounds } else { 0 };
    let mut options = vec![
        (Order::Move(to), "Move", "Go there"),
        (Order::AttackMove(to), "Attack-move", "Go there and fight on the way"),
        (Order::Attack(to), "Attack", "Go there and attack what stands there"),
        (Order::Patrol { to, rounds }, "Patrol", "Walk back and forth"),
        (Order::Hold, "Hold", "Stop and stay"),
        (Order::Stop, "Stop", "Forget all orders and stand"),
    ];
    if let Order::AttackUnit { .. } = order.order {
        options.push((order.order, "Attack a unit", "Follow it wherever it goes"));
    }
    let is_same = |other: &Order<Place>| discriminant(other) == discriminant(&order.order);
    let name = options.iter().find(|(option, ..)| is_same(option)).map_or("", |(_, name, _)| *name);
    let mut chosen = order.order;
    egui::ComboBox::from_id_salt("what").selected_text(name).show_ui(ui, |ui| {
        for (option, name, doc) in &options {
            ui.selectable_value(&mut chosen, *option, *name).explain(*doc);
        }
    });
    order.order = chosen;
    ui.end_row();
}

fn to(
    ui: &mut Ui,
    order: &mut ScriptedOrder,
    list: &OrderList,
    finished: &mut bool,
    wanted: &mut Vec<Intent>,
) {
    let Some(place) = order.order.place() else { return };
    let mut new = place;
    ui.label(quiet("Where"));
    ui.horizontal(|ui| {
        let combo = egui::ComboBox::from_id_salt("where");
        combo.selected_text(place_text(place, list.facts)).show_ui(ui, |ui| {
            for goal in list.facts.goals {
                ui.selectable_value(&mut new, Place::Goal(goal.id), &goal.name);
            }
            let cell = list.facts.cell_of(place).unwrap_or_default();
            ui.selectable_value(&mut new, Place::At(cell), "a cell");
        });
        let doc = "Then click the place on the map; Esc cancels";
        if ui.button("Pick").explain(doc).clicked() {
            wanted.push(Intent::Tool(ToolIntent::Arm(Armed::Place)));
        }
    });
    ui.end_row();
    if let Place::At(cell) = &mut new {
        ui.label("");
        ui.horizontal(|ui| {
            let bounds = list.facts.terrain.bounds();
            let sides =
                [(&mut cell.x, bounds.width, "Column"), (&mut cell.y, bounds.height, "Row")];
            for (value, side, doc) in sides {
                let field = egui::DragValue::new(value)
                    .range(0..=side.saturating_sub(1) as i32)
                    .speed(0.1)
                    .update_while_editing(false);
                *finished |= number_ends(&ui.add(field).explain(doc));
            }
        });
        ui.end_row();
    }
    if new != place {
        order.order = order.order.map(|_| new);
    }
}

fn rounds(ui: &mut Ui, order: &mut ScriptedOrder, finished: &mut bool) {
    let Order::Patrol { rounds, .. } = &mut order.order else { return };
    ui.label(quiet("How often"));
    *finished |= number_ends(&ui.add(rounds_field(rounds)).explain(ROUNDS_DOC));
    ui.end_row();
}
