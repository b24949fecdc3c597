//! What runs: servers for the Model Context Protocol from annotated functions.

mod engine;
mod frame;
mod lifecycle;
mod pool;
mod run;
mod server;
mod tool;
mod transport;

pub use transport::memory;
