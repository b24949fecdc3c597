//! Tools run side by side, so none has `&mut self`.

use mcp_runtime::prelude::*;

struct Counter(u64);

#[server]
impl Counter {
    #[tool]
    async fn add(&mut self, by: u64) -> u64 {
        self.0 += by;
        self.0
    }
}

fn main() {
    let _ = Server::new("counter", "1.0.0").mount(Counter(0));
}
