//! What is said of one argument can't be said of a parameter whose fields are the arguments.

use mcp_runtime::prelude::*;

#[derive(serde::Deserialize, serde::Serialize, schemars::JsonSchema)]
struct Page {
    number: u32,
}

#[tool]
async fn bad(
    #[arg(
        rename = "p",
        description = "a page",
        flatten,
        header = "Page",
        example = Page { number: 1 },
    )]
    page: Page,
) -> u32 {
    page.number
}

fn main() {
    let _ = tools![bad];
}
