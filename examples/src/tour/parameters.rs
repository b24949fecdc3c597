//! What a tool can take from the caller: whatever deserialises and has a schema. What it takes
//! from the server is in `talk` and `shelf`.

use mcp_runtime::prelude::*;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

pub(super) fn tools() -> Vec<Tool> {
    tools![
        join, edit, numbers, prices, mix, draw, invite, settings, keep, labels
    ]
}

/// Joins words. `&str` and `&[T]` are views of what the caller sent.
#[tool]
async fn join(words: &[String], separator: &str) -> String {
    words.join(separator)
}

/// Edits a note. What is an `Option` may be left out; a second `Option` tells null from nothing.
#[tool]
async fn edit(title: Option<String>, due: Option<Option<String>>) -> String {
    let title = title.map_or("keep".to_owned(), |title| format!("set to {title}"));
    let due = match due {
        None => "keep".to_owned(),
        Some(None) => "clear".to_owned(),
        Some(Some(due)) => format!("set to {due}"),
    };
    format!("title: {title}, due: {due}")
}

/// Takes numbers. Nothing is rounded or wrapped, and 12.0 is a whole number.
#[tool]
async fn numbers(signed: i64, small: u8, real: f64, list: Vec<u64>) -> String {
    format!("{signed} {small} {real} {list:?}")
}

/// Takes maps; keys that are numbers are texts on the wire.
#[tool]
async fn prices(by_name: BTreeMap<String, f64>, by_id: Option<BTreeMap<u32, String>>) -> String {
    format!("{by_name:?} {:?}", by_id.unwrap_or_default())
}

/// A colour; each is described.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Colour {
    /// Like a ripe tomato.
    Red,
    /// Like the sea at noon.
    DeepBlue,
}

/// Mixes two colours.
#[tool]
async fn mix(first: Colour, second: Colour) -> String {
    format!("{first:?} and {second:?}")
}

/// A shape: an object whose `kind` says which.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Shape {
    /// All points at one distance.
    Circle {
        /// The distance.
        radius: f64,
    },
    /// Four right angles.
    Rectangle {
        /// From left to right.
        width: f64,
        /// From top to bottom.
        height: f64,
    },
}

/// Draws a shape.
#[tool]
async fn draw(shape: Shape) -> String {
    match shape {
        Shape::Circle { radius } => format!("a circle of {radius}"),
        Shape::Rectangle { width, height } => format!("a rectangle of {width} by {height}"),
    }
}

/// A guest. Limits on fields are enforced like those of `#[arg]`.
#[derive(Debug, Deserialize, JsonSchema)]
struct Guest {
    #[schemars(length(min = 1, max = 30))]
    name: String,
    #[schemars(range(min = 0, max = 130))]
    age: u8,
    #[schemars(regex(pattern = "^[A-Z]{2}$"))]
    country: Option<String>,
    /// Guests of the guest.
    #[serde(default)]
    friends: Vec<Guest>,
}

impl Guest {
    fn count(&self) -> usize {
        1 + self.friends.iter().map(Self::count).sum::<usize>()
    }
}

/// Invites guests, who may bring friends.
#[tool]
async fn invite(guests: Vec<Guest>) -> String {
    let names: Vec<_> = guests.iter().map(|guest| guest.name.as_str()).collect();
    let from: Vec<_> = guests.iter().filter_map(|g| g.country.as_deref()).collect();
    let oldest = guests.iter().map(|guest| guest.age).max().unwrap_or(0);
    let count: usize = guests.iter().map(Guest::count).sum();
    format!("{names:?} from {from:?}, up to {oldest}, {count} in all")
}

/// Choices of a user; each has a default, so all of it may be left out.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
struct Choices {
    dark: bool,
    zoom: Option<f32>,
}

/// Shows the choices. A default can be any expression.
#[tool]
async fn settings(#[arg(default = Choices { dark: true, zoom: None })] choices: Choices) -> String {
    format!("dark: {}, zoom: {:?}", choices.dark, choices.zoom)
}

/// Keeps any JSON.
#[tool]
async fn keep(value: Value) -> String {
    value.to_string()
}

/// A thing with labels of any name: the type is open, and so is the tool.
#[derive(Debug, Deserialize, JsonSchema)]
struct Labelled {
    name: String,
    #[serde(flatten)]
    labels: BTreeMap<String, String>,
}

/// Labels a thing.
#[tool]
async fn labels(#[arg(flatten)] thing: Labelled) -> String {
    format!("{}: {:?}", thing.name, thing.labels)
}
