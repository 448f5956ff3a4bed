//! Where resting units belong, so that they can go back after they have made room for others.

use crate::grid::Cell;
use crate::scenario::Team;
use crate::sim::arena::{Roster, Teams};
use crate::sim::cells::Board;
use crate::sim::tick::Ticking;
use crate::sim::unit::{Position, Status, Unit};
use crate::steering::Guidance;
use crate::traffic::{Claims, Traffic};
use bevy::prelude::*;
use serde::{Deserialize, Serialize};

/// A unit that was pushed less than this from its post stays, in cells.
const AT_POST: f32 = 0.25;
/// A unit that was pushed further than this has a new post, in cells.
const FORGETS: f32 = 3.0;

/// Where a resting unit belongs, in cells. Units on their way have none, and neither have those of teams without the rule.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Post(pub Option<Vec2>);

/// Gives posts to units that come to rest, and takes them from those that set out.
#[expect(clippy::type_complexity, reason = "a query lists all data that it touches")]
pub(crate) fn keep_posts(
    arenas: Query<(&Roster, Ref<Teams>), (With<Ticking>, Without<Board>)>,
    mut units: Query<(&Unit, &Position, &Status, &mut Post)>,
) {
    for (roster, teams) in &arenas {
        let has_rule = |team: &Team| matches!(&team.doctrine.traffic, Traffic::On(rules) if rules.return_to_rest);
        // Without the rule no unit has a post, once those of a rule that was switched off are taken away.
        if !teams.0.iter().any(has_rule) && !teams.is_changed() {
            continue;
        }
        let mut here = units.iter_many_mut(roster.units.values());
        while let Some((unit, position, status, mut post)) = here.fetch_next() {
            let has_rule = has_rule(&teams.0[usize::from(unit.team.0)]);
            let has_post = has_rule && status.is_resting() && unit.kind.speed > 0.0;
            let kept = post.0.filter(|post| post.distance(position.0) < FORGETS);
            let now = has_post.then_some(kept.unwrap_or(position.0));
            if post.0 != now {
                post.0 = now;
            }
        }
    }
}

/// Leads a unit back to its post if it was pushed away and nobody wants to pass there.
pub(super) fn to_post(post: Post, position: Vec2, claims: &Claims) -> Guidance {
    let pushed = post.0.filter(|post| post.distance(position) > AT_POST);
    let is_free = |post: &Vec2| {
        !claims.is_claimed(Cell::containing(*post))
            && !claims.is_claimed(Cell::containing(position))
    };
    Guidance { aim: pushed.filter(is_free), ..Guidance::default() }
}
