//! A tool of a block is not generic by itself; bounds belong on the `impl`.

use mcp_runtime::prelude::*;

struct Store<S>(S);

#[server]
impl<S: Send + Sync + 'static> Store<S> {
    #[tool]
    async fn typed<T: Send>(&self, a: Vec<T>) -> usize {
        a.len()
    }

    #[tool]
    async fn bound(&self) -> String
    where
        S: std::fmt::Display,
    {
        self.0.to_string()
    }
}

fn main() {
    let _ = Server::new("store", "1.0.0").mount(Store(1));
}
