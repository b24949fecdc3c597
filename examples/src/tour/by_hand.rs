//! Tools without a macro, and schemas that are written by hand: listed word for word, and enforced
//! like the others. They need the feature `hand-schemas` of `mcp-runtime`.

use mcp_runtime::prelude::*;
use serde_json::{Value, json};

pub(super) fn tools() -> Vec<Tool> {
    let mut tools = tools![temperature, measured];
    tools.push(greet());
    tools.push(outdated());
    tools
}

/// A schema as text keeps the order of its keys.
const CELSIUS: &str = r#"{
    "type": "object",
    "properties": {"celsius": {"type": "number", "minimum": -273.15}},
    "required": ["celsius"]
}"#;

/// Converts a temperature. The parameter is read as its type says, the schema decides what is let in.
#[tool(input_schema = CELSIUS)]
async fn temperature(celsius: f64) -> f64 {
    celsius.mul_add(1.8, 32.0)
}

/// Measures. The schema says what is promised of the result; a result that breaks the promise is
/// never sent.
#[tool(output_schema = json!({"type": "object", "properties": {"metres": {"type": "number", "minimum": 0}}, "required": ["metres"]}))]
async fn measured(metres: f64) -> Json<Value> {
    Json(json!({ "metres": metres }))
}

/// A tool that is a value: a name, a schema and a closure.
fn greet() -> Tool {
    let schema = json!({
        "type": "object",
        "properties": {"name": {"type": "string", "minLength": 1}},
        "required": ["name"],
        "additionalProperties": false,
    });
    Tool::new("greet", schema, |call: ToolCall| async move {
        let arguments = call.value()?;
        let name = arguments["name"].as_str().unwrap_or_default();
        Ok::<_, mcp_runtime::Error>(format!("Hello, {name}!"))
    })
    .title("Greeting")
    .description("Greets somebody.")
    .read_only(true)
}

/// The first of two tools of one name, which is an error unless the second says `replace_tool`.
fn outdated() -> Tool {
    let schema = json!({"type": "object", "properties": {}});
    Tool::new("version", schema, |_call| async { "1" }).description("Says the version.")
}

/// What takes its place.
pub(super) fn better() -> Tool {
    let schema = json!({"type": "object", "properties": {}});
    Tool::new("version", schema, |_call| async { "2" }).description("Says the version.")
}
