//! Where tools stand in the sources.
//!
//! In: tools as an application writes them. Out: the file and line of each function, for the wire log.

use crate::prelude::*;
use crate::server::Service;
use serde_json::{Map, Value};

struct Block;

#[server(crate = crate)]
impl Block {
    /// First.
    #[tool]
    fn first(&self) {}

    /// Second.
    #[tool]
    async fn second(&self) {}
}

/// Alone.
#[tool(crate = crate)]
async fn alone() {}

const LINE_OF_FIRST: u32 = line!() - 11;

fn place(service: &Service, method: &str, tool: Option<&str>) -> String {
    service.inner().place(method, tool).expect("a place")
}

#[test]
fn each_handler_is_found_in_the_sources() {
    let service = Server::new("s", "1")
        .mount(Block)
        .tools(tools![alone])
        .method(
            "x/y",
            |params: Map<String, Value>, _| async move { Ok(params) },
        )
        .build()
        .expect("a server");
    let line = LINE_OF_FIRST;
    for (tool, line) in [("first", line), ("second", line + 4), ("alone", line + 9)] {
        let place = place(&service, mcp_core::method::TOOLS_CALL, Some(tool));
        assert_eq!(place, format!("{}:{line}", file!()));
    }
    let custom = place(&service, "x/y", None);
    assert!(custom.starts_with(file!()), "{custom}");
}
