use super::*;
use crate::combat::kind_named;
use crate::grid::{Bounds, CornerRule};
use crate::scenario::preset_named;
use crate::steering::{Foe, Reach};

fn unit(id: u32, team: u8, kind: &str) -> Unit {
    Unit { id: UnitId(id), team: TeamId(team), kind: kind_named(kind).unwrap() }
}

/// Blue uses a field, orange does not.
fn teams() -> Vec<Team> {
    let mut teams = vec![Team::numbered(0), Team::numbered(1)];
    teams[0].doctrine = preset_named("Hybrid potential field").unwrap().doctrine;
    teams
}

#[test]
fn one_unit_has_its_own_field_and_several_share_that_of_the_most_frequent_kind() {
    let units = [unit(0, 0, "Marine"), unit(1, 0, "Medic"), unit(2, 0, "Marine")];
    let all: Vec<&Unit> = units.iter().collect();
    let of = |selected: &[&Unit]| subject(selected, units.iter(), &teams()).unwrap().unit;
    assert_eq!(of(&all[1..2]), SubjectUnit::Unit(UnitId(1), units[1].kind));
    assert_eq!(of(&all), SubjectUnit::Probe(units[0].kind));
    assert_eq!(of(&[]), SubjectUnit::Probe(units[0].kind));
}

#[test]
fn the_reason_is_given_if_there_is_no_field() {
    let (marine, tower) = (unit(0, 1, "Marine"), unit(1, 0, "defence tower"));
    let why = |unit: &Unit| subject(&[unit], [].into_iter(), &teams()).unwrap_err();
    assert!(why(&marine).starts_with("No positioning uses no field"), "{}", why(&marine));
    assert!(why(&marine).ends_with("for orange under In combat."), "{}", why(&marine));
    assert_eq!(why(&tower), "A defence tower never moves.");
    let no_rule = subject(&[], [].into_iter(), &[Team::numbered(0)]).unwrap_err();
    assert!(no_rule.starts_with("No team uses a field"), "{no_rule}");
}

#[test]
fn the_picture_is_brightest_where_the_unit_wants_to_be_and_empty_on_walls() {
    let mut terrain = Terrain::open(Bounds::new(12, 8), CornerRule::Free);
    terrain.cover(Cell::new(2, 2));
    let marine = kind_named("Marine").unwrap();
    let foe = Foe {
        position: Vec2::new(9.0, 4.0),
        radius: 0.27,
        half: 0.0,
        reach: Reach::both(4.0),
        sight: 7.0,
        flies: false,
    };
    let mut battle = TeamBattle { foes: vec![foe], ..TeamBattle::default() };
    let me = battle.add_probe(marine);
    let patch = Patch::covering([Vec2::ZERO, Vec2::new(12.0, 8.0)], MAX_BLOCKS);
    let rule = PotentialField::default();
    let subject = Subject { team: TeamId(0), rule, unit: SubjectUnit::Probe(marine) };
    let field = Field { subject, battle, me, patch };
    let (picture, low, high) = paint(&field, &terrain, Scale::default()).unwrap();
    assert_eq!(high, 100.0);
    assert!(low < high);
    assert_eq!(picture.area, Rect::new(0.0, 0.0, 12.0, 8.0));
    let (brightest, colour) = (palette::ramp(1.0).texel(255), |x, y| picture.at(Vec2::new(x, y)));
    assert_eq!(colour(4.8, 4.1), brightest, "in range of the enemy");
    assert_ne!(colour(8.5, 4.1), brightest, "too near");
    assert_eq!(colour(2.5, 2.5)[3], 0, "a wall has no colour");
    let Legend::Ramp { high, notes, .. } = legend(&field, (low, high), &teams(), Scale::default())
    else {
        panic!("no ramp")
    };
    assert_eq!(high, 100.0);
    assert!(notes[0].contains("attracts"), "{notes:?}");
}
