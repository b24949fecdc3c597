//! An unknown word of `#[tool]` is told with the nearest one, or with all that there are.

use mcp_runtime::prelude::*;

#[tool(read_onyl)]
async fn near() {}

#[tool(colour = "red")]
async fn far() {}

fn main() {
    let _ = tools![near, far];
}
