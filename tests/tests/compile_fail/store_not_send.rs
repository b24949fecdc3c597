//! A trait with async functions that a generic server awaits has to promise that they are `Send`.

use mcp_runtime::prelude::*;

trait Store: Send + Sync + 'static {
    fn row(&self) -> impl Future<Output = u64>;
}

struct Shelf<S>(S);

#[server]
impl<S: Store> Shelf<S> {
    #[tool]
    async fn row(&self) -> u64 {
        self.0.row().await
    }
}

fn main() {}
