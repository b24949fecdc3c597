//! The servers that the conversations are held with.
//!
//! In: a name. Out: a server, ready to be served over any transport. Each script names the one it
//! needs; `cargo run -p tests --bin server NAME` starts one by hand.

mod contents;
mod noisy;
mod plain;
mod small;
mod structured;

use mcp_runtime::Server;
use mcp_runtime::http::HttpOptions;
use tokio::runtime::Handle;

use crate::http::served::Served;
use crate::http::wire::HttpWire;
use crate::wire::{Stream, Wire};

/// A server by its name, and how it is made.
type Named = (&'static str, fn() -> Server);

/// Every server there is.
const ALL: &[Named] = &[
    ("plain", plain::server),
    ("contents", contents::server),
    ("structured", structured::server),
    ("noisy", noisy::server),
    ("empty", small::empty),
    ("limited", small::limited),
    ("quiet", small::quiet),
    ("modern", small::modern),
    ("custom", small::custom),
    ("paged", small::paged),
    ("dressed", small::dressed),
    ("narrow", small::narrow),
    ("lenient", small::lenient),
];

/// The server of a name.
pub fn named(name: &str) -> Result<Server, String> {
    let found = ALL.iter().find(|(known, _)| *known == name);
    let known = || {
        ALL.iter()
            .map(|(name, _)| *name)
            .collect::<Vec<_>>()
            .join(", ")
    };
    found
        .map(|(_, make)| make())
        .ok_or_else(|| format!("no test server is called `{name}`; known are {}", known()))
}

/// Serves a server inside this process and returns the client's end.
pub fn in_memory(name: &str, runtime: &Handle) -> Result<Box<dyn Wire>, String> {
    serve(named(name)?, runtime)
}

/// Serves any server on a socket and returns a client of it.
pub fn over_http(server: Server, runtime: &Handle) -> Result<Box<dyn Wire>, String> {
    let served = Served::start_on(runtime, server, HttpOptions::new())?;
    Ok(Box::new(HttpWire::new(served)))
}

/// Serves any server inside this process and returns the client's end.
pub fn serve(server: Server, runtime: &Handle) -> Result<Box<dyn Wire>, String> {
    // Building may ask for a runtime.
    let _entered = runtime.enter();
    let service = server.build().map_err(|error| error.to_string())?;
    let (client, end) = mcp_runtime::memory::pair();
    let task =
        runtime.spawn(async move { service.serve(end).await.map_err(|error| error.to_string()) });
    let (reader, writer) = tokio::io::split(client);
    Ok(Box::new(Stream::new(runtime.clone(), reader, writer, task)))
}
