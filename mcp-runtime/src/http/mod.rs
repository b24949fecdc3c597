//! Streamable HTTP: one endpoint for every revision.
//!
//! In: HTTP requests. Out: responses, as JSON or as a stream of events. What a message means is the
//! engine's matter; what stands here is which requests get that far, and how an answer travels. It
//! never opens a socket of its own accord, and never believes a header that the body contradicts.

mod admit;
mod answer;
mod body;
mod ending;
mod endpoint;
mod exchange;
mod gates;
mod get;
mod listen;
mod options;
mod post;
mod refusal;
mod replay;
mod session;
mod sse;
mod status;
mod stream;

pub use answer::HttpBody;
pub use ending::Shutdown;
pub use endpoint::HttpEndpoint;
#[cfg(feature = "stdio")]
pub(crate) use listen::exposure;
pub use listen::{Ends, HttpServer};
pub use options::HttpOptions;
pub use sse::HttpSseEndpoint;
