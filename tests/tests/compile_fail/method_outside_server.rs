//! A method is a tool only inside a `#[server]` block.

use mcp_runtime::prelude::*;

struct Counter(u64);

impl Counter {
    #[tool]
    async fn count(&self) -> u64 {
        self.0
    }
}

fn main() {
    let _ = Counter(1).count();
}
