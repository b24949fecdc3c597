//! The server keeps the value for the next call.

use mcp_runtime::prelude::*;
use std::sync::Arc;

struct Counter(u64);

#[server]
impl Counter {
    #[tool]
    async fn taken(self) -> u64 {
        self.0
    }

    #[tool]
    async fn shared(self: Arc<Self>) -> u64 {
        self.0
    }
}

fn main() {
    let _ = Server::new("counter", "1.0.0").mount(Counter(0));
}
