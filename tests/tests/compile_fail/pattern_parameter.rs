//! A parameter has a plain name, which is what the caller sends.

use mcp_runtime::prelude::*;

#[tool]
async fn tuple((e, f): (u8, u8), _: String) -> u8 {
    e + f
}

#[tool]
async fn nameless(__: u8) -> u8 {
    __
}

fn main() {
    let _ = tools![tuple, nameless];
}
