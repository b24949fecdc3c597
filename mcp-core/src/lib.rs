//! What is said: JSON-RPC 2.0 and the messages of every revision of the Model Context Protocol.
//!
//! In: the text of a message, or the values to make one from. Out: typed, borrowed views of it,
//! typed reasons why it can't be used, and text again. This crate never does I/O, never spawns,
//! never reads a clock, and never holds the state of a conversation.

#![warn(clippy::missing_errors_doc)]

pub mod cancel;
pub mod capabilities;
pub mod content;
#[cfg(feature = "explain")]
pub mod explain;
pub mod identity;
pub mod json;
pub mod lifecycle;
pub mod logging;
pub mod meta;
pub mod method;
pub mod page;
pub mod progress;
pub mod reasons;
pub mod result;
pub mod rpc;
pub mod schema;
pub mod tool;
pub mod trace;
pub mod version;

mod wire;
