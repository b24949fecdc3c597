//! The types against the data that the specification publishes: its schemas and its examples.
//!
//! In: the folder named by the environment variable `MCP_OFFICIAL_DATA`, which holds
//! `spec/schema/<revision>/schema.json` and `spec/schema/<revision>/examples`. Out: nothing, or a
//! list of all that differs. The data is not part of this repository, so these tests are ignored
//! unless asked for: `MCP_OFFICIAL_DATA=… cargo test -p mcp-core --test official -- --ignored`.

mod data;
mod examples;
mod messages;
mod samples;
