//! Only a text, a whole number or a boolean travels in a header.

use mcp_runtime::prelude::*;

#[tool]
async fn bad(#[arg(header = "Regions")] regions: Vec<String>) -> String {
    regions.concat()
}

fn main() {
    let _ = tools![bad];
}
