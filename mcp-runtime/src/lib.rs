//! What runs: servers for the Model Context Protocol from annotated functions.

mod engine;
mod frame;
#[cfg(all(unix, feature = "stdio"))]
mod isolate;
mod lifecycle;
mod pool;
mod run;
mod server;
mod tool;
mod transport;

#[cfg(feature = "stdio")]
pub use transport::stdio::{Stdio, stdio};
pub use transport::{Transport, memory};
