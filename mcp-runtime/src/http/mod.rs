//! Streamable HTTP: one endpoint for every revision.
//!
//! In: HTTP requests. Out: responses, as JSON or as a stream of events. What a message means is the
//! engine's matter; what stands here is which requests get that far, and how an answer travels. It
//! never opens a socket of its own accord, and never believes a header that the body contradicts.

#[cfg_attr(not(test), allow(dead_code))] // Until the endpoint reads by it.
mod body;
mod ending;
#[cfg_attr(not(test), allow(dead_code))] // Until the endpoint asks them.
mod gates;
mod listen;
mod options;
mod refusal;

pub use ending::Shutdown;
#[cfg(feature = "stdio")]
pub(crate) use listen::exposure;
pub use listen::{Ends, HttpServer};
pub use options::HttpOptions;
