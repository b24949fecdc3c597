//! What `#[arg(…)]` can say. What is said is listed in the schema, and enforced before the
//! function runs; all that is wrong with a call is told at once.

use mcp_runtime::prelude::*;
use schemars::JsonSchema;
use serde::Deserialize;

pub(super) fn tools() -> Vec<Tool> {
    tools![paint, order, reserve, search]
}

/// Paints a thing.
#[tool]
async fn paint(
    /// What to paint. The doc comment of a parameter is its description.
    thing: String,
    // Rust has taken the word `type`; the caller has not.
    #[arg(rename = "type", description = "The kind of paint.")] kind: String,
    #[arg(pattern = "^#[0-9a-f]{6}$", example = "#ff8800", default = "#000000")] colour: String,
) -> String {
    format!("{thing} in {kind} {colour}")
}

/// Orders eggs: limits of numbers.
#[tool]
async fn order(
    #[arg(multiple_of = 6, min = 6, max = 60, default = 12)] eggs: u32,
    #[arg(exclusive_min = 0.0, exclusive_max = 10.0)] price: f64,
    // Limits hold inside an option too.
    #[arg(max = 5)] tip: Option<u8>,
) -> String {
    format!("{eggs} eggs at {price}, tip {}", tip.unwrap_or(0))
}

/// Reserves seats: limits of texts and lists.
#[tool]
async fn reserve(
    #[arg(min_length = 1, max_length = 20)] name: &str,
    // A format tells what kind of text it is; it is not checked.
    #[arg(format = "email", min_length = 3)] email: Option<String>,
    #[arg(min_items = 1, max_items = 4, unique)] seats: Vec<u32>,
    // Over HTTP, from 2026-07-28 on, a header mirrors the argument for the machines between.
    #[arg(header = "Region", default = "eu")] region: String,
) -> String {
    let email = email.as_deref().unwrap_or("no email");
    format!("{name} ({email}) has {seats:?} in {region}")
}

/// Where to begin, and how many.
#[derive(Deserialize, JsonSchema)]
struct Page {
    /// The first row.
    #[serde(default)]
    offset: u32,
    /// How many rows.
    #[serde(default = "ten")]
    #[schemars(range(min = 1, max = 50))]
    limit: u32,
}

fn ten() -> u32 {
    10
}

/// Searches; the fields of `Page` are arguments of the tool itself.
#[tool]
async fn search(query: String, #[arg(flatten)] page: Page) -> String {
    format!("{query}: {} rows from {}", page.limit, page.offset)
}
