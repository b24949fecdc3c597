//! What the server lends is shared by all calls.

use mcp_runtime::prelude::*;

struct Db(u64);

#[tool]
async fn bad(db: &mut Db) -> u64 {
    db.0 += 1;
    db.0
}

fn main() {
    let _ = tools![bad];
}
