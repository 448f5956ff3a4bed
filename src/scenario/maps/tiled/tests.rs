//! Tiled maps: what they mean, and what is said of wrong ones.

use super::super::sample_tests::{TMJ, TMX, TSX};
use super::super::{MapFile, MapFormat, MapOptions};
use crate::grid::{Cell, Terrain, TextError};

fn read(format: &MapFormat, text: &str) -> Result<Terrain, TextError> {
    let beside = |name: &str| match name {
        "level.tsx" => Ok(TSX.to_vec()),
        "level.tsj" => {
            Ok(br#"{"tiles": [{"id": 1, "class": "water"}, {"id": 2, "class": "tree"}]}"#.to_vec())
        }
        "wrong.tsx" => Ok(b"<tileset>\n <tile id='x' class='wall'/></tileset>".to_vec()),
        _ => Err(format!("{name}:1:1: there is no such file")),
    };
    (format.read)(&MapFile {
        bytes: text.as_bytes(),
        options: MapOptions::default(),
        beside: &beside,
    })
}

fn rows(terrain: &Terrain) -> Vec<String> {
    let bounds = terrain.bounds();
    let row =
        |y| (0..bounds.width as i32).map(|x| terrain.ground(Cell::new(x, y)).letter()).collect();
    (0..bounds.height as i32).map(row).collect()
}

/// A map of 3 x 2 cells of 16 x 16 pixels, with a tileset in which tile 2 is water and tile 3 has a collision shape.
fn small(inside: &str) -> String {
    format!(
        "<map width='3' height='2' tilewidth='16' tileheight='16'>\n<tileset firstgid='1'>\
         <tile id='1'><properties><property name='water' value='true'/></properties></tile>\
         <tile id='2'><objectgroup><object/></objectgroup></tile></tileset>\n{inside}\n</map>"
    )
}

fn layer(head: &str, tiles: &str) -> String {
    format!("<layer width='3' height='2' {head}<data encoding='csv'>{tiles}</data></layer>")
}

#[track_caller]
fn means(inside: &str, expected: [&str; 2]) {
    assert_eq!(rows(&read(&super::TMX, &small(inside)).unwrap()), expected, "{inside}");
}

#[test]
fn tiles_say_what_they_are_made_of_before_their_layer_does() {
    means(&layer("name='Ground'>", "1,2,3,1,1,1"), [".W@", "..."]);
    means(&layer("name='Walls'>", "1,2,0,0,0,0"), ["@W.", "..."]);
    means(&layer("name='x' class='swamp'>", "1,0,0,0,0,0"), ["S..", "..."]);
    let free = "name='Walls'><properties><property name='blocked' type='bool' value='false'/></properties>";
    means(&layer(free, "1,3,0,0,0,0"), [".@.", "..."]);
}

#[test]
fn higher_layers_lie_over_lower_ones_and_plain_tiles_change_nothing() {
    let water = layer("name='sea'>", "1,1,1,1,1,1");
    let bridge = layer("name='bridge'>", "0,1,0,0,1,0");
    means(&format!("{water}{bridge}"), ["W.W", "W.W"]);
    means(&format!("{bridge}{water}"), ["WWW", "WWW"]);
    means(&format!("{water}{}", layer("name='Decoration'>", "1,1,1,1,1,1")), ["WWW", "WWW"]);
}

#[test]
fn groups_hand_down_what_they_say() {
    let inner = layer("name='a'>", "1,0,0,0,0,0") + &layer("name='mud'>", "0,1,0,0,0,0");
    means(&format!("<group name='Walls'>{inner}</group>"), ["@S.", "..."]);
}

#[test]
fn shapes_fill_the_cells_whose_middle_they_hold() {
    let objects = |inside: &str| format!("<objectgroup name='Collision'>{inside}</objectgroup>");
    means(&objects("<object x='16' y='0' width='32' height='16'/>"), [".@@", "..."]);
    means(&objects("<object x='-99' y='9' width='110' height='90'/>"), ["...", "@.."]);
    means(
        &objects("<object x='0' y='0'><polygon points='0,0 47,0 0,31'/></object>"),
        ["@@.", "@.."],
    );
    means(&objects("<object x='8' y='8'><point/></object>"), ["...", "..."]);
    let plain =
        "<objectgroup name='Spawns'><object x='0' y='0' width='48' height='16'/></objectgroup>";
    means(plain, ["...", "..."]);
    let ellipse = objects("\n<object id='4' x='0' y='0' width='9' height='9'><ellipse/></object>");
    let error = read(&super::TMX, &small(&ellipse)).unwrap_err();
    assert_eq!((error.line, error.column), (4, 1));
    assert!(error.message.contains("layer \"Collision\": ellipses"), "{error}");
}

#[test]
fn cells_without_tiles_are_what_the_map_says() {
    let property = "<properties><property name='empty' value='wall'/></properties>";
    means(&format!("{property}{}", layer("name='Floor'>", "1,0,1,0,0,2")), [".@.", "@@W"]);
}

#[test]
fn every_encoding_of_tiles_is_read() {
    let data = |attributes: &str, content: &str| {
        format!(
            "<layer width='3' height='2' name='walls'><data {attributes}>{content}</data></layer>"
        )
    };
    let expected = ["@..", "..."];
    means(&data("encoding='base64'", " AQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA "), expected);
    means(&data("encoding='base64' compression='zlib'", "eNpjZMAOAAAwAAI="), expected);
    means(
        &data("encoding='base64' compression='gzip'", "H4sIAAAAAAACA2NkwA4AB6/kIhgAAAA="),
        expected,
    );
    means(&data("", "<tile gid='1'/><tile/><tile/><tile/><tile/><tile gid='0'/>"), expected);
    means(&data("encoding='csv'", "\n1,0,0,\n0,0,0,\n"), expected);
    let told = read(&super::TMX, &small(&data("encoding='base64' compression='zstd'", "KLUv")))
        .unwrap_err();
    assert!(told.message.contains("\"zstd\", which is not read; choose"), "{told}");
}

#[test]
fn an_infinite_map_is_cut_to_its_tiles() {
    let map =
        |inside: &str| format!("<map infinite='1' tilewidth='8' tileheight='8'>{inside}</map>");
    let chunk = |x, tiles| format!("<chunk x='{x}' y='-9' width='2' height='2'>{tiles}</chunk>");
    let chunks = chunk(-2, "0,0,0,1") + &chunk(0, "1,0,1,1");
    let empty = "<layer name='a' width='30' height='20'><data encoding='csv'>\n</data></layer>";
    let walls = format!("<layer name='walls'><data encoding='csv'>{chunks}</data></layer>");
    let terrain = read(&super::TMX, &map(&format!("{empty}{walls}"))).unwrap();
    assert_eq!(rows(&terrain), [".@.", "@@@"]);
    let told = read(&super::TMX, &map(empty)).unwrap_err();
    assert!(told.message.contains("the map has no tiles"), "{told}");
}

#[test]
fn the_json_spelling_means_the_same() {
    let json = String::from_utf8(TMJ.to_vec()).unwrap();
    let xml = String::from_utf8(TMX.to_vec()).unwrap();
    assert_eq!(read(&super::TMJ, &json), read(&super::TMX, &xml));
    assert_eq!(read(&super::TMX, &xml.replace("level.tsx", "level.tsj")), read(&super::TMX, &xml));
    let finite = r#"{"width": 2, "height": 1, "tilewidth": 8, "tileheight": 8, "layers": [
        {"type": "tilelayer", "name": "walls", "width": 2, "height": 1, "data": [0, 5]},
        {"type": "imagelayer", "name": "sky"}]}"#;
    assert_eq!(rows(&read(&super::TMJ, finite).unwrap()), [".@"]);
}

