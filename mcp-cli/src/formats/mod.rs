//! Logs of any format, cut into pieces.
//!
//! In: bytes of a log, however it was written. Out: [`Piece`]s that lend from a buffer, one at a time,
//! in the order of the log: messages as they were on the wire, the heads of HTTP messages, and what
//! stands between them. What a piece means is not known here, and no input is refused: a text that
//! is no message comes out as a frame or as an [`Aside`], whichever it must be where it stands.
//!
//! ```
//! use mcp_cli::formats::{Limits, Piece, Reader};
//!
//! let log = b"10:00:00.5 -> {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n";
//! let mut reader = Reader::new(&log[..], Limits::default());
//! let Some(Piece::Frame(frame)) = reader.next().unwrap() else { panic!() };
//! assert_eq!(frame.bytes, br#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#);
//! assert_eq!(frame.line, 1);
//! assert!(reader.next().unwrap().is_none());
//! ```

mod begin;
mod bodies;
mod events;
mod extent;
mod format;
mod limits;
mod lines;
mod made;
mod piece;
mod prefix;
mod reader;
mod record;
mod sign;
mod source;
mod spans;
mod start;
mod state;
mod streams;
mod texts;
mod time;
mod told;
mod wide;

pub use format::{Format, Shape};
pub use limits::Limits;
pub use piece::{Aside, AsideKind, Piece};
pub use reader::Reader;
