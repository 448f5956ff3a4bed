//! Replaces the scripted orders.

use super::action::Act;
use super::refusal::{Refusal, demand};
use super::script::set_orders;
use super::site::ArenaSite;
use crate::scenario::{MAX_ORDERS, Place, ScriptedOrder, TeamId, Who, is_team};

impl Act for Vec<ScriptedOrder> {
    fn title(&self) -> &'static str {
        "Change orders"
    }

    /// Every order is to a team that exists, and leads to a goal that exists or to a cell of the map. Units that do not exist
    /// are skipped when the order is given.
    fn admit(&self, site: &ArenaSite) -> Result<(), Refusal> {
        demand(self.len() <= MAX_ORDERS, Refusal::TooManyOrders(self.len()))?;
        let fault = |order: &ScriptedOrder| match (&order.who, order.order.place()) {
            (Who::Team(team), _) if !is_team(site.teams(), *team) => {
                Some("a team that does not exist")
            }
            (_, Some(Place::Goal(id))) if site.goals().iter().all(|goal| goal.id != id) => {
                Some("a goal that does not exist")
            }
            (_, Some(Place::At(cell))) if !site.bounds().contains(cell) => {
                Some("a place outside the map")
            }
            _ => None,
        };
        let mut faults = self.iter().zip(1..).filter_map(|(order, n)| Some((n, fault(order)?)));
        faults.next().map_or(Ok(()), |(n, fault)| Err(Refusal::WrongOrder(n, fault.into())))
    }

    fn act(&self, site: &mut ArenaSite) {
        set_orders(site.world, site.arena, self);
    }

    fn teams(&mut self) -> Vec<&mut TeamId> {
        let who = self.iter_mut().map(|order| &mut order.who);
        who.filter_map(|who| if let Who::Team(team) = who { Some(team) } else { None }).collect()
    }
}
