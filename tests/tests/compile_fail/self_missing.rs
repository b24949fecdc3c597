//! A tool of a block belongs to a value.

use mcp_runtime::prelude::*;

struct Counter;

#[server]
impl Counter {
    #[tool]
    async fn count() -> u64 {
        1
    }
}

fn main() {
    let _ = Server::new("counter", "1.0.0").mount(Counter);
}
