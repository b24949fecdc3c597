//! Where a log begins and ends, and what is said before the first message.
//!
//! In: logs whose first or last piece is odd. Out: nothing.

use std::io::{self, Read};

use mcp_cli::formats::{Limits, Piece, Reader};

use super::{PING, PONG, check};

#[test]
fn a_print_behind_the_first_arrow_of_a_log_was_sent() {
    check(
        format!("<- Server started\n-> {PING}\n<- {PONG}\n"),
        &format!("1 S Server started\n2 C {PING}\n3 S {PONG}"),
        "JSON lines with directions",
    );
    check(
        format!("Server started\n<- hello\n-> {PING}\n"),
        &format!("1 note Server started\n2 S hello\n3 C {PING}"),
        "JSON lines with directions",
    );
}

#[test]
fn the_address_that_the_old_transport_names_is_no_message() {
    for data in [
        "/messages?session=1",
        "http://a/messages",
        r#"{"uri":"/m"}"#,
    ] {
        check(
            format!("event: endpoint\ndata: {data}\n\nevent: message\ndata: {PONG}\n\n"),
            &format!("1 sse EventName(\"endpoint\")\n2 note {data}\n5 S event {PONG}"),
            "server-sent events",
        );
    }
}

/// An input that fails after so much text.
struct Breaks<'a>(&'a [u8]);

impl Read for Breaks<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self.0.is_empty() {
            true => Err(io::Error::other("the disk is gone")),
            false => self.0.read(into),
        }
    }
}

#[test]
fn what_comes_before_an_input_fails_is_read() {
    let log = format!("{PING}\n{PONG}\n{PING}");
    let mut reader = Reader::new(Breaks(log.as_bytes()), Limits::default());
    for line in [PING, PONG] {
        let Ok(Some(Piece::Frame(frame))) = reader.next() else {
            panic!("no frame");
        };
        assert_eq!(frame.bytes, line.as_bytes());
    }
    assert!(reader.next().is_err(), "the rest may go on");
    assert_eq!(reader.line(), 3);
}
