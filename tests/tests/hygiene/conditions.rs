//! Tools under a condition, above and below our attributes, once and in two versions.

#![allow(clippy::non_minimal_cfg, reason = "the conditions are the matter")]

use mcp_runtime::prelude::*;

/// Above.
#[cfg(any())]
#[tool]
async fn above_off() {}

/// Below.
#[tool]
#[cfg(any())]
async fn below_off() {}

/// Above.
#[cfg(all())]
#[tool]
async fn above_on() {}

/// Below.
#[tool]
#[cfg(all())]
async fn below_on() {}

/// A name that exists only where the first version is.
#[cfg(any())]
#[tool]
async fn versions(count: Missing) {
    let _ = count;
}

/// The second version.
#[cfg(not(any()))]
#[tool]
async fn versions(count: u8) {
    let _ = count;
}

struct Notes;

#[server]
impl Notes {
    /// Off, above.
    #[cfg(any())]
    #[tool]
    async fn remove(&self, what: Missing) {
        let _ = what;
    }

    /// Off, below.
    #[tool]
    #[cfg(any())]
    async fn clear(&self, what: Missing) {
        let _ = what;
    }

    /// On, below.
    #[tool]
    #[cfg(all())]
    async fn list(&self) {}

    /// A tool under a condition that holds.
    #[cfg_attr(all(), tool(read_only))]
    async fn show(&self) {}

    /// A tool under a condition that does not hold, so a method.
    #[cfg_attr(any(), tool)]
    async fn hide(&self) {}

    /// One version.
    #[cfg(any())]
    #[tool]
    async fn same(&self, a: Missing) {
        let _ = a;
    }

    /// The other one.
    #[cfg(all())]
    #[tool]
    async fn same(&self) {}
}

/// A whole block that is not there.
#[cfg(any())]
#[server]
impl Missing {
    #[tool]
    async fn nothing(&self) {}
}

/// A whole block that is there, with the condition below.
#[server(part = Extra)]
#[cfg(all())]
impl Notes {
    /// A tool.
    #[tool]
    async fn extra(&self) {}
}

#[test]
fn conditions_hold_for_all_that_is_written_for_a_tool() {
    let notes = std::sync::Arc::new(Notes);
    let server = Server::new("s", "1")
        .tools(tools![
            #[cfg(any())]
            above_off,
            above_on,
            #[cfg(any())]
            below_off,
            #[cfg(all())]
            below_on,
            versions
        ])
        .mount(notes.clone())
        .mount_part::<Extra, _>(notes)
        .build();
    let names: Vec<_> = server.iter().flat_map(|s| s.tool_names()).collect();
    assert_eq!(
        names,
        [
            "above_on", "below_on", "versions", "list", "show", "same", "extra"
        ]
    );
    drop(Notes.hide());
}

struct Hidden;

/// All tools of it are off.
#[server]
impl Hidden {
    /// Off.
    #[cfg(any())]
    #[tool]
    async fn off(&self) {}
}

struct Empty;

/// All tools of it are off, as is meant.
#[server(empty)]
impl Empty {
    /// Off.
    #[cfg(any())]
    #[tool]
    async fn off(&self) {}
}

#[test]
fn a_block_whose_tools_are_all_off_says_that_it_is_meant() {
    let error = Server::new("s", "1").mount(Hidden).build().err();
    let said = error.map(|error| error.to_string()).unwrap_or_default();
    assert!(
        said.contains("`Hidden` has no tools in this build"),
        "{said}"
    );
    assert!(Server::new("s", "1").mount(Empty).build().is_ok());
}
