//! Public items under strict lints: nothing extra has to be documented or allowed.

use mcp_runtime::prelude::*;

/// Adds.
#[tool]
pub(crate) async fn add(a: i64, b: i64) -> i64 {
    a + b
}

/// Takes more than clippy likes a function to take.
#[tool]
pub(crate) async fn many(
    one: u8,
    two: u8,
    three: u8,
    four: u8,
    five: u8,
    six: u8,
    seven: u8,
    eight: u8,
) -> u8 {
    one | two | three | four | five | six | seven | eight
}

/// A counter.
pub(crate) struct Counter(i64);

#[server]
impl Counter {
    /// Adds to it.
    #[tool]
    pub(crate) fn plus(&self, a: i64) -> String {
        (self.0 + a).to_string()
    }

    /// Takes what it does not need.
    #[tool(idempotent)]
    pub(crate) async fn nothing(&self, _unused: Option<u8>, mut kept: u8) -> u8 {
        kept += 1;
        kept
    }
}

/// The administration.
#[server(part = Admin)]
impl Counter {
    /// What it is.
    #[tool]
    #[must_use]
    pub(crate) async fn now(&self) -> i64 {
        self.0
    }
}

/// Old.
#[tool]
#[deprecated]
#[must_use]
pub(crate) async fn old(#[allow(unused_variables)] a: u8) -> u8 {
    1
}

/// A module as others see it.
pub(crate) mod api {
    /// Public through and through.
    #[mcp_runtime::tool(destructive = false)]
    pub(crate) fn public(
        /// A number.
        n: u8,
    ) -> u8 {
        n
    }
}

#[test]
fn tools_trip_no_lint() {
    let counter = std::sync::Arc::new(Counter(1));
    let server = Server::new("s", "1")
        .tools(tools![
            add,
            many,
            api::public,
            #[allow(deprecated)]
            old
        ])
        .mount(counter.clone())
        .mount_part::<Admin, _>(counter)
        .build();
    let names: Vec<_> = server.iter().flat_map(|s| s.tool_names()).collect();
    assert_eq!(
        names,
        ["add", "many", "public", "old", "plus", "nothing", "now"]
    );
}
