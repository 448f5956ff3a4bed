//! `phalanx solve`: searches, lengths, and files that do not fit.

use crate::Desk;

/// Three problems, the second without a path and without an optimum.
const SCEN: &str = "version 1\n\
    0\tsmall.map\t6\t4\t0\t0\t5\t0\t5.00\n\
    1\tsmall.map\t6\t4\t0\t1\t2\t2\t0\n\
    1\tsmall.map\t6\t4\t4\t2\t5\t3\t1.41\n";

/// The cell (2, 2) is walled in.
const MAP: &[u8] = b"type octile\nheight 4\nwidth 6\nmap\n......\n.@@@@.\n.@.@..\n..@...\n";

fn desk() -> Desk {
    Desk::with(&[("small.map", MAP), ("a.scen", SCEN.as_bytes())])
}

#[test]
fn every_search_finds_the_same_lengths() {
    for search in ["a-star", "jump-point", "distance-field"] {
        let desk = desk();
        let words = ["solve", "small.map", "a.scen", "--search", search, "--lengths", "l.csv"];
        let answer = desk.phalanx(&words).ends_with(0);
        assert!(answer.out.contains("1 of them without a path"), "{}", answer.out);
        let rows = std::fs::read_to_string(desk.path("l.csv")).unwrap();
        let rows: Vec<Vec<&str>> = rows.lines().map(|row| row.split(',').collect()).collect();
        assert_eq!(rows.len(), 4);
        assert_eq!((rows[1][1], rows[1][7], rows[1][9]), ("2", "5", "optimal"));
        assert_eq!((rows[2][1], rows[2][7], rows[2][9]), ("3", "", "no path"));
        assert_eq!((rows[3][1], &rows[3][7][..6], rows[3][9]), ("4", "1.4142", "optimal"));
    }
}

#[test]
fn problems_without_a_path_and_rounded_lengths_are_no_failures() {
    let desk = Desk::with(&[
        ("m.map", b"type octile\nheight 3\nwidth 5\nmap\n...@.\n.@.@.\n...@.\n"),
        (
            "m.map.scen",
            b"version 1.0\n0 m.map 5 3 0 0 2 2 4.00\n0 m.map 5 3 0 0 4 0 0\n0 m.map 5 3 0 0 0 1 1.00\n",
        ),
    ]);
    let value = desk.phalanx(&["solve", "m.map", "m.map.scen", "--json"]).ends_with(0).json();
    assert_eq!((&value["solved"], &value["unsolvable"]), (&2.into(), &1.into()));
    assert!(value.get("for_another_map").is_none());
}

#[test]
fn a_file_for_another_map_is_noticed() {
    let desk = desk();
    std::fs::copy(desk.path("small.map"), desk.path("other.map")).unwrap();
    let answer = desk.phalanx(&["solve", "other.map", "a.scen", "--json"]);
    assert_eq!(answer.json()["for_another_map"], "small.map");
    assert!(answer.err.contains("the problems are for the map small.map"), "{}", answer.err);
    let patrol = ["run", "small.map", "--scen", "a.scen", "--patrol", "1"];
    std::fs::write(desk.path("a.scen"), SCEN.replace("\t6\t4\t4", "\t7\t4\t4")).unwrap();
    let said = desk.phalanx(&patrol).ends_with(1).err;
    assert!(said.contains("problem 3 (line 4)"), "{said}");
}
