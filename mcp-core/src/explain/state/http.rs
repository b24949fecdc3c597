//! The HTTP messages that carry the conversation.
//!
//! In: heads, and what their bodies hold. Out: which request a response belongs to, and what was
//! said of it. Bounded: the oldest request is forgotten first.

use crate::explain::code::Code;
use crate::version::ProtocolVersion;

/// The HTTP messages that carry the conversation.
#[derive(Debug, Default)]
pub(in crate::explain) struct Http {
    /// It is the transport of the first revision, with one endpoint to listen and one to post.
    pub(in crate::explain) old: bool,
    /// The revision of the request whose response is being read.
    pub(in crate::explain) version: Option<ProtocolVersion>,
    /// What was said of the response that is being read.
    said: Vec<Code>,
    /// The headers of which was said that they hold secrets.
    warned: Vec<String>,
}

/// Names of headers that are remembered.
const WARNED: usize = 16;

impl Http {
    /// Whether there was no warning of this header yet; there is from now on.
    pub(in crate::explain) fn warns_first(&mut self, name: &str) -> bool {
        let known = |warned: &String| warned.eq_ignore_ascii_case(name);
        let first = !self.warned.iter().any(known) && self.warned.len() < WARNED;
        if first {
            self.warned.push(name.to_owned());
        }
        first
    }

    /// Whether this was not said of the response that is being read; it is from now on.
    pub(in crate::explain) fn says_first(&mut self, code: Code) -> bool {
        let first = !self.said.contains(&code);
        if first {
            self.said.push(code);
        }
        first
    }
}
