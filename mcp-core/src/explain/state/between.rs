//! What text that was no message left behind.
//!
//! In: frames that were refused. Out: what tells the lines after them: the other half of a message,
//! a stack trace that goes on. Bounded; nothing here judges.

use crate::explain::frame::Frame;
use crate::json::{Raw, ScanErrorKind};
use crate::method::Side;

/// Of a message that was cut off, so many bytes are kept to find its other half.
const KEPT: usize = 64 * 1024;

/// So many lines after it are tried.
const TRIES: u8 = 8;

/// What text that was no message left behind.
#[derive(Debug, Default)]
pub(in crate::explain) struct Between {
    cut: Option<Cut>,
    /// The line on which a stack trace began that may go on.
    pub(in crate::explain) trace: Option<u64>,
    /// The encoding that an earlier line told.
    pub(in crate::explain) wide: Option<&'static str>,
    /// A carriage return was told.
    pub(in crate::explain) told_return: bool,
    /// It was told that the log leaves parts of messages out.
    pub(in crate::explain) told_shortened: bool,
    /// The last frame of the client, of the server and of nobody known that was no message: on
    /// which line.
    broken: [Option<u64>; 3],
}

/// A message that was cut off.
#[derive(Debug)]
struct Cut {
    line: u64,
    from: Option<Side>,
    text: String,
    tries: u8,
}

impl Between {
    /// A frame was no message.
    pub(in crate::explain) fn breaks(&mut self, frame: &Frame<'_>) {
        let place = match frame.from {
            Some(Side::Client) => 0,
            Some(Side::Server) => 1,
            None => 2,
        };
        if let Some(line) = self.broken.get_mut(place) {
            *line = Some(frame.line);
        }
    }

    /// The line of the last frame that was no message and that this side may have sent.
    pub(in crate::explain) fn broken_by(&self, side: Side) -> Option<u64> {
        let [client, server, unknown] = self.broken;
        let known = match side {
            Side::Client => client,
            Side::Server => server,
        };
        known.max(unknown)
    }

    /// A message came whole: nothing goes on.
    pub(in crate::explain) fn message(&mut self, from: Option<Side>) {
        self.trace = None;
        if self.cut.as_ref().is_some_and(|cut| cut.from == from) {
            self.cut = None;
        }
    }

    /// A message begins and does not end.
    pub(in crate::explain) fn cut_off(&mut self, frame: &Frame<'_>, text: &str) {
        let kept = text.len() <= KEPT;
        self.cut = kept.then(|| Cut {
            line: frame.line,
            from: frame.from,
            text: text.to_owned(),
            tries: 0,
        });
    }

    /// Whether this text is what a message lacks that was cut off: the line on which that began.
    /// `plain` says that it looks like nothing else.
    pub(in crate::explain) fn other_half(
        &mut self,
        frame: &Frame<'_>,
        text: &str,
        plain: bool,
    ) -> Option<u64> {
        let mut cut = self.cut.take_if(|cut| cut.from == frame.from)?;
        let (line, length) = (cut.line, cut.text.len());
        cut.tries += 1;
        cut.text.push_str(text);
        let goes_on = match Raw::parse(&cut.text) {
            Ok(_) => return Some(line),
            Err(error) => plain && error.kind == ScanErrorKind::CutOff,
        };
        if !goes_on {
            cut.text.truncate(length);
        }
        if cut.tries < TRIES && cut.text.len() <= KEPT {
            self.cut = Some(cut);
        }
        goes_on.then_some(line)
    }
}
