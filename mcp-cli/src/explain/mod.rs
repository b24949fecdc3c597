//! `mcp explain`: what logs say, and what is wrong with them.
//!
//! In: options, and logs. Out: their explanation on one output, what could not be read on the
//! other, and a status. Nothing else is read or written.

mod blocks;
mod input;
mod json;
mod magic;
mod output;
mod page;
mod report;
mod samples;
mod stop;
mod table;
mod talk;
mod totals;
mod words;

use std::io::{self, Write};

use mcp_core::explain::Lang;
use mcp_core::explain::show::Style;

use crate::args::Explain;
use input::{Asked, Input};
use output::Output;
use talk::Talk;

/// How it went.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
#[non_exhaustive]
pub enum Status {
    /// Everything was read, and no error was found.
    #[default]
    Fine,
    /// Errors were found.
    Errors,
    /// Something could not be read, or not to its end.
    Unread,
}

impl Status {
    /// The exit status of the process.
    pub const fn code(self) -> u8 {
        match self {
            Status::Fine => 0,
            Status::Errors => 1,
            Status::Unread => 2,
        }
    }
}

/// Explains what the options name.
pub fn run(options: &Explain, style: &Style, out: &mut dyn Write, err: &mut dyn Write) -> Status {
    let mut output = Output::new(out);
    match all(options, style, &mut output, err) {
        Ok(status) => status,
        // Whoever reads has seen enough.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Status::Fine,
        Err(error) => {
            complain(err, &format!("mcp: {error}"));
            Status::Unread
        }
    }
}

/// What is said of a command line that lacks its command.
pub(crate) fn did_you_mean(meant: &str, lang: Lang) -> String {
    words::filled(words::MEANT, lang, &[("meant", meant)])
}

/// Writes a line of complaint. Where that is not possible there is nobody to tell.
fn complain(err: &mut dyn Write, text: &str) {
    let _ = writeln!(err, "{text}");
}

fn all(
    options: &Explain,
    style: &Style,
    output: &mut Output<'_>,
    err: &mut dyn Write,
) -> io::Result<Status> {
    let inputs = match input::named(options, style.lang) {
        Ok(inputs) => inputs,
        Err(complaint) => {
            complain(err, &complaint);
            return Ok(Status::Unread);
        }
    };
    let several = inputs.len() > 1;
    let mut status = Status::Fine;
    for asked in inputs {
        output.part(!options.json);
        match asked {
            Asked::Log(input) => {
                status = status.max(one(options, style, input, several, output, err)?);
            }
            Asked::Word(told) => {
                output.text.push_str(&page::fitted(&told, style.width));
            }
        }
    }
    output.flush()?;
    Ok(status)
}

/// Explains one log.
fn one(
    options: &Explain,
    style: &Style,
    input: Input,
    several: bool,
    output: &mut Output<'_>,
    err: &mut dyn Write,
) -> io::Result<Status> {
    let (name, source) = match input.open(style.lang) {
        Ok(opened) => opened,
        Err(complaint) => {
            output.flush()?;
            complain(err, &complaint);
            return Ok(Status::Unread);
        }
    };
    let mut talk = Talk::new(options, style, &name, several);
    let unread = talk.listen(source, output)?;
    let mut status = talk.end(output)?;
    if let Some(complaint) = unread {
        output.flush()?;
        complain(err, &complaint);
        status = Status::Unread;
    }
    Ok(status)
}
