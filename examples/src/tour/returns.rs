//! What a tool can return: text, numbers, values with a schema, results in full. Pictures, sound
//! and resources are in `content`, errors in `failures`.

use mcp_runtime::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt::{self, Display};
use std::sync::Arc;

pub(super) fn tools() -> Vec<Tool> {
    tools![
        text, borrowed, shared, number, truth, nothing, point, points, ages, state, maybe, as_json,
        as_text, shown, some_value, some_words, full
    ]
}

/// Returns text.
#[tool]
async fn text() -> String {
    "words".to_owned()
}

/// Returns text that lives as long as the program.
#[tool]
async fn borrowed() -> &'static str {
    "words"
}

/// Returns text that is shared.
#[tool]
async fn shared() -> Arc<str> {
    "words".into()
}

/// Returns a number, as text.
#[tool]
async fn number() -> f64 {
    0.5
}

/// Returns a truth, as text.
#[tool]
async fn truth() -> bool {
    true
}

/// Returns nothing.
#[tool]
async fn nothing() {}

/// A place on a map.
#[derive(Serialize, JsonSchema)]
struct Point {
    /// To the east.
    x: i32,
    /// To the north.
    y: i32,
    /// What is there, if anything.
    #[serde(skip_serializing_if = "Option::is_none")]
    name: Option<String>,
}

impl Display for Point {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} east, {} north", self.x, self.y)
    }
}

const HOME: Point = Point {
    x: 3,
    y: 4,
    name: None,
};

/// Returns a value with a schema: structured content for programs, its JSON as text for models.
#[tool]
async fn point() -> Point {
    HOME
}

/// Returns a list. Up to 2025-11-25 structured content must be an object, so clients of those
/// revisions are sent text alone.
#[tool]
async fn points() -> Vec<Point> {
    vec![HOME]
}

/// Returns a map.
#[tool]
async fn ages() -> BTreeMap<String, u8> {
    BTreeMap::from([("Ada".to_owned(), 36)])
}

/// How a job stands.
#[derive(Serialize, JsonSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
enum State {
    /// It has not begun.
    Waiting,
    /// It is at work.
    Running {
        /// How much of it is done.
        percent: u8,
    },
}

/// Returns an enum.
#[tool]
async fn state(#[arg(max = 100, default = 0)] percent: u8) -> State {
    match percent {
        0 => State::Waiting,
        percent => State::Running { percent },
    }
}

/// Returns a value or none.
#[tool]
async fn maybe(there: bool) -> Option<Point> {
    there.then_some(HOME)
}

/// Returns a number as structured content: `Json` forces it.
#[tool]
async fn as_json() -> Json<u32> {
    Json(7)
}

/// Returns the words of a value that has a schema too: `Text` forces them.
#[tool]
async fn as_text() -> Text<Point> {
    Text(HOME)
}

/// Something that has words and nothing else.
struct Greeting(&'static str);

impl Display for Greeting {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Hello, {}!", self.0)
    }
}

/// Returns what can be displayed.
#[tool]
async fn shown() -> Greeting {
    Greeting("world")
}

/// Returns some type with a schema.
#[tool]
async fn some_value() -> impl Serialize + JsonSchema {
    HOME
}

/// Returns some type with words.
#[tool]
async fn some_words() -> impl Display {
    HOME
}

/// Returns a result in full: what the model reads, what programs read, and `_meta`.
#[tool]
async fn full() -> mcp_runtime::Result<ToolResult> {
    let meta = [("example.com/took".to_owned(), "3 ms".into())];
    Ok(ToolResult::text("home is 5 away")
        .with_structured(&HOME)?
        .with_meta(meta.into_iter().collect()))
}
