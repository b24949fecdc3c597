//! The `mcp` command.
//!
//! In: the command line. Out: the exit status. Everything else is in the library.

use std::process::ExitCode;

use clap::Parser;

fn main() -> ExitCode {
    mcp_cli::run(&mcp_cli::args::Args::parse())
}
