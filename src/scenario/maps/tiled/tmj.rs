//! Tiled maps and tilesets as JSON: `.tmj` and `.tsj`.

use super::super::format::{ReadBeside, whole};
use super::model::{Chunk, Layer, Shape, TiledMap, Tileset};
use super::tile_data::{Budget, check_count, from_base64};
use super::tmx::{NOT_FILLED, empty_ground, not_orthogonal};
use super::words::{Property, of_element, of_properties};
use crate::grid::{Ground, TextError};
use serde::Deserialize;
use serde::de::{DeserializeOwned, Deserializer, SeqAccess, Visitor};
use serde_json::Value;

#[derive(Deserialize)]
struct MapEntry {
    #[serde(default)]
    orientation: String,
    #[serde(default)]
    infinite: bool,
    width: u32,
    height: u32,
    tilewidth: u32,
    tileheight: u32,
    layers: Vec<LayerEntry>,
    #[serde(default)]
    tilesets: Vec<TilesetEntry>,
    #[serde(default)]
    properties: Vec<PropertyEntry>,
}

#[derive(Deserialize)]
struct PropertyEntry {
    name: String,
    #[serde(default)]
    value: Value,
}

#[derive(Deserialize)]
struct TilesetEntry {
    #[serde(default = "one")]
    firstgid: u32,
    source: Option<String>,
    #[serde(default)]
    tiles: Vec<TileEntry>,
}

#[derive(Deserialize)]
struct TileEntry {
    id: u32,
    #[serde(default)]
    class: String,
    /// The class, in most versions of Tiled.
    #[serde(default, rename = "type")]
    kind: String,
    #[serde(default)]
    properties: Vec<PropertyEntry>,
    objectgroup: Option<ShapesEntry>,
}

#[derive(Deserialize)]
struct ShapesEntry {
    #[serde(default)]
    objects: Vec<serde::de::IgnoredAny>,
}

#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct LayerEntry {
    #[serde(rename = "type")]
    kind: String,
    name: String,
    class: String,
    properties: Vec<PropertyEntry>,
    width: u32,
    height: u32,
    data: Option<Data>,
    encoding: Option<String>,
    compression: Option<String>,
    chunks: Vec<ChunkEntry>,
    objects: Vec<ObjectEntry>,
    layers: Vec<LayerEntry>,
}

#[derive(Deserialize)]
struct ChunkEntry {
    x: i32,
    y: i32,
    width: u32,
    height: u32,
    data: Data,
}

#[derive(Deserialize, Default)]
#[serde(default)]
struct ObjectEntry {
    id: u64,
    x: f64,
    y: f64,
    width: f64,
    height: f64,
    rotation: f64,
    ellipse: bool,
    point: bool,
    gid: Option<Value>,
    text: Option<Value>,
    template: Option<Value>,
    polyline: Option<Value>,
    polygon: Option<Vec<Corner>>,
    properties: Vec<PropertyEntry>,
}

#[derive(Deserialize)]
struct Corner {
    x: f64,
    y: f64,
}

/// The tiles of a layer as numbers, or as base64.
enum Data {
    Numbers(Vec<u32>),
    Text(String),
}

/// By hand, because an untagged enum keeps a copy of every number before it decides.
impl<'de> Deserialize<'de> for Data {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = Data;

            fn expecting(&self, to: &mut std::fmt::Formatter) -> std::fmt::Result {
                to.write_str("a list of tile numbers, or base64")
            }

