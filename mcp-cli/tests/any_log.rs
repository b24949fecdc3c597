//! What holds for any log: it is cut the same way however it comes in, and nothing of it panics.
//!
//! In: bytes made up by chance, and logs put together of parts in all formats. Out: nothing.

use std::fmt;
use std::io::{self, Read};

use mcp_cli::formats::{Limits, Piece, Reader};
use proptest::prelude::*;

/// Gives its bytes in parts of these sizes, over and over.
struct Parts<'a> {
    bytes: &'a [u8],
    sizes: &'a [usize],
    turn: usize,
    /// Whether it gives nothing before each part, as a log that grows.
    pauses: bool,
    paused: bool,
}

impl<'a> Parts<'a> {
    fn new(bytes: &'a [u8], sizes: &'a [usize], pauses: bool) -> Self {
        Parts {
            bytes,
            sizes,
            turn: 0,
            pauses,
            paused: false,
        }
    }
}

impl Read for Parts<'_> {
    fn read(&mut self, room: &mut [u8]) -> io::Result<usize> {
        self.paused = self.pauses && !self.paused;
        if self.paused {
            return Ok(0);
        }
        let size = self.sizes[self.turn % self.sizes.len()];
        self.turn += 1;
        let size = size.min(room.len()).min(self.bytes.len());
        let (part, rest) = self.bytes.split_at(size);
        room[..size].copy_from_slice(part);
        self.bytes = rest;
        Ok(size)
    }
}

/// All pieces as text, and how many bytes they hold. The last line is that of the reader.
fn cut(input: impl Read, limits: Limits, patience: usize) -> (Vec<String>, usize) {
    let mut reader = Reader::new(input, limits);
    if patience > 0 {
        reader = reader.following();
    }
    let (mut told, mut held, mut idle) = (Vec::new(), 0, 0);
    loop {
        match reader.next().expect("bytes can be read") {
            Some(piece) => {
                idle = 0;
                held += match &piece {
                    Piece::Frame(frame) => frame.bytes.len(),
                    Piece::Aside(aside) => aside.bytes.len(),
                    _ => 0,
                };
                told.push(format!("{piece:?}"));
            }
            None if idle < patience => idle += 1,
            None => break,
        }
    }
    reader.finish();
    while let Some(piece) = reader.next().expect("bytes can be read") {
        told.push(format!("{piece:?}"));
    }
    told.push(format!("{} {:?}", reader.line(), reader.format()));
    (told, held)
}

/// Parts of logs in all formats, and parts that end in the middle.
const PARTS: [&str; 48] = [
    "10:00:00.1 < HTTP/1.1 200 OK\n10:00:00.1 < content-type: text/event-stream\n10:00:00.2 < \n",
    "10:00:00.3 { [9 bytes data]\n10:00:00.3 > GET /mcp HTTP/1.1\n",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}\r\n",
    "{\n  \"jsonrpc\": \"2.0\",\n  \"id\": 1\n}\n",
    "{\n\"a\":\n",
    "[\n{\"id\":1},\n{\"id\":2}\n]\n",
    "[{\"id\":1}]\n",
    "[{\"dir\":\"send\",\"message\":{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}}]",
    "-> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}\n",
    "<- hello\n",
    "client -> server: {\"id\":1}\n",
    "2026-11-30T10:00:00.123Z [x] [info] Message from client: {\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}} { metadata: undefined }\n",
    "10:00:00 {\n  \"id\": 3\n} tail\n",
    "23:59:59 INFO up\n",
    "stderr: warm\n",
    "Server started\n",
    "  at x (y.js:1)\n",
    "\n",
    "{\"log\":\"{\\\"id\\\":1,\\\"jsonrpc\\\":\\\"2.0\\\"}\\n\",\"stream\":\"stdout\",\"time\":\"2026-11-30T10:00:00Z\"}\n",
    "{\"ts\":1796032800,\"msg\":\"{\\\"jsonrpc\\\":\\\"2.0\\\"}\"}\n",
    "Content-Length: 8\r\n\r\n{\"id\":1}",
    "Content-Length: 20\r\n\r\n{\"id\":1}",
    "Content-Length: 3\r\n\r\n{\"id\":1}\n",
    "Content-Length: 5\r\n\r\nhello",
    "Content-Length: x\n",
    "event: message\nid: 1\ndata: {\"id\":1}\n\n",
    "data: {\ndata: }\n\n",
    "data: x\n",
    ": ping\n",
    "retry: x\n",
    "POST /mcp HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{\"id\":1}",
    "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n",
    "9\r\ndata: {}\n\r\n1\r\n\n\r\n0\r\n\r\n",
    "< HTTP/1.1 200 OK\n< content-type: text/event-stream\n<\n",
    "> POST /mcp HTTP/1.1\n> A: b\n>\n",
    "* Connection #0\n",
    "{\"log\":{\"entries\":[",
    "{\"startedDateTime\":\"2026-11-30T10:00:00Z\",\"time\":1,\"request\":{\"method\":\"POST\",\"url\":\"http://a/b\",\"headers\":[],\"postData\":{\"text\":\"{}\"}},\"response\":{\"status\":200,\"headers\":[],\"content\":{\"mimeType\":\"text/event-stream\",\"text\":\"data: {}\\n\\n\"}}},",
    "]}}\n",
    "\u{FEFF}",
    "level=DEBUG raw=\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1}\" n=1\n",
    "12:00:00 [error] failed {\n  a: 'b'\n}\n",
    "```\n",
    "$ echo '{\"jsonrpc\":\"2.0\"}' | x\n",
    "12:00:00 - chunk: b'data: {\"jsonrpc\":\"2.0\"}'\n",
    "12:00:00 Message from server: {\"jsonrpc\":\"2.0\",\"a\":[\"b...[9 chars truncated]...}\n",
    "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"pi",
];

