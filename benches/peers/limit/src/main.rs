//! The floor: what one tool call costs when the protocol work is written out by hand.
//!
//! One thread reads large chunks from stdin, finds the lines, reads a typed envelope whose parts
//! stay raw text until their type is known, calls the tool and writes the answer by hand into one
//! buffer, which goes out once for all the input that was there. Both eras are served: sessions
//! that begin with `initialize`, and requests that carry their revision in `_meta`.
//!
//! It does what a server must for a right call, and nothing beyond: no schema, no limits, no
//! concurrency, no words for the caller. That makes it a yardstick, never a server to copy.

mod protocol;
mod tools;

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::AsFd;

/// How much is asked for with one read.
const CHUNK: usize = 256 * 1024;
/// From this size on the answers go out although input is left.
const FLUSH: usize = 64 * 1024;

fn main() -> io::Result<()> {
    // `Stdin` and `Stdout` of the standard library copy through buffers of their own.
    serve(unbuffered(io::stdin())?, unbuffered(io::stdout())?)
}

/// A file over the same open description as a standard stream.
fn unbuffered(stream: impl AsFd) -> io::Result<File> {
    Ok(File::from(stream.as_fd().try_clone_to_owned()?))
}

/// Answers lines from `input` on `output` until the input ends.
fn serve(mut input: File, mut output: File) -> io::Result<()> {
    let mut bytes = vec![0; CHUNK];
    let mut filled = 0;
    let mut answers = Vec::with_capacity(CHUNK);
    loop {
        if filled == bytes.len() {
            bytes.resize(filled * 2, 0);
        }
        let more = match input.read(&mut bytes[filled..])? {
            0 => return Ok(()),
            more => more,
        };
        // What stood there before the read holds no newline.
        let mut search_from = filled;
        filled += more;
        let mut line_start = 0;
        while let Some(at) = memchr::memchr(b'\n', &bytes[search_from..filled]) {
            let line_end = search_from + at;
            protocol::answer(&bytes[line_start..line_end], &mut answers, |_| Ok(()));
            line_start = line_end + 1;
            search_from = line_start;
            if answers.len() >= FLUSH {
                output.write_all(&answers)?;
                answers.clear();
            }
        }
        bytes.copy_within(line_start..filled, 0);
        filled -= line_start;
        if !answers.is_empty() {
            output.write_all(&answers)?;
            answers.clear();
        }
    }
}
