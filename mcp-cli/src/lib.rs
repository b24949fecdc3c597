//! The `mcp` command, as a library, so that tests and benchmarks run what users run.
//!
//! In: command lines and logs. Out: explanations. What a message means is known by `mcp_core`
//! alone; here logs are cut into messages and findings are printed.

pub mod args;
pub mod explain;
pub mod formats;
mod patterns;
mod terminal;

use std::io;
use std::process::ExitCode;

use args::{Args, Command};

/// Runs a command line.
pub fn run(args: &Args) -> ExitCode {
    match &args.command {
        Command::Explain(options) => {
            let style = terminal::style(options);
            let status = explain::run(options, &style, &mut io::stdout(), &mut io::stderr());
            ExitCode::from(status.code())
        }
    }
}
