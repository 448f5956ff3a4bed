//! What all units of a kind have in common.

use super::targeting::Targeting;
use crate::grid::{Cell, Rectangle};
use glam::Vec2;
use serde::{Deserialize, Serialize};

/// What all units of a kind have in common.
#[derive(Clone, Debug, PartialEq)]
pub struct UnitKind {
    /// The name, as in scenario files.
    pub name: &'static str,
    /// The set that it belongs to, such as "Glest".
    pub set: &'static str,
    /// Radius of the disc that no other unit may enter, in cells; below 0.5, so that a unit fits
    /// through a passage of one cell. 0 for a building, whose size is the cells that it covers.
    pub radius: f32,
    /// Maximum speed, in cells per second; 0 for what never moves.
    pub speed: f32,
    /// How far it sees, in cells from centre to centre.
    pub sight: f32,
    /// How far its strength reaches on an influence map, in cells; its sight unless its file says otherwise. A doctrine can
    /// multiply it for buildings.
    pub influence: f32,
    /// Hit points at the start, which is also the maximum.
    pub hit_points: f32,
    /// Hit points that it regains in a second.
    pub regeneration: f32,
    /// Taken off every hit.
    pub armour: f32,
    /// What the armour is made of, or the size of the unit: decides how well a type of damage works.
    pub armour_type: &'static str,
    /// Maximum energy, with which it starts.
    pub energy: f32,
    /// Energy that it regains in a second.
    pub energy_regain: f32,
    /// Its weapon, if it attacks. [`Weapon::targets`] says what it can hit.
    pub weapon: Option<Weapon>,
    /// Its weapon against flying units, if that is another one.
    pub air_weapon: Option<Weapon>,
    /// How it heals allies, if it does.
    pub healing: Option<Healing>,
    /// Whether it flies: over walls and over units on the ground.
    pub flying: bool,
    /// Whether it supports others and keeps out of fights.
    pub support: bool,
    /// Whether it is a machine or a building, which cannot be healed.
    pub mechanical: bool,
    /// Columns and rows that it covers as a building, or 1 for a unit, which covers none.
    pub size: u32,
    /// Between what its ranges are measured.
    pub measured: Measured,
}

/// What a unit attacks with.
#[derive(Clone, Debug, PartialEq)]
pub struct Weapon {
    /// Mean damage of one hit, before armour.
    pub damage: f32,
    /// Maximum difference of a hit from the mean, up or down; a whole number is drawn.
    pub variation: u32,
    /// Hits in one attack; armour is subtracted from each.
    pub hits: u32,
    /// The type of damage.
    pub damage_type: &'static str,
    /// How far it reaches, in cells.
    pub range: f32,
    /// Seconds from one attack to the next.
    pub cooldown: f32,
    /// How fast its shots fly, in cells per second; 0: they hit at once and never miss.
    pub shot_speed: f32,
    /// Distance from where it strikes up to which others are hit too, in cells; 0: only one is hit.
    pub splash: f32,
    /// Energy that an attack takes.
    pub energy_cost: f32,
    /// What it can hit.
    pub targets: Targets,
    /// What it shoots at first.
    pub targeting: Targeting,
    /// Whether it keeps to a target; otherwise it chooses again for every shot.
    pub keeps_target: bool,
    /// The factor of its type of damage against each type of armour; 1 for types that are not listed.
    pub multipliers: Vec<(&'static str, f32)>,
    /// Whether armour is subtracted before or after the multiplier.
    pub armour_counts: ArmourCounts,
    /// The minimum damage of a hit.
    pub least_damage: f32,
}

/// What a weapon can hit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Targets {
    /// Every unit.
    #[default]
    Both,
    /// Only units on the ground.
    Ground,
    /// Only flying units.
    Air,
}

impl Targets {
    /// Whether a flying unit, or one on the ground, can be hit.
    pub fn include(self, flying: bool) -> bool {
        match self {
            Self::Both => true,
            Self::Ground => !flying,
            Self::Air => flying,
        }
    }
}

/// How a unit heals allies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Healing {
    /// Hit points given back in a second.
    pub rate: f32,
    /// How far it reaches, in cells.
    pub range: f32,
    /// Energy that a hit point takes.
    pub energy_cost: f32,
}

