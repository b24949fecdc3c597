//! A module and a tool of one name collide; the documented remedy is another name for the
//! function, with `#[tool(name = "…")]`.

use mcp_runtime::prelude::*;

mod add {}

#[tool]
async fn add() {}

fn main() {
    let _ = tools![add];
}
