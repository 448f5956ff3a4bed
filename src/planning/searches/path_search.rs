//! The trait of a search. The rest of the program knows searches only by this trait and by the list in [`super`].

use super::Whca;
use crate::planning::{GroupRequest, PlanContext, PlanScratch, Request};
use crate::search::{Path, SearchStats};
use serde::{Deserialize, Serialize};

/// The parameters of a search, and how it plans with them.
pub trait PathSearch {
    /// Plans one path by a search of its own, on the layers as they stand.
    ///
    /// If the request names other units, a search that plans piece by piece returns the next piece only; the goal is
    /// then passable.
    fn plan(&self, request: &Request, scratch: &mut PlanScratch) -> UnitPlan;

    /// Plans for a whole group by one search, in the order of the starts; `None` if each unit needs its own.
    fn plan_group(
        &self,
        request: &GroupRequest,
        scratch: &mut PlanScratch,
    ) -> Option<Vec<UnitPlan>> {
        let _ = (request, scratch);
        None
    }

    /// Whether one search from the goal serves a group, and is so long that it is cut into slices.
    fn in_slices(&self, context: &PlanContext) -> bool {
        let _ = context;
        false
    }

    /// How units reserve their next steps in space and time, if they plan together.
    fn cooperation(&self) -> Option<&Whca> {
        None
    }

    /// What has no effect where units are steered, in a sentence.
    fn ignored_when_steered(&self) -> Option<&'static str> {
        None
    }
}

/// One unit's path, if there is one, and the statistics of its search.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct UnitPlan {
    /// From the unit's cell to the goal.
    pub path: Option<Path>,
    /// What was searched for this unit. In a search for the whole group, what was added for it.
    pub stats: SearchStats,
}

/// Declares the list of searches: a [`part!`](crate::part) whose algorithms implement [`PathSearch`].
macro_rules! searches {
    (
        $(#[doc = $enum_doc:literal])+
        pub enum $name:ident {
            $($(#[doc = $doc:literal])+ $option:ident($type:ty),)+
        }
    ) => {
        crate::part! {
            $(#[doc = $enum_doc])+
            pub enum $name {
                $($(#[doc = $doc])+ $option($type),)+
            }
        }

        impl $name {
            /// The search with its parameters.
            pub fn algorithm(&self) -> &dyn PathSearch {
                match self {
                    $(Self::$option(parameters) => parameters,)+
                }
            }
        }
    };
}

pub(super) use searches;