#[test]
fn wrong_maps_are_told_with_the_place_and_what_would_be_right() {
    let xml = String::from_utf8(TMX.to_vec()).unwrap();
    let json = String::from_utf8(TMJ.to_vec()).unwrap();
    for (format, text, place, words) in [
        (
            &super::TMX,
            xml.replace("orthogonal", "isometric"),
            (2, 1),
            "is isometric; only orthogonal maps are read",
        ),
        (
            &super::TMJ,
            json.replace("orthogonal", "hexagonal"),
            (1, 1),
            "is hexagonal; only orthogonal maps are read",
        ),
        (
            &super::TMX,
            xml.replace("1,1,2,2,1,3,1,1", "1,1,2,2,1,x,1,1"),
            (8, 11),
            "layer \"Ground\": \"x\" is not the number of a tile",
        ),
        (
            &super::TMX,
            xml.replacen("1,1,1,1,1,1,1,1,", "1,", 1),
            (5, 3),
            "it has 33 tiles, but 8 x 5 cells",
        ),
        (
            &super::TMX,
            xml.replace("firstgid=\"1\"", "firstgid=\"one\""),
            (3, 11),
            "`firstgid` is \"one\"",
        ),
        (
            &super::TMX,
            xml.replace("level.tsx", "none.tsx"),
            (3, 2),
            "\"none.tsx\" cannot be used (none.tsx:1:1: there is no such file); put it",
        ),
        (
            &super::TMX,
            xml.replace("level.tsx", "wrong.tsx"),
            (3, 2),
            "(line 2, column 8: `id` is \"x\"",
        ),
        (&super::TMX, xml.replace("</map>", ""), (1, 1), "not XML"),
        (&super::TMX, "<svg/>".into(), (1, 1), "not a Tiled map"),
        (
            &super::TMJ,
            json.replace("\"infinite\": true", "\"infinite\": 7"),
            (5, 14),
            "expected a boolean",
        ),
        (
            &super::TMJ,
            json.replacen("eN", "!!", 1),
            (1, 1),
            "layer \"Ground\": its data is not base64",
        ),
        (&super::TMJ, "{}".into(), (1, 2), "missing field"),
    ] {
        let error = read(format, &text).unwrap_err();
        assert!(error.message.contains(words), "{error}, not {words:?}");
        assert_eq!((error.line, error.column), place, "{error}");
    }
}
