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
    after_help = ROOT_AFTER,
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
  mcp explain server.log            what it says, and what is wrong with it
  mcp explain --only errors a.log   the errors alone, each with its message
  my-server | mcp explain -         what a program writes to its stdout
  mcp explain --follow server.log   go on while it is written; Ctrl-C sums up
  mcp explain --json a.log | jq .   one JSON object a finding
  mcp explain -32602                what an error code means
  mcp explain tools/call            what a method is, in each revision
  mcp explain id-null               what a finding is about

A log may be JSON lines, pretty-printed JSON, lines with times, arrows or other
words before the message, logs of clients (Claude Desktop, VS Code, …), records
of loggers, Content-Length framing, server-sent events, HTTP transcripts or a
HAR file. Which it is need not be said. Each log is one conversation.

Exit status: 0 no error was found, 1 errors were found, 2 something could not be
read.";

const ROOT_AFTER: &str = "\
Examples:
  mcp explain server.log    what it says, and what is wrong with it
  mcp explain -32602        what an error code means
  mcp explain --help        all that it can do";

/// The options of `mcp explain`.
#[derive(Clone, Debug, clap::Args)]
#[command(after_help = AFTER)]
#[non_exhaustive]
pub struct Explain {
    /// Logs (- is the standard input), or what is to be
    /// explained: an error code, a method, a finding
    #[arg(
        value_name = "FILE|WORD",
        allow_negative_numbers = true,
        verbatim_doc_comment
    )]
    pub files: Vec<OsString>,
    /// One JSON object a finding, then one that sums up
    #[arg(long)]
    pub json: bool,
    /// The language: en or ko [default: that of the locale]
    #[arg(long, value_enum, hide_possible_values = true)]
    pub lang: Option<Language>,
    /// Findings alone, each with its message: errors, or
    /// warnings (and errors)
    #[arg(
        long,
        value_enum,
        hide_possible_values = true,
        verbatim_doc_comment,
        value_name = "WHICH"
    )]
    pub only: Option<Only>,
    /// Go on while the log grows
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
    #[value(alias = "kr")]
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
    #[value(alias = "error")]
    Errors,
    /// Warnings and errors.
    #[value(alias = "warning")]
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