/// A log that is shown as text.
#[derive(Clone)]
struct Log(Vec<u8>);

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "b\"{}\"", self.0.escape_ascii())
    }
}

fn a_log() -> impl Strategy<Value = Log> {
    let part = prop_oneof![
        8 => prop::sample::select(&PARTS[..]).prop_map(|part| part.as_bytes().to_vec()),
        1 => prop::collection::vec(any::<u8>(), 0..12),
        1 => prop::sample::select(&PARTS[..])
            .prop_map(|part| part.encode_utf16().flat_map(u16::to_le_bytes).collect()),
    ];
    prop::collection::vec(part, 0..12).prop_map(|parts| Log(parts.concat()))
}

fn some_limits() -> impl Strategy<Value = Limits> {
    (prop_oneof![Just(Limits::FRAME), 1usize..200], 1usize..64).prop_map(|(frame, beginning)| {
        let mut limits = Limits::default();
        (limits.frame, limits.beginning) = (frame, beginning);
        limits
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_log_is_cut_the_same_way_in_parts_of_any_size(
        log in a_log(),
        sizes in prop::collection::vec(1usize..64, 1..4),
        limits in some_limits(),
    ) {
        let whole = cut(&log.0[..], limits, 0);
        let parts = cut(Parts::new(&log.0, &sizes, false), limits, 0);
        prop_assert_eq!(&whole.0, &parts.0);
    }

    #[test]
    fn a_log_that_grows_is_cut_as_one_that_is_there(
        log in a_log(),
        sizes in prop::collection::vec(1usize..64, 1..4),
    ) {
        let whole = cut(&log.0[..], Limits::default(), 0);
        let grown = cut(Parts::new(&log.0, &sizes, true), Limits::default(), 2 * log.0.len() + 2);
        prop_assert_eq!(&whole.0, &grown.0);
    }

    #[test]
    fn any_bytes_are_cut(log in prop::collection::vec(any::<u8>(), 0..400), limits in some_limits()) {
        let (told, _) = cut(&log[..], limits, 0);
        prop_assert!(!told.is_empty());
    }

    #[test]
    fn of_lines_that_are_not_empty_no_byte_is_lost(lines in prop::collection::vec("[a-z ]{0,20}[a-z.!?]", 1..20)) {
        let log = lines.join("\n");
        let (_, held) = cut(log.as_bytes(), Limits::default(), 0);
        let sent: usize = lines.iter().map(String::len).sum();
        prop_assert_eq!(held, sent);
    }
}
