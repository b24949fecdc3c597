//! What runs: servers for the Model Context Protocol from annotated functions.

mod engine;
mod frame;
#[cfg(all(unix, feature = "stdio"))]
mod isolate;
mod lifecycle;
mod pool;
#[cfg(feature = "stdio")]
mod run;
mod server;
mod tool;
mod transport;

pub use transport::{Transport, memory};
#[cfg(feature = "stdio")]
pub use {
    run::RunOptions,
    transport::stdio::{Stdio, stdio},
};
