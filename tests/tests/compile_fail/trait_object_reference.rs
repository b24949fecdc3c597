//! The server finds what it lends by its type.

use mcp_runtime::prelude::*;

trait Store: Send + Sync {
    fn count(&self) -> u64;
}

#[tool]
async fn bad(store: &dyn Store) -> u64 {
    store.count()
}

fn main() {
    let _ = tools![bad];
}
