//! A generic server promises what its parameters need.

use mcp_runtime::prelude::*;

struct Store<S>(S);

#[server]
impl<S: Send + Sync + 'static> Store<S> {
    #[tool]
    async fn put(&self, row: S) -> String {
        let _ = (row, &self.0);
        String::new()
    }
}

fn main() {
    let _ = Server::new("store", "1.0.0").mount(Store(1));
}
