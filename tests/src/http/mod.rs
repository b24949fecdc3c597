//! Conversations over HTTP: a client of the tests' own, and a player of scripts for it.
//!
//! In: scripts, requests as right or as wrong as a test needs. Out: verdicts, with the bytes that
//! came. Nothing here uses an HTTP library: what is tested is not to be judged by itself.

pub mod client;
pub mod events;
pub mod lines;
pub mod peer;
pub mod play;
pub mod posts;
pub mod served;
pub mod status;
#[cfg(test)]
mod tests;
pub mod wire;
