//! A default is shown in the schema, so its type can be serialised.

use mcp_runtime::prelude::*;

#[derive(Default, serde::Deserialize, schemars::JsonSchema)]
struct Order {
    by: String,
}

#[tool]
async fn bad(#[arg(default = Order::default())] order: Order) -> String {
    order.by
}

fn main() {
    let _ = tools![bad];
}