            fn visit_str<E>(self, text: &str) -> Result<Data, E> {
                Ok(Data::Text(text.into()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Data, A::Error> {
                let mut numbers = Vec::new();
                while let Some(number) = list.next_element()? {
                    numbers.push(number);
                }
                Ok(Data::Numbers(numbers))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Reads a map.
pub fn read_map(text: &str, beside: &ReadBeside) -> Result<TiledMap, TextError> {
    let map: MapEntry = parse(text, "map")?;
    if !["", "orthogonal"].contains(&map.orientation.as_str()) {
        return Err(whole(not_orthogonal(&map.orientation)));
    }
    let mut tilesets = Vec::new();
    for set in map.tilesets {
        tilesets.push(match &set.source {
            Some(source) => super::read_tileset(source, set.firstgid, beside).map_err(whole)?,
            None => tileset(&set.tiles, set.firstgid),
        });
    }
    tilesets.sort_by_key(|set| set.first);
    let mut layers = Vec::new();
    add_layers(map.layers, None, &mut Budget::new(), &mut layers).map_err(whole)?;
    Ok(TiledMap {
        size: (!map.infinite).then_some((map.width, map.height)),
        tile: (map.tilewidth, map.tileheight),
        empty: empty_ground(&properties(&map.properties)),
        layers,
        tilesets,
    })
}

/// Reads a tileset from its own file.
pub fn read_tileset(text: &str, first: u32) -> Result<Tileset, TextError> {
    let set: TilesetEntry = parse(text, "tileset")?;
    Ok(tileset(&set.tiles, first))
}

fn parse<T: DeserializeOwned>(text: &str, what: &str) -> Result<T, TextError> {
    serde_json::from_str(text).map_err(|error| {
        let said = error.to_string();
        // Line and column stand in front of the sentence already.
        let said = said.split(" at line ").next().unwrap_or_default();
        let message = format!("this is not a Tiled {what} as JSON ({said}); export it again");
        TextError::new(error.line().max(1), error.column().max(1), message)
    })
}

fn tileset(tiles: &[TileEntry], first: u32) -> Tileset {
    let ground = |tile: &TileEntry| {
        let has_shape = tile.objectgroup.as_ref().is_some_and(|group| !group.objects.is_empty());
        of_element(&properties(&tile.properties), &tile.class, &tile.kind)
            .or(has_shape.then_some(Ground::Wall))
    };
    let grounds = tiles.iter().filter_map(|tile| Some((tile.id, ground(tile)?))).collect();
    Tileset { first, grounds }
}

/// Appends the layers of a map or of a group, which hands down what it says about the ground.
fn add_layers(
    entries: Vec<LayerEntry>,
    inherited: Option<Ground>,
    budget: &mut Budget,
    found: &mut Vec<Layer>,
) -> Result<(), String> {
    for entry in entries {
        let ground = of_element(&properties(&entry.properties), &entry.class, &entry.name);
        let ground = ground.or(inherited);
        let name: String = entry.name.chars().take(40).collect();
        let in_layer = |message: String| format!("layer {name:?}: {message}");
        match entry.kind.as_str() {
            "tilelayer" => {
                let chunks = chunks(entry, budget).map_err(in_layer)?;
                found.push(Layer::Tiles { ground, chunks });
            }
            "objectgroup" => {
                found.push(Layer::Shapes(shapes(&entry.objects, ground).map_err(in_layer)?));
            }
            // The reader of JSON has a limit of its own for what is nested.
            "group" => add_layers(entry.layers, ground, budget, found)?,
            _ => {}
        }
    }
    Ok(())
}

fn chunks(layer: LayerEntry, budget: &mut Budget) -> Result<Vec<Chunk>, String> {
    let LayerEntry { width, height, data, encoding, compression, mut chunks, .. } = layer;
    chunks.extend(data.map(|data| ChunkEntry { x: 0, y: 0, width, height, data }));
    let mut found = Vec::new();
    for ChunkEntry { x, y, width, height, data } in chunks {
        let count = budget.take(width, height)?;
        let tiles = match data {
            Data::Numbers(numbers) => numbers,
            Data::Text(text) if encoding.as_deref() == Some("base64") => {
                from_base64(&text, compression.as_deref().unwrap_or_default(), count)?
            }
            Data::Text(_) => {
                return Err("its `data` is a text, but its `encoding` is not base64".into());
            }
        };
        check_count(&tiles, width, height)?;
        found.push(Chunk { at: (x, y), width, tiles });
    }
    Ok(found)
}

/// The rectangles and polygons of an object layer that say what they are made of.
fn shapes(objects: &[ObjectEntry], of_layer: Option<Ground>) -> Result<Vec<Shape>, String> {
    let mut found = Vec::new();
    for object in objects {
        let Some(ground) = of_properties(&properties(&object.properties)).or(of_layer) else {
            continue;
        };
        let other = object.gid.is_some() || object.text.is_some() || object.polyline.is_some();
        if object.point || other {
            continue;
        }
        if object.ellipse || object.rotation != 0.0 || object.template.is_some() {
            return Err(format!("object {}: {NOT_FILLED}", object.id));
        }
        let (w, h) = (object.width, object.height);
        let corners = match &object.polygon {
            Some(corners) => corners.iter().map(|c| (c.x, c.y)).collect(),
            None => vec![(0.0, 0.0), (w, 0.0), (w, h), (0.0, h)],
        };
        let corners = corners.iter().map(|c| (object.x + c.0, object.y + c.1)).collect();
        found.push(Shape { ground, corners });
    }
    Ok(found)
}

fn properties(entries: &[PropertyEntry]) -> Vec<Property> {
    let text = |value: &Value| match value {
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    entries.iter().map(|entry| (entry.name.clone(), text(&entry.value))).collect()
}

fn one() -> u32 {
    1
}