/// Whether armour is subtracted before or after the multiplier of its type.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ArmourCounts {
    /// (damage - armour) x multiplier, as in Glest.
    #[default]
    BeforeType,
    /// damage x multiplier - armour, as in StarCraft.
    AfterType,
}

/// Between what ranges are measured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Measured {
    /// From edge to edge, as in StarCraft.
    #[default]
    Edges,
    /// From the centre of one cell to the centre of another, as in Glest.
    Centres,
}

impl UnitKind {
    /// Whether it never moves and covers cells.
    pub fn is_building(&self) -> bool {
        self.size > 1
    }

    /// How far its body reaches from its centre, in cells: its radius, or half the side of a building.
    pub fn body_reach(&self) -> f32 {
        if self.is_building() { 0.5 * self.size as f32 } else { self.radius }
    }

    /// The cells that it covers at a position; `None` if it is not a building.
    pub fn footprint(&self, position: Vec2) -> Option<Rectangle> {
        self.is_building().then(|| {
            let corner = position - Vec2::splat(self.size as f32 / 2.0 - 0.5);
            Rectangle::new(Cell::containing(corner), self.size, self.size)
        })
    }

    /// The upper left cell of the unit of a block that begins at `first`, where units of one cell each would have
    /// it at `cell`.
    pub fn cell_in_block(&self, first: Cell, cell: Cell) -> Cell {
        let size = self.size as i32;
        Cell::new(first.x + (cell.x - first.x) * size, first.y + (cell.y - first.y) * size)
    }

    /// Its position if this is its upper left cell.
    pub fn position_at(&self, cell: Cell) -> Vec2 {
        cell.center() + Vec2::splat(self.size as f32 / 2.0 - 0.5)
    }

    /// The weapon that it uses against flying units, or against units on the ground; `None` if it cannot attack them.
    pub fn weapon_against(&self, flying: bool) -> Option<&Weapon> {
        let for_air = self.air_weapon.as_ref().filter(|_| flying);
        for_air.or(self.weapon.as_ref()).filter(|weapon| weapon.targets.include(flying))
    }

    /// Whether it can attack another kind.
    pub fn can_attack(&self, other: &UnitKind) -> bool {
        self.weapon_against(other.flying).is_some()
    }

    /// The damage that it does in a second to something without armour; the D of influence maps is
    /// [`Weapon::damage`].
    pub fn damage_per_second(&self) -> f32 {
        self.weapon.as_ref().map_or(0.0, |w| w.damage * w.hits as f32 / w.cooldown)
    }
}

#[cfg(test)]
mod tests {
    use super::super::kind_named;
    use super::*;

    #[test]
    fn a_wraith_has_a_weapon_for_either_and_a_firebat_none_for_fliers() {
        let range = |name: &str, flying| {
            let weapon = kind_named(name).unwrap().weapon_against(flying);
            weapon.map(|w| (w.damage, w.range, w.cooldown))
        };
        assert_eq!(range("Wraith", false), Some((8.0, 5.0, 1.26)));
        assert_eq!(range("Wraith", true), Some((20.0, 5.0, 0.92)));
        assert_eq!(range("Goliath", true), Some((10.0, 5.0, 0.92)));
        assert_eq!(range("Marine", true), range("Marine", false));
        let [wraith, firebat, turret] =
            ["Wraith", "Firebat", "Missile turret"].map(|name| kind_named(name).unwrap());
        assert!(!firebat.can_attack(wraith) && wraith.can_attack(firebat));
        assert!(turret.can_attack(wraith) && !turret.can_attack(firebat));
    }

    #[test]
    fn a_tower_covers_two_by_two_cells_from_its_upper_left_one() {
        let tower = kind_named("defence tower").unwrap();
        let at = tower.position_at(Cell::new(52, 58));
        assert_eq!(at, Vec2::new(53.0, 59.0));
        assert_eq!(tower.footprint(at), Some(Rectangle::new(Cell::new(52, 58), 2, 2)));
        let soldier = kind_named("soldier").unwrap();
        assert_eq!(soldier.position_at(Cell::new(3, 4)), Vec2::new(3.5, 4.5));
        assert_eq!(soldier.footprint(Vec2::new(3.5, 4.5)), None);
    }
}
