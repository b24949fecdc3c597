//! Tools and parameters that have the names of what generated code is made of.

#![allow(non_snake_case)]

use mcp_runtime::prelude::*;

/// A name of the lookup's.
#[tool]
async fn via() -> u8 {
    1
}

/// A name of a type's.
#[tool]
async fn Returned() -> u8 {
    1
}

/// A name of a function's, twice.
#[tool]
async fn given(given: u8, lent: u8, args: u8, call: u8, out: u8) -> u8 {
    given + lent + args + call + out
}

/// A name of a keyword.
#[tool]
async fn r#type(r#match: u8) -> u8 {
    r#match
}

/// A name of a module that is somewhere else.
mod inner {
    pub(super) mod search {
        /// The module is not in the tool's own scope.
        #[mcp_runtime::tool]
        pub(in super::super) async fn search() {}
    }
    pub(super) use search::search as renamed;
}

/// A module with the name that a tool is to have.
mod sort {
    pub(super) fn sorted(mut list: Vec<u8>) -> Vec<u8> {
        list.sort_unstable();
        list
    }
}

/// The function has another name, and the tool its own.
#[tool(name = "sort")]
async fn sort_tool(list: Vec<u8>) -> Vec<u8> {
    sort::sorted(list)
}

/// In a body.
fn local() -> Vec<Tool> {
    /// Local.
    #[tool]
    async fn inside(a: u8) -> u8 {
        a
    }
    tools![inside]
}

#[test]
fn names_do_not_clash() {
    let server = Server::new("s", "1")
        .tools(tools![
            via,
            Returned,
            given,
            r#type,
            inner::renamed,
            sort_tool
        ])
        .tools(local())
        .build();
    let names: Vec<_> = server.iter().flat_map(|s| s.tool_names()).collect();
    assert_eq!(
        names,
        [
            "via", "Returned", "given", "type", "search", "sort", "inside"
        ]
    );
}
