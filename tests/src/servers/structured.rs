//! Results with structure: objects, and values that are none.

use std::collections::BTreeMap;

use mcp_runtime::prelude::*;
use schemars::JsonSchema;
use serde::Serialize;

pub(super) fn server() -> Server {
    Server::new("structured", "1.0.0").tools(tools![
        object, own, own_list, mirrored, unit, number, list, map, either, nothing, fallible
    ])
}

/// A number and a text.
#[derive(Serialize, JsonSchema)]
struct Pair {
    n: u32,
    s: String,
}

/// One of two.
#[derive(Serialize, JsonSchema)]
enum Either {
    A(u8),
    B { x: u8 },
}

/// An object.
#[tool]
async fn object() -> Pair {
    Pair {
        n: 1,
        s: "é\n".to_owned(),
    }
}

/// An object with a text of its own.
#[tool]
async fn own() -> Result<ToolResult, mcp_runtime::Error> {
    ToolResult::text("summary").with_structured(&BTreeMap::from([("a", 1)]))
}

/// A list with a text of its own.
#[tool]
async fn own_list() -> Result<ToolResult, mcp_runtime::Error> {
    ToolResult::text("summary").with_structured(&[1, 2])
}

/// An object whose text says the same.
#[tool]
async fn mirrored() -> Result<ToolResult, mcp_runtime::Error> {
    ToolResult::text("{ \"a\": 1 }").with_structured(&BTreeMap::from([("a", 1)]))
}

/// Nothing at all.
#[tool]
async fn unit() {}

/// A number, as structure.
#[tool]
async fn number() -> Json<i32> {
    Json(1)
}

/// A list, as structure.
#[tool]
async fn list() -> Json<Vec<String>> {
    Json(vec!["a".to_owned(), "b".to_owned()])
}

/// A map.
#[tool]
async fn map() -> Json<BTreeMap<String, u8>> {
    Json(BTreeMap::from([("k".to_owned(), 1)]))
}

/// An enum.
#[tool]
async fn either(first: Option<bool>) -> Json<Either> {
    Json(if first == Some(true) {
        Either::A(1)
    } else {
        Either::B { x: 2 }
    })
}

/// null, as structure.
#[tool]
async fn nothing() -> Json<Option<u8>> {
    Json(None)
}

/// An object, or a failure.
#[tool]
async fn fallible(fail: bool) -> Result<Pair, String> {
    if fail {
        Err("no pair".to_owned())
    } else {
        Ok(Pair {
            n: 2,
            s: String::new(),
        })
    }
}
