//! The tests' own tools: conversations as text, servers to hold them with, and ways to reach them.
//!
//! In: scripts under `conversations/`, servers built with the framework. Out: verdicts with the line
//! of the script, what was expected and what came. Nothing here is part of the framework.

pub mod http;
pub mod play;
pub mod script;
pub mod servers;
pub mod shelf;
pub mod stress;
pub mod talk;
pub mod wire;

/// Its blocks are compiled with the doc tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
