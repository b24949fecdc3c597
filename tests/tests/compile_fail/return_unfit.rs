//! What is returned can be sent to a client.

use mcp_runtime::prelude::*;

struct Secret;

#[tool]
async fn bad() -> Secret {
    Secret
}

#[tool]
fn bad_too() -> Vec<Secret> {
    vec![Secret]
}

fn main() {
    let _ = tools![bad, bad_too];
}
