//! Tiled maps and tilesets as XML: `.tmx` and `.tsx`.

use super::super::format::ReadBeside;
use super::model::{Chunk, Layer, Shape, TiledMap, Tileset};
use super::tile_data::{Budget, check_count, from_base64, from_csv};
use super::words::{Property, of_element, of_name, of_properties};
use crate::grid::{Ground, TextError};
use roxmltree::{Document, Node, ParsingOptions};
use std::collections::BTreeMap;
use std::str::FromStr;

/// Maximum number of parts of an XML file, so that a small file cannot fill the memory.
const MAX_NODES: u32 = 4 << 20;

/// Maximum nesting depth of groups.
const DEEPEST: usize = 32;

type Element<'a> = Node<'a, 'a>;

/// Reads a map.
pub fn read_map(text: &str, beside: &ReadBeside) -> Result<TiledMap, TextError> {
    let document = parse(text)?;
    let map = document.root_element();
    if map.tag_name().name() != "map" {
        return fail(map, "this XML file is not a Tiled map; it must begin with <map ...>");
    }
    let orientation = map.attribute("orientation").unwrap_or("orthogonal");
    if orientation != "orthogonal" {
        return fail(map, not_orthogonal(orientation));
    }
    let infinite = map.attribute("infinite").is_some_and(|value| value != "0");
    let size = (number(map, "width", 0)?, number(map, "height", 0)?);
    let mut read = TiledMap {
        size: (!infinite).then_some(size),
        tile: (number(map, "tilewidth", 0)?, number(map, "tileheight", 0)?),
        empty: empty_ground(&properties(map)),
        layers: Vec::new(),
        tilesets: Vec::new(),
    };
    for set in elements(map, "tileset") {
        let first = number(set, "firstgid", 1)?;
        read.tilesets.push(match set.attribute("source") {
            Some(source) => super::read_tileset(source, first, beside).map_err(|e| at(set, e))?,
            None => tileset(set, first)?,
        });
    }
    read.tilesets.sort_by_key(|set| set.first);
    layers(map, None, 0, &mut Budget::new(), &mut read.layers)?;
    Ok(read)
}

/// Reads a tileset from its own file.
pub fn read_tileset(text: &str, first: u32) -> Result<Tileset, TextError> {
    let document = parse(text)?;
    let set = document.root_element();
    if set.tag_name().name() != "tileset" {
        return fail(set, "this XML file is not a tileset; it must begin with <tileset ...>");
    }
    tileset(set, first)
}

/// What to say of shapes that would have to be filled, but are not.
pub const NOT_FILLED: &str =
    "ellipses, turned shapes and templates are not read; draw a polygon instead";

/// What to say of a map of hexagons or diamonds.
pub fn not_orthogonal(orientation: &str) -> String {
    let found: String = orientation.chars().take(20).collect();
    format!("the map is {found}; only orthogonal maps are read")
}

/// What cells without a tile are made of: the property `empty` of the map.
pub fn empty_ground(properties: &[Property]) -> Ground {
    let empty = properties.iter().find(|(name, _)| name.eq_ignore_ascii_case("empty"));
    empty.and_then(|(_, value)| of_name(value)).unwrap_or_default()
}

fn parse(text: &str) -> Result<Document<'_>, TextError> {
    let options = ParsingOptions { nodes_limit: MAX_NODES, ..ParsingOptions::default() };
    Document::parse_with_options(text, options).map_err(|error| {
        let at = error.pos();
        let message = format!("this is not XML that can be read ({error}); save the map again");
        TextError::new(at.row as usize, at.col as usize, message)
    })
}

fn tileset(set: Element, first: u32) -> Result<Tileset, TextError> {
    let mut grounds = BTreeMap::new();
    for tile in elements(set, "tile") {
        let class = tile.attribute("class").or(tile.attribute("type")).unwrap_or_default();
        let has_shape =
            elements(tile, "objectgroup").any(|g| elements(g, "object").next().is_some());
        let ground = of_element(&properties(tile), class, "").or(has_shape.then_some(Ground::Wall));
        if let Some(ground) = ground {
            grounds.insert(number(tile, "id", 0)?, ground);
        }
    }
    Ok(Tileset { first, grounds })
}

/// Appends the layers of a map or of a group, which hands down what it says about the ground.
fn layers(
    parent: Element,
    inherited: Option<Ground>,
    depth: usize,
    budget: &mut Budget,
    found: &mut Vec<Layer>,
) -> Result<(), TextError> {
    for node in parent.children().filter(Node::is_element) {
        let kind = node.tag_name().name();
        if !["layer", "objectgroup", "group"].contains(&kind) {
            continue;
        }
        let (class, name) = (node.attribute("class"), node.attribute("name").unwrap_or_default());
        let ground = of_element(&properties(node), class.unwrap_or_default(), name).or(inherited);
        match kind {
            "layer" => {
                let chunks = chunks(node, budget).map_err(|error| in_layer(name, error))?;
                found.push(Layer::Tiles { ground, chunks });
            }
            "objectgroup" => {
                let shapes = shapes(node, ground).map_err(|error| in_layer(name, error))?;
                found.push(Layer::Shapes(shapes));
            }
            _ if depth == DEEPEST => return fail(node, "groups are nested too deeply"),
            _ => layers(node, ground, depth + 1, budget, found)?,
        }
    }
    Ok(())
}

fn in_layer(name: &str, error: TextError) -> TextError {
    let name: String = name.chars().take(40).collect();
    TextError { message: format!("layer {name:?}: {}", error.message), ..error }
}

