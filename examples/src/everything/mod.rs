//! The fixture of the official conformance suite: a server whose tools have the names, and give the
//! answers, that the suite asks for.
//!
//! In: nothing. Out: the server. What the suite asks for and this server does not have yet is listed
//! in `tests/conformance/exceptions.json`, with the reason.
//!
//! - `content`: each kind of content that a tool can return, and a failure
//! - `talk`: progress, log messages, and what a call may need of its client
//! - `schema`: a schema that no type describes
//! - `samples`: the smallest picture and sound there are

mod content;
mod samples;
#[cfg(feature = "hand-schemas")]
mod schema;
mod talk;

use mcp_runtime::Server;

/// The whole fixture.
pub fn server() -> Server {
    let server = Server::new("everything", env!("CARGO_PKG_VERSION"))
        // The suite calls the first tool without arguments to see whether headers are accepted.
        .tools(content::tools())
        .tools(talk::tools());
    #[cfg(feature = "hand-schemas")]
    let server = server.tools(schema::tools());
    server
}
