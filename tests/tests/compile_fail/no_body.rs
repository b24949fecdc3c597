//! A tool has a body.

use mcp_runtime::prelude::*;

trait Adding {
    #[tool]
    fn add(&self, a: i64) -> i64;
}

fn main() {}
