use super::*;

#[test]
fn the_revision_follows_from_the_content_alone() {
    let mut terrain = Terrain::from_text(CornerRule::Free, &["..#", "S..", "..."]);
    let before = terrain.revision();
    let mut seen = std::collections::BTreeSet::from([before]);
    for cell in terrain.bounds().cells().collect::<Vec<_>>() {
        let had = terrain.ground(cell);
        for ground in Ground::ALL.into_iter().filter(|&ground| ground != had) {
            terrain.set_ground(cell, ground);
            assert!(seen.insert(terrain.revision()), "{cell} {ground:?}");
        }
        terrain.set_ground(cell, had);
        terrain.cover(cell);
        assert!(seen.insert(terrain.revision()), "{cell} covered");
        terrain.uncover(cell);
        assert_eq!(terrain.revision(), before);
    }
    terrain.set_corners(CornerRule::BothSidesFree);
    assert!(seen.insert(terrain.revision()));
    let text = ron::to_string(&terrain).unwrap();
    let read: Terrain = ron::from_str(&text).unwrap();
    assert_eq!((read.revision(), read.all_moves()), (terrain.revision(), terrain.all_moves()));
    let cut = text.replace("ground:[2,", "ground:[");
    assert!(ron::from_str::<Terrain>(&cut).is_err(), "a row is too short");
}

#[test]
fn corner_rules_differ_only_at_corners() {
    let rows = [".#", ".."];
    let diagonal = |corners, rows: &[&str]| {
        Terrain::from_text(corners, rows).allows(Cell::new(0, 0), Direction::SouthEast)
    };
    assert!(diagonal(CornerRule::Free, &rows));
    assert!(diagonal(CornerRule::NotBetweenTwo, &rows));
    assert!(!diagonal(CornerRule::BothSidesFree, &rows));
    let pinched = [".#", "#."];
    assert!(diagonal(CornerRule::Free, &pinched));
    assert!(!diagonal(CornerRule::NotBetweenTwo, &pinched));
    assert!(!diagonal(CornerRule::BothSidesFree, &pinched));
}

#[test]
fn edits_keep_the_moves_of_a_fresh_terrain() {
    for corners in CornerRule::ALL {
        let mut edited = Terrain::open(Bounds::new(5, 4), corners);
        for (x, y) in [(1, 1), (2, 1), (4, 3), (0, 0)] {
            edited.set_ground(Cell::new(x, y), Ground::Wall);
        }
        edited.set_ground(Cell::new(2, 1), Ground::Swamp);
        edited.cover(Cell::new(3, 3));
        edited.cover(Cell::new(1, 2));
        edited.uncover(Cell::new(1, 2));
        let fresh = Terrain::from_text(corners, &["#....", ".#S..", ".....", "...##"]);
        assert_eq!(edited.all_moves(), fresh.all_moves());
    }
}

#[test]
fn obstacles_that_overlap_lift_out_one_by_one() {
    let mut terrain = Terrain::open(Bounds::new(3, 3), CornerRule::Free);
    let cell = Cell::new(1, 1);
    assert!(terrain.cover(cell));
    assert!(!terrain.cover(cell));
    assert!(!terrain.uncover(cell));
    assert!(!terrain.is_passable(cell));
    assert!(terrain.uncover(cell));
    assert!(terrain.is_passable(cell));
}