fn chunks(layer: Element, budget: &mut Budget) -> Result<Vec<Chunk>, TextError> {
    let Some(data) = elements(layer, "data").next() else { return Ok(Vec::new()) };
    let mut found = Vec::new();
    for chunk in elements(data, "chunk") {
        found.push(tiles(chunk, chunk, data, budget)?);
    }
    // A layer of an infinite map may be empty.
    let has_tiles = data.text().is_some_and(|text| !text.trim().is_empty())
        || elements(data, "tile").next().is_some();
    if found.is_empty() && has_tiles {
        found.push(tiles(layer, data, data, budget)?);
    }
    Ok(found)
}

/// The tiles in `content`, with the place and size that `area` gives, in the encoding of `data`.
fn tiles(
    area: Element,
    content: Element,
    data: Element,
    budget: &mut Budget,
) -> Result<Chunk, TextError> {
    let (width, height) = (number(area, "width", 0)?, number(area, "height", 0)?);
    let count = budget.take(width, height).map_err(|message| at(area, message))?;
    let text = content.text().unwrap_or_default();
    let tiles = match data.attribute("encoding") {
        Some("csv") => from_csv(text).map_err(|(byte, message)| {
            let start = content.first_child().map_or(content.range().start, |n| n.range().start);
            at_byte(content, start + byte, message)
        })?,
        Some("base64") => {
            let compression = data.attribute("compression").unwrap_or_default();
            from_base64(text, compression, count).map_err(|message| at(content, message))?
        }
        Some(other) => {
            let other: String = other.chars().take(20).collect();
            return fail(
                data,
                format!("the encoding {other:?} is not known; csv or base64 is expected"),
            );
        }
        None => elements(content, "tile")
            .map(|tile| number(tile, "gid", 0))
            .collect::<Result<_, _>>()?,
    };
    check_count(&tiles, width, height).map_err(|message| at(content, message))?;
    Ok(Chunk { at: (number(area, "x", 0)?, number(area, "y", 0)?), width, tiles })
}

/// The rectangles and polygons of an object layer that say what they are made of.
fn shapes(layer: Element, of_layer: Option<Ground>) -> Result<Vec<Shape>, TextError> {
    let mut found = Vec::new();
    for object in elements(layer, "object") {
        let Some(ground) = of_properties(&properties(object)).or(of_layer) else { continue };
        let has = |name| elements(object, name).next().is_some();
        if has("point") || has("text") || has("polyline") || object.has_attribute("gid") {
            continue;
        }
        let turned: f64 = number(object, "rotation", 0.0)?;
        if has("ellipse") || turned != 0.0 || object.has_attribute("template") {
            return fail(object, NOT_FILLED);
        }
        let (x, y): (f64, f64) = (number(object, "x", 0.0)?, number(object, "y", 0.0)?);
        let corners = match elements(object, "polygon").next() {
            Some(polygon) => points(polygon)?,
            None => {
                let (w, h) = (number(object, "width", 0.0)?, number(object, "height", 0.0)?);
                vec![(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)]
            }
        };
        let corners: Vec<(f64, f64)> = corners.iter().map(|c| (x + c.0, y + c.1)).collect();
        if !corners.iter().all(|c| c.0.is_finite() && c.1.is_finite()) {
            return fail(object, "the shape has corners that are not numbers");
        }
        found.push(Shape { ground, corners });
    }
    Ok(found)
}

fn points(polygon: Element) -> Result<Vec<(f64, f64)>, TextError> {
    let pair = |text: &str| -> Option<(f64, f64)> {
        let (x, y) = text.split_once(',')?;
        Some((x.parse().ok()?, y.parse().ok()?))
    };
    let text = polygon.attribute("points").unwrap_or_default();
    let pairs: Option<Vec<(f64, f64)>> = text.split_whitespace().map(pair).collect();
    pairs.ok_or_else(|| at(polygon, "the points of a polygon are written like 0,0 16,0 16,16"))
}

fn properties(node: Element) -> Vec<Property> {
    let list = elements(node, "properties").flat_map(|list| elements(list, "property"));
    let value = |p: Element| p.attribute("value").or(p.text()).unwrap_or_default().to_string();
    list.map(|p| (p.attribute("name").unwrap_or_default().to_string(), value(p))).collect()
}

fn elements<'a>(node: Element<'a>, name: &'a str) -> impl Iterator<Item = Element<'a>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

/// A number in an attribute, or a default if the attribute is missing.
fn number<T: FromStr>(node: Element, name: &str, usual: T) -> Result<T, TextError> {
    let Some(attribute) = node.attribute_node(name) else { return Ok(usual) };
    attribute.value().trim().parse().map_err(|_| {
        let found: String = attribute.value().chars().take(20).collect();
        let message = format!("`{name}` is {found:?}; a number that fits is expected");
        at_byte(node, attribute.range().start, message)
    })
}

fn at(node: Element, message: impl Into<String>) -> TextError {
    at_byte(node, node.range().start, message)
}

fn at_byte(node: Element, byte: usize, message: impl Into<String>) -> TextError {
    let text = node.document().input_text();
    let mut byte = byte.min(text.len());
    while !text.is_char_boundary(byte) {
        byte -= 1;
    }
    let place = node.document().text_pos_at(byte);
    TextError::new(place.row as usize, place.col as usize, message)
}

fn fail<T>(node: Element, message: impl Into<String>) -> Result<T, TextError> {
    Err(at(node, message))
}
