//! The distances used by the engage rules, for display: the detection limits of boids, and where a potential field
//! draws a unit to or drives it from.
//!
//! J. Hagelbäck, Hybrid Pathfinding in StarCraft, IEEE Transactions on Computational Intelligence and AI in Games 8(4), 2016,
//! sections II and III.

/// A distance threshold of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limit {
    /// What it means.
    pub meaning: Meaning,
    /// The distance from edge to edge, in cells.
    pub gap: f32,
    /// The distance from centre to centre; of a building, straight in front of one of its sides.
    pub distance: f32,
}

/// The role of a distance in a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Meaning {
    /// Boids keep away from companions that are nearer.
    Companions,
    /// Boids keep at least this far from enemies.
    Enemies,
    /// A companion lowers the potential of tiles that are nearer.
    FieldOfCompanions,
    /// The field is best at this distance from an enemy.
    ShootingDistance,
    /// The field drives the unit away from enemies that are nearer.
    Retreat,
}

impl Meaning {
    /// The meaning in a few words.
    pub fn sentence(self) -> &'static str {
        match self {
            Self::Companions => "boids: detection limit for companions",
            Self::Enemies => "boids: detection limit for enemies, keeps away within",
            Self::FieldOfCompanions => "field: companions repel within",
            Self::ShootingDistance => "field: best at the maximum shooting distance,",
            Self::Retreat => "field: is driven away from enemies within",
        }
    }
}

impl Limit {
    /// Removes limits with equal meaning and distance.
    pub(super) fn each_once(mut limits: Vec<Self>) -> Vec<Self> {
        let rounded = |limit: &Self| (limit.meaning, (limit.distance * 100.0).round() as i64);
        limits.sort_by_key(rounded);
        limits.dedup_by_key(|limit| rounded(limit));
        limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::steering::{Boids, Engage, Fighter, Foe, Mixed, PotentialField, Reach};
    use glam::Vec2;

    fn fighter(reach: Reach, cooldown: f32) -> Fighter {
        Fighter {
            position: Vec2::ZERO,
            heading: Vec2::X,
            radius: 0.5,
            speed: 2.0,
            reach,
            cooldown,
            support: false,
            flies: false,
            squad: None,
            goal: Vec2::ZERO,
            asks: true,
        }
    }

    fn foe(reach: Reach) -> Foe {
        Foe { position: Vec2::X, radius: 0.25, half: 0.0, reach, sight: 8.0, flies: false }
    }

    #[test]
    fn the_three_detection_limits_of_boids_are_told() {
        let rule = Engage::Boids(Boids::default());
        let (armed, unarmed) = (Reach::both(4.0), Reach::default());
        let limit = |me: Reach, foe_reach: Reach| {
            let limits = rule.limits(&fighter(me, 0.0), &[foe(foe_reach), foe(foe_reach)]);
            assert_eq!(limits.len(), 2, "{limits:?}");
            assert_eq!(limits[1].meaning, Meaning::Enemies);
            assert_eq!(limits[1].distance, limits[1].gap + 0.75);
            limits[1].gap
        };
        assert_eq!(limit(armed, Reach::both(6.0)), 4.0, "its own range");
        assert_eq!(limit(unarmed, Reach::both(6.0)), 6.5, "the enemy's range and its own radius");
        assert_eq!(limit(unarmed, unarmed), 0.5 + 10.0 / 32.0, "its own radius and ten pixels");
    }

    #[test]
    fn a_field_tells_where_it_is_best_or_what_it_drives_away_from() {
        let rule = Engage::PotentialField(PotentialField::default());
        let of = |me| rule.limits(&me, &[foe(Reach::both(6.0))])[1];
        let ready = of(fighter(Reach::both(4.0), 0.0));
        assert_eq!((ready.meaning, ready.gap), (Meaning::ShootingDistance, 3.75));
        let unarmed = of(fighter(Reach::default(), 0.0));
        assert_eq!(unarmed.meaning, Meaning::Retreat);
        assert!(unarmed.gap > 6.0, "a little more than the enemy's weapon: {unarmed:?}");
        let both = Engage::Mixed(Mixed { enemy_separation: 1.0, ..Mixed::default() });
        let limits = both.limits(&fighter(Reach::both(4.0), 0.0), &[foe(Reach::both(6.0))]);
        assert_eq!(limits.len(), 4, "{limits:?}");
        let hold = Engage::Hold(Default::default());
        assert!(hold.limits(&fighter(Reach::both(4.0), 0.0), &[foe(Reach::both(6.0))]).is_empty());
    }
}
