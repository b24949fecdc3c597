//! A served value is shared between threads.

use mcp_runtime::prelude::*;
use std::cell::Cell;

struct Counter(Cell<u64>);

#[server]
impl Counter {
    #[tool]
    async fn count(&self) -> u64 {
        self.0.get()
    }
}

fn main() {
    let _ = Server::new("counter", "1.0.0").mount(Counter(Cell::new(1)));
}
