//! The value in a `Result` can be sent to a client.

use mcp_runtime::prelude::*;

struct Secret;

#[tool]
async fn bad() -> Result<Secret, String> {
    Ok(Secret)
}

fn main() {
    let _ = tools![bad];
}
