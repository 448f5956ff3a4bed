use super::*;
use proptest::prelude::*;

const SMALL: &str = "type octile\nheight 2\nwidth 3\nmap\n.S@\nTWG\n";

fn map_error(text: &str) -> String {
    read_map(text).unwrap_err().to_string()
}

#[test]
fn letters_become_ground() {
    let terrain = read_map(SMALL).unwrap();
    assert_eq!(terrain.bounds(), Bounds::new(3, 2));
    assert_eq!(terrain.corners(), CornerRule::BothSidesFree);
    let row = |y| [0, 1, 2].map(|x| terrain.ground(Cell::new(x, y)));
    assert_eq!(row(0), [Ground::Floor, Ground::Swamp, Ground::Wall]);
    assert_eq!(row(1), [Ground::Trees, Ground::Water, Ground::Floor]);
}

#[test]
fn tabs_crlf_swapped_sizes_and_blank_last_lines_are_accepted() {
    let text = "\u{feff}type\toctile\r\nwidth  3\r\nheight\t2\r\nmap\r\n.S@\r\nTW.\r\n\r\n\n";
    assert_eq!(write_map(&read_map(text).unwrap()), SMALL.replace('G', "."));
}

#[test]
fn obstacles_are_not_part_of_a_written_map() {
    let mut terrain = Terrain::open(Bounds::new(2, 1), CornerRule::Free);
    terrain.cover(Cell::new(0, 0));
    assert!(write_map(&terrain).ends_with("map\n..\n"));
}

#[test]
fn mistakes_in_maps_are_named_with_their_place() {
    let cases = [
        ("", "line 1, column 1: the file ends inside its header"),
        ("type hex\n", "line 1, column 6: map type `hex` is not known; it must be `octile`"),
        ("type octile\nheight\n", "line 2, column 7: `height` lacks a number of cells"),
        (
            "type octile\nheight 5000",
            "line 2, column 8: the height is `5000`; a whole number from 1",
        ),
        ("type octile\nwidth 0\n", "line 2, column 7: the width is `0`"),
        ("type octile\nwidth 3 4\n", "line 2, column 9: `4` is unexpected at the end of this line"),
        ("type octile\nheight 2\nmap\n", "line 3, column 1: the rows begin before"),
        ("colour red\n", "line 1, column 1: `colour` is not a header of a map"),
        (
            "type octile\nheight 2\nwidth 2\nmap\n..\n",
            "line 6, column 1: the map ends after 1 rows",
        ),
        ("type octile\nheight 1\nwidth 3\nmap\n.x.\n", "line 5, column 2: 'x' is not a kind of"),
        ("type octile\nheight 1\nwidth 3\nmap\n..\n", "line 5, column 3: row 0 has 2 letters"),
        ("type octile\nheight 1\nwidth 3\nmap\n....\n", "line 5, column 4: row 0 has 4 letters"),
        ("type octile\nheight 1\nwidth 1\nmap\n.\n.\n", "line 6, column 1: there are more rows"),
    ];
    for (text, expected) in cases {
        let message = map_error(text);
        assert!(message.starts_with(expected), "{text:?} gave: {message}");
    }
}

#[test]
fn problems_are_read_with_tabs_or_spaces() {
    let text = "version 1\r\n3\tmaps/a.map\t8\t9\t1\t2\t3\t4\t2.82842712\r\n\
                0 ../b.map 8 9 1 2 3 4 0\n0 b.map 8 9 1 2 1 2 0\n\n";
    let problems = read_scen(text).unwrap();
    assert_eq!(
        problems[0],
        ScenProblem {
            bucket: 3,
            map: "maps/a.map".into(),
            width: 8,
            height: 9,
            start: Cell::new(1, 2),
            goal: Cell::new(3, 4),
            optimal: Some(2.82842712),
            decimals: 8,
            line: 2,
        }
    );
    assert_eq!(problems[1].optimal, None);
    assert_eq!(problems[2].optimal, Some(0.0));
    assert!(read_scen("version 1.0\n").unwrap().is_empty());
}

#[test]
fn mistakes_in_problems_are_named_with_their_place() {
    let cases = [
        ("", "line 1, column 1: the file is empty"),
        ("version 2\n", "line 1, column 1: found `version 2`; `version 1` is expected"),
        ("version 1\n0 a 8 8 1 2 3\n", "line 2, column 14: the goal y is missing"),
        ("version 1\n\n0\ta\t8\t8\t-1\t2\t3\t4\t1\n", "line 3, column 9: the start x is `-1`"),
        ("version 1\n0 a 8 8 1 2 3 4 long\n", "line 2, column 17: the optimal length is `long`"),
        ("version 1\n0 a 8 8 1 2 3 4 NaN\n", "line 2, column 17: the optimal length is `NaN`"),
        ("version 1\n0 a 8 8 1 2 3 4 1 9\n", "line 2, column 19: `9` is too much"),
    ];
    for (text, expected) in cases {
        let message = read_scen(text).unwrap_err().to_string();
        assert!(message.starts_with(expected), "{text:?} gave: {message}");
    }
}

/// Text that often gets past the first lines of a parser.
fn plausible() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("type octile".to_owned()),
        Just("map".to_owned()),
        Just("version 1".to_owned()),
        "(width|height)[ \t]+[0-9]{1,11}",
        "[.GS@OTWé x]{0,6}",
        "([0-9a-z.é-]{1,6}[ \t]){0,10}",
        "\\PC{0,20}",
    ];
    proptest::collection::vec((line, prop_oneof![Just("\n"), Just("\r\n"), Just("\r")]), 0..12)
        .prop_map(|lines| lines.into_iter().map(|(line, end)| line + end).collect())
}

proptest! {
    #[test]
    fn parsers_refuse_or_accept_but_never_panic(text in plausible(), bytes: Vec<u8>) {
        let noise = String::from_utf8_lossy(&bytes);
        for text in [text.as_str(), &noise] {
            for error in [read_map(text).err(), read_scen(text).err()].into_iter().flatten() {
                prop_assert!(error.line >= 1 && error.column >= 1 && !error.message.is_empty());
            }
        }
    }

    #[test]
    fn a_written_map_reads_back_the_same(
        width in 1u32..20,
        rows in proptest::collection::vec(proptest::collection::vec(0usize..5, 20), 1..20),
    ) {
        let bounds = Bounds::new(width, rows.len() as u32);
        let ground: Vec<Ground> = rows
            .iter()
            .flat_map(|row| row[..width as usize].iter().map(|&i| Ground::ALL[i]))
            .collect();
        let terrain = Terrain::from_ground(bounds, CornerRule::BothSidesFree, ground);
        let again = read_map(&write_map(&terrain)).unwrap();
        prop_assert_eq!(again.bounds(), bounds);
        prop_assert_eq!(again.all_moves(), terrain.all_moves());
        for cell in bounds.cells() {
            prop_assert_eq!(again.ground(cell), terrain.ground(cell));
        }
    }
}
