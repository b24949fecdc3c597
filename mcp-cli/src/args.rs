//! What can be said on the command line.
//!
//! In: the words of the command line. Out: [`Args`]. Whether a word is a file, a code or a method is
//! not decided here.

use std::ffi::OsString;

use clap::{Parser, Subcommand, ValueEnum};
use mcp_core::explain::{Lang, Severity};

/// The `mcp` command.
#[derive(Clone, Debug, Parser)]
#[command(
    name = "mcp",
    version,
    about = "Tools for the messages of the Model Context Protocol",
    arg_required_else_help = true
)]
pub struct Args {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Clone, Debug, Subcommand)]
#[non_exhaustive]
pub enum Command {
    /// Say what a log of messages says, and what is wrong with it.
    Explain(Explain),
}

const AFTER: &str = "\
Examples:
  mcp explain server.log             what it says, and what is wrong with it
  my-server 2>&1 | mcp explain -     the same of what a program writes
  mcp explain --only errors a.log    the errors alone
  mcp explain -- -32602              what a code means
  mcp explain tools/call             what a method is, in each revision

A log may be JSON lines, pretty-printed JSON, lines with times, arrows or words before the message,
Content-Length framing, server-sent events, or HTTP. Each file is one conversation.

Exit status: 0 when no error was found, 1 when there are errors, 2 when something could not be read.";

/// The options of `mcp explain`.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER)]
#[non_exhaustive]
pub struct Explain {
    /// Logs; - is the standard input. Or a code, a method or the name of a finding, to be explained
    #[arg(value_name = "FILE", allow_negative_numbers = true)]
    pub files: Vec<OsString>,
    /// One JSON object a finding, then one that sums up
    #[arg(long)]
    pub json: bool,
    /// The language [default: that of LC_ALL, LC_MESSAGES or LANG, else English]
    #[arg(long, value_enum)]
    pub lang: Option<Language>,
    /// Only findings at least as bad, each with its message
    #[arg(long, value_enum)]
    pub only: Option<Only>,
    /// Go on when the log grows
    #[arg(long)]
    pub follow: bool,
    /// No colours
    #[arg(long, alias = "no-colour")]
    pub no_color: bool,
    /// Tokens and keys as they are, instead of `[redacted]`
    #[arg(long)]
    pub show_secrets: bool,
}

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Language {
    /// English.
    En,
    /// Korean.
    Ko,
}

impl From<Language> for Lang {
    fn from(language: Language) -> Self {
        match language {
            Language::En => Lang::En,
            Language::Ko => Lang::Ko,
        }
    }
}

/// How bad a finding must be.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Only {
    /// Errors.
    Errors,
    /// Warnings and errors.
    Warnings,
}

impl Only {
    /// The least severity that is shown.
    pub const fn least(self) -> Severity {
        match self {
            Only::Errors => Severity::Error,
            Only::Warnings => Severity::Warning,
        }
    }
}
