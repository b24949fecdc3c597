//! What the server lends is not sent by a caller, so it has no limits.

use mcp_runtime::prelude::*;

struct Db;

#[tool]
async fn bad(#[arg(min = 1)] db: &Db, #[arg(default = 1)] cx: &Context) {
    let _ = (db, cx);
}

fn main() {
    let _ = tools![bad];
}
