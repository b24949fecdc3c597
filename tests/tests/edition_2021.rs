//! A crate of the edition before ours.

use mcp_runtime::prelude::*;

/// Adds.
#[tool]
async fn add(a: i64, #[arg(min = 0, default = 1)] b: i64, cx: &Context) -> Result<i64, String> {
    let _ = cx;
    Ok(a + b)
}

struct S(String);

#[server]
impl S {
    /// A method.
    #[tool(read_only)]
    async fn name(&self) -> &str {
        &self.0
    }

    /// A sync one.
    #[tool]
    fn shown(&self) -> impl std::fmt::Display {
        self.0.clone()
    }
}

#[test]
fn the_macros_work_in_edition_2021() {
    let server = Server::new("s", "1")
        .tools(tools![add])
        .mount(S("s".to_owned()))
        .build();
    assert!(server.is_ok_and(|server| server.tool_names().eq(["add", "name", "shown"])));
}
