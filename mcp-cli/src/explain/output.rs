//! The output, written in large pieces.
//!
//! In: text, appended to a buffer. Out: the same, on a writer.

use std::io::{self, Write};

/// Bytes after which the buffer is written.
const LARGE: usize = 32 * 1024;

/// A writer with a buffer of text.
pub(super) struct Output<'o> {
    /// What is not written yet.
    pub(super) text: String,
    writer: &'o mut dyn Write,
    written: bool,
}

impl<'o> Output<'o> {
    pub(super) fn new(writer: &'o mut dyn Write) -> Self {
        let text = String::new();
        let written = false;
        Output {
            text,
            writer,
            written,
        }
    }

    /// Sets what comes next apart from what came before, where there was anything.
    pub(super) fn part(&mut self, apart: bool) {
        if apart && (self.written || !self.text.is_empty()) {
            self.text.push('\n');
        }
    }

    /// Writes what has come together, when it is much.
    pub(super) fn settle(&mut self) -> io::Result<()> {
        match self.text.len() {
            0..LARGE => Ok(()),
            _ => self.write(),
        }
    }

    /// Writes everything.
    pub(super) fn flush(&mut self) -> io::Result<()> {
        self.write()?;
        self.writer.flush()
    }

    fn write(&mut self) -> io::Result<()> {
        self.writer.write_all(self.text.as_bytes())?;
        self.written |= !self.text.is_empty();
        self.text.clear();
        Ok(())
    }
}
