//! What people have reported about HTTP servers for the protocol, tried from outside.
//!
//! In: a server on a socket of this machine, and requests of the tests' own client, byte by byte.
//! Out: every response that breaks a rule. What can be told as a script is one; these look at
//! headers, streams, sessions and connections.

mod asked;
mod cut;
mod ends;
mod eras;
mod guards;
mod hostile;
mod hosts;
mod mirror;
mod params;
mod secrets;
mod sessions;
mod standing;
mod streams;
mod text;
mod versions;

use mcp_runtime::Server;
use mcp_runtime::http::HttpOptions;
use tests::http::peer::Peer;
use tests::http::served::Served;
use tests::servers::named;

/// The revisions that have sessions and headers of their own.
const WITH_SESSIONS: [&str; 3] = ["2025-03-26", "2025-06-18", "2025-11-25"];

/// One of the test servers on a socket, and a client of it.
fn plain() -> (Served, Peer) {
    serve(named("plain").expect("a server"), HttpOptions::new())
}

fn serve(server: Server, options: HttpOptions) -> (Served, Peer) {
    let served = Served::start(server, options).unwrap_or_else(|error| panic!("{error}"));
    let peer = Peer::new(served.address());
    (served, peer)
}
