//! The `mcp` command, as a library, so that tests and benchmarks run what users run.
//!
//! In: command lines and logs. Out: explanations. What a message means is known by `mcp_core`
//! alone; here logs are cut into messages and findings are printed.

pub mod formats;
