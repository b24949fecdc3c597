//! The `mcp` command.
//!
//! In: the command line. Out: the exit status. Everything else is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    mcp_cli::main(std::env::args_os())
}
