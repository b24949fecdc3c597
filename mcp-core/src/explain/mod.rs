//! What a message means, what a log of messages says, and what is wrong with it.
//!
//! In: [`Frame`]s in the order in which they were sent, with direction and time where they are
//! known, and the [`Head`]s of HTTP messages. Out: for each what it is ([`Summary`]) and what is
//! wrong with it ([`Finding`]s), in English or Korean. What was seen before is kept in a
//! [`Conversation`], within limits. It never does I/O, never reads a clock, and never shows a secret
//! unless it is asked to.
//!
//! ```
//! use mcp_core::explain::{Conversation, Frame, Lang};
//!
//! let mut conversation = Conversation::new();
//! let told = conversation.read(&Frame::new(br#"{"jsonrpc":"2.0","id":null,"method":"ping"}"#));
//! assert_eq!(told.findings[0].code.name(), "id-null");
//! assert_eq!(told.findings[0].path, "id");
//! assert!(told.findings[0].title(Lang::En).contains("must be a string or an integer"));
//! ```

mod check;
mod code;
mod conversation;
mod finding;
mod frame;
mod glossary;
mod json;
mod lang;
mod limits;
mod parts;
mod place;
mod redact;
mod schema;
mod scope;
mod shapes;
pub mod show;
mod state;
mod summary;
mod words;

pub use check::framing::Framing;
pub use check::sse::SseFault;
pub use code::{Code, Severity};
pub use conversation::{Conversation, Explained};
pub use finding::Finding;
pub use frame::{Carrier, Frame, Head, Start};
pub use glossary::{about, nearest_word};
pub use json::finding_json;
pub use lang::{Lang, Words};
pub use limits::Limits;
pub use redact::{redact, redact_spans};
pub use summary::{Answered, Outcome, Summary, What};
