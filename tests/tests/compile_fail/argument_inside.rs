//! What is inside of a type that the caller sends can be deserialised and has a schema, too.

use mcp_runtime::prelude::*;
use std::collections::HashMap;

struct Page;

#[tool]
async fn bad(pair: (u8, Page), map: HashMap<String, Vec<Page>>) -> usize {
    let _ = pair;
    map.len()
}

fn main() {
    let _ = tools![bad];
}
