//! The `mcp` command, as a library, so that tests and benchmarks run what users run.
//!
//! In: command lines and logs. Out: explanations. What a message means is known by `mcp_core`
//! alone; here logs are cut into messages and findings are printed.

pub mod args;
pub mod explain;
pub mod formats;
mod mistaken;
mod patterns;
mod terminal;

use std::ffi::OsString;
use std::io;
use std::process::ExitCode;

use args::{Args, Command};
use clap::Parser;
use clap::error::ErrorKind;

/// Runs a command line, given as its words, the name of the program first; a wrong one, or a wish
/// for help, is answered as the command answers it.
pub fn main<W: Into<OsString> + Clone>(words: impl IntoIterator<Item = W>) -> ExitCode {
    let words: Vec<OsString> = words.into_iter().map(Into::into).collect();
    match Args::try_parse_from(&words) {
        Ok(args) => run(&args),
        Err(error) => {
            let lost = [ErrorKind::InvalidSubcommand, ErrorKind::UnknownArgument];
            if lost.contains(&error.kind())
                && let Some(meant) = mistaken::meant(&words)
            {
                eprintln!("{}", explain::did_you_mean(&meant, terminal::lang()));
                return ExitCode::from(2);
            }
            // Nobody is left to tell when even this fails.
            let _ = error.print();
            ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(2))
        }
    }
}

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
