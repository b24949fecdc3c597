//! The `mcp` command.
//!
//! In: the command line. Out: the exit status. Everything else is in the library.

fn main() {}
