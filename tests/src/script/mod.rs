//! Conversations as text: one behaviour in one file.
//!
//! In: the text of a script. Out: a [`Script`] that can be played over any transport (`crate::play`)
//! and, where it is badly written, the line and the reason. Nothing here starts a server.
//!
//! # The format
//!
//! ```text
//! # A string id comes back as a string.            the rule, one sentence
//! server: plain                                    which test server answers
//! transport: memory, stdio                         default: every transport
//! not over http: a pipe alone has an end           why the default leaves HTTP out
//! versions: legacy                                 play once per revision; VERSION stands for it
//! fault: owner/repository#12                       a public report this proves mended
//!
//! INIT 2025-06-18
//! -> {"jsonrpc":"2.0","id":"1","method":"ping"}
//! <- {"jsonrpc":"2.0","id":"1","result":{}}
//! ```
//!
//! An indented line goes on where the one before ended; a line that begins with `#` is a comment.
//!
//! **Opening.** `INIT v` is the whole legacy handshake. `OPEN v` is `INIT v` for a revision that has
//! one; for a revision that has none it sends nothing, and the short forms below then carry the
//! `_meta` that such a revision demands and expect what it adds to each result.
//!
//! **Sending.** `-> {…}` sends one line, as written. `->raw "…"` sends exact bytes (escapes: `\n \r
//! \t \0 \\ \" \xHH`), without a line end of its own. Short forms: `-> ID METHOD [PARAMS]`,
//! `-> METHOD [PARAMS]` (a notification), `-> ID call TOOL [ARGUMENTS [META MEMBERS]]`. Words inside
//! JSON: `META` (the demanded `_meta`), `...META` (its members), `VERSION`, `$name` (remembered),
//! `<repeat "x" 65536>` (a long string), `<nest 200>` (nested arrays).
//!
//! **Expecting.** `<- PATTERN` is the next message. Patterns are JSON, compared exactly, with `...`
//! for further members or elements, `<any> <string> <number> <integer> <bool> <object> <array>
//! <uuid> <absent>`, `<contains "…">`, `<starts "…">`, `<json PATTERN>`, `<either P | P>`,
//! `<unordered […]>`, `<as name>` and `$name`. Short forms: `<- ID result PATTERN`, `<- ID error CODE
//! [MESSAGE [DATA]]` (`-` as the id: none, or null), `<- ID text "…"` (a good result with this one
//! text), `<- ID wrong PATTERN` (an `isError` result whose first text fits), `<- METHOD PARAMS` (a
//! notification). Neighbouring `<~` lines may come in any order. `<-raw "…"` is a whole line, byte by
//! byte. `<- nothing` is silence, proven by a ping of the player's own; `<- nothing for 300ms` waits
//! as well. `<- end` is the end of the output.
//!
//! **HTTP.** Each line is a POST; `crate::http::play` says what is compared. Where HTTP differs by the
//! protocol, `over http: ` or `over pipes: ` before any line of the conversation plays it there alone.
//!
//! **The rest.** `wait 200ms`; `close` ends the input; `log contains "…"` and `log lacks "…"` (or `$name`)
//! look at the standard error of the server (stdio alone). After the last line the player closes the input
//! and expects nothing more, and a clean exit.

pub mod fit;
pub mod node;
pub mod parse;
pub mod short;
pub mod words;

use std::time::Duration;

use node::Node;

/// A way for messages to reach the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transport {
    /// A pipe inside this process.
    Memory,
    /// The standard streams of a child process.
    Stdio,
    /// POSTs to a server of this process, over sockets.
    Http,
}

impl Transport {
    /// Every transport there is.
    pub const ALL: [Self; 3] = [Self::Memory, Self::Stdio, Self::Http];

    /// The word for it in a script.
    pub fn word(self) -> &'static str {
        match self {
            Self::Memory => "memory",
            Self::Stdio => "stdio",
            Self::Http => "http",
        }
    }
}

/// One behaviour, ready to be played.
#[derive(Clone, Debug)]
pub struct Script {
    /// What it proves, one sentence.
    pub rule: String,
    /// The test server that answers.
    pub server: String,
    /// The transports it is played over.
    pub transports: Vec<Transport>,
    /// Why it is not played over HTTP.
    pub not_over_http: Option<String>,
    /// The revision it is played for, when it names several.
    pub version: Option<String>,
    /// Public reports that it proves mended: `owner/repository#number`.
    pub faults: Vec<String>,
    /// What happens, in order.
    pub steps: Vec<Step>,
}

impl Script {
    /// What happens over this transport, in order.
    pub fn steps_over(&self, transport: Transport) -> impl Iterator<Item = &Step> {
        let there = move |step: &&Step| match step.place {
            Place::Everywhere => true,
            Place::Http => transport == Transport::Http,
            Place::Pipes => transport != Transport::Http,
        };
        self.steps.iter().filter(there)
    }
}

/// Where a step is played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// Over every transport of its script.
    #[default]
    Everywhere,
    /// `over http: `
    Http,
    /// `over pipes: `
    Pipes,
}

/// One thing that happens.
#[derive(Clone, Debug)]
pub struct Step {
    /// The line it stands on, from 1.
    pub line: usize,
    /// What it is.
    pub act: Act,
    /// Where it is played.
    pub place: Place,
}

/// What can happen in a conversation.
#[derive(Clone, Debug)]
pub enum Act {
    /// Sends a line; remembered values are still to be filled in.
    Send(String),
    /// Sends these bytes and nothing else.
    SendRaw(Vec<u8>),
    /// The next message fits.
    Expect(Node),
    /// The next line is exactly this.
    ExpectRaw(Vec<u8>),
    /// The next messages fit these patterns, in any order.
    Group(Vec<(usize, Node)>),
    /// Nothing has been sent, and nothing is for so long.
    Silence(Duration),
    /// The server has closed its output.
    End,
    /// Lets time pass.
    Wait(Duration),
    /// Ends the input.
    Close,
    /// The server's log holds (or must not hold) a text.
    Log {
        /// The text.
        text: String,
        /// Whether it must be there.
        there: bool,
    },
}

impl Act {
    /// Whether this can prove anything.
    pub fn expects(&self) -> bool {
        !matches!(
            self,
            Self::Send(_) | Self::SendRaw(_) | Self::Wait(_) | Self::Close
        )
    }
}
