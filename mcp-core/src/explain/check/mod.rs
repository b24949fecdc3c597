//! The checks, in the order in which a message is read.
//!
//! In: a message, its scope and what was seen before. Out: findings, and what later messages are
//! judged by. Each file is one step of the reading; none looks at how a log is written.

mod arguments;
mod cancelled;
mod codes;
mod details;
pub(super) mod envelope;
pub(super) mod errors;
pub(super) mod framing;
pub(super) mod http;
pub(super) mod ids;
pub(super) mod lists;
pub(super) mod methods;
pub(super) mod notices;
pub(super) mod order;
pub(super) mod params;
mod progress;
pub(super) mod results;
pub(super) mod rounds;
pub(super) mod said;
pub(super) mod secrets;
pub(super) mod sse;
pub(super) mod text;
pub(super) mod tool_results;
pub(super) mod tools;

#[cfg(test)]
mod tests;
