//! A tool that no server offers is dead code, as any function would be; one that is offered is not.

#![deny(dead_code)]

use mcp_runtime::prelude::*;

#[tool]
async fn forgotten() {}

/// An offered one.
#[tool]
async fn offered() {}

fn main() {
    let _ = tools![offered];
}
