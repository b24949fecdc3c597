//! In generic code the declared bounds decide how a value is returned, so there has to be one.

use mcp_runtime::prelude::*;

trait Store: Send + Sync + 'static {
    type Row: Send + Clone;
    fn row(&self) -> Self::Row;
}

struct Shelf<S>(S);

#[server]
impl<S: Store> Shelf<S> {
    #[tool]
    async fn row(&self) -> S::Row {
        self.0.row()
    }
}

fn main() {}
