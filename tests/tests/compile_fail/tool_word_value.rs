//! What describes a tool is of the kind that is listed.

use mcp_runtime::prelude::*;

#[tool(title = 5)]
async fn title() {}

#[tool(description = 'd')]
async fn description() {}

#[tool(icons = 5)]
async fn icons() {}

#[tool(meta = 5)]
async fn meta() {}

#[tool(input_schema = 5)]
async fn schema() {}

fn main() {
    let _ = tools![title, description, icons, meta, schema];
}
